"""The guided first turn of every title: its steps can be taken and are told in both languages."""

from __future__ import annotations

import pytest

from salient.engine import seed_from_text
from salient.engine.lessons import LEARNER, lessons_for
from salient.engine.texts import LANGUAGES
from salient.games import GAMES, find_game

TAUGHT = [name for name in GAMES if (find_game(name).folder / "lessons.csv").exists()]


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_has_words_and_a_verb_of_the_game(name: str) -> None:
    game = find_game(name)
    steps = lessons_for(game, game.scenarios[0], LEARNER)
    verbs = game.setting(game.scenarios[0]).lexicon.verbs
    assert sum(bool(step.verb) for step in steps) >= 3, "one learns by doing"
    for step in steps:
        assert set(step.verbs) <= verbs.keys()
        for language in LANGUAGES:
            assert f"lesson.{step.id}" in game.texts(language)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_learner_begins_and_can_take_the_first_step(name: str) -> None:
    game = find_game(name)
    g, _ = game.start(game.scenarios[0], seed_from_text("lesson"))
    decision = game.decision(g)
    assert decision is not None
    assert decision.side == LEARNER
    first = next(step.verbs for step in lessons_for(game, game.scenarios[0], LEARNER) if step.verb)
    assert set(first) <= {action.verb for action in decision.actions}


def test_only_the_learner_of_the_first_scenario_is_taught() -> None:
    game = find_game("mist")
    assert lessons_for(game, "seventh", LEARNER)
    assert not lessons_for(game, "seventh", 1)
    assert not lessons_for(game, "campaign", LEARNER)


def test_the_titles_are_taught() -> None:
    assert {"mist", "bulge", "squad", "trumpets"} <= set(TAUGHT)
