"""Lines of sight as they are told at the table."""

from __future__ import annotations

import pytest

from salient.engine import Speech
from salient.engine.texts import LANGUAGES
from salient.games.squad import GAME
from tests.games.squad.table import Table


@pytest.mark.parametrize("language", LANGUAGES)
def test_smoke_on_a_line_has_a_name(language: str) -> None:
    table = Table(german="ss658", american="us666").put("B3", "ss658.1").put("B8", "us666.1")
    table.move()
    table.g.smoke[table.place("B5")] = 2
    line = GAME.report.look_along(table.g, table.place("B3"), table.place("B8"))
    said = [Speech(GAME, table.g.setting, language).say(part) for part in line.lines]
    assert line.clear
    assert any(word in "".join(said) for word in ("smoke", "煙幕"))
