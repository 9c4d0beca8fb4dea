"""The timekeeper: ends games whose time is over, and gives back time that the table has taken.

Everything is read from the database and written there, entry by entry, so it does not matter which
server does it, whether anybody is connected, or how often a server was killed meanwhile: two
entries cannot have the same number, so each game is ended once. Every few seconds, while any clock
runs, a sign of life is written. Where it is missing for longer than :data:`AWAY`, nobody could
play: each running clock gets that time back by an entry of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from salient.games import find_game
from salient.table import schema
from salient.table.clocks import PAUSE, TIMEOUT, pause_text, read_timing
from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.ratings import settle
from salient.table.referee import Referee
from salient.table.room import Room
from salient.table.storage import Storage
from salient.table.wire import Status

BEAT = 5.0
"""Seconds between two signs of life."""

AWAY = timedelta(seconds=20)
"""When no server has given one for so long, no clock has run."""

AGAIN = 1.0
"""Seconds until the database is tried again that did not answer."""


class Note(NamedTuple):
    """An entry of the timekeeper's own: what a journal and a clock need of it."""

    kind: str
    text: str
    at: datetime
    user_id: int | None = None


class _MovedOn(Exception):
    """A game is not where it was when it was looked at."""


class Timekeeper:
    """Looks after all clocks of the table."""

    def __init__(self, storage: Storage, referee: Referee) -> None:
        self.storage = storage
        self.referee = referee
        self.rooms = referee.rooms
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Give back what was lost while no server ran, before anybody can play; then go on."""
        await self.keep()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def watch(self, room: Room, _before: int) -> None:
        """A game has changed: its deadline may be the next one."""
        if room.timing.deadline is not None:
            self._news.set()

    async def _run(self) -> None:
        pause = 0.0
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), pause)
            self._news.clear()
            try:
                await self.keep()
                pause = await self._until_next() or BEAT
            except STORAGE_FAILURES as error:
                quiet.failure(error)
                pause = AGAIN

    async def _until_next(self) -> float | None:
        """Seconds until there is something to do; None if no clock runs at all."""
        games = schema.games
        first = func.min(games.c.deadline, type_=schema.UtcTime())
        async with self.storage.read() as connection:
            found = await connection.execute(select(func.count(), first).where(_RUNNING))
            running, next_ = found.one()
        if not running:
            return None
        if next_ is None:
            return BEAT
        return float(min(max((next_ - datetime.now(UTC)).total_seconds(), 0.0) + 0.01, BEAT))

    # -- one round ----------------------------------------------------------------------------

    async def keep(self) -> None:
        """Give time back where it was lost, end what is over, give a sign of life."""
        now, deadline = datetime.now(UTC), schema.games.c.deadline
        if await self._until_next() is None:
            return
        alive = await self._last_sign()
        away = alive is None or now - alive > AWAY
        for row in await self._running(true() if away else deadline.is_(None)):
            if (lost := _lost(row, alive, now)) is not None:
                await self._enter(row, Note(PAUSE, pause_text(lost), now))
        for row in await self._running(deadline < now):
            if not await self._answered(row):
                await self._enter(row, Note(TIMEOUT, "", now))
        await self.storage.transact(lambda connection: _beat(connection, now))

    async def _answered(self, row: Row[Any]) -> bool:
        """Answer for a side that has nothing to decide: it is not late, whatever has happened."""
        if not find_game(row.title).hides_in(row.options):
            return False
        try:
            room = await self.rooms.get(row.id)
        except TableError:
            return True  # it is halted
        if room.seq != row.seq:
            return True  # it has moved on
        if not room.is_veil:
            return False
        with contextlib.suppress(TableError):
            await self.referee.stand_in(room.id, room.seq)
        return True

    async def _running(self, which: ColumnElement[bool]) -> Sequence[Row[Any]]:
        """Games whose clocks run."""
        async with self.storage.read() as connection:
            found = await connection.execute(select(schema.games).where(_RUNNING, which))
            return found.all()

    async def _last_sign(self) -> datetime | None:
        """When some server last kept the clocks."""
        async with self.storage.read() as connection:
            found = await connection.execute(select(schema.pulse.c.alive))
            return found.scalar_one_or_none()

    async def _enter(self, row: Row[Any], note: Note) -> None:
        """Write an entry into a game's journal, unless it has moved on."""
        with contextlib.suppress(IntegrityError, _MovedOn):
            await self.storage.transact(lambda connection: self._write(connection, row, note))
            await self.rooms.hear_of(row.id, row.seq + 1)

    def _write(self, connection: Connection, row: Row[Any], note: Note) -> None:
        """Journal first, then the row, as the referee does: who else writes waits in this order."""
        games, seq = schema.games, row.seq + 1
        ended, side = note.kind == TIMEOUT, row.to_move
        timing = read_timing(row).after(note, side, -1 if ended else side)
        connection.execute(
            insert(schema.journal).values(
                game_id=row.id, seq=seq, kind=note.kind, side=side, text=note.text,
                key=f"{note.kind}-{seq}", at=note.at, stamp="",
            )
        )  # fmt: skip
        values = {"seq": seq, "moved": note.at, **timing.columns()}
        if ended:
            values |= {
                "status": Status.OVER.value, "to_move": -1, "winner": 1 - side,
                "result": f"{TIMEOUT} {side}",
            }  # fmt: skip
        same = (games.c.seq == row.seq, games.c.status == row.status)
        change = update(games).where(games.c.id == row.id, *same).values(**values)
        if not connection.execute(change).rowcount:
            raise _MovedOn
        if ended:
            settle(connection, row, 1 - side, note.at)
        self.storage.announce(connection, "moved", row.id, seq)


_games = schema.games.c
_RUNNING = (_games.status == Status.RUNNING.value) & or_(_games.main > 0, _games.days > 0)
"""Games whose clocks run."""


def _lost(row: Row[Any], alive: datetime | None, now: datetime) -> timedelta | None:
    """How much of a game's time the table has taken; a clock that stands is set going (0)."""
    if row.deadline is None:
        return timedelta()
    since: datetime = row.moved if alive is None else max(row.moved, alive)
    if row.deadline <= since or now - since <= AWAY:
        return None
    return now - since


def _beat(connection: Connection, now: datetime) -> None:
    """Write a sign of life."""
    pulse = schema.pulse
    if not connection.execute(update(pulse).values(alive=now)).rowcount:
        with contextlib.suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(pulse).values(id=1, alive=now))
