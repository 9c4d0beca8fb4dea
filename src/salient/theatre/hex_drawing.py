"""The outlines and lines of a hex map in map units: woods, rivers, roads, names."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from salient.boards.hexes import Direction, Hex
from salient.theatre.geography import Point
from salient.theatre.hex_grid import Corner, Grid, Side, banks, centre, neighbour, side_of
from salient.theatre.hex_rivers import HexRiver
from salient.theatre.planar import length, rounded

#: Where a town's name may stand, and the directions whose roads would run through it.
_PLACES = {
    "below": (Direction.SW, Direction.SE),
    "above": (Direction.NW, Direction.NE),
    "right": (Direction.E,),
    "left": (Direction.W,),
}
_TURNED_PLACES = {
    "below": (Direction.E,),
    "above": (Direction.W,),
    "right": (Direction.NE, Direction.NW),
    "left": (Direction.SE, Direction.SW),
}
#: A sign at the edge stands so far outside the middle of its hex, in hexes.
_SIGN = 0.85


def to_map(grid: Grid, points: Iterable[Point]) -> list[list[float]]:
    """Points of the plane in map units."""
    return rounded([grid.to_map(point) for point in points])


def cut(line: Sequence[Point], rounds: int, *, closed: bool = False) -> list[Point]:
    """The line with its corners cut off; the ends of an open line stay."""
    points = list(line)
    for _ in range(rounds):
        pairs = list(pairwise([*points, points[0]] if closed else points))
        parts = [_between(a, b, part) for a, b in pairs for part in (0.25, 0.75)]
        points = parts if closed else [points[0], *parts[1:-1], points[-1]]
    return points


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def rings(grid: Grid, hexes: Collection[Hex]) -> list[list[list[float]]]:
    """The outlines of a set of hexes."""
    after: dict[Corner, Corner] = {}
    for hex_ in sorted(hexes):
        corners = [Corner(hex_, True), Corner(hex_, False)]
        around = {c for corner in corners for c in corner.next_corners()} | set(corners)
        for a in sorted(around):
            for b in a.next_corners():
                left, right = banks(a, b)
                if left == hex_ and right not in hexes:
                    after[a] = b
    found = []
    while after:
        start, corner = after.popitem()
        ring = [start]
        while corner != start:
            ring.append(corner)
            corner = after.pop(corner)
        found.append(to_map(grid, cut([c.point for c in ring], 1, closed=True)))
    return found


def river_line(grid: Grid, river: HexRiver) -> dict[str, Any]:
    """A river along the hexsides."""
    points = to_map(grid, (corner.point for corner in river.corners))
    return {"name": river.name, "class": river.grade, "points": points}


def road_lines(
    grid: Grid, roads: Mapping[Side, str], towns: Collection[Hex], exits: Collection[Hex]
) -> list[dict[str, Any]]:
    """The roads as lines from junction to junction; they go on over the edge at their exits."""
    joined: dict[Hex, list[Hex]] = defaultdict(list)
    for a, b in roads:
        joined[a].append(b)
        joined[b].append(a)

    def grade(a: Hex, b: Hex) -> str:
        return roads[side_of(a, b)]

    def is_node(hex_: Hex) -> bool:
        grades = Counter(grade(hex_, there) for there in joined[hex_])
        return hex_ in exits or hex_ in towns or 2 not in grades.values() or len(grades) > 1

    done: set[tuple[Hex, Hex]] = set()
    lines = []
    for start in sorted(joined):
        for there in sorted(joined[start]):
            if not is_node(start) or side_of(start, there) in done:
                continue
            way = [start, there]
            done.add(side_of(start, there))
            while not is_node(way[-1]):
                (onward,) = (hex_ for hex_ in joined[way[-1]] if hex_ != way[-2])
                way.append(onward)
                done.add(side_of(way[-2], way[-1]))
            points = to_map(grid, cut(list(map(centre, way)), 2))
            lines.append({"class": grade(start, there), "points": points})
    for hex_ in sorted(exits):
        best = min(grade(hex_, there) for there in joined[hex_])
        points = to_map(grid, [centre(hex_), outside(grid, hex_)])
        lines.append({"class": best, "points": points})
    return lines


def name_side(
    grid: Grid, hex_: Hex, towns: Collection[Hex], roads: Collection[Side]
) -> dict[str, Any]:
    """A town's place, and on which side of it its name is least in the way."""
    places = _TURNED_PLACES if grid.turned else _PLACES

    def in_the_way(place: str) -> int:
        ends = [neighbour(hex_, direction) for direction in places[place]]
        crowded = [end for end in ends if end in towns or not grid.has(end)]
        beside = place == "below" and any(
            neighbour(hex_, direction) in towns for direction in places["left"]
        )
        return sum(side_of(hex_, end) in roads for end in ends) + len(crowded) + beside

    x, y = to_map(grid, [centre(hex_)])[0]
    return {"x": x, "y": y, "name": min(places, key=in_the_way)}


def outside(grid: Grid, hex_: Hex) -> Point:
    """Where a sign stands: just off the map, or in its hex if that is not at the edge."""
    x, y = centre(hex_)
    off = [60 * it for it in Direction if not grid.has(neighbour(hex_, it))]
    if not off:
        return x, y
    if off[0] == 0 and off[-1] >= 240:  # the angles go on over 360
        off = [angle - 360 if angle >= 240 else angle for angle in off]
    angle = math.radians(sum(off) / len(off))
    return x + _SIGN * math.cos(angle), y + _SIGN * math.sin(angle)


def land_labels(grid: Grid, rows: Iterable[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Names of countries and landscapes."""
    labels = []
    for row in rows:
        x, y = to_map(grid, [grid.to_plane((float(row["lon"]), float(row["lat"])))])[0]
        labels.append({"name": row["name"], "ja": row["ja"], "class": row["kind"], "x": x, "y": y})
    return labels


def river_labels(
    grid: Grid, rivers: Iterable[HexRiver], japanese: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Each river's name once, along the middle of its longest part."""
    longest: dict[str, HexRiver] = {}
    for river in rivers:
        known = longest.get(river.name)
        if known is None or len(river.corners) > len(known.corners):
            longest[river.name] = river
    labels = []
    for name, river in longest.items():
        points = [grid.to_map(corner.point) for corner in river.corners]
        if length(points) < 3 * grid.hex_width:
            continue
        at = len(points) // 2
        a, b = points[max(0, at - 2)], points[min(len(points) - 1, at + 2)]
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        angle -= 180 * round(angle / 180)
        x, y = rounded([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)])[0]
        label = {"name": name, "ja": japanese[name], "class": "river", "x": x, "y": y}
        labels.append(label | {"angle": round(angle)})
    return labels


def json_lines(document: Mapping[str, Any]) -> str:
    """JSON with one line per thing, so that a difference can be read."""

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, value in document.items():
        if isinstance(value, dict) and key != "hex":
            rows = [f"{text(name)}:{text(item)}" for name, item in value.items()]
            parts.append(f"{text(key)}:{{\n" + ",\n".join(rows) + "\n}")
        elif isinstance(value, list) and key != "wall":
            parts.append(f"{text(key)}:[\n" + ",\n".join(map(text, value)) + "\n]")
        else:
            parts.append(f"{text(key)}:{text(value)}")
    return "{" + ",\n".join(parts) + "}\n"
