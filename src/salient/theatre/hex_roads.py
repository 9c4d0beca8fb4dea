"""Roads from hex to hex: the road net of the theatre drawn through the middles of the hexes.

Main roads come first and come all. An ordinary road is drawn only where it leads somewhere: to a
town without a road, or much more directly than the roads already there; a hex is too coarse for
every lane.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from salient.boards.hexes import Hex
from salient.theatre.geography import Line, Point, load_theatre
from salient.theatre.hex_grid import (
    Grid,
    Side,
    centre,
    distance,
    hex_at,
    neighbours,
    side_of,
)
from salient.theatre.hex_ways import cheapest_way
from salient.theatre.planar import distance_to

#: How dearly a hex away from the real road is paid, by the square of the distance.
_ASTRAY = 2.5
#: The farthest a hex may lie from the real road.
_FARTHEST = 1.7
#: What a hexside costs that the real road does not call for: one with a river, and one that would
#: make a triangle of three roads.
_RIVER, _TRIANGLE = 0.9, 0.9
#: A hexside that has a road already costs only so much.
_SHARED = 0.55
#: An ordinary road is needed if the way without it is longer by this too.
_MORE = 1.5
#: Lines are looked at in steps of at most this, so that none jumps over a hex.
_FINE = 0.25

_GRADES = {"primary": "main", "secondary": "road"}


class _Road(NamedTuple):
    """A road of the theatre on the plane, cut into sections at places and junctions."""

    grade: str
    weight: int
    sections: list[tuple[Hex, Hex, Line]]


class RoadPlan(NamedTuple):
    """What a road net is drawn from.

    Attributes:
        grid: The grid.
        homes: The hexes of places that do not lie in the nearest one.
        towns: The hexes that need a road.
        exits: The hexes at the map's edge where roads may end.
        rivers: The hexsides with a river.
        fixed: Hexsides whose road is known: its class, or none.
        more: Roads that the theatre lacks: ``class`` and ``points``.
        detour: An ordinary road is needed if the way without it is so many times longer.
        bends: Whether main roads keep bends that a hex could cut off.
    """

    grid: Grid
    homes: Mapping[str, Hex]
    towns: Collection[Hex]
    exits: Collection[Hex]
    rivers: Collection[Side]
    fixed: Mapping[Side, str]
    more: Sequence[Mapping[str, str]] = ()
    detour: float = 1.7
    bends: bool = False


class HexRoads:
    """The road net as it grows: the class of the road on each hexside."""

    def __init__(self, plan: RoadPlan) -> None:
        self.plan = plan
        self.sides: dict[Side, str] = {}
        self._joined: dict[Hex, set[Hex]] = defaultdict(set)
        for side, grade in plan.fixed.items():
            if grade != "none":
                self._add(side, grade)

    def _add(self, side: Side, grade: str) -> None:
        if side in self.plan.fixed:
            self.sides[side] = self.plan.fixed[side]
        elif side not in self.sides or grade == "main":
            self.sides[side] = grade
        a, b = side
        self._joined[a].add(b)
        self._joined[b].add(a)

    def has(self, hex_: Hex) -> bool:
        """Whether a road runs through a hex."""
        return bool(self._joined.get(hex_))

    def _way(self, a: Hex, b: Hex, line: Line) -> list[Hex]:
        """The best hexes for a road along a line."""

        def steps(hex_: Hex) -> Iterator[tuple[Hex, float]]:
            for there in neighbours(hex_):
                side = side_of(hex_, there)
                if not self.plan.grid.has(there) or self.plan.fixed.get(side) == "none":
                    continue
                astray = distance_to(line, centre(there))
                if astray > _FARTHEST:
                    continue
                cost = 1.0
                if side in self.sides:
                    cost = _SHARED
                elif self._joined[hex_] & self._joined[there]:
                    cost += _TRIANGLE
                if side in self.plan.rivers:
                    cost += _RIVER
                yield there, cost + _ASTRAY * astray**2

        return cheapest_way({a: 0.0}, {b: 0.0}, steps)

    def draw(self, road: _Road) -> None:
        """Draw a road, or those parts of it that are needed."""
        for way in self._ways(road):
            runs = [way] if road.grade == "main" else self._new_runs(way)
            for run in runs:
                if road.grade == "main" or self._is_needed(run):
                    for a, b in pairwise(run):
                        self._add(side_of(a, b), road.grade)

    def _ways(self, road: _Road) -> list[list[Hex]]:
        """The hexes of a road; more than one way if it leaves the map and comes back."""
        ways: list[list[Hex]] = []
        for a, b, line in road.sections:
            part = self._way(a, b, line)
            if ways and ways[-1][-1] == a:
                ways[-1] += part[1:]
            elif part:
                ways.append(part)
        return ways

    def _new_runs(self, way: list[Hex]) -> list[list[Hex]]:
        """The stretches of a way that have no road yet."""
        runs: list[list[Hex]] = []
        for a, b in pairwise(way):
            if side_of(a, b) in self.sides:
                continue
            if runs and runs[-1][-1] == a and not self.has(a):
                runs[-1].append(b)
            else:
                runs.append([a, b])
        return runs

    def _is_needed(self, run: list[Hex]) -> bool:
        if any(hex_ in self.plan.towns and not self.has(hex_) for hex_ in run):
            return True
        if not (self.has(run[0]) and self.has(run[-1])):
            return True  # it may be a link of a longer one; dead ends are pruned at last
        length = len(run) - 1
        return self._steps(run[0], run[-1]) > self.plan.detour * length + _MORE

    def _steps(self, a: Hex, b: Hex) -> float:
        """How many steps two hexes are apart by road."""
        way = cheapest_way(
            {a: 0.0}, {b: 0.0}, lambda h: [(n, 1.0) for n in sorted(self._joined[h])]
        )
        return len(way) - 1 if way else math.inf

    def prune(self) -> None:
        """Take away needless triangles, needless bends, and dead ends."""
        keep = {*self.plan.towns, *self.plan.exits}
        for side in sorted(self.sides):
            a, b = side
            if self.sides[side] == "road" and self._joined[a] & self._joined[b]:
                self._drop(side)
        for hex_ in sorted(self._joined):
            if hex_ not in keep and len(self._joined[hex_]) == 2:
                self._straighten(hex_)
        ends = [hex_ for hex_ in sorted(self._joined) if hex_ not in keep]
        while ends:
            hex_ = ends.pop()
            if len(self._joined[hex_]) == 1 and hex_ not in keep:
                (there,) = self._joined[hex_]
                if self._drop(side_of(hex_, there)):
                    ends.append(there)

    def _drop(self, side: Side) -> bool:
        """Take a road away unless it is known to be there."""
        if side in self.plan.fixed:
            return False
        a, b = side
        del self.sides[side]
        self._joined[a].discard(b)
        self._joined[b].discard(a)
        return True

    def _straighten(self, hex_: Hex) -> None:
        """Lead a road past a hex where it would only bend back."""
        a, b = sorted(self._joined[hex_])
        sides = [side_of(hex_, a), side_of(hex_, b)]
        short = side_of(a, b)
        grade = min(self.sides[side] for side in sides)
        if (
            distance(a, b) > 1
            or (self.plan.bends and grade == "main")
            or short in self.plan.fixed
            or any(side in self.plan.fixed for side in sides)
        ):
            return
        if short in self.plan.rivers and not any(side in self.plan.rivers for side in sides):
            return
        for side in sides:
            self._drop(side)
        self._add(short, grade)


def make_roads(plan: RoadPlan) -> dict[Side, str]:
    """Draw the road net.

    Returns:
        The class of the road across each hexside: main or road.
    """
    net = HexRoads(plan)
    for road in sorted(_roads(plan), key=lambda road: (road.grade, -road.weight)):
        net.draw(road)
    net.prune()
    return net.sides


def _roads(plan: RoadPlan) -> Iterator[_Road]:
    theatre = load_theatre()
    places = theatre.places
    lines: list[tuple[str, Line, tuple[str, ...]]] = [
        (_GRADES[road.grade], road.line, road.via) for road in theatre.roads
    ]
    for row in plan.more:
        points = [point.split() for point in row["points"].split(",")]
        line = tuple((float(lon), float(lat)) for lon, lat in points)
        lines.append((row["class"], line, ()))
    uses = Counter(point for _, line, _ in lines for point in set(line))
    uses.update(line[i] for _, line, _ in lines for i in (0, -1))
    vertices = tuple(point for _, line, _ in lines for point in line)
    moved = {_nearest(places[key].point, vertices): hex_ for key, hex_ in plan.homes.items()}
    for grade, line, via in lines:
        nodes = {point for point in line if uses[point] > 1}
        nodes |= {_nearest(places[key].point, line) for key in via}
        weight = sum(places[key].importance for key in via)
        sections = list(_sections(plan.grid, line, nodes, moved))
        if sections:
            yield _Road(grade, weight, sections)


def _nearest(point: Point, line: Line) -> Point:
    return min(line, key=lambda vertex: (math.dist(vertex, point), vertex))


def _sections(
    grid: Grid, line: Line, nodes: Collection[Point], moved: Mapping[Point, Hex]
) -> Iterator[tuple[Hex, Hex, Line]]:
    """A road cut at its nodes, and at the edge of the map."""
    part: list[tuple[Hex, Point]] = []
    before: Point | None = None
    for vertex, point in zip(line, grid.line_to_plane(line), strict=True):
        for step in _fine(before or point, point):
            hex_ = moved[vertex] if vertex in moved and step == point else hex_at(step)
            is_cut = step == point and (vertex in nodes or vertex == line[-1])
            if grid.has(hex_):
                part.append((hex_, step))
            if len(part) > 1 and (is_cut or not grid.has(hex_)):
                start, end = part[0][0], part[-1][0]
                if start != end:
                    yield start, end, tuple(point for _, point in part)
            if is_cut:
                part = part[-1:]
            if not grid.has(hex_):
                part = []
        before = point


def _fine(a: Point, b: Point) -> list[Point]:
    """The points from a (left out) to b, close enough not to jump over a hex."""
    count = max(1, math.ceil(math.dist(a, b) / _FINE))
    dx, dy = (b[0] - a[0]) / count, (b[1] - a[1]) / count
    return [*((a[0] + dx * i, a[1] + dy * i) for i in range(1, count)), b]
