"""Rules 9.6b and 9.6-1 to 9.6-4: army sectors in German combat phases of turns 5 to 9.

On the test map the northern line grows from 0910, the southern one from 0510.
"""

from __future__ import annotations

import random

import pytest

from salient.games.bulge.events import LinesDrawn
from salient.games.bulge.rules.sectors import LineDrawing
from tests.games.bulge.table import RealTable, Table

NORTH, CENTRE, SOUTH = ("1008", "1007"), ("0606", "0605"), ("0308", "0307")
"""A hex in each sector while the lines go due west, and the hex west of it."""


def battle(unit: str, where: tuple[str, str], turn: int = 6, number: int = 1) -> Table:
    """A unit stands beside cavalry in a sector; a German combat phase begins."""
    place, target = where
    return Table(turn).put(place, unit).put(target, "14Cav").fight("german", number)


def straight(table: Table) -> Table:
    """Both lines go due west, along rows 9 and 5."""
    return table.play("west", "west")


DOWN = "0810 0709 0609 0508 0408 0307"
"""South-west from the end of the northern line."""


def grow(hexes: str, table: Table | None = None) -> Table:
    """The northern line grows hex by hex."""
    table = table or battle("pz/1SS", NORTH)
    return table.play(*(f"extend {hex_}" for hex_ in hexes.split()))


def line(table: Table, number: int) -> list[str]:
    return [str(table.g.setting.board.hex(index)) for index in table.g.lines[number]]


# -- drawing (9.6b, 9.6-1) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.6b")
@pytest.mark.parametrize("turn", [5, 9])
@pytest.mark.parametrize("number", [1, 2])
def test_both_lines_are_drawn_at_the_start_of_every_german_combat_phase(
    turn: int, number: int
) -> None:
    table = battle("pz/1SS", NORTH, turn, number)
    assert table.asked == "german line_north"
    assert table.play("west").asked == "german line_south"
    assert table.play("west").asked == "german declaring"
    assert [event.line for event in table.happened(LinesDrawn)] == ["north", "south"]


@pytest.mark.rule("bulge:9.6b")
def test_no_lines_are_drawn_before_turn_five_or_for_an_allied_combat_phase() -> None:
    assert battle("pz/Lehr", NORTH, turn=4).asked == "german declaring"
    table = Table(6).put("1008", "g1/62").put("1007", "CCA/10A").fight("allied")
    assert table.asked == "allied declaring"


@pytest.mark.rule("bulge:9.6-1")
def test_a_line_grows_north_west_west_or_south_west() -> None:
    table = battle("pz/1SS", NORTH)
    assert table.offered("extend") == {"extend 1010", "extend 0909", "extend 0810"}
    table.play("extend 0810")
    assert table.offered("extend") == {"extend 0909", "extend 0809", "extend 0709"}


@pytest.mark.rule("bulge:9.6-1")
def test_a_line_may_wind_as_it_likes_to_the_western_edge() -> None:
    table = grow("0810 0809 0908 1008 0907 0807 0806 0905 1005 1104 1103 1102 1101 1001")
    assert " ".join(line(table, 0)).endswith("0806 0905 1005 1104 1103 1102 1101 1001")
    assert table.asked == "german line_south"


@pytest.mark.rule("bulge:9.6-1")
def test_the_rest_of_a_line_may_go_due_west_at_once() -> None:
    table = battle("pz/1SS", NORTH).play("extend 1010", "extend 1009", "west")
    assert line(table, 0) == [f"10{column:02}" for column in range(10, 0, -1)]


@pytest.mark.rule("bulge:9.6-1")
def test_the_lines_are_defined_anew_in_each_phase() -> None:
    table = straight(battle("pz/1SS", NORTH)).play("end").fight("german", 2)
    assert table.asked == "german line_north"
    table.play("extend 1010", "west")
    assert line(table, 0)[0] == "1010"


@pytest.mark.rule("bulge:9.6-1")
def test_a_line_may_stay_as_it_was() -> None:
    table = straight(battle("pz/1SS", NORTH)).play("end")
    before = table.g.lines
    table.fight("german", 2).play("keep", "keep")
    assert table.g.lines == before


@pytest.mark.rule("bulge:9.6-1")
def test_the_lines_may_touch_but_not_cross() -> None:
    table = grow(DOWN).play("west", "extend 0509", "extend 0508")
    # 0508 is on the northern line; 0507 and 0608 lie north of it.
    assert table.offered("extend") == {"extend 0408"}


@pytest.mark.rule("bulge:9.6b", "bulge:9.6-2")
@pytest.mark.parametrize(
    ("unit", "where", "targets"),
    [
        ("pz/1SS", ("0709", "0708"), {"target 0708"}),
        ("pz/Lehr", ("0709", "0708"), {"target 0708"}),
        ("pz/Lehr", ("0708", "0707"), set()),
        ("pz/1SS", ("0710", "0711"), set()),
    ],
)
def test_a_line_that_runs_aslant_parts_the_hexes_of_a_row(
    unit: str, where: tuple[str, str], targets: set[str]
) -> None:
    """In row 7 it is 0709 that belongs to both armies."""
    table = grow(DOWN, battle(unit, where)).play("west", "west")
    assert table.offered("target") == targets


@pytest.mark.rule("bulge:9.6-1")
def test_a_line_that_the_other_one_crosses_now_cannot_stay_as_it_was() -> None:
    table = straight(battle("pz/1SS", NORTH)).play("end").fight("german", 2)
    grow(DOWN, table).play("west")
    assert table.asked == "german line_south"
    assert "keep" not in table.offered()


@pytest.mark.rule("bulge:9.6-1")
def test_on_the_real_map_the_lines_grow_from_3432_and_2029() -> None:
    table = RealTable(6).run(LineDrawing(1), LineDrawing(0))
    assert table.offered("extend") == {"extend 3531", "extend 3431", "extend 3331"}
    table.play("west")
    assert table.offered("extend") == {"extend 2128", "extend 2028", "extend 1928"}


@pytest.mark.rule("bulge:9.6-1")
@pytest.mark.parametrize("seed", range(20))
def test_lines_drawn_at_random_reach_the_western_edge(seed: int) -> None:
    rng, table = random.Random(seed), RealTable(6).run(LineDrawing(1), LineDrawing(0))
    while table.asked:
        table.play(rng.choice(sorted(table.offered("extend"))))
    assert line(table, 0)[-1][2:] == line(table, 1)[-1][2:] == "01"


# -- who may attack (9.6b, 9.6-2, 9.6-3, 9.6-4) ---------------------------------------------------


@pytest.mark.rule("bulge:9.6b")
@pytest.mark.parametrize("turn", [5, 9])
@pytest.mark.parametrize(
    ("unit", "where"),
    [
        ("pz/Lehr", NORTH),
        ("g1/212", NORTH),
        ("pz/1SS", CENTRE),
        ("g1/212", CENTRE),
        ("pz/1SS", SOUTH),
        ("pz/Lehr", SOUTH),
    ],
)
def test_a_unit_in_another_armys_sector_does_not_attack(
    turn: int, unit: str, where: tuple[str, str]
) -> None:
    assert straight(battle(unit, where, turn)).asked == ""


@pytest.mark.rule("bulge:9.6b")
@pytest.mark.parametrize(
    ("unit", "where"), [("pz/1SS", NORTH), ("pz/Lehr", CENTRE), ("g1/212", SOUTH)]
)
def test_a_unit_in_the_sector_of_its_army_attacks(unit: str, where: tuple[str, str]) -> None:
    assert f"target {where[1]}" in straight(battle(unit, where)).offered()


@pytest.mark.rule("bulge:9.6b")
def test_a_line_drawn_around_a_unit_lets_it_attack() -> None:
    # The northern line goes north of 1008: the hex belongs to the centre.
    table = battle("pz/Lehr", NORTH).play("extend 1010", "extend 1109", "west", "west")
    assert "target 1007" in table.offered()


@pytest.mark.rule("bulge:9.6b")
def test_a_unit_in_another_sector_still_defends() -> None:
    table = Table(6).put("1008", "g1/62").put("1007", "CCA/10A").fight("allied")
    assert "target 1008" in table.offered()


@pytest.mark.rule("bulge:9.6-2")
@pytest.mark.parametrize("unit", ["pz/1SS", "pz/Lehr"])
def test_both_armies_attack_from_a_line_hex_they_share(unit: str) -> None:
    assert "target 1008" in straight(battle(unit, ("0908", "1008"))).offered()


@pytest.mark.rule("bulge:9.6-2")
def test_the_third_army_does_not_attack_from_a_line_hex() -> None:
    assert straight(battle("g1/212", ("0908", "1008"))).asked == ""


@pytest.mark.rule("bulge:9.6-3")
@pytest.mark.parametrize("where", [NORTH, CENTRE, SOUTH])
@pytest.mark.parametrize("unit", ["FB", "150", "g1/79"])
def test_reinforcements_attack_in_any_sector(unit: str, where: tuple[str, str]) -> None:
    assert f"target {where[1]}" in battle(unit, where).offered()


@pytest.mark.rule("bulge:9.6-4")
def test_from_turn_ten_sectors_matter_no_more() -> None:
    table = battle("pz/Lehr", NORTH, turn=10)
    assert table.asked == "german declaring"
    assert "target 1007" in table.offered()
