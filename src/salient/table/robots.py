"""Bots at the table. They think in processes of their own and never hold the server up."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import multiprocessing
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.neighbours import Neighbours
from salient.table.referee import Referee
from salient.table.room import Room
from salient.table.rooms import Rooms
from salient.table.thinking import begin, think

TRIES = 3
"""Times a bot begins to think again when its process is killed."""

AWAY_SECONDS = 2.0
"""So long a bot waits before it plays on when the database is away."""

ERRANDS = 2000
"""So often a worker thinks before it makes room for a new one."""

log = logging.getLogger(__name__)


class Turns:
    """Lets so many think at a time; the others wait, those whom a person waits for in front.

    Without it a person at a table full of games between bots would be served when their bot's turn
    comes, after all of theirs.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    @contextlib.asynccontextmanager
    async def take(self, *, urgent: bool) -> AsyncIterator[None]:
        """Wait for one's turn, and give it back afterwards."""
        if self._free:
            self._free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (0 if urgent else 1, next(self._numbers), turn))
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():  # it was given just now: others may have it
                    self._pass_on()
                raise
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Robots:
    """Lets bots answer wherever one is asked."""

    def __init__(
        self, rooms: Rooms, referee: Referee, neighbours: Neighbours, workers: int
    ) -> None:
        self.rooms = rooms
        self.neighbours = neighbours
        self.referee = referee
        self.workers = workers
        self._turns = Turns(workers + 1)  # one more, so that a worker finds its next errand at once
        self._pool: ProcessPoolExecutor | None = None
        self._errands = 0
        self._tasks: dict[str, asyncio.Task[None]] = {}
        referee.watchers.append(lambda room, _before: self.wake(room))

    def wake(self, room: Room) -> None:
        """Set the bot thinking if it is asked and is not at it yet."""
        if room.decider in room.bots:
            self.begin(room.id)

    def begin(self, game_id: str) -> None:
        """Play the bots of a game, unless they are played already, here or at a neighbour's."""
        if game_id not in self._tasks:
            task = asyncio.create_task(self._play(game_id))
            self._tasks[game_id] = task
            task.add_done_callback(lambda _: self._rest(game_id))

    def _rest(self, game_id: str) -> None:
        task = self._tasks.pop(game_id)
        if not task.cancelled() and task.exception():
            log.error("a bot failed in game %s", game_id, exc_info=task.exception())

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    async def _play(self, game_id: str) -> None:
        """Answer until a person is asked, however often the database is away meanwhile."""
        while True:
            try:
                async with self.neighbours.owning(game_id) as mine:
                    return await self._answer(game_id) if mine else None
            except STORAGE_FAILURES as error:
                quiet.failure(error)
                await asyncio.sleep(AWAY_SECONDS)

    async def _answer(self, game_id: str) -> None:
        with contextlib.suppress(TableError):  # the game was taken away
            while True:
                async with self.rooms.hold(game_id) as room:
                    if room.decider not in room.bots:
                        return
                    seq, save = room.seq, room.game.dump(room.match.state)
                idle = room.is_among_bots
                async with self._turns.take(urgent=not idle):
                    texts = await self._think(room, save)
                    if idle:
                        await self._hand_in_at_leisure(room, seq, texts)
                if not idle:
                    await self._hand_in(room, seq, texts)

    async def _hand_in(self, room: Room, seq: int, texts: Sequence[tuple[int, str]]) -> None:
        with contextlib.suppress(TableError):  # stale: another process played; look again
            await self.referee.play_bot(room, seq, texts)

    async def _hand_in_at_leisure(
        self, room: Room, seq: int, texts: Sequence[tuple[int, str]]
    ) -> None:
        """Hand in what nobody waits for, and rest as long as that took.

        It takes longer the more the server has to do; so bots among themselves slow down when
        people want it, and never have more than half of it. Until then the turn is kept: what was
        thought is on the table before others think, and nothing piles up.
        """
        clock = asyncio.get_running_loop().time
        begun = clock()
        await self._hand_in(room, seq, texts)
        await asyncio.sleep(clock() - begun)

    async def _think(self, room: Room, save: bytes, tries: int = TRIES) -> list[tuple[int, str]]:
        pool = self._workers()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, think, room.game.id, room.id, save, room.bots, room.veiled
            )
        except BrokenProcessPool:  # a worker was killed: begin with new ones
            if self._pool is pool:
                self._pool = None
            if tries == 1:
                raise
            return await self._think(room, save, tries - 1)

    def _workers(self) -> ProcessPoolExecutor:
        """The workers; those that have done their share finish what they are at, and go.

        What a worker has worked out about boards and games it keeps; new ones begin small.
        """
        self._errands += 1
        if self._pool is not None and self._errands > ERRANDS * self.workers:
            self._pool.shutdown(wait=False)
            self._pool = None
        if self._pool is None:
            self._errands = 1
            self._pool = ProcessPoolExecutor(
                self.workers, multiprocessing.get_context("spawn"), begin
            )
        return self._pool

    @property
    def busy(self) -> int:
        """How many games bots are at work in."""
        return len(self._tasks)

    async def until_idle(self) -> None:
        """Wait until there is a worker that no bot needs."""
        while len(self._tasks) >= self.workers:
            await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)
