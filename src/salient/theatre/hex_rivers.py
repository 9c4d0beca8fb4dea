"""Rivers along the hexsides: each follows its real course from corner to corner of the grid.

A river keeps the towns near it on their real bank, and ends in the river it flows into.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from salient.boards.hexes import Hex
from salient.theatre.geography import Line, Point, load_theatre
from salient.theatre.hex_grid import (
    Corner,
    Grid,
    Side,
    banks,
    hex_at,
    side_of,
)
from salient.theatre.hex_ways import cheapest_way
from salient.theatre.planar import distance_to, nearest_on, segments

#: How dearly a hexside away from the real course is paid, by the square of the distance.
_ASTRAY = 7.0
#: The farthest a hexside may lie from the real course.
_FARTHEST = 1.6
#: What it costs to put a town on the wrong bank.
_WRONG_BANK = 20.0
#: Towns this near to a river have a bank.
_BANK_REACH = 1.3
#: How dearly a source or mouth away from the real one is paid.
_END_ASTRAY = 12.0


class HexRiver(NamedTuple):
    """A river as a chain of corners from source to mouth."""

    name: str
    grade: str
    corners: tuple[Corner, ...]

    def sides(self, grid: Grid) -> Iterator[Side]:
        """The hexsides of the map it flows along, in order."""
        for a, b in pairwise(self.corners):
            left, right = banks(a, b)
            if grid.has(left) and grid.has(right):
                yield side_of(left, right)


def make_rivers(
    grid: Grid,
    rows: Sequence[Mapping[str, str]],
    towns: Mapping[Hex, Point],
    fixed: Mapping[Side, str],
) -> list[HexRiver]:
    """Lay rivers along the hexsides.

    Args:
        grid: The grid.
        rows: The rivers in the order they are laid: ``river`` in the theatre, ``label`` on the map,
            the river it flows ``into``, where it is ``great``, and the part that is shown.
        towns: Hexes with a place whose bank matters, and where the place really lies.
        fixed: Hexsides that are known: the name of their river, or nothing if there is none.
    """
    rivers: list[HexRiver] = []
    for row in rows:
        line = grid.line_to_plane(_course(row))
        parent = [c for river in rivers if river.name == row["into"] for c in river.corners]
        corners = _lay(grid, line, row["label"], parent, _right_banks(line, towns), fixed, rivers)
        rivers.append(HexRiver(row["label"], "river", tuple(corners)))
    return [
        part
        for row, river in zip(rows, rivers, strict=True)
        for part in _graded(river, row["great"], rivers)
    ]


def _graded(river: HexRiver, great: str, rivers: list[HexRiver]) -> list[HexRiver]:
    """A river cut where it becomes a great one: everywhere, or where another flows into it."""
    if not great:
        return [river]
    if great == "all":
        return [river._replace(grade="great")]
    mouth = next(other.corners[-1] for other in rivers if other.name == great)
    cut = river.corners.index(mouth)
    lower = river._replace(grade="great", corners=river.corners[cut:])
    return [river._replace(corners=river.corners[: cut + 1]), lower]


def _course(row: Mapping[str, str]) -> Line:
    """The part of a river that is shown, in degrees."""
    west, east = float(row["west"] or -180), float(row["east"] or 180)
    south, north = float(row["south"] or -90), float(row["north"] or 90)
    for river in load_theatre().rivers:
        if river.name == row["river"]:
            line = tuple(p for p in river.line if west <= p[0] <= east and south <= p[1] <= north)
            if len(line) > 4:
                return line
    raise ValueError(f"there is no river {row['river']}")


def _right_banks(line: Line, towns: Mapping[Hex, Point]) -> dict[Hex, bool]:
    """For each hex with a town near a river whether it lies on the right bank."""
    found = {}
    for hex_, point in towns.items():
        near, a, b = min(
            (math.dist(point, nearest_on(a, b, point)), a, b) for a, b in segments(line)
        )
        if near <= _BANK_REACH:
            cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
            found[hex_] = cross < 0
    return found


def _lay(
    grid: Grid,
    line: Line,
    name: str,
    parents: list[Corner],
    on_right: Mapping[Hex, bool],
    fixed: Mapping[Side, str],
    rivers: list[HexRiver],
) -> list[Corner]:
    taken = {side for river in rivers for side in river.sides(grid)}

    def steps(corner: Corner) -> Iterator[tuple[Corner, float]]:
        for there in corner.next_corners():
            left, right = banks(corner, there)
            side = side_of(left, right)
            if not (grid.has(left) or grid.has(right)) or side in taken:
                continue
            if side in fixed:
                if fixed[side] == name:
                    yield there, 0.01
                continue
            middle = _middle(corner.point, there.point)
            astray = distance_to(line, middle)
            if astray > _FARTHEST:
                continue
            cost = 1 + _ASTRAY * astray**2
            cost += _WRONG_BANK * on_right.get(left, False)
            cost += _WRONG_BANK * (not on_right.get(right, True))
            yield there, cost

    corners = {corner for point in line for corner in _corners_near(grid, point)}
    starts = {
        corner: _END_ASTRAY * away
        for corner in corners
        if (away := math.dist(corner.point, _first_on_map(grid, line))) < _FARTHEST
    }
    ends = parents or list(corners)
    goals = {
        corner: _END_ASTRAY * away
        for corner in ends
        if (away := math.dist(corner.point, _first_on_map(grid, line[::-1]))) < 2 * _FARTHEST
    }
    way = cheapest_way(dict(sorted(starts.items())), goals, steps)
    if not way:
        raise ValueError(f"{name} finds no way along the hexsides")
    return way


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _first_on_map(grid: Grid, line: Line) -> Point:
    return next((point for point in line if grid.has(hex_at(point))), line[0])


def _corners_near(grid: Grid, point: Point) -> list[Corner]:
    hex_ = hex_at(point)
    top, bottom = Corner(hex_, True), Corner(hex_, False)
    near = [top, bottom, *top.next_corners(), *bottom.next_corners()]
    return [
        corner
        for corner in near
        if any(grid.has(h) for there in corner.next_corners() for h in banks(corner, there))
    ]
