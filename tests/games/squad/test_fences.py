"""Barbed-wire fences (P3): crossing them, holding them open, bogging in them."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.bogging import bog_modifiers
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.cost_memory import tolls_of
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import BogChecked, Bypassed, Moved, Strayed
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.subjects import Attack, BogCheck, Cost, Entry
from salient.games.squad.ground.fences import crosses_fence, fence_cost, open_breaches, uses_breach
from salient.games.squad.terrain.board import NO_SIDE
from tests.games.squad.grounds import table_on
from tests.games.squad.table import GAME, Table

ALL = "N:fence,NE:fence,SE:fence,S:fence,SW:fence,NW:fence"
N, S = 0, 3
NIGHT = 'special = ["night"]'


def field(*lines: str, **more: Any) -> Table:
    """A fence between C3 and C4."""
    table = Table(
        "C4 sides=N:fence", *lines,
        german="ss658 3 ss91 ss228 pak40 PzIVH PzVIB SPW251 Opel", american="us666 2 M8",
        size=(8, 9), **more,
    )  # fmt: skip
    return table.put("C3", "ss658.1")


def over(table: Table, way: str = "infantry", unit: str = "ss658.1", **more: str) -> Entry:
    start, to = table.place("C3"), table.place("C4")
    return Entry(table.unit(unit), way, start, to, S, **more)  # type: ignore[arg-type]


def cost(table: Table, way: str = "infantry", unit: str = "ss658.1", **more: str) -> Cost:
    return entry_cost(table.g, over(table, way, unit, **more), 26)


# -- what a fence is ------------------------------------------------------------------------------


@pytest.mark.rule("squad:P3.1a")
def test_a_fence_hinders_no_fire_and_covers_nobody_who_runs_behind_it() -> None:
    table = field().put("C1", "us666.1").move().play("move ss658.1", "go C4")
    still = Attack("fire", 1, (table.place("C1"),), table.place("C4"))
    assert not cover(table.g, still, table.unit("ss658.1"))
    table.attack("us666.1")
    fired = table.happened(Fired)[-1]
    assert {m.rule: m.value for m in fired.modifiers} == {"A4.6": -1, "A4.61": -1}


@pytest.mark.rule("squad:P3.1b")
def test_nothing_takes_a_fence_away() -> None:
    table = field()
    plain = cost(table).total
    g, here, there = table.g, table.place("C3"), table.place("C4")
    g.rubble[here] = 2
    g.debris |= 1 << here
    g.flames |= 1 << here | 1 << there
    g.breaks[here] = g.breaks[there] = 63
    g.fire_zones[here] = "open_ground"
    assert cost(table).total == plain
    g.rubble.clear()
    table.move().play("move ss658.1")
    assert not table.offered("clear")
    assert table.offered("breach") == {"breach s"}


# -- crossing on foot -----------------------------------------------------------------------------


@pytest.mark.rule("squad:P3.2a")
def test_crossing_costs_infantry_one_more() -> None:
    table = field()
    assert cost(table).total == 4
    table.move().play("move ss658.1", "go C4")
    assert table.happened(Moved)[-1].cost == 4


@pytest.mark.rule("squad:P3.2a", "squad:P3.1a")
def test_the_fence_of_the_practice_map_costs_one_more_both_ways() -> None:
    """D20 lies a level above C20: going up doubles the open ground, not the fence."""
    for start, to, points in (("C20", "D20", 2 + 1), ("D20", "C20", 1 + 1), ("A16", "A17", 2)):
        table = table_on("practice_fences", german="ss658").put(start, "ss658.1").move()
        table.play("move ss658.1", f"go {to}")
        assert table.happened(Moved)[-1].cost == points * 2


@pytest.mark.rule("squad:P3.2b")
def test_behind_a_tank_the_fence_costs_nothing() -> None:
    assert cost(field(), manner="armoured").total == 2


@pytest.mark.rule("squad:P3.2c")
def test_the_tired_do_not_cross() -> None:
    table = field()
    assert not cost(table).bar
    table.mark("cx", "ss658.1")
    assert cost(table).bar == "P3.2c"
    assert cost(table, manner="rout").bar == "P3.2c"


@pytest.mark.rule("squad:P3.2c")
@pytest.mark.parametrize("tired", [True, False])
def test_the_tired_do_not_advance_over_a_fence_either(tired: bool) -> None:
    table = field()
    if tired:
        table.mark("cx", "ss658.1")
    offered = table.phase("advance", "german").offered("advance")
    assert ("advance ss658.1 C4" in offered) is not tired
    assert "advance ss658.1 C2" in offered


@pytest.mark.rule("squad:P3.2c")
def test_who_runs_cannot_cross_a_fence() -> None:
    table = field(f"C4 sides={ALL}").move().play("move ss658.1")
    assert "go C4" in table.offered()
    table.play("rush")
    assert "go C4" not in table.offered()
    assert "go C2" in table.offered()


@pytest.mark.rule("squad:P3.2d")
def test_at_night_a_fence_costs_twice_as_much() -> None:
    night = field(scenario=NIGHT)
    assert cost(night).total == 2 + 4
    assert cost(held(scenario=NIGHT), unit="ss658.2").total == 2 + 2


@pytest.mark.rule("squad:P3.2d", "squad:E1.5")
@pytest.mark.parametrize(
    ("dice", "place", "stopped"),
    [
        ((5, 5), "C2", False),
        ((6, 5, 2), "D2", False),
        ((6, 5, 4), "C4", False),
        ((6, 6, 1), "C2", False),
    ],
)
def test_at_night_a_squad_without_a_leader_may_lose_its_way(
    dice: tuple[int, ...], place: str, stopped: bool
) -> None:
    """On 11 or more the third die says where it strays to, over the fence as well."""
    table = field(scenario=NIGHT).move("german").dice(*dice).play("move ss658.1", "go C2")
    assert table.where("ss658.1") == place
    assert table.is_("ti", "ss658.1") is stopped


@pytest.mark.rule("squad:P3.2d")
@pytest.mark.parametrize(("die", "place", "stopped"), [(4, "C3", True), (1, "C2", False)])
def test_who_strays_into_a_fence_he_cannot_cross_is_tied_up(
    die: int, place: str, stopped: bool
) -> None:
    table = field(scenario=NIGHT).move("german").play("move ss658.1", "rush")
    table.dice(6, 6, die).play("go C2")
    assert table.where("ss658.1") == place
    assert table.is_("ti", "ss658.1") is stopped
    assert [event.result for event in table.happened(Strayed)] == ["failed"]


@pytest.mark.rule("squad:P3.2d", "squad:E1.5")
def test_by_day_with_a_leader_or_along_a_road_nobody_strays() -> None:
    for lines, scenario, joins in (
        ((), "", False), ((), NIGHT, True), (("C3 road=N", "C2 road=S"), NIGHT, False),
    ):  # fmt: skip
        table = field(*lines, scenario=scenario).put("C3", "ss91.1").move("german")
        table.play("move ss658.1", *(["join ss91.1"] if joins else []), "go C2")
        assert table.where("ss658.1") == "C2"
        assert not table.happened(Strayed)


# -- temporary breaches ---------------------------------------------------------------------------


def held(*lines: str, **more: Any) -> Table:
    """A squad in C3 holds the fence open for others."""
    table = field(*lines, **more).put("C3", "ss658.2")
    return table.move("german").play("move ss658.1", "breach s")


@pytest.mark.rule("squad:P3.21a", "squad:P3.21b")
def test_a_squad_holds_a_fence_open_and_can_do_nothing_else() -> None:
    table = held()
    assert table.happened(Marked)[-1].change == "placed"
    assert table.is_("ti", "ss658.1")
    assert table.asked == "german movement"
    assert table.offered("move") == {"move ss658.2"}
    key = 6 * table.place("C3") + S
    assert open_breaches(table.g) == {key: table.unit("ss658.1")}
    marks = [m for m in GAME.view(table.g, 1).markers if m.kind == "breach"]
    assert [m.places for m in marks] == [(table.place("C3"), table.place("C4"))]


@pytest.mark.rule("squad:P3.21a")
@pytest.mark.parametrize(("steps", "allowed"), [(("C2", "C3"), True), (("C2", "B2", "C3"), False)])
def test_holding_a_fence_open_takes_two_factors(steps: tuple[str, ...], allowed: bool) -> None:
    table = field().move().play("move ss658.1", *(f"go {place}" for place in steps))
    assert ("breach s" in table.offered()) is allowed
    if allowed:
        table.play("breach s")
        assert table.g.breaches


@pytest.mark.rule("squad:P3.21a")
def test_leaders_the_dug_in_and_those_on_wire_or_in_a_gully_cannot() -> None:
    def can(table: Table, unit: str = "ss658.1") -> bool:
        return "breach s" in table.move("german").play(f"move {unit}").offered()

    assert can(field())
    assert not can(field().put("C3", "ss91.1"), "ss91.1"), "no MMC"
    assert not can(field().mark("entrenched", "ss658.1")), "in a foxhole"
    wired = field()
    wired.g.wire |= 1 << wired.place("C3")
    assert not can(wired)
    gully = field("C3 under=gully under_sides=NE,SW")
    assert not can(gully), "at the bottom"
    gully = field("C3 under=gully under_sides=NE,SW")
    gully.g.crest[gully.unit("ss658.1")] = S
    assert can(gully), "at the crest"
    upstairs = field("C3 stone_building storeys=2").put("C3/1", "ss658.1")
    assert not can(upstairs)
    bypassing = field("C3 woods")
    bypassing.g.bypass[bypassing.unit("ss658.1")] = (S, S)
    assert not can(bypassing)
    assert not field().mark("broken", "ss658.1").move("german").offered("move")


def remembered(table: Table) -> int:
    """What the search for ways remembers of the cost of the fence."""
    tolls = tolls_of(table.g, table.unit("ss658.2"), "infantry", "move", 8)
    ways = tolls.ways(table.place("C3"))
    return next(way.halves for way in ways if way.to == table.place("C4"))


@pytest.mark.rule("squad:P3.21b")
@pytest.mark.parametrize("state", ["pinned", "broken", "melee"])
def test_a_breach_ends_when_the_squad_is_pinned_breaks_or_fights(state: str) -> None:
    table = held()
    assert cost(table, unit="ss658.2").total == remembered(table) == 3
    table.play("move ss658.2")
    table.mark(state, "ss658.1")
    assert remembered(table) == 4
    assert not open_breaches(table.g)
    assert cost(table, unit="ss658.2").total == 4
    table.play("go C4")
    assert table.happened(Moved)[-1].cost == 4


@pytest.mark.rule("squad:P3.21b")
def test_a_breach_ends_with_the_turn() -> None:
    table = field().turn("german").play("move ss658.1", "breach s")
    while table.decision is not None and table.g.phase != "setup":
        assert table.g.breaches
        table.play("end")
    assert not table.is_("ti", "ss658.1")
    assert not table.g.breaches
    assert [event.change for event in table.happened(Marked)] == ["placed", "removed"]


@pytest.mark.rule("squad:P3.21c")
def test_through_a_breach_it_costs_half_a_factor_from_either_side() -> None:
    table = held()
    table.play("move ss658.2", "go C4")
    assert table.happened(Moved)[-1].cost == 3
    back = Entry(table.unit("ss658.2"), "infantry", table.place("C4"), table.place("C3"), N)
    assert entry_cost(table.g, back).total == 3


@pytest.mark.rule("squad:P3.21c")
def test_going_through_a_breach_is_hazardous_but_going_on_is_not() -> None:
    table = held().put("C7", "us666.1", "us666.2")
    table.play("move ss658.2", "go C4").dice(6, 5, ...).attack("us666.1")
    values = {m.rule: m.value for m in table.happened(Fired)[-1].modifiers}
    assert values["A4.62"] == -2
    table.play("pass", "go D4").dice(6, 5, ...).attack("us666.2")
    assert "A4.62" not in {m.rule for m in table.happened(Fired)[-1].modifiers}


@pytest.mark.rule("squad:P3.21c")
def test_the_broken_the_berserk_and_those_who_push_a_gun_cannot_use_a_breach() -> None:
    table = held().put("C3", "ss228.1+pak40.1", "ss658.3").mark("broken", "ss658.3")
    for unit, rule in (("ss658.2", "P3.21c"), ("ss658.3", "P3.2a"), ("ss228.1", "P3.2a")):
        assert [part.rule for part in fence_cost(table.g, over(table, unit=unit))] == [rule]
    assert cost(table, unit="ss658.3", manner="rout").total == 4
    table.mark("berserk", "ss658.2")
    assert [part.rule for part in fence_cost(table.g, over(table, unit="ss658.2"))] == ["P3.2a"]


@pytest.mark.rule("squad:P3.21c")
@pytest.mark.parametrize(
    ("way", "unit", "uses"), [("infantry", "ss658.2", True), ("tracked", "PzIVH.1", False)]
)
def test_infantry_alone_goes_through_a_breach(way: str, unit: str, uses: bool) -> None:
    table = held().put("C3", "PzIVH.1")
    assert uses_breach(table.g, over(table, way, unit)) is uses


@pytest.mark.rule("squad:P3.21d")
def test_a_breach_is_of_no_use_to_a_vehicle() -> None:
    for table in (field(), held()):
        found = cost(table, "tracked", "PzIVH.1")
        assert (found.total, [check.rule for check in found.bogs]) == (2, ["P3.3b"])


@pytest.mark.rule("squad:P3.21e")
@pytest.mark.parametrize(("watcher", "concealed"), [("C1", False), ("H9", True)])
@pytest.mark.parametrize("state", ["concealed", "hidden"])
def test_holding_a_fence_open_in_sight_of_the_enemy_gives_a_squad_away(
    state: str, watcher: str, concealed: bool
) -> None:
    table = field("C3 woods", f"H8 sides={'N:wall'}", "G8 pine_woods", "G9 pine_woods")
    table.mark(state, "ss658.1").put(watcher, "us666.1")
    table.move("german").play("move ss658.1", "breach s")
    assert table.is_("concealed", "ss658.1") is concealed
    assert not table.is_("hidden", "ss658.1")


# -- vehicles -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P3.3a")
def test_a_fence_costs_no_movement_points() -> None:
    table = field()
    for way, halves in (("tracked", 2), ("halftrack", 2), ("truck", 8), ("armoured_car", 6)):
        assert cost(table, way, "PzIVH.1").total == halves


def drive(table: Table, unit: str = "PzIVH.1", to: str = "C4") -> Table:
    table.g.put(table.unit("ss658.1"), table.place("A1"))
    table.put("C3", unit, facing="se")
    return table.move("german").play(f"move {unit}", f"drive {to}")


@pytest.mark.rule("squad:P3.3b")
def test_a_vehicle_that_bogs_in_a_fence_is_in_the_hex_beyond() -> None:
    table = drive(field().dice(6, 6))
    assert table.where("PzIVH.1") == "C4"
    assert table.is_("bogged", "PzIVH.1")
    assert not table.is_("mired", "PzIVH.1")
    assert len(table.happened(BogChecked)) == 1


@pytest.mark.rule("squad:P3.3b")
def test_the_fence_asks_for_a_check_of_its_own() -> None:
    assert [c.rule for c in cost(field("C4 woods"), "tracked", "PzIVH.1").bogs] == ["B13", "P3.3b"]
    assert [c.rule for c in cost(field(), "tracked", "PzIVH.1").bogs] == ["P3.3b"]


@pytest.mark.rule("squad:P3.3c", "squad:P3.3b")
@pytest.mark.parametrize(
    ("dice", "bogged", "mired"),
    [((1, 1, 1, 1), False, False), ((6, 6, 1, 1), True, False), ((1, 1, 6, 6), True, False),
     ((6, 6, 6, 6), True, True)],
)  # fmt: skip
def test_who_fails_both_checks_is_mired(dice: tuple[int, ...], bogged: bool, mired: bool) -> None:
    table = drive(field("C4 woods").dice(*dice))
    assert len(table.happened(BogChecked)) == 2
    assert table.is_("bogged", "PzIVH.1") is bogged
    assert table.is_("mired", "PzIVH.1") is mired


@pytest.mark.rule("squad:P3.3d")
@pytest.mark.parametrize(
    ("unit", "drm"), [("PzIVH.1", 0), ("PzVIB.1", 0), ("SPW251.1", 1), ("M8.1", 1), ("Opel.1", 2)]
)
def test_what_adds_to_the_check_of_a_fence(unit: str, drm: int) -> None:
    """Nothing but these two (reading 9): the ground pressure of a heavy tank does not."""
    table = field()
    way = table.g.setting.vehicle_row(table.unit(unit)).move
    (check,) = cost(table, way, unit).bogs
    assert sum(m.value for m in bog_modifiers(table.g, table.unit(unit), check)) == drm


@pytest.mark.rule("squad:P3.3d")
@pytest.mark.parametrize(
    ("unit", "dice", "bogged"),
    [("SPW251.1", (6, 5), True), ("SPW251.1", (5, 5), False),
     ("Opel.1", (5, 5), True), ("Opel.1", (5, 4), False), ("PzIVH.1", (6, 5), False)],
)  # fmt: skip
def test_wheels_and_half_tracks_bog_sooner_in_a_fence(
    unit: str, dice: tuple[int, int], bogged: bool
) -> None:
    assert drive(field().dice(*dice), unit).is_("bogged", unit) is bogged


@pytest.mark.rule("squad:P3.3d")
def test_other_checks_keep_their_own_modifiers() -> None:
    table = field()
    heavy = bog_modifiers(table.g, table.unit("PzVIB.1"), BogCheck("D8.2", 0))
    assert sum(m.value for m in heavy) > 0


# -- bypass ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P3.4")
def test_a_fence_does_not_matter_to_bypass_along_its_own_hexside() -> None:
    table = Table("C4 woods sides=NE:fence", german="ss658").put("C3", "ss658.1")
    table.move().play("move ss658.1", "bypass C4 ne")
    assert table.happened(Bypassed)[-1].cost == 2
    across = field("C4 woods").move().play("move ss658.1", "bypass C4 ne")
    assert across.happened(Bypassed)[-1].cost == 4, "over the fence into the hex"


@pytest.mark.rule("squad:E1.5", "squad:P3.2d")
@pytest.mark.parametrize(
    ("why", "die", "place", "busy"),
    [
        ("cx", 4, "C3", True),
        ("held", 2, "C3", False),
        ("full", 2, "C3", False),
        ("water", 2, "C3", False),
        ("", 2, "D2", False),
    ],
)
def test_who_strays_stops_where_he_cannot_go_on(why: str, die: int, place: str, busy: bool) -> None:
    """The exhausted cannot cross the fence and are busy; enemies, crowds and water just stop."""
    line = "D2 water" if why == "water" else "D2 woods"
    table = Table("C4 sides=N:fence", line, german="ss658 4", american="us666", scenario=NIGHT)
    table.put("C3", "ss658.1")
    if why == "cx":
        table.mark("cx", "ss658.1")
    elif why == "held":
        table.put("D2", "us666.1")
    elif why == "full":
        table.put("D2", "ss658.2", "ss658.3", "ss658.4")
    table.move("german").dice(6, 5, die, ...).play("move ss658.1", "go C2")
    assert table.where("ss658.1") == place
    assert table.is_("ti", "ss658.1") is busy


@pytest.mark.rule("squad:E1.5")
def test_only_the_first_step_leads_astray() -> None:
    table = field(scenario=NIGHT).move("german").dice(1, 1).play("move ss658.1", "go C2")
    table.play("go C1")
    assert len(table.happened(Strayed)) == 1


@pytest.mark.rule("squad:P3.4")
def test_neither_stairs_nor_upper_floors_cross_a_fence() -> None:
    lines = ("C3 stone_building storeys=2", "C4 stone_building storeys=2")
    table = field(*lines)
    unit, floors = table.unit("ss658.1"), [table.place(n) for n in ("C3", "C3/1", "C4", "C4/1")]
    ground, above, there, beyond = floors
    assert not crosses_fence(table.g, Entry(unit, "infantry", ground, above, NO_SIDE))
    assert crosses_fence(table.g, Entry(unit, "infantry", ground, there, 3))
    assert not crosses_fence(table.g, Entry(unit, "infantry", above, beyond, 3))


@pytest.mark.rule("squad:P3.2b")
@pytest.mark.parametrize(
    ("dug", "halves"), [(("C3", "C4"), 0), (("C3", "C5"), 2), (("C4", "C5"), 2), ((), 2)]
)
def test_from_trench_to_trench_the_fence_costs_nothing(dug: tuple[str, ...], halves: int) -> None:
    table = field()
    table.g.trenches = sum(1 << table.place(name) for name in dug)
    assert sum(part.halves for part in fence_cost(table.g, over(table))) == halves
