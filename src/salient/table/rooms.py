"""Rooms: the games that are being played, alive in memory."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from salient.table import schema
from salient.table.errors import TableError
from salient.table.rebuilding import rebuild, unplayable, verdict
from salient.table.room import Room, Written
from salient.table.storage import Storage
from salient.table.wire import Status

GAME_ID = re.compile(r"[\w-]{1,24}", re.ASCII)


class Rooms:
    """All rooms in memory; a game that nobody has asked for lately is put away."""

    def __init__(self, storage: Storage, limit: int) -> None:
        self.storage = storage
        self.limit = limit
        self._rooms: OrderedDict[str, asyncio.Task[Room]] = OrderedDict()

    async def get(self, game_id: str) -> Room:
        """The room of a game, rebuilt from its journal if need be.

        Raises:
            TableError: ``no-such-game``, or ``unplayable`` if it cannot even be set up under the
                rules of this program.
        """
        task = self._rooms.get(game_id)
        if task is None:
            task = self._rooms[game_id] = asyncio.create_task(self._load(game_id))
            self._put_away()
        else:
            self._rooms.move_to_end(game_id)
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done() and self._rooms.get(game_id) is task:
                del self._rooms[game_id]
            raise

    @asynccontextmanager
    async def hold(self, game_id: str) -> AsyncIterator[Room]:
        """The room of a game, with its lock.

        A room that was given up while one waited for its lock may remember what was never stored:
        then its successor is waited for.
        """
        while True:
            room = await self.get(game_id)
            async with room.lock:
                if self.holds(room):
                    yield room
                    return

    async def close(self) -> None:
        """Wait for the rooms that are being built: what became of their games is stored."""
        await asyncio.gather(*self._rooms.values(), return_exceptions=True)

    def drop(self, room: Room) -> None:
        """Forget a room whose memory may differ from its journal; listeners get a new one."""
        if self.holds(room):
            del self._rooms[room.id]
        room.publish()

    def holds(self, room: Room) -> bool:
        """Whether a room is still the one its game is played in."""
        task = self._rooms.get(room.id)
        return task is not None and _outcome(task) is room

    def _put_away(self) -> None:
        for game_id, task in list(self._rooms.items()):
            if len(self._rooms) <= self.limit:
                return
            room = _outcome(task)
            if room is not None and not room.listeners and not room.lock.locked():
                del self._rooms[game_id]

    async def _load(self, game_id: str) -> Room:
        while True:
            row, seats, entries = await self._read(game_id)
            try:
                room = await asyncio.to_thread(rebuild, row, seats, entries)
            except TableError:
                await self._settle(row, unplayable(row))
                raise
            if await self._settle(row, verdict(room)):
                return room

    async def _read(self, game_id: str) -> tuple[Row[Any], Sequence[Row[Any]], Sequence[Written]]:
        journal = schema.journal
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
            found = await connection.execute(
                select(journal).where(journal.c.game_id == game_id).order_by(journal.c.seq)
            )
            return row, seats, [
                Written(e.kind, e.side, e.text, e.key, e.at, e.user_id, e.stamp) for e in found
            ]  # fmt: skip

    async def _settle(self, row: Row[Any], wanted: Mapping[str, Any]) -> bool:
        """Write into a game's row what became of it; False if it has moved on since it was read."""
        if all(getattr(row, name) == value for name, value in wanted.items()):
            return True
        games = schema.games.c
        change = (
            update(schema.games)
            .where(games.id == row.id, games.seq == row.seq)
            .where(games.rules == row.rules, games.status == row.status)
            .values(**wanted)
        )
        return await self.storage.transact(lambda link: link.execute(change).rowcount == 1)


def _outcome(task: asyncio.Task[Room]) -> Room | None:
    """The room that was loaded, if it has been."""
    loaded = task.done() and not task.cancelled() and task.exception() is None
    return task.result() if loaded else None


def admits(
    row: Row[Any], status: Status, players: Iterable[int | None], user_id: int | None, invite: str
) -> bool:
    """Whether somebody may see a game.

    Open and finished games are for everybody, others for their players and for those who were
    given the link.
    """
    public = row.open or status is Status.OVER
    known = user_id is not None and user_id in (*players, row.maker)
    return public or known or is_invited(row, invite)


def is_invited(row: Row[Any], invite: str) -> bool:
    """Whether somebody was given the link of a game."""
    return secrets.compare_digest(invite.encode(), row.invite.encode())


async def read_game(
    connection: AsyncConnection, game_id: str
) -> tuple[Row[Any], Sequence[Row[Any]]]:
    """A game's row and its seats."""
    row = None
    if GAME_ID.fullmatch(game_id):
        found = await connection.execute(select(schema.games).where(schema.games.c.id == game_id))
        row = found.one_or_none()
    if row is None:
        raise TableError("no-such-game", game=game_id)
    return row, await read_seats(connection, game_id)


async def read_seats(connection: AsyncConnection, *game_ids: str) -> Sequence[Row[Any]]:
    """The seats of games, each with the name of its person and how long they are away."""
    seats, users = schema.seats, schema.users
    found = await connection.execute(
        select(seats, users.c.name, users.c.vacation)
        .outerjoin(users, users.c.id == seats.c.user_id)
        .where(seats.c.game_id.in_(game_ids))
        .order_by(seats.c.game_id, seats.c.side)
    )
    return found.all()
