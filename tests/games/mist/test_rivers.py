"""Rules 8.34, 8.35, 8.4 and qa-4 to qa-7: rivers, blown bridges and abandoned vehicles."""

from __future__ import annotations

import pytest

from salient.engine.data import load_table
from salient.engine.events import Moved
from salient.games.mist.events import Abandoned, BridgeBlown, BridgeHeld, Remounted
from salient.games.mist.rows import LINKS
from salient.games.mist.setting import FOLDER
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table

RIDERS = ("gm1", "gt1", "ge1")
"""Mechanized, motorized, engineer."""


def beside_the_brook(*units: str) -> Table:
    """Germans in Ash; both bridges to Cedar are blown and the way round by Elm is barred."""
    return Table("20-1").put("Ash", *units).blow("Birch", "Cedar").put("Elm", "aa1")


@pytest.mark.rule("mist:8.35b")
def test_the_line_of_the_area_where_the_unit_stands_is_what_counts() -> None:
    """There is no bridge left to Fern beyond the river; Elm needs none."""
    table = Table("20-1").put("Elm", "gm1").put("Ash", "gi1").mark("on_foot", "gm1")
    table.blow("Dale", "Fern").blow("Elm", "Glen").begin("german")
    assert not table.is_("on_foot", "gm1")
    table = Table("20-1").put("Fern", "gm1").put("Ash", "gi1").mark("on_foot", "gm1")
    table.blow("Dale", "Fern").blow("Elm", "Glen").begin("german")
    assert table.is_("on_foot", "gm1")


# -- crossing at a blown bridge -------------------------------------------------------------------


@pytest.mark.rule("mist:8.34a")
@pytest.mark.parametrize("unit", RIDERS)
def test_a_unit_that_moves_as_infantry_has_five_movement_points(unit: str) -> None:
    table = beside_the_brook(unit).begin("german").play(f"activate {unit}")
    assert table.left() == 8
    table.play("ford Cedar")
    assert table.left() == 2


@pytest.mark.rule("mist:8.34b")
@pytest.mark.parametrize("unit", ["gi1", "gt1"])
def test_crossing_costs_three_and_no_road_on_top(unit: str) -> None:
    table = beside_the_brook(unit).begin("german")
    assert table.cost(unit, "Cedar") == 3


@pytest.mark.rule("mist:8.34c")
@pytest.mark.parametrize("unit", ["gi1", "ga1", *RIDERS])
def test_nobody_crosses_a_river_where_there_is_no_bridge_site(unit: str) -> None:
    table = Table("20-1").put("Glen", unit).put("Heath", "ai1").put("Iris", "ai2").begin("german")
    table.play(f"activate {unit}")
    assert not {"move Jade", "ford Jade"} & table.offered()
    assert "move Fern" in table.offered()


@pytest.mark.rule("mist:8.34c")
@pytest.mark.parametrize("unit", ["gi1", *RIDERS])
@pytest.mark.parametrize(("here", "there"), [("Elm", "Fern"), ("Ash", "Cedar")])
def test_a_blown_bridge_is_a_site_to_cross_at_and_the_only_one(
    unit: str, here: str, there: str
) -> None:
    table = Table("20-1").put(here, unit).begin("german").play(f"activate {unit}")
    assert table.offered("ford") == {f"ford {there}"}


@pytest.mark.rule("mist:8.34b", "mist:8.34c")
@pytest.mark.parametrize("unit", RIDERS)
def test_a_unit_may_cross_where_it_stands_though_it_could_reach_no_other_site(unit: str) -> None:
    table = Table("20-1").put("Jade", unit).begin("german").play(f"activate {unit}")
    assert table.offered("ford") == {"ford Iris"}
    assert table.play("ford Iris").spent() == 3


@pytest.mark.rule("mist:8.34b", "mist:8.35a")
@pytest.mark.parametrize("unit", ["gi1", "gt1"])
def test_no_order_to_wade_leads_round_by_the_bridges(unit: str) -> None:
    """Among friends in Fern the ford would cost four points, the way by Glen three."""
    table = Table("20-1").put("Birch", unit).put("Fern", "gi4").begin("german")
    table.play(f"activate {unit}", "move Elm")
    assert "move Fern" in table.offered()
    assert table.offered("ford") == set()


@pytest.mark.rule("mist:8.34c")
def test_infantry_whose_plain_move_leads_through_the_river_needs_no_order_to_wade() -> None:
    table = Table("20-1").put("Jade", "gi1").begin("german").play("activate gi1")
    assert table.offered("ford") == set()
    assert table.play("move Iris").spent() == 3


@pytest.mark.rule("mist:8.34c")
def test_every_road_over_a_river_of_the_map_has_a_bridge_site() -> None:
    rows = load_table(LINKS, [FOLDER / "data"])
    assert [(row.a, row.b) for row in rows if bool(row.river) != bool(row.bridge)] == []


@pytest.mark.rule("mist:8.35a", "mist:qa-4")
@pytest.mark.parametrize("unit", RIDERS)
def test_a_unit_with_vehicles_may_abandon_them_to_cross(unit: str) -> None:
    table = beside_the_brook(unit).begin("german").play(f"activate {unit}")
    assert "move Cedar" not in table.offered()
    table.play("ford Cedar")
    assert table.where(unit) == "Cedar"
    assert table.happened(Abandoned) == [Abandoned((table.unit(unit),))]
    assert table.is_("on_foot", unit)


@pytest.mark.rule("mist:8.35a")
def test_armor_never_crosses_without_a_bridge() -> None:
    table = Table("20-1").put("Ash", "ga1", "gi1").begin("german").play("activate gi1")
    assert "ford Cedar" in table.offered()
    table.play("wait", "activate ga1")
    assert "ford Cedar" not in table.offered()
    table.play("move Cedar")
    assert [event.cost for event in table.happened(Moved)] == [1, 1]  # by the bridge of Birch


@pytest.mark.rule("mist:8.35a")
def test_a_stack_with_armor_does_not_cross_either() -> None:
    table = Table("20-1").put("Ash", "gt1", "ga1").begin("german").play("activate gt1")
    assert "ford Cedar" in table.offered()
    table.play("join ga1")
    assert "ford Cedar" not in table.offered()


@pytest.mark.rule("mist:8.35a")
def test_infantry_crosses_as_it_is() -> None:
    table = beside_the_brook("gi1").begin("german").play("activate gi1", "move Cedar")
    assert table.left() == 2
    assert not table.happened(Abandoned)


@pytest.mark.rule("mist:8.35a")
def test_trucks_that_cross_with_infantry_are_left_behind_too() -> None:
    table = beside_the_brook("gi1", "gt1").begin("german").play("activate gi1", "join gt1")
    assert "move Cedar" not in table.offered()
    table.play("ford Cedar")
    assert table.happened(Abandoned) == [Abandoned((table.unit("gt1"),))]
    assert [table.is_("on_foot", unit) for unit in ("gi1", "gt1")] == [False, True]


@pytest.mark.rule("mist:8.35a")
@pytest.mark.parametrize(("start", "legal"), [("Birch", True), ("B", False)])
def test_movement_points_spent_before_count_against_the_five(start: str, legal: bool) -> None:
    table = beside_the_brook("gi2").put(start, "gm1").begin("german")
    table.play("activate gm1", "move Ash")
    assert table.spent() == (2 if legal else 3)
    assert ("ford Cedar" in table.offered()) == legal


@pytest.mark.rule("mist:8.35a")
def test_a_ford_may_lie_further_on_the_way() -> None:
    table = beside_the_brook("gi2").put("Birch", "gt1").put("Cedar", "gi1").begin("german")
    table.play("activate gt1", "ford Cedar")
    assert [event.cost for event in table.happened(Moved)] == [4]
    assert table.is_("on_foot", "gt1")


@pytest.mark.rule("mist:8.35a")
@pytest.mark.parametrize("unit", ["gi1", "gt1"])
def test_the_owner_may_wade_though_a_bridge_is_near(unit: str) -> None:
    table = Table("20-1").put("Ash", unit).begin("german").play(f"activate {unit}")
    assert {"move Cedar", "ford Cedar"} <= table.offered()
    table.play("ford Cedar")
    assert [event.cost for event in table.happened(Moved)] == [3]


# -- afterwards -----------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.35b", "mist:qa-4")
def test_a_unit_without_vehicles_keeps_five_movement_points_for_the_turns_to_come() -> None:
    table = Table("20-3").put("Ash", "gt1", "gi1").blow("Birch", "Cedar").put("Elm", "aa1")
    table.begin_pair().play("activate gt1", "ford Cedar", "stop", "end", "end")
    assert table.asked == "german movement"
    table.play("activate gt1")
    assert table.left() == 5
    assert not table.happened(Remounted)


@pytest.mark.rule("mist:8.35b", "mist:qa-4")
def test_vehicles_return_with_a_supply_line_over_whole_bridges() -> None:
    table = Table("20-1").put("Cedar", "gt1").mark("on_foot", "gt1").blow("Birch", "Cedar")
    table.put("Elm", "aa1").repair("Ash", "Cedar").begin("german").play("activate gt1")
    assert table.left() == 8
    assert table.happened(Remounted) == [Remounted(table.unit("gt1"))]
    assert not table.is_("on_foot", "gt1")


@pytest.mark.rule("mist:8.35b")
def test_a_unit_without_vehicles_crosses_the_next_river_as_infantry() -> None:
    table = Table("20-1").put("Cedar", "gt1").mark("on_foot", "gt1").blow("Birch", "Cedar")
    table.put("Elm", "aa1").begin("german").play("activate gt1", "move Birch")
    assert table.left() == 2
    assert not table.happened(Abandoned)


# -- demolition during a move ---------------------------------------------------------------------


def at_the_bridge(*units: str) -> Table:
    """Germans in Birch, American infantry beyond the bridge in Cedar."""
    return Table("20-1").put("Birch", *units).put("Cedar", "ai1").begin("german")


@pytest.mark.rule("mist:8.41")
def test_the_enemy_is_asked_before_the_bridge_is_crossed() -> None:
    table = at_the_bridge("gi1").play("activate gi1", "move Cedar")
    assert table.asked == "allied crossing"
    assert table.offered() == {"blow ai1", "decline"}
    assert table.where("gi1") == "Birch"


@pytest.mark.rule("mist:8.41")
def test_a_declined_demolition_lets_the_enemy_cross() -> None:
    table = at_the_bridge("gi1", "gi2").play("activate gi1", "move Cedar", "decline")
    assert table.where("gi1") == "Cedar"
    assert not table.is_blown("Birch", "Cedar")


@pytest.mark.rule("mist:8.41")
@pytest.mark.parametrize("there", [("aa1",), ()])
def test_a_bridge_without_infantry_beside_it_is_safe(there: tuple[str, ...]) -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Cedar", *there).put("Dale", "ai1")
    table.begin("german").play("activate gi1", "move Cedar")
    assert table.where("gi1") == "Cedar"


@pytest.mark.rule("mist:8.41")
def test_a_road_without_a_bridge_is_safe() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Elm", "ai1").begin("german")
    table.play("activate gi1", "move Elm")
    assert table.where("gi1") == "Elm"


@pytest.mark.rule("mist:8.42", "mist:8.36c")
def test_a_stack_stays_before_the_blown_bridge_and_goes_elsewhere(dice: Dice) -> None:
    table = at_the_bridge("gi1", "gi2")
    dice(4)
    table.play("activate gi1", "join gi2")
    assert table.left() == 5
    table.play("move Cedar", "blow ai1")
    assert table.happened(BridgeBlown)
    assert [table.where(unit) for unit in ("gi1", "gi2")] == ["Birch", "Birch"]
    assert table.left() == 4
    assert {"move Ash", "move Elm", "stop"} <= table.offered()
    table.play("move Elm")
    assert [table.where(unit) for unit in ("gi1", "gi2")] == ["Elm", "Elm"]
    assert table.left() == 2


@pytest.mark.rule("mist:8.42")
def test_a_stack_may_part_before_the_blown_bridge(dice: Dice) -> None:
    table = at_the_bridge("gm1", "gi2")
    dice(4)
    table.play("activate gm1", "join gi2", "move Cedar", "blow ai1", "leave gi2")
    assert table.left() == 7
    table.play("move Glen", "stop")
    assert [table.where(unit) for unit in ("gm1", "gi2")] == ["Glen", "Birch"]


@pytest.mark.rule("mist:8.42")
def test_a_stack_that_stays_before_the_blown_bridge_has_moved(dice: Dice) -> None:
    table = at_the_bridge("gi1", "gi2")
    dice(4)
    table.play("activate gi1", "move Cedar", "blow ai1", "stop")
    assert table.is_("acted", "gi1")
    assert table.offered("activate") == {"activate gi2"}


@pytest.mark.rule("mist:8.42")
def test_an_order_for_a_longer_way_ends_at_the_blown_bridge(dice: Dice) -> None:
    table = Table("20-1").put("Ash", "gm1").put("Glen", "ai1").put("Cedar", "aa1").begin("german")
    dice(4)
    table.play("activate gm1", "move Glen", "blow ai1")
    assert table.where("gm1") == "Elm"
    assert table.left() == 4
    assert "move Glen" not in table.offered()
    assert "move Dale" in table.offered()


@pytest.mark.rule("mist:8.42")
def test_a_failed_demolition_does_not_stop_the_move(dice: Dice) -> None:
    table = at_the_bridge("gi1", "gi2")
    dice(5)
    table.play("activate gi1", "move Cedar", "blow ai1")
    assert table.happened(BridgeHeld)
    assert table.where("gi1") == "Cedar"


# -- questions and answers ------------------------------------------------------------------------


@pytest.mark.rule("mist:qa-5")
def test_infantry_wades_into_the_enemys_area_after_the_bridge_is_blown(dice: Dice) -> None:
    table = at_the_bridge("gi1", "gi2")
    dice(4)
    table.play("activate gi1", "move Cedar", "blow ai1")
    assert table.left() == 4
    table.play("move Cedar")
    assert table.where("gi1") == "Cedar"
    assert [event.cost for event in table.happened(Moved)] == [4]


@pytest.mark.rule("mist:qa-5")
def test_infantry_that_came_from_further_off_cannot_wade_any_more(dice: Dice) -> None:
    table = Table("20-1").put("Ash", "gi1").put("Cedar", "ai1").begin("german")
    dice(4)
    table.play("activate gi1", "move Birch", "move Cedar", "blow ai1")
    assert table.left() == 3
    assert not {"move Cedar", "ford Cedar"} & table.offered()


@pytest.mark.rule("mist:qa-6")
@pytest.mark.parametrize("unit", ["gi1", *RIDERS])
def test_a_bridge_that_stands_must_be_used(unit: str) -> None:
    table = at_the_bridge(unit).play(f"activate {unit}")
    assert "ford Cedar" not in table.offered()
    table.play("move Cedar")
    assert table.asked == "allied crossing"
    table.play("decline")
    assert [event.cost for event in table.happened(Moved)] == [2]


@pytest.mark.rule("mist:qa-6")
@pytest.mark.parametrize("unit", ["12A/4", "CCA/10A"])
def test_over_a_bridge_that_stands_nobody_wades(unit: str) -> None:
    """From Diekirch over the Sauer to Ettlebruck the road is paid for, not the river."""
    table = FullTable("17-1").put("Diekirch", unit).begin("allied").play(f"activate {unit}")
    road = table.g.setting.board.links[table.link("Diekirch", "Ettlebruck")]
    assert road.bridge
    assert not table.is_blown("Diekirch", "Ettlebruck")
    assert not table.offered("ford")
    assert table.notes()["move Ettlebruck"].startswith(f"{road.cost} MP")
    assert table.play("move Ettlebruck").costs() == [road.cost]


@pytest.mark.rule("mist:qa-6")
def test_infantry_does_not_wade_beside_a_bridge_to_go_further() -> None:
    """From Dale the bridge to Fern and the road to Heath cost one point each."""
    table = Table("20-1").put("Dale", "ai3").begin("allied").play("activate ai3")
    assert {"move Fern", "move Heath", "move Glen"} <= table.offered()
    assert table.notes()["move Heath"].startswith("2 MP")


@pytest.mark.rule("mist:qa-7")
@pytest.mark.parametrize(
    ("start", "spent", "legal"),
    [
        ("Glen", 2, True),  # 1 to Iris, 1 for the blown bridge, 3 to cross
        ("Heath", 3, False),  # 2 to Iris, 1 for the blown bridge: 2 are left
    ],
)
def test_vehicles_may_be_abandoned_after_the_bridge_is_blown(
    dice: Dice, start: str, spent: int, legal: bool
) -> None:
    table = Table("20-1").put(start, "gt1").put("E", "ai7").begin("german")
    dice(4)
    table.play("activate gt1", "move Iris", "move E", "blow ai7")
    assert table.spent() == spent
    assert ("ford E" in table.offered()) == legal


@pytest.mark.rule("mist:qa-7")
def test_the_vehicles_are_kept_by_a_unit_that_turns_away(dice: Dice) -> None:
    table = at_the_bridge("gt1")
    dice(4)
    table.play("activate gt1", "move Cedar", "blow ai1")
    assert "ford Cedar" in table.offered()
    table.play("move Elm")
    assert table.left() == 5
    assert not table.is_("on_foot", "gt1")


@pytest.mark.rule("mist:8.35b")
def test_vehicles_return_the_moment_a_bridge_is_built_even_if_it_is_blown_again(dice: Dice) -> None:
    table = Table("20-1").put("Cedar", "gt1").mark("on_foot", "gt1").blow("Birch", "Cedar")
    table.put("Elm", "aa1").put("Birch", "ge1").begin("german")
    assert table.is_("on_foot", "gt1")
    dice(4)
    table.play("end", "bridge ge1 Cedar")
    assert table.happened(Remounted) == [Remounted(table.unit("gt1"))]
    table.blow("Birch", "Cedar").begin("german").play("activate gt1")
    assert table.left() == 8


@pytest.mark.rule("mist:8.35b", "mist:13.15", "mist:qa-4")
def test_a_group_that_wades_has_five_points_in_that_impulse_whatever_lies_beyond() -> None:
    """The line by Birch is sound: the vehicles are back as soon as the move is over."""
    table = Table("20-1").put("Ash", "gt1").begin("german").play("activate gt1", "ford Cedar")
    assert (table.left(), table.is_("on_foot", "gt1")) == (2, True)
    table.play("stop")
    assert not table.is_("on_foot", "gt1")


@pytest.mark.rule("mist:8.33", "mist:8.34b")
@pytest.mark.parametrize("unit", ["gi1", "gt1"])
def test_a_river_costs_what_the_order_to_cross_it_says(unit: str) -> None:
    """By Birch the way to Cedar would cost two points; the order leads through the river."""
    table = Table("20-1").put("Ash", unit).begin("german").play(f"activate {unit}")
    assert table.notes()["ford Cedar"].startswith("3 MP")
    assert table.play("ford Cedar").costs() == [3]


@pytest.mark.rule("mist:8.34a", "mist:8.35a")
def test_only_units_with_vehicles_are_told_to_leave_them_behind() -> None:
    riders = Table("20-1").put("Ash", "gt1").begin("german").play("activate gt1")
    walkers = Table("20-1").put("Ash", "gi1").begin("german").play("activate gi1")
    assert "vehicles stay behind" in riders.notes()["ford Cedar"]
    assert "vehicles" not in walkers.notes()["ford Cedar"]
    assert "ehicles" not in walkers.game.texts("en").say("verb.ford")
