"""Turning the labels of a raster into area shapes whose common borders are one line."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from salient.theatre.area_growth import CELL, Raster
from salient.theatre.geography import Line, Point
from salient.theatre.planar import (
    contains,
    distance_to,
    length,
    nearest_on,
    ring_area,
    segments,
    simplified,
    smoothed,
    without_loops,
)

#: What lies beyond the map.
OUTSIDE = ""

#: A border nearer than this to a river runs in it.
_REACH = 1.5 * CELL
_LEAST_RUN = 9
_TILE = 50.0

_Corner = tuple[int, int]


class Border(NamedTuple):
    """A stretch of border with one label on its left and one on its right."""

    left: str
    right: str
    line: tuple[Point, ...]


def trace_borders(
    raster: Raster, labels: Sequence[str], rivers: Sequence[Line] = ()
) -> list[Border]:
    """All borders between labels, from junction to junction, softened.

    Args:
        raster: The cells.
        labels: The label of each cell.
        rivers: Lines onto which borders that run beside them are laid.
    """
    laid = _Bed(rivers)
    edges: dict[_Corner, list[_Corner]] = defaultdict(list)
    for row in range(raster.rows + 1):
        for column in range(raster.columns + 1):
            here = (column, row)
            for there in ((column + 1, row), (column, row + 1)):
                if there[0] <= raster.columns and there[1] <= raster.rows:
                    left, right = _sides(raster, labels, here, there)
                    if left != right:
                        edges[here].append(there)
                        edges[there].append(here)
    nodes = {corner for corner, ways in edges.items() if len(ways) != 2}
    nodes |= {(0, 0), (0, raster.rows), (raster.columns, 0), (raster.columns, raster.rows)}
    borders = []
    used: set[tuple[_Corner, _Corner]] = set()
    for node in sorted(nodes):
        for first in sorted(edges[node]):
            if (node, first) in used:
                continue
            corners = [node, first]
            while corners[-1] not in nodes:
                a, b = edges[corners[-1]]
                corners.append(b if a == corners[-2] else a)
            for a, b in pairwise(corners):
                used |= {(a, b), (b, a)}
            borders.append(_border(raster, labels, corners, laid))
    return borders


def _sides(raster: Raster, labels: Sequence[str], a: _Corner, b: _Corner) -> tuple[str, str]:
    """The labels on the left and on the right of the raster edge from a to b."""
    (x0, y0), (x1, y1) = a, b
    if x0 == x1:  # down: the left hand points east
        row, sign = min(y0, y1), y1 - y0
        east, west = _label(raster, labels, x0, row), _label(raster, labels, x0 - 1, row)
        return (east, west) if sign > 0 else (west, east)
    column, sign = min(x0, x1), x1 - x0
    above, below = _label(raster, labels, column, y0 - 1), _label(raster, labels, column, y0)
    return (above, below) if sign > 0 else (below, above)


def _label(raster: Raster, labels: Sequence[str], column: int, row: int) -> str:
    if 0 <= column < raster.columns and 0 <= row < raster.rows:
        return labels[row * raster.columns + column]
    return OUTSIDE


class _Bed:
    """The beds of rivers, onto which near points are moved."""

    def __init__(self, rivers: Sequence[Line]) -> None:
        self._near: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
        for river in rivers:
            for a, b in segments(river):
                for column in _tiles(a[0], b[0]):
                    for row in _tiles(a[1], b[1]):
                        self._near[column, row].append((a, b))

    def __call__(self, point: Point) -> Point:
        tile = (int(point[0] // _TILE), int(point[1] // _TILE))
        found = [nearest_on(a, b, point) for a, b in self._near[tile]]
        best = min(found, key=lambda other: math.dist(point, other), default=point)
        return best if math.dist(point, best) <= _REACH else point


def _tiles(start: float, end: float) -> range:
    low, high = min(start, end) - _REACH, max(start, end) + _REACH
    return range(int(low // _TILE), int(high // _TILE) + 1)


def _border(raster: Raster, labels: Sequence[str], corners: list[_Corner], laid: _Bed) -> Border:
    left, right = _sides(raster, labels, corners[0], corners[1])
    points = [(float(x * CELL), float(y * CELL)) for x, y in corners]
    if OUTSIDE in (left, right):
        return Border(left, right, (points[0], points[-1]))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    line = _laid(smoothed([points[0], *middles, points[-1]], 6), laid)
    return Border(left, right, tuple(without_loops(simplified(line, 0.7))))


def _laid(line: list[Point], laid: _Bed) -> list[Point]:
    """The line with its ends and its long stretches beside a river moved into the river."""
    moved = [laid(point) for point in line]
    is_beside = [a != b for a, b in zip(line, moved, strict=True)]
    start = 0
    for is_near, run in groupby(is_beside):
        end = start + len(list(run))
        if is_near and end - start < _LEAST_RUN:
            moved[start:end] = line[start:end]
        start = end
    first, last = laid(line[0]), laid(line[-1])
    between = [
        new
        for old, new in zip(line[1:-1], moved[1:-1], strict=True)
        if old != new or min(math.dist(new, first), math.dist(new, last)) > _REACH
    ]
    return [first, *between, last]


def shape(label: str, borders: Sequence[Border]) -> list[Point]:
    """The ring of a label, made of its borders; the first point is not repeated."""
    pieces = []
    for border in borders:
        if border.left == label:
            pieces.append(border.line)
        elif border.right == label:
            pieces.append(border.line[::-1])
    rings = _chained(pieces)
    return max(rings, key=lambda ring: abs(ring_area(ring)))


def _chained(pieces: list[tuple[Point, ...]]) -> list[list[Point]]:
    """Rings made of directed pieces that continue one another."""
    starts: dict[Point, list[tuple[Point, ...]]] = defaultdict(list)
    for piece in pieces:
        starts[piece[0]].append(piece)
    rings = []
    while any(starts.values()):
        start = next(point for point, waiting in starts.items() if waiting)
        ring: list[Point] = []
        at = start
        while starts[at]:
            piece = starts[at].pop()
            ring.extend(piece[:-1])
            at = piece[-1]
        rings.append(ring)
    return rings


def common_border(a: str, b: str, borders: Sequence[Border]) -> Line:
    """The longest stretch of border between two labels."""
    shared = [border.line for border in borders if {border.left, border.right} == {a, b}]
    return max(shared, key=length)


def limits(inside: Collection[str], borders: Sequence[Border]) -> list[list[Point]]:
    """The lines that part a set of labels from the rest of the map."""
    pieces: list[list[Point]] = []
    for border in borders:
        if OUTSIDE in (border.left, border.right):
            continue
        if border.left in inside and border.right not in inside:
            pieces.append(list(border.line))
        elif border.right in inside and border.left not in inside:
            pieces.append(list(border.line[::-1]))
    joined = True
    while joined:
        joined = False
        for piece in pieces:
            after = next((x for x in pieces if x is not piece and x[0] == piece[-1]), None)
            if after is not None:
                piece.extend(after[1:])
                pieces.remove(after)
                joined = True
                break
    return pieces


def roomiest_point(ring: Sequence[Point], near: Point) -> Point:
    """The point inside a ring farthest from its border, a little drawn towards a given point."""
    closed = [*ring, ring[0]]
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    step = 8.0
    best, best_room = near, -math.inf
    for i in range(int((max(xs) - min(xs)) / step) + 1):
        for j in range(int((max(ys) - min(ys)) / step) + 1):
            point = (min(xs) + i * step, min(ys) + j * step)
            if contains(ring, point):
                room = distance_to(closed, point) - 0.05 * math.dist(point, near)
                if room > best_room:
                    best, best_room = point, room
    return best
