"""Rowhouses of different heights, their rooftops and breaches: rules B23.71, B23.712 and B23.8."""

from __future__ import annotations

import pytest

from salient.engine.actions import Action
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.movement import Bypassed
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import STONE, is_building, is_goal, is_open
from salient.games.squad.core.march import March
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.rowhouses import (
    breach_wall,
    corner_entry,
    corner_orders,
    free_corners,
    opens_wall,
    pierce,
)
from salient.games.squad.show.los import look_from
from salient.games.squad.sight.los import look_across
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

SSR = 'special = ["rooftops"]'
ROW = ("I15", "I16", "I17", "J15", "J16", "J17")


def row(scenario: str = SSR) -> Table:
    """The rowhouse of the example: I15 and J15 have a second level, the others do not."""
    units = {"german": "ss658 2 ss91 PzIVH", "american": "us666"}
    return table_on("practice_rowhouse", scenario=scenario, **units)


def sees(table: Table, one: str, other: str) -> bool:
    there = look_across(table.g, table.place(one), table.place(other)).clear
    assert there == look_across(table.g, table.place(other), table.place(one)).clear
    return there


def inside(table: Table, name: str) -> list[str]:
    """The locations inside a house, not its roof."""
    board = table.g.setting.board
    places = (board.locations[p] for p in board.locations_in(table.place(name)))
    return [place.token for place in places if place.floor != "rooftop"]


# -- the example ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:ex-B23.712", "squad:fn-B3B")
@pytest.mark.parametrize("rubbled", [False, True])
@pytest.mark.parametrize("house", ["I16", "J17"])
def test_level_2_of_j15_sees_nothing_inside_i16_or_j17(house: str, rubbled: bool) -> None:
    table = row()
    if rubbled:
        make_rubble(table.g, table.place("J16"), table.events)
    assert inside(table, house) == [house, f"{house}/1"]
    assert not any(sees(table, "J15/2", place) for place in inside(table, house))


@pytest.mark.rule("squad:ex-B23.712")
def test_a_breach_at_level_2_shows_it_the_roof_of_j16() -> None:
    table = row()
    assert not sees(table, "J15/2", "J16/roof")
    breach_wall(table.g, table.place("J15/2"), side_of("s"))
    assert sees(table, "J15/2", "J16/roof")
    for place in ("J16", "J16/1", "J17/1"):
        assert not sees(table, "J15/2", place), "nothing below the roof"
    assert not sees(table, "J15/1", "J16/1"), "the breach is at level 2"


@pytest.mark.rule("squad:ex-B23.712")
def test_the_roof_of_j15_sees_all_the_roofs_of_the_row() -> None:
    table = row()
    assert [house for house in ROW if not sees(table, "J15/roof", f"{house}/roof")] == []


@pytest.mark.rule("squad:B23.25")
def test_floors_and_roofs_hide_other_levels_of_the_house_next_door() -> None:
    table = row()
    assert sees(table, "I16/1", "I15/1"), "the same level, and no black line"
    for one, other in (("I15/2", "I16/1"), ("I15/1", "I16"), ("J15/roof", "I15/2")):
        assert not sees(table, one, other)
    story = look_from(table.g.setting.board.sight, "I15@2", "I16@1")
    assert story.blocked is not None
    assert "B23.25" in story.blocked.rules
    assert sees(table, "I15/2", "H16"), "out of the window one looks down"


@pytest.mark.rule("squad:ex-B23.712", "squad:B23.71")
def test_from_j16_a_squad_walks_into_i17_and_goes_round_the_corner_into_i16() -> None:
    table = row().put("J16", "ss658.1", "ss658.2").move("german")
    table.play("move ss658.1", "go I17")
    assert table.spent() == 2
    table.play("stop", "move ss658.2")
    assert table.offered("corner") == {"corner w", "corner ne"}, "not between two black lines"
    table.play("corner w")
    assert (table.where("ss658.2"), table.spent()) == ("J16", 1)
    assert table.happened(Bypassed)
    table.play("go I16")
    assert (table.where("ss658.2"), table.spent()) == ("I16", 1 + 2)


@pytest.mark.rule("squad:B23.71")
def test_at_one_corner_the_line_that_ends_at_another_is_still_closed() -> None:
    """The line from J16 to I16 ends at its west corner, that to J15 at the north-east one."""
    table = row().put("J16", "ss658.1").move("german").play("move ss658.1", "corner w")
    assert "go I16" in table.offered()
    assert "go J15" not in table.offered()


@pytest.mark.rule("squad:B23.71", "squad:B9.4", "squad:B21")
@pytest.mark.parametrize(
    ("hexside", "unit", "way", "bar"),
    [("wall", "Opel.1", "truck", "B9.4"), ("hedge", "Opel.1", "truck", "B9.4"),
     ("pond", "ss658.1", "infantry", "B21"), ("wall", "ss658.1", "infantry", "")],
)  # fmt: skip
def test_who_is_in_bypass_crosses_no_other_closed_hexside(
    hexside: str, unit: str, way: str, bar: str
) -> None:
    """Only the end of a black line is a way round, and only on foot."""
    table = Table(f"C3 wooden_building sides=N:{hexside}", german="ss658 Opel").put("C3", unit)
    table.g.bypass[table.unit(unit)] = (side_of("n"), 0)
    entry = Entry(table.unit(unit), way, table.place("C3"), table.place("C2"), side_of("n"))
    assert entry_cost(table.g, entry, 56).bar == bar


def test_at_the_corner_it_is_fired_at_in_the_street() -> None:
    table = row().put("J16", "ss658.1").put("H17", "us666.1").move("german")
    table.play("move ss658.1", "corner w")
    assert table.g.bypass[table.unit("ss658.1")] == (side_of("nw"), 5)
    table.play(next(text for text in ("pass", "go I16") if text in table.offered()))


# -- breaches -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B23.711")
@pytest.mark.parametrize(("dice", "done"), [((2, 3), True), ((3, 3), False)])
def test_a_squad_breaks_through_a_wall_in_a_whole_turn(dice: tuple[int, int], done: bool) -> None:
    table = row().put("J15/2", "ss658.1").move("german").dice(*dice).play("move ss658.1")
    assert table.offered("pierce") == {"pierce s", "pierce sw"}
    table.play("pierce s")
    assert table.happened(Tried)[-1].attempt == "wall"
    assert bool(table.happened(Marked)) is done
    assert table.is_("ti", "ss658.1")
    assert sees(table, "J15/2", "J16/roof") is done


@pytest.mark.rule("squad:B23.711")
def test_with_a_leader_it_is_easier_and_who_has_moved_cannot() -> None:
    table = row().put("J15", "ss658.1", "ss91.1").move("german").dice(3, 3)
    table.play("move ss658.1", "join ss91.1", "pierce s")
    assert table.happened(Marked)
    later = row().put("I15", "ss658.1").move("german").play("move ss658.1", "go J15")
    assert not later.offered("pierce")


@pytest.mark.rule("squad:B23.71", "squad:B23.711")
@pytest.mark.parametrize(
    ("house", "to"), [("J15", "J16"), ("J15/1", "J16/1"), ("J15/2", "J16/roof")]
)
def test_through_a_breach_leads_a_way_at_its_own_level(house: str, to: str) -> None:
    def ways(table: Table) -> set[str]:
        table.put(house, "ss658.1").move("german").play("move ss658.1")
        return table.offered("assault")

    closed, table = row(), row()
    breach_wall(table.g, table.place(house), side_of("s"))
    assert f"assault {to}" not in ways(closed)
    assert f"assault {to}" in ways(table)


@pytest.mark.rule("squad:B23.711")
@pytest.mark.parametrize(("one", "side", "other"), [("J15", "s", "J16"), ("J16", "n", "J15")])
def test_a_breach_leads_both_ways_whoever_made_it(one: str, side: str, other: str) -> None:
    for start, to in ((one, other), (other, one)):
        table = row().put(start, "ss658.1")
        breach_wall(table.g, table.place(one), side_of(side))
        table.move("german").play("move ss658.1")
        assert f"assault {to}" in table.offered("assault")


def test_nobody_steps_from_a_window_onto_the_lower_roof_next_door() -> None:
    """Between I15 and I16 there is no black line, but a storey."""
    table = row().put("I15/2", "ss658.1").move("german").play("move ss658.1")
    assert "assault I15/1" in table.offered()
    assert "assault I16/roof" not in table.offered()


# -- rooftops -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B23.8")
def test_rooftops_are_there_only_by_a_special_rule_and_not_on_every_house() -> None:
    assert "j16/roof" not in row("").g.setting.board.token
    houses = ("C4 stone_building storeys=2", "D4 stone_building", "E4 wooden_building storeys=3")
    table = Table(*houses, german="ss658", scenario=SSR)
    roofs = {name for name in table.g.setting.board.token if "roof" in name}
    assert roofs == {"e4/roof"}, "neither on one storey nor on a two-storey house of one hex"


@pytest.mark.rule("squad:B23.8")
def test_a_roof_is_open_and_no_building() -> None:
    table = row()
    roof = table.place("J16/roof")
    assert is_open(table.g, roof)
    assert not is_building(table.g, roof)
    assert not is_goal(table.g, roof)
    assert table.g.setting.board.level(roof) == 6


@pytest.mark.rule("squad:B23.8")
def test_stairs_lead_to_the_roof_and_roofs_of_one_height_to_each_other() -> None:
    table = row().put("J16/1", "ss658.1").move("german").play("move ss658.1", "go J16/roof")
    assert table.spent() == 1
    table.play("go I16/roof")
    assert (table.where("ss658.1"), table.spent()) == ("I16/roof", 2), "over the black line"
    assert "go J15/roof" not in row().put("J16/roof", "ss658.2").move("german").play(
        "move ss658.2").offered("assault")  # fmt: skip


@pytest.mark.rule("squad:B23.711")
def test_a_poor_leader_is_a_hindrance_and_the_wall_takes_the_whole_move() -> None:
    table = table_on("practice_rowhouse", scenario=SSR, german="ss658", american="us666 us61")
    table.put("J15", "us666.1", "us61.1").move("american").dice(2, 3)
    table.play("move us666.1", "join us61.1", "pierce s")
    (tried,) = table.happened(Tried)
    assert ([m.value for m in tried.modifiers], tried.result) == ([1], "failed")
    assert not table.offered("go")


@pytest.mark.rule("squad:B23.711")
def test_breaking_through_a_wall_takes_all_the_mf_of_a_squad() -> None:
    table = row().put("J15", "ss658.1")
    table.g.march = March((table.unit("ss658.1"),))
    table.dice(2, 3)
    assert pierce(table.g, Action("pierce", ("s",)), table.events) == 2 * 4


@pytest.mark.rule("squad:B23.71")
@pytest.mark.parametrize(
    ("at", "state", "over", "goes"),
    [("J16", "", 0, True), ("J16", "", 1, False), ("J16/1", "", 0, False),
     ("J16", "rubble", 0, False), ("J16", "bypass", 0, False)],
)  # fmt: skip
def test_only_on_the_ground_of_a_house_that_stands_one_steps_to_its_corner(
    at: str, state: str, over: int, goes: bool
) -> None:
    """With all that is left it can be paid, and not with half a point less."""
    table = row().put(at, "ss658.1")
    unit, place = table.unit("ss658.1"), table.place("J16")
    corner, side = next(iter(free_corners(table.g, place)))
    price = entry_cost(table.g, corner_entry(table.g, unit, corner, side)).total
    if state == "rubble":
        table.g.rubble[place] = STONE
    if state == "bypass":
        table.g.bypass[unit] = (side, corner)
    table.g.march = March((unit,), spent=8 - price + over)
    assert bool(list(corner_orders(table.g, table.g.moving))) is goes


@pytest.mark.rule("squad:B23.71")
def test_the_line_is_open_at_the_corner_where_it_ends_and_not_at_the_others() -> None:
    table = row().put("J16", "ss658.1")
    unit, place = table.unit("ss658.1"), table.place("J16")
    ends = list(free_corners(table.g, place))
    assert ends
    for _, side in ends:
        to = table.g.setting.board.hexes[place].near[side]
        entry = Entry(unit, "infantry", place, to, side)
        for corner in range(6):
            table.g.bypass[unit] = (side, corner)
            assert opens_wall(table.g, entry) is ((corner, side) in ends)
