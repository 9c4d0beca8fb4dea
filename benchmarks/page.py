"""What a first game costs a newcomer: ``python -m benchmarks.page [TITLE ...]``.

A fresh Chromium opens the lobby of a server of its own, presses *Play*, reads the briefing and
presses *Begin*. Measured are the bytes that travel (bodies as they are packed, and heads), the
requests, when the lobby is painted first, and when the table asks its first question. One JSON
line for each title.
"""

from __future__ import annotations

import json
import sys

import msgspec
from tests.table.browser.chromium import find_chromium, open_chromium
from tests.table.browser.pictures import open_server
from tests.table.browser.visitor import Visitor
from tests.table.browser.weighing import play_first

from salient.games import GAMES


def main(titles: list[str]) -> None:
    """Measure the titles that are named, or all."""
    program = find_chromium()
    assert program, "Chromium is not installed"
    for title in titles or GAMES:
        with open_server() as server, open_chromium(program) as browser:
            visitor = Visitor(browser, server.address, briefing=True)
            found = play_first(visitor, title)
            assert not visitor.leave()
        print(json.dumps(msgspec.to_builtins(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
