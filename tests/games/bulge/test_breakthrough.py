"""Rules 13.5, 13.6, 13.8a and 13.10: German units that break through off the map."""

from __future__ import annotations

import msgspec
import pytest

from salient.games.bulge.events import BrokeThrough, Destroyed, SupplyChanged
from tests.games.bulge.phases import check_supply, record, status
from tests.games.bulge.table import RealTable, Table


def broken_through(unit: str = "pz/Lehr") -> Table:
    """A German unit has left the map by N1; r1/1 must watch it."""
    table = Table().put("1306", unit).move("german")
    return table.play(f"activate {unit}", "exit N1", "end")


def cut_the_road(table: Table) -> Table:
    """An Allied regiment beside 1206 and 1306 cuts the road to N1."""
    return table.put("1207", "i1/9")


# -- leaving (13.5) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:13.5a")
@pytest.mark.parametrize(
    ("edge", "entry"),
    [("1306", "N1"), ("1101", "NW1"), ("0601", "W1"), ("0301", "SW1"), ("0103", "S1")],
)
def test_germans_break_through_at_every_allied_entry(edge: str, entry: str) -> None:
    table = Table().put(edge, "g1/62").move("german").play("activate g1/62", f"exit {entry}")
    (event,) = table.happened(BrokeThrough)
    assert event.units == (table.unit("g1/62"),)
    assert table.where("g1/62") == ""


@pytest.mark.rule("bulge:13.5a", "bulge:13.9d")
@pytest.mark.parametrize("edge", ["0614", "1014", "0701", "1305", "0102"])
def test_elsewhere_nobody_leaves_the_map(edge: str) -> None:
    table = Table(10).put(edge, "g1/62").move("german").play("activate g1/62")
    assert not table.offered("exit")


@pytest.mark.rule("bulge:13.5a")
def test_a_yellow_entry_takes_one_unit() -> None:
    table = Table().put("0601", "g1/62", "g2/62").move("german")
    table.play("activate g1/62", "exit W1", "activate g2/62")
    assert not table.offered("exit")
    table = Table().put("0601", "g1/62", "g2/62").move("german")
    assert not table.play("activate g1/62", "join g2/62").offered("exit")


@pytest.mark.rule("bulge:13.5a")
def test_an_orange_entry_takes_two_units() -> None:
    table = Table().put("1306", "g1/62", "g2/62", "g3/62").move("german")
    table.play("activate g1/62", "join g2/62")
    assert table.offered("exit") == {"exit N1"}
    table.play("exit N1", "activate g3/62")
    assert not table.offered("exit")


@pytest.mark.rule("bulge:13.5a")
def test_three_units_are_too_many_even_for_an_orange_entry() -> None:
    table = Table().put("1306", "g1/62", "g2/62", "g3/62").move("german")
    table.play("activate g1/62", "join g2/62", "join g3/62")
    assert not table.offered("exit")


@pytest.mark.rule("bulge:13.5a")
def test_the_printed_colours_give_the_capacities() -> None:
    rows = RealTable(1).g.setting.entries
    assert {(row.colour, row.capacity) for row in rows if row.direction != "E"} == {
        ("yellow", 1),
        ("orange", 2),
    }
    assert {row.colour for row in rows if row.direction == "E"} == {"grey"}
    assert {row.direction for row in rows} == {"E", "N", "NW", "W", "SW", "S"}


@pytest.mark.rule("bulge:13.5b")
def test_leaving_costs_a_movement_point() -> None:
    table = Table().put("0605", "g1/62").move("german").play("activate g1/62", "move 0601")
    assert table.offered("exit") == {"exit W1"}  # the fifth of five


@pytest.mark.rule("bulge:13.5b")
def test_a_unit_without_a_point_left_stays_on_the_map() -> None:
    table = Table().put("0606", "g1/62").move("german").play("activate g1/62", "move 0601")
    assert table.where("g1/62") == "0601"
    assert not table.offered("exit")


@pytest.mark.rule("bulge:13.5b")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("unit", ["pz/Lehr", "FB"])
def test_a_unit_that_broke_through_never_returns(unit: str, number: int) -> None:
    table = broken_through(unit).put("0212", "pz/1SS").move("german", number)
    assert "activate pz/1SS" in table.offered()
    assert f"activate {unit}" not in table.offered()


@pytest.mark.rule("bulge:13.5b")
def test_commandos_do_not_break_through() -> None:
    table = Table().put("0601", "Cdo1").move("german").play("activate Cdo1")
    assert not table.offered("exit")


# -- points (13.10) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:13.10-1", "bulge:13.2-3")
def test_a_mechanized_breakthrough_gives_two_points() -> None:
    assert record(broken_through("pz/Lehr")) == 2


@pytest.mark.rule("bulge:13.10-2", "bulge:13.2-3")
def test_any_other_breakthrough_gives_one_point() -> None:
    assert record(broken_through("g1/12")) == 1


@pytest.mark.rule("bulge:13.5a", "bulge:13.5b")
@pytest.mark.parametrize(("enemy", "free"), [("1308", True), ("1307", False)])
def test_only_a_zone_of_control_over_the_edge_hex_holds_a_unit_up(enemy: str, free: bool) -> None:
    table = Table().put("1304", "pz/Lehr").put(enemy, "i1/28").move("german")
    table.play("activate pz/Lehr", "move 1306")
    assert ("exit N1" in table.offered()) is free


@pytest.mark.rule("bulge:13.5a", "bulge:13.5b", "bulge:7.8")
@pytest.mark.parametrize(
    ("enemy", "points", "free"), [("1307", 2, False), ("1307", 3, True), ("1308", 1, True)]
)
def test_leaving_the_map_costs_a_point_and_a_zone_of_control_two_more(
    enemy: str, points: int, free: bool
) -> None:
    table = Table().put("1306", "pz/Lehr").put(enemy, "i1/28").move("german")
    table.play("activate pz/Lehr")
    table.g.steps[-1] = msgspec.structs.replace(table.g.steps[-1], mp=points)
    assert ("exit N1" in table.run().offered()) is free


# -- the entry is closed (13.6) -------------------------------------------------------------------


@pytest.mark.rule("bulge:13.6")
def test_no_reinforcement_comes_by_an_entry_that_was_broken_through() -> None:
    table = Table(4).move("allied").play("activate r2/1")
    assert table.offered("enter") == {"enter N1"}
    table = broken_through()
    table.g.turn = 4
    table.move("allied")
    assert list(table.g.guards.values()) == [table.unit("r1/1")]  # although a guard is there
    assert "activate r2/1" in table.offered()
    assert not table.play("activate r2/1").offered("enter")


# -- supply (13.8a) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:13.8a")
def test_a_broken_through_unit_with_a_road_behind_it_stays() -> None:
    table = broken_through()
    assert record(table) == 2
    assert record(table) == 2
    assert not table.happened(SupplyChanged)


@pytest.mark.rule("bulge:13.8a", "bulge:13.10-3")
@pytest.mark.parametrize(("unit", "won", "lost"), [("pz/Lehr", 2, -2), ("g1/12", 1, -1)])
def test_without_a_road_it_is_out_of_supply_then_isolated_and_destroyed(
    unit: str, won: int, lost: int
) -> None:
    table = cut_the_road(broken_through(unit))
    assert record(table) == won
    assert [event.status for event in table.happened(SupplyChanged)] == ["out_of_supply"]
    assert record(table) == lost
    assert [event.reason for event in table.happened(Destroyed)] == ["isolation"]


@pytest.mark.rule("bulge:13.8a")
def test_a_road_opened_in_time_saves_it() -> None:
    table = cut_the_road(broken_through())
    assert record(table) == 2
    assert record(table.put("0101", "i1/9")) == 2
    assert [event.status for event in table.happened(SupplyChanged)][-1] == "supplied"
    assert record(cut_the_road(table)) == 2  # out of supply anew, not isolated


@pytest.mark.rule("bulge:13.8a")
def test_broken_through_units_are_checked_in_the_german_player_turn_only() -> None:
    table = cut_the_road(broken_through())
    record(table, "allied")
    assert record(table, "allied") == 2
    assert not table.happened(SupplyChanged)


@pytest.mark.rule("bulge:13.8a", "bulge:11.2b")
def test_after_its_destruction_the_entry_is_a_source_again() -> None:
    table = cut_the_road(broken_through())
    record(table)
    record(table)
    table.put("1306", "i1/28").put("1305", "g1/62").put("1307", "g2/62")
    assert status(check_supply(table, "allied"), "i1/28") == "supplied"
