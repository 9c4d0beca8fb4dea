"""Breathing: long work is done in pieces, and nobody in a hurry waits for many of them.

One thread does everything. Bots hand in dozens of actions at once, and all who look on are told
them; were each of these given its piece in every round of the event loop, an order would wait for
all of them at each of its steps. So those who are not in a hurry take turns: one piece a round.
"""

from __future__ import annotations

import asyncio
from collections import deque

PIECE = 4
"""So many entries, played or told, are a piece of work."""


class Breathing:
    """Lets one of those who are not in a hurry go on in each round of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def pause(self) -> None:
        """Wait for one's turn to do the next piece."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_soon(self._pass_on)
        await turn

    def _pass_on(self) -> None:
        """Give the turn to the next one, and see to those behind in the next round."""
        turn = self._waiting[0]
        if not turn.done():  # else it has given up
            turn.set_result(None)
        self._waiting.popleft()
        if self._waiting:
            turn.get_loop().call_soon(self._pass_on)
