"""Bots at the table. They think in processes of their own and never hold the server up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from salient.table.errors import TableError
from salient.table.referee import Referee
from salient.table.rooms import Room, Rooms
from salient.table.thinking import begin, think

TRIES = 3
"""Times a bot begins to think again when its process is killed."""

log = logging.getLogger(__name__)


class Robots:
    """Lets bots answer wherever one is asked."""

    def __init__(self, rooms: Rooms, referee: Referee, workers: int) -> None:
        self.rooms = rooms
        self.referee = referee
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        referee.watchers.append(lambda room, _before: self.wake(room))

    def wake(self, room: Room) -> None:
        """Set the bot thinking if it is asked and is not at it yet."""
        if room.decider in room.bots and room.id not in self._tasks:
            task = asyncio.create_task(self._play(room.id))
            self._tasks[room.id] = task
            task.add_done_callback(lambda _: self._rest(room.id))

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
        """Answer until a person is asked."""
        with contextlib.suppress(TableError):  # the game was taken away
            while True:
                async with self.rooms.hold(game_id) as room:
                    if room.decider not in room.bots:
                        return
                    seq, save = room.seq, room.game.dump(room.match.state)
                texts = await self._think(room, save)
                with contextlib.suppress(TableError):  # stale: another process played; look again
                    await self.referee.play_bot(room, seq, texts)

    async def _think(self, room: Room, save: bytes, tries: int = TRIES) -> list[tuple[int, str]]:
        pool = self._pool = self._pool or ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), begin
        )
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, think, room.game.id, room.id, save, room.bots
            )
        except BrokenProcessPool:  # a worker was killed: begin with new ones
            if self._pool is pool:
                self._pool = None
            if tries == 1:
                raise
            return await self._think(room, save, tries - 1)
