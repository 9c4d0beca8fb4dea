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
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    Column("likeness", String(64)),  # what could be taken for it; only one of old twins has it
    Column("password", String(200)),  # argon2; a guest has none
    Column("language", String(5), nullable=False, server_default="en"),
    Column("email", String(200), nullable=False, server_default=""),
    Column("confirmed", String(200), nullable=False, server_default=""),  # an address that was
    Column("webhook", String(500), nullable=False, server_default=""),
    Column("webhook_kind", String(10), nullable=False, server_default="json"),
    Column("vacation", UtcTime),
    Column("created", UtcTime, nullable=False),
    Index(None, "likeness", unique=True),
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
    # The clock: seconds for the game and for each answer, or days for each turn; 0 is none.
    Column("main", Integer, nullable=False, server_default="0"),
    Column("increment", Integer, nullable=False, server_default="0"),
    Column("days", Integer, nullable=False, server_default="0"),
    Column("left_0", BigInteger),  # milliseconds of each side; none before the first action
    Column("left_1", BigInteger),
    Column("deadline", UtcTime),  # when the side that is asked runs out of time
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("rematch_of", String(24)),  # a game has one rematch at most
    Index(None, "status", "moved"),
    Index(None, "deadline"),
    Index(None, "rematch_of", unique=True),
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

snapshots = Table(
    "snapshots",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # the last entry of the stretch
    Column("since", Integer, nullable=False),  # the last one before it
    Column("rules", String(40), nullable=False),
    Column("program", String(16), nullable=False),  # a hash of the code and the data
    Column("stamp", String(8), nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("pages", LargeBinary, nullable=False),
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

attempts = Table(
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(200), nullable=False),
    Column("at", UtcTime, nullable=False),
    Index(None, "key", "at"),
)

letters = Table(
    "letters",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),  # of the key in the letter
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("purpose", String(10), nullable=False),
    Column("address", String(200), nullable=False),
    Column("expires", UtcTime, nullable=False),
)

keeps = Table(
    "keeps",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True),
    # For whom the seat is kept.
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
)

variations = Table(
    "variations",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("of", String(24), nullable=False, index=True),  # it may be taken away, and this stays
    Column("move", Integer, nullable=False),
    Column("clock", String(40), nullable=False, server_default=""),
    Column("name", String(60), nullable=False, server_default=""),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("title", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("played", UtcTime, nullable=False),  # the last of them
    Index(None, "title", "rating"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("alive", UtcTime, nullable=False),  # when some server last kept the clocks
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary, nullable=False),  # keys of the table's own making
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),  # of a browser's push service
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", UtcTime, nullable=False),
    Index(None, "endpoint", unique=True),
)
