"""Rules 13.22 and 13.23: what units out of supply can and cannot do (13.24: bridges)."""

from __future__ import annotations

import pytest

from salient.engine import Rolled
from salient.games.mist.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.mist.table import Table


def cut_off(*units: str, area: str = "Dale") -> Table:
    """Germans west of Cedar and Elm, which the Allies hold."""
    return Table("16-2").put("Cedar", "ai1").put("Elm", "aa1").put(area, *units)


def requests(table: Table, side: int) -> list[int]:
    """How many dice each call for artillery of a side took."""
    rolls = table.happened(Rolled)
    return [len(r.faces) for r in rolls if r.purpose == "artillery" and r.side == side]


# -- combat (13.22) -------------------------------------------------------------------------------


def attack_fern(*, cut: bool, oos_artillery: str = "never") -> Table:
    """German infantry goes from Dale to Fern and attacks; the road by Elm is cut or open."""
    table = Table("16-2", oos_artillery=oos_artillery).put("Dale", "gi1").put("Fern", "ai4")
    table.put("Cedar", "ai1").put("Elm" if cut else "Glen", "aa1")
    return table.begin("german").play("activate gi1", "move Fern")


@pytest.mark.rule("mist:13.22")
@pytest.mark.parametrize("oos_artillery", ["never", "attack"])
def test_units_out_of_supply_may_attack_but_call_no_artillery(
    dice: Dice, oos_artillery: str
) -> None:
    dice(10, 10, *[10] * 4)  # the defender's request, then both sides' shots
    table = attack_fern(cut=True, oos_artillery=oos_artillery)
    assert (requests(table, GERMAN), requests(table, ALLIED)) == ([], [1])


@pytest.mark.rule("mist:13.22")
def test_attackers_in_supply_call_artillery(dice: Dice) -> None:
    dice(10, 10, 10, *[10] * 4)  # both sides' requests, then shots
    table = attack_fern(cut=False)
    assert (requests(table, GERMAN), requests(table, ALLIED)) == ([1], [1])


@pytest.mark.rule("mist:13.22")
def test_only_the_attackers_in_supply_count_for_requests(dice: Dice) -> None:
    dice(10, 10, 10, *[10] * 7)  # both sides' requests, then shots
    table = Table("16-2").put("Cedar", "ga1", "gi2", "ai4").put("Elm", "aa1")
    table.blow("Birch", "Cedar").begin("german")  # beyond it only the infantry is in supply
    table.play("activate ga1", "join gi2", "attack")
    assert (requests(table, GERMAN), requests(table, ALLIED)) == ([1], [1])


def attack_cut_off_defender(oos_artillery: str) -> Table:
    """Allied infantry in Cedar is attacked; all roads behind it are German."""
    table = Table("16-2", oos_artillery=oos_artillery).put("Cedar", "ai6").put("Birch", "gi4")
    table.put("Elm", "gi6").put("Dale", "gi3").begin("german")
    return table.play("activate gi4", "move Cedar", "end")


@pytest.mark.rule("mist:13.22")
def test_defenders_out_of_supply_call_no_artillery(dice: Dice) -> None:
    dice(*[10] * 5, 10)
    assert requests(attack_cut_off_defender("never"), ALLIED) == []


@pytest.mark.rule("mist:13.22")
def test_with_the_option_only_attackers_are_refused_artillery(dice: Dice) -> None:
    dice(10, *[10] * 5, 10)
    assert requests(attack_cut_off_defender("attack"), ALLIED) == [1]


# -- movement (13.23) -----------------------------------------------------------------------------


@pytest.mark.rule("mist:13.23-1")
def test_a_unit_may_not_move_beyond_a_contested_area_into_want_of_supply() -> None:
    table = Table().put("Cedar", "gm1", "ai1").put("Elm", "aa1").begin("german")
    moves = table.play("activate gm1").offered("move")
    assert "move Birch" in moves
    assert not moves & {"move Dale", "move Fern"}


@pytest.mark.rule("mist:13.23-1")
def test_a_unit_may_move_beyond_a_contested_area_if_another_road_supplies_it() -> None:
    table = Table().put("Cedar", "gm1", "ai1").begin("german").play("activate gm1")
    assert {"move Birch", "move Dale", "move Fern"} <= table.offered("move")


@pytest.mark.rule("mist:13.23-1")
def test_a_unit_may_not_cross_a_second_blown_bridge_of_its_supply_line() -> None:
    table = Table().put("Dale", "gi1").put("Elm", "aa1").blow("Birch", "Cedar")
    table.blow("Dale", "Fern").begin("german").play("activate gi1")
    assert "move Fern" not in table.offered("move")


@pytest.mark.rule("mist:13.23-1")
def test_a_unit_may_cross_the_first_blown_bridge_of_its_supply_line() -> None:
    table = Table().put("Dale", "gi1").put("Elm", "aa1").blow("Dale", "Fern")
    assert "move Fern" in table.begin("german").play("activate gi1").offered("move")


@pytest.mark.rule("mist:13.23-1")
@pytest.mark.parametrize(("unit", "offered"), [("gm1", True), ("ga1", False)])
def test_armor_may_not_move_where_only_a_line_over_a_blown_bridge_is_left(
    unit: str, offered: bool
) -> None:
    table = Table().put("Elm", unit, "ai4").blow("Dale", "Fern").begin("german")
    assert ("move Glen" in table.play(f"activate {unit}").offered()) is offered


@pytest.mark.rule("mist:13.23-2")
def test_a_unit_out_of_supply_moves_only_to_a_neighbouring_area() -> None:
    table = cut_off("ga1").begin("german").play("activate ga1")
    assert table.offered("move") == {"move Cedar", "move Elm", "move Fern"}


@pytest.mark.rule("mist:13.23-2")
def test_a_unit_out_of_supply_has_moved_for_the_turn_after_one_area() -> None:
    table = cut_off("ga1").begin("german").play("activate ga1", "move Fern")
    assert table.is_("acted", "ga1")
    table.g.clock += 1
    assert "activate ga1" not in table.begin("german").offered()


@pytest.mark.rule("mist:13.23-2")
def test_a_unit_in_supply_moves_further_with_the_same_movement_points() -> None:
    table = Table("16-2").put("Dale", "ga1").begin("german").play("activate ga1")
    assert {"move Fern", "move Heath", "move Jade"} <= table.offered("move")


@pytest.mark.rule("mist:13.23-3")
def test_an_engineer_out_of_supply_may_move_and_then_dig_in() -> None:
    table = cut_off("ge1").begin("german").play("activate ge1", "move Fern")
    assert table.offered() == {"entrench", "stop"}
    assert table.play("entrench").is_("dug_in", "ge1")


@pytest.mark.rule("mist:13.23-3")
@pytest.mark.parametrize(("to", "left", "offered"), [("Fern", 4, True), ("Iris", 3, False)])
def test_an_engineer_out_of_supply_needs_four_points_after_its_move_to_dig_in(
    to: str, left: int, offered: bool
) -> None:
    table = cut_off("ge1", area="Heath").mark("on_foot", "ge1").put("Dale", "ai2")
    table.put("Glen", "ai3").put("Ash", "gi1").begin("german").play("activate ge1", f"move {to}")
    assert 5 - table.costs()[-1] == left
    assert ("entrench" in table.offered()) is offered


@pytest.mark.rule("mist:13.23-4")
@pytest.mark.parametrize("unit", ["gm1", "gt1", "gi1"])
def test_an_infantry_type_unit_out_of_supply_may_dig_in_if_it_does_not_move(unit: str) -> None:
    table = cut_off(unit).begin("german").play(f"activate {unit}")
    assert table.play("entrench").is_("dug_in", unit)


@pytest.mark.rule("mist:13.23-4")
@pytest.mark.parametrize("unit", ["gm1", "gt1", "gi1"])
def test_an_infantry_type_unit_out_of_supply_may_not_dig_in_after_its_move(unit: str) -> None:
    table = cut_off(unit).begin("german").play(f"activate {unit}", "move Fern")
    assert table.is_("acted", unit)
    assert not table.is_("dug_in", unit)
