"""Rules 13.1 and 13.21: who is in supply, when that is determined, and attrition."""

from __future__ import annotations

import pytest

from salient.engine import Rolled
from salient.games.mist.events import Eliminated, Starved
from salient.games.mist.rules.fire import OUT_OF_SUPPLY
from salient.games.mist.sequence import NextImpulse
from salient.games.mist.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table, names_of


def starved(table: Table) -> set[str]:
    """The units that suffer attrition at the end of the turn."""
    units = table.g.setting.units
    return {units[event.unit].id for event in table.run(NextImpulse()).happened(Starved)}


# -- lines (13.11-13.13) --------------------------------------------------------------------------


@pytest.mark.rule("mist:13.11a")
def test_a_unit_with_a_free_road_to_its_zones_is_in_supply() -> None:
    assert Table().put("Dale", "gi1").put("Elm", "ai1").supplied("gi1")


@pytest.mark.rule("mist:13.11a")
def test_a_unit_whose_every_road_is_blocked_is_out_of_supply() -> None:
    assert not Table().put("Dale", "gi1").put("Elm", "ai1").put("Cedar", "ai2").supplied("gi1")


@pytest.mark.rule("mist:13.11a")
def test_a_line_follows_roads_and_not_borders() -> None:
    table = Table().put("Elm", "gi1").put("Fern", "gi2").put("Heath", "gi3").put("Iris", "gi4")
    table.put("Glen", "ai1").put("Jade", "ai2")  # Glen and Jade touch, but no road joins them
    assert table.supplied("ai2")
    assert not table.supplied("ai1")


@pytest.mark.rule("mist:13.11b")
@pytest.mark.parametrize(("zone", "area"), [("A", "Ash"), ("B", "Birch"), ("C", "Birch")])
def test_the_german_sources_are_zones_a_to_c(zone: str, area: str) -> None:
    assert Table().put(zone, "gi1").put(area, "ai1").supplied("gi1")


@pytest.mark.rule("mist:13.11b")
@pytest.mark.parametrize(
    ("zone", "area"),
    [
        *(("D", "Heath"), ("E", "Iris"), ("F", "Iris"), ("G", "Heath"), ("H", "Heath")),
        *(("I", "Heath"), ("J", "Heath"), ("K", "Fern"), ("L", "Jade"), ("M", "Jade")),
        *(("N", "Jade"), ("P", "Dale")),
    ],
)
def test_the_allied_sources_are_zones_d_to_p(zone: str, area: str) -> None:
    assert Table().put(zone, "ai1").put(area, "gi1").supplied("ai1")
    assert not Table().put(zone, "gi1").put(area, "ai1").supplied("gi1")


@pytest.mark.rule("mist:13.11b")
def test_an_allied_zone_is_no_source_for_germans_linked_only_to_it() -> None:
    table = Table().put("Heath", "gi1").put("Fern", "ai1").put("Glen", "ai2")
    assert not table.put("Iris", "ai3").put("Jade", "ai4").supplied("gi1")


@pytest.mark.rule("mist:13.11b")
def test_a_german_zone_is_no_source_for_allies_linked_only_to_it() -> None:
    assert not Table().put("Ash", "ai1").put("Birch", "gi1").put("Cedar", "gi2").supplied("ai1")


@pytest.mark.rule("mist:13.12")
def test_an_enemy_in_the_only_connecting_area_cuts_the_line() -> None:
    table = Table().put("Ash", "gi2").put("Elm", "ga1")
    assert table.supplied("ga1")
    assert not table.put("Birch", "ai1").supplied("ga1")


@pytest.mark.rule("mist:13.12")
def test_a_line_does_not_end_in_a_zone_with_enemies() -> None:
    table = Table().put("Fern", "ai1").put("Dale", "gi1").put("Elm", "gi2")
    table.put("Glen", "gi3").put("Heath", "gi4")
    assert table.supplied("ai1")
    assert not table.put("K", "gi5").supplied("ai1")


@pytest.mark.rule("mist:13.12")
def test_units_in_a_zone_that_enemies_entered_need_a_line_to_another_zone() -> None:
    table = Table().put("F", "ai1", "gi1")
    assert table.supplied("ai1")
    assert not table.put("Iris", "gi2").supplied("ai1")


@pytest.mark.rule("mist:13.13")
def test_a_line_may_begin_in_a_contested_area() -> None:
    table = Table().put("Cedar", "gi1", "ai1")
    assert table.supplied("gi1")
    assert table.supplied("ai1")


@pytest.mark.rule("mist:13.13")
def test_a_line_does_not_pass_a_contested_area() -> None:
    table = Table().put("Dale", "gi1").put("Cedar", "gi2", "ai1").put("Elm", "gi3", "ai2")
    assert table.supplied("gi2")
    assert table.supplied("gi3")
    assert not table.supplied("gi1")


@pytest.mark.rule("mist:13.13")
def test_a_line_does_not_enter_a_contested_area_on_the_way_to_its_zone() -> None:
    table = Table().put("Elm", "ga1").put("Birch", "gi2", "ai1")
    assert table.supplied("gi2")
    assert not table.supplied("ga1")


def test_a_german_line_does_not_run_through_an_allied_zone() -> None:
    table = FullTable().put("Habay", "27/12VG").put("Neufchateau", "9/2")
    assert table.supplied("27/12VG")
    assert not table.put("Arlon", "38/2").supplied("27/12VG")  # but for zone M it is cut off


# -- bridges (13.14) ------------------------------------------------------------------------------


def bridgehead(*units: str, area: str = "Cedar") -> Table:
    """Germans beyond the blown bridges of the Brook; the Allies bar the dry road through Elm."""
    return Table().blow("Birch", "Cedar").put("Elm", "ai1").put(area, *units)


@pytest.mark.rule("mist:13.14a")
def test_armor_behind_a_blown_bridge_is_out_of_supply() -> None:
    assert not bridgehead("ga1").supplied("ga1")


@pytest.mark.rule("mist:13.14a")
def test_armor_behind_a_whole_bridge_is_in_supply() -> None:
    assert bridgehead("ga1").repair("Birch", "Cedar").supplied("ga1")


@pytest.mark.rule("mist:13.14b")
@pytest.mark.parametrize("unit", ["ge1", "gm1", "gt1", "gi1"])
def test_infantry_types_behind_one_blown_bridge_are_in_supply(unit: str) -> None:
    assert bridgehead(unit).supplied(unit)


@pytest.mark.rule("mist:13.14b")
def test_infantry_further_on_may_trace_over_one_blown_bridge_too() -> None:
    assert bridgehead("gi1", area="Fern").supplied("gi1")


@pytest.mark.rule("mist:13.14b")
@pytest.mark.parametrize("unit", ["ge1", "gm1", "gt1", "gi1"])
def test_nobody_traces_over_two_blown_bridges(unit: str) -> None:
    assert not bridgehead(unit, area="Fern").blow("Dale", "Fern").supplied(unit)


@pytest.mark.rule("mist:13.14b")
def test_the_exception_for_infantry_does_not_pass_enemies() -> None:
    assert not bridgehead("gi1", area="Dale").put("Cedar", "ai2").supplied("gi1")


# -- when supply is determined (13.15-13.17) ------------------------------------------------------


@pytest.mark.rule("mist:13.15")
def test_a_unit_out_of_supply_before_its_move_stops_even_where_it_would_be_in_supply() -> None:
    table = bridgehead("gi1", area="Fern").blow("Dale", "Fern").begin("german")
    table.play("activate gi1", "move Dale")
    assert table.supplied("gi1")
    assert table.is_("acted", "gi1")


@pytest.mark.rule("mist:13.15")
def test_a_unit_in_supply_before_its_move_goes_on() -> None:
    table = bridgehead("gi1", area="Fern").begin("german").play("activate gi1", "move Dale")
    assert "move Cedar" in table.offered()


def battle_at_cedar(*, cut: bool) -> Table:
    """Germans from Birch attack Cedar; a unit from Elm may cut the road behind it before that."""
    table = Table("16-2").put("Cedar", "ai4").put("Birch", "gi4").put("Elm", "gi2", "gi6")
    table.begin("german").play("activate gi4", "move Cedar")
    assert table.supplied("ai4")
    return table.play("activate gi6", "move Dale", "stop", "end") if cut else table.play("end")


@pytest.mark.rule("mist:13.16")
def test_supply_cut_during_movement_tells_in_the_battle(dice: Dice) -> None:
    dice(10, 10)  # one shot each: without supply the defender calls no artillery
    shots = battle_at_cedar(cut=True).happened(Rolled)
    assert OUT_OF_SUPPLY in shots[0].modifiers
    assert OUT_OF_SUPPLY not in shots[1].modifiers


@pytest.mark.rule("mist:13.16")
def test_supply_that_was_not_cut_does_no_harm_in_the_battle(dice: Dice) -> None:
    dice(10, 10, 10)  # the defender's request, then one shot each
    rolls = battle_at_cedar(cut=False).happened(Rolled)
    assert [roll.purpose for roll in rolls] == ["artillery", "fire", "fire"]
    assert OUT_OF_SUPPLY not in rolls[1].modifiers


def armor_waits_for_a_bridge() -> Table:
    """The last impulse of a turn; armor is cut off unless the engineer builds the bridge."""
    table = bridgehead("ga1").put("Birch", "ge1")
    table.g.clock += 2
    return table.begin("german").play("end", "bridge ge1 Cedar")


@pytest.mark.rule("mist:13.17")
def test_supply_restored_in_the_last_impulse_saves_from_attrition(dice: Dice) -> None:
    dice(4)
    assert starved(armor_waits_for_a_bridge()) == set()


@pytest.mark.rule("mist:13.17")
def test_supply_not_restored_before_the_end_of_the_turn_costs_attrition(dice: Dice) -> None:
    dice(5)
    table = armor_waits_for_a_bridge()
    before = table.strength("ga1")
    assert starved(table) == {"ga1"}
    assert table.strength("ga1") == before - 1


# -- attrition (13.21) ----------------------------------------------------------------------------


@pytest.mark.rule("mist:13.21a")
def test_a_unit_out_of_supply_loses_one_strength() -> None:
    table = Table("17-3").put("Dale", "gi1").put("Cedar", "ai1").put("Elm", "aa1")
    assert starved(table) == {"gi1"}
    assert (table.strength("gi1"), table.strength("ai1"), table.strength("aa1")) == (3, 3, 3)


@pytest.mark.rule("mist:13.21a")
def test_a_unit_of_strength_1_out_of_supply_is_eliminated() -> None:
    table = Table("17-3").put("Dale", "gi4").put("Cedar", "ai1").put("Elm", "aa1")
    assert starved(table) == {"gi4"}
    assert table.where("gi4") == ""
    assert len(table.happened(Eliminated)) == 1


@pytest.mark.rule("mist:13.21a")
@pytest.mark.parametrize("clock", ["17-1", "17-2"])
def test_there_is_no_attrition_before_the_end_of_the_turn(clock: str) -> None:
    table = Table(clock).put("Dale", "gi1").put("Cedar", "ai1").put("Elm", "aa1")
    assert starved(table) == set()


@pytest.mark.rule("mist:13.21b")
def test_attrition_strikes_both_sides_at_the_same_moment() -> None:
    table = Table("17-3").put("Elm", "ga2", strength=1).put("Birch", "ai4").put("Cedar", "gi2")
    assert starved(table) == {"ga2", "ai4"}  # each is cut off by the other
    assert (table.where("ga2"), table.where("ai4")) == ("", "")


@pytest.mark.rule("mist:13.11b")
@pytest.mark.parametrize("scenario", ["campaign", "three_days"])
def test_the_printed_sources_are_zones_a_to_c_and_d_to_p(scenario: str) -> None:
    setting = FullTable(scenario=scenario).g.setting
    assert names_of(setting, setting.sources[GERMAN]) == list("ABC")
    assert names_of(setting, setting.sources[ALLIED]) == list("DEFGHIJKLMNP")


@pytest.mark.rule("mist:13.11b")
def test_each_zone_of_the_full_map_supplies_its_own_side() -> None:
    for zone in "ABCDEFGHIJKLMNP":
        side, unit = ("german", "304/2Pz") if zone in "ABC" else ("allied", "26/1")
        table = FullTable().put(zone, unit)
        assert table.supplied(unit), (side, zone)


@pytest.mark.rule("mist:13.11a", "mist:13.12")
def test_krinkelt_is_supplied_by_elsenborn_when_bullingen_falls() -> None:
    """The road by Wirtzfeld over which two divisions withdrew on 19 December."""
    table = FullTable("16-2").put("Krinkelt", "9/2")
    foes = iter(("1/1SS", "751/326VG", "752/326VG", "753/326VG"))
    roads = [exit_.to for exit_ in table.g.setting.board.exits[table.place("Krinkelt")]]
    for place in set(roads) - {table.place("Elsenborn")}:
        table.put(table.g.setting.place_names[place], next(foes))
    assert table.supplied("9/2")
    assert not table.put("Elsenborn", "25/12SS").supplied("9/2")
