"""A quick pen for SQLite: short transactions are written by one thread, as many as wait at once.

Each statement to SQLite is an errand to a thread, and while the server is busy an errand takes
milliseconds in which nobody else can write; and making a transaction durable takes as long as the
disk takes. So a whole transaction is one errand here, and those that wait for the disk share its
next turn: each is still stored as a whole or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")


class _Errand(NamedTuple):
    """Work that waits, and where its outcome goes."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Pen:
    """Writes what it is given, in the order in which it is given."""

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

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction; when this returns it is stored."""
        loop = asyncio.get_running_loop()
        errand = _Errand(work, loop.create_future())
        self._waiting.append(errand)
        async with self._turn:
            if errand in self._waiting:  # nobody before us has taken it along
                errands, self._waiting = self._waiting, []
                writing = loop.run_in_executor(self._thread, self._write_all, errands, loop)
                await asyncio.shield(writing)  # others wait for it too
        result: T = await errand.done
        return result

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
