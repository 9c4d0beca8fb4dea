"""Forged actions: whatever is not offered is refused, and nothing has changed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from salient.engine import RuleViolation, seed_from_text
from salient.engine.actions import Action
from salient.games import find_game
from tests.amounts import amount
from tests.scenarios import SCENARIOS

TITLES = sorted({title for title, _ in SCENARIOS})
FORGED = amount(400, soak=1_000_000 // len(TITLES))
"""For each title; a million in a soak."""

AT_ONCE = 40
"""Forgeries of one position."""

pytestmark = pytest.mark.play


def forge(rng: random.Random, g: Any, offered: list[Action]) -> Any:
    """An action as a cheat would make it: an offered one with something changed, or anything."""
    lexicon = g.setting.lexicon
    action = rng.choice(offered)
    args: list[Any] = list(action.args)
    kind = rng.randrange(6)
    if kind == 0:
        return Action(rng.choice(list(lexicon.verbs)), action.args)
    if kind == 1 and args:
        args[rng.randrange(len(args))] = rng.choice([-1, 0, 10**9, rng.randrange(2000), "x", ""])
    elif kind == 2:
        args.append(rng.randrange(50))
    elif kind == 3 and args:
        args.pop()
    elif kind == 4:
        size = rng.randrange(4)
        return Action(
            rng.choice(list(lexicon.verbs)), tuple(rng.randrange(300) for _ in range(size))
        )
    else:
        return (action.verb, *args)
    return Action(action.verb, tuple(args))


@pytest.mark.parametrize("title", TITLES)
def test_what_is_not_offered_is_refused_and_changes_nothing(title: str) -> None:
    game, rng, tried = find_game(title), random.Random(f"forged {title}"), 0
    scenarios = [scenario for of, scenario in SCENARIOS if of == title]
    while tried < FORGED:
        g, _ = game.start(rng.choice(scenarios), seed_from_text(f"{title} {tried}"))
        while tried < FORGED and (decision := game.decision(g)) is not None:
            before = game.dump(g)
            for _ in range(AT_ONCE):
                forged = forge(rng, g, decision.actions)
                if forged in decision.actions:
                    continue
                tried += 1
                with pytest.raises(RuleViolation):
                    game.play(g, forged)
            with pytest.raises(RuleViolation):
                game.play(g, decision.actions[0], 1 - decision.side)
            assert game.dump(g) == before
            for _ in range(5):
                if (decision := game.decision(g)) is None:
                    break
                game.play(g, rng.choice(decision.actions))
