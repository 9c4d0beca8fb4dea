"""Daisy chains, gyroscopes, skirts, set-up off the road, bombarded blocks."""

from __future__ import annotations

import random

import pytest

from salient.games.squad.combat.vehicle_damage import kill_roll
from salient.games.squad.core.events.fire import (
    Bombarded,
    HitRolled,
    KillRolled,
    MinesAttacked,
    Tried,
)
from salient.games.squad.core.events.men import Checked
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.events.play import Marked
from salient.games.squad.sequence import GameTurn, Opening
from salient.games.squad.terrain.board import SIDES, Hexside
from tests.games.squad.table import GAME, Table

GERMAN, AMERICAN = 0, 1
ROAD = tuple(f"C{row} road=N,S" for row in range(1, 11))


# -- daisy chains ---------------------------------------------------------------------------------


def road(*, german: str = "Opel PzIVH ss658") -> Table:
    table = Table(*ROAD, german=german, american="us666 usDaisy us81")
    return table.put("C5", "us666.1+usDaisy.1").put("I9", "ss658.1")


@pytest.mark.rule("squad:B28.7")
def test_a_chain_is_drawn_across_a_road_as_a_whole_move_unknown_to_the_enemy() -> None:
    table = road().move("american").play("move us666.1")
    assert table.offered("string") == {"string n", "string s"}
    table.play("string n")
    key = SIDES * table.place("C5")
    assert table.g.chains == {key: AMERICAN}
    assert table.is_("lost", "usDaisy.1")
    assert table.is_("ti", "us666.1")
    assert not table.offered("go")
    assert table.happened(Marked, told=AMERICAN)
    assert not table.happened(Marked, told=GERMAN)
    for side, kinds in ((AMERICAN, {"chain"}), (GERMAN, set()), (-1, set())):
        assert {m.kind for m in GAME.view(table.g, side).markers} == kinds
        known = GAME.known(table.g, side, random.Random(1))
        assert bool(known.chains) is (side == AMERICAN)


@pytest.mark.rule("squad:B28.7")
@pytest.mark.parametrize(("dice", "blows_up"), [((3, 3), True), ((3, 4), False)])
@pytest.mark.parametrize("from_here", [True, False])
def test_the_first_vehicle_to_cross_it_sets_it_off(
    dice: tuple[int, int], blows_up: bool, from_here: bool
) -> None:
    table = road().put("A9", "us666.1")
    key = SIDES * table.place("C4") + 3 if from_here else SIDES * table.place("C5")
    table.g.chains[Hexside(key)] = AMERICAN
    table.put("C4", "Opel.1", facing="se").move("german")
    table.dice(*dice, 6, 6, ...).play("move Opel.1", "drive C5")
    (event,) = table.happened(MinesAttacked)
    assert event.result == ("hit" if blows_up else "none")
    assert not table.g.chains
    assert bool((table.g.immobile | table.g.wrecks) >> table.unit("Opel.1") & 1) is blows_up


@pytest.mark.rule("squad:B28.7")
def test_infantry_steps_over_it() -> None:
    table = road().put("C4", "ss658.1").put("A9", "us666.1")
    table.g.chains[Hexside(SIDES * table.place("C5"))] = AMERICAN
    table.move("german").play("move ss658.1", "go C5")
    assert table.g.chains


# -- tanks ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:D11.2")
@pytest.mark.parametrize(("tank", "side", "calibre", "armour"), [
    ("PzIVH.1", "E5", 0, 4), ("PzIVH.1", "E5", 75, 3), ("PzVG.1", "E5", 0, 6),
])  # fmt: skip
def test_skirts_help_the_sides_of_a_panzer_iv_against_shaped_charges(
    tank: str, side: str, calibre: int, armour: int
) -> None:
    table = Table(german="PzIVH PzVG", american="us666 usBAZ").put("C5", tank, facing="nw")
    table.put(side, "us666.1+usBAZ.1").dice(6, 6)
    kill_roll(table.g, table.unit("usBAZ.1"), table.unit(tank), 16, 0, table.events,
              hull=True, calibre=calibre)  # fmt: skip
    (roll,) = table.happened(KillRolled)
    assert (roll.aspect, roll.need) == ("hull_side", 16 - armour)


@pytest.mark.rule("squad:D11.1")
@pytest.mark.parametrize(("die", "has"), [(2, True), (3, False)])
def test_a_die_gives_a_tank_its_gyroscope(die: int, has: bool) -> None:
    table = Table(german="ss658 PzIVH", american="M4 M36", scenario='special = ["gyros"]\n')
    table.put("C3", "M4.1").put("E3", "M36.1").put("C9", "ss658.1").put("G9", "PzIVH.1")
    table.dice(die, ...).run(GameTurn())
    assert bool(table.g.gyros >> table.unit("M4.1") & 1) is has
    assert not table.g.gyros & ~(1 << table.unit("M4.1")), "no other tank has one"
    (tried,) = (each for each in table.happened(Tried, told=AMERICAN) if each.attempt == "gyro")
    assert (tried.dice, tried.result) == ((die,), "passed" if has else "failed")
    assert not [each for each in table.happened(Tried, told=GERMAN) if each.attempt == "gyro"]


@pytest.mark.rule("squad:D11.1")
@pytest.mark.parametrize("has", [True, False])
def test_a_gyroscope_helps_a_gun_that_fires_while_it_drives(has: bool) -> None:
    table = Table(german="PzIVH", american="M4").put("C2", "M4.1", facing="se")
    table.put("C9", "PzIVH.1", facing="nw").move("american")
    table.g.gyros = has << table.unit("M4.1")
    table.play("move M4.1", "drive C3")
    while table.asked == "german fire.first":
        table.play("pass")
    table.dice(6, 5, ...)
    shot = next(text for text in table.offered() if text.startswith(("bound", "aim", "fire")))
    table.play(shot)
    if "aim PzIVH.1" in table.offered():
        table.play("aim PzIVH.1")
    rolled = table.happened(HitRolled)[-1]
    assert [m.value for m in rolled.modifiers if m.rule == "D11.1"] == ([-1] if has else [])


@pytest.mark.rule("squad:D8.23")
@pytest.mark.parametrize(("words", "at", "checks"), [
    ('"off_road_set_up", "mud"', "E5", 1), ('"off_road_set_up", "mud"', "C5", 0),
    ('"off_road_set_up"', "E5", 0), ('"mud"', "E5", 0),
])  # fmt: skip
def test_vehicles_set_up_off_the_road_may_be_stuck(words: str, at: str, checks: int) -> None:
    table = Table(*ROAD, german="Opel ss658", american="us666", scenario=f"special = [{words}]\n")
    table.put(at, "Opel.1").put("A1", "ss658.1").put("I9", "us666.1")
    table.dice(6, 6, ...).run(GameTurn())
    told = table.happened(BogChecked, told=GERMAN)
    assert len(told) == checks
    assert not any(m.rule == "D8.23" for event in told for m in event.modifiers), "nothing more"
    assert not table.happened(BogChecked, told=AMERICAN)
    assert table.is_("bogged", "Opel.1") is bool(checks)


# -- the bombardment ------------------------------------------------------------------------------


@pytest.mark.rule("squad:C1.822")
def test_a_whole_block_is_bombarded_and_fanatics_check_at_one_more() -> None:
    table = Table(german="ss658 2", american="us666", size=(8, 8), scenario=(
        'fanatic = ["ss658.2"]\n[[bombardment]]\nside = "american"\nblock = ["C3", "D4"]\n'
        '[[ready]]\nat = "C3"\nunits = ["ss658.1"]\n[[ready]]\nat = "D4"\nunits = ["ss658.2"]\n'
    ))  # fmt: skip
    table.dice(1, 1, 1, 1, ...).run(Opening())
    names = [table.g.setting.board.locations[e.place].token for e in table.happened(Bombarded)]
    assert sorted(names) == ["C3", "C4", "D3", "D4"]
    values = {e.unit: sum(m.value for m in e.modifiers) for e in table.happened(Checked)}
    assert values == {table.unit("ss658.1"): 0, table.unit("ss658.2"): 1}
