"""Growing areas from their centres over a raster until they meet.

Every cell goes to the centre that reaches it most cheaply. Crossing a river that matters or the
front line costs extra, and woods are slow, so that borders tend to lie there.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from salient.theatre.geography import Line, Point
from salient.theatre.map_frame import MapFrame
from salient.theatre.planar import crossing, segments

#: The side of a raster cell in map units (0.25-0.5 km).
CELL = 5

_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1))


class Raster:
    """The cells of a map, the cost of ground in each and of every step between two of them."""

    def __init__(self, frame: MapFrame) -> None:
        self.columns = frame.width // CELL
        self.rows = frame.height // CELL
        self.count = self.columns * self.rows
        self.ground = [1.0] * self.count
        self._walls: list[dict[int, float]] = [{} for _ in _STEPS]
        halves = [math.hypot(*step) * CELL / 2 for step in _STEPS]
        self._ways = list(zip(_STEPS, halves, self._walls, strict=True))

    def cell(self, point: Point) -> int:
        """The cell a map point lies in (the nearest one for points off the map)."""
        column = min(max(int(point[0] // CELL), 0), self.columns - 1)
        row = min(max(int(point[1] // CELL), 0), self.rows - 1)
        return row * self.columns + column

    def centre(self, cell: int) -> Point:
        """The middle of a cell in map units."""
        row, column = divmod(cell, self.columns)
        return (column + 0.5) * CELL, (row + 0.5) * CELL

    def cells_inside(self, rings: Sequence[Line]) -> Iterable[int]:
        """The cells whose middle lies inside rings (even-odd, so holes are left out)."""
        for row in range(self.rows):
            y = (row + 0.5) * CELL
            cuts = sorted(
                a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
                for ring in rings
                for a, b in segments(ring)
                if (a[1] > y) != (b[1] > y)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                first = max(math.ceil(left / CELL - 0.5), 0)
                last = min(math.floor(right / CELL - 0.5), self.columns - 1)
                for column in range(first, last + 1):
                    yield row * self.columns + column

    def cells_along(self, line: Line) -> Iterable[int]:
        """The cells a line passes through."""
        for a, b in segments(line):
            count = math.ceil(math.dist(a, b) / CELL * 2) + 1
            for i in range(count + 1):
                t = i / count
                yield self.cell((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))

    def add_wall(self, line: Line, cost: float) -> None:
        """Make every step across a line cost more."""
        for a, b in segments(line):
            left, right = sorted((a[0], b[0]))
            top, bottom = sorted((a[1], b[1]))
            for row in range(int(top // CELL) - 1, int(bottom // CELL) + 2):
                for column in range(int(left // CELL) - 1, int(right // CELL) + 2):
                    self._add_wall_at(column, row, a, b, cost)

    def _add_wall_at(self, column: int, row: int, a: Point, b: Point, cost: float) -> None:
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return
        here = row * self.columns + column
        for way in range(4):
            dx, dy = _STEPS[way]
            if not (0 <= column + dx < self.columns and row + dy < self.rows):
                continue
            there = here + dy * self.columns + dx
            if crossing(self.centre(here), self.centre(there), a, b) is not None:
                wall = self._walls[way]
                wall[here] = max(wall.get(here, 0.0), cost)
                self._walls[way + 4][there] = wall[here]

    def steps(self, cell: int) -> Iterable[tuple[int, float]]:
        """The neighbours of a cell with the cost of stepping there."""
        row, column = divmod(cell, self.columns)
        ground = self.ground[cell]
        for (dx, dy), half, wall in self._ways:
            if 0 <= column + dx < self.columns and 0 <= row + dy < self.rows:
                there = cell + dy * self.columns + dx
                yield there, half * (ground + self.ground[there]) + wall.get(cell, 0.0)

    def beside(self, cell: int) -> Iterable[int]:
        """The up to four cells that share a side with a cell."""
        row, column = divmod(cell, self.columns)
        if column:
            yield cell - 1
        if column < self.columns - 1:
            yield cell + 1
        if row:
            yield cell - self.columns
        if row < self.rows - 1:
            yield cell + self.columns


def grow(raster: Raster, seeds: Mapping[str, Iterable[Point]]) -> list[str]:
    """The label of each cell.

    Args:
        raster: Where to grow.
        seeds: For each label the points it grows from.

    Returns:
        The labels; the cells of each label hang together by their sides.
    """
    labels = [""] * raster.count
    queue = [
        (0.0, raster.cell(point), label) for label, points in seeds.items() for point in points
    ]
    heapq.heapify(queue)
    while queue:
        cost, cell, label = heapq.heappop(queue)
        if labels[cell]:
            continue
        labels[cell] = label
        for there, more in raster.steps(cell):
            if not labels[there]:
                heapq.heappush(queue, (cost + more, there, label))
    for _ in range(2):
        labels = _softened(raster, labels)
    _absorb_fragments(raster, labels)
    return labels


def keep_apart(raster: Raster, labels: list[str], a: str, b: str, between: str) -> None:
    """Give the cells of one label that lie beside another to a third one, two cells deep."""
    beside = {b}
    for _ in range(2):
        touching = [
            cell
            for cell, label in enumerate(labels)
            if label == a and any(labels[there] in beside for there in raster.beside(cell))
        ]
        for cell in touching:
            labels[cell] = "*"
        beside = {"*"}
    for cell, label in enumerate(labels):
        if label == "*":
            labels[cell] = between


def _softened(raster: Raster, labels: list[str]) -> list[str]:
    """The labels with every cell that differs from nearly all its neighbours given over."""
    out = list(labels)
    for cell, label in enumerate(labels):
        if all(labels[there] == label for there in raster.beside(cell)):
            continue
        around = Counter(labels[there] for there, _ in raster.steps(cell))
        if around[label] < 3:
            out[cell] = min(around, key=lambda other: (-around[other], other))
    return out


def _absorb_fragments(raster: Raster, labels: list[str]) -> None:
    """Give the parts of a label that do not hang together with its main part to a neighbour."""
    parts: dict[str, list[list[int]]] = {}
    seen = [False] * raster.count
    for start in range(raster.count):
        if seen[start]:
            continue
        part, label = [start], labels[start]
        seen[start] = True
        for cell in part:
            for there in raster.beside(cell):
                if not seen[there] and labels[there] == label:
                    seen[there] = True
                    part.append(there)
        parts.setdefault(label, []).append(part)
    for label in sorted(parts):
        for part in sorted(parts[label], key=len)[:-1]:
            around = Counter(
                labels[there]
                for cell in part
                for there in raster.beside(cell)
                if labels[there] != label
            )
            new = min(around, key=lambda other: (-around[other], other))
            for cell in part:
                labels[cell] = new
