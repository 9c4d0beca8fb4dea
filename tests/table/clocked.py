"""Games with clocks: set up by people, and looked at in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, select, update

from salient.table import schema
from tests.table.people import Hall, Person
from tests.table.test_storage import on_connection

T = TypeVar("T")
LIVE = {"main": 600, "increment": 10}
DAYS = {"days": 3}
SEATS = {"german": "me", "allied": "open"}


def sit_down(hall: Hall, **wanted: Any) -> tuple[Person, Person, str]:
    """Two people with accounts and their game with a clock; the German side begins."""
    german, allied = hall.account(), hall.account()
    wanted = {"seats": SEATS, "open": True, "time": LIVE, **wanted}
    game = german.new_game(**wanted)
    allied.join(game)
    return german, allied, game


def on_table(hall: Hall, look: Callable[[Connection], T]) -> T:
    """What a function finds in the database of a server, behind its back."""
    address = hall.config.database
    return on_connection(address, look, migrated=False)


def row_of(hall: Hall, game: str) -> Any:
    """The row of a game."""
    games = schema.games
    return on_table(hall, lambda link: link.execute(select(games).where(games.c.id == game)).one())


def set_row(hall: Hall, game: str, **values: Any) -> None:
    """Change the row of a game."""
    games = schema.games
    on_table(
        hall, lambda link: link.execute(update(games).where(games.c.id == game).values(**values))
    )


def set_pulse(hall: Hall, alive: datetime) -> None:
    """Let the last sign of life have been then."""
    on_table(hall, lambda link: link.execute(update(schema.pulse).values(alive=alive)))


def entries_of(hall: Hall, game: str, *kinds: str) -> list[Any]:
    """The entries of some kinds in a journal."""
    journal = schema.journal
    wanted = select(journal).where(journal.c.game_id == game, journal.c.kind.in_(kinds))
    return on_table(hall, lambda link: list(link.execute(wanted.order_by(journal.c.seq))))


def ago(**length: float) -> datetime:
    """A moment of the past."""
    return datetime.now(UTC) - timedelta(**length)


def ahead(**length: float) -> datetime:
    """A moment to come."""
    return datetime.now(UTC) + timedelta(**length)
