"""Aiming, turning, overrunning, points and panzerfausts, case by case."""

from __future__ import annotations

import pytest

from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.games.squad.core.arcs import arc_of, turns_to
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.points import allotment
from salient.games.squad.core.subjects import Attack, CloseRoll, Entry, Means, Occasion
from salient.games.squad.ground.weather import soft_going, soft_ground
from salient.games.squad.guns.mortars import mortar_targets, spotters
from salient.games.squad.guns.panzerfausts import (
    allotted,
    at_hand,
    faust_range,
    faust_reaches,
    may_fire_faust,
    may_have_fausts,
)
from salient.games.squad.guns.to_hit import hit_cases, moving_target, vehicle_cases
from salient.games.squad.infantry.charges import blocks_in_reach, charge_orders
from salient.games.squad.infantry.leader_creation import creation_modifiers
from salient.games.squad.sight.los import look_across
from salient.games.squad.terrain.board import SIDES, Hexside
from salient.games.squad.vehicles.overruns import overrun_power
from tests.games.squad.table import Table, on_the_march

GERMAN, AMERICAN, NOBODY = 0, 1, -1
SOUTH = 3


# -- To Hit ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C6.4")
@pytest.mark.parametrize(
    ("at", "values"), [("C3", []), ("C4", [-2]), ("C5", [-1]), ("C6", []), ("C7", [])]
)
@pytest.mark.parametrize("target", ["", "M4A3.1"])
def test_a_near_target_is_easier_to_hit(at: str, values: list[int], target: str) -> None:
    table = Table(german="PzIVH", american="M4A3").put("C3", "PzIVH.1").put(at, "M4A3.1")
    aimed = table.unit(target) if target else NOBODY
    found = hit_cases(table.g, table.unit("PzIVH.1"), table.place(at), 0, "prep", Piece(aimed))
    assert [m.value for m in found if m.rule == "C6.4"] == values


@pytest.mark.rule("squad:C6.4", "squad:C6.7", "squad:C6.2")
@pytest.mark.parametrize(("away", "near"), [(0, []), (1, [-2]), (2, [-1]), (3, [])])
@pytest.mark.parametrize("concealed", ["M4A3.1", "M4A3.2"])
def test_what_a_vehicle_is_as_a_target(away: int, near: list[int], concealed: str) -> None:
    table = Table(german="PzIVH", american="M4A3 2").put("C4", "M4A3.1", "M4A3.2")
    table.mark("concealed", concealed)
    target = table.unit("M4A3.1")
    found = {(m.rule, m.value) for m in vehicle_cases(table.g, target, away) if m.value}
    expected = {("C6.4", value) for value in near}
    if concealed == "M4A3.1":
        expected |= {("C6.2", 2)}
    elif size := table.g.setting.vehicle_row(target).size:
        expected |= {("C6.7", size)}
    assert found == expected


@pytest.mark.rule("squad:C6.1")
@pytest.mark.parametrize(
    ("motion", "marching", "seen", "value"),
    [
        ("", "M4A3.1", 2, 0), ("M4A3.2", "M4A3.1", 2, 0), ("M4A3.1", "", 2, 2),
        ("M4A3.1", "M4A3.2", 2, 2), ("M4A3.1", "M4A3.1", 2, 4), ("M4A3.1", "M4A3.1", 3, 3),
        ("M4A3.1", "M4A3.1", 6, 3), ("M4A3.1", "M4A3.1", 7, 2),
    ],
)  # fmt: skip
def test_a_vehicle_that_drives_is_harder_to_hit(
    motion: str, marching: str, seen: int, value: int
) -> None:
    """Two MP seen are four halves; one MP or less, up to three, and more."""
    table = Table(german="PzIVH", american="M4A3 2").put("C4", "M4A3.1", "M4A3.2")
    if motion:
        table.mark("motion", motion)
    if marching:
        on_the_march(table, marching, seen=seen)
    assert moving_target(table.g, table.unit("M4A3.1")) == value


# -- turning --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C3.2")
@pytest.mark.parametrize(
    ("facing", "at", "turns"),
    [
        ("e", "G5", 0), ("w", "G5", 3), ("ne", "G5", 1), ("se", "G5", 1), ("nw", "G5", 2),
        ("sw", "G5", 2), ("e", "E5", 0), ("w", "E5", 0),
    ],
)  # fmt: skip
def test_how_far_a_gun_turns(facing: str, at: str, turns: int) -> None:
    table = Table(german="PzIVH", american="us666").put("E5", "PzIVH.1", facing=facing)
    unit = table.unit("PzIVH.1")
    found, corner = turns_to(table.g, unit, table.place(at), turret=True)
    assert found == turns
    now = table.g.turret[unit]
    assert (corner == now) is (not turns)
    table.g.turret[unit] = corner
    assert arc_of(table.g, unit, turret=True) >> table.place(at) & 1


@pytest.mark.rule("squad:C3.2")
def test_an_arc_is_a_sixth_of_the_map_with_both_its_edges() -> None:
    """Of the ring of hexes around it a gun covers two, of the next ring three; and its own."""
    table = Table(german="pak40 ss228", american="us666").put("E5", "ss228.1+pak40.1", facing="e")
    arc = arc_of(table.g, table.unit("pak40.1"), turret=False)
    board = table.g.setting.board
    here = table.place("E5")
    counts = [0] * 3
    for place in range(len(board.hexes)):
        away = board.range(here, Place(place))
        if away < 3 and arc >> place & 1:
            counts[away] += 1
    assert counts == [1, 2, 3]
    assert all(arc >> table.place(name) & 1 for name in ("F4", "F5", "G5"))
    assert not arc >> table.place("D5") & 1


# -- overruns -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:D7.11")
@pytest.mark.parametrize("vehicle", ["PzIVH.1", "SPW251.1", "M4A3.1"])
@pytest.mark.parametrize("buttoned", [True, False])
def test_the_strength_of_an_overrun(vehicle: str, buttoned: bool) -> None:
    """The machine-guns by half as much again, and four factors of the tracks of a tank."""
    table = Table(german="PzIVH 2 SPW251 2", american="M4A3 2").put("C3", vehicle)
    table.mark("buttoned", vehicle if buttoned else vehicle.replace(".1", ".2"))
    row = table.g.setting.vehicle_row(table.unit(vehicle))
    guns = row.bmg + row.cmg + (not buttoned) * row.aamg
    tracks = 0 if vehicle == "SPW251.1" else 4
    assert overrun_power(table.g, table.unit(vehicle)) / 8 == guns * 1.5 + tracks


# -- mortars --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C9.3", "squad:C3.33")
@pytest.mark.parametrize(
    ("unit", "state", "friend", "aimed"),
    [
        ("us666.1", "", "", True), ("us666.1", "hidden", "", False),
        ("us666.1", "melee", "", False),
        ("us666.1", "concealed", "", True), ("M4A3.1", "", "", False),
        ("M4A3.1", "concealed", "", True), ("us666.1", "", "ss658.1", False),
        ("us666.1", "", "ssLMG.1", True),
    ],
)  # fmt: skip
def test_whom_a_mortar_is_aimed_at(unit: str, state: str, friend: str, aimed: bool) -> None:
    table = Table(german="ss228 grw34 ss658 ssLMG", american="us666 2 M4A3", size=(12, 10))
    table.put("A5", "ss228.1+grw34.1").put("J5", unit)
    if state:
        table.mark(state, unit)
    if friend:
        table.put("J5", friend)
    found = list(mortar_targets(table.g, table.unit("grw34.1"), "prep"))
    assert found == [table.place("J5")] * aimed
    assert not list(mortar_targets(table.g, table.unit("grw34.1"), "prep", among=1))


@pytest.mark.rule("squad:C9.3")
@pytest.mark.parametrize(
    ("at", "state", "watches"),
    [("A5", "", True), ("A6", "", True), ("A7", "", False), ("A6", "pinned", False),
     ("A6", "ti", False), ("A6", "broken", False), ("A6", "cx", True)],
)  # fmt: skip
def test_who_watches_for_a_mortar(at: str, state: str, watches: bool) -> None:
    table = Table(german="ss228 grw34 ss658 2", american="us666")
    table.put("A5", "ss228.1+grw34.1").put(at, "ss658.1")
    if state:
        table.mark(state, "ss658.1")
    assert spotters(table.g, table.unit("grw34.1")) == [table.unit("ss658.1")] * watches


# -- movement points ------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.1", "squad:A4.5", "squad:A4.42")
@pytest.mark.parametrize(
    ("units", "states", "rushed", "points"),
    [
        ("ss658.1", {}, False, 4), ("ss91.1", {}, False, 6), ("ss658.1 ss91.1", {}, False, 6),
        ("ss658.1 ss658.2", {}, False, 4), ("ss658.1 ss91.1", {"ss91.1": "wounded"}, False, 3),
        ("ss91.1", {"ss91.1": "wounded"}, False, 3), ("ss658.1", {}, True, 6),
        ("ss658.1 ss91.1", {}, True, 8), ("ss436.1", {}, False, 3),
        ("ss436.1 ss91.1", {}, False, 5),
        ("ss658.1 ss436.1", {}, False, 3), ("ss658.1", {"ss658.1": "berserk"}, False, 8),
        ("ss91.1 ss92.1", {}, False, 6), ("ss658.1 ss91.1", {"ss92.1": "wounded"}, False, 6),
    ],
)  # fmt: skip
def test_how_far_a_group_gets(
    units: str, states: dict[str, str], rushed: bool, points: int
) -> None:
    table = Table(german="ss658 2 ss436 ss91 ss92", american="us666").put("C3", *units.split())
    for unit, state in states.items():
        table.mark(state, unit)
    group = tuple(map(table.unit, units.split()))
    assert allotment(table.g, group, rushed=rushed) == 2 * points


# -- panzerfausts ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:C13.31")
@pytest.mark.parametrize(
    ("year", "month", "reach"),
    [(1943, 7, 0), (1943, 8, 1), (1944, 5, 1), (1944, 6, 2), (1944, 12, 2), (1945, 1, 3)],
)
def test_how_far_panzerfausts_reach_at_a_time(year: int, month: int, reach: int) -> None:
    table = Table(german="ss658", american="M4A3", scenario=f"year = {year}\nmonth = {month}\n")
    assert faust_range(table.g) == reach
    table.put("C3", "ss658.1")
    for away, name in enumerate(("C3", "C4", "C5", "C6", "C7")):
        assert faust_reaches(table.g, table.unit("ss658.1"), table.place(name)) is (away <= reach)


@pytest.mark.rule("squad:C13.31", "squad:C13.7")
@pytest.mark.parametrize(
    ("states", "worse"),
    [("", 0), ("half", 1), ("cx", 1), ("pinned", 1), ("half cx pinned", 3)],
)
def test_what_makes_a_panzerfaust_harder_to_find(states: str, worse: int) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    table.mark("cx", "ss658.2").mark("pinned", "ss658.2").mark("half", "ss658.2")
    for state in states.split():
        table.mark(state, "ss658.1")
    need = table.g.setting.numbers.panzerfaust.at_hand
    for die in range(1, 7):
        table.dice(die)
        assert at_hand(table.g, table.unit("ss658.1"), table.events) is (die + worse <= need)
    tried = table.happened(Tried)[0]
    assert [m.value for m in tried.modifiers] == ([worse] if worse else [])
    assert (tried.attempt, tried.result) == ("panzerfaust", "passed" if worse < need else "failed")


@pytest.mark.rule("squad:C13.31")
@pytest.mark.parametrize(
    ("unit", "occasion", "state", "fired", "may"),
    [
        ("ss658.1", "prep", "", 0, True), ("ss658.1", "prep", "", 1, True),
        ("ss658.1", "prep", "", 2, False), ("ss228.1", "prep", "", 0, False),
        ("us666.1", "prep", "", 0, False), ("ss91.1", "prep", "", 0, False),
        ("ss658.1", "protective", "", 0, False), ("ss658.1", "first", "first_fired", 0, False),
        ("ss658.1", "first", "", 0, True),
    ],
)  # fmt: skip
def test_who_may_look_for_a_panzerfaust(
    unit: str, occasion: Occasion, state: str, fired: int, may: bool
) -> None:
    table = Table(german="ss658 2 ss228 ss91", american="us666 M4A3").mark("first_fired", "ss658.2")
    table.g.fausts_fired = fired
    if state:
        table.mark(state, unit)
    assert may_fire_faust(table.g, table.unit(unit), occasion) is may
    squads = 1 << table.unit("ss658.1") | 1 << table.unit("ss658.2")
    assert may_have_fausts(table.g) == squads
    assert allotted(table.g) == 2


# -- leaders from the ranks, weather, charges -----------------------------------------------------


@pytest.mark.rule("squad:A18.2")
@pytest.mark.parametrize(
    ("units", "kill", "value"),
    [
        ("ss658.1", 5, -2), ("ss658.1", 4, -3), ("ss658.1", 6, -2), ("ss447.1", 5, -1),
        ("ss436.1", 5, 0), ("ss436.1 ss658.1", 5, -2), ("ss447.1", 3, -3),
    ],
)  # fmt: skip
def test_what_helps_a_leader_to_come_up(units: str, kill: int, value: int) -> None:
    table = Table(german="ss658 ss447 ss436", american="us666").put("C3", *units.split())
    own = sum(1 << table.unit(name) for name in units.split())
    roll = CloseRoll(table.place("C3"), GERMAN, own, (1, 1), kill)
    assert [m.value for m in creation_modifiers(table.g, roll)] == ([value] if value else [])


@pytest.mark.rule("squad:E3.73", "squad:E3.6")
@pytest.mark.parametrize(
    ("weather", "rule"), [("deep_snow", "E3.73"), ("mud", "E3.6"), ("snow", "")]
)
@pytest.mark.parametrize(
    ("means", "unit", "at", "covers"),
    [
        ("shell", "ss658.1", "C3", True), ("ordnance", "ss658.1", "C3", True),
        ("fire", "ss658.1", "C3", False), ("shell", "ss658.1", "D3", False),
        ("shell", "PzIVH.1", "C3", False),
    ],
)  # fmt: skip
def test_soft_ground_swallows_shells(
    weather: str, rule: str, means: Means, unit: str, at: str, covers: bool
) -> None:
    special = f'special = ["{weather}"]\n'
    table = Table("D3 stone_building", german="ss658 PzIVH", american="us666", scenario=special)
    table.put(at, unit)
    place = table.place(at)
    attack, look = Attack(means, AMERICAN, (), place), look_across(table.g, place, place)
    found = list(soft_ground(table.g, attack, table.unit(unit), look))
    assert [(cover.rule, cover.value) for cover in found] == (
        [(rule, 1)] if rule and covers else []
    )


@pytest.mark.rule("squad:E3.73", "squad:E3.6")
@pytest.mark.parametrize(
    ("weather", "rule"), [("deep_snow", "E3.73"), ("mud", "E3.6"), ("snow", "")]
)
@pytest.mark.parametrize(
    ("way", "side", "origin", "off_road", "checks"),
    [
        ("tracked", SOUTH, "C5", False, True), ("tracked", SOUTH, "C3", False, False),
        ("tracked", SOUTH, "C3", True, True), ("infantry", SOUTH, "C5", False, False),
        ("tracked", NOBODY, "C5", False, False),
    ],
)  # fmt: skip
def test_soft_ground_stops_vehicles_off_the_road(
    weather: str, rule: str, way: str, side: int, origin: str, off_road: bool, checks: bool
) -> None:
    special = f'special = ["{weather}"]\n'
    lines = ("C3 road=S", "C4 road=N")
    table = Table(*lines, german="PzIVH", american="us666", scenario=special)
    to = {"C3": "C4", "C5": "C6"}[origin]
    entry = Entry(table.unit("PzIVH.1"), way, table.place(origin), table.place(to), side,
                  off_road=off_road)  # fmt: skip
    found = [(check.rule, check.drm) for check in soft_going(table.g, entry)]
    assert found == ([(rule, 0)] if rule and checks else [])


@pytest.mark.rule("squad:A23.7", "squad:B29.5")
@pytest.mark.parametrize(
    ("at", "bypass", "reached"), [("C3", False, True), ("C4", False, True), ("C5", False, False),
                                  ("D3", False, False), ("C3", True, False)],
)  # fmt: skip
@pytest.mark.parametrize(("spent", "verbs"), [(0, {"affix", "blast"}), (2, {"affix"}), (8, set())])
def test_charges_are_set_against_a_roadblock_from_both_its_hexes(
    at: str, bypass: bool, reached: bool, spent: int, verbs: set[str]
) -> None:
    table = Table(german="ss658 ssDC", american="us666").put(at, "ss658.1+ssDC.1")
    key = Hexside(SIDES * table.place("C3") + SOUTH)
    table.g.roadblocks = (key,)
    if bypass:
        table.g.bypass[table.unit("ss658.1")] = (1, 0)
    assert blocks_in_reach(table.g, table.unit("ss658.1")) == [key] * reached
    on_the_march(table, "ss658.1", spent=spent)
    found = set(charge_orders(table.g, table.g.moving))
    where = (table.place("C3"), "s")
    assert found == ({Action(verb, where) for verb in verbs} if reached else set())
