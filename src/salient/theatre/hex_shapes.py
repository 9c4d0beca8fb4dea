"""What is needed to draw the hex map, in map units: ``map.json``."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any

from salient.boards.hexes import Direction, Hex
from salient.theatre.geography import DATA, Point, read_rows
from salient.theatre.hex_grid import (
    ARDENNES,
    ROW,
    Corner,
    banks,
    centre,
    neighbour,
    side_of,
)
from salient.theatre.hex_model import Entry, HexMap, Town
from salient.theatre.hex_rivers import HexRiver
from salient.theatre.planar import length, rounded

#: Where a town's name may stand, and the directions whose roads would run through it.
_PLACES = {
    "below": (Direction.SW, Direction.SE),
    "above": (Direction.NW, Direction.NE),
    "right": (Direction.E,),
    "left": (Direction.W,),
}
#: An entry's sign stands so far outside the middle of its hex, in hexes.
_SIGN = 0.85


def map_json(hex_map: HexMap) -> str:
    """The text of ``map.json``, one line per thing.

    ``woods``, ``deep`` and ``hills`` are rings round the hexes of that terrain (even-odd).
    """
    width, height = ARDENNES.map_size()
    woods = {hex_ for hex_, terrain in hex_map.terrain.items() if terrain in ("light", "deep")}
    deep = {hex_ for hex_, terrain in hex_map.terrain.items() if terrain == "deep"}
    hills = {hex_ for hex_, terrain in hex_map.terrain.items() if terrain == "hill"}
    document: dict[str, Any] = {
        "width": width,
        "height": height,
        "hex": {
            "width": ARDENNES.hex_width,
            "row": round(ARDENNES.hex_width * ROW, 3),
            "first": _points([centre(Hex(1, 1))])[0],
        },
        "hills": _rings(hills),
        "woods": _rings(woods),
        "deep": _rings(deep),
        "rivers": [_river(river) for river in hex_map.rivers],
        "roads": _roads(hex_map),
        "wall": _points(_cut(list(map(centre, hex_map.wall)), 1)),
        "lines": {line.name: _points(map(centre, line.hexes)) for line in hex_map.lines},
        "towns": {str(hex_): _town(town, hex_map) for hex_, town in hex_map.towns.items()},
        "entries": {entry.id: _entry(entry) for entry in hex_map.entries},
        "labels": [*_labels(), *_river_labels(hex_map.rivers)],
    }
    return _lines(document)


def _points(points: Iterable[Point]) -> list[list[float]]:
    return rounded([ARDENNES.to_map(point) for point in points])


def _cut(line: Sequence[Point], rounds: int, *, closed: bool = False) -> list[Point]:
    """The line with its corners cut off; the ends of an open line stay."""
    points = list(line)
    for _ in range(rounds):
        pairs = list(pairwise([*points, points[0]] if closed else points))
        cut = [_between(a, b, part) for a, b in pairs for part in (0.25, 0.75)]
        points = cut if closed else [points[0], *cut[1:-1], points[-1]]
    return points


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _rings(hexes: Collection[Hex]) -> list[list[list[float]]]:
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
    rings = []
    while after:
        start, corner = after.popitem()
        ring = [start]
        while corner != start:
            ring.append(corner)
            corner = after.pop(corner)
        rings.append(_points(_cut([c.point for c in ring], 1, closed=True)))
    return rings


def _river(river: HexRiver) -> dict[str, Any]:
    points = _points(corner.point for corner in river.corners)
    return {"name": river.name, "class": river.grade, "points": points}


def _roads(hex_map: HexMap) -> list[dict[str, Any]]:
    """The roads as lines from junction to junction; they go on over the edge to their entries."""
    joined: dict[Hex, list[Hex]] = defaultdict(list)
    for a, b in hex_map.roads:
        joined[a].append(b)
        joined[b].append(a)
    signs = {entry.hex: _outside(entry) for entry in hex_map.entries}

    def grade(a: Hex, b: Hex) -> str:
        return hex_map.roads[side_of(a, b)]

    def is_node(hex_: Hex) -> bool:
        grades = Counter(grade(hex_, there) for there in joined[hex_])
        return hex_ in signs or hex_ in hex_map.towns or 2 not in grades.values() or len(grades) > 1

    done: set[tuple[Hex, Hex]] = set()
    roads = []
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
            points = _points(_cut(list(map(centre, way)), 2))
            roads.append({"class": grade(start, there), "points": points})
    for hex_, point in sorted(signs.items()):
        best = min(grade(hex_, there) for there in joined[hex_])
        roads.append({"class": best, "points": _points([centre(hex_), point])})
    return roads


def _town(town: Town, hex_map: HexMap) -> dict[str, Any]:
    """A town's place, and on which side of it its name is least in the way."""

    def roads(place: str) -> int:
        ends = [neighbour(town.hex, direction) for direction in _PLACES[place]]
        crowded = [end for end in ends if end in hex_map.towns or not ARDENNES.has(end)]
        beside = place == "below" and neighbour(town.hex, Direction.W) in hex_map.towns
        return sum(side_of(town.hex, end) in hex_map.roads for end in ends) + len(crowded) + beside

    x, y = _points([centre(town.hex)])[0]
    return {"x": x, "y": y, "name": min(_PLACES, key=roads)}


def _outside(entry: Entry) -> Point:
    """Where an entry's sign stands, just off the map."""
    x, y = centre(entry.hex)
    off = [60 * it for it in Direction if not ARDENNES.has(neighbour(entry.hex, it))]
    if off[0] == 0 and off[-1] >= 240:  # the angles go on over 360
        off = [angle - 360 if angle >= 240 else angle for angle in off]
    angle = math.radians(sum(off) / len(off))
    return x + _SIGN * math.cos(angle), y + _SIGN * math.sin(angle)


def _entry(entry: Entry) -> dict[str, Any]:
    x, y = _points([_outside(entry)])[0]
    return {"x": x, "y": y, "hex": str(entry.hex), "colour": entry.colour, "name": entry.name}


def _labels() -> list[dict[str, Any]]:
    labels = []
    for row in read_rows(DATA / "bulge-labels.csv"):
        x, y = _points([ARDENNES.to_plane((float(row["lon"]), float(row["lat"])))])[0]
        labels.append({"name": row["name"], "ja": row["ja"], "class": row["kind"], "x": x, "y": y})
    return labels


def _river_labels(rivers: list[HexRiver]) -> list[dict[str, Any]]:
    """Each river's name once, along the middle of its longest part."""
    longest: dict[str, HexRiver] = {}
    for river in rivers:
        known = longest.get(river.name)
        if known is None or len(river.corners) > len(known.corners):
            longest[river.name] = river
    japanese = {row["label"]: row["ja"] for row in read_rows(DATA / "bulge-rivers.csv")}
    labels = []
    for name, river in longest.items():
        points = [ARDENNES.to_map(corner.point) for corner in river.corners]
        if length(points) < 3 * ARDENNES.hex_width:
            continue
        at = len(points) // 2
        a, b = points[max(0, at - 2)], points[min(len(points) - 1, at + 2)]
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        angle -= 180 * round(angle / 180)
        x, y = rounded([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)])[0]
        label = {"name": name, "ja": japanese[name], "class": "river", "x": x, "y": y}
        labels.append(label | {"angle": round(angle)})
    return labels


def _lines(document: dict[str, Any]) -> str:
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
