"""Breathing: long work is done in pieces, and nobody in a hurry waits for many of them.

One thread does everything. Bots hand in dozens of actions at once, and all who look on are told
them; were each of these given its piece in every round of the event loop, an order would wait for
all of them at each of its steps. So those who are not in a hurry take turns, one piece a round;
and while somebody's order is on its way they stand back, though not for ever.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

PIECE = 4
"""So many entries, played or told, are a piece of work."""

PATIENCE = 0.02
"""Seconds that those who are not in a hurry stand back between two pieces, at most."""


class Breathing:
    """Lets one of those who are not in a hurry go on in each round of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._hurrying = 0
        self._given = 0.0
        self._next: asyncio.Handle | None = None

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """Be in a hurry while the block runs: the others stand back."""
        self._hurrying += 1
        try:
            yield
        finally:
            self._hurrying -= 1
            if not self._hurrying and self._next is not None:
                self._next.cancel()
                self._next = asyncio.get_running_loop().call_soon(self._pass_on)

    async def pause(self, *, awaited: int = 0) -> None:
        """Wait for one's turn to do the next piece.

        Args:
            awaited: How many wait until the whole work is done: who keeps others waiting does not
                stand back, or those in a hurry would hold each other up.
        """
        if awaited:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if self._next is None:
            self._next = loop.call_soon(self._pass_on)
        await turn

    def _pass_on(self) -> None:
        """Give the turn to the next one, and see to those behind in the next round."""
        loop = asyncio.get_running_loop()
        until = self._given + PATIENCE
        if self._hurrying and loop.time() < until:
            self._next = loop.call_at(until, self._pass_on)
            return
        turn = self._waiting.popleft()
        if not turn.done():  # else it has given up
            turn.set_result(None)
            self._given = loop.time()
        self._next = loop.call_soon(self._pass_on) if self._waiting else None
