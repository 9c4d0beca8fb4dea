"""Demolition charges and panzerfausts. Rules A23, C13.3, P5.1411b, B29.5."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.core.events.fire import Fired, HitRolled, KillRolled, Malfunctioned, Tried
from salient.games.squad.core.setting import side_of
from salient.games.squad.infantry.detonation import explode
from salient.games.squad.terrain.board import Hexside
from tests.games.squad.street_table import block, street
from tests.games.squad.table import Table

GERMAN = "ss658 3 ssDC 2 ss91 ss228"
AMERICAN = "us666 3 M4A3 M5A1"


def sappers(*lines: str, **more: Any) -> Table:
    """A squad with a charge next to an enemy."""
    table = Table(*lines, german=GERMAN, american=AMERICAN, **more)
    return table.put("C3", "ss658.1+ssDC.1").put("D3", "us666.1")


def hold_fire(table: Table) -> Table:
    while table.asked.startswith("american fire"):
        table.play("hold" if "hold" in table.offered() else "end")
    return table


def laid(table: Table) -> Table:
    """The charge is laid and the American has held his fire in both phases."""
    table.turn()
    while "move ss658.1" not in table.offered():
        table.play("end")
    hold_fire(table.play("move ss658.1", "plant D3"))
    if table.offered() & {"stop"}:
        table.play("stop")
    return table


def to_advancing(table: Table) -> Table:
    """On to the advancing fire phase, where the charge goes off."""
    while table.g.phase in ("move", "defensive"):
        hold_fire(table)
        if table.g.phase == "move":
            table.play("end")
    return table


# -- laying ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A23.3")
def test_a_charge_is_laid_next_door_for_the_cost_of_entering() -> None:
    table = sappers("D3 woods").move().play("move ss658.1")
    assert table.offered("plant") == {"plant D3"}
    hold_fire(table.play("plant D3"))
    assert table.spent() == 2
    assert table.where("ssDC.1") == "D3"
    assert table.where("ss658.1") == "C3"


@pytest.mark.rule("squad:A23.4")
def test_it_goes_off_in_the_advancing_fire_phase_with_thirty_factors_on_all_who_are_there() -> None:
    table = laid(sappers())
    table.dice(1, 2, 1, 1, 1, 1, 1, 1, ...)
    to_advancing(table)
    blast = next(event for event in table.happened(Fired) if event.means == "charge")
    assert blast.column == 30
    assert blast.target == table.place("D3")
    assert table.where("us666.1") == ""
    assert table.is_("lost", "ssDC.1")


@pytest.mark.rule("squad:A23.2")
def test_a_twelve_is_a_dud() -> None:
    table = laid(sappers())
    table.dice(6, 6)
    to_advancing(table)
    assert table.where("us666.1") == "D3"
    assert table.happened(Malfunctioned)[0].result == "lost"


@pytest.mark.rule("squad:A23.2")
@pytest.mark.parametrize(("dice", "dud"), [((6, 6), True), ((6, 5), False)])
def test_an_eleven_is_none_and_either_way_the_charge_is_gone(
    dice: tuple[int, int], dud: bool
) -> None:
    table = laid(sappers())
    table.dice(*dice, ...)
    to_advancing(table)
    assert bool(table.happened(Malfunctioned)) is dud
    assert bool([event for event in table.happened(Fired) if event.means == "charge"]) is not dud
    assert table.is_("lost", "ssDC.1")
    assert table.where("ssDC.1") == ""
    assert table.g.owner[table.unit("ssDC.1")] < 0


@pytest.mark.rule("squad:A23.4")
def test_it_does_not_go_off_if_those_who_laid_it_are_broken_or_pinned() -> None:
    table = laid(sappers()).mark("pinned", "ss658.1")
    to_advancing(table)
    assert not [event for event in table.happened(Fired) if event.means == "charge"]
    assert table.where("ssDC.1") == "D3"
    assert not table.is_("lost", "ssDC.1")


@pytest.mark.rule("squad:A23.5")
def test_a_tank_is_destroyed_by_a_to_kill_roll_of_sixteen_less_its_armour() -> None:
    table = Table(german=GERMAN, american=AMERICAN).put("C3", "ss658.1+ssDC.1")
    table.put("D3", "M5A1.1", facing="w").mark("buttoned", "M5A1.1")
    laid(table).dice(3, 3, 2, 2)
    to_advancing(table)
    kill = table.happened(KillRolled)[0]
    assert kill.aspect == "hull_front"
    assert kill.need == 16 - table.g.setting.vehicle_row(table.unit("M5A1.1")).front
    assert table.is_("wrecks", "M5A1.1")


@pytest.mark.rule("squad:A23.5", "squad:A23.4")
def test_a_charge_that_goes_off_where_nobody_is_hurts_no_tank_elsewhere() -> None:
    table = Table(german="PzIVH ss658 ssDC", american="us666 M4A3").put("H8", "PzIVH.1")
    table.put("C3", "ss658.1").put("D3", "ssDC.1").put("G8", "M4A3.1").dice(3, 3)
    charge, unit = table.unit("ssDC.1"), table.unit("ss658.1")
    explode(table.g, charge, unit, table.place("D3"), (), table.events)
    assert not table.happened(KillRolled)


# -- throwing -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A23.6")
def test_a_thrown_charge_adds_two_and_three_where_it_was_thrown_from() -> None:
    table = sappers().put("C3", "ss91.1").fire("german", "prep")
    table.dice(5, 5, ...).play("fire ssDC.1")
    if "throw D3" in table.offered():
        table.play("throw D3")
    there, here = (event for event in table.happened(Fired) if event.means == "charge")
    assert ("A23.6", 2) in [(m.rule, m.value) for m in there.modifiers]
    assert here.target == table.place("C3")
    assert ("A23.6", 3) in [(m.rule, m.value) for m in here.modifiers]
    assert table.is_("prep_fired", "ss658.1")


@pytest.mark.rule("squad:A23.6")
@pytest.mark.parametrize(
    ("line", "places"), [("C3 level=1", ["D3"]), ("D3 level=1", ["D3", "C3"]), ("", ["D3", "C3"])]
)
def test_who_throws_from_above_is_out_of_it(line: str, places: list[str]) -> None:
    table = sappers(*filter(None, [line])).fire("german", "prep")
    table.dice(5, 5, ...).play("fire ssDC.1")
    blasts = [event.target for event in table.happened(Fired) if event.means == "charge"]
    assert blasts == [table.place(name) for name in places]


@pytest.mark.rule("squad:A23.6")
def test_nobody_throws_a_charge_two_hexes() -> None:
    table = Table(german=GERMAN, american=AMERICAN)
    table.put("C3", "ss658.1+ssDC.1").put("E4", "us666.1").fire("german", "prep")
    assert "fire ssDC.1" not in table.offered()


# -- roadblocks -----------------------------------------------------------------------------------


def explode_at_the_arrow(place: str, *dice: int) -> Table:
    table = block(street(german="ss658 3 ssDC ss91", american="us666 3 M4"))
    table.put(place, "ss658.1+ssDC.1").put("O17", "us666.1").mark("broken", "us666.1")
    table.turn()
    while "move ss658.1" not in table.offered():
        table.play("end")
    table.play("move ss658.1")
    if "blast O18 n" in table.offered():
        table.dice(*dice).play("blast O18 n")
        to_advancing(table)
    return table


@pytest.mark.rule("squad:P5.1411b", "squad:A23.7")
@pytest.mark.parametrize("place", ["O18", "P17"])
def test_a_charge_at_the_arrow_blows_the_roadblock_up_and_nothing_else(place: str) -> None:
    table = explode_at_the_arrow(place, 1, 2)
    assert not table.g.street_blocks
    assert [event.result for event in table.happened(Tried)] == ["passed"]
    assert table.is_("lost", "ssDC.1")
    assert not table.happened(Fired)
    assert table.where("us666.1") == "O17"
    assert table.where("ss658.1") == place


@pytest.mark.rule("squad:P5.1411b")
def test_who_is_not_at_the_vertex_of_the_arrow_cannot_set_a_charge() -> None:
    for place, able in (("N17", False), ("P17", True)):
        table = block(street(german="ss658 3 ssDC ss91", american="us666 3 M4"))
        table.put(place, "ss658.1+ssDC.1").move().play("move ss658.1")
        assert bool(table.offered("blast")) is able


def at_the_arrow(place: str = "O18") -> Table:
    table = block(street(german="ss658 3 ssDC ss91", american="us666 3 M4"))
    table.put(place, "ss658.1+ssDC.1").put("N17", "us666.1").mark("broken", "us666.1")
    return table.turn()


@pytest.mark.rule("squad:P5.1411b", "squad:A23.3")
@pytest.mark.parametrize(("dice", "gone"), [((2, 3), True), ((2, 4), False), ((6, 6), False)])
def test_a_charge_is_laid_at_the_arrow_and_its_layers_go_on(
    dice: tuple[int, int], gone: bool
) -> None:
    """Thirty factors need five or less for a KIA; a twelve is a dud."""
    table = at_the_arrow()
    while "move ss658.1" not in table.offered():
        table.play("end")
    table.play("move ss658.1", "affix O18 n")
    assert table.spent() == 2
    assert not table.is_("ti", "ss658.1")
    table.play("go P18").dice(*dice).play("stop")
    to_advancing(table)
    assert bool(table.g.street_blocks) is not gone
    assert table.is_("lost", "ssDC.1")
    assert not table.happened(Fired)


@pytest.mark.rule("squad:P5.1411b", "squad:A23.6")
@pytest.mark.parametrize(("dice", "gone"), [((1, 2), True), ((2, 2), False), ((6, 6), False)])
def test_a_charge_thrown_at_the_roadblock_goes_off_at_once_at_plus_two(
    dice: tuple[int, int], gone: bool
) -> None:
    table = at_the_arrow()
    while "fire ssDC.1" not in table.offered():
        table.play("end")
    table.play("fire ssDC.1").dice(*dice).play("hurl O18 n")
    assert bool(table.g.street_blocks) is not gone
    assert table.is_("lost", "ssDC.1")
    assert table.is_("prep_fired", "ss658.1")
    assert not table.happened(Fired)
    if dice != (6, 6):
        assert table.happened(Tried)[-1].modifiers[0].value == 2


@pytest.mark.rule("squad:P5.1411b", "squad:A23.7")
@pytest.mark.parametrize(("dice", "gone"), [((2, 4), True), ((3, 4), False)])
def test_one_set_with_care_has_thirty_six_factors(dice: tuple[int, int], gone: bool) -> None:
    table = explode_at_the_arrow("O18", *dice)
    assert bool(table.g.street_blocks) is not gone


@pytest.mark.rule("squad:P5.1411b")
def test_less_than_a_kia_leaves_the_roadblock_standing() -> None:
    table = explode_at_the_arrow("O18", 5, 5)
    assert table.g.street_blocks
    assert table.is_("lost", "ssDC.1")
    assert [event.result for event in table.happened(Tried)] == ["failed"]


@pytest.mark.rule("squad:A23.7", "squad:B29.5")
def test_a_charge_removes_an_ordinary_roadblock_too() -> None:
    table = Table("C3 road=SE", "D3 road=NW", german=GERMAN, american=AMERICAN)
    table.put("D3", "ss658.1+ssDC.1").put("J9", "us666.1").put("B8", "ss658.2")
    table.g.roadblocks = (Hexside(6 * table.place("C3") + side_of("se")),)
    table.turn()
    while "move ss658.1" not in table.offered():
        table.play("end")
    table.play("move ss658.1", "blast C3 se").dice(1, 1)
    assert table.is_("ti", "ss658.1")
    to_advancing(table)
    assert not table.g.roadblocks


# -- panzerfausts ---------------------------------------------------------------------------------


def ambush(month: int = 12, year: int = 1944, more: str = "") -> Table:
    scenario = f"month = {month}\nyear = {year}\n{more}"
    table = Table(german=GERMAN, american=AMERICAN, scenario=scenario)
    return table.put("C3", "ss658.1").put("E4", "M4A3.1", facing="w")


@pytest.mark.rule("squad:C13.3", "squad:C13.31")
def test_an_ss_squad_fires_a_panzerfaust_that_it_has_on_a_die_of_three() -> None:
    table = ambush().fire("german", "prep").dice(3, 2, 1, 3, 3).play("fire ss658.1")
    assert table.happened(HitRolled)[0].need == 6 + 1 + 1
    assert table.happened(KillRolled)
    assert table.is_("prep_fired", "ss658.1")


@pytest.mark.rule("squad:C13.31")
def test_on_a_four_it_has_none() -> None:
    table = ambush().fire("german", "prep").dice(4).play("fire ss658.1")
    assert not table.happened(HitRolled)
    assert table.is_("prep_fired", "ss658.1")


@pytest.mark.rule("squad:C13.31")
@pytest.mark.parametrize(("year", "month", "reaches"), [(1944, 12, True), (1944, 5, False)])
def test_it_reaches_two_hexes_from_june_1944_on(year: int, month: int, reaches: bool) -> None:
    table = ambush(month, year).fire("german", "prep")
    assert ("fire ss658.1" in table.offered()) is reaches


@pytest.mark.rule("squad:C13.3")
def test_there_are_no_more_of_them_than_the_scenario_says() -> None:
    table = ambush(more="panzerfaust = 1").put("D4", "ss658.2").fire("german", "prep")
    table.dice(1, 6, 6).play("fire ss658.1")
    assert "fire ss658.2" not in table.offered()


@pytest.mark.rule("squad:C13.3")
def test_a_panzerfaust_is_fired_at_the_vehicle_it_was_aimed_at_without_a_backblast() -> None:
    """The squad beside it is not what is hit; in the open nothing blows back."""
    table = Table("C3 stone_building", german=GERMAN, american="us666 M4A3 us81",
                  scenario="month = 12\nyear = 1944\n")  # fmt: skip
    table.put("C3", "ss658.1", "ss91.1").put("E4", "M4A3.1", facing="w").fire("german", "prep")
    table.play("fire ss658.1").dice(1, 1, 2, 3, 3).play("faust M4A3.1")
    assert table.g.fausts_fired == 1
    assert [event.vehicle for event in table.happened(KillRolled)] == [table.unit("M4A3.1")]
    assert not table.happened(Fired), "out of a house at +2, not in desperation"


@pytest.mark.rule("squad:C13.3")
def test_a_passing_tank_meets_a_panzerfaust() -> None:
    table = Table(german=GERMAN, american=AMERICAN, mover="american")
    table.put("E5", "ss658.1").put("C3", "M4A3.1", facing="e").move()
    table.play("move M4A3.1", "drive E4")
    assert "fire ss658.1" in table.offered()


@pytest.mark.rule("squad:C13.3")
def test_crews_and_americans_have_none() -> None:
    table = Table(german=GERMAN + " PzIVH", american=AMERICAN).put("C3", "ss228.1")
    table.put("D3", "M4A3.1").put("C5", "us666.1").put("C6", "PzIVH.1")
    for side in ("german", "american"):
        table.fire(side, "prep")
        names = {"german": "fire ss228.1", "american": "fire us666.1"}
        if names[side] in table.offered():
            assert "faust" not in str(table.play(names[side]).offered())
        table.g.steps.clear()


@pytest.mark.rule("squad:A23.3")
def test_who_has_moved_cannot_lay_a_charge_where_entering_takes_all_mf() -> None:
    table = Table("D3 marsh", german=GERMAN, american=AMERICAN).put("D3", "us666.1")
    table.put("C3", "ss658.1+ssDC.1").put("B3", "ss658.2+ssDC.2").move()
    assert "plant D3" in table.play("move ss658.1").offered()
    table.play("stop", "move ss658.2", "go C3")
    hold_fire(table)
    assert not table.offered("plant")


@pytest.mark.rule("squad:A23.6", "squad:A12.14")
def test_who_throws_a_charge_is_seen_and_has_fired() -> None:
    table = sappers("C3 woods").mark("concealed", "ss658.1").fire("german", "prep")
    table.dice(5, 5, ...).play("fire ssDC.1")
    assert not table.is_("concealed", "ss658.1")
    assert "fire ss658.1" not in table.offered()


@pytest.mark.rule("squad:B24.11")
@pytest.mark.parametrize(("die", "falls"), [(2, True), (6, False)])
def test_a_charge_that_kills_in_a_house_may_bring_it_down(die: int, falls: bool) -> None:
    """Thirty factors: a four is a 2KIA; of wood it falls on a die of two or less."""
    table = Table("D3 wooden_building", german=GERMAN, american=AMERICAN)
    table.put("C3", "ss658.1").put("D3", "ssDC.1").dice(2, 2, die, ...)
    charge, unit = table.unit("ssDC.1"), table.unit("ss658.1")
    explode(table.g, charge, unit, table.place("D3"), (), table.events)
    assert (table.place("D3") in table.g.rubble) is falls
