"""What fills a hex, as drawings: crowns, conifers, rows, tufts, stones.

Each kind of terrain has a tint for the whole area it covers and a few drawings that are put into
its hexes. Kinds differ in the shape of their marks and not only in colour, so that they can be told
in grey and by the colour-blind. A drawing stands around the middle of its hex and leaves the
place of the hex's name free.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from salient.boards import svg
from salient.games.squad.show.drawing.grid import DOWN, line

Points = list[tuple[float, float]]


class Cover(NamedTuple):
    """How an area of one terrain is painted.

    Attributes:
        tint: Its ground.
        edge: ``crowns`` for the scalloped edge of a wood, ``dots`` for an open one, else nothing.
    """

    tint: str
    edge: str = ""


COVERS = {
    "shellholes": Cover("#d9cfae"),
    "runway": Cover("#cbc8c0"),
    "brush": Cover("#d3d29b", "dots"),
    "vineyard": Cover("#dccf9a"),
    "woods": Cover("#9fbd7f", "crowns"),
    "pine_woods": Cover("#7f9f82", "crowns"),
    "light_woods": Cover("#cbdba9", "dots"),
    "orchard": Cover("#d6e0ae"),
    "summer_orchard": Cover("#c5d996"),
    "grain": Cover("#efdc8b"),
    "marsh": Cover("#bfd6c8", "dots"),
    "crag": Cover("#cfc6b6"),
    "graveyard": Cover("#d5dcc4"),
    "rubble": Cover("#bdb3a6"),
    "debris": Cover("#cdbfa6"),
    "wrecked_rail_cars": Cover("#c9bda8"),
}
"""The tints by terrain; open ground shows the colour of its level, water is drawn as a band."""

VARIANTS = 3
"""Drawings of a terrain."""

STACK = (1, 0, 2, 1)
"""The drawings of four hexes below each other, which are used as one in large woods."""

INKS: dict[str, dict[str, object]] = {
    "shadow": {"stroke": "#44683a"},
    "crown": {"stroke": "#6c9a54"},
    "light": {"stroke": "#93bb74"},
    "conifer": {"fill": "#24503c", "stroke": "#173a2a", "stroke_width": 0.5},
    "conifer_light": {"fill": "#4f7f63"},
    "tuft": {"stroke": "#7d8a3e", "stroke_width": 1.3},
    "stalk": {"stroke": "#8f6a2a", "stroke_width": 1.5},
    "stone": {"fill": "#a39b8e", "stroke": "#5d564b", "stroke_width": 0.8},
    "dark": {"stroke": "#4a463d", "stroke_width": 1.5},
    "hole": {"fill": "#4a463d"},
    "wet": {"stroke": "#4b86b4", "stroke_width": 1.3},
    "pale": {"stroke": "#f4f0e2", "stroke_width": 1.6},
    "timber": {"fill": "#8a5f36", "stroke": "#43301c", "stroke_width": 0.8},
}
"""Paint as attributes: browsers do not agree on the style of what is used from elsewhere."""


def scatter(seed: str, count: int, gap: float, reach: float = 35.0) -> Points:
    """Points spread over a hex, none near another and none where the name stands."""
    dice, found = Random(seed), list[tuple[float, float]]()
    for _ in range(count * 40):
        x, y = dice.uniform(-40, 40), dice.uniform(-reach, reach)
        inside = abs(x) * math.sqrt(3) + abs(y) < 2 * reach - 2
        named = abs(x) < 14 and y < -23
        if inside and not named and all(math.hypot(x - a, y - b) >= gap for a, b in found):
            found.append((round(x), round(y)))
            if len(found) == count:
                break
    return sorted(found, key=lambda point: point[1])


def _marks(points: Sequence[tuple[float, float]], mark: str, dx: float = 0, dy: float = 0) -> str:
    """The same small path at each of some points."""
    shifted = [(x + dx, y + dy) for x, y in points]
    return "".join(line([point]) + mark for point in shifted)


def _ink(name: str, d: str, width: float | None = None) -> str:
    paint: dict[str, object] = {**INKS[name]}
    if width is not None:
        paint["stroke_width"] = width
    return svg.tag("path", d=d, **paint)


def _crowns(points: Points, size: float) -> str:
    """Round crowns lit from the upper left."""
    return (
        _ink("shadow", _marks(points, "h0", 1, 2), size)
        + _ink("crown", _marks(points, "h0"), size - 0.8)
        + _ink("light", _marks(points, "h0", -2, -2), size / 2.4)
    )


def _woods(seed: str) -> str:
    points = scatter(seed, 21, 12.5)
    return _crowns(points[::2], 15) + _crowns(points[1::2], 12)


def _light_woods(seed: str) -> str:
    return _crowns(scatter(seed, 8, 21, 31), 11)


def _pine_woods(seed: str) -> str:
    points = scatter(seed, 22, 12.5)
    return _ink("conifer", _marks(points, "l4.6 8h-2.2l3.6 6h-12l3.6-6h-2.2z", 0, -8)) + _ink(
        "conifer_light", _marks(points, "l-4.4 8h2l-3.2 5.4h3.6z", 0, -7)
    )


def _rows(seed: str, across: float, down: float, most: int = 3) -> Points:
    """Points in straight rows along one of the sides."""
    dice = Random(seed)
    turn, shift = math.radians(dice.choice((0, 60, -60))), dice.uniform(-across / 3, across / 3)
    found: Points = []
    for row in range(-most, most + 1):
        for place in range(-most, most + 1):
            x, y = place * across + shift, row * down
            u, v = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
            inside = abs(u) * math.sqrt(3) + abs(v) < 64 and abs(v) < 32
            if inside and not (abs(u) < 15 and v < -21):
                found.append((round(u), round(v)))
    return found


def _orchard(seed: str) -> str:
    """Bare trees in rows: rings with a trunk."""
    points = _rows(seed, 17, 17)
    return (
        _ink("shadow", _marks(points, "h0", 0, 1), 9.5)
        + _ink("pale", _marks(points, "h0"), 7)
        + _ink("shadow", _marks(points, "h0"), 3)
    )


def _summer_orchard(seed: str) -> str:
    return _crowns(_rows(seed, 17, 17), 11)


def _vineyard(seed: str) -> str:
    turn = Random(seed).choice((-30, 30, 90))
    ends = [(24 - abs(y) / 3, y) for y in range(-21, 31, 8)]
    rows = "".join(f"M{-far:.0f} {y}h{2 * far:.0f}" for far, y in ends)
    vines = svg.tag("g", _ink("shadow", rows, 3), stroke_dasharray="1.5 4.5")
    return svg.tag("g", _ink("stalk", rows, 0.8), vines, transform=f"rotate({turn})")


def _brush(seed: str) -> str:
    points = scatter(seed, 15, 14)
    return _ink("tuft", _marks(points, "q-1-4-5-5m5 5q-1-5 1-8m-1 8q1-4 6-6", 0, 3))


def _grain(seed: str) -> str:
    """Stalks close together in rows."""
    return _ink("stalk", _marks(_rows(seed, 7, 6, 8), "l.8-1.8"))


def _marsh(seed: str) -> str:
    points = scatter(seed, 12, 16)
    reeds = _ink("tuft", _marks(points[::3], "q0-5-3-7m3 7q0-6 1-9m-1 9q1-4 4-6"))
    return _ink("wet", _marks(points, "h11m-8 3h5", -5)) + reeds


def _stones(seed: str, count: int, gap: float, size: float) -> str:
    """Angular blocks."""
    dice, drawn = Random(seed), []
    for x, y in scatter(seed, count, gap, 32):
        turn, edges = dice.uniform(0, 6.3), dice.choice((4, 5))
        points = []
        for edge in range(edges):
            far, way = size * dice.uniform(0.65, 1.15), turn + edge * 2 * math.pi / edges
            points.append((x + far * math.cos(way), y + far * math.sin(way) * 0.8))
        drawn.append(line(points, closed=True))
    return "".join(drawn)


def _crag(seed: str) -> str:
    return _ink("stone", _stones(seed, 9, 18, 8)) + _ink(
        "dark", _marks(scatter(seed, 9, 18, 32), "l4-3 1 5"), 0.9
    )


def _rubble(seed: str) -> str:
    return _ink("stone", _stones(seed, 22, 9, 5)) + _ink("timber", _stones(seed + "b", 6, 16, 4))


def _debris(seed: str) -> str:
    planks = _ink("dark", _marks(scatter(seed + "p", 9, 15), "l7-4"), 2)
    return planks + _ink("stone", _stones(seed, 10, 13, 2.8))


def _graveyard(seed: str) -> str:
    """Crosses in rows, some of them missing."""
    dice = Random(seed)
    spots = [(x, y) for y in (-13.0, 6.0, 25.0) for x in (-26.0, -13.0, 0.0, 13.0, 26.0)]
    points = [(x, y) for x, y in spots if abs(x) + abs(y) < 46 and dice.random() < 0.9]
    return _ink("dark", _marks(points, "v9m-3-6h6", 0, -5))


def _shellholes(seed: str) -> str:
    points = scatter(seed, 8, 20, 32)
    rim = "m-6 0a6 4.5 0 1 0 12 0a6 4.5 0 1 0-12 0"
    hole = "m-4 .5a4 3 0 1 0 8 0z"
    return _ink("stone", _marks(points, rim)) + _ink("hole", _marks(points, hole))


def _runway(seed: str) -> str:
    """Worn paint on concrete."""
    dashes = f"M{Random(seed).randint(-36, -28)} 0h14m8 0h16m8 0h14"
    return _ink("pale", dashes, 3) + _ink("dark", "M-22-36h44M-22 36h44", 0.6)


def _wrecked_cars(seed: str) -> str:
    """Cars off the rails."""
    cars = "M-30-4l24-12 6 12-24 12zM4 2l24 8-4 12-24-8z"
    wreck = _ink("timber", cars) + _ink("dark", "M-22-8l6 12m22-1l-4 12m14-7l-4 11", 1)
    return svg.tag("g", wreck, transform=f"rotate({Random(seed).choice((0, 60, -50))})")


DRAWERS: dict[str, Callable[[str], str]] = {
    "shellholes": _shellholes, "runway": _runway, "brush": _brush, "vineyard": _vineyard,
    "woods": _woods, "pine_woods": _pine_woods, "light_woods": _light_woods, "orchard": _orchard,
    "summer_orchard": _summer_orchard, "grain": _grain, "marsh": _marsh, "crag": _crag,
    "graveyard": _graveyard, "rubble": _rubble, "debris": _debris,
    "wrecked_rail_cars": _wrecked_cars,
}  # fmt: skip
"""How the marks of each terrain are drawn, from a seed."""


def art_id(terrain: str, variant: int) -> str:
    """The id of a drawing in the picture, short because it is used in a thousand hexes."""
    return f"c{list(COVERS).index(terrain)}-{variant}"


def stack_id(terrain: str) -> str:
    """The id of the drawing of four hexes below each other."""
    return art_id(terrain, VARIANTS)


def drawings(terrain: str) -> list[str]:
    """All drawings of a terrain, to be put into the definitions of a picture."""
    stack = [
        svg.tag("use", href=f"#{art_id(terrain, variant)}", y=2 * DOWN * place)
        for place, variant in enumerate(STACK)
    ]
    single = [drawing(terrain, variant) for variant in range(VARIANTS)]
    return [*single, svg.tag("g", *stack, id=stack_id(terrain))]


def drawing(terrain: str, variant: int) -> str:
    """One drawing of a terrain."""
    marks = DRAWERS[terrain](f"{terrain} {variant}")
    return svg.tag(
        "g", marks, id=art_id(terrain, variant), fill="none",
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
