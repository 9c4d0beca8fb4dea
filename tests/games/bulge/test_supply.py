"""Rules 11.1 and 11.2: when supply is checked, and how it is traced."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import SupplyChanged
from tests.games.bulge.phases import check_supply, occupied, status
from tests.games.bulge.table import Table


def north_road_only() -> Table:
    """An Allied regiment at 0613 closes E1: the Germans have only the road 1009-1014 from E2."""
    return Table().put("0613", "i1/106")


def ring(centre: str, west: str, east: str) -> Table:
    """A German regiment whose six neighbours two Allied ones hold."""
    return Table().put(west, "i1/28").put(centre, "g1/212").put(east, "i2/28")


# -- the check (11.1) -----------------------------------------------------------------------------


@pytest.mark.rule("bulge:11.1")
def test_each_side_checks_its_own_units_after_its_second_combat_phase() -> None:
    table = ring("0209", "0208", "0210").put("1208", "g1/12").put("1209", "i1/9")
    table.put("1210", "fj/3FJ").begin_turn()
    table.play("end", "end")
    assert table.asked == "allied movement"
    assert (status(table, "g1/212"), status(table, "i1/9")) == ("out_of_supply", "supplied")
    table.play("end", "end")
    assert table.asked == "german movement"
    assert (status(table, "g1/212"), status(table, "i1/9")) == ("out_of_supply", "out_of_supply")


@pytest.mark.rule("bulge:11.1")
def test_between_checks_nothing_changes() -> None:
    table = ring("0209", "0208", "0210").begin_turn().play("end")
    assert table.asked == "german declaring"  # A2: cut off, but not yet checked
    assert status(table, "g1/212") == "supplied"


# -- the path (11.2) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:11.2a")
def test_a_road_six_points_away_supplies() -> None:
    table = check_supply(north_road_only().put("0410", "g1/212"), "german")
    assert status(table, "g1/212") == "supplied"


@pytest.mark.rule("bulge:11.2a", "bulge:11.3")
def test_a_road_seven_points_away_does_not() -> None:
    table = check_supply(north_road_only().put("0310", "g1/212"), "german")
    assert status(table, "g1/212") == "out_of_supply"
    assert [event.status for event in table.happened(SupplyChanged)] == ["out_of_supply"]


@pytest.mark.rule("bulge:11.2a")
@pytest.mark.parametrize(("hex_", "supply"), [("0407", "supplied"), ("0406", "out_of_supply")])
def test_terrain_counts_on_the_way_to_the_road(hex_: str, supply: str) -> None:
    # Both are six hexes from the road at 1009; from 0406 every short way crosses a forest.
    table = check_supply(north_road_only().put(hex_, "g1/212"), "german")
    assert status(table, "g1/212") == supply


@pytest.mark.rule("bulge:11.2a")
def test_the_road_may_be_of_any_length() -> None:
    assert status(check_supply(Table().put("0601", "g1/62"), "german"), "g1/62") == "supplied"


@pytest.mark.rule("bulge:11.2a")
def test_a_road_without_a_source_does_not_supply() -> None:
    table = Table().put("0613", "i1/106").put("1013", "i1/99").put("0608", "g1/62")
    assert status(check_supply(table, "german"), "g1/62") == "out_of_supply"


@pytest.mark.rule("bulge:11.2b")
@pytest.mark.parametrize(
    ("edge", "around"),
    [("0601", ("0602", "0602")), ("0103", ("0102", "0104")), ("1306", ("1305", "1307"))],
)
def test_yellow_and_orange_entries_supply_the_allies(edge: str, around: tuple[str, str]) -> None:
    table = Table().put(edge, "i1/28").put(around[0], "g1/62").put(around[1], "g2/62")
    assert status(check_supply(table, "allied"), "i1/28") == "supplied"


@pytest.mark.rule("bulge:11.2b")
@pytest.mark.parametrize(
    ("edge", "around"),
    [("0601", ("0602", "0602")), ("0103", ("0102", "0104")), ("1306", ("1305", "1307"))],
)
def test_allied_entries_do_not_supply_the_germans(edge: str, around: tuple[str, str]) -> None:
    table = Table().put(edge, "g1/62").put(around[0], "i1/28").put(around[1], "i2/28")
    assert status(check_supply(table, "german"), "g1/62") == "out_of_supply"


@pytest.mark.rule("bulge:11.2b")
def test_grey_entries_supply_the_germans_and_not_the_allies() -> None:
    table = Table().put("0514", "i1/28").put("0613", "i2/28").put("0714", "i1/4")
    assert status(check_supply(table.put("0614", "g1/62"), "german"), "g1/62") == "supplied"
    table = Table().put("0514", "g1/62").put("0613", "g2/62").put("0714", "g3/62")
    assert status(check_supply(table.put("0614", "i1/28"), "allied"), "i1/28") == "out_of_supply"


@pytest.mark.rule("bulge:11.2b")
def test_an_entry_the_germans_broke_through_is_no_source() -> None:
    table = Table().put("1306", "g1/12").move("german")
    table.play("activate g1/12", "exit N1", "end")
    table.put("1306", "i1/28").put("1305", "g1/62").put("1307", "g2/62")
    assert status(check_supply(table, "allied"), "i1/28") == "out_of_supply"


@pytest.mark.rule("bulge:11.2-1", "bulge:5.8")
def test_an_ezoc_on_the_road_cuts_it() -> None:
    table = Table().put("0604", "g1/62")
    assert status(check_supply(table, "german"), "g1/62") == "supplied"
    table.put("0711", "i1/106")  # beside 0611 and 0612
    assert status(check_supply(table, "german"), "g1/62") == "out_of_supply"


@pytest.mark.rule("bulge:11.2-1")
def test_a_friend_in_the_hex_does_not_cancel_the_ezoc() -> None:
    table = Table().put("0604", "g1/62").put("0711", "i1/106")
    table.put("0611", "g2/62").put("0612", "g3/62")
    assert status(check_supply(table, "german"), "g1/62") == "out_of_supply"


@pytest.mark.rule("bulge:11.2-1")
def test_the_way_to_the_road_enters_no_ezoc_either() -> None:
    table = check_supply(ring("0209", "0208", "0210"), "german")
    assert status(table, "g1/212") == "out_of_supply"


@pytest.mark.rule("bulge:11.2-2")
def test_leaving_an_ezoc_costs_nothing_when_tracing() -> None:
    table = north_road_only().put("0410", "g1/212").put("0310", "i1/4")
    assert status(check_supply(table, "german"), "g1/212") == "supplied"


@pytest.mark.rule("bulge:11.2-3")
def test_mechanized_units_trace_through_deep_forest_without_a_road() -> None:
    table = Table().put("0706", "i1/28").put("0907", "i2/28").put("0810", "i1/106")
    table.put("0808", "pz/Lehr")  # only the forest 0708 is free, and then the road at 0608
    assert status(check_supply(table, "german"), "pz/Lehr") == "supplied"
    table.put("0708", "i1/4")
    assert status(check_supply(table, "german"), "pz/Lehr") == "out_of_supply"


@pytest.mark.rule("bulge:11.2-1", "bulge:11.2a")
def test_no_path_leads_through_an_enemy_who_has_lost_his_zone_of_control() -> None:
    table = Table().put("0706", "i1/28").put("0907", "i2/28").put("0810", "i1/106")
    table.put("0808", "pz/Lehr").put("0708", "i1/4").mark("shaken", "i1/4")
    assert status(check_supply(table, "german"), "pz/Lehr") == "out_of_supply"


@pytest.mark.rule("bulge:11.2-4")
def test_roads_the_enemy_occupies_carry_supply() -> None:
    table = check_supply(Table().put("0404", "g1/62"), "german")
    assert {"0605", "0606", "0610"} <= occupied(table, "allied")  # 0611 is too far off
    assert status(table, "g1/62") == "supplied"


@pytest.mark.rule("bulge:11.2-4")
def test_roads_with_enemy_units_do_not() -> None:
    table = check_supply(Table().put("0604", "g1/62").put("0610", "i1/106"), "german")
    assert status(table, "g1/62") == "out_of_supply"


@pytest.mark.rule("bulge:9.4-4c")
def test_paratroops_are_in_supply_on_the_turn_of_their_drop_only() -> None:
    table = Table().put("0208", "i1/28").put("0209", "VDH").put("0210", "i2/28")
    table.g.drop_turn = table.g.turn
    assert status(check_supply(table, "german"), "VDH") == "supplied"
    table.g.turn += 1
    assert status(check_supply(table, "german"), "VDH") == "out_of_supply"


@pytest.mark.rule("bulge:11.1")
def test_commandos_need_no_supply() -> None:
    table = Table().put("0208", "i1/28").put("0209", "Cdo1").put("0210", "i2/28")
    assert status(check_supply(table, "german"), "Cdo1") == "supplied"
