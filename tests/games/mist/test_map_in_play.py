"""Chapter 3 in play: what zones, roads and marked areas do."""

from __future__ import annotations

import pytest

from salient.engine.events import Moved, Rolled
from salient.games.mist.events import Arrived, BattleBegan, MarkerPlaced
from salient.games.mist.rules.movement import Moving
from salient.games.mist.setting import ALLIED, GERMAN, ROAD_COST
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table

# -- zones ---------------------------------------------------------------------------------------


@pytest.mark.rule("mist:3.21b")
def test_reinforcements_are_placed_in_boundary_zones() -> None:
    table = Table("17-1").begin_pair()
    assert Arrived(table.unit("ai7"), table.place("E")) in table.happened(Arrived)
    assert table.where("ai7") == "E"


@pytest.mark.rule("mist:3.21b")
def test_a_zone_ends_a_supply_line_of_the_side_that_owned_it() -> None:
    table = Table().put("Ash", "gi1").put("Birch", "ai1")
    assert table.supplied("gi1")
    table.put("Dale", "ai3").put("Cedar", "gi2").put("Elm", "gi3").put("Fern", "gi4")
    assert table.supplied("ai3")


@pytest.mark.rule("mist:3.21b")
def test_a_zone_is_no_supply_source_for_the_other_side() -> None:
    table = Table().put("Dale", "gi1").put("Cedar", "ai1").put("Elm", "ai2").put("Fern", "ai3")
    assert not table.supplied("gi1")
    table.put("Ash", "aa1").put("Birch", "gi2")
    assert not table.supplied("aa1")


@pytest.mark.rule("mist:3.21c")
def test_a_german_unit_scores_by_going_into_an_allied_zone() -> None:
    table = Table("22-1").put("Heath", "ga1").begin_pair().play("activate ga1", "move D")
    assert table.rest().g.vp == 8


@pytest.mark.rule("mist:3.21c")
def test_a_german_unit_in_its_own_zone_or_beside_an_allied_one_scores_nothing() -> None:
    assert Table("22-1").put("Heath", "ga1").put("A", "gi1").begin_pair().rest().g.vp == 0


# -- roads ---------------------------------------------------------------------------------------


@pytest.mark.rule("mist:3.22d")
def test_units_go_from_area_to_area_along_roads() -> None:
    table = Table().put("Glen", "ai1").begin("allied").play("activate ai1", "move Jade")
    names = table.g.setting.place_names
    assert [names[event.to] for event in table.happened(Moved)] == ["Heath", "Jade"]


@pytest.mark.rule("mist:3.22d")
def test_there_is_no_way_between_bordering_areas_without_a_road() -> None:
    table = Table().put("Glen", "ai1").put("Heath", "gi1").put("Iris", "gi2").begin("allied")
    assert ("7", "10") in {(row.a, row.b) for row in table.g.setting.borders}
    table.play("activate ai1")
    assert "move Heath" in table.offered()
    assert "move Jade" not in table.offered()


@pytest.mark.rule("mist:3.24")
def test_woods_swamps_towns_and_frontiers_cost_nothing_on_the_full_map() -> None:
    g = FullTable().g
    rows = zip(g.setting.link_rows, g.setting.board.links, strict=True)
    between_areas = [(row, link) for row, link in rows if row.a.isdigit() and row.b.isdigit()]
    assert len(between_areas) > 200
    walker = g.setting.unit("501/101")
    for row, (a, b, _, _) in between_areas:
        wanted = 3 if row.bridge == "blown" else ROAD_COST[row.road]
        for here, to in ((a, b), (b, a)):
            g.put(walker, here)
            next_door = Moving(ALLIED, (walker,), 5).range(g, 5, fords=True, far=False)
            assert next_door.way(to) == ((to,), (wanted,)), row


# -- marked areas --------------------------------------------------------------------------------


def german_request(area: str, dice: Dice, *faces: int) -> Table:
    """Four German strength points attack an area from Birch; the second die is their request."""
    dice(*faces)
    table = Table("16-2").put("Birch", "gi1").put(area, "ai4").begin("german")
    return table.play("activate gi1", f"move {area}")


@pytest.mark.rule("mist:3.25")
def test_in_a_start_line_area_german_artillery_answers_on_a_six(dice: Dice) -> None:
    table = german_request("Cedar", dice, 10, 6, 10, 10, 10, 10, 10, 10)
    assert table.happened(MarkerPlaced) == [MarkerPlaced(GERMAN, table.unit("ai4"))]


@pytest.mark.rule("mist:3.25")
def test_in_a_start_line_area_german_artillery_is_silent_on_a_seven(dice: Dice) -> None:
    table = german_request("Cedar", dice, 10, 7, 10, 10, 10, 10, 10)
    assert table.happened(MarkerPlaced) == []


@pytest.mark.rule("mist:3.25")
def test_elsewhere_a_six_is_not_enough(dice: Dice) -> None:
    table = german_request("Elm", dice, 10, 6, 10, 10, 10, 10, 10)
    assert table.happened(BattleBegan)
    assert table.happened(MarkerPlaced) == []


@pytest.mark.rule("mist:3.25")
def test_the_start_line_makes_no_difference_to_allied_artillery(dice: Dice) -> None:
    table = german_request("Cedar", dice, 9, 7, 10, 10, 10, 10, 10)
    requests = [event for event in table.happened(Rolled) if event.purpose == "artillery"]
    assert [event.need for event in requests] == [8, 6]
