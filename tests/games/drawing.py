"""Reading a drawn map back: which ground its paths lay over a point."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]


def rings_of(path: ElementTree.Element) -> list[list[Point]]:
    """The closed lines of a path."""
    return [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", ring)]
        for ring in path.attrib["d"].split("Z")
        if ring
    ]


def crossings(rings: list[list[Point]], y: float) -> list[tuple[float, int]]:
    """Where closed lines cross a height, and whether on the way down or up."""
    found = []
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 <= y) != (y2 <= y):
                found.append((x1 + (y - y1) * (x2 - x1) / (y2 - y1), 1 if y2 > y1 else -1))
    return found


def is_filled(path: ElementTree.Element, lines: list[tuple[float, int]], x: float) -> bool:
    """Whether a path covers a point, by its own fill rule."""
    left = [turn for where, turn in lines if where < x]
    return bool(len(left) % 2 if path.get("fill-rule") == "evenodd" else sum(left))


def uppermost(
    tree: ElementTree.Element, kinds: Mapping[str, str], points: Mapping[str, Point], bare: str
) -> dict[str, str]:
    """The uppermost ground over each point of a picture.

    Args:
        tree: The picture.
        kinds: What the classes of its paths stand for.
        points: The points by name.
        bare: What it is where no path lies.
    """
    rows: dict[float, list[tuple[float, str]]] = defaultdict(list)
    for name, (x, y) in points.items():
        rows[y].append((x, name))
    found = dict.fromkeys(points, bare)
    for path in tree.iter(f"{SVG}path"):
        kind = kinds.get(path.get("class", ""))
        if kind is None:
            continue
        rings = rings_of(path)
        for y, row in rows.items():
            lines = crossings(rings, y)
            found |= {name: kind for x, name in row if is_filled(path, lines, x)}
    return found
