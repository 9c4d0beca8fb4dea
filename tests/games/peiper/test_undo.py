"""Undo ends where something could have been learnt: nobody knows what the enemy has brought."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece
from salient.engine import seed_from_text
from salient.engine.ids import Place, enemy
from salient.games import find_game
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.secrets import lurks

GAME = find_game("peiper")


def in_battle() -> PeiperState:
    """A campaign in which somebody moves."""
    g: PeiperState = GAME.start("cheneux", seed_from_text("undo"))[0]
    g.phase, g.refit = "move", 0
    return g


@pytest.mark.rule("squad:A12.3")
@pytest.mark.parametrize("side", [0, 1])
def test_who_has_moved_in_a_battle_cannot_take_it_back(side: int) -> None:
    before, after = in_battle(), in_battle()
    assert not GAME.could_learn(before, after, side)
    unit = each_piece(before.setting.army[side])[0]
    after.put(unit, Place(5))
    assert GAME.could_learn(before, after, side)
    assert GAME.could_learn(before, after, enemy(side)), "and his enemy has seen him go"


@pytest.mark.parametrize("side", [0, 1])
def test_there_may_always_be_somebody(side: int) -> None:
    assert lurks(in_battle(), side), "even if no counter of his is on the map"
