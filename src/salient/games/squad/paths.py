"""Where infantry can get to, by the cheapest way. Rules A4.1, A4.12, A4.42, A4.5, B3.4."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from salient.boards.bits import members, set_of
from salient.games.squad.board import NO_SIDE, Link
from salient.games.squad.bypass import exits
from salient.games.squad.costs import entry_cost
from salient.games.squad.limits import has_room, may_pass
from salient.games.squad.questions import Cost, Entry
from salient.games.squad.state import NOWHERE, SquadState
from salient.games.squad.tolls import Tolls

HALVES = 2
ROAD_BONUS = 2
"""Rule B3.4: one MF more for a move along roads only, in halves."""

CAPACITY = {"squad": 3, "half": 2, "leader": 1}
"""Rule A4.42: portage points carried without loss."""


def allotment(g: SquadState, units: tuple[int, ...], *, rushed: bool = False) -> int:
    """Halves of MF that a group has: the slowest counts; a leader adds two. Rules A4.11, A4.12."""
    setting, numbers = g.setting, g.setting.numbers.movement
    led = any(setting.leaders >> unit & 1 and not g.wounded >> unit & 1 for unit in units)
    least = min(_points(g, unit) for unit in units)
    if led and any(setting.squads >> unit & 1 for unit in units):
        least = min(
            _points(g, unit) + (numbers.leader_bonus if setting.squads >> unit & 1 else 0)
            for unit in units
        )
    return max(0, least + (numbers.double_time if rushed else 0)) * HALVES


def _points(g: SquadState, unit: int) -> int:
    setting, numbers = g.setting, g.setting.numbers.movement
    load = sum(setting.weapon_row(item).pp for item in members(g.carried(unit) & setting.weapons))
    if setting.leaders >> unit & 1:
        base = numbers.wounded if g.wounded >> unit & 1 else numbers.smc
        return base - max(0, load - CAPACITY["leader"])
    capacity = CAPACITY["squad"] if g.is_squad(unit) else CAPACITY["half"]
    raw = g.row(unit).quality in ("green", "conscript")
    return numbers.infantry - raw - max(0, load - capacity)


class Reach(NamedTuple):
    """What a group can get to: where it may stop, and from where each location is entered."""

    ends: tuple[int, ...]
    came_from: dict[int, int]
    start: int

    def route(self, to: int) -> tuple[int, ...]:
        """The locations entered on the way to a place."""
        found = [to]
        while self.came_from.get(found[-1], self.start) != self.start:
            found.append(self.came_from[found[-1]])
        return tuple(reversed(found))


def march_entry(g: SquadState, units: tuple[int, ...], to: int, side: int) -> Entry:
    """Infantry entering a location."""
    return Entry(units[0], "infantry", g.where[units[0]], to, side)


def price(g: SquadState, entry: Entry, allotted: int) -> Cost:
    """What an entry on foot costs."""
    return entry_cost(g, entry, allotted)


def follows_road(cost: Cost) -> bool:
    """Whether an entry keeps to a road, so that the bonus of roads is not lost. Rule B3.4."""
    return any(part.what == "road" for part in cost.parts)


def find_reach(
    g: SquadState, units: tuple[int, ...], left: int, *, fresh: bool, on_road: bool
) -> Reach:
    """The locations that a group can move to with what it has left.

    Args:
        g: The state.
        units: The group.
        left: Halves of MF left.
        fresh: Whether nothing is spent yet, so that a minimum move is possible (A4.134).
        on_road: Whether it has used roads only, so that one MF more may be had (B3.4).
    """
    start, side, bits = g.where[units[0]], g.side(units[0]), set_of(units)
    best = {start: 0}
    came: dict[int, int] = {}
    least: list[int] = []
    queue: list[tuple[int, int, bool]] = [(0, start, on_road)]
    tolls = Tolls(g, units[0], "infantry", "move", allotment(g, units))
    while queue:
        spent, place, road = heapq.heappop(queue)
        if spent > best[place]:
            continue
        for link in first_links(g, units[0]) if place == start else g.setting.board.links[place]:
            cost = tolls(place, link)
            if cost.bar or not may_pass(g, link.to, side):
                continue
            still = road and follows_road(cost)
            total = spent + cost.total
            if total > left + (ROAD_BONUS if still else 0):
                if fresh and place == start:
                    least.append(link.to)
                continue
            if link.to == start and units[0] in g.bypass:
                came[start] = start  # Out of bypass into what fills the hex.
            if total < best.get(link.to, 1 << 30):
                best[link.to] = total
                came[link.to] = place
                heapq.heappush(queue, (total, link.to, still))
    for to in least:
        if to not in came:
            came[to] = start
    bypassing = units[0] in g.bypass
    ends = [p for p in sorted(came) if (p != start or bypassing) and has_room(g, p, bits, side)]
    return Reach(tuple(ends), came, start)


def first_links(g: SquadState, unit: int) -> tuple[Link, ...]:
    """The ways out of where a unit stands: from off the map, from a bypassed hexside, or plain."""
    start = g.where[unit]
    board = g.setting.board
    if start == NOWHERE:
        area = g.setting.areas[g.setting.units[unit].group]
        return tuple(Link(place, NO_SIDE) for place in members(area))
    if unit not in g.bypass:
        return board.links[start]
    sides = exits(g, unit)
    return (
        Link(start, NO_SIDE),
        *(link for link in board.links[start] if link.side in sides),
    )
