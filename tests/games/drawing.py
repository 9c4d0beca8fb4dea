"""Reading a drawn map back: which ground its paths lay over a point."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]


NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def lines_of(path: ElementTree.Element) -> list[list[Point]]:
    """The lines of a path, each from where it begins step by step."""
    return [_walked(line) for line in path.attrib["d"].split("M") if line]


def _walked(line: str) -> list[Point]:
    start, _, steps = line.rstrip("Z").partition("l")
    x, y = map(float, NUMBER.findall(start))
    points, numbers = [(x, y)], list(map(float, NUMBER.findall(steps)))
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


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

    Ground is a path, or the use of a path that is defined elsewhere in the picture.

    Args:
        tree: The picture.
        kinds: What the classes of its ground stand for, or the paints of ground without a class.
        points: The points by name.
        bare: What it is where no path lies.
    """
    rows: dict[float, list[tuple[float, str]]] = defaultdict(list)
    for name, (x, y) in points.items():
        rows[y].append((x, name))
    found = dict.fromkeys(points, bare)
    defined = {f"#{it.get('id')}": it for it in tree.iter(f"{SVG}path")}
    for element in tree.iter():
        kind = kinds.get(element.get("class") or element.get("fill") or "")
        if kind is None or element.tag not in (f"{SVG}path", f"{SVG}use"):
            continue
        path, dx, dy = element, 0.0, 0.0
        if element.tag == f"{SVG}use":
            path = defined[element.attrib["href"]]
            dx, dy = float(element.get("x", 0)), float(element.get("y", 0))
        rings = lines_of(path)
        for y, row in rows.items():
            lines = crossings(rings, y - dy)
            found |= {name: kind for x, name in row if is_filled(path, lines, x - dx)}
    return found
