"""Playing an action: what is equal to an offered one is that one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from salient.engine import seed_from_text
from salient.engine.actions import Action
from salient.engine.game import Game
from salient.games import find_game
from tests.scenarios import SCENARIOS

FIRST = {title: (title, scenario) for title, scenario in reversed(SCENARIOS)}


@pytest.mark.parametrize(("title", "scenario"), FIRST.values())
def test_a_bare_tuple_equal_to_an_offered_action_is_played_as_that_action(
    title: str, scenario: str
) -> None:
    game, rng = find_game(title), random.Random(title)
    g, _ = game.start(scenario, seed_from_text("tuple"))
    for _ in range(80):
        decision = game.decision(g)
        if decision is None:
            break
        action = rng.choice(decision.actions)
        whole, twin = g.copy(), g.copy()
        game.play(whole, action)
        game.play(twin, disguised(action))
        assert game.dump(twin) == game.dump(whole)
        g = whole


def disguised(action: Action) -> Any:
    """The same action as a bare tuple, with fractions for numbers."""
    return (action.verb, tuple(float(a) if isinstance(a, int) else a for a in action.args))


def test_a_game_that_hides_pieces_says_how_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else undo would find them: the default is for games without secrets."""
    game = find_game("mist")
    g, _ = game.start("seventh", seed_from_text("open"))
    assert not Game.could_learn(game, g, g, 0)
    monkeypatch.setattr(type(game), "hides", True)
    with pytest.raises(NotImplementedError):
        Game.could_learn(game, g, g, 0)
