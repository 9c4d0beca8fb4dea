"""Where infantry can get to, by the cheapest way. Rules A4.1, A4.12, A4.42, A4.5, B3.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, cast

from salient.boards.bits import each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Pieces, Place, Places
from salient.games.squad.core.bypass import Passage, exits
from salient.games.squad.core.cost_memory import FAR, Tolls, Way, follows_road, tolls_of
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.points import ROAD_BONUS, allotment
from salient.games.squad.core.stacking import closed_places, may_pass, with_room
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Cost, Entry
from salient.games.squad.terrain.board import NO_SIDE, Link

in_order = cast(Callable[[Iterable[int]], list[Place]], sorted)
"""Some locations by their numbers."""

Stop = int
"""A location on the way: twice its number, and one more if only roads have led there."""


class Reach(NamedTuple):
    """What a group can get to: where it may end and how it gets there, and the stop before each."""

    ends: dict[Place, Stop]
    came_from: dict[Stop, Stop]
    start: Stop

    def route(self, to: Place) -> Places:
        """The locations entered on the way to a place."""
        stop, found = self.ends[to], [to]
        while (stop := self.came_from[stop]) != self.start:
            found.append(Place(stop >> 1))
        return tuple(reversed(found))


def march_entry(g: SquadState, units: Pieces, to: Place, side: int) -> Entry:
    """Infantry entering a location."""
    return Entry(units[0], "infantry", g.where[units[0]], to, side)


def price(g: SquadState, entry: Entry, allotted: int) -> Cost:
    """What an entry on foot costs."""
    return entry_cost(g, entry, allotted)


def find_reach(g: SquadState, units: Pieces, left: int, *, fresh: bool, on_road: bool) -> Reach:
    """The locations that a group can move to with what it has left.

    Args:
        g: The state.
        units: The group.
        left: Halves of MF left.
        fresh: Whether nothing is spent yet, so that a minimum move is possible (A4.134).
        on_road: Whether it has used roads only, so that one MF more may be had (B3.4).
    """
    start, side, bits = g.where[units[0]], g.side(units[0]), set_of(units)
    first = 2 * start + on_road
    best: dict[Stop, int] = {first: 0}
    came: dict[Stop, Stop] = {}
    least: list[Place] = []
    levels: list[list[Stop]] = [[] for _ in range(max(left, 0) + ROAD_BONUS + 1)]
    levels[0].append(first)
    tolls = tolls_of(g, units[0], "infantry", "move", allotment(g, units))
    closed = closed_places(g, side)
    bypassing = units[0] in g.bypass
    for spent, level in enumerate(levels):
        level.sort()  # Of ways that cost the same the first stop's counts.
        for stop in level:
            if spent > best[stop]:
                continue
            place, road = stop >> 1, stop & 1
            ways = first_ways(g, units[0], tolls) if place == start else tolls[place].ways
            for to, _, halves, by_road, _ in ways:
                if to in closed:
                    continue
                still = road and by_road
                total = spent + halves
                if total > left + (ROAD_BONUS if still else 0):
                    if fresh and place == start:
                        least.append(to)
                    continue
                if to == start:
                    if bypassing and place == start:
                        came[first] = first  # Out of bypass into what fills the hex.
                    continue
                # Who came by roads only is never worse off for it, so both ways are kept.
                after = 2 * to + still
                if total < best.get(2 * to + 1, FAR) and total < best.get(after, FAR):
                    best[after] = total
                    came[after] = stop
                    levels[total].append(after)
    for to in least:
        if 2 * to not in came and 2 * to + 1 not in came:
            came[2 * to] = first
    ends: dict[Place, Stop] = {}
    for place in with_room(g, in_order({stop >> 1 for stop in came}), bits, side):
        other, roads = 2 * place, 2 * place + 1
        by_road = roads in came and best.get(roads, FAR) <= best.get(other, FAR)
        ends[place] = roads if by_road or other not in came else other
    return Reach(ends, came, first)


def first_ways(g: SquadState, unit: Piece, tolls: Tolls) -> tuple[Way, ...]:
    """The ways out of where a unit stands: from off the map, from a bypassed hexside, or plain."""
    start = g.where[unit]
    if start == NOWHERE:
        area = g.area(unit)
        return tolls.priced(NOWHERE, [Link(place, NO_SIDE) for place in each_place(area)])
    if unit not in g.bypass:
        return tolls.ways(start)
    sides = exits(g, unit)
    links = [link for link in g.setting.board.links[start] if link.side in sides]
    return tolls.priced(start, [Link(start, NO_SIDE), *links])


def assaults(g: SquadState, units: Pieces, left: int) -> list[Place]:
    """Neighbouring locations that assault movement reaches without all MF. Rule A4.61."""
    if units[0] in g.bypass:
        return []
    side, ways = g.side(units[0]), tolls_of(g, units[0], "infantry", "assault", left)
    places = [
        way.to for way in ways.ways(g.where[units[0]])
        if way.halves < left and may_pass(g, way.to, side)
    ]  # fmt: skip
    return list(with_room(g, places, set_of(units), side))


def open_passages(g: SquadState, units: Pieces, left: int, *, on_road: bool) -> list[Passage]:
    """Hexsides along which a group can bypass. Rule A4.3."""
    found = []
    tolls = tolls_of(g, units[0], "infantry", "bypass", left)
    for passage, cost in tolls.passages():
        bonus = ROAD_BONUS if on_road and follows_road(cost) else 0
        if cost.bar or cost.total > left + bonus or not may_pass(g, passage.to, g.side(units[0])):
            continue
        found.append(passage)
    return found
