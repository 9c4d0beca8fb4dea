"""Rules 8.26, 8.31-8.38: movement points."""

from __future__ import annotations

import pytest

from salient.engine.data import load_table
from salient.engine.events import Moved
from salient.games.mist.rows import KINDS
from salient.games.mist.setting import FOLDER
from tests.conftest import Dice
from tests.games.mist.table import Table

VEHICLES = ("ga1", "gm1", "gt1", "ge1")
"""Armor, mechanized, motorized, engineer."""


@pytest.mark.rule("mist:8.31")
@pytest.mark.parametrize("unit", VEHICLES)
def test_units_with_vehicles_have_eight_movement_points(unit: str) -> None:
    table = Table("20-1").put("Birch", unit).begin("german").play(f"activate {unit}")
    assert table.left() == 8


@pytest.mark.rule("mist:8.32")
@pytest.mark.parametrize("unit", ["gi1", "gi3"])
def test_infantry_and_airborne_units_have_five(unit: str) -> None:
    table = Table("20-1").put("Birch", unit).begin("german").play(f"activate {unit}")
    assert table.left() == 5


@pytest.mark.rule("mist:8.31", "mist:8.32")
def test_the_printed_counters_have_these_allowances() -> None:
    allowances = {row.kind: row.mp for row in load_table(KINDS, [FOLDER / "data"])}
    assert allowances == {
        "armor": 8, "mechanized": 8, "motorized": 8, "engineer": 8, "infantry": 5,
    }  # fmt: skip


@pytest.mark.rule("mist:8.33")
@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [
        ("Birch", "Ash", 1),  # primary
        ("Birch", "Cedar", 1),  # primary over a bridge
        ("Birch", "Elm", 2),  # secondary, as short as the primary roads round by Cedar
        ("Elm", "Dale", 2),  # secondary
        ("Heath", "Iris", 2),  # secondary
    ],
)
@pytest.mark.parametrize("unit", ["gi1", "ga1"])
def test_a_primary_road_costs_one_and_a_secondary_road_two(
    unit: str, start: str, to: str, cost: int
) -> None:
    table = Table("20-1").put(start, unit).begin("german").play(f"activate {unit}", f"move {to}")
    (move,) = table.happened(Moved)
    assert move.cost == cost


@pytest.mark.rule("mist:8.33")
def test_a_river_without_a_bridge_costs_three() -> None:
    table = Table("20-1").put("Birch", "gi1").put("Elm", "aa1").blow("Birch", "Cedar")
    assert table.begin("german").cost("gi1", "Cedar") == 3


@pytest.mark.rule("mist:8.33")
def test_costs_add_up_along_the_way() -> None:
    table = Table("20-1").put("Birch", "gm1").begin("german")
    assert table.cost("gm1", "Jade") == 6  # 2 Elm, 1 Glen, 1 Heath, 2 Jade
    assert table.cost("gm1", "Jade", via=["Elm", "Dale"]) == 8


# -- zones ----------------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.26")
def test_a_zone_costs_the_road_alone_whoever_is_in_it() -> None:
    table = Table("20-1").put("Heath", "gi1").put("D", "gi2", "ai1").begin("german")
    assert table.cost("gi1", "D") == 1
    assert table.cost("gi1", "G") == 1


@pytest.mark.rule("mist:8.26")
def test_one_movement_point_is_enough_for_any_zone() -> None:
    table = Table("20-1").put("Elm", "gi1").put("Glen", "gi2").put("Heath", "gi3")
    table.put("D", "gi4", "ai1").begin("german").play("activate gi1", "move Heath")
    assert table.left() == 1
    assert {"move D", "move G"} <= table.offered()


# -- extra costs ----------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.36a")
def test_entering_an_occupied_area_costs_one_more() -> None:
    table = Table("20-1").put("Birch", "gi1").put("Ash", "gi2").begin("german")
    assert table.cost("gi1", "Ash") == 2
    assert table.cost("gi1", "Cedar") == 1


@pytest.mark.rule("mist:8.36a", "mist:8.38")
@pytest.mark.parametrize("where", [(), ("Cedar",), ("Cedar", "Dale")])
def test_friends_on_the_way_make_every_place_behind_them_dearer(where: tuple[str, ...]) -> None:
    """From Birch by Cedar and Dale to Fern: three points of five, one more for each friend."""
    table = Table("20-1").put("Birch", "gi1").put("Elm", "ai6")
    for area, friend in zip(where, ("gi4", "gi6"), strict=False):
        table.put(area, friend)
    table.begin("german").play("activate gi1")
    assert table.notes()["move Fern"].startswith(f"{3 + len(where)} MP")
    assert ("move K" in table.offered()) == (len(where) < 2)
    assert sum(table.play("move Fern").costs()) == 3 + len(where)


@pytest.mark.rule("mist:8.37")
@pytest.mark.parametrize(
    ("there", "cost"),
    [
        ((), 1),
        (("gi2",), 2),
        (("aa1",), 2),
        (("gi2", "aa1"), 2),
        (("gi2", "gi3", "aa1", "aa2"), 2),
    ],
)
def test_friends_and_enemies_alike_cost_one_more_but_only_once(
    there: tuple[str, ...], cost: int
) -> None:
    table = Table("20-1").put("Birch", "gi1").put("Cedar", *there).begin("german")
    assert table.cost("gi1", "Cedar") == cost


@pytest.mark.rule("mist:8.37")
def test_the_units_of_a_stack_are_not_in_each_others_way() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").begin("german")
    table.play("activate gi1", "join gi2", "move Cedar")
    assert [event.cost for event in table.happened(Moved)] == [1]


@pytest.mark.rule("mist:8.36b")
@pytest.mark.parametrize(("there", "cost"), [((), 1), (("gi2",), 1), (("ai1",), 2)])
def test_leaving_an_area_with_enemies_costs_one_more(there: tuple[str, ...], cost: int) -> None:
    table = Table("20-1").put("Elm", "gi1", *there).begin("german")
    assert table.cost("gi1", "Cedar") == cost


@pytest.mark.rule("mist:8.36a", "mist:8.36b")
def test_extra_costs_add_up() -> None:
    table = Table("20-1").put("Elm", "gi1").put("Elm", "ai1").put("Cedar", "gi2").begin("german")
    assert table.cost("gi1", "Cedar") == 3


@pytest.mark.rule("mist:8.36c")
def test_a_bridge_blown_under_ones_nose_costs_one(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gm1").put("Cedar", "ai1").begin("german")
    dice(4)
    table.play("activate gm1", "move Cedar", "blow ai1")
    assert table.spent() == 1


@pytest.mark.rule("mist:8.36c")
def test_a_bridge_that_holds_costs_nothing_extra(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gm1", "gi1").put("Cedar", "ai1").begin("german")
    dice(5)
    table.play("activate gm1", "move Cedar", "blow ai1")
    assert [event.cost for event in table.happened(Moved)] == [2]


@pytest.mark.rule("mist:8.36d")
def test_an_engineer_digs_with_four_movement_points_left() -> None:
    table = Table("20-1").put("Elm", "ge1").begin("german")
    table.play("activate ge1", "move Glen", "move Elm", "move Birch")
    assert table.left() == 4
    table.play("entrench")
    assert table.is_("dug_in", "ge1")


@pytest.mark.rule("mist:8.36d")
@pytest.mark.parametrize("unit", ["gi1", "gm1", "gt1"])
def test_other_infantry_digs_with_its_whole_allowance_only(unit: str) -> None:
    table = Table("20-1").put("Birch", unit).begin("german").play(f"activate {unit}")
    assert table.offered("entrench") == {"entrench"}
    table.play("move Ash")
    assert table.offered("entrench") == set()


@pytest.mark.rule("mist:8.36e")
def test_an_engineer_that_has_moved_builds_no_bridge() -> None:
    table = Table("20-1").put("Birch", "ge1").put("Cedar", "gi1").begin("german")
    table.play("activate ge1", "move Ash", "stop", "end")
    assert table.decision is None


@pytest.mark.rule("mist:8.36e")
def test_building_a_bridge_takes_an_engineers_whole_allowance(dice: Dice) -> None:
    table = Table("20-1").put("Ash", "ge1").put("Cedar", "gi1").put("Iris", "ai6").begin_pair()
    table.play("end")
    assert table.offered("bridge") == {"bridge ge1 Cedar"}
    dice(10)
    table.play("bridge ge1 Cedar", "end")
    assert table.offered("activate") == {"activate gi1"}


@pytest.mark.rule("mist:8.36e")
@pytest.mark.parametrize("unit", ["gi2", "gm1", "gt1", "ga1"])
def test_only_engineers_build_bridges(unit: str) -> None:
    table = Table("20-1").put("Ash", unit).put("Cedar", "gi1").begin("german").play("end")
    assert table.decision is None


# -- not enough -----------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.38")
def test_a_unit_without_the_movement_points_does_not_enter() -> None:
    table = Table("20-1").put("A", "gi1").put("Ash", "gi2").put("Birch", "gi3").begin("german")
    table.play("activate gi1", "move Birch")
    assert table.left() == 1
    assert "move Cedar" in table.offered()
    assert "move Elm" not in table.offered()


@pytest.mark.rule("mist:8.38")
def test_a_unit_uses_its_last_movement_point() -> None:
    table = Table("20-1").put("A", "gi1").put("Birch", "gi3").begin("german")
    table.play("activate gi1", "move Elm")
    assert table.where("gi1") == "Elm"
    assert table.is_("acted", "gi1")
