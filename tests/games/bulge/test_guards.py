"""Rules 13.7, 13.8b and 13.9: units bound by breakthroughs, and units that leave the map."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.engine.state import Ref
from salient.games.bulge.events import Destroyed, Evacuated, GuardPosted
from tests.conftest import Dice
from tests.games.bulge.phases import record
from tests.games.bulge.table import Table

SOUTHERN = ("CCA/10A",)
SOUTH_WESTERN = ("501/101",)
NORTH_WESTERN = ("b29", "b33", "b34", "b71/53")
NORTHERN = ("r1/1", "r2/1")
AWAY = ("0401", "0402", "0502", "0501", "0701", "0702", "0802", "0801")
"""Hexes behind the Meuse, far from everybody."""


def arrived(table: Table, *units: str) -> Table:
    """Some reinforcements are on the map already."""
    for hex_, unit in zip(AWAY, units, strict=False):
        table.put(hex_, unit)
    return table


def break_through(table: Table, edge: str, entry: str, *units: str) -> Table:
    """German units leave the map; the Allies are asked for a guard if they have a choice."""
    table.put(edge, *units).move("german").play(f"activate {units[0]}")
    return table.play(*(f"join {unit}" for unit in units[1:]), f"exit {entry}", "end")


def guards(table: Table) -> list[str]:
    """The guards posted so far."""
    return [table.g.setting.units[event.unit].id for event in table.happened(GuardPosted)]


def perished(table: Table) -> Table:
    """The units that broke through at N1 are cut off from the east and lost (13.8a)."""
    table.put("1207", "i1/9")
    record(table)
    record(table)
    return table


# -- who is the guard (13.7) ----------------------------------------------------------------------


@pytest.mark.rule("bulge:13.7a")
def test_one_guard_is_bound_at_each_entry_broken_through() -> None:
    table = break_through(Table(), "1306", "N1", "g1/62", "g2/62")
    assert guards(table) == ["r1/1"]
    table = break_through(table, "0103", "S1", "g3/62")
    assert guards(table) == ["r1/1", "CCA/10A"]


@pytest.mark.rule("bulge:13.7a")
def test_a_second_breakthrough_at_an_entry_needs_no_second_guard() -> None:
    table = break_through(Table(), "1306", "N1", "g1/62")
    assert guards(break_through(table, "1306", "N1", "g2/62")) == ["r1/1"]


@pytest.mark.rule("bulge:13.7a")
def test_a_guard_does_not_come_on_as_a_reinforcement() -> None:
    table = break_through(Table(), "1306", "N1", "g1/62").move("allied")
    assert "activate r1/1" not in table.offered()
    assert "activate CCA/10A" in table.offered()


@pytest.mark.rule("bulge:13.7b")
def test_the_next_to_arrive_from_that_side_is_the_guard() -> None:
    assert guards(break_through(Table(), "1306", "N1", "g1/62")) == ["r1/1"]  # turn 2, not 4
    table = arrived(Table(), "r1/1")
    assert guards(break_through(table, "1306", "N1", "g1/62")) == ["r2/1"]


@pytest.mark.rule("bulge:13.7b")
def test_among_equals_the_allied_player_chooses() -> None:
    table = break_through(Table(), "1101", "NW1", "g1/62")
    assert table.asked == "allied guard"
    assert table.offered() == {f"guard {unit}" for unit in NORTH_WESTERN}
    assert guards(table.play("guard b33")) == ["b33"]


@pytest.mark.rule("bulge:13.7c")
def test_the_neighbouring_side_helps_out_when_all_of_a_side_have_arrived() -> None:
    table = arrived(Table(), *SOUTHERN)
    assert guards(break_through(table, "0103", "S1", "g1/62")) == list(SOUTH_WESTERN)
    table = arrived(Table(), *SOUTHERN, *SOUTH_WESTERN)
    table = break_through(table, "0103", "S1", "g1/62")
    assert table.offered() == {f"guard {unit}" for unit in NORTH_WESTERN}


@pytest.mark.rule("bulge:13.7c")
def test_of_two_neighbouring_sides_the_allied_player_chooses() -> None:
    table = break_through(Table(), "0601", "W1", "g1/62")  # nobody is due in the west
    assert table.offered() == {f"guard {unit}" for unit in SOUTH_WESTERN + NORTH_WESTERN}


@pytest.mark.rule("bulge:13.7c")
def test_destroyed_reinforcements_do_not_guard() -> None:
    table = Table().put("0401", "CCA/10A", steps=0)
    table.g.put(table.unit("CCA/10A"), NOWHERE)
    assert guards(break_through(table, "0103", "S1", "g1/62")) == list(SOUTH_WESTERN)


@pytest.mark.rule("bulge:13.7b", "bulge:13.7c")
def test_neither_guards_nor_evacuated_units_guard_another_entry() -> None:
    table = break_through(arrived(Table(), *NORTH_WESTERN), "1306", "N1", "g1/62")
    assert guards(break_through(table, "1101", "NW1", "g2/62")) == ["r1/1", "r2/1"]
    table = break_through(evacuated("0103", "S1", "r1/1"), "1306", "N1", "g1/62")
    assert guards(table) == ["r2/1"]


@pytest.mark.rule("bulge:13.7d")
def test_without_reinforcements_any_unit_outside_an_ezoc_is_taken_from_the_map() -> None:
    table = arrived(Table(), *SOUTHERN, *SOUTH_WESTERN, *NORTH_WESTERN, *NORTHERN)
    table.put("0409", "i1/28").put("0410", "g2/62").put("0406", "i2/28")
    table = break_through(table, "1306", "N1", "g1/62")
    assert "guard i2/28" in table.offered()
    assert "guard i1/28" not in table.offered()  # in an EZOC
    assert len(table.offered()) == 9
    assert table.play("guard i2/28").where("i2/28") == ""


@pytest.mark.rule("bulge:13.7d")
def test_nobody_leaves_the_map_while_reinforcements_are_due() -> None:
    table = break_through(Table().put("0406", "i2/28"), "0103", "S1", "g1/62")
    assert guards(table) == ["CCA/10A"]
    assert table.where("i2/28") == "0406"


# -- guards come back (13.8b) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:13.8b")
def test_the_guard_enters_once_the_broken_through_unit_is_lost() -> None:
    table = perished(break_through(Table(), "1306", "N1", "pz/Lehr")).put("0101", "i1/9")
    table.move("allied").play("activate r1/1")
    assert table.offered("enter") == {"enter N1"}
    assert table.play("enter N1", "move 1306").where("r1/1") == "1306"


@pytest.mark.rule("bulge:13.8b")
def test_the_guard_waits_while_one_of_two_units_lives() -> None:
    table = break_through(Table(), "1306", "N1", "pz/Lehr")
    record(table.put("1207", "i1/9"))
    table = break_through(table.put("0101", "i1/9"), "1306", "N1", "g1/62")
    record(table.put("1207", "i1/9"))
    assert len(table.happened(Destroyed)) == 1
    assert "activate r1/1" not in table.move("allied").offered()


@pytest.mark.rule("bulge:13.8b")
def test_the_guard_enters_in_first_movement_phases_only() -> None:
    table = break_through(Table().put("0401", "CCA/9A"), "0103", "S1", "pz/Lehr")
    record(table.put("0104", "i2/9"))
    record(table)
    assert "activate CCA/10A" not in table.move("allied", 2).offered()
    assert "activate CCA/10A" in table.play("end").move("allied", 1).offered()


@pytest.mark.rule("bulge:13.8b")
def test_a_guard_from_elsewhere_enters_where_it_stood_guard() -> None:
    table = arrived(Table(), *NORTHERN)
    table = perished(break_through(table, "1306", "N1", "g1/62").play("guard b29"))
    table.put("0101", "i1/9").move("allied").play("activate b29")
    assert table.offered("enter") == {"enter N1"}  # not NW1, and before turn 5


@pytest.mark.rule("bulge:13.8b", "bulge:13.7d")
def test_a_guard_taken_from_the_map_comes_back() -> None:
    table = arrived(Table(), *SOUTHERN, *SOUTH_WESTERN, *NORTH_WESTERN, *NORTHERN)
    table = break_through(table.put("0406", "i2/28"), "1306", "N1", "g1/62").play("guard i2/28")
    perished(table).put("0101", "i1/9").move("allied").play("activate i2/28")
    assert table.offered("enter") == {"enter N1"}


@pytest.mark.rule("bulge:13.8b", "bulge:13.7a")
def test_a_guard_that_has_come_back_guards_no_more() -> None:
    table = perished(break_through(Table(), "1306", "N1", "g1/62")).put("0101", "i1/9")
    table.move("allied").play("activate r1/1", "enter N1", "move 1105", "stop", "end")
    assert guards(break_through(table.put("0401", "r1/1"), "1306", "N1", "g2/62"))[-1] == "r2/1"


# -- evacuation (13.9) ----------------------------------------------------------------------------


def evacuated(edge: str, entry: str, unit: str) -> Table:
    """An Allied unit has left the map of its own will."""
    table = Table().put(edge, unit).move("allied")
    return table.play(f"activate {unit}", f"exit {entry}", "end")


@pytest.mark.rule("bulge:13.9a")
def test_an_allied_unit_may_leave_by_an_allied_entry_and_is_not_destroyed() -> None:
    table = evacuated("0103", "S1", "i1/28")
    assert table.where("i1/28") == ""
    assert table.happened(Evacuated) == [Evacuated((table.unit("i1/28"),), table.place("S1"))]
    assert record(table, "allied") == 0


@pytest.mark.rule("bulge:13.9a")
@pytest.mark.parametrize("unit", ["i1/28", "r1/1"])
def test_an_evacuated_unit_does_not_come_back(unit: str) -> None:
    table = evacuated("0103", "S1", unit).move("allied")
    assert "activate CCA/10A" in table.offered()
    assert f"activate {unit}" not in table.offered()


@pytest.mark.rule("bulge:13.9a", "bulge:13.9d")
@pytest.mark.parametrize("edge", ["0614", "0701"])
def test_there_is_no_evacuation_elsewhere(edge: str) -> None:
    table = Table().put(edge, "i1/28").move("allied").play("activate i1/28")
    assert not table.offered("exit")


@pytest.mark.rule("bulge:13.9a")
def test_evacuation_does_not_prevent_a_breakthrough() -> None:
    table = evacuated("0601", "W1", "i1/28").put("0601", "g1/62").move("german")
    assert table.play("activate g1/62").offered("exit") == {"exit W1"}


@pytest.mark.rule("bulge:13.9b")
def test_an_evacuated_unit_may_be_the_guard_instead_of_a_reinforcement() -> None:
    table = break_through(evacuated("0103", "S1", "i1/28"), "0103", "S1", "g1/62")
    assert table.offered() == {"guard i1/28", "guard CCA/10A"}
    assert table.question.values == {"entry": Ref("place", table.place("S1"))}
    assert guards(table.play("guard i1/28")) == ["i1/28"]


@pytest.mark.rule("bulge:13.9b")
def test_units_evacuated_elsewhere_do_not_guard() -> None:
    table = break_through(evacuated("0103", "S1", "i1/28"), "1306", "N1", "g1/62")
    assert guards(table) == ["r1/1"]


@pytest.mark.rule("bulge:13.9b", "bulge:13.8b")
def test_an_evacuated_guard_comes_back_like_any_other() -> None:
    table = break_through(evacuated("1306", "N1", "i1/28"), "1306", "N1", "g1/62")
    perished(table.play("guard i1/28")).put("0101", "i1/9").move("allied")
    assert table.play("activate i1/28").offered("enter") == {"enter N1"}


@pytest.mark.rule("bulge:13.8b", "bulge:13.9b")
def test_a_guard_waits_while_others_come_on_at_its_entry() -> None:
    table = break_through(evacuated("1306", "N1", "i1/28"), "1306", "N1", "g1/62")
    perished(table.play("guard i1/28")).put("0101", "i1/9").move("allied")
    table.play("activate r1/1", "enter N1", "move 1306", "stop")
    assert table.play("activate i1/28").offered("enter") == {"enter N1"}


@pytest.mark.rule("bulge:13.9c", "bulge:13.9d")
def test_a_unit_forced_to_retreat_off_the_map_is_destroyed(dice: Dice) -> None:
    dice(2, 3)  # D1R
    table = Table().put("0601", "i1/28").put("0602", "pz/1SS").put("0701", "pg1/1SS")
    table.fight("german").attack("0601", "pz/1SS", "pg1/1SS")
    assert not table.offered("retreat")
    assert [event.reason for event in table.happened(Destroyed)] == ["surrender"]
    assert not table.g.evacuated
