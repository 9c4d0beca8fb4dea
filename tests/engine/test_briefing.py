"""Briefing, turn track, standing and the key to the map, of every title."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from salient.bots import RandomBot
from salient.engine import AnyGame, Match, seed_from_text
from salient.engine.briefing import brief
from salient.engine.speech import Speech
from salient.engine.texts import LANGUAGES
from salient.engine.turns import arrivals
from salient.games import GAMES, find_game
from salient.games.bulge.events import PhaseBegan
from salient.games.squad.core.events.play import PhaseBegan as SquadPhaseBegan

SCENARIOS = [(name, scenario) for name in GAMES for scenario in find_game(name).scenarios]


def start(name: str, scenario: str, side: int = 0) -> tuple[AnyGame, Any]:
    """The first position of a scenario as a side knows it."""
    game = find_game(name)
    g, _ = game.start(scenario, seed_from_text("briefing"))
    return game, game.known(g, side, Random(0))


def played(name: str, scenario: str, actions: int) -> Iterator[Match[Any]]:
    """A random game after each of its actions."""
    match = Match.start(find_game(name), scenario, seed_from_text("turns"))
    bot = RandomBot(3)
    for _ in range(actions):
        if match.decision is None:
            return
        match.play(bot.answer(match.game, match.state, match.decision))
        yield match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_scenario_with_a_briefing_has_all_of_it(name: str, scenario: str, language: str) -> None:
    game, g = start(name, scenario)
    told = brief(game, g, 0, language)
    assert told.about
    if told.situation:
        assert told.victory
        assert all(told.hints)


@pytest.mark.parametrize("name", GAMES)
def test_the_first_scenario_of_a_title_is_briefed(name: str) -> None:
    game, g = start(name, find_game(name).scenarios[0])
    assert brief(game, g, 0, "en").situation


def test_forces_are_counted_as_the_reader_knows_them() -> None:
    game, g = start("squad", "practice")
    german, american = brief(game, g, 0, "en").forces
    assert dict(german.kinds)["squad"] == 4
    assert "squad" not in dict(american.kinds), "concealed units are not told"


def test_a_title_without_texts_is_briefed_with_what_it_says_about_its_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, g = start("mist", "seventh")
    texts = game.texts("en")
    plain = {key: text for key, text in texts.as_mapping().items() if "briefing." not in key}
    monkeypatch.setattr(texts, "_templates", plain)
    told = brief(game, g, 0, "en")
    assert (told.situation, told.hints) == ("", ("", ""))
    assert "Luxembourg" in told.about


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_track_begins_where_the_clock_does(name: str, scenario: str) -> None:
    game, g = start(name, scenario)
    track = game.report.turn_track(g)
    assert track is None or game.clock(g).startswith(track.turns[track.now])


@pytest.mark.parametrize(
    ("name", "scenario", "turn", "unit"),
    [
        ("mist", "seventh", "18-1", "CCA/10A"),
        ("bulge", "campaign", "2", "CCB/7A"),
        ("squad", "gleize", "3", "PzVIB.1"),
        ("trumpets", "clervaux", "16AF", "AA2"),
    ],
)
def test_those_who_are_due_stand_on_the_track(
    name: str, scenario: str, turn: str, unit: str
) -> None:
    game, g = start(name, scenario)
    track = game.report.turn_track(g)
    assert track is not None
    assert turn in track.turns
    names = [piece.name for piece in arrivals(game.scene(g, 0).pieces)[turn]]
    assert unit in names


@pytest.mark.parametrize("name", GAMES)
def test_the_track_goes_forward_only(name: str) -> None:
    game, before = find_game(name), (-1, 0, -1)
    for match in played(name, game.scenarios[0], 250):
        track = game.report.turn_track(match.state)
        if track is None or match.decision is None:
            return
        assert 0 <= track.now < len(track.turns)
        assert -1 <= track.phase < len(track.phases)
        now = (track.now, track.round, track.phase)
        assert now >= before
        before = now


def test_the_phase_of_bulge_is_the_one_that_was_announced() -> None:
    last = ""
    for match in played("bulge", "campaign", 600):
        for event in match.log[-1][1]:
            last = event.phase if isinstance(event, PhaseBegan) else last
        track = match.game.report.turn_track(match.state)
        if last and track is not None and match.decision is not None:
            number = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"].index(last)
            assert track.phase == number


def test_the_phase_of_squad_is_the_one_that_was_announced() -> None:
    last: tuple[int, str] | None = None
    for match in played("squad", "practice", 300):
        for event in match.log[-1][1]:
            if isinstance(event, SquadPhaseBegan):
                last = event.side, event.phase
        track = match.game.report.turn_track(match.state)
        if last and track is not None and match.decision is not None:
            side, name = track.phases[track.phase]
            assert (side, name) == (last[0], name)
            assert last[1] in str(name)


@pytest.mark.parametrize("name", GAMES)
def test_everybody_hears_who_would_win_in_a_sentence(name: str) -> None:
    game, g = start(name, find_game(name).scenarios[0])
    for language in LANGUAGES:
        assert Speech(game, g.setting, language).say(game.report.verdict(g))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_sign_of_the_key_has_a_word(name: str, language: str) -> None:
    game, g = start(name, find_game(name).scenarios[0])
    speech = Speech(game, g.setting, language)
    key = game.sheet(g.setting, language).key()
    assert len(key.samples) > 5
    words = [speech.say(word) for word, _ in key.samples]
    assert len(set(words)) == len(words)
    for word, _ in key.samples:
        assert language == "en" or not speech.say(word).isascii(), word
