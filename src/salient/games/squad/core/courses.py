"""Where a vehicle can drive to, by the cheapest way: entering hexes, turning. Rules D2.1, D2.11."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, cast

from salient.boards.bits import each_place
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place
from salient.games.squad.core.arcs import CORNERS, faces
from salient.games.squad.core.cost_memory import FAR, Drive, drives_from, tolls_of
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.points import mp_of
from salient.games.squad.core.stacking import closed_places, has_room
from salient.games.squad.core.state import SquadState
from salient.games.squad.terrain.board import NO_SIDE, Link

_node_parts = cast(Callable[[int, int], tuple[Place, int]], divmod)
"""A node as its location and the corner faced: ``_node_parts(node, CORNERS)``."""


class Course(NamedTuple):
    """What a vehicle can drive to.

    On its way a vehicle is in nodes, ``6 * location + corner`` that it faces.

    Attributes:
        ends: For each location where it may stop, the node it is in there at first, or the last
            one before it enters a location where a bog check awaits.
        came_from: The node before each node.
    """

    ends: dict[Place, int]
    came_from: dict[int, int]

    def way(self, to: Place) -> tuple[int, ...]:
        """The way to a location: locations to enter, and ``-1 - corner`` to turn to."""
        node = self.ends[to]
        found: list[int] = [] if node // CORNERS == to else [to]
        while node in self.came_from:
            before = self.came_from[node]
            place, corner = divmod(node, CORNERS)
            found.append(-1 - corner if before // CORNERS == place else place)
            node = before
        return tuple(reversed(found))


def find_course(g: SquadState, vehicle: Piece, left: int) -> Course:
    """All locations a vehicle can drive to forwards. Rules D2.1, D2.11.

    Where a bog check awaits, the drive ends.
    """
    search = _Search(g, vehicle)
    here, closed, tolls = search.here, search.closed, search.tolls
    best, came, ends = {search.start: 0}, dict[int, int](), dict[Place, int]()
    levels: list[list[int]] = [[] for _ in range(max(left, 0) + 1)]
    levels[0].append(search.start)
    for spent, level in enumerate(levels):
        level.sort()  # Of ways that cost the same the first node's counts.
        for node in level:
            if spent > best[node]:
                continue
            place, corner = _node_parts(node, CORNERS)
            if place not in ends and search.may_stop(place):
                ends[place] = node
            drives = search.first_drives(corner) if place == here else tolls[place].drives[corner]
            for after, to, halves, bogs in drives:
                total = spent + halves
                if total > left or total >= best.get(after, FAR) or to in closed:
                    continue
                if bogs:
                    if to not in ends and search.may_stop(to):
                        ends[to] = node
                    continue
                best[after] = total
                came[after] = node
                levels[total].append(after)
    return Course(ends, came)


class _Search:
    """What a vehicle's search for ways asks again and again."""

    def __init__(self, g: SquadState, vehicle: Piece) -> None:
        self.g, self.vehicle = g, vehicle
        self.here, self.side = g.where[vehicle], g.side(vehicle)
        self.start = CORNERS * self.here + max(g.facing[vehicle], 0)
        self.closed = closed_places(g, self.side)
        way = g.setting.vehicle_row(vehicle).move
        self.tolls = tolls_of(g, vehicle, way, "move", mp_of(g, vehicle))
        self.stops: dict[int, bool] = {self.here: False}
        self._anywhere = not g.setting.chapters.rooms

    def may_stop(self, place: Place) -> bool:
        """Whether the vehicle may end its drive in a location."""
        found = self.stops.get(place)
        if found is None:
            empty = self._anywhere and place not in self.g.stacks
            found = empty or has_room(self.g, place, 1 << self.vehicle, self.side)
            self.stops[place] = found
        return found

    def first_drives(self, corner: int) -> Iterable[Drive]:
        """What the vehicle can do where it stands, facing a corner."""
        place = self.here
        if place == NOWHERE:
            return self.arrivals()
        stuck, held = is_hull_barred(self.g, self.vehicle), -1
        slow = is_obstacle(self.g, place)
        if self.vehicle in self.g.bypass:
            # Beside what fills the hex it is not in it.
            slow, held = False, self.g.bypass[self.vehicle][1]
        ways = self.tolls.ways(place)
        return drives_from(place, corner, ways, slow=slow, held=held, stuck=stuck)

    def arrivals(self) -> list[Drive]:
        """The ways onto the map."""
        area = each_place(self.g.area(self.vehicle))
        ways = self.tolls.priced(NOWHERE, [Link(to, NO_SIDE) for to in area])
        return [
            (CORNERS * way.to + inward(self.g, way.to), way.to, way.halves, way.bogs)
            for way in ways
        ]  # fmt: skip


def is_hull_barred(g: SquadState, vehicle: Piece) -> bool:
    """Whether something keeps a hull from turning where it stands. Rule P5.123b."""
    return any(answer(g, vehicle) for answer in g.setting.chapters.hull_bars)


def inward(g: SquadState, place: Place) -> int:
    """The corner that looks at the middle of the map: the facing of those who enter."""
    hexes = g.setting.board.hexes
    middle = hexes[len(hexes) // 2].spot
    here = hexes[g.setting.board.hex_of[place]].spot
    offset = middle[0] - here[0], middle[1] - here[1]
    return next((corner for corner in range(CORNERS) if faces(corner, *offset)), 0)
