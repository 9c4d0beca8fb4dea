"""Mishaps outside the program: the database is away, the disk is full, the table is full.

They come by the thousand while they last, and each says the same. So they are told in one line now
and then, with how many there were.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from asyncpg import PostgresError  # type: ignore[import-untyped]
from asyncpg.exceptions import InterfaceError as AsyncpgError  # type: ignore[import-untyped]
from sqlalchemy import exc

STORAGE_FAILURES = (
    exc.OperationalError,
    exc.InterfaceError,
    exc.TimeoutError,
    PostgresError,
    AsyncpgError,
    OSError,
)
"""What a database raises that is away, full or busy, over all layers."""

EVERY = 10.0
"""Seconds between two lines about the same."""

LONGEST = 200

log = logging.getLogger("salient.table")


class Quiet:
    """Tells the first of many equal mishaps at once, and how many there were now and then."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def failure(self, error: BaseException) -> None:
        """Tell that the database failed."""
        lines = str(error).splitlines() or [""]
        self.tell("database", f"{type(error).__name__}: {lines[0][:LONGEST]}")

    def tell(self, kind: str, text: str, level: int = logging.ERROR) -> None:
        """Tell of a mishap of some kind."""
        now, count = self._clock(), self._left_out.get(kind, 0) + 1
        if now < self._told.get(kind, -EVERY) + EVERY:
            self._left_out[kind] = count
            return
        self._told[kind], self._left_out[kind] = now, 0
        log.log(level, "%s: %s (%d so far)", kind, text, count)


quiet = Quiet()
