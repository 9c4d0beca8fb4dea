"""Plane geometry of points, lines and rings: the little that the map makers need."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from salient.theatre.geography import Line, Point


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the segments ab and cd cross, if they do.

    >>> crossing((0, 0), (2, 2), (0, 2), (2, 0))
    (1.0, 1.0)
    """
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = rx * sy - ry * sx
    if det == 0:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / det
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / det
    if 0 <= t <= 1 and 0 <= u <= 1:
        return a[0] + t * rx, a[1] + t * ry
    return None


def segments(line: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The segments of a line."""
    return pairwise(line)


def crossings(line: Sequence[Point], other: Sequence[Point]) -> list[tuple[float, Point]]:
    """All crossings of a line with another, each with its distance along the first."""
    found: list[tuple[float, Point]] = []
    gone = 0.0
    near = [pair for pair in segments(other) if _boxes_meet(pair, line)]
    for a, b in segments(line):
        for c, d in near:
            at = crossing(a, b, c, d)
            if at is not None:
                found.append((gone + math.dist(a, at), at))
        gone += math.dist(a, b)
    return sorted(found)


def _boxes_meet(line: Sequence[Point], other: Sequence[Point]) -> bool:
    return all(
        min(p[i] for p in line) <= max(p[i] for p in other)
        and min(p[i] for p in other) <= max(p[i] for p in line)
        for i in (0, 1)
    )


def length(line: Sequence[Point]) -> float:
    """The length of a line."""
    return sum(math.dist(a, b) for a, b in segments(line))


def ring_area(ring: Sequence[Point]) -> float:
    """The signed area of a ring (first point not repeated at the end)."""
    total = 0.0
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
        total += x0 * y1 - x1 * y0
    return total / 2


def contains(ring: Sequence[Point], point: Point) -> bool:
    """Whether a point lies inside a ring.

    >>> contains([(0, 0), (4, 0), (4, 4), (0, 4)], (1, 3))
    True
    """
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def distance_to(line: Sequence[Point], point: Point) -> float:
    """The distance of a point from a line."""
    return min(math.dist(point, nearest_on(a, b, point)) for a, b in segments(line))


def nearest_on(a: Point, b: Point, point: Point) -> Point:
    """The point of the segment ab that is nearest to a point.

    >>> nearest_on((0, 0), (4, 0), (1, 3))
    (1.0, 0.0)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0
    if square:
        t = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square))
    return a[0] + t * dx, a[1] + t * dy


def simplified(line: Sequence[Point], tolerance: float) -> list[Point]:
    """The line with the points left out that lie nearer than the tolerance (Douglas-Peucker)."""
    if len(line) < 3:
        return list(line)
    a, b = line[0], line[-1]
    far, at = max((math.dist(p, nearest_on(a, b, p)), i) for i, p in enumerate(line[1:-1], 1))
    if far <= tolerance:
        return [a, b]
    return simplified(line[: at + 1], tolerance)[:-1] + simplified(line[at:], tolerance)


def smoothed(line: Sequence[Point], rounds: int) -> list[Point]:
    """The line drawn softer, its ends unmoved."""
    points = list(line)
    for _ in range(rounds):
        points = [
            points[0],
            *(
                ((p[0] + 2 * q[0] + r[0]) / 4, (p[1] + 2 * q[1] + r[1]) / 4)
                for p, q, r in zip(points, points[1:], points[2:], strict=False)
            ),
            points[-1],
        ]
    return points


def without_loops(line: Sequence[Point]) -> list[Point]:
    """The line with its loops cut off where it crosses itself.

    >>> without_loops([(0, 0), (4, 0), (4, 2), (2, 2), (2, -2)])
    [(0, 0), (2.0, 0.0), (2, -2)]
    """
    points = list(line)
    start = 0
    while start < len(points) - 3:
        for end in range(len(points) - 2, start + 1, -1):
            a, b, c, d = points[start], points[start + 1], points[end], points[end + 1]
            at = crossing(a, b, c, d)
            if at is not None:
                points[start + 1 : end + 1] = [at]
                break
        start += 1
    return points


def rounded(line: Sequence[Point]) -> list[list[float]]:
    """The points to a tenth of a map unit, repeated points dropped."""
    out: list[list[float]] = []
    for x, y in line:
        point = [round(x, 1) + 0.0, round(y, 1) + 0.0]
        if not out or out[-1] != point:
            out.append(point)
    return out


def drawn(line: Sequence[Point]) -> Line:
    """The line as it is drawn: without needless points, to a tenth of a map unit."""
    return tuple((x, y) for x, y in rounded(simplified(line, 0.15)))
