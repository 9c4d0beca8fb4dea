"""A PostgreSQL server of our own for the tests, on a free port, gone when they end."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.table.required import require

HOMES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
"""Where distributions keep the programs that are not in the path."""

ACCOUNT = "postgres"
"""PostgreSQL refuses to run as root; then it runs as this user."""

# The data are thrown away, so nothing waits for the disk. A killed client loses nothing by it.
SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=60")


class Postgres:
    """A running server with as many empty databases as are asked for."""

    def __init__(self, folder: Path, programs: Path, settings: Sequence[str] = SETTINGS) -> None:
        self.folder = folder
        self.programs = programs
        self.settings = settings
        self.port = free_port()
        self._names = count()

    def start(self) -> None:
        """Make the server's files and start it."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, ACCOUNT, pwd.getpwnam(ACCOUNT).pw_gid)
        self._run("initdb", "--auth=trust", "--username=salient", "--encoding=UTF8", "--no-sync")
        self.go_on()

    def go_on(self) -> None:
        """Start it again with the files it has."""
        options = [f"-p {self.port}", f"-k {self.folder}", "-h 127.0.0.1"]
        options += [f"-c {setting}" for setting in self.settings]
        log = self.folder / "log"
        self._run("pg_ctl", "start", "--wait", f"--log={log}", "--options", " ".join(options))

    def stop(self) -> None:
        """End it at once."""
        self._run("pg_ctl", "stop", "--mode=immediate")

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"table{next(self._names)}"
        self._command(["createdb", "-h", str(self.folder), "-p", str(self.port),
                       "-U", "salient", name])  # fmt: skip
        return f"postgresql://salient@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        self._command([program, "-D", str(self.folder / "data"), *arguments])

    def _command(self, words: Sequence[str]) -> None:
        command = [str(self.programs / words[0]), *words[1:]]
        account = ACCOUNT if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root.
        # Output to a file: a server that inherits a pipe would keep it open for ever.
        with (self.folder / "output").open("w+") as output:
            done = subprocess.run(
                command, stdout=output, stderr=output, cwd="/", check=False,
                user=account, group=account, extra_groups=[] if account else None,
            )  # fmt: skip
            output.seek(0)
            assert done.returncode == 0, output.read()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def find_programs() -> Path | None:
    """The folder with the newest ``initdb`` and ``pg_ctl``."""
    known = [path for home in HOMES for path in Path("/").glob(home.lstrip("/"))]
    if found := shutil.which("pg_ctl"):
        known.append(Path(found).resolve().parent)
    usable = [path for path in known if (path / "initdb").exists() and (path / "pg_ctl").exists()]
    return max(usable, key=_version, default=None)


def _version(programs: Path) -> int:
    shown = subprocess.run([programs / "pg_ctl", "--version"], capture_output=True, check=True)
    found = re.search(rb"\) (\d+)", shown.stdout)
    return int(found[1]) if found else 0


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of one's own; who asks for it is skipped where there is none."""
    programs = find_programs()
    require("postgres", programs, "PostgreSQL is not installed (Debian: apt install postgresql)")
    assert programs is not None
    with tempfile.TemporaryDirectory(prefix="salient-postgres-") as folder:
        server = Postgres(Path(folder), programs)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a run."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: Postgres) -> str:
    """The address of an empty PostgreSQL database."""
    return postgres_server.database()


@pytest.fixture(params=["sqlite", "postgres"])
def each_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: a test with it runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    address: str = request.getfixturevalue("postgres")
    return address
