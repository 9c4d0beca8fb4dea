"""The First Three Days: its own towns and the gaps in the Allied line."""

from __future__ import annotations

import pytest

from salient.engine.events import GameEnded
from salient.games.mist.events import ImpulseBegan, Scored, Starved
from salient.games.mist.rules.victory import gaps, level, town_points
from salient.games.mist.setting import ALLIED, GERMAN
from tests.games.mist.table import FullTable, Table, names_of

TOWNS = (
    "Luxembourg", "Arlon", "Martelange", "Bastogne", "Noville", "Houffalize", "Vielsalm",
    "Stavelot", "Malmedy", "Hoffrai", "Monschau",
)  # fmt: skip


def days(clock: str = "18-3", **options: str) -> Table:
    """The scenario on the test map; its towns are Cedar, Dale and Elm."""
    return Table(clock, "three_days", **options)


def sealed(**options: str) -> Table:
    """The last impulse with an Allied line that leaves no gap."""
    return days(**options).put("Fern", "ai6").put("Glen", "ae1")


def points(table: Table) -> int:
    """The final score when both sides pass."""
    return table.begin_pair().rest().g.vp


# -- map and end ---------------------------------------------------------------------------------


@pytest.mark.rule("mist:s3-map")
def test_the_first_three_days_use_the_whole_map() -> None:
    setting = FullTable(scenario="three_days").g.setting
    assert setting.section == setting.everywhere
    table = days("17-1").put("Heath", "ga1").begin("german").play("activate ga1")
    assert {"move Iris", "move Jade", "move D"} <= table.offered()


@pytest.mark.rule("mist:s3-rules-1")
@pytest.mark.parametrize("kind", [Table, FullTable])
def test_the_scenario_ends_after_the_allied_impulse_of_18_3(kind: type[Table]) -> None:
    table = kind("18-2", "three_days").begin_pair().rest()
    impulses = [(event.side, event.clock) for event in table.happened(ImpulseBegan)]
    assert impulses[-2:] == [(GERMAN, "18-3"), (ALLIED, "18-3")]
    assert table.happened(GameEnded)


@pytest.mark.rule("mist:s3-rules-1")
def test_the_end_comes_before_the_attrition_of_the_18th() -> None:
    table = days("17-3").put("Dale", "gi1").put("Cedar", "ai1").put("Elm", "ai2")
    table.put("Fern", "ai3").begin_pair().rest()
    assert table.happened(GameEnded)
    assert table.happened(Starved) == [Starved(table.unit("gi1"))]


@pytest.mark.rule("mist:s3-rules-1")
def test_the_real_scenario_ends_before_the_attrition_of_the_18th() -> None:
    table = cut_off(in_bastogne())
    full = table.strength("304/2Pz")
    table.begin_pair().rest()
    assert table.happened(GameEnded)
    assert not table.happened(Starved)
    assert table.strength("304/2Pz") == full


# -- points --------------------------------------------------------------------------------------


@pytest.mark.rule("mist:s3-vp-1")
def test_printed_vp_areas_score_nothing() -> None:
    table = days("17-3").control("german", "Fern").put("Fern", "gi1").put("Cedar", "ai1")
    table.put("Elm", "ai2").begin_pair().rest()
    assert [event.gained for event in table.happened(Scored)] == [0, 0]
    assert table.g.vp == 0


@pytest.mark.rule("mist:s3-vp-1")
def test_units_that_broke_out_score_as_usual() -> None:
    without = points(days().put("Glen", "gi1"))
    assert points(days().put("Glen", "gi1").put("D", "gi2")) == without + 6


@pytest.mark.rule("mist:s3-vp-1")
def test_units_that_broke_out_and_are_cut_off_score_nothing() -> None:
    assert points(sealed().put("D", "gi2")) == 0


@pytest.mark.rule("mist:s3-vp-2")
def test_special_units_are_barred_from_printed_vp_areas_only() -> None:
    table = days("17-1").begin("german").play("special hinder")
    assert {"place Cedar", "place Elm"} <= table.offered()
    assert not table.offered() & {"place Dale", "place Fern"}


@pytest.mark.rule("mist:s3-vp-2")
def test_on_the_full_map_noville_and_hoffrai_are_open_to_special_units() -> None:
    table = FullTable("17-1", "three_days").begin("german").play("special hinder")
    assert {"place Noville", "place Hoffrai", "place Martelange"} <= table.offered()
    assert not table.offered() & {"place Bastogne", "place Luxembourg", "place St-Vith"}


@pytest.mark.rule("mist:s3-vp-3")
def test_a_controlled_town_gives_two_points_and_a_contested_one_gives_one() -> None:
    table = sealed().put("Cedar", "gi1").put("Elm", "gi2").put("Elm", "ai1").put("Dale", "ai2")
    assert points(table) == 2 + 1


@pytest.mark.rule("mist:s3-vp-3")
def test_control_of_a_town_is_enough_without_a_garrison() -> None:
    assert points(sealed().control("german", "Cedar", "Dale", "Elm")) == 6


def in_bastogne(**options: str) -> FullTable:
    """The last impulse of the real scenario with Germans alone in control of Bastogne."""
    table = FullTable("18-3", "three_days", **options).control("german", "Bastogne")
    return table.put("Bastogne", "304/2Pz")


def cut_off(table: FullTable) -> FullTable:
    """American units on every road out of Bastogne."""
    ring = ("Martelange", "Sibret", "Longvilly", "Wiltz", "Noville", "Champlon")
    for area, unit in zip(ring, ("9/2", "23/2", "38/2", "16/1", "18/1", "26/1"), strict=True):
        table.put(area, unit)
    return table


@pytest.mark.rule("mist:s3-vp-3", "mist:12.22a")
def test_a_town_the_germans_control_gives_two_points_while_it_is_contested() -> None:
    """Control stays with the last side that held the town alone."""
    assert town_points(in_bastogne().put("Bastogne", "501/101").g) == 2


@pytest.mark.rule("mist:s3-vp-3")
def test_by_option_a_contested_town_gives_one_point_whoever_controls_it() -> None:
    assert town_points(in_bastogne(towns="contested").put("Bastogne", "501/101").g) == 1
    assert town_points(in_bastogne(towns="contested").g) == 2


@pytest.mark.rule("mist:12.22d", "mist:s3-rules-1")
def test_a_town_gives_nothing_when_the_germans_in_it_are_out_of_supply() -> None:
    table = in_bastogne()
    assert town_points(table.g) == 2
    cut_off(table)
    assert not table.supplied("304/2Pz")
    assert town_points(table.g) == 0
    score = table.g.vp
    assert table.begin_pair().rest().g.vp - score == 3 * gaps(table.g)


@pytest.mark.rule("mist:12.22d", "mist:s3-vp-3")
def test_a_contested_town_gives_nothing_when_the_germans_in_it_are_out_of_supply() -> None:
    table = in_bastogne().control("allied", "Bastogne").put("Bastogne", "501/101")
    assert town_points(table.g) == 1
    assert town_points(cut_off(table).g) == 0


@pytest.mark.rule("mist:12.22d")
def test_by_option_a_town_of_the_three_days_needs_a_unit_in_supply() -> None:
    left = FullTable("18-3", "three_days", vp_supply="unit").control("german", "Bastogne")
    assert town_points(left.g) == 0
    assert town_points(in_bastogne(vp_supply="unit").g) == 2


@pytest.mark.rule("mist:s3-vp-3")
def test_towns_are_counted_once_at_the_end() -> None:
    table = days("16-3").put("Fern", "ai6").put("Glen", "ae1").control("german", "Cedar")
    assert points(table) == 2
    assert [event.gained for event in table.happened(Scored)] == [0, 0, 0]


@pytest.mark.rule("mist:s3-vp-3")
def test_three_controlled_and_two_contested_towns_give_eight_points() -> None:
    table = FullTable("18-3", "three_days").control("german", "Malmedy", "Stavelot", "Noville")
    table.put("Bastogne", "304/2Pz").put("Bastogne", "501/101")
    table.put("Monschau", "751/326VG").put("Monschau", "395C/99")
    assert town_points(table.g) == 8


@pytest.mark.rule("mist:s3-vp-4")
def test_the_eleven_towns() -> None:
    setting = FullTable(scenario="three_days").g.setting
    assert len(setting.towns) == 11
    assert {setting.place_names[town] for town in setting.towns} == set(TOWNS)


@pytest.mark.rule("mist:s3-vp-4")
@pytest.mark.parametrize("town", TOWNS)
def test_each_town_scores(town: str) -> None:
    table = FullTable("18-3", "three_days")
    assert town_points(table.g) == 0
    assert town_points(table.control("german", town).g) == 2


@pytest.mark.rule("mist:s3-vp-4")
def test_st_vith_is_no_town_of_this_scenario() -> None:
    table = FullTable("18-3", "three_days").control("german", "St. Vith", "Eupen", "Wiltz")
    assert town_points(table.g) == 0


# -- gaps ----------------------------------------------------------------------------------------


@pytest.mark.rule("mist:s3-vp-5")
def test_an_unbroken_allied_line_gives_nothing() -> None:
    assert points(sealed()) == 0


@pytest.mark.rule("mist:s3-vp-5")
@pytest.mark.parametrize("option", ["routes", "zones"])
def test_one_open_route_gives_three_points(option: str) -> None:
    """Fern and zone K are open, everything beyond Glen and Heath is not."""
    table = days(gaps=option).put("Glen", "ae1").put("Heath", "ai5")
    assert points(table) == 3


@pytest.mark.rule("mist:s3-vp-5")
def test_two_routes_without_a_common_area_are_two_gaps() -> None:
    assert points(days().repair("Ash", "Cedar")) == 6


@pytest.mark.rule("mist:s3-vp-5")
def test_routes_through_one_area_are_one_gap() -> None:
    assert points(days(gaps="routes").put("Fern", "ai6").put("Iris", "ai5")) == 3


@pytest.mark.rule("mist:s3-vp-5")
def test_by_option_every_zone_that_can_be_reached_is_a_gap() -> None:
    """Heath leads to D, G, H, I and J."""
    assert points(days(gaps="zones").put("Fern", "ai6").put("Iris", "ai5")) == 15


@pytest.mark.rule("mist:s3-vp-5")
def test_zones_l_to_p_are_no_way_out() -> None:
    """The way by Cedar and Dale to zone P is open."""
    table = sealed().put("Elm", "ai1")
    assert gaps(table.g) == 0


@pytest.mark.rule("mist:s3-vp-5")
def test_a_zone_with_allied_units_is_no_way_out() -> None:
    table = days().put("Glen", "ae1").put("Heath", "ai5").put("K", "ai4")
    assert points(table) == 0


@pytest.mark.rule("mist:s3-vp-5")
def test_the_allies_close_a_gap_in_their_last_impulse() -> None:
    table = days().put("Fern", "ai6").put("Heath", "ae1").put("Birch", "gi1").begin_pair()
    table.play("end")
    assert gaps(table.g) == 1
    table.play("activate ae1", "move Glen", "stop").rest()
    assert table.g.vp == 0


@pytest.mark.rule("mist:s3-vp-5")
def test_the_allied_line_of_the_set_up_has_no_gap_and_an_empty_map_has_several() -> None:
    assert gaps(FullTable.set_up("three_days").g) == 0
    assert gaps(FullTable("18-3", "three_days").g) > 1


@pytest.mark.rule("mist:s3-vp-5")
def test_the_ways_out_of_the_full_map_are_zones_d_to_k() -> None:
    setting = FullTable(scenario="three_days").g.setting
    assert names_of(setting, setting.exit_zones) == list("DEFGHIJK")
    assert names_of(setting, setting.home_zones[GERMAN]) == list("ABC")


# -- victory -------------------------------------------------------------------------------------

LEVELS = [
    (99, "german_decisive", GERMAN),
    (13, "german_decisive", GERMAN),
    (12, "german_tactical", GERMAN),
    (10, "german_tactical", GERMAN),
    (9, "draw", None),
    (8, "draw", None),
    (7, "allied_tactical", ALLIED),
    (6, "allied_tactical", ALLIED),
    (5, "allied_decisive", ALLIED),
    (0, "allied_decisive", ALLIED),
]


@pytest.mark.rule("mist:s3-victory")
@pytest.mark.parametrize(("vp", "outcome", "winner"), LEVELS)
def test_levels_of_the_first_three_days(vp: int, outcome: str, winner: int | None) -> None:
    table = sealed()
    table.g.vp = vp
    result = table.begin_pair().rest().result
    assert (result.outcome, result.winner, result.score) == (outcome, winner, vp)


@pytest.mark.rule("mist:s3-victory")
@pytest.mark.parametrize(("vp", "outcome", "winner"), LEVELS)
def test_levels_of_the_full_game(vp: int, outcome: str, winner: int | None) -> None:  # noqa: ARG001
    table = FullTable("18-3", "three_days")
    table.g.vp = vp
    assert level(table.g).outcome == outcome
