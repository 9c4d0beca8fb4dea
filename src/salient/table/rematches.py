"""The rematch of a game, and the answer to a challenge that is not wanted.

A rematch is the same game with the sides swapped and the other seat kept for the opponent; if both
want one, whoever comes second takes that seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, and_, delete, select, update
from sqlalchemy.exc import IntegrityError

from salient.games import find_game
from salient.table import schema
from salient.table.challenges import DECLINED, to_seat
from salient.table.errors import TableError
from salient.table.lobby import Lobby, Rematch
from salient.table.rooms import read_game
from salient.table.wire import Account, ChosenTime, Joining, NewGame, Status


class Rematches:
    """Games once more, and challenges that are declined."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.storage = lobby.storage

    async def decline(self, game_id: str, user: Account) -> None:
        """Let a challenge be: the game ends before it has begun.

        Raises:
            TableError: ``not-yours`` if no seat is kept for this person.
        """
        games, keeps = schema.games, schema.keeps
        async with self.storage.write() as connection:
            row, _ = await read_game(connection, game_id)
            mine = and_(keeps.c.game_id == game_id, keeps.c.user_id == user.id)
            gone = await connection.execute(delete(keeps).where(mine))
            if not gone.rowcount or row.status != Status.OPEN.value:
                raise TableError("not-yours")
            await connection.execute(
                update(games)
                .where(games.c.id == game_id)
                .values(status=Status.OVER.value, result=DECLINED, to_move=-1)
            )
            await connection.run_sync(self.storage.announce, "changed", game_id)
        await self.lobby.refresh(game_id)

    async def rematch(self, game_id: str, user: Account) -> str:
        """The same once more with the sides swapped; returns the id of that game.

        Raises:
            TableError: ``not-yours`` or ``not-over``.
        """
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
        if user.id not in [seat.user_id for seat in seats]:
            raise TableError("not-yours")
        if row.status != Status.OVER.value or row.result == DECLINED:
            raise TableError("not-over")
        if (known := await self._known(game_id)) is None:
            try:
                again = Rematch(game_id, _others(seats, user))
                return await self.lobby.create(_once_more(row, seats, user), user, again)
            except IntegrityError:  # the other was faster
                known = await self._known(game_id)
        if known is None:
            raise TableError("no-such-game", game=game_id)
        await self._accept(known, user)
        return known.id  # type: ignore[no-any-return]

    async def _known(self, game_id: str) -> Row[Any] | None:
        games = schema.games
        async with self.storage.read() as connection:
            found = await connection.execute(select(games).where(games.c.rematch_of == game_id))
            return found.one_or_none()

    async def _accept(self, row: Row[Any], user: Account) -> None:
        """Take the seat that is kept for somebody in a rematch, if one is."""
        async with self.storage.read() as connection:
            _, seats = await read_game(connection, row.id)
        mine = next((seat.side for seat in seats if seat.kept_for == user.id), None)
        if mine is not None and row.status == Status.OPEN.value:
            side = find_game(row.title).sides[mine]
            await self.lobby.take_seat(row.id, user, Joining(side))


def _others(seats: Sequence[Row[Any]], user: Account) -> dict[int, int]:
    """For whom which seat of a rematch is kept."""
    swapped = enumerate(reversed(seats))
    return {side: seat.user_id for side, seat in swapped if seat.user_id not in (None, user.id)}


def _once_more(row: Row[Any], seats: Sequence[Row[Any]], user: Account) -> NewGame:
    """The set-up of a rematch: who sat on one side sits on the other."""
    sides, swapped = find_game(row.title).sides, list(reversed(seats))
    return NewGame(
        title=row.title,
        scenario=row.scenario,
        options=row.options,
        seats={side: to_seat(seat, user) for side, seat in zip(sides, swapped, strict=True)},
        open=False,
        pace=row.pace,
        time=ChosenTime(row.main, row.increment, row.days),
        rated=row.rated,
    )
