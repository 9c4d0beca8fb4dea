"""Quick pens: a short transaction is written beside the event loop, as one errand.

While the server is busy each step that waits for the event loop takes milliseconds, and a
transaction has many: each statement to SQLite is an errand to a thread, and each to PostgreSQL an
answer to be waited for. So whole transactions are written in a thread of their own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")


class Pen(Protocol):
    """Writes what it is given."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction; when this returns it is stored."""

    async def close(self) -> None:
        """Put the pen down."""


# -- SQLite ---------------------------------------------------------------------------------------


class _Errand(NamedTuple):
    """Work that waits, and where its outcome goes."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class SqlitePen:
    """Writes what it is given in the order in which it is given, and all that waits at once.

    Making a transaction durable takes as long as the disk takes, and SQLite writes one at a time.
    So those that wait for the disk share its next turn: each is still stored as a whole or not at
    all.
    """

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

    async def close(self) -> None:
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


# -- PostgreSQL -----------------------------------------------------------------------------------


class PostgresPen:
    """Writes as many transactions at a time as come, on an event loop that does nothing else."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Take up the pen.

        Args:
            engine: Where to write; nobody else may use it, for its lines belong to our loop.
        """
        self._engine = engine
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="pen", daemon=True)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction; when this returns it is stored."""
        if not self._thread.is_alive():
            self._thread.start()
        return await self._there(self._write(work))

    async def close(self) -> None:
        """Put the pen down."""
        if self._thread.is_alive():
            await self._there(self._engine.dispose())
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _there(self, work: Coroutine[Any, Any, T]) -> T:
        """Let something be done on our own loop."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    # -- in the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _write(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)
