"""A real server in a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

import salient
from tests.table.postgres import free_port

SOURCE = Path(salient.__file__).parents[1]
PATIENCE = 240.0
"""Seconds until a server that does not start, answer or end is a failure; machines are busy."""


class ServerProcess:
    """``salient serve`` on one database and one port, whatever happens to it."""

    def __init__(self, database: str, log: Path, files: int | None = None) -> None:
        """Nothing is started yet.

        Args:
            database: Its address.
            log: Where it writes what it says.
            files: How many files and connections it may have, if that is limited.
        """
        self.port = free_port()
        self.database = database
        self.log = log
        self._command = [sys.executable, "-m", "salient.cli", "serve", "--guests",
                         "--no-limits",
                         "--port", str(self.port), "--database", database]  # fmt: skip
        if files is not None:
            limited = f'ulimit -n {files} && exec "$@"'
            self._command = ["sh", "-c", limited, "sh", *self._command]
        self._process: subprocess.Popen[bytes] | None = None
        self._workers: set[int] = set()

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The running process."""
        assert self._process is not None, "start the server first"
        return self._process

    def start(self) -> None:
        """Start it; it may take a moment until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log,
                env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip

    def answers(self) -> bool:
        """Whether it takes requests already."""
        assert self.process.poll() is None, self.log.read_text()
        asking = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:  # plainly, for it is asked often, and who starts needs the processor
            asking.request("GET", "/api/me")
            return asking.getresponse().status == HTTPStatus.OK
        except OSError:
            return False
        finally:
            asking.close()

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Nothing goes on in it while the block runs, however long that takes; it may be killed."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it without a word (SIGKILL), and see that no process of its own is left."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end (SIGTERM); its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        self._workers |= descendants(self.process.pid)
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def left_over(self, seconds: float = PATIENCE) -> set[int]:
        """Processes that outlive the servers that started them."""
        deadline = time.monotonic() + seconds
        while (alive := {pid for pid in self._workers if is_alive(pid)}) and (
            time.monotonic() < deadline
        ):
            time.sleep(0.02)
        self._workers = alive
        return alive


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those they have."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child} | descendants(child)
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that is over and only waits to be counted does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"
