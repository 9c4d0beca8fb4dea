"""The database, on SQLite and on a real PostgreSQL: migrations, settings, addresses."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, text
from sqlalchemy.exc import IntegrityError, ProgrammingError

from salient.table import schema
from salient.table.config import Config
from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES
from salient.table.room import Room
from salient.table.storage import Storage, migrations
from salient.table.table import GameTable
from salient.table.wire import Account, NewGame, Order, Status
from tests.amounts import amount

T = TypeVar("T")
HOT_SEAT = NewGame(title="mist", scenario="seventh", seats={"german": "me", "allied": "me"})
AGAINST_BOT = NewGame(
    title="mist", scenario="seventh", seats={"german": "me", "allied": "bot:simple"}
)
LIMIT = 120
"""Seconds that no test here may take."""


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Run asynchronous work to its end."""
    return asyncio.run(asyncio.wait_for(work(), LIMIT))


def on_connection(address: str, look: Callable[[Connection], T], *, migrated: bool = True) -> T:
    """What a function finds on a connection to a database, with its tables in the newest form."""

    async def work() -> T:
        storage = Storage(address)
        try:
            if migrated:
                await storage.open()
            async with storage.write() as connection:
                return await connection.run_sync(look)
        finally:
            await storage.close()

    return run(work)


@asynccontextmanager
async def open_table(address: str) -> AsyncIterator[GameTable]:
    """A table on a database."""
    table = GameTable(Config(database=address, guests=True))
    await table.open()
    try:
        yield table
    finally:
        await table.close()


# -- migrations ---------------------------------------------------------------------------------


def differences(connection: Connection) -> list[Any]:
    """What alembic would change to come from the database to the tables in the code."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, schema.metadata))


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


def test_migrations_make_exactly_the_tables_of_the_code(each_database: str) -> None:
    assert on_connection(each_database, differences) == []
    assert on_connection(each_database, tables) == set(schema.metadata.tables)


def test_opening_again_changes_nothing(each_database: str) -> None:
    def fill(connection: Connection) -> None:
        connection.execute(
            insert(schema.users).values(name="Anna", name_key="anna", created=datetime.now(UTC))
        )

    def names(connection: Connection) -> list[str]:
        return [row.name for row in connection.execute(schema.users.select())]

    on_connection(each_database, fill)
    assert on_connection(each_database, names) == ["Anna"]
    assert on_connection(each_database, differences) == []


def test_migrations_can_be_taken_back(each_database: str) -> None:
    def down(connection: Connection) -> set[str]:
        command.downgrade(migrations(connection), "base")
        return tables(connection)

    assert on_connection(each_database, down) == set()
    assert on_connection(each_database, differences) == []  # and forward again


PREPARE = """
import asyncio, sys
from salient.table.storage import prepare
print("ready", flush=True)
sys.stdin.readline()
asyncio.run(prepare(sys.argv[1]))
"""
KILLS = amount(1, soak=15)


@pytest.mark.play
def test_who_is_killed_in_the_first_migration_leaves_nothing_half_done(each_database: str) -> None:
    chance = random.Random("migration")
    for _ in range(KILLS):
        words = [sys.executable, "-c", PREPARE, each_database]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdout.readline()
            program.stdin.write(b"go\n")
            program.stdin.flush()
            time.sleep(chance.uniform(0.05, 0.4))
            program.kill()
    assert on_connection(each_database, differences) == []


def test_games_from_before_rules_had_versions_are_brought_forward(each_database: str) -> None:
    def old_game(connection: Connection) -> None:
        command.downgrade(migrations(connection), "0001")
        connection.execute(
            text(
                "INSERT INTO games (id, title, rules, scenario, options, seed, status, open, pace,"
                " invite, created, moved, seq, to_move) VALUES ('old', 'mist', '1', 'seventh',"
                " '{}', :seed, 'running', false, 'slow', 'i', :now, :now, 0, 0)"
            ).bindparams(seed=bytes(32), now=datetime.now(UTC))
        )

    def halt(connection: Connection) -> list[Any]:
        connection.execute(schema.games.update().values(status="halted"))
        return list(connection.execute(schema.games.select()))

    def status(connection: Connection) -> str:
        command.downgrade(migrations(connection), "0001")
        return str(connection.execute(text("SELECT status FROM games")).scalar_one())

    on_connection(each_database, old_game)
    (game,) = on_connection(each_database, halt)
    assert (game.begun, game.halted_by, game.halted_at) == ("1", "", None)
    assert on_connection(each_database, status) == "running"


def test_two_servers_may_open_an_empty_database_at_once(each_database: str) -> None:
    async def work() -> None:
        storages = [Storage(each_database) for _ in range(3)]
        try:
            await asyncio.gather(*(storage.open() for storage in storages))
        finally:
            for storage in storages:
                await storage.close()

    run(work)
    assert on_connection(each_database, differences, migrated=False) == []


# -- settings of the database -------------------------------------------------------------------


def test_sqlite_keeps_a_write_ahead_log_and_foreign_keys(tmp_path: Path) -> None:
    def pragmas(connection: Connection) -> list[Any]:
        return [
            connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        ]

    full = 2
    address = f"sqlite:///{tmp_path / 'table.db'}"
    assert on_connection(address, pragmas) == ["wal", 1, full, 15_000]


def test_a_seat_needs_its_game(each_database: str) -> None:
    def orphan(connection: Connection) -> None:
        connection.execute(insert(schema.seats).values(game_id="none", side=0))

    with pytest.raises(IntegrityError):
        on_connection(each_database, orphan)


def test_two_entries_cannot_share_a_number_or_a_key(each_database: str) -> None:
    async def work() -> None:
        async with open_table(each_database) as table:
            anna = await table.accounts.admit_guest("en")
            game_id = await table.lobby.create(HOT_SEAT, anna)

            async def enter(seq: int, key: str) -> None:
                async with table.storage.write() as connection:
                    await connection.execute(
                        insert(schema.journal).values(
                            game_id=game_id, seq=seq, key=key, kind="action", side=0, text="-",
                            at=datetime.now(UTC),
                        )
                    )  # fmt: skip

            await enter(1, "first")
            for seq, key in ((1, "second"), (2, "first")):
                with pytest.raises(IntegrityError):
                    await enter(seq, key)
            await enter(2, "second")

    run(work)


# -- many who write at once ---------------------------------------------------------------------


def test_what_fails_among_many_fails_alone(each_database: str) -> None:
    """Transactions that wait for each other share the disk's time, not their fate."""

    def sign(name: str) -> Callable[[Connection], str]:
        def work(connection: Connection) -> str:
            connection.execute(
                insert(schema.users).values(name=name, name_key=name, created=datetime.now(UTC))
            )
            if name == "liar":
                raise ZeroDivisionError
            return name

        return work

    async def work() -> tuple[list[Any], list[str]]:
        storage = Storage(each_database)
        await storage.open()
        names = ["anna", "otto", "anna", "liar", "mary", "gone", "last"]
        try:
            tasks = [asyncio.create_task(storage.transact(sign(name))) for name in names]
            await asyncio.sleep(0)
            tasks[names.index("gone")].cancel()  # written or not, it holds nobody up
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            async with storage.read() as connection:
                found = await connection.execute(schema.users.select())
                return outcomes, sorted(row.name for row in found if row.name != "gone")
        finally:
            await storage.close()

    outcomes, stored = run(work)
    kinds = Counter(each if isinstance(each, str) else type(each) for each in outcomes)
    failures = (IntegrityError, ZeroDivisionError, asyncio.CancelledError)
    assert kinds == Counter(("anna", "otto", "mary", "last", *failures))
    assert stored == ["anna", "last", "mary", "otto"]


# -- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["", "table.db", "mysql://localhost/salient", "sqlite", "postgresql://host:port/name", "://"],
)
def test_an_address_that_is_none_says_what_is_expected(address: str) -> None:
    with pytest.raises(TableError) as mistake:
        Storage(address)
    assert mistake.value.code == "bad-database"
    assert "Expected sqlite:///file or postgresql://" in mistake.value.describe("en")
    assert "sqlite:///" in mistake.value.describe("ja")


@pytest.mark.parametrize(
    "address",
    ["mysql://anna:secret@localhost/salient", "postgresql://anna:secret@host:abc/salient",
     "postgresql://anna:secret@@host:abc/x", "nothing://anna:secret@"],
)  # fmt: skip
def test_a_password_in_an_address_is_not_told(address: str) -> None:
    with pytest.raises(TableError) as mistake:
        Storage(address)
    assert "secret" not in mistake.value.describe("en")


@pytest.mark.parametrize(
    "address",
    [
        "sqlite:////no/such/folder/table.db",
        "sqlite:////dev/null/table.db",
        "postgresql://salient@127.0.0.1:1/salient",
        "postgresql://salient@no-such-host.invalid/salient",
    ],
)
def test_a_database_that_cannot_be_opened_is_one_clear_error(address: str) -> None:
    with pytest.raises(TableError) as mistake:
        on_connection(address, tables)
    assert mistake.value.code == "no-database"
    assert "cannot be opened" in mistake.value.describe("en")


def test_a_database_that_does_not_exist_is_one_clear_error(postgres: str) -> None:
    with pytest.raises(TableError) as mistake:
        on_connection(postgres + "-gone", tables)
    assert mistake.value.code == "no-database"
    assert "-gone" in mistake.value.describe("en")


def test_a_file_that_is_no_database_is_one_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 200)
    with pytest.raises(TableError) as mistake:
        on_connection(f"sqlite:///{file}", tables)
    assert mistake.value.code == "no-database"
    assert file.read_text().startswith("Dear Anna")


def test_a_database_of_a_newer_program_is_one_clear_error(each_database: str) -> None:
    def pretend(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    on_connection(each_database, pretend)
    with pytest.raises(TableError) as mistake:
        on_connection(each_database, tables)
    assert mistake.value.code == "newer-database"


# -- whole games --------------------------------------------------------------------------------


async def play_on(table: GameTable, game_id: str, anna: Account, chance: random.Random, most: int
) -> Room:  # fmt: skip
    """Answer at random wherever the person is asked, so many times or until the game is over."""
    for number in range(most):
        room = await table.rooms.get(game_id)
        while room.status is Status.RUNNING and room.users.get(room.decider) != anna.id:
            await asyncio.sleep(0.01)
        if room.status is Status.OVER:
            break
        decision = room.match.decision
        assert decision is not None
        text = room.match.state.setting.lexicon.text(chance.choice(decision.actions))
        key = f"random-{room.seq}-{number}"
        ack = await table.referee.order(room, anna.id, Order(text, room.seq, key))
        assert not ack.repeated
    return room


def test_a_whole_game_against_a_bot_is_the_same_after_reopening(each_database: str) -> None:
    chance = random.Random("reopening")

    async def begin() -> tuple[str, Account, str, int]:
        async with open_table(each_database) as table:
            anna = await table.accounts.admit_guest("en")
            game_id = await table.lobby.create(AGAINST_BOT, anna)
            await table.begin(game_id)
            room = await play_on(table, game_id, anna, chance, 40)
            async with room.lock:
                return game_id, anna, room.game.fingerprint(room.match.state), room.seq

    async def finish() -> tuple[str, str]:
        async with open_table(each_database) as table:
            room = await play_on(table, game_id, anna, chance, 20_000)
            async with room.lock:  # what the bot did last is stored when it lets go
                pass
            card = await table.lobby.card(game_id, anna.id, "en")
            assert card.status is Status.OVER
            assert card.seq == room.seq
            return room.match.record().to_text(), card.result

    async def look() -> tuple[str, str]:
        async with open_table(each_database) as table:
            room = await table.rooms.get(game_id)
            card = await table.lobby.card(game_id, anna.id, "ja")
            assert card.seed
            assert [m.written.key for m in room.moments[1:]] == list(room.keys)[1:]
            return room.match.record().to_text(), (
                await table.lobby.card(game_id, None, "en")
            ).result

    async def state_at(seq: int) -> str:
        async with open_table(each_database) as table:
            room = await table.rooms.get(game_id)
            return room.game.fingerprint(room.state_at(room.moments[seq].move))

    game_id, anna, fingerprint, seq = run(begin)
    record, result = run(finish)
    assert run(look) == (record, result)
    assert result
    assert run(lambda: state_at(seq)) == fingerprint


def test_a_line_cut_in_the_middle_of_something_is_a_failure_of_the_storage(postgres: str) -> None:
    """Bots, clocks and letters wait such failures out; any other ends them."""

    async def sleep_until_cut(storage: Storage, asleep: asyncio.Future[int]) -> None:
        async with storage.read() as connection:
            mine = await connection.execute(text("SELECT pg_backend_pid()"))
            asleep.set_result(mine.scalar_one())
            await connection.execute(text("SELECT pg_sleep(60)"))

    async def work() -> None:
        storage = Storage(postgres)
        try:
            asleep = asyncio.get_running_loop().create_future()
            sleeping = asyncio.create_task(sleep_until_cut(storage, asleep))
            process = await asleep
            await asyncio.sleep(0.2)
            async with storage.read() as other:
                cut = text("SELECT pg_terminate_backend(:process)")
                await other.execute(cut, {"process": process})
            with pytest.raises(STORAGE_FAILURES):
                await sleeping
        finally:
            await storage.close()

    run(work)


def test_lines_that_were_cut_while_nobody_used_them_are_replaced_unnoticed(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that were used just now are not asked: that would be waited for by every order."""
    monkeypatch.setattr("salient.table.storage.IDLE_SECONDS", 0.0)
    others = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :process")

    async def work() -> None:
        storage, other = Storage(postgres), Storage(postgres)
        mine = text("SELECT pg_backend_pid()")
        try:
            async with storage.read() as connection:
                read = (await connection.execute(mine)).scalar_one()
            wrote = await storage.transact(lambda link: link.execute(mine).scalar_one())
            assert read != wrote
            for process in (read, wrote):
                async with other.read() as connection:
                    await connection.execute(others, {"process": process})
            async with storage.read() as connection:
                assert (await connection.execute(mine)).scalar_one() != read
            again = await storage.transact(lambda link: link.execute(mine).scalar_one())
            assert again != wrote
        finally:
            await storage.close()
            await other.close()

    run(work)


def test_a_mistake_of_ours_is_no_failure_of_the_storage(postgres: str) -> None:
    with pytest.raises(ProgrammingError):
        on_connection(postgres, lambda connection: connection.execute(text("SELECT nonsense")))
