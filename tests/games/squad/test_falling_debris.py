"""Debris falls from collapsing buildings. Rules B37.5, B37.64, B37.8."""

from __future__ import annotations

import pytest

from salient.boards.bits import members
from salient.games.squad.combat.rubble import burn_on, kindle, make_rubble
from salient.games.squad.core.events.fire import Malfunctioned
from salient.games.squad.core.events.men import Checked, Eliminated
from salient.games.squad.core.events.movement import BogChecked, Moved
from salient.games.squad.core.events.play import Rubbled
from salient.games.squad.core.locations import chart_row, terrain_at
from salient.games.squad.core.march import March
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import NOBODY
from salient.games.squad.ground.debris import lies_in, scatter
from salient.games.squad.ground.falling_debris import fall, fall_on
from salient.games.squad.phases.setup import build
from salient.games.squad.sight.los import look_across
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

SSR = 'special = ["debris"]\n'
HOUSE = "C4 stone_building storeys=2"
TANK = "PzIVH.1"
GERMANS = "ss658 3 PzIVH PzIVJ Opel SPW251 ssMMG ssPSK pak40 ss228 ss91"


def village(*lines: str, special: bool = True, size: tuple[int, int] = (10, 10)) -> Table:
    return Table(
        *lines, german=GERMANS, american="us666", size=size, scenario=SSR if special else ""
    )


def collapse(table: Table, die: int = 5, at: str = "C4") -> Table:
    """A building falls; the coloured die of B24.12 shows this, the white one points north-west."""
    table.dice(die, 6, ...)
    make_rubble(table.g, table.place(at), table.events)
    return table


def littered(table: Table) -> set[str]:
    places = table.g.setting.board.locations
    return {place.token for place in places if lies_in(table.g, place.index)}


AROUND = {"C3", "D3", "D4", "C5", "B4"}
"""The neighbours of C4 without B3, where its rubble falls."""


# -- when it falls --------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.5a")
@pytest.mark.parametrize("special", [True, False])
def test_debris_falls_only_under_the_special_rule(special: bool) -> None:
    table = collapse(village(HOUSE, special=special), 6)
    assert littered(table) == (AROUND if special else set())


@pytest.mark.rule("squad:B37.5b", "squad:B24.1", "squad:B24.11")
def test_a_gun_brings_a_house_down_in_play_and_debris_falls_around_it() -> None:
    """Hit, KIA, the die of B24.11, then the dice of B24.12."""
    table = village("C4 wooden_building storeys=2").put("C4/1", "us666.1")
    table.put("F5", "ss228.1+pak40.1", facing="w")
    table.fire("german", "prep").dice(1, 2, 1, 1, 1, 5, 6).attack("pak40.1", "C4/1")
    assert table.happened(Rubbled)
    assert littered(table) == AROUND


@pytest.mark.rule("squad:B37.5a")
def test_a_scenario_may_put_debris_down_at_set_up() -> None:
    table = village(special=False)
    build(table.g, Fortification("debris", "german", "E5"), table.events)
    assert littered(table) == {"E5"}


@pytest.mark.rule("squad:B37.5b", "squad:B37.5c")
@pytest.mark.parametrize(
    ("storeys", "die", "falls"),
    [(2, 3, False), (2, 4, True), (2, 6, True), (3, 2, False), (3, 3, True), (4, 2, True),
     (1, 6, False)],
)  # fmt: skip
def test_five_with_one_for_each_upper_level(storeys: int, die: int, falls: bool) -> None:
    """Without an upper level nothing falls at all."""
    table = collapse(village(f"C4 stone_building storeys={storeys}"), die)
    assert littered(table) == (AROUND if falls else set())


@pytest.mark.rule("squad:B37.5b")
@pytest.mark.parametrize(
    ("line", "falls"),
    [
        ("C5 open_ground", True), ("C5 shellholes", True), ("C5 runway", True),
        ("C5 brush", True), ("C5 orchard", True), ("C5 grain", True), ("C5 road=N,S", True),
        ("C5 under=gully under_sides=N,S", True), ("C5 under=stream under_sides=N,S", True),
        ("C5 under=sunken_road under_sides=N,S", True),
        ("C5 under=rail under_sides=N,S rail_sides=N,S", True),
        ("C5 under=rail under_sides=N,S rail_sides=N,S cars=printed", False),
        ("C5 woods", False), ("C5 vineyard", False), ("C5 marsh", False), ("C5 crag", False),
        ("C5 wooden_building", False), ("C5 woods under=gully under_sides=N,S", False),
    ],
)  # fmt: skip
def test_what_debris_falls_on(line: str, falls: bool) -> None:
    assert ("C5" in littered(collapse(village(HOUSE, line)))) is falls


@pytest.mark.rule("squad:B37.5b")
def test_rail_car_counters_keep_debris_off_and_older_debris_does_not() -> None:
    table = village(HOUSE, "C5 under=rail under_sides=N,S rail_sides=N,S")
    table.g.cars |= 1 << table.place("C5")
    scatter(table.g, table.place("C3"))
    table.put("C3", "ss658.1")
    collapse(table)
    assert "C5" not in littered(table)
    assert [event.unit for event in table.happened(Checked)] == [table.unit("ss658.1")]


@pytest.mark.rule("squad:B37.5b", "squad:ex-B37.5")
def test_only_what_lies_lower_than_the_building_was_high() -> None:
    table = collapse(village(HOUSE, "C5 level=1", "C3 level=2", "D4 under=elevated_road"))
    assert littered(table) == AROUND - {"C5", "C3", "D4"}
    table = collapse(village("C4 stone_building storeys=3", "C5 level=1", "C3 level=2"))
    assert littered(table) == AROUND - {"C3"}


@pytest.mark.rule("squad:B37.5b", "squad:B37.5c", "squad:P5.2a")
@pytest.mark.parametrize(
    ("name", "church", "die", "falls"),
    [("practice_chapel", "AA10", 3, False), ("practice_chapel", "AA10", 4, True),
     ("practice_church", "J19", 2, False), ("practice_church", "J19", 3, True)],
)  # fmt: skip
def test_a_steeple_is_a_level_that_falls(name: str, church: str, die: int, falls: bool) -> None:
    """The chapel has a ground floor and a steeple, the church of Stoumont two floors and one."""
    table = collapse(table_on(name, german=GERMANS, scenario=SSR), die, church)
    assert bool(littered(table)) is falls


# -- the rubble itself falls, too -----------------------------------------------------------------


def rubble(table: Table) -> set[str]:
    return {table.g.setting.board.locations[place].token for place in table.g.rubble}


@pytest.mark.rule("squad:B24.12", "squad:P5.2a")
@pytest.mark.parametrize(
    ("house", "die", "white", "fallen"),
    [
        ("storeys=2", 4, 1, "C3"), ("storeys=2", 4, 4, "C5"), ("storeys=2", 3, 1, ""),
        ("storeys=3", 3, 2, "D3"), ("storeys=1 steeple=yes", 4, 3, "D4"), ("storeys=1", 6, 1, ""),
    ],
)  # fmt: skip
def test_rubble_falls_into_the_neighbour_that_the_white_die_names(
    house: str, die: int, white: int, fallen: str
) -> None:
    """On five or more, one added for each level above the ground; without one no die is thrown."""
    table = village(f"C4 stone_building {house}", special=False).put("F5", "us666.1")
    table.put(fallen or "C3", "ss658.1").dice(*((die, white) if house != "storeys=1" else ()))
    make_rubble(table.g, table.place("C4"), table.events)
    assert rubble(table) == {"C4", *fallen.split()}
    assert table.is_("lost", "ss658.1") is bool(fallen), "as in the building itself (B24.121)"
    assert not littered(table)


@pytest.mark.rule("squad:B24.12")
@pytest.mark.parametrize(
    "line", ["C3 wooden_building", "C3 level=1", "C3 under=gully under_sides=N,S",
             "C3 under=rail under_sides=N,S rail_sides=N,S cars=printed"],
)  # fmt: skip
def test_neither_houses_nor_higher_ground_nor_depressions_nor_rail_cars_take_rubble(
    line: str,
) -> None:
    table = village(HOUSE, line, special=False).put("C3", "ss658.1").dice(6, 1)
    make_rubble(table.g, table.place("C4"), table.events)
    assert rubble(table) == {"C4"}
    assert not table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:B24.12", "squad:B37.5b")
def test_debris_does_not_fall_on_the_rubble_that_has_just_fallen() -> None:
    table = village(HOUSE).dice(5, 1)
    make_rubble(table.g, table.place("C4"), table.events)
    assert rubble(table) == {"C4", "C3"}
    assert littered(table) == {"D3", "D4", "C5", "B4", "B3"}


# -- the example ----------------------------------------------------------------------------------


def bridge(level: int, storeys: int, road: str = "road=SW,SE") -> Table:
    """U8 and V9 beside V8 and the bridge of T8; the levels as the example varies them."""
    changes = (f"T8 level={level}", f"V8 {road}", f"U8 storeys={storeys}")
    return table_on("practice_debris", *changes, german=GERMANS, american="us666", scenario=SSR)


@pytest.mark.rule("squad:ex-B37.3", "squad:ex-B37.5")
def test_the_bridge_and_the_gully_of_the_example() -> None:
    """Reading: U8 and V9 fall; T8 cannot be the building."""
    table = collapse(collapse(bridge(0, 2), at="U8"), at="V9")
    assert {"T8", "T8/bridge", "V8"} <= littered(table)
    assert not {"U8", "V9"} & littered(table)
    table.put("W8", "ss658.1").put("T7", "ss658.2").move("german").play("move ss658.1", "go V8")
    assert table.spent() == 2
    table.play("stop", "move ss658.2", "go T8")
    assert table.happened(Moved)[-1].cost == 2 * 4, "2 for the debris, 2 for the gully"


@pytest.mark.rule("squad:ex-B37.3")
@pytest.mark.parametrize(
    ("origin", "facing", "to", "points"),
    [("W8", "w", "V8", 4), ("T7", "se", "T8", 4 + 2), ("S8", "se", "T8/bridge", 4)],
)
def test_a_tank_pays_a_quarter_and_two_for_the_gully(
    origin: str, facing: str, to: str, points: int
) -> None:
    """A Panzer IV has 13 MP: a quarter is 4, rounded up."""
    table = collapse(collapse(bridge(0, 2), at="U8"), at="V9")
    table.put(origin, TANK, facing=facing).mark("motion", TANK).move("german").dice(1, 1)
    table.play(f"move {TANK}", f"drive {to}")
    assert table.happened(Moved)[-1].cost == 2 * points
    assert len(table.happened(BogChecked)) == 1


@pytest.mark.rule("squad:ex-B37.3")
@pytest.mark.parametrize(("depth", "factors"), [("dry", 4), ("shallow", 5), ("deep", 6)])
def test_were_it_a_stream_infantry_would_pay_by_its_depth(depth: str, factors: int) -> None:
    table = table_on(
        "practice_debris", "T8 under=stream", "T7 under=stream", german=GERMANS,
        scenario=f'stream = "{depth}"\n{SSR}',
    )  # fmt: skip
    collapse(table, at="U8").put("T7", "ss91.1").move("german").play("move ss91.1", "go T8")
    assert table.happened(Moved)[-1].cost == 2 * factors


@pytest.mark.rule("squad:ex-B37.5")
@pytest.mark.parametrize(("storeys", "fallen"), [(2, {"T8"}), (3, {"T8", "T8/bridge", "V8"})])
def test_an_elevated_road_of_the_example(storeys: int, fallen: set[str]) -> None:
    """Its bridge is at level 1 over a gully at level 0."""
    table = collapse(bridge(1, storeys, "under=elevated_road"), at="U8")
    assert littered(table) & {"T8", "T8/bridge", "V8"} == fallen


# -- what it does ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.64a")
def test_infantry_takes_a_morale_check_at_plus_one() -> None:
    table = village(HOUSE).put("C5", "ss658.1", "ss91.1").put("H8", "ss658.2").dice(5, 6)
    table.dice(3, 3, 4, 4)
    make_rubble(table.g, table.place("C4"), table.events)
    checks = table.happened(Checked)
    assert [check.unit for check in checks] == [table.unit("ss91.1"), table.unit("ss658.1")]
    assert all(check.modifiers[0].value == 1 for check in checks)


@pytest.mark.rule("squad:B37.64a")
@pytest.mark.parametrize(("dice", "broken"), [((3, 3), False), ((4, 4), True)])
def test_who_fails_it_breaks(dice: tuple[int, int], broken: bool) -> None:
    table = village().put("C5", "ss658.1").dice(*dice)
    fall_on(table.g, table.place("C5"), table.events)
    assert table.is_("broken", "ss658.1") is broken


@pytest.mark.rule("squad:B37.64a")
@pytest.mark.parametrize(
    ("unit", "dice", "stunned"),
    [(TANK, (3, 3), False), (TANK, (3, 4), True), ("M4A3.1", (2, 3), False),
     ("M4A3.1", (3, 3), True), ("SPW251.1", (3, 4), True)],
)  # fmt: skip
def test_the_exposed_crew_of_an_armoured_vehicle_checks_at_plus_one(
    unit: str, dice: tuple[int, int], stunned: bool
) -> None:
    """SS crews have morale 7, American ones 6; who fails is stunned behind closed hatches."""
    table = Table(german=GERMANS, american="M4A3", scenario=SSR).put("C5", unit, facing="e")
    table.dice(*dice)
    fall_on(table.g, table.place("C5"), table.events)
    check = table.happened(Checked)[0]
    assert (check.unit, [m.value for m in check.modifiers]) == (table.unit(unit), [1])
    assert table.is_("shocked", unit) is stunned
    assert table.is_("buttoned", unit) is (stunned and unit != "SPW251.1")


@pytest.mark.rule("squad:B37.64a")
@pytest.mark.parametrize(("unit", "flag"), [(TANK, "buttoned"), ("Opel.1", "motion")])
def test_closed_hatches_and_a_driver_without_armour_do_not_check(unit: str, flag: str) -> None:
    table = village().put("C5", unit, facing="e").mark(flag, unit).dice(...)
    fall_on(table.g, table.place("C5"), table.events)
    assert not table.happened(Checked)


@pytest.mark.rule("squad:B37.64a")
@pytest.mark.parametrize("how", ["motion", "march", "still"])
def test_a_tracked_vehicle_on_the_move_may_bog(how: str) -> None:
    table = village().put("C5", TANK, facing="e").mark("buttoned", TANK).dice(6, 6, ...)
    if how == "motion":
        table.mark("motion", TANK)
    elif how == "march":
        table.g.march = March((table.unit(TANK),))
    fall_on(table.g, table.place("C5"), table.events)
    moving = how != "still"
    assert len(table.happened(BogChecked)) == moving
    assert table.is_("bogged", TANK) is moving
    assert not table.is_("immobile", TANK)


@pytest.mark.rule("squad:B37.64a")
@pytest.mark.parametrize(("dice", "bogs"), [((5, 5), False), ((5, 6), True)])
def test_debris_adds_nothing_to_the_check_itself(dice: tuple[int, int], bogs: bool) -> None:
    """A Panzer IV has normal ground pressure, +1; 12 bogs."""
    table = village().put("C5", TANK, facing="e").mark("buttoned", TANK).mark("motion", TANK)
    table.dice(*dice, ...)
    fall_on(table.g, table.place("C5"), table.events)
    assert table.is_("bogged", TANK) is bogs


@pytest.mark.rule("squad:B37.64a")
@pytest.mark.parametrize("unit", ["Opel.1", "SPW251.1"])
def test_other_vehicles_are_immobile(unit: str) -> None:
    table = village().put("C5", unit, facing="e").mark("motion", unit).dice(1, 1, ...)
    fall_on(table.g, table.place("C5"), table.events)
    assert table.is_("immobile", unit)
    assert not table.happened(BogChecked)


@pytest.mark.rule("squad:B37.64a")
def test_weapons_that_nobody_has_are_spoilt() -> None:
    table = village().put("C5", "ssMMG.1", "ssPSK.1", "pak40.1")
    table.put("D5", "ss658.1+ssMMG.1").put("C5", "ssMMG.1")
    table.g.owner[table.unit("ssMMG.1")] = NOBODY
    fall_on(table.g, table.place("C5"), table.events)
    spoilt = {event.weapon for event in table.happened(Malfunctioned)}
    assert spoilt == {table.unit("ssMMG.1"), table.unit("pak40.1")}
    assert [event.unit for event in table.happened(Eliminated)] == [table.unit("ssPSK.1")]
    assert table.where("ssPSK.1") == ""
    assert table.g.lost == 1 << table.unit("ssPSK.1")
    assert set(members(table.g.malfunctioned)) == spoilt
    table.events.clear()
    table.g.malfunctioned &= ~(1 << table.unit("pak40.1"))
    fall_on(table.g, table.place("C5"), table.events)
    assert [event.weapon for event in table.happened(Malfunctioned)] == [table.unit("pak40.1")]


@pytest.mark.rule("squad:B37.64a")
def test_weapons_in_hand_are_not() -> None:
    table = village().put("C5", "ss658.1+ssMMG.1").dice(1, 1)
    fall_on(table.g, table.place("C5"), table.events)
    assert not table.happened(Malfunctioned)


@pytest.mark.rule("squad:B37.64b")
def test_fortifications_stay_and_the_attacker_says_what_falls_first() -> None:
    table = village().put("C5", "ss658.1").put("E5", "ss658.2")
    here = table.place("C5")
    table.g.foxholes[here] = 1
    table.g.mines[here] = (Minefield("ap", 6, 1),)
    table.g.wire |= 1 << here
    table.dice(1, 1, 1, 1)
    fall(table.g, (table.place("E5"), here), table.events)
    assert table.g.foxholes == {here: 1}
    assert here in table.g.mines
    assert table.g.wire >> here & 1
    order = [event.unit for event in table.happened(Checked)]
    assert order == [table.unit("ss658.2"), table.unit("ss658.1")]


@pytest.mark.rule("squad:B37.641")
def test_debris_on_debris_hurts_again_and_covers_no_more() -> None:
    table = village().put("C5", "ss658.1").dice(1, 1, 1, 1)
    for _ in range(2):
        fall_on(table.g, table.place("C5"), table.events)
    assert len(table.happened(Checked)) == 2
    assert chart_row(table.g, table.place("C5")).tem == 1
    assert look_across(table.g, table.place("C3"), table.place("C7")).hindrance == 1


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.8")
@pytest.mark.parametrize("fire", ["flames", "blazes"])
def test_falling_debris_puts_fires_out(fire: str) -> None:
    table = village(HOUSE, "C5 brush", "G7 brush")
    places = (table.place("C5"), table.place("G7"))
    setattr(table.g, fire, sum(1 << place for place in places))
    collapse(table)
    assert getattr(table.g, fire) == 1 << table.place("G7")


@pytest.mark.rule("squad:B37.8")
def test_debris_neither_burns_nor_catches_fire_from_a_neighbour() -> None:
    table = village("C5 brush", "D5 brush", "C4 wooden_building")
    scatter(table.g, table.place("C5"))
    kindle(table.g, table.place("C5"), table.events)
    kindle(table.g, table.place("D5"), table.events)
    assert table.g.flames == 1 << table.place("D5")
    table.g.flames, table.g.blazes = 0, 1 << table.place("C4")
    table.dice(*[6] * 12, ...)
    burn_on(table.g, table.events)
    assert not table.g.flames >> table.place("C5") & 1


@pytest.mark.rule("squad:B37.8")
def test_without_debris_the_same_brush_catches_fire() -> None:
    table = village("C5 brush", "C4 wooden_building")
    table.g.blazes = 1 << table.place("C4")
    table.dice(*[6] * 12, ...)
    burn_on(table.g, table.events)
    assert table.g.flames >> table.place("C5") & 1


def test_a_bridge_keeps_its_own_mark() -> None:
    table = collapse(bridge(0, 2), at="U8")
    assert members(table.g.debris_bridges) == (table.place("T8/bridge"),)
    assert terrain_at(table.g, table.place("T8/bridge")) == "debris"


@pytest.mark.rule("squad:B24.1")
def test_a_fallen_house_leaves_nothing_of_what_was_in_it() -> None:
    table = village("C4 wooden_building storeys=2", "E6 stone_building")
    here, there = table.place("C4"), table.place("E6")
    for place in (here, there):
        table.g.smoke[place] = 2
        table.g.residual[place] = 4
        table.g.foxholes[place] = 1
        table.g.flames |= 1 << place
    make_rubble(table.g, here, table.events)
    for held in (table.g.smoke, table.g.residual, table.g.foxholes):
        assert set(held) == {there}
    assert table.g.flames == 1 << there
