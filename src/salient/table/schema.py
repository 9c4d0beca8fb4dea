"""The tables of the database.

A game is its row, its seats and its *journal*: numbered entries that are only ever added. The
position is not stored; it is what the journal plays out to, which is also the proof that every
step was legal.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC, also where the database forgets the time zone (SQLite)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> datetime | None:
        """Store a moment of any zone as one in UTC."""
        moment: datetime | None = value
        return None if moment is None else moment.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give a stored moment its zone back."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String(64), nullable=False, unique=True),  # casefolded: names differ in more
    Column("password", String(200)),  # argon2; a guest has none
    Column("language", String(5), nullable=False, server_default="en"),
    Column("email", String(200), nullable=False, server_default=""),
    Column("webhook", String(500), nullable=False, server_default=""),
    Column("webhook_kind", String(10), nullable=False, server_default="json"),
    Column("vacation", UtcTime),
    Column("created", UtcTime, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column(
        "digest", LargeBinary(32), primary_key=True
    ),  # of the token: a stolen table opens nothing
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", UtcTime, nullable=False),
    Column("expires", UtcTime),  # a program's token has no end
)

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("scenario", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", LargeBinary(64), nullable=False),
    Column("status", String(10), nullable=False),
    Column("result", String(80), nullable=False, server_default=""),
    Column("winner", Integer),
    Column("open", Boolean, nullable=False),
    Column("pace", String(10), nullable=False),
    Column("invite", String(40), nullable=False),
    Column("maker", ForeignKey("users.id", ondelete="SET NULL")),
    Column("created", UtcTime, nullable=False),
    Column("moved", UtcTime, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("to_move", Integer, nullable=False),  # index of the deciding side, -1 when it is over
    Column("clock", String(40), nullable=False, server_default=""),
    Column("begun", String(40), nullable=False, server_default=""),  # the rules it began under
    # The rules under which it does not come out as it did, and the first entry that does not.
    Column("halted_by", String(40), nullable=False, server_default=""),
    Column("halted_at", Integer),
    Index(None, "status", "moved"),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("bot", String(40)),
)

journal = Table(
    "journal",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # two who race for one number cannot both win
    Column("kind", String(10), nullable=False),
    Column("side", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),  # a bot has none
    Column("key", String(64), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("stamp", String(8), nullable=False, server_default=""),  # of the table after it
    UniqueConstraint("game_id", "key"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL")),
    Column("text", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
)
