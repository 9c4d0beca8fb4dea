"""What the table tells: odds, refusals, points, charts, and a word for every way to end."""

from __future__ import annotations

import random

import pytest

from salient.boards.bits import members
from salient.engine import Match, SetupError, seed_from_text
from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.messages import Message
from salient.engine.speech import Speech
from salient.engine.texts import LANGUAGES
from salient.games import find_game
from salient.games.trumpets.fight.combat import CombatSegment
from salient.games.trumpets.march.movement import Movement, Moving
from salient.games.trumpets.state import TrumpetsState
from salient.games.trumpets.victory import german_points

GAME = find_game("trumpets")


def play_until(step: type) -> TrumpetsState:
    """The first question of a step in random games."""
    for seed in range(20):
        rng, match = random.Random(seed), Match.start(GAME, "clervaux", seed_from_text("report"))
        while match.decision is not None:
            if isinstance(match.state.steps[-1], step):
                state: TrumpetsState = match.state
                return state
            match.play(rng.choice(match.decision.actions))
    raise AssertionError(step)


def refusal(g: TrumpetsState, action: Action) -> str:
    said = GAME.report.explain_refusal(g, action)
    return said.id if isinstance(said, Message) else ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_way_to_end_has_a_word(scenario: str, language: str) -> None:
    setting = GAME.setting(scenario)
    ways = {"german_decisive", "german_victory", "draw", "allied_victory"}
    for way in ways | {one.outcome for one in setting.levels}:
        assert f"result.{way}" in GAME.texts(language)


def test_the_chances_of_an_attack_that_could_be_made_are_told() -> None:
    g = play_until(CombatSegment)
    decision = GAME.decision(g)
    assert decision is not None
    target = next(action for action in decision.actions if action.verb == "mark").place(0)
    told = GAME.forecast(g, target)
    assert told is not None
    assert sum(told.tables["result"].values()) == pytest.approx(1)
    assert told.attackers
    empty = members(g.setting.board.all & ~g.occupied[0] & ~g.occupied[1])[0]
    assert GAME.forecast(g, Place(empty)) is None


def test_an_attack_can_be_described_in_words() -> None:
    setting = GAME.setting("clervaux")
    even = GAME.describe_combat(setting, {"attack": "20", "defence": "20"})
    better = GAME.describe_combat(setting, {"attack": "20", "defence": "20", "shift": "2"})
    assert better.figures["column"] == even.figures["column"] + 2
    with pytest.raises(SetupError):
        GAME.describe_combat(setting, {"tanks": "3"})


def test_a_unit_of_the_enemy_or_of_another_corps_is_refused_with_a_reason() -> None:
    g = play_until(Movement)
    side = g.steps[-1].side
    foe = members(g.on_map(g.setting.army[1 - side]))[0]
    assert refusal(g, Action("pick", (foe,))) == "refusal.enemy"


def test_a_move_is_refused_with_the_bar_that_stops_it() -> None:
    g = play_until(Moving)
    moving = g.steps[-1]
    foe = members(g.occupied[1 - moving.side])[0]
    assert refusal(g, Action("move", (g.where[moving.units[0]],))) == "refusal.here"
    if not moving.group & g.deployed:
        assert refusal(g, Action("move", (foe,))) == "refusal.occupied"


def test_the_standing_names_the_points_that_the_rules_count() -> None:
    g = play_until(Movement)
    first, *_ = GAME.report.describe_standing(g)
    assert isinstance(first, Message)
    assert first.values["points"] == german_points(g)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hex_can_be_described(language: str) -> None:
    g = play_until(Movement)
    speech = Speech(GAME, g.setting, language)
    for place in map(Place, range(0, len(g.setting.lexicon.places), 7)):
        assert all(map(speech.say, GAME.report.describe_place(g, place)))
        speech.say(GAME.report.note_place(g, place))
    assert sorted(GAME.report.order_places(g)) == list(range(len(g.setting.lexicon.places)))
    for x, y in GAME.report.locate_places(g).values():
        assert 0 <= x <= 1
        assert 0 <= y <= 1
