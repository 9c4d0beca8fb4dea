"""A quick pen for SQLite: short transactions are written by one thread, as many as wait at once.

Each statement to SQLite is an errand to a thread, and while the server is busy an errand takes
milliseconds in which nobody else can write; and making a transaction durable takes as long as the
disk takes. So a whole transaction is one errand here, and those that wait for the disk share its
next turn: each is still stored as a whole or not at all. People's orders go before what bots do and
what is kept in the background.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

AT_ONCE = 4
"""So much of the background is written at once: who comes meanwhile waits for it."""


class _Errand(NamedTuple):
    """Work that waits, and where its outcome goes."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]
    background: bool


class Pen:
    """Writes what it is given, in the order in which it is given; the background comes last."""

    def __init__(self, engine: Engine, turn: AbstractAsyncContextManager[Any]) -> None:
        """Take up the pen.

        Args:
            engine: Where to write.
            turn: The lock of all who write to this database.
        """
        self._engine = engine
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, "pen")
        self._waiting: list[_Errand] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, work: Callable[[Connection], T], *, background: bool = False) -> T:
        """Do work in a transaction; when this returns it is stored."""
        loop = asyncio.get_running_loop()
        errand = _Errand(work, loop.create_future(), background)
        self._waiting.append(errand)
        if self._writing is None:
            self._writing = loop.create_task(self._write_on())
        try:
            result: T = await errand.done
        finally:
            if errand in self._waiting:  # who has given up wants nothing written
                self._waiting.remove(errand)
        return result

    async def _write_on(self) -> None:
        """Write until nobody waits; whoever writes otherwise gets a turn in between."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                async with self._turn:
                    if taken := self._take():
                        await loop.run_in_executor(self._thread, self._write_all, taken, loop)
        finally:
            self._writing = None
            for errand in self._waiting:  # the pen was put down
                errand.done.cancel()

    def _take(self) -> list[_Errand]:
        """What is written next: all that somebody waits for, or else some of the background."""
        hurried = [errand for errand in self._waiting if not errand.background]
        taken = hurried or self._waiting[:AT_ONCE]
        self._waiting = [errand for errand in self._waiting if errand not in taken]
        return taken

    def close(self) -> None:
        """Put the pen down."""
        self._thread.shutdown()
        self._engine.dispose()

    # -- in the thread ------------------------------------------------------------------------

    def _write_all(self, errands: Sequence[_Errand], loop: asyncio.AbstractEventLoop) -> None:
        outcomes: list[tuple[Any, Any]]
        try:
            with self._engine.begin() as connection:
                if len(errands) == 1:  # if it fails, so does the transaction
                    outcomes = [(errands[0].work(connection), None)]
                else:
                    outcomes = [_attempt(errand.work, connection) for errand in errands]
        except Exception as error:
            outcomes = [(None, error)] * len(errands)
        for errand, outcome in zip(errands, outcomes, strict=True):
            loop.call_soon_threadsafe(_settle, errand.done, *outcome)


def _attempt(work: Callable[[Connection], T], connection: Connection) -> tuple[Any, Any]:
    """Do one piece of work; if it fails nothing of it remains, and the others go on."""
    try:
        with connection.begin_nested():
            return work(connection), None
    except Exception as error:
        return None, error


def _settle(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if done.done():
        return  # who gave it is gone
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
