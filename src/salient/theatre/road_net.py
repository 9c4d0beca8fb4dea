"""The road net of the theatre as a graph, and the ways over it that stay inside given areas."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import NamedTuple

from salient.theatre.geography import Line, Point, Theatre, distance_km
from salient.theatre.planar import segments

#: Long road segments are cut into pieces of at most this many kilometres.
_PIECE_KM = 0.4
#: A kilometre of secondary road counts as so many of primary road when choosing the way.
_SECONDARY = 1.3
#: A kilometre outside the areas to be joined.
_ASTRAY = 5.0


class Way(NamedTuple):
    """A way over the road net in degrees: its length, and how much of it is primary or astray."""

    line: Line
    km: float
    primary_km: float
    astray_km: float


class _Piece(NamedTuple):
    km: float
    is_primary: bool


class RoadNet:
    """All roads, cut into short pieces.

    Args:
        theatre: Whose roads.
        label: Which area a point lies in.
    """

    def __init__(self, theatre: Theatre, label: Callable[[Point], str]) -> None:
        self._pieces: dict[Point, dict[Point, _Piece]] = defaultdict(dict)
        self._label = label
        self._labels: dict[Point, str] = {}
        for road in theatre.roads:
            for a, b in segments(road.line):
                self._add(a, b, road.grade == "primary")

    def add_road(self, line: Line, is_primary: bool) -> None:
        """Add a road whose ends are joined to the net where it is nearest."""
        for a, b in segments([self.nearest(line[0]), *line, self.nearest(line[-1])]):
            if a != b:
                self._add(a, b, is_primary)

    def _add(self, a: Point, b: Point, is_primary: bool) -> None:
        count = max(1, math.ceil(distance_km(a, b) / _PIECE_KM))
        points = [
            (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
            for i in range(1, count)
        ]
        for p, q in segments([a, *points, b]):
            before = self._pieces[p].get(q)
            if before is None or is_primary:
                self._pieces[p][q] = self._pieces[q][p] = _Piece(distance_km(p, q), is_primary)
        for point in (a, b, *points):
            self._labels[point] = self._label(point)

    def nearest(self, point: Point) -> Point:
        """The point of the net nearest to a point."""
        return min(self._pieces, key=lambda other: (distance_km(point, other), other))

    def way(
        self, start: Point, is_goal: Callable[[Point], bool], inside: Collection[str]
    ) -> Way | None:
        """The best way from a point of the net to a goal, inside the areas as far as possible."""
        best: dict[Point, float] = {start: 0.0}
        came: dict[Point, Point] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > best[here]:
                continue
            if is_goal(here):
                return self._way(here, came, inside)
            for there, piece in self._pieces[here].items():
                more = piece.km if piece.is_primary else piece.km * _SECONDARY
                if self._labels[there] not in inside:
                    more *= _ASTRAY
                if cost + more < best.get(there, math.inf):
                    best[there] = cost + more
                    came[there] = here
                    heapq.heappush(queue, (cost + more, there))
        return None

    def _way(self, goal: Point, came: dict[Point, Point], inside: Collection[str]) -> Way:
        line = [goal]
        while line[-1] in came:
            line.append(came[line[-1]])
        line.reverse()
        km = primary_km = astray_km = 0.0
        for a, b in segments(line):
            piece = self._pieces[a][b]
            km += piece.km
            if piece.is_primary:
                primary_km += piece.km
            if self._labels[a] not in inside and self._labels[b] not in inside:
                astray_km += piece.km
        return Way(tuple(line), km, primary_km, astray_km)
