"""The database: SQLite in a file by default, PostgreSQL by its address."""

from __future__ import annotations

import asyncio
import re
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
)
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from asyncpg import PostgresError  # type: ignore[import-untyped]
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Update,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    OperationalError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from salient.table.errors import TableError
from salient.table.writing import Pen, PostgresPen, SqlitePen

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
BUSY_SECONDS = 15
WAL_TRIES, WAL_PAUSE = 50, 0.05
CHANNEL = "salient"
"""Where the servers of one PostgreSQL database hear of each other."""

LINES, IDLE_SECONDS = 10, 1.0
"""Lines to PostgreSQL that are kept, and after how long one is asked whether it is still there."""

AWAY = ("08", "53", "57", "58")
"""Classes of PostgreSQL's error codes: no connection, no room, shut down, failed by its system."""

MIGRATING = 19441216
"""Number of the lock that a server holds while it migrates a PostgreSQL database."""


class Storage:
    """Where accounts, games and journals are kept.

    Attributes:
        shared: Whether other servers may use the same database.
        name: By which a server knows its own announcements.
    """

    def __init__(self, address: str) -> None:
        """Prepare the database; nothing is opened yet.

        Args:
            address: ``sqlite:///file`` or ``postgresql://user:password@host/name``.
        """
        url = read_address(address)
        self.name = secrets.token_hex(4)
        remote = self.shared = url.get_backend_name() != "sqlite"
        self.engine = _open_engine(url)
        self._pen: Pen
        # SQLite has one writer at a time. Ours queue up here, because those who wait for its own
        # lock sleep and try again, and who tries last may wait for seconds.
        self._turn: AbstractAsyncContextManager[Any] = nullcontext() if remote else asyncio.Lock()
        if remote:
            self._pen = PostgresPen(_open_engine(url))
        else:
            writer = create_engine(
                url.set(drivername="sqlite"), execution_options={"salient_writes": True}
            )
            _tune_sqlite(writer)
            self._pen = SqlitePen(writer, self._turn)

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
        await self._pen.close()

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

    def announce(self, connection: Connection, kind: str, *what: object) -> None:
        """Tell the other servers of something when the present transaction is stored."""
        if self.shared:
            connection.execute(select(self._notice(kind, what)))

    def announcing(self, change: Update, kind: str, *what: object) -> Executable:
        """A change of one row that tells the other servers of itself: one answer less to wait for.

        Where nobody else is to be told it is the change alone.
        """
        return change.returning(self._notice(kind, what)) if self.shared else change

    def _notice(self, kind: str, what: Sequence[object]) -> ColumnElement[Any]:
        return func.pg_notify(CHANNEL, " ".join(map(str, (self.name, kind, *what))))

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction in which nothing else is awaited: the quickest way to write.

        The work is done in another thread.
        """
        return await self._pen.write(work)


def _open_engine(url: URL) -> AsyncEngine:
    """Lines to a database, of which none is open yet."""
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url)
        _tune_sqlite(engine.sync_engine)
        return engine
    engine = create_async_engine(url, pool_size=LINES)
    event.listen(engine.sync_engine, "handle_error", _name_failure, retval=True)
    _ask_idle_lines(engine.sync_engine)
    return engine


def _ask_idle_lines(engine: Engine) -> None:
    """Ask a line whether it is still there, if nobody has used it just now.

    SQLAlchemy's own way (``pool_pre_ping``) asks each time: three of eight answers that an order
    waits for. A line that was cut within the last second fails once, and all are opened anew.
    """

    @event.listens_for(engine, "checkin")
    def _put_back(_line: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def _take(line: Any, record: Any, _proxy: Any) -> None:
        if time.monotonic() - record.info.get("used", 0.0) < IDLE_SECONDS:
            return
        try:
            engine.dialect.do_ping(line)
        except (engine.dialect.loaded_dbapi.Error, OSError):
            raise DisconnectionError from None  # a new one is opened in its place


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


def sit_alone(address: str) -> AbstractContextManager[object]:
    """Hold a SQLite database for one server: two would not hear of each other.

    The lock is the system's own and ends with the process, however that ends.

    Raises:
        TableError: ``bad-database``, or ``database-served`` if another server holds it.
    """
    url = read_address(address)
    if url.get_backend_name() != "sqlite" or fcntl is None:
        return nullcontext()
    file = f"{url.database}.serving"
    try:
        held = open(file, "w")  # noqa: SIM115 - it is held as long as the server runs
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TableError("database-served", file=url.database) from None
    except OSError as error:
        raise TableError("no-database", reason=error) from None
    return held


def read_address(address: str) -> URL:
    """A database address with the driver it needs."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise TableError("bad-database", address=_without_password(address)) from None
    backend = url.get_backend_name()
    if backend not in DRIVERS or not url.database or url.database == ":memory:":
        raise TableError("bad-database", address=url.render_as_string())
    return url.set(drivername=DRIVERS[backend])


def _without_password(address: str) -> str:
    """An address that cannot be read, without what may be a password in it.

    >>> _without_password("postgresql://anna:secret@host:port/name")
    'postgresql://anna:***@host:port/name'
    """
    return re.sub(r"(//[^:/@]*):.*@", r"\1:***@", address)


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


def _name_failure(failed: ExceptionContext) -> OperationalError | None:
    """What a failure of the server is called, where the driver only calls it an error.

    SQLAlchemy's driver for PostgreSQL knows no kind for a server that shuts down, is full or cuts
    the line in the middle of an operation; those who wait until it is back wait for an
    ``OperationalError``.
    """
    error = failed.sqlalchemy_exception
    if error is None or isinstance(error, OperationalError | IntegrityError):
        return None
    state = getattr(failed.original_exception, "sqlstate", None) or ""
    if not failed.is_disconnect and state[:2] not in AWAY:
        return None
    return OperationalError(
        error.statement, error.params, failed.original_exception, error.hide_parameters
    )


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
