"""What war has drawn over the hexes: West Wall, division sectors, army areas and army lines."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator
from typing import NamedTuple

from salient.boards.hexes import Direction, Hex
from salient.theatre.geography import DATA, Line, read_rows
from salient.theatre.hex_grid import (
    ARDENNES,
    centre,
    distance,
    neighbour,
    neighbours,
)
from salient.theatre.hex_ways import cheapest_way
from salient.theatre.planar import distance_to

#: How dearly a hex away from the real line is paid, by the square of the distance.
_ASTRAY = 3.0
#: How dearly an end away from the real line is paid.
_END_ASTRAY = 6.0
#: A hex is on a sector limit if its middle is not farther away, in hex widths.
_ON_LIMIT = 0.43
#: Division sectors reach so far west of the wall (rule 9.1b).
SECTOR_DEPTH = 5
#: St. Vith lies exactly so far from the wall.
_WALL_FROM_ST_VITH = 5


class ArmyLine(NamedTuple):
    """A boundary between two armies, from the east edge to the hex where play extends it."""

    name: str
    hexes: tuple[Hex, ...]


def make_wall(st_vith: Hex, barred: Collection[Hex]) -> list[Hex]:
    """The West Wall as a chain of hexes from the north to the east edge.

    Args:
        st_vith: No hex of the wall is nearer to it than 5.
        barred: Other hexes that are not part of the wall.
    """
    line = _feature_line("westwall.geojson", {"name": "West Wall (main belt)"})

    def steps(hex_: Hex) -> Iterator[tuple[Hex, float]]:
        for there in neighbours(hex_):
            is_free = there not in barred and distance(there, st_vith) >= _WALL_FROM_ST_VITH
            if ARDENNES.has(there) and is_free:
                yield there, 1 + _ASTRAY * distance_to(line, centre(there)) ** 2

    def ends(hexes: list[Hex]) -> dict[Hex, float]:
        return {hex_: _END_ASTRAY * distance_to(line, centre(hex_)) for hex_ in hexes}

    starts = ends([Hex(ARDENNES.rows, column) for column in range(1, ARDENNES.columns + 1)])
    goals = ends([Hex(row, ARDENNES.columns) for row in range(1, ARDENNES.rows // 2)])
    return cheapest_way(starts, goals, steps)


def beyond_wall(wall: Collection[Hex]) -> set[Hex]:
    """The hexes east of the wall."""
    seen = {Hex(ARDENNES.rows, ARDENNES.columns)}
    front = list(seen)
    while front:
        for there in neighbours(front.pop()):
            if ARDENNES.has(there) and there not in seen and there not in wall:
                seen.add(there)
                front.append(there)
    return seen


def make_lines() -> list[ArmyLine]:
    """The army boundary lines (rule 9.6) from the east edge to their start hexes."""
    lines = []
    for row in read_rows(DATA / "bulge-lines.csv"):
        end = Hex.parse(row["end"])
        armies = {"type": "army", "north": row["north"], "south": row["south"]}
        real = (*_feature_line("army-boundaries.geojson", armies), centre(end))
        lines.append(ArmyLine(row["line"], tuple(_westward(real, end))))
    return lines


def _westward(line: Line, end: Hex) -> list[Hex]:
    """A chain of hexes along a line from the east edge, as play would extend it (rule 9.6-1)."""

    def steps(hex_: Hex) -> Iterator[tuple[Hex, float]]:
        for direction in (Direction.NW, Direction.W, Direction.SW):
            there = neighbour(hex_, direction)
            if ARDENNES.has(there):
                yield there, 1 + _ASTRAY * distance_to(line, centre(there)) ** 2

    edge = [Hex(row, ARDENNES.columns) for row in range(1, ARDENNES.rows + 1)]
    starts = {hex_: _END_ASTRAY * distance_to(line, centre(hex_)) for hex_ in edge}
    return cheapest_way(starts, {end: 0.0}, steps)


def make_armies(lines: list[ArmyLine], east: Collection[Hex]) -> dict[Hex, str]:
    """The army area of each hex east of the wall; the hexes of a line belong to both sides."""
    armies = {}
    for hex_ in sorted(east):
        own = []
        for line in lines:
            north, south = line.name.split("/")
            if hex_ in line.hexes:
                own = [north, south]
                break
            if hex_.row > _row_at(line, hex_):
                own = [north]
                break
            own = [south]
        armies[hex_] = "/".join(own)
    return armies


def _row_at(line: ArmyLine, hex_: Hex) -> int:
    """The row of the line north or south of a hex."""
    x = centre(hex_)[0]
    return min(line.hexes, key=lambda it: abs(centre(it)[0] - x)).row


def make_sectors(wall: Collection[Hex], east: Collection[Hex]) -> dict[Hex, str]:
    """The division sectors west of the wall: rule 9.1b."""
    limits = [
        (row["north"], row["south"], Hex.parse(row["east"]), Hex.parse(row["west"]), row["shared"])
        for row in read_rows(DATA / "bulge-sectors.csv")
    ]
    sectors = {}
    for hex_ in ARDENNES.hexes():
        if hex_ in wall or hex_ in east:
            continue
        if min(distance(hex_, other) for other in wall) > SECTOR_DEPTH:
            continue
        x, y = centre(hex_)
        own = [limits[0][0]]
        for north, south, right, left, shared in limits:
            (x0, y0), (x1, y1) = centre(left), centre(right)
            level = y0 + (y1 - y0) * (x - x0) / (x1 - x0)
            if math.isclose(y, level, abs_tol=_ON_LIMIT) and shared == "1":
                own = [north, south]
                break
            if y > level - _ON_LIMIT:
                own = [north]
                break
            own = [south]
        sectors[hex_] = "/".join(own)
    return sectors


def _feature_line(name: str, properties: dict[str, str]) -> Line:
    """The line of a file that has these properties, in the grid's plane."""
    with (DATA / name).open(encoding="utf-8") as file:
        for feature in json.load(file)["features"]:
            if properties.items() <= feature["properties"].items():
                return ARDENNES.line_to_plane(
                    tuple((x, y) for x, y in feature["geometry"]["coordinates"])
                )
    raise ValueError(f"{name}: no line {properties}")
