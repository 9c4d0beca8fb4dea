"""Rules 9.5-3 to 9.5-5: commandos among the enemy.

0607 is a junction of three roads (west and east along the main road, north to 0707), 0608 and
0609 are not.
"""

from __future__ import annotations

import pytest

from salient.engine import Rolled
from salient.engine.events import Moved
from salient.games.bulge.events import CommandoFound, Evacuated
from salient.games.bulge.rules.victory import german_total
from tests.conftest import Dice
from tests.games.bulge.table import Table

UNSEEN, FOUND = (1, 2, 3), (4, 5, 6)


def sneak(to: str = "0607", unit: str = "i1/28") -> Table:
    """A commando three hexes east of an Allied unit on the main road."""
    return Table(3).put("0610", "Cdo1").put(to, unit).move("german").play("activate Cdo1")


def meet(place: str, *commandos: str) -> Table:
    """Allied infantry (6 MP) at 0610 and commandos on the road ahead of it; it is its move."""
    table = Table(3).put("0610", "i1/28").put("0203", "i1/4")
    return table.put(place, *(commandos or ("Cdo1",))).move("allied").play("activate i1/28")


def costs(table: Table) -> list[int]:
    return [event.cost for event in table.happened(Moved)]


# -- no strength, no zone of control (9.5-3a) -----------------------------------------------------


@pytest.mark.rule("bulge:9.5-3a")
def test_a_commando_walks_through_enemy_zones_of_control_at_no_extra_cost() -> None:
    # 0709 and 0707 hold infantry: 0710, 0608, 0607 lie in their zones of control.
    table = Table(3).put("0710", "Cdo1").put("0709", "i1/28").put("0707", "i1/106").move("german")
    table.play("activate Cdo1", "move 0609", "move 0607", "move 0606")
    assert table.where("Cdo1") == "0606"
    assert costs(table) == [1] * 5


@pytest.mark.rule("bulge:9.5-3a")
def test_a_commando_marches_through_enemy_zones_of_control() -> None:
    table = Table(3).put("0610", "Cdo1").put("0509", "i1/28").move("german")
    assert "0607" in table.reach("Cdo1", "march")


@pytest.mark.rule("bulge:9.5-3a")
def test_a_commando_stops_no_allied_unit_beside_it() -> None:
    table = Table(3).put("0610", "i1/28").put("0708", "Cdo1").move("allied")
    assert "0604" in table.reach("i1/28")
    table = Table(3).put("0610", "i1/28").put("0708", "g1/62").move("allied")
    assert "0604" not in table.reach("i1/28")


@pytest.mark.rule("bulge:9.5-3a")
def test_a_commando_neither_attacks_nor_is_attacked() -> None:
    table = Table(3).put("0607", "Cdo1").put("0608", "i1/28")
    assert table.fight("german").asked == ""
    assert table.fight("allied").asked == ""


@pytest.mark.rule("bulge:9.5-3a")
def test_allied_units_and_commandos_enter_each_others_hexes() -> None:
    assert "move 0608" in meet("0608").offered()
    assert "move 0607" in sneak().offered()


@pytest.mark.rule("bulge:9.5-3a")
def test_other_germans_do_not_enter_allied_hexes() -> None:
    table = Table(3).put("0609", "pz/Lehr").put("0607", "i1/28").move("german")
    assert "0607" not in table.reach("pz/Lehr")


@pytest.mark.rule("bulge:9.5-3a")
@pytest.mark.parametrize("unit", ["Cdo1", "Cdo6"])
def test_commandos_come_onto_the_map_through_allied_units(dice: Dice, unit: str) -> None:
    dice(1)
    table = Table(3).put("0614", "i1/28").move("german").play("skorzeny commandos")
    table.play(f"activate {unit}", "enter E1", "move 0614")
    assert table.where(unit) == "0614"


@pytest.mark.rule("bulge:9.5-3a")
def test_as_a_brigade_they_do_not() -> None:
    table = Table(3).put("0614", "i1/28").move("german").play("skorzeny brigade", "activate 150")
    assert table.offered("enter") == {"enter E2"}


# -- a commando comes into an Allied hex (9.5-3b, 9.5-3c) -----------------------------------------


@pytest.mark.rule("bulge:9.5-3b")
@pytest.mark.parametrize("face", FOUND)
def test_a_commando_that_comes_among_allies_is_found_on_four_to_six(dice: Dice, face: int) -> None:
    dice(face)
    table = sneak().play("move 0607")
    assert table.steps("Cdo1") == 0
    assert [event.unit for event in table.happened(CommandoFound)] == [table.unit("Cdo1")]


@pytest.mark.rule("bulge:9.5-3b")
@pytest.mark.parametrize("face", UNSEEN)
def test_a_commando_that_comes_among_allies_is_not_found_on_one_to_three(
    dice: Dice, face: int
) -> None:
    dice(face)
    table = sneak().play("move 0607")
    assert table.where("Cdo1") == "0607"
    assert table.happened(CommandoFound) == []


@pytest.mark.rule("bulge:9.5-3b")
def test_a_commando_that_passes_several_allied_hexes_is_looked_at_in_each(dice: Dice) -> None:
    dice(3, 4)
    table = Table(3).put("0610", "Cdo1").put("0608", "i1/28").put("0606", "i1/4").move("german")
    table.play("activate Cdo1", "move 0608", "move 0606")
    assert table.steps("Cdo1") == 0
    assert len(table.happened(Rolled)) == 2


@pytest.mark.rule("bulge:9.5-3b")
def test_nobody_looks_at_a_commando_beside_an_allied_hex(dice: Dice) -> None:
    dice()
    table = sneak().play("move 0608", "stop")
    assert table.where("Cdo1") == "0608"


@pytest.mark.rule("bulge:9.5-3c")
def test_an_unseen_commando_may_stay(dice: Dice) -> None:
    dice(3)
    table = sneak().play("move 0607", "stop")
    assert table.where("Cdo1") == table.where("i1/28") == "0607"


@pytest.mark.rule("bulge:9.5-3c")
def test_an_unseen_commando_may_go_on_with_its_remaining_points(dice: Dice) -> None:
    dice(3)
    table = sneak().play("move 0607")
    # Eight movement points, three spent: five more hexes of road.
    assert {"move 0602", "move 0608"} <= table.offered()
    assert "move 0601" not in table.offered()


# -- an Allied unit goes out of a commando's hex (9.5-3b, 9.5-3d) ---------------------------------


@pytest.mark.rule("bulge:9.5-3b")
@pytest.mark.parametrize("face", FOUND)
def test_a_commando_is_found_by_allies_that_go_on_on_four_to_six(dice: Dice, face: int) -> None:
    dice(face)
    table = meet("0608").play("move 0608", "move 0606")
    assert table.steps("Cdo1") == 0
    assert table.where("i1/28") == "0606"


@pytest.mark.rule("bulge:9.5-3b", "bulge:9.5-3d")
@pytest.mark.parametrize("face", UNSEEN)
def test_away_from_a_junction_the_allies_go_on_past_an_unseen_commando(
    dice: Dice, face: int
) -> None:
    dice(face)
    table = meet("0608").play("move 0608", "move 0606")
    assert table.where("Cdo1") == "0608"
    assert table.where("i1/28") == "0606"
    assert table.asked == "allied onward"


@pytest.mark.rule("bulge:9.5-3d")
def test_the_allies_may_come_back_and_look_again(dice: Dice) -> None:
    dice(2, 4)
    table = meet("0608").play("move 0608", "move 0607", "move 0608", "move 0609")
    assert table.steps("Cdo1") == 0
    assert table.where("i1/28") == "0609"


@pytest.mark.rule("bulge:9.5-3b")
def test_each_commando_in_the_hex_is_looked_at(dice: Dice) -> None:
    dice(4, 1)
    table = meet("0608", "Cdo1", "Cdo2").play("move 0608", "move 0606")
    assert (table.steps("Cdo1"), table.steps("Cdo2")) == (0, 2)


@pytest.mark.rule("bulge:9.5-3b")
def test_the_allies_are_halted_in_a_commandos_hex_before_they_go_on(dice: Dice) -> None:
    dice()
    table = meet("0608").play("move 0606")
    assert table.where("i1/28") == "0608"
    assert {"stop", "move 0607"} <= table.offered()


@pytest.mark.rule("bulge:9.5-3b")
def test_a_unit_that_leaves_the_map_from_a_commandos_hex_looks_too(dice: Dice) -> None:
    dice(5)
    table = Table(3).put("0103", "i1/4", "Cdo1").put("0610", "i1/28").move("allied")
    table.play("activate i1/4", "exit S1")
    assert table.steps("Cdo1") == 0
    assert len(table.happened(Evacuated)) == 1


# -- stopping beside one (9.5-4) ------------------------------------------------------------------


@pytest.mark.rule("bulge:9.5-4")
def test_allies_that_stop_in_a_commandos_hex_do_not_look(dice: Dice) -> None:
    dice()
    table = meet("0608").play("move 0608", "stop", "end")
    assert table.where("Cdo1") == table.where("i1/28") == "0608"


@pytest.mark.rule("bulge:9.5-4")
def test_they_look_when_they_leave_it_later(dice: Dice) -> None:
    dice(4)
    table = meet("0608").play("move 0608", "stop", "end")
    table.g.turn = 4
    table.move("allied").play("activate i1/28", "move 0606")
    assert table.steps("Cdo1") == 0
    assert table.where("i1/28") == "0606"


@pytest.mark.rule("bulge:9.5-4")
def test_they_look_when_they_leave_a_commando_that_has_come_to_them(dice: Dice) -> None:
    dice(3, 4)
    table = sneak().play("move 0607", "stop", "end").move("allied")
    table.play("activate i1/28", "march 0604")
    assert table.steps("Cdo1") == 0
    assert table.where("i1/28") == "0604"


# -- points (9.5-5) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.5-5")
@pytest.mark.parametrize("unit", ["Cdo1", "Cdo6"])
def test_a_commando_that_is_found_costs_no_points(dice: Dice, unit: str) -> None:
    dice(6)
    table = Table(3).put("0610", unit).put("0607", "i1/28").move("german")
    before = german_total(table.g)
    table.play(f"activate {unit}", "move 0607")
    assert table.steps(unit) == 0
    assert german_total(table.g) == before


@pytest.mark.rule("bulge:9.5-5", "bulge:13.4-2")
def test_the_brigade_costs_two_like_any_other() -> None:
    table = Table(turn=8).put("0612", "150", steps=1).begin_turn()
    table.play("interdict 0611", "end", "activate 150", "move 0611")
    assert (table.steps("150"), german_total(table.g)) == (0, -2)
