"""A line of sight over smoke is told in words; once it was an error of the server."""

from __future__ import annotations

import random

import pytest

from salient.engine import seed_from_text
from salient.engine.ids import Place
from salient.engine.speech import Speech
from salient.games import find_game

GAME = find_game("squad")


@pytest.mark.rule("squad:A24.1")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_smoke_on_a_line_is_named(language: str) -> None:
    g, _ = GAME.start("station", seed_from_text("smoke"))
    speech, chance = Speech(GAME, g.setting, language), random.Random("smoke")
    places = range(len(g.setting.lexicon.places))
    g.smoke = {place: 2 for place in places if place % 3 == 0}
    smoke = speech.texts.say("thing.smoke")
    told = []
    for _ in range(60):
        ends = Place(chance.choice(places)), Place(chance.choice(places))
        line = GAME.report.look_along(g, *ends)
        assert line is not None
        told += [speech.say(each) for each in line.lines]
    assert any(smoke in text for text in told)
