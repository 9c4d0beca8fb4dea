"""The table answers for those who have nothing to decide, as if they had thought about it.

Where a side may have units that its enemy does not see, it is asked whenever one of them might do
something: else the enemy would learn from being asked at once, or from not being asked, whether
somebody is there. What such a side has no choice in, the table says for it, after about the time
that its player took lately for a true answer. The enemy is told the same in both cases.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from random import SystemRandom

from salient.table.clocks import FREE
from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.referee import Referee
from salient.table.room import Room

AT_FIRST = 0.3, 1.0
"""Seconds, from and to, as long as nobody knows how long a player takes."""

SPREAD = 0.7, 1.3
"""No pause is quite like another."""

REMEMBERED = 8
"""So many true answers are remembered of each side."""

log = logging.getLogger(__name__)


class StandIns:
    """Lets the table answer where nobody has a choice."""

    def __init__(self, referee: Referee, longest: float) -> None:
        """Take note of everything that happens.

        Args:
            referee: Who lets it happen.
            longest: Seconds that the longest pause takes.
        """
        self.referee = referee
        self.longest = longest
        self._chance = SystemRandom()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        referee.watchers.append(lambda room, _before: self.watch(room))

    def watch(self, room: Room) -> None:
        """Remember how long somebody took to answer, and answer for who has nothing to say."""
        now = time.monotonic()
        if room.seq and room.changed_at:
            earlier, last = (moment.written for moment in room.moments[-2:])
            if last.user_id is not None and 0 <= earlier.side != last.side:
                pace = room.paces.setdefault(last.side, deque(maxlen=REMEMBERED))
                pace.append(now - room.changed_at)
        room.changed_at = now
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Answer after a while, if it is not on its way yet."""
        if room.is_veil and room.decider not in room.bots and room.id not in self._tasks:
            task = asyncio.create_task(self._answer(room, room.seq))
            self._tasks[room.id] = task
            task.add_done_callback(lambda done: self._finish(room, done))

    def pause(self, room: Room) -> float:
        """How long the side that is asked may seem to think; not at the cost of its clock."""
        known = room.paces.get(room.decider)
        about = self._chance.choice(known) if known else self._chance.uniform(*AT_FIRST)
        longest = (
            min(self.longest, 0.8 * FREE.total_seconds()) if room.timing.control else self.longest
        )
        return min(about * self._chance.uniform(*SPREAD), longest)

    async def close(self) -> None:
        """Stop; who opens a game again wakes us."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, room: Room, seq: int) -> None:
        await asyncio.sleep(self.pause(room))
        try:
            with contextlib.suppress(TableError):  # a neighbour was faster
                await self.referee.stand_in(room.id, seq)
        except STORAGE_FAILURES as error:
            quiet.failure(error)

    def _finish(self, room: Room, task: asyncio.Task[None]) -> None:
        del self._tasks[room.id]
        if task.cancelled():
            return
        if task.exception():
            log.error("nobody answers in game %s", room.id, exc_info=task.exception())
        elif room.is_veil and self.referee.rooms.holds(room):
            self.wake(room)
