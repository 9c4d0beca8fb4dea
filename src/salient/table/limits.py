"""Rate limits: who asks too often waits."""

from __future__ import annotations

import time
from collections import deque

from salient.table.config import Rate
from salient.table.errors import TableError

MOST_KEYS = 10_000
"""So many askers are remembered; the longest silent one is forgotten first."""


class Limiter:
    """Counts what each key did within the last seconds."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._times: dict[str, deque[float]] = {}

    def count(self, key: str, now: float | None = None) -> None:
        """Count one more time.

        Raises:
            TableError: ``too-often``, with the seconds to wait.
        """
        now = time.monotonic() if now is None else now
        times = self._times[key] = self._times.pop(key, deque())
        if len(self._times) > MOST_KEYS:
            del self._times[next(iter(self._times))]
        while times and times[0] <= now - self.rate.seconds:
            times.popleft()
        if len(times) >= self.rate.times:
            raise TableError("too-often", seconds=int(times[0] + self.rate.seconds - now) + 1)
        times.append(now)
