"""Fighter-bombers and flak. Rules E7.1-E7.5, B35.1, err-E7.3."""

from __future__ import annotations

import random

import pytest

from salient.games.squad.core.events.fire import FlakFired, FlightArrived, Sighted, Struck, Tried
from salient.games.squad.core.ongoing import Aircraft
from salient.games.squad.guns.aircraft import take_off
from salient.games.squad.guns.flak import gunners, is_flak
from salient.games.squad.sequence import EndOfPlayerTurn, GameTurn
from tests.games.squad.table import GAME, Table

GERMAN, AMERICAN = 0, 1
FLIGHT = '[[air]]\nside = "american"\n'


def sky(*lines: str, german: str = "ss658 3 PzIVH Opel SdKfz71 SdKfz104 PzVG", words: str = "",
        american: str = "us666 2") -> Table:  # fmt: skip
    """Two American planes over a German squad in E5."""
    table = Table(*lines, german=german, american=american, size=(12, 12),
                  scenario=f"special = [{words}]\n{FLIGHT}")  # fmt: skip
    table.put("E5", "ss658.1").put("A12", "us666.1")
    table.g.aircraft = (Aircraft(AMERICAN, 1), Aircraft(AMERICAN, 1))
    return table


def fly(table: Table) -> Table:
    return table.move("american").play("sortie 0")


@pytest.mark.rule("squad:E7.1", "squad:E7.2")
@pytest.mark.parametrize(("words", "comes"), [
    ("", True), ('"mist_light"', True), ('"mist_moderate"', False), ('"overcast"', False),
])  # fmt: skip
def test_a_die_says_when_they_come_if_the_weather_lets_them(words: str, comes: bool) -> None:
    table = sky(words=words)
    table.g.aircraft = ()
    table.dice(4, ...).run(GameTurn())
    assert table.g.aircraft == ((Aircraft(AMERICAN, 4),) * 2 if comes else ())
    assert len(table.happened(FlightArrived)) == comes


@pytest.mark.rule("squad:E7.2")
@pytest.mark.parametrize(("turn", "comes"), [(1, True), (2, False)])
def test_the_die_is_thrown_in_the_first_turn_only(turn: int, comes: bool) -> None:
    table = sky()
    table.g.aircraft, table.g.turn = (), turn
    table.dice(*[3] * comes)
    take_off(table.g, table.events)
    assert bool(table.g.aircraft) is comes


@pytest.mark.rule("squad:E7.2", "squad:E7.4")
def test_a_plane_attacks_once_a_movement_phase_of_its_side() -> None:
    table = sky()
    table.g.aircraft = (Aircraft(AMERICAN, 3), Aircraft(AMERICAN, 1))
    table.move("american")
    assert table.offered("sortie") == {"sortie 1"}, "the other comes later"
    table.play("sortie 1", "pass")
    assert not table.offered("sortie")
    table.run(EndOfPlayerTurn(AMERICAN))
    table.g.steps.clear()
    assert not table.move("german").offered("sortie")
    table.g.steps.clear()
    assert table.move("american").offered("sortie") == {"sortie 1"}


@pytest.mark.rule("squad:E7.3", "squad:B35.1", "squad:err-E7.3")
@pytest.mark.parametrize(("line", "words", "more"), [
    ("E5", "", 0), ("E5 woods", "", 3), ("E5 woods", '"light_woods"', 2), ("E5 graveyard", "", 1),
    ("E5 under=rail under_sides=N,S cars=printed", "", 2), ("E5 stone_building", "", 1),
])  # fmt: skip
def test_what_hides_the_target_is_added(line: str, words: str, more: int) -> None:
    table = fly(sky(line, words=words)).dice(3, 4, ...).play("bomb E5")
    (sighted,) = table.happened(Sighted)
    assert sum(m.value for m in sighted.modifiers) == more
    assert sighted.result == ("passed" if not more else "failed"), "seven or less"


@pytest.mark.rule("squad:err-E7.3", "squad:E7.3")
def test_debris_hides_a_little() -> None:
    table = sky(words='"debris"')
    table.g.debris |= 1 << table.place("E5")
    fly(table).dice(3, 3, ...).play("bomb E5")
    (sighted,) = table.happened(Sighted)
    assert [m.value for m in sighted.modifiers] == [1]


@pytest.mark.rule("squad:E7.3", "squad:err-E7.3", "squad:B35.1")
def test_a_vehicle_that_moves_elsewhere_does_not_help_to_see_those_here() -> None:
    table = sky().put("G5", "Opel.1").mark("motion", "Opel.1")
    fly(table).dice(3, 4, ...).play("bomb E5")
    (sighted,) = table.happened(Sighted)
    assert not sighted.modifiers


@pytest.mark.rule("squad:E7.3")
def test_a_vehicle_on_the_move_is_seen_easily() -> None:
    table = sky().put("E5", "Opel.1").mark("motion", "Opel.1")
    fly(table).dice(4, 5, ...).play("bomb E5")
    (sighted,) = table.happened(Sighted)
    assert ([m.value for m in sighted.modifiers], sighted.result) == ([-2], "passed")


@pytest.mark.rule("squad:E7.41")
def test_strafing_may_stop_a_tank_too() -> None:
    table = sky().put("E5", "PzIVH.1")
    fly(table).dice(1, 1, 6, 6, 1, 1, ...).play("strafe E5 s")
    tried = [event for event in table.happened(Tried) if event.attempt == "strafing"]
    assert [event.unit for event in tried] == [table.unit("PzIVH.1")]
    assert table.is_("wrecks", "PzIVH.1")


@pytest.mark.rule("squad:E7.41")
def test_a_plane_strafes_three_hexes_in_a_row() -> None:
    table = sky().put("E6", "ss658.2").put("E8", "ss658.3")
    fly(table).dice(1, 1, 6, 6, 6, 6, ...).play("strafe E5 s")
    struck = table.happened(Struck)
    assert [table.g.setting.board.locations[e.target].token for e in struck] == ["E5", "E6"]
    assert {event.column for event in struck} == {12}
    assert not table.g.aircraft[0].gone


@pytest.mark.rule("squad:E7.41")
def test_a_plane_strafes_up_to_the_third_hex() -> None:
    table = sky().put("E7", "ss658.2").put("E8", "ss658.3")
    fly(table).dice(1, 1, 6, 6, 6, 6, ...).play("strafe E5 s")
    struck = table.happened(Struck)
    assert [table.g.setting.board.locations[e.target].token for e in struck] == ["E5", "E7"]


@pytest.mark.rule("squad:E7.42")
@pytest.mark.parametrize(("dice", "result"), [
    ((1, 2), "burning"), ((2, 3), "wrecked"), ((3, 3), "immobilised"), ((3, 4), "none"),
])  # fmt: skip
def test_bombs_fall_on_one_hex_and_the_plane_flies_home(dice: tuple[int, int], result: str) -> None:
    table = sky().put("E5", "PzIVH.1").put("A1", "ss658.1").mark("buttoned", "PzIVH.1")
    fly(table).dice(1, 1, 6, 6, *dice, ...).play("bomb E5")
    assert {event.column for event in table.happened(Struck)} == {36}
    (hit,) = table.happened(Tried)
    assert hit.result == result
    assert table.is_("wrecks", "PzIVH.1") is (result in ("burning", "wrecked"))
    assert table.g.aircraft[0].gone
    assert not table.g.aircraft[1].gone


@pytest.mark.rule("squad:E7.5")
@pytest.mark.parametrize(("unit", "dice", "result"), [
    ("SdKfz71.1", (2, 2), "downed"), ("SdKfz104.1", (2, 2), "driven_off"),
    ("SdKfz104.1", (1, 2), "downed"), ("PzVG.1", (1, 2), "downed"), ("PzVG.1", (3, 3), "missed"),
])  # fmt: skip
def test_flak_shoots_first(unit: str, dice: tuple[int, int], result: str) -> None:
    table = sky().put("I8", unit)
    fly(table).dice(1, 1).play("bomb E5")
    assert table.asked == "german flak"
    table.dice(*dice, ...).play(f"flak {unit}")
    (shot,) = table.happened(FlakFired)
    assert shot.result == result
    assert table.g.aircraft[0].gone
    assert bool(table.happened(Struck)) is (result == "missed")
    assert table.is_("final_fired", unit)


@pytest.mark.rule("squad:E7.5")
def test_who_cannot_fire_at_planes_is_not_asked() -> None:
    table = sky(german="ss658 3 PzIVH PzVG 2 pak40 ss228").put("E6", "PzIVH.1")
    table.put("F6", "PzVG.1").mark("buttoned", "PzVG.1").put("D6", "ss228.1+pak40.1")
    fly(table).dice(1, 1, ...).play("bomb E5")
    assert not table.happened(FlakFired)
    assert table.happened(Struck)
    far = Table(german="ss658 SdKfz71", american="us666", size=(20, 8), scenario=FLIGHT)
    far.put("B4", "ss658.1").put("O4", "SdKfz71.1").put("A1", "us666.1")
    far.g.aircraft = (Aircraft(AMERICAN, 1),)
    fly(far).dice(1, 1, ...).play("bomb B4")
    assert far.happened(Struck), "thirteen hexes are too far for flak"


@pytest.mark.rule("squad:E7.3", "squad:A12.3")
def test_nobody_attacks_whom_nobody_knows_of() -> None:
    table = sky().put("H8", "ss658.2").mark("hidden", "ss658.2")
    assert "bomb H8" not in fly(table).offered()


@pytest.mark.parametrize("seed", [1, 2])
def test_random_flights_keep_the_invariants(seed: int) -> None:
    table = sky("E5 woods", "D7 stone_building storeys=2").put("I8", "SdKfz71.1", facing="w")
    table.put("D7", "ss658.2").put("F9", "PzIVH.1", facing="nw").put("B9", "us666.2")
    chance = random.Random(seed)
    table.g.seed = seed.to_bytes(32, "big")
    table.run(GameTurn())
    verbs = set()
    while table.decision is not None:
        assert len(GAME.judge(table.g, table.decision)) == len(table.decision.actions)
        action = chance.choice(table.decision.actions)
        verbs.add(action.verb)
        table.play(table.g.setting.lexicon.text(action))
    assert "sortie" in verbs


@pytest.mark.rule("squad:E7.5")
def test_only_own_guns_that_are_not_on_the_hook_fire_at_planes() -> None:
    table = Table(german="ss228 2 flak38 2 Opel ss658", american="us227 us40")
    table.put("C3", "ss228.1+flak38.1", facing="e").put("C6", "Opel.1", facing="e")
    table.aboard("Opel.1", "ss228.2", towing="flak38.2").put("E6", "us227.1+us40.1", facing="e")
    table.put("C3", "ss658.1")
    assert gunners(table.g, 0, table.place("D4")) == [table.unit("flak38.1")]
    assert not is_flak(table.g, table.unit("flak38.2"))
