"""The database: SQLite in a file by default, PostgreSQL by its address."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from asyncpg import PostgresError  # type: ignore[import-untyped]
from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from salient.table.errors import TableError
from salient.table.writing import Pen

T = TypeVar("T")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
BUSY_SECONDS = 15
WAL_TRIES, WAL_PAUSE = 50, 0.05
MIGRATING = 19441216
"""Number of the lock that a server holds while it migrates a PostgreSQL database."""


class Storage:
    """Where accounts, games and journals are kept."""

    def __init__(self, address: str) -> None:
        """Prepare the database; nothing is opened yet.

        Args:
            address: ``sqlite:///file`` or ``postgresql://user:password@host/name``.
        """
        url = read_address(address)
        remote = url.get_backend_name() != "sqlite"
        self.engine: AsyncEngine = create_async_engine(url, pool_pre_ping=remote)
        self._pen: Pen | None = None
        # SQLite has one writer at a time. Ours queue up here, because those who wait for its own
        # lock sleep and try again, and who tries last may wait for seconds.
        self._turn: AbstractAsyncContextManager[Any] = nullcontext() if remote else asyncio.Lock()
        if not remote:
            _tune_sqlite(self.engine.sync_engine)
            writer = create_engine(
                url.set(drivername="sqlite"), execution_options={"salient_writes": True}
            )
            _tune_sqlite(writer)
            self._pen = Pen(writer, self._turn)

    async def open(self) -> None:
        """Bring the tables to the newest form."""
        try:
            await self.transact(migrate)
        except CommandError:  # its last migration is none of ours
            raise TableError("newer-database") from None
        except (OSError, DBAPIError, PostgresError) as error:
            raise TableError("no-database", reason=str(error).splitlines()[0]) from None

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        if self._pen is not None:
            self._pen.close()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one consistent moment."""
        async with self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is stored when the block ends, or nothing."""
        async with self._turn, self.engine.connect() as connection:
            connection = await connection.execution_options(salient_writes=True)
            async with connection.begin():
                yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction in which nothing else is awaited: the quickest way to write.

        The work may be done in another thread.
        """
        if self._pen is not None:
            return await self._pen.write(work)
        async with self.write() as connection:
            return await connection.run_sync(work)


async def prepare(address: str) -> None:
    """Bring a database to the newest form.

    Raises:
        TableError: ``bad-database``, ``no-database`` or ``newer-database``.
    """
    storage = Storage(address)
    try:
        await storage.open()
    finally:
        await storage.close()


def read_address(address: str) -> URL:
    """A database address with the driver it needs."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise TableError("bad-database", address=address) from None
    backend = url.get_backend_name()
    if backend not in DRIVERS or not url.database or url.database == ":memory:":
        raise TableError("bad-database", address=url.render_as_string())
    return url.set(drivername=DRIVERS[backend])


def migrate(connection: Connection) -> None:
    """Run the migrations that the database has not seen; of several servers one at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    command.upgrade(migrations(connection), "head")


def migrations(connection: Connection) -> AlembicConfig:
    """The migrations, to be run over a connection."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _write_ahead(cursor: Any) -> None:
    """Switch to the write-ahead log.

    On an empty database SQLite does not wait for its lock here: who opens it beside others tries
    again.
    """
    for _ in range(WAL_TRIES):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            time.sleep(WAL_PAUSE)
        else:
            return
    cursor.execute("PRAGMA journal_mode=WAL")


def _tune_sqlite(engine: Engine) -> None:
    """Write-ahead log, real durability, and transactions that begin when we say so.

    A writer takes the lock at once (``BEGIN IMMEDIATE``): one that first reads and then wants to
    write would fail instead of waiting.
    """

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
        _write_ahead(cursor)
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("salient_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
