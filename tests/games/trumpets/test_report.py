"""What the table tells: odds, refusals, points, charts, and a word for every way to end."""

from __future__ import annotations

import random

import pytest

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine import Match, SetupError, seed_from_text
from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.messages import Message, message
from salient.engine.speech import Speech, say_clock
from salient.engine.texts import LANGUAGES
from salient.games import find_game
from salient.games.trumpets.events import SquadronsFound
from salient.games.trumpets.fight.combat import CombatSegment
from salient.games.trumpets.march.groups import GroupMove
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState
from salient.games.trumpets.victory import german_points
from tests.games.trumpets.table import Table

GAME = find_game("trumpets")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "16 December, morning"), ("ja", "12月16日午前")]
)
def test_a_turn_is_told_by_its_day_and_its_part_of_the_day(language: str, said: str) -> None:
    match = Match.start(GAME, "clervaux", seed_from_text("report"))
    speech = Speech(GAME, match.state.setting, language)
    assert say_clock(speech.texts, GAME.clock(match.state)) == said
    headings = [speech.heading(event) for event in match.log[0][1]]
    assert said in headings


def test_words_of_an_event_are_told_one_after_the_other() -> None:
    speech = Speech(GAME, GAME.start("clervaux", seed_from_text("report"))[0].setting, "en")
    assert speech.event(SquadronsFound(("fw190", "p47"))) == "Aircraft of this turn: FW190 and P47."


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
    for words, code in (
        ({"tanks": "3"}, "no-word"),
        ({"attack": "many"}, "not-number"),
        ({"attack": "-1"}, "number-range"),
        ({"drm": "21"}, "number-range"),
    ):
        with pytest.raises(SetupError) as refused:
            GAME.describe_combat(setting, words)
        assert refused.value.code == code


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


ROADS = [f"10{row:02}-10{row + 1:02}" for row in range(2, 20)]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("foot 1011", "no_vehicles"),
        ("march 1016", "march_near"),
        ("march 1209", "march_road"),
        ("overrun 1012", "nobody"),
        ("overrun 1018", "overrun_next"),
    ],
)
def test_other_ways_to_move_are_refused_with_their_reasons(order: str, reason: str) -> None:
    t = Table(roads=ROADS).put("1010", "pz").put("1018", "r1")
    t.move("pz")
    action = t.g.setting.lexicon.parse(order)
    assert refusal(t.g, action) == f"refusal.{reason}"
    t.flag("engaged", "pz")
    if order.startswith("march"):
        assert refusal(t.g, action) == "refusal.no_march"


@pytest.mark.parametrize(("unit", "reason"), [("pg", "dismount"), ("pz", "no_way")])
def test_vehicles_do_not_cross_a_river_and_who_can_dismount_is_told_so(
    unit: str, reason: str
) -> None:
    beside = ("1010-1110", "1011-1110", "1109-1110", "1110-1111", "1110-1210", "1110-1211")
    rivers = dict.fromkeys(beside, "river")
    t = Table(water=rivers).put("1010", unit).put("1610", "r1").move(unit)
    assert refusal(t.g, t.g.setting.lexicon.parse("move 1110")) == f"refusal.{reason}"


def test_who_has_left_the_map_for_points_is_not_counted_as_lost() -> None:
    t = Table.real("losheim", "17AF")
    for unit, hex_ in (("I/SSPz1", "7819"), ("T501", "7920")):
        t.g.waiting.pop(t.unit(unit), None)
        t.put(hex_, unit)
    t.move("I/SSPz1").play("exit")
    shown = {piece.name: piece for piece in GAME.view(t.g, GERMAN).pieces}
    assert (shown["I/SSPz1"].place, shown["I/SSPz1"].enters) == (NOWHERE, "")
    t.g.steps_left[t.unit("T501")] = 0
    t.g.put(t.unit("T501"), NOWHERE)
    assert "T501" not in {piece.name for piece in GAME.view(t.g, GERMAN).pieces}


@pytest.mark.parametrize(
    ("unit", "at", "reason"), [("I/SSPz1", "8020", "exit"), ("I/48", "7819", "no_exit")]
)
def test_where_units_leave_the_map_for_points_is_told(unit: str, at: str, reason: str) -> None:
    t = Table.real("losheim", "17AF")
    t.g.waiting.pop(t.unit(unit), None)
    t.put(at, unit).move(unit)
    assert "exit" not in t.offered()
    assert refusal(t.g, t.g.setting.lexicon.parse("exit")) == f"refusal.{reason}"


def test_which_formations_move_as_one_is_told_to_who_names_another() -> None:
    t = Table().put("1010", "vg1").put("1012", "vg2").put("1013", "pg").put("1018", "r1")
    t.run(Movement(GERMAN, t.formation("ISS")))
    assert "group 12vg" in t.offered("group")
    assert "group 1ss" not in t.offered("group"), "one unit is no group"
    assert refusal(t.g, t.g.setting.lexicon.parse("group 1ss")) == "refusal.group"
    u = Table().put("1013", "pg").put("1018", "r1").run(Movement(GERMAN, t.formation("ISS")))
    assert refusal(u.g, u.g.setting.lexicon.parse("group 1ss")) == "refusal.no_group"


def test_who_has_half_his_movement_factors_is_named_with_the_reasons() -> None:
    for disrupted in (False, True):
        t = Table().put("1010", "vg1").put("1018", "r1")
        if disrupted:
            t.g.disrupted2 |= 1 << t.unit("vg1")
        t.move("vg1")
        lines = GAME.report.describe_decision(t.g, t.question)
        said = [line for line in lines if isinstance(line, Message) and line.id == "report.halved"]
        assert [line.values["why"] for line in said] == [message("halving.disrupted")] * disrupted


def test_nobody_else_moves_before_a_move_is_over() -> None:
    t = Table().put("1010", "vg1").put("1210", "vg2").put("1018", "r1").move("vg1")
    for order in ("pick vg2", "group 12vg", "follow", "staff", "end"):
        said = GAME.report.explain_refusal(t.g, t.g.setting.lexicon.parse(order))
        assert isinstance(said, Message)
        assert said.id == "refusal.still_moving"
        assert said.values["order"] == "wait"


def test_a_hex_that_is_too_strong_is_not_overrun() -> None:
    t = Table().put("1010", "pz").put("1011", "r1")
    t.move("pz")
    assert refusal(t.g, t.g.setting.lexicon.parse("overrun 1011")) == "refusal.overrun"


@pytest.mark.parametrize(("goal", "reason"), [("1018", "occupied"), ("0101", "group_far")])
def test_a_formation_is_not_sent_where_none_of_it_gets(goal: str, reason: str) -> None:
    t = Table().put("1010", "vg1", "vg2").put("1018", "r1")
    corps = t.home("german")
    units = (t.unit("vg1"), t.unit("vg2"))
    t.run(GroupMove(GERMAN, corps, t.formation("12VG"), units))
    assert refusal(t.g, t.g.setting.lexicon.parse(f"to {goal}")) == f"refusal.{reason}"


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


def test_the_track_beside_the_map_shows_the_points_as_things_stand() -> None:
    t = Table.real("clervaux", "17AF")
    before = t.game.view(t.g, GERMAN).tracks["points"]
    t.g.control |= 1 << t.hex("7743")  # Hosingen
    t.g.put(t.unit("3/110"), NOWHERE)
    t.g.put(t.unit("B/103E"), NOWHERE)
    after = t.game.view(t.g, GERMAN).tracks["points"]
    assert (before, after) == (german_points(Table.real("clervaux", "17AF").g), german_points(t.g))
