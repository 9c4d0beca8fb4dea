"""Rules that do much in one place, case by case: what is counted, who is asked, what is left."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.games.squad.combat.cover import haste
from salient.games.squad.combat.firepower import is_again, may_fire_again, with_fire_left
from salient.games.squad.combat.morale import worth
from salient.games.squad.core.costs import corners, wire
from salient.games.squad.core.events.fire import ChitDrawn, Contacted, MinesAttacked, Struck
from salient.games.squad.core.events.movement import Darkened
from salient.games.squad.core.ongoing import Lane, Mission
from salient.games.squad.core.subjects import Entry, Occasion
from salient.games.squad.ground.darkness import MOST, base_nvr, fall_of_night
from salient.games.squad.ground.fire_zones import has_path, path_cost
from salient.games.squad.guns.artillery import call, draw, fall_again, get_through, under_fire
from salient.games.squad.guns.ordnance import finish_shot
from salient.games.squad.infantry.ambuscade import step_forward
from salient.games.squad.infantry.daisy_chains import chain_orders, set_off, string
from salient.games.squad.infantry.digging import DIG, dig, digging_orders, may_dig
from salient.games.squad.sight.air import FALLING_SNOW, hindrances
from salient.games.squad.terrain.board import OFF_MAP, SIDES, Hexside
from tests.games.squad.differences import difference
from tests.games.squad.table import Table, on_the_march

GERMAN, AMERICAN, NOBODY = 0, 1, -1
GUNS = '[[artillery]]\nside = "american"\ncalibre = 105\nsmoke = true\n'
PHONE = GUNS + 'link = "phone"\n'
NORTH, SOUTH = 0, 3


# -- artillery ------------------------------------------------------------------------------------


def observers(scenario: str = GUNS) -> Table:
    """Two leaders with a radio and a phone each."""
    american = "us666 us81 2 usRadio 2 usPhone 2"
    table = Table(german="ss658", american=american, scenario=scenario, mover="american")
    return table.put("E9", "us81.1+usRadio.1+usPhone.1", "us81.2+usRadio.2+usPhone.2")


@pytest.mark.rule("squad:C1.21")
@pytest.mark.parametrize(
    ("before", "face", "after", "word"),
    [
        (Mission(2, 1), 1, Mission(1, 1), "black"), (Mission(2, 1), 2, Mission(1, 1), "black"),
        (Mission(2, 1), 3, Mission(2, 0, 1), "red"),
        (Mission(1, 2, 1), 2, Mission(1, 1, 2), "silent"),
        (Mission(1, 2, 1), 1, Mission(0, 2, 1), "black"),
    ],
)  # fmt: skip
def test_a_chit_is_drawn_from_those_that_are_left(
    before: Mission, face: int, after: Mission, word: str
) -> None:
    table = observers()
    table.g.missions[0] = before
    table.dice(face)
    assert draw(table.g, AMERICAN, 0, table.events) is (word == "black")
    assert table.g.missions == {0: after}
    assert [event.colour for event in table.happened(ChitDrawn, told=AMERICAN)] == [word]


@pytest.mark.rule("squad:C1.22", "squad:C1.2")
@pytest.mark.parametrize(
    ("scenario", "dice", "through", "cut"),
    [
        (PHONE, (5, 6), True, ""), (PHONE, (6, 6), False, "usPhone.1"), (GUNS, (6, 6), False, ""),
        (GUNS, (4, 4), True, ""), (GUNS, (4, 5), False, ""),
        (GUNS + "contact = 5\n", (2, 3), True, ""),
        (GUNS + "contact = 5\n", (3, 3), False, ""), (PHONE + "contact = 5\n", (3, 3), False, ""),
    ],
)  # fmt: skip
def test_who_gets_through_and_whose_line_is_cut(
    scenario: str, dice: tuple[int, int], through: bool, cut: str
) -> None:
    table = observers(scenario).dice(*dice)
    leader, battery = table.unit("us81.1"), table.g.batteries[0]
    found: list[bool] = []
    changed = difference(
        table, lambda: found.append(get_through(table.g, leader, battery, table.events))
    )
    assert found == [through]
    assert changed == ({"malfunctioned": f"+{cut}"} if cut else {})
    (told,) = table.happened(Contacted)
    assert (told.leader, told.result) == (leader, "passed" if through else "failed")


@pytest.mark.rule("squad:C1.2", "squad:C1.21", "squad:C1.22")
@pytest.mark.parametrize(
    ("mover", "dice", "spent"),
    [("american", (3, 4), {"prep_fired"}), ("german", (3, 4), {"first_fired", "final_fired"}),
     ("american", (6, 6), {"prep_fired"})],
)  # fmt: skip
def test_what_a_call_costs_and_gives(mover: str, dice: tuple[int, int], spent: set[str]) -> None:
    table = observers().dice(*dice)
    table.g.mover = ["german", "american"].index(mover)
    table.g.missions[0] = Mission(4, 2, 1)
    changed = difference(
        table, lambda: call(table.g, Action("call", (table.unit("us81.1"),)), table.events)
    )
    assert changed.pop("missions") == str({0: Mission(4, 2, 1, acted=True)})
    assert changed == dict.fromkeys(spent, "+us81.1")
    steps = [(step.side, step.battery, step.leader, step.drawn) for step in table.g.steps]
    assert steps == ([(AMERICAN, 0, table.unit("us81.1"), False)] if sum(dice) < 9 else [])


@pytest.mark.rule("squad:C1.51")
@pytest.mark.parametrize(
    ("phase", "mover", "acted", "stage"),
    [("prep", AMERICAN, False, ""), ("defensive", GERMAN, False, ""), ("prep", GERMAN, True, "ffe"),
     ("defensive", AMERICAN, True, "ffe"), ("advancing", AMERICAN, True, "ffe")],
)  # fmt: skip
def test_the_last_shells_fall_in_the_next_phase_of_their_own_side(
    phase: str, mover: int, acted: bool, stage: str
) -> None:
    table = observers(GUNS + GUNS).put("C3", "ss658.1").dice(*(6, 6) * 9, ...)
    table.g.phase, table.g.mover = phase, mover
    place = table.place("C3")
    table.g.missions[1] = Mission(4, 2, 1, "ffe", place, acted=True, fired=True)
    fall_again(table.g, table.events)
    where = place if stage else OFF_MAP
    assert table.g.missions == {1: Mission(4, 2, 1, stage, where, acted=acted, fired=True)}
    assert bool(table.happened(Struck)) is not bool(stage)


@pytest.mark.rule("squad:C1.51")
@pytest.mark.parametrize(
    ("to", "stage", "state", "struck"),
    [("C3", "ffe", "", True), ("C4", "ffe", "", True), ("C6", "ffe", "", False),
     ("C3", "sr", "", False), ("C3", "ffe", "lost", False)],
)  # fmt: skip
@pytest.mark.parametrize("marching", [True, False])
def test_only_who_comes_under_falling_shells_is_struck(
    to: str, stage: str, state: str, struck: bool, marching: bool
) -> None:
    table = Table(german="ss658 2", american="us666", scenario=GUNS)
    table.put(to, "ss658.1", "ss658.2").dice(1, 1, ...)
    table.g.missions[0] = Mission(4, 2, 1, stage, table.place("C3"))
    if state:
        table.g.lost = 1 << table.unit("ss658.1")
    if marching:
        on_the_march(table, "ss658.1")
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C2"), table.place(to), 3)
    under_fire(table.g, entry, table.events)
    assert bool(table.happened(Struck)) is struck
    assert not table.is_("broken", "ss658.2")
    assert not table.is_("half", "ss658.2")
    assert not table.is_("lost", "ss658.2")


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.62", "squad:A4.6", "squad:A4.61")
@pytest.mark.parametrize(
    ("unit", "exposed", "assault", "hazardous", "found"),
    [
        ("ss658.1", True, False, False, {"A4.6": -1, "A4.61": -1}),
        ("ss658.1", False, False, False, {"A4.61": -1}), ("ss658.1", False, True, False, {}),
        ("ss658.1", False, True, True, {"A4.62": -2}),
        ("ss658.1", True, False, True, {"A4.6": -1, "A4.61": -1, "A4.62": -2}),
        ("ss658.2", True, False, True, {}), ("PzIVH.1", True, False, True, {}),
    ],
)  # fmt: skip
def test_what_haste_costs_and_whom(
    unit: str, exposed: bool, assault: bool, hazardous: bool, found: dict[str, int]
) -> None:
    table = Table(german="ss658 2 PzIVH", american="us666").put("C3", "ss658.1", "ss658.2")
    on_the_march(table, "PzIVH.1", "ss658.1", assault=assault, hazardous=hazardous)
    told = haste(table.g, table.unit(unit), exposed=exposed)
    assert {cover.rule: cover.value for cover in told} == found


@pytest.mark.rule("squad:A8.3", "squad:A8.4", "squad:A8.31")
@pytest.mark.parametrize(
    ("occasion", "away", "nearer", "again"),
    [
        ("defensive", 1, "", True), ("defensive", 2, "", False), ("protective", 1, "", True),
        ("protective", 2, "", False), ("first", 5, "", True), ("first", 6, "", False),
        ("first", 5, "us666.2", False), ("first", 4, "us666.2", True),
        ("first", 3, "us666.2", True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("state", ["", "concealed", "hidden", "broken"])
def test_who_has_fired_fires_again_only_at_the_nearest(
    occasion: Occasion, away: int, nearer: str, again: bool, state: str
) -> None:
    """The range of the squad is five; another enemy stands four hexes away."""
    table = Table(german="ss658 2", american="us666 2").put("A5", "ss658.1")
    if nearer:
        table.put("E5", nearer)
    if nearer and state:
        table.mark(state, nearer)
        again = True
    assert may_fire_again(table.g, table.unit("ss658.1"), away, occasion) is again


@pytest.mark.rule("squad:A3.2", "squad:A8.3", "squad:A8.4", "squad:A8.31", "squad:A9.2")
@pytest.mark.rule("squad:C2.24")
@pytest.mark.parametrize(
    ("occasion", "flag", "left"),
    [
        ("first", "final_fired", "PzIVH.1"), ("defensive", "final_fired", "PzIVH.1"),
        ("first", "first_fired", "ss658.1 ssHMG.1 PzIVH.1 pak40.1"),
        ("prep", "prep_fired", "PzIVH.1"), ("prep", "kept_rate", "ss658.1 ssHMG.1 PzIVH.1 pak40.1"),
        ("protective", "final_fired", "ss658.1 ssHMG.1"), ("protective", "first_fired", ""),
        ("advancing", "final_fired", "PzIVH.1"), ("advancing", "prep_fired", ""),
        ("advancing", "first_fired", "ss658.1 ssHMG.1 PzIVH.1 pak40.1"),
    ],
)  # fmt: skip
def test_who_has_fire_left(occasion: Occasion, flag: str, left: str) -> None:
    units = ("ss658.1", "ssHMG.1", "PzIVH.1", "pak40.1")
    table = Table(german="ss658 ssHMG 2 PzIVH pak40", american="us666").mark(flag, *units)
    if flag == "kept_rate":
        table.mark("prep_fired", *units)
    found = with_fire_left(table.g, occasion)
    assert {unit for unit in units if found >> table.unit(unit) & 1} == set(left.split())
    table.g.lanes = (Lane(table.unit("ssHMG.2"), table.place("C3"), (), 3),)
    table.mark("final_fired", "ssHMG.2")
    if occasion == "protective":
        assert not with_fire_left(table.g, occasion) >> table.unit("ssHMG.2") & 1, "it has a lane"


@pytest.mark.rule("squad:A8.3", "squad:A8.4", "squad:A8.31")
@pytest.mark.parametrize(
    ("occasion", "fired", "again"),
    [("first", True, True), ("first", False, False), ("defensive", True, True),
     ("defensive", False, False), ("prep", True, False), ("advancing", True, False),
     ("protective", False, True)],
)  # fmt: skip
def test_when_somebody_fires_again(occasion: Occasion, fired: bool, again: bool) -> None:
    table = Table(german="ss658 2", american="us666")
    table.mark("first_fired", "ss658.1" if fired else "ss658.2")
    assert is_again(table.g, table.unit("ss658.1"), occasion) is again


@pytest.mark.rule("squad:C6.5", "squad:C2.24", "squad:A9.7")
@pytest.mark.parametrize(
    ("dice", "occasion", "changed"),
    [
        ((6, 5), "prep", {"prep_fired": "+pak40.1"}),
        ((1, 5), "prep", {"prep_fired": "+pak40.1", "kept_rate": "+pak40.1"}),
        ((6, 5), "first", {"first_fired": "+pak40.1"}), ((1, 5), "first", {}),
        ((6, 5), "defensive", {"first_fired": "+pak40.1", "final_fired": "+pak40.1"}),
        ((6, 6), "prep", {"prep_fired": "+pak40.1", "malfunctioned": "+pak40.1"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((), ("E5", -1)),
        (("E5", -1), ("E5", -2)),
        (("E5", -2), ("E5", -2)),
        (("F5", -2), ("E5", -1)),
    ],
)
def test_what_a_shot_leaves_behind(
    dice: tuple[int, int],
    occasion: Occasion,
    changed: dict[str, str],
    before: tuple[str, int],
    after: tuple[str, int],
) -> None:
    table = Table(german="ss228 2 pak40 2", american="us666")
    table.put("C3", "ss228.1+pak40.1").put("D3", "ss228.2+pak40.2")
    gun = table.unit("pak40.1")
    table.g.acquired = {table.unit("pak40.2"): (table.place("J9"), -1)}
    if before:
        table.g.acquired[gun] = (table.place(before[0]), before[1])
    place = table.place("E5")
    found = difference(
        table, lambda: finish_shot(table.g, gun, dice, occasion, place, table.events)
    )
    found.pop("acquired", None)
    assert found == changed
    assert table.g.acquired[gun] == (table.place(after[0]), after[1])
    assert table.g.acquired[table.unit("pak40.2")] == (table.place("J9"), -1)


# -- points and costs -----------------------------------------------------------------------------


@pytest.mark.rule("squad:A26.2", "squad:A26.21")
@pytest.mark.parametrize(
    ("unit", "state", "points"),
    [
        ("ss658.1", "", 2), ("ss658.1", "half", 1), ("ss228.1", "", 2), ("ss91.1", "", 2),
        ("ss92.1", "", 3), ("pak40.1", "", 2), ("ssLMG.1", "", 0), ("PzIVH.1", "", 0),
        ("PzIVH.1", "abandoned", -2), ("PzIVH.1", "crewing", -2),
    ],
)  # fmt: skip
def test_what_everybody_is_worth(unit: str, state: str, points: int) -> None:
    """A vehicle is worth what its card says, without its crew two less."""
    table = Table(german="ss658 2 ss228 ss91 ss92 pak40 ssLMG PzIVH 2", american="us666")
    one = table.unit(unit)
    if state == "crewing":
        table.g.crewing = {table.unit("ss658.2"): one}
    elif state:
        table.mark(state, unit)
    card = table.g.setting.vehicle_row(one).cvp if unit == "PzIVH.1" else 0
    assert worth(table.g, one) == card + points
    whole = table.unit("PzIVH.2")
    assert worth(table.g, whole) == table.g.setting.vehicle_row(whole).cvp


@pytest.mark.rule("squad:B26.4", "squad:B26.5")
@pytest.mark.parametrize(
    ("way", "origin", "to", "wired", "found"),
    [
        ("infantry", "C3", "C4", "C3", [("B26.4", 4)]), ("infantry", "C3", "C4", "C4", []),
        ("infantry", "", "C4", "C4", []), ("tracked", "C3", "C4", "C4", [("B26.5", 2)]),
        ("tracked", "C3", "C4", "C3", []), ("halftrack", "C3", "C4", "C4", [("B26.5", 8)]),
        ("truck", "C3", "C4", "C4", [("B26.5", 8)]), ("truck", "C3", "C4", "C5", []),
    ],
)  # fmt: skip
def test_what_wire_costs(
    way: str, origin: str, to: str, wired: str, found: list[tuple[str, int]]
) -> None:
    table = Table(german="ss658", american="us666")
    table.g.wire = 1 << table.place(wired)
    start = table.place(origin) if origin else NOWHERE
    entry = Entry(table.unit("ss658.1"), way, start, table.place(to), 3)
    assert [(part.rule, part.halves) for part in wire(table.g, entry)] == found


@pytest.mark.rule("squad:D2.33")
@pytest.mark.parametrize(
    ("way", "manner", "passed", "begun", "halves"),
    [
        ("tracked", "bypass", (1,), False, []), ("tracked", "bypass", (1, 2), False, [2]),
        ("tracked", "bypass", (1, 2, 3), False, [4]), ("tracked", "bypass", (1,), True, [2]),
        ("tracked", "bypass", (1, 2), True, [4]), ("tracked", "move", (1, 2), True, []),
        ("infantry", "bypass", (1, 2), True, []),
    ],
)  # fmt: skip
def test_a_vehicle_in_bypass_pays_for_every_corner(
    way: str, manner: str, passed: tuple[int, ...], begun: bool, halves: list[int]
) -> None:
    table = Table(german="PzIVH", american="us666")
    unit = table.unit("PzIVH.1")
    if begun:
        table.g.bypass[unit] = (1, 0)
    entry = Entry(unit, way, table.place("C3"), table.place("C4"), 3, manner, passed=passed)  # type: ignore[arg-type]
    assert [part.halves for part in corners(table.g, entry)] == halves


@pytest.mark.rule("squad:B13.6", "squad:B36.3")
@pytest.mark.parametrize(
    ("way", "origin", "to", "manner", "zone", "found"),
    [
        ("infantry", "C3", "C4", "move", "", True), ("tracked", "C3", "C4", "move", "", False),
        ("infantry", "C3", "C4", "bypass", "", False), ("infantry", "", "C4", "move", "", False),
        ("infantry", "C3", "C4", "move", "C3", False),
        ("infantry", "C3", "C4", "move", "C4", False),
        ("infantry", "C3", "C4", "move", "C5", True), ("infantry", "C4", "C5", "move", "", False),
        ("infantry", "C5", "C6", "move", "", False),
    ],
)  # fmt: skip
def test_where_a_path_helps(
    way: str, origin: str, to: str, manner: str, zone: str, found: bool
) -> None:
    """A path runs from C3 to C4; that of C6 ends at its northern side."""
    lines = ("C3 woods path=S", "C4 woods path=N", "C5 woods", "C6 woods path=N")
    table = Table(*lines, german="ss658", american="us666")
    if zone:
        table.g.fire_zones = {table.place(zone): "open_ground"}
    start = table.place(origin) if origin else NOWHERE
    entry = Entry(table.unit("ss658.1"), way, start, table.place(to), SOUTH, manner)  # type: ignore[arg-type]
    part = path_cost(table.g, entry)
    assert (part is not None and (part.rule, part.halves) == ("B13.6", 2)) is found
    assert has_path(table.g, table.place("C6"), NORTH)
    assert not has_path(table.g, table.place("C6"), SOUTH)


# -- labour ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B27.1", "squad:B27.11")
@pytest.mark.parametrize(
    ("line", "place", "state", "may"),
    [
        ("C3 woods", "C3", "", True), ("", "C3", "", True), ("", "C3", "trenches", False),
        ("", "C3", "rubble", False), ("C3 under=stream under_sides=N,S", "C3", "", False),
        ("C3 under=gully under_sides=N,S", "C3", "", False),
        ("C3 stone_building storeys=2", "C3/1", "", False), ("", "C3", "next", True),
    ],
)  # fmt: skip
def test_where_a_foxhole_may_be_dug(line: str, place: str, state: str, may: bool) -> None:
    table = Table(*filter(None, [line]), german="ss658", american="us666")
    here, beside = table.place("C3"), table.place("C4")
    match state:
        case "trenches":
            table.g.trenches = 1 << here
        case "rubble":
            table.g.rubble[here] = 2
        case "next":
            table.g.trenches = 1 << beside
            table.g.rubble[beside] = 2
    assert may_dig(table.g, table.place(place)) is may


@pytest.mark.rule("squad:B27.11")
@pytest.mark.parametrize(
    ("units", "how", "state", "digs"),
    [
        ("ss658.1", {}, "", True), ("ss658.1", {"spent": 1}, "", False), ("ss91.1", {}, "", False),
        ("ss658.1", {"rushed": True}, "", False), ("ss658.1", {}, "bypass", False),
        ("ss658.1", {}, "crest", False), ("ss658.1", {}, "entrenched", False),
        ("ss658.1", {}, "half", False), ("ss91.1 ss658.1", {}, "", True),
        ("ss228.1", {}, "", False),
        ("ss658.1 ss658.2", {}, "entrenched", True),
    ],
)  # fmt: skip
def test_who_may_dig(units: str, how: dict[str, int], state: str, digs: bool) -> None:
    table = Table(german="ss658 2 ss91 ss228", american="us666").put("C3", *units.split())
    first = units.split()[0]
    if state in ("bypass", "crest"):
        getattr(table.g, state)[table.unit(first)] = (1, 0) if state == "bypass" else 2
    elif state:
        table.mark(state, first)
    on_the_march(table, *units.split(), **how)
    assert list(digging_orders(table.g, table.g.moving)) == [DIG] * digs


@pytest.mark.rule("squad:B27.11")
@pytest.mark.parametrize(
    ("dice", "labor", "done"),
    [((2, 3), 0, True), ((3, 3), 0, False), ((3, 3), 1, True), ((3, 4), 1, False)],
)
def test_what_digging_brings(dice: tuple[int, int], labor: int, done: bool) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2").dice(*dice)
    place, other = table.place("C3"), table.place("C4")
    table.g.foxholes = {other: 1}
    table.g.labor = {other: 2, **({place: labor} if labor else {})}
    on_the_march(table, "ss658.1")
    found = difference(table, lambda: dig(table.g, DIG, table.events))
    if done:
        expected = {"foxholes": str({other: 1, place: 1}), "entrenched": "+ss658.1"}
        expected |= {"labor": str({other: 2})} if labor else {}
    else:
        expected = {"labor": str({other: 2, place: labor + 1})}
    assert found == expected | {"ti": "+ss658.1"}


@pytest.mark.rule("squad:B28.7")
def test_what_a_chain_across_the_road_changes() -> None:
    table = Table("C3 road=N,S", german="ss658", american="us666 usDaisy 2")
    table.put("C3", "us666.1+usDaisy.1").mark("concealed", "us666.1")
    on_the_march(table, "us666.1")
    orders = list(chain_orders(table.g, table.g.moving))
    assert orders == [Action("string", ("n",)), Action("string", ("s",))]
    found = difference(table, lambda: string(table.g, orders[0], table.events))
    key = SIDES * table.place("C3") + NORTH
    assert found == {
        "owner": "~usDaisy.1", "where": "~usDaisy.1", "concealed": "-usDaisy.1",
        "lost": "+usDaisy.1", "chains": str({key: AMERICAN}), "ti": "+us666.1",
    }  # fmt: skip


@pytest.mark.rule("squad:B28.7")
@pytest.mark.parametrize(
    ("way", "side", "at", "dice", "fires", "wrecked"),
    [
        ("tracked", 3, ("C3", 3), (3, 3), True, True),
        ("tracked", 3, ("C3", 3), (3, 4), True, False),
        ("tracked", 3, ("C4", 0), (3, 3), True, True), ("tracked", 3, ("C3", 2), (), False, False),
        ("infantry", 3, ("C3", 3), (), False, False), ("tracked", 3, ("C5", 0), (), False, False),
    ],
)  # fmt: skip
def test_who_sets_a_chain_off(
    way: str, side: int, at: tuple[str, int], dice: tuple[int, ...], fires: bool, wrecked: bool
) -> None:
    table = Table(german="PzIVH 2", american="us666").put("C4", "PzIVH.1", "PzIVH.2")
    table.dice(*dice, *([...] if wrecked else []))
    table.g.chains = {Hexside(SIDES * table.place(at[0]) + at[1]): AMERICAN, Hexside(7): AMERICAN}
    entry = Entry(table.unit("PzIVH.1"), way, table.place("C3"), table.place("C4"), side)
    set_off(table.g, entry, table.events)
    assert len(table.happened(MinesAttacked)) == fires
    assert len(table.g.chains) == 2 - fires
    hurt = [(table.g.wrecks | table.g.immobile) >> table.unit(f"PzIVH.{n}") & 1 for n in (1, 2)]
    assert hurt == [wrecked, False]


# -- night, snow, ambush --------------------------------------------------------------------------


@pytest.mark.rule("squad:E1.12", "squad:E1.1")
@pytest.mark.parametrize(
    ("more", "die", "after"),
    [(0, 1, -1), (0, 2, 0), (0, 5, 0), (0, 6, 1), (MOST, 6, MOST), (MOST - 1, 6, MOST)],
)
def test_how_the_night_changes(more: int, die: int, after: int) -> None:
    table = Table(german="ss658 PzIVH", american="us666", scenario='special = ["night"]\n')
    base = base_nvr(table.g)
    table.g.nvr = base + more
    table.dice(die)
    assert difference(table, lambda: fall_of_night(table.g, table.events)) == (
        {"nvr": str(base + after)} if after != more else {}
    )
    (told,) = table.happened(Darkened)
    assert told.dice == (die,)
    table.g.nvr = 1
    table.dice(1)
    fall_of_night(table.g, table.events)
    assert table.g.nvr == 1, "one hex is always seen"


@pytest.mark.rule("squad:E1.12", "squad:E1.21", "squad:E1.1")
@pytest.mark.parametrize("night", [True, False])
def test_the_first_night_holds_the_defenders_who_are_there(night: bool) -> None:
    special = 'special = ["night"]\n' if night else ""
    table = Table(german="ss658 PzIVH", american="us666 2 M4A3 usBAZ", scenario=special).dice()
    table.put("C3", "ss658.1").put("H3", "us666.1+usBAZ.1", "M4A3.1")
    found = difference(table, lambda: fall_of_night(table.g, table.events))
    expected = {"nvr": str(base_nvr(table.g)), "restrained": "+us666.1 +M4A3.1"}
    assert found == (expected if night else {})


@pytest.mark.rule("squad:E3.71")
@pytest.mark.parametrize("snow", [True, False])
def test_falling_snow_hinders_from_its_range_on(snow: bool) -> None:
    haze, drifts = hindrances(None, snow=snow)
    assert FALLING_SNOW == 6
    assert haze[:9] == (0, 0, 0, 0, 0, 0, 0, int(snow), int(snow))
    assert not any(drifts)


@pytest.mark.rule("squad:A12.33")
@pytest.mark.parametrize(
    ("at", "mover", "comes"),
    [("C4", "", True), ("C5", "", False), ("C4", "concealed", False), ("C4", "lost", False)],
)
def test_who_hides_next_to_an_enemy_comes_onto_the_map(at: str, mover: str, comes: bool) -> None:
    table = Table(german="ss658", american="us666 3 usBAZ").put("C3", "ss658.1")
    table.put(at, "us666.1+usBAZ.1", "us666.2").put("H8", "us666.3")
    table.mark("hidden", "us666.1", "us666.3")
    if mover:
        table.mark(mover, "ss658.1")
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C2"), table.place("C3"), 3)
    found = difference(table, lambda: step_forward(table.g, entry, table.events))
    assert len(table.events) == comes, "of others nothing is told"
    names = "us666.1 {0}usBAZ.1"
    assert found == (
        {"hidden": f"-{names.format('-')}", "concealed": f"+{names.format('+')}"} if comes else {}
    )
