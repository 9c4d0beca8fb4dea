"""Neighbours: other servers of the same PostgreSQL database, as processes or machines.

Whatever a server changes it announces in the very transaction that stores it (``NOTIFY``), and the
others hear of it when it is stored. A bot is played by the server that holds its game's lock, which
the database gives back when that server dies. On SQLite a server is alone, and nothing of this is
needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.storage import CHANNEL, Storage

HEARTBEAT = 10.0
SILENCE = 35.0
"""Seconds between two signs of life, and after which a neighbour is dead."""

RECONNECT = 1.0
PATIENCE = 10.0
"""Seconds until a cut line is tried again, and that a start waits for the first one."""

Hear = Callable[[str, list[str]], Awaitable[None]]
"""Told what kind of thing happened elsewhere, and to what."""

log = logging.getLogger(__name__)


class Neighbours:
    """What this server hears of the others and tells them."""

    def __init__(self, storage: Storage, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        """Nothing is opened yet.

        Args:
            storage: The database.
            hear: Told of what the neighbours announce.
            missed: Called when announcements may have been missed.
        """
        self.storage = storage
        self.present: Counter[tuple[str, int]] = Counter()
        self._hear = hear
        self._missed = missed
        self._elsewhere: dict[str, Counter[tuple[str, int]]] = {}
        self._alive: dict[str, float] = {}
        self._line: Any = None  # a connection of asyncpg, for listening and for locks
        self._turn = asyncio.Lock()
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._about: asyncio.Queue[int] = asyncio.Queue()
        self._ready = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to listen, where there can be neighbours."""
        if self.storage.shared:
            work = (
                self._keep_line(), self._take_in(), self._show_life(), self._tell_who_is_about(),
            )  # fmt: skip
            self._tasks = [asyncio.create_task(each) for each in work]
            with contextlib.suppress(TimeoutError):  # it goes on trying
                await asyncio.wait_for(self._ready.wait(), PATIENCE)

    async def close(self) -> None:
        """Stop listening; all locks are given back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- bots ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def owning(self, game_id: str) -> AsyncIterator[bool]:
        """Whether this server plays the bots of a game while the block runs: only one does."""
        if not self.storage.shared:
            yield True
            return
        mine = await self._ask("SELECT pg_try_advisory_lock(hashtextextended($1, 1944))", game_id)
        try:
            yield bool(mine)
        finally:
            if mine:
                unlock = "SELECT pg_advisory_unlock(hashtextextended($1, 1944))"
                with contextlib.suppress(*STORAGE_FAILURES):  # with the line the lock is gone
                    await asyncio.shield(self._ask(unlock, game_id))

    async def _ask(self, question: str, *values: object) -> Any:
        """Ask over the line."""
        async with self._turn:
            if self._line is None:
                raise ConnectionError("the line to the neighbours is cut")
            return await self._line.fetchval(question, *values)

    # -- who is where -------------------------------------------------------------------------

    async def come(self, game_id: str, user_id: int) -> None:
        """Somebody looks at a game here."""
        self.present[game_id, user_id] += 1
        await self._tell_of(game_id, user_id)

    async def go(self, game_id: str, user_id: int) -> None:
        """Somebody does not look at a game here any more."""
        self.present[game_id, user_id] -= 1
        self.present = +self.present
        await self._tell_of(game_id, user_id)

    def is_present(self, game_id: str, user_id: int) -> bool:
        """Whether somebody looks at a game, at this server or at a neighbour's."""
        return self.present[game_id, user_id] > 0 or any(
            there[game_id, user_id] > 0 for there in self._elsewhere.values()
        )

    def is_anywhere(self, user_id: int) -> bool:
        """Whether somebody looks at any game."""
        return any(
            who == user_id
            for there in (self.present, *self._elsewhere.values())
            for (_, who), count in there.items()
            if count > 0
        )

    def people(self, game_id: str) -> set[int]:
        """Those who look at a game and are known by name."""
        return {
            who
            for there in (self.present, *self._elsewhere.values())
            for (game, who), count in there.items()
            if game == game_id and count > 0
        }

    def mention(self, user_id: int) -> None:
        """Tell the neighbours that somebody is about, when there is time for it."""
        if self.storage.shared:
            self._about.put_nowait(user_id)

    async def _tell_who_is_about(self) -> None:
        while True:
            await self._tell("about", await self._about.get())

    async def _tell_of(self, game_id: str, user_id: int) -> None:
        """Announce how many pages of somebody look at a game here."""
        await self._tell("present", game_id, user_id, self.present[game_id, user_id])

    async def _tell(self, *words: object) -> None:
        """Announce something that is stored nowhere."""
        if self.storage.shared:
            said = " ".join(map(str, (self.storage.name, *words)))
            with contextlib.suppress(*STORAGE_FAILURES):  # they will be told when the line is back
                await self._ask("SELECT pg_notify($1, $2)", CHANNEL, said)

    async def _show_life(self) -> None:
        while True:
            await self._tell("alive")
            await asyncio.sleep(HEARTBEAT)
            silent = [who for who, at in self._alive.items() if at < time.monotonic() - SILENCE]
            for who in silent:
                del self._alive[who]
                self._elsewhere.pop(who, None)

    async def _meet(self, who: str, kind: str, what: list[str]) -> None:
        """Keep account of a neighbour; a new one is told who is here."""
        if who not in self._alive:
            for game_id, user_id in list(self.present):
                await self._tell_of(game_id, user_id)
        self._alive[who] = time.monotonic()
        if kind == "present":
            there = self._elsewhere.setdefault(who, Counter())
            there[what[0], int(what[1])] = int(what[2])
            self._elsewhere[who] = +there

    # -- the line -----------------------------------------------------------------------------

    async def _keep_line(self) -> None:
        """Listen, and listen again when the line was cut."""
        while True:
            try:
                await self._listen()
            except STORAGE_FAILURES as error:
                quiet.failure(error)
            await asyncio.sleep(RECONNECT)

    async def _listen(self) -> None:
        async with self.storage.engine.connect() as connection:
            line: Any = (await connection.get_raw_connection()).driver_connection
            cut = asyncio.Event()
            line.add_termination_listener(lambda _: cut.set())
            await line.add_listener(CHANNEL, lambda *heard: self._heard.put_nowait(heard[-1]))
            self._line = line
            self._ready.set()
            self._alive.clear()
            self._elsewhere.clear()
            try:
                await self._tell("alive")
                await self._missed()
                await cut.wait()
            finally:
                async with self._turn:
                    self._line = None
                with contextlib.suppress(*STORAGE_FAILURES):
                    await connection.invalidate()

    async def _take_in(self) -> None:
        """Deal with one announcement after the other."""
        while True:
            who, kind, *what = (await self._heard.get()).split(" ")
            if who == self.storage.name:
                continue
            try:
                await self._meet(who, kind, what)
                await self._hear(kind, what)
            except STORAGE_FAILURES as error:
                quiet.failure(error)
            except Exception:
                log.exception("an announcement was not understood: %s %s", kind, what)
