"""Debris: what it is, what it costs, how it is cleared. Rules B37.1-B37.4, B37.6-B37.63, B37.7."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.core.cost_memory import follows_road
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, Tried
from salient.games.squad.core.events.men import CloseCombat
from salient.games.squad.core.events.movement import BogChecked, Moved
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import conceals, is_open, terrain_at
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.subjects import Attack, Cost, Entry
from salient.games.squad.ground.debris import (
    break_trail,
    debris_bog,
    forget_breaks,
    note_break,
    scatter,
)
from salient.games.squad.ground.emplacements import may_emplace
from salient.games.squad.ground.mine_laying import may_lay
from salient.games.squad.phases.setup import ReadyMade
from salient.games.squad.sight.los import look_across
from salient.games.squad.sight.stories import story_of
from salient.games.squad.terrain.board import NO_SIDE
from tests.games.squad.table import Table, on_the_march

ROAD = ("C3 road=S", "C4 road=N,S paved=N,S", "C5 road=N,S", "C6 road=N")
GULLY = "under=gully under_sides=N,S"
FOOT = "ss658.1"
TANK = "PzIVH.1"


def rubbish(*lines: str, at: str = "C4", **more: Any) -> Table:
    """A table with debris in a location."""
    table = Table(*lines, german="ss658 2 PzIVH Opel SPW251 ss91", american="us666 us666", **more)
    for name in at.split():
        scatter(table.g, table.place(name))
    return table


def cost(
    table: Table, origin: str, to: str = "C4", unit: str = FOOT, way: str = "", manner: str = "move"
) -> Cost:
    board, index = table.g.setting.board, table.unit(unit)
    if not way:
        vehicle = table.g.setting.vehicles >> index & 1
        way = table.g.setting.vehicle_row(index).move if vehicle else "infantry"
    place = table.place(origin)
    side = next(link.side for link in board.links[place] if link.to == table.place(to))
    points = 8 if way == "infantry" else table.g.setting.vehicle_row(index).mp * 2
    entry = Entry(index, way, place, table.place(to), side, manner)  # type: ignore[arg-type]
    return entry_cost(table.g, entry, points)


def opened(table: Table, *sides: str, at: str = "C4") -> Table:
    break_trail(table.g, table.place(at), [side_of(side) for side in sides], table.events)
    return table


def shot(table: Table, origin: str, unit: str, *, moving: bool = False) -> int:
    place = table.g.where[table.unit(unit)]
    attack = Attack("fire", 1, (table.place(origin),), place, moving=moving)
    return sum(m.value for m in cover(table.g, attack, table.unit(unit)))


def sees(table: Table, one: str, other: str) -> tuple[bool, int]:
    found = look_across(table.g, table.place(one), table.place(other))
    return found.clear, found.hindrance


# -- what it is -----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.1")
def test_debris_conceals_and_fills_its_hex() -> None:
    table = rubbish(at="D4")
    assert conceals(table.g, table.place("D4"))
    assert not is_open(table.g, table.place("D4"))
    assert not conceals(table.g, table.place("D5"))
    assert sees(table, "C4", "E4") == (True, 1), "the line runs along its side"
    assert sees(rubbish(at="H8"), "C4", "E4") == (True, 0)


@pytest.mark.rule("squad:B37.2")
def test_debris_covers_by_one_and_hinders_by_one() -> None:
    table = rubbish().put("C4", FOOT).put("C2", "us666.1")
    assert shot(table, "C2", FOOT) == 1
    assert sees(table, "C2", "C6") == (True, 1)
    assert sees(table, "C3", "C4") == (True, 0), "not into its own hex"


@pytest.mark.rule("squad:B37.2")
def test_debris_is_half_a_level_high() -> None:
    assert sees(rubbish("C2 level=1"), "C2", "C6") == (True, 0)


@pytest.mark.rule("squad:B37.2")
@pytest.mark.parametrize("what", ["wall", "hedge"])
def test_a_line_along_a_walled_side_misses_it(what: str) -> None:
    table = rubbish(f"D4 sides=N:{what}", at="D4")
    story = story_of(table.g, look_across(table.g, table.place("C4"), table.place("E4"))).sighting
    assert story is not None
    assert "debris" not in {note.what for note in story.notes if note.verdict == "hinders"}


@pytest.mark.rule("squad:B37.6")
@pytest.mark.parametrize("terrain", ["brush", "grain", "orchard"])
def test_it_takes_the_place_of_what_was_there(terrain: str) -> None:
    table = rubbish(f"C4 {terrain}", f"D4 {terrain}")
    assert terrain_at(table.g, table.place("C4")) == "debris"
    assert sees(table, "C2", "C6") == (True, 1), "not two"
    assert terrain_at(table.g, table.place("D4")) == terrain


@pytest.mark.rule("squad:B37.6")
@pytest.mark.parametrize(("at", "drm"), [("C4", 0), ("H8", 1)])
def test_the_trees_of_an_orchard_no_longer_stand(at: str, drm: int) -> None:
    table = rubbish("C2 level=1", "C4 orchard", at=at)
    assert sees(table, "C2", "C6") == (True, drm), "debris is lower than they were"


@pytest.mark.rule("squad:B37.4", "squad:B37.64b")
def test_foxholes_and_debris_go_together() -> None:
    fort = "".join(
        f'[[fortification]]\nkind = "{kind}"\nside = "german"\nat = "C4"\nstrength = 1\n'
        for kind in ("debris", "foxhole", "wire", "ap_mines")
    )
    table = Table(german="ss658", american="us666", scenario=fort).run(ReadyMade())
    assert terrain_at(table.g, table.place("C4")) == "debris"
    assert table.g.foxholes == {table.place("C4"): 1}
    assert table.g.wire >> table.place("C4") & 1
    assert table.place("C4") in table.g.mines
    table.put("C4", FOOT).put("C2", "us666.1").mark("entrenched", FOOT)
    assert shot(table, "C2", FOOT) == 2


# -- entering it ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.3", "squad:ex-B37.3")
def test_infantry_pays_two_and_tanks_a_quarter() -> None:
    table = rubbish()
    assert cost(table, "C3").total == 4
    assert cost(table, "C3", unit=TANK).total == 8, "a quarter of 13, rounded up"


@pytest.mark.rule("squad:B37.3")
def test_a_squad_walks_into_debris() -> None:
    table = rubbish().put("C3", FOOT).move().play(f"move {FOOT}", "go C4")
    assert table.happened(Moved)[-1].cost == 4


@pytest.mark.rule("squad:B37.3")
@pytest.mark.parametrize(("unit", "bar"), [("Opel.1", "B37.3"), ("SPW251.1", "B37.3"), (TANK, "")])
def test_of_vehicles_only_fully_tracked_ones_enter(unit: str, bar: str) -> None:
    assert cost(rubbish(), "C3", unit=unit).bar == bar
    assert not cost(rubbish(at="H8"), "C3", unit=unit).bar


@pytest.mark.rule("squad:B37.3")
def test_a_tracked_vehicle_without_armour_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    table = rubbish()
    setting = table.g.setting
    monkeypatch.setattr(setting, "armour", setting.armour & ~(1 << table.unit(TANK)))
    assert cost(table, "C3", unit=TANK).bar == "B37.3"


@pytest.mark.rule("squad:B37.3", "squad:err-D8.21")
@pytest.mark.parametrize(("dice", "bogged"), [((5, 4), False), ((5, 5), True)])
def test_a_tank_in_debris_checks_for_bog_at_plus_one(dice: tuple[int, int], bogged: bool) -> None:
    table = rubbish().put("C3", TANK, facing="se").dice(*dice).move()
    table.play(f"move {TANK}", "drive C4")
    (check,) = table.happened(BogChecked)
    assert ("err-D8.21", 1) in [(m.rule, m.value) for m in check.modifiers]
    assert sum(dice) + sum(m.value for m in check.modifiers) == sum(dice) + 2
    assert table.is_("bogged", TANK) is bogged


@pytest.mark.rule("squad:ex-B37.3")
def test_a_gully_of_debris_costs_both() -> None:
    table = rubbish(f"C4 {GULLY}")
    assert cost(table, "D3").total == 2 * 4
    assert cost(table, "D3", unit=TANK).total == 8 + 4
    sunken = rubbish("C4 under=sunken_road under_sides=N,S")
    assert cost(sunken, "D3").total == 2 * 4
    parts = cost(sunken, "D3", unit=TANK).parts
    assert [part.rule for part in parts] == ["B37.3"], "the chart has no price for it"


@pytest.mark.rule("squad:ex-B37.3")
@pytest.mark.parametrize(("depth", "factors"), [("dry", 4), ("shallow", 5), ("deep", 6)])
def test_a_stream_of_debris_costs_by_its_depth(depth: str, factors: int) -> None:
    line = "C4 under=stream under_sides=N,S"
    table = rubbish(line, scenario=f'stream = "{depth}"\n')
    assert cost(table, "D3").total == 2 * factors


# -- roads ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.61")
def test_a_road_under_debris_is_no_road() -> None:
    clear, table = rubbish(*ROAD, at="H8"), rubbish(*ROAD)
    assert follows_road(cost(clear, "C3"))
    assert cost(clear, "C3", unit=TANK).total == 1
    assert not follows_road(cost(table, "C3")), "no road bonus"
    assert cost(table, "C3", unit=TANK).total == 8
    assert cost(table, "C4", "C5", unit=TANK).total == 2, "nor out of it"


@pytest.mark.rule("squad:B37.61", "squad:B37.7")
def test_through_a_trail_break_it_is_one() -> None:
    table = opened(rubbish(*ROAD), "n", "s")
    assert follows_road(cost(table, "C3"))
    assert cost(table, "C3", unit=TANK).total == 1
    assert cost(table, "C4", "C5", unit=TANK).total == 1
    assert not cost(table, "C3", unit=TANK).bogs


@pytest.mark.rule("squad:B37.6")
@pytest.mark.parametrize("terrain", ["brush", "orchard"])
def test_what_grew_at_the_rim_of_a_stream_is_gone_under_debris(terrain: str) -> None:
    """Debris and the stream are to be paid, nothing else (ex-B37.3); nothing else covers."""
    bed = "under=stream under_sides=N,S"
    table = rubbish(f"C4 {terrain} {bed}", f"C3 {bed}", f"C5 {bed}")
    found = cost(table, "B3")
    assert {part.rule for part in found.parts} == {"B37.3", "ex-B37.3"}
    assert found.total == 2 * (2 + 3)
    table.put("C4", "us666.1").put("F4", FOOT)
    attack = Attack("fire", 0, (table.place("F4"),), table.place("C4"))
    rules = {modifier.rule for modifier in cover(table.g, attack, table.unit("us666.1"))}
    assert "P4.13b" not in rules
    assert "B37.2" in rules


@pytest.mark.rule("squad:B37.61")
def test_nobody_dashes_across_a_debris_road_but_through_a_trail_break() -> None:
    table = rubbish(*ROAD)
    assert cost(table, "D3", manner="dash").bar == "B37.61"
    assert not cost(opened(table, "ne", "sw"), "D3", manner="dash").bar
    assert not cost(rubbish(*ROAD, at="H8"), "D3", manner="dash").bar


@pytest.mark.rule("squad:B37.61")
def test_under_debris_a_paved_road_takes_mines_and_guns() -> None:
    for place, allowed in (("C4", True), ("H8", False)):
        table = rubbish(*ROAD, at=place)
        here = table.place("C4")
        assert may_lay(table.g, here, "hidden_ap6", 1) is allowed
        assert may_emplace(table.g, here) is allowed


@pytest.mark.rule("squad:B37.61", "squad:B37.62")
@pytest.mark.parametrize(
    ("lines", "debris", "fought"),
    [
        (("C4 road=N,S",), "H8", True),
        (("C4 road=N,S",), "C4", True),
        (("C4 runway road=N,S",), "H8", False),
        (("C4 runway road=N,S",), "C4", False),
        (("C4 brush",), "H8", False),
    ],
)
def test_street_fighting_goes_on_over_debris_but_not_on_a_boulevard(
    lines: tuple[str, ...], debris: str, fought: bool
) -> None:
    table = rubbish(*lines, "D3 stone_building", at=debris)
    table.put("C4", "PzIVH.1", facing="ne").put("D3", "us666.1").phase("advance", "american")
    table.dice(1, 1).play("advance us666.1 C4")  # They dare to.
    table.dice(6, 6, 6, 6, ...).phase("close", "american")
    [attack] = [event for event in table.happened(CloseCombat) if event.odds == "ccv"]
    assert ("A11.8" in {modifier.rule for modifier in attack.modifiers}) is fought


BOULEVARD = ("C3 runway road=S", "C4 runway road=N,S", "C5 runway road=N,S")


@pytest.mark.rule("squad:B37.62")
def test_a_boulevard_under_debris_is_gone_but_for_trail_breaks() -> None:
    table = rubbish(*BOULEVARD)
    assert not follows_road(cost(table, "C3"))
    assert cost(table, "C3", unit=TANK).total == 8
    assert cost(table, "D3", manner="dash").bar == "B37.62"
    assert may_lay(table.g, table.place("C4"), "hidden_ap6", 1)
    assert may_emplace(table.g, table.place("C4"))
    opened(table, "n", "ne")
    assert follows_road(cost(table, "C3"))
    assert cost(table, "D3", manner="dash").bar == "B37.62", "impossible all the same"
    assert not may_emplace(rubbish(*BOULEVARD, at="H8").g, table.place("C4"))


@pytest.mark.rule("squad:B37.621")
@pytest.mark.parametrize(("broken", "drm"), [(False, 1 - 1), (True, 1 - 1 - 1)])
def test_who_goes_through_a_break_on_a_boulevard_is_exposed(broken: bool, drm: int) -> None:
    """+1 debris, -1 FFNAM, and -1 only through the trail break."""
    table = rubbish(*BOULEVARD).put("C3", FOOT).put("C8", "us666.1")
    if broken:
        opened(table, "n", "s")
    table.move().play(f"move {FOOT}", "go C4")
    assert shot(table, "C8", FOOT, moving=True) == drm
    table.dice(6, 5).attack("us666.1")
    assert sum(m.value for m in table.happened(Fired)[-1].modifiers) == drm


@pytest.mark.rule("squad:B37.621")
def test_only_who_goes_on_is_through_and_after_the_phase_nobody_is() -> None:
    table = rubbish().put("C6", "ss658.1", "ss658.2")
    both = 1 << table.unit("ss658.1") | 1 << table.unit("ss658.2")
    on_the_march(table, "ss658.1")
    table.g.through_breaks = both
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C6"), table.place("C7"), 3)
    note_break(table.g, entry, table.events)
    assert table.g.through_breaks == 1 << table.unit("ss658.2")
    forget_breaks(table.g, table.events)
    assert table.g.through_breaks == 0


@pytest.mark.rule("squad:B37.621")
def test_on_a_boulevard_that_is_clear_it_is_exposed_anyway_and_on_a_plain_road_not() -> None:
    table = rubbish(*BOULEVARD, at="H8").put("C4", FOOT).put("C8", "us666.1")
    assert shot(table, "C8", FOOT) == -1
    table = opened(rubbish(*ROAD), "n", "s").put("C3", FOOT).put("C8", "us666.1")
    table.move().play(f"move {FOOT}", "go C4")
    assert shot(table, "C8", FOOT, moving=True) == 0


# -- bridges --------------------------------------------------------------------------------------

BRIDGE = ("B3 road=SE", f"C4 {GULLY} road=NW,SE bridge=yes", "D4 road=NW")


@pytest.mark.rule("squad:B37.63")
def test_debris_on_a_bridge_covers_once_and_the_bridge_is_still_there() -> None:
    table = rubbish(*BRIDGE, at="C4/bridge").put("C4/bridge", FOOT).put("C1", "us666.1")
    assert shot(table, "C1", FOOT) == 1
    assert cost(table, "B3", "C4/bridge").total == 4
    assert cost(table, "B3", "C4/bridge", unit=TANK).total == 8
    assert terrain_at(table.g, table.place("C4")) == "gully", "nothing below"


@pytest.mark.rule("squad:B37.63")
def test_debris_on_a_bridge_hinders_no_more_than_the_bridge() -> None:
    bare, full = rubbish(*BRIDGE, at="H8"), rubbish(*BRIDGE, at="C4/bridge")
    assert sees(bare, "C2", "C6") == sees(full, "C2", "C6") == (True, 1)
    story = story_of(full.g, look_across(full.g, full.place("C2"), full.place("C6"))).sighting
    assert story is not None
    assert [note.what for note in story.notes] == ["debris_bridge"]
    for ends in (("D3", "D5"), ("B4", "D5"), ("D3", "B5")):
        assert sees(bare, *ends) == sees(full, *ends), "only where the bridge is drawn"


# -- clearing it ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.7", "squad:B24.7", "squad:B24.71")
@pytest.mark.parametrize(("dice", "sides"), [((2, 3), 0b001001), ((2, 4), 0)])
def test_a_squad_clears_a_way_between_two_hexsides(dice: tuple[int, int], sides: int) -> None:
    table = rubbish().put("C4", FOOT).put("C7", "us666.1").dice(*dice).move()
    table.play(f"move {FOOT}")
    assert len(table.offered("clear")) == 15, "any two of six"
    table.play("clear n s")
    assert table.g.breaks.get(table.place("C4"), 0) == sides
    assert table.happened(Tried)[-1].attempt == "debris"
    assert table.is_("ti", FOOT)
    assert table.g.march is not None
    assert table.g.march.hazardous


@pytest.mark.rule("squad:B37.7")
def test_clearing_takes_the_whole_move_that_of_double_time_included() -> None:
    table = rubbish().put("C4", FOOT).put("H8", "us666.1").dice(2, 3).move()
    table.play(f"move {FOOT}", "rush", "clear n s")
    assert mf_left(table.g, table.g.moving) == 0
    assert not table.offered("go")


@pytest.mark.rule("squad:B37.7")
def test_a_leader_helps_and_who_has_moved_or_stands_elsewhere_does_not_clear() -> None:
    table = rubbish().put("C4", FOOT, "ss91.1").dice(3, 3).move()
    table.play(f"move {FOOT}", "join ss91.1", "clear n s")
    assert table.g.breaks
    table = rubbish().put("C3", FOOT).move().play(f"move {FOOT}")
    assert not table.offered("clear")
    assert not table.play("go C4").offered("clear")


@pytest.mark.rule("squad:B37.7")
def test_through_a_trail_break_terrain_costs_as_before_and_elsewhere_as_debris() -> None:
    table = opened(rubbish("C4 orchard"), "n", "s")
    assert cost(table, "C3").total == 2
    assert cost(table, "C3", unit="Opel.1").total == 8
    assert cost(table, "D3").total == 4
    assert cost(table, "D3", unit="Opel.1").bar == "B37.3"


@pytest.mark.rule("squad:B37.7")
def test_a_trail_break_changes_neither_sight_nor_cover() -> None:
    table = opened(rubbish(), "n", "s").put("C4", FOOT)
    assert sees(table, "C2", "C6") == (True, 1)
    assert shot(table, "C2", FOOT) == 1


@pytest.mark.rule("squad:B37.7")
def test_when_every_side_is_open_the_old_terrain_is_back() -> None:
    table = opened(opened(rubbish("C4 brush"), "n", "s"), "ne", "sw")
    assert terrain_at(table.g, table.place("C4")) == "debris"
    opened(table, "nw", "se")
    assert terrain_at(table.g, table.place("C4")) == "brush"
    assert not table.g.breaks
    assert table.happened(Marked)[-1].change == "removed"


@pytest.mark.rule("squad:B37.7", "squad:B37.63")
def test_a_bridge_is_clear_when_its_road_is() -> None:
    table = rubbish(*BRIDGE, at="C4/bridge").put("C4/bridge", FOOT).dice(1, 1).move()
    table.play(f"move {FOOT}")
    assert table.offered("clear") == {"clear se nw"}
    table.play("clear se nw")
    assert terrain_at(table.g, table.place("C4/bridge")) == "bridge"


RAIL_BRIDGE = ("C3 under=rail_elevated under_sides=N,S", "C5 under=rail_elevated under_sides=N,S",
               "C4 under=rail_elevated under_sides=N,S road=SW,SE", "B4 road=NE",
               "D4 road=NW")  # fmt: skip


@pytest.mark.rule("squad:B37.63")
def test_debris_on_a_railroad_bridge_lies_over_the_road_and_is_cleared_along_the_track() -> None:
    table = rubbish(*RAIL_BRIDGE, at="C4/bridge").put("C4/bridge", FOOT).dice(1, 1).move()
    assert cost(table, "C3", "C4/bridge").total == 4
    assert cost(table, "D4", "C4", unit="Opel.1").total == 1, "nothing on the road below"
    table.play(f"move {FOOT}")
    assert table.offered("clear") == {"clear n s"}
    table.play("clear n s")
    assert terrain_at(table.g, table.place("C4/bridge")) == "bridge"


# -- rubble ---------------------------------------------------------------------------------------


def rubble(*dice: int) -> Table:
    """A squad tries to clear a way through the rubble of C4."""
    table = rubbish(*ROAD, "C4 wooden_building road=N,S", at="H8").put("C4", FOOT)
    table.g.rubble[table.place("C4")] = 1
    return table.dice(*dice).move().play(f"move {FOOT}", "clear n s")


@pytest.mark.rule("squad:B24.7")
@pytest.mark.parametrize(("dice", "sides"), [((2, 3), 0b001001), ((2, 4), 0)])
def test_rubble_is_cleared_in_the_same_way(dice: tuple[int, int], sides: int) -> None:
    table = rubble(*dice)
    assert table.g.breaks.get(table.place("C4"), 0) == sides
    assert table.happened(Tried)[-1].attempt == "rubble"
    assert table.is_("ti", FOOT)


@pytest.mark.rule("squad:B24.71")
def test_through_its_trail_break_the_road_leads_again_and_elsewhere_it_is_rubble() -> None:
    table, closed = rubble(1, 1), rubble(6, 6)
    assert cost(table, "C3", unit="Opel.1").total == 1
    assert cost(table, "C3").total == 2
    assert not cost(table, "C3", unit=TANK).bogs
    assert cost(closed, "C3", unit="Opel.1").bar == "B24"
    assert cost(table, "D3").total == cost(closed, "C3").total == 6


@pytest.mark.rule("squad:B24.71")
def test_rubble_stays_rubble_when_every_side_is_open() -> None:
    table = opened(opened(opened(rubble(6, 6), "n", "s"), "ne", "sw"), "nw", "se")
    assert "rubble" in terrain_at(table.g, table.place("C4"))
    assert cost(table, "D3").total == 2


@pytest.mark.rule("squad:B37.3")
def test_who_stays_in_debris_is_asked_nothing_and_through_a_break_what_lies_beneath() -> None:
    table = rubbish("C4 woods")
    tank, here, there = table.unit(TANK), table.place("C3"), table.place("C4")
    into = Entry(tank, "tracked", here, there, 3)
    assert [check.rule for check in debris_bog(table.g, into)] == ["err-D8.21"]
    stays = Entry(tank, "tracked", there, there, NO_SIDE)
    assert not list(debris_bog(table.g, stays))
