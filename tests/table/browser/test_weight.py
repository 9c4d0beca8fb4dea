"""What a first game weighs: all that travels from the lobby to the first question."""

from __future__ import annotations

import pytest

from salient.games import GAMES
from tests.table.browser.conftest import Visit
from tests.table.browser.weighing import play_first

MOST = 200_000
"""Bytes, packed as they travel, with the heads of the answers."""


@pytest.mark.parametrize("title", GAMES)
def test_a_first_game_is_light_and_nothing_comes_twice(visit: Visit, title: str) -> None:
    found = play_first(visit(briefing=True), title)
    assert found.bytes < MOST, found
    assert found.twice == []
    assert found.painted > 0
