"""Who may sit where: seats that are kept for somebody, games that need two people.

A seat can be kept for a person by name. They see the game among their own, and take the seat or
decline; the others see for whom it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from salient.table import schema
from salient.table.clocks import Control, read_timing
from salient.table.errors import TableError
from salient.table.names import name_key
from salient.table.wire import Account, NewGame, Status

MOST_OPEN = 5
"""So many challenges of one person to another wait at the same time."""

BOT, PERSON = "bot:", "person:"
"""What stands before names in the seats of a new game."""

DECLINED = "declined"
"""The result of a game that began with a challenge in vain."""


async def find_member(connection: AsyncConnection, name: str) -> Row[Any]:
    """Somebody with an account, by name.

    Raises:
        TableError: ``no-such-person``.
    """
    users = schema.users
    found = await connection.execute(
        select(users).where(users.c.name_key == name_key(name), users.c.password.is_not(None))
    )
    row = found.one_or_none()
    if row is None:
        raise TableError("no-such-person", name=name)
    return row


async def require_patience(connection: AsyncConnection, maker: int, awaited: int) -> None:
    """Refuse to challenge somebody who has not answered many times.

    Raises:
        TableError: ``challenged-enough``.
    """
    games, keeps = schema.games, schema.keeps
    found = await connection.execute(
        select(func.count())
        .select_from(games.join(keeps, keeps.c.game_id == games.c.id))
        .where(games.c.maker == maker, keeps.c.user_id == awaited)
        .where(games.c.status == Status.OPEN.value)
    )
    if found.scalar_one() >= MOST_OPEN:
        raise TableError("challenged-enough", limit=MOST_OPEN)


def to_seat(seat: Row[Any], user: Account) -> str:
    """What a new game says of a seat in which the player of an old one is to sit."""
    if seat.user_id == user.id:
        return "me"
    if seat.bot:
        return f"{BOT}{seat.bot}"
    return "open"


def read_limit(wanted: NewGame, players: Sequence[str], user: Account) -> Control:
    """The clock that is wished for; clocks and ratings are for two people.

    Raises:
        TableError: ``bad-setting``, ``two-people``, ``no-account`` or ``rated-clock``.
    """
    control = Control(wanted.time.main, wanted.time.increment, wanted.time.days)
    control.check()
    alone = players.count("me") > 1 or any(player.startswith(BOT) for player in players)
    if (control or wanted.rated) and alone:
        raise TableError("two-people")
    if wanted.rated and user.guest:
        raise TableError("no-account")
    if wanted.rated and not control:
        raise TableError("rated-clock")
    return control


def require_fit(row: Row[Any], seats: Sequence[Row[Any]], side: int, user: Account) -> None:
    """Refuse one who may not have a seat, free as it is.

    Raises:
        TableError: ``seat-kept``, ``no-account`` or ``two-people``.
    """
    awaited = next((seat.kept_for for seat in seats if seat.side == side), None)
    if awaited is not None and awaited != user.id:
        raise TableError("seat-kept")
    if row.rated and user.guest:
        raise TableError("no-account")
    timed = row.rated or read_timing(row).control
    if timed and any(seat.user_id == user.id for seat in seats):
        raise TableError("two-people")


async def rematches_of(
    connection: AsyncConnection, rows: Sequence[Row[Any]], user_id: int | None
) -> dict[str, str]:
    """The rematches of finished games that somebody plays in, or is wanted for."""
    games, seats, keeps = schema.games, schema.seats, schema.keeps
    over = [row.id for row in rows if row.status == Status.OVER]
    if user_id is None or not over:
        return {}
    sits = exists().where(seats.c.game_id == games.c.id, seats.c.user_id == user_id)
    awaited = exists().where(keeps.c.game_id == games.c.id, keeps.c.user_id == user_id)
    found = await connection.execute(
        select(games.c.id, games.c.rematch_of)
        .where(games.c.rematch_of.in_(over), or_(sits, awaited))
        .where(games.c.result != DECLINED)
    )
    return {row.rematch_of: row.id for row in found}
