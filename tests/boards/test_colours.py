"""Colours that lie side by side differ for those who do not see red or green, too."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from salient.boards import hex_svg
from salient.games.trumpets.show.sheet import MILE_STYLE
from salient.table.api.files import PAGE

Colour = tuple[float, float, float]

SIGHTS = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""How light is seen: by most people, in protanopia, in deuteranopia (Machado and others, 2009)."""

LEAST = 14.0
"""The distance in CIE L*a*b* from which two grounds are told apart at a glance."""

GROUNDS = {
    "hexes": (hex_svg.STYLE, ("paper", "hills", "woods", "deep")),
    "trumpets": (hex_svg.STYLE + MILE_STYLE, ("paper", "broken", "woods", "forest", "marsh")),
}


def paint_of(style: str, name: str) -> Colour:
    """The last colour that a class is filled with."""
    *_, found = re.findall(rf"\.{name}\{{fill:#([0-9a-f]{{6}})", style)
    red, green, blue = (int(found[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def lab(colour: Colour, sight: tuple[Colour, Colour, Colour]) -> Colour:
    """A colour as it is seen, in CIE L*a*b*."""
    light = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour]
    seen = [min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in sight]
    r, g, b = seen
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Colour, other: Colour, sight: str) -> float:
    """How far apart two colours are for a kind of eyes."""
    a, b = lab(one, SIGHTS[sight]), lab(other, SIGHTS[sight])
    return math.dist(a, b)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("title", GROUNDS)
def test_grounds_are_told_apart_by_all_eyes(title: str, sight: str) -> None:
    style, names = GROUNDS[title]
    near = {
        (a, b): round(found, 1)
        for a, b in combinations(names, 2)
        if (found := distance(paint_of(style, a), paint_of(style, b), sight)) < LEAST
    }
    assert not near


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_the_sides_are_told_apart_by_all_eyes(theme: int, sight: str) -> None:
    text = (Path(PAGE) / "style.css").read_text(encoding="utf-8")
    found = [re.search(rf"--side-{side}: light-dark\(#(\w+), #(\w+)\)", text) for side in (0, 1)]
    one, other = (paint_of(f".x{{fill:#{it[theme + 1]}}}", "x") for it in found if it)
    assert distance(one, other, sight) > 3 * LEAST
