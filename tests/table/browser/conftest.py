"""Fixtures of the tests in a real browser: Chromium, a server process, people who come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.table.browser.chromium import find_chromium, open_chromium
from tests.table.browser.visitor import Visitor
from tests.table.people import wait_until
from tests.table.process import ServerProcess
from tests.table.required import require

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser that the tests of a module share."""
    program = find_chromium()
    require("browser", program, "Chromium is not installed (Debian: apt install chromium)")
    assert program is not None
    with open_chromium(program) as browser:
        yield browser


@pytest.fixture(scope="module")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:  # noqa: ARG001 - without a browser no server is needed
    """The server that the tests of a module share; it may not stumble once."""
    folder = tmp_path_factory.mktemp("browser")
    server = ServerProcess(f"sqlite:///{folder / 'table.db'}", folder / "log")
    server.start()
    try:
        wait_until(server.answers, patience=120)
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


@pytest.fixture
def visit(chromium: Browser, server: ServerProcess) -> Iterator[Visit]:
    """Lets people come, each with a browser of his own, and sees that no page had a fault."""
    visitors: list[Visitor] = []

    def visit(**settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, server.address, **settings))
        return visitors[-1]

    yield visit
    faults = [fault for visitor in visitors for fault in visitor.leave()]
    assert not faults, "\n".join(faults)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """Names files in a folder of the test."""
    return lambda name: tmp_path / name
