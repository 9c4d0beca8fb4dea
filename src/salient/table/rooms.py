"""Rooms: the games that are being played, alive in memory."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Row, and_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from salient.engine import Record, SalientError
from salient.engine.stamps import agrees
from salient.table import schema
from salient.table.errors import TableError
from salient.table.journal import DEEDS, Written, written_record
from salient.table.rebuilding import enter_again, rebuild, unplayable, verdict
from salient.table.room import Room
from salient.table.snapshots import Snapshots, read_snapshots
from salient.table.storage import Storage
from salient.table.wire import Status

GAME_ID = re.compile(r"[\w-]{1,24}", re.ASCII)

EVERYTHING = 2**31
"""A number that no journal reaches."""

SWEEP_SECONDS = 30.0
IDLE_SECONDS = 900.0
"""So long a room is kept that nobody asks for."""


class Rooms:
    """All rooms in memory; a game that nobody has asked for lately is put away.

    So many rooms are kept, and so many journal entries in all of them, for that is what they weigh;
    and none that nobody has wanted to see for a while.
    """

    def __init__(self, storage: Storage, limit: int, entries: int = 150_000) -> None:
        self.storage = storage
        self.limit = limit
        self.entries = entries
        self._rooms: OrderedDict[str, asyncio.Task[Room]] = OrderedDict()
        self._sweeping: asyncio.Task[None] | None = None
        self.snapshots = Snapshots(storage)

    def open(self) -> None:
        """Begin to put away what nobody asks for."""
        self._sweeping = asyncio.create_task(self._sweep())
        self.snapshots.open()

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
            room = await asyncio.shield(task)
            room.asked_at = time.monotonic()
            return room
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
        if self._sweeping is not None:
            self._sweeping.cancel()
        await asyncio.gather(*self._rooms.values(), return_exceptions=True)
        await self.snapshots.close()

    def drop(self, room: Room) -> None:
        """Forget a room whose memory may differ from its journal; listeners get a new one."""
        if self.holds(room):
            del self._rooms[room.id]
        room.publish()

    def all(self) -> list[Room]:
        """The rooms in memory."""
        return [room for task in self._rooms.values() if (room := _outcome(task)) is not None]

    def found(self, game_id: str) -> Room | None:
        """The room of a game if it is in memory."""
        task = self._rooms.get(game_id)
        return None if task is None else _outcome(task)

    def holds(self, room: Room) -> bool:
        """Whether a room is still the one its game is played in."""
        return self.found(room.id) is room

    def _put_away(self, before: float = 0.0) -> None:
        """Forget rooms that nobody is in, the longest forgotten first, while there is too much.

        Args:
            before: Rooms that were last asked for before this time go in any case.
        """
        weight = sum(room.seq for room in self.all())
        for game_id, task in list(self._rooms.items()):
            room = _outcome(task)
            if room is None or room.listeners or room.lock.locked():
                continue
            full = len(self._rooms) > self.limit or weight > self.entries
            if full or room.asked_at < before:
                weight -= room.seq
                del self._rooms[game_id]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self._put_away(time.monotonic() - IDLE_SECONDS)

    async def written(self, game_id: str) -> tuple[Row[Any], Sequence[Row[Any]], Record]:
        """A game's row, its seats and its record as its journal has it, under whatever rules."""
        row, seats, entries = await self._read(game_id)
        over = row.status == Status.OVER
        ended = over and bool(entries) and entries[-1].kind in DEEDS
        return row, seats, written_record(row, entries, row.result if ended else "", reveal=over)

    async def _load(self, game_id: str) -> Room:
        while True:
            row, seats, entries = await self._read(game_id)
            kept = await self._read_snapshots(row)
            try:
                room = await asyncio.to_thread(rebuild, row, seats, entries, kept)
            except TableError:
                await self._settle(row, unplayable(row))
                raise
            if await self._settle(row, verdict(room)):
                await self._keep(room, kept)
                return room

    async def _read_snapshots(self, row: Row[Any]) -> Sequence[Row[Any]]:
        """What was kept of a game before its row was read; it may have moved on since."""
        async with self.storage.read() as connection:
            return await read_snapshots(connection, row.id, row.seq)

    async def _keep(self, room: Room, kept: Sequence[Row[Any]]) -> None:
        """Keep what rebuilding has noted, in the place of snapshots that were of no use."""
        if kept and room.recalled < kept[-1].seq:
            await self.snapshots.forget(room.id, room.recalled)
        self.snapshots.keep(room)

    async def catch_up(self, room: Room) -> None:
        """Let take effect what neighbours have stored; the room's lock is held.

        A game that has changed otherwise, or comes out otherwise, is given up and built anew.
        """
        row, _, entries = await self._read(room.id, room.seq)
        try:
            for number, written in enumerate(entries):
                enter_again(room, entries, number)
                if not agrees(room.game, room.match.state, written.stamp):
                    raise TableError("stale", seq=row.seq, after=room.seq)
        except SalientError:
            self.drop(room)
            return
        if row.status != room.status.value or row.rules != room.row.rules:
            self.drop(room)
        elif entries:
            self.snapshots.keep(room)
            room.publish()

    async def hear_of(self, game_id: str, seq: int | None = None) -> None:
        """A neighbour has moved a game to a number, or changed something else about it (None)."""
        task = self._rooms.get(game_id)
        if task is None:
            return
        try:
            room = await asyncio.shield(task)  # it may be being built, from what was there before
        except SalientError:
            return
        async with room.lock:
            if not self.holds(room):
                return
            if seq is None:
                self.drop(room)
            elif seq > room.seq:
                await self.catch_up(room)

    async def hear_of_all(self) -> None:
        """Something may have been missed: look after every game in memory."""
        for game_id in list(self._rooms):
            await self.hear_of(game_id, EVERYTHING)

    async def _read(
        self, game_id: str, since: int = 0
    ) -> tuple[Row[Any], Sequence[Row[Any]], Sequence[Written]]:
        journal = schema.journal
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
            found = await connection.execute(
                select(journal)
                .where(journal.c.game_id == game_id, journal.c.seq > since)
                .order_by(journal.c.seq)
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
    """The seats of games.

    Each with the name of its person, how long they are away, whether they have an account, and for
    whom a free one is kept.
    """
    seats, users, keeps = schema.seats, schema.users, schema.keeps
    awaited = users.alias()
    kept = and_(keeps.c.game_id == seats.c.game_id, keeps.c.side == seats.c.side)
    found = await connection.execute(
        select(
            seats,
            users.c.name,
            users.c.vacation,
            users.c.password.is_not(None).label("member"),
            keeps.c.user_id.label("kept_for"),
            awaited.c.name.label("kept_name"),
        )
        .outerjoin(users, users.c.id == seats.c.user_id)
        .outerjoin(keeps, kept)
        .outerjoin(awaited, awaited.c.id == keeps.c.user_id)
        .where(seats.c.game_id.in_(game_ids))
        .order_by(seats.c.game_id, seats.c.side)
    )
    return found.all()
