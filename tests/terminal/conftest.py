"""A player at a terminal made of a script."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from rich.console import Console

from salient.engine import Match, seed_from_text
from salient.games import find_game
from salient.terminal.players import seat_players
from salient.terminal.session import Session


class Script:
    """A reader that types prepared lines."""

    live = False

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.prompts: list[str] = []

    def line(self, prompt: str, words: Sequence[str] = ()) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


class Table:
    """A session with everything that was printed."""

    def __init__(self, session: Session, output: io.StringIO) -> None:
        self.session = session
        self._output = output

    @property
    def text(self) -> str:
        return self._output.getvalue()


Sit = Callable[..., Table]


@pytest.fixture
def sit() -> Sit:
    """Play a scripted session: ``sit("1", "undo")``; the result shows what was printed."""

    def run(
        *lines: str,
        players: str = "human,human",
        scenario: str = "seventh",
        language: str = "en",
        width: int = 80,
        match: Match[Any] | None = None,
    ) -> Table:
        game = find_game("mist")
        match = match or Match.start(game, scenario, seed_from_text("terminal"))
        output = io.StringIO()
        console = Console(
            file=output, width=width, height=24, markup=False, highlight=False, emoji=False
        )
        seats = seat_players(players.split(","), "terminal")
        session = Session(match, seats, language, console, Script(lines))
        session.run(match.log[0][1])
        return Table(session, output)

    return run
