"""Textures of ground: crowns, conifers, slopes and reeds, laid over the tints of a map.

Kinds of ground differ in the shape of their marks and in lightness, not only in hue, so that they
can be told in grey and by the colour-blind.
"""

from __future__ import annotations

from collections.abc import Iterable

from salient.boards import svg

_CROWN = "M{x} {y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"
_FIR = "M{x} {y}l-3 6.4h6zM{x} {y}m0 3.2l-3.6 6.2h7.2z"
_SLOPE = "M{x} {y}q4 -6 8 0M{x} {y}m5 -2.6l.8 2.6M{x} {y}m3.2 -2.4l.8 2.4"
_REED = "M{x} {y}h8M{x} {y}m2.2 0v-3M{x} {y}m4 0v-4.2M{x} {y}m5.8 0v-3"


def _marks(shape: str, spots: Iterable[tuple[float, float]]) -> str:
    return "".join(shape.format(x=x, y=y) for x, y in spots)


def _fill(shape: str, spots: tuple[tuple[float, float], ...], ink: str, shade: str) -> str:
    """Marks with a shadow to the south-east."""
    shadow = _marks(shape, ((x + 1.1, y + 1.1) for x, y in spots))
    return svg.tag("path", d=shadow, fill=shade) + svg.tag("path", d=_marks(shape, spots), fill=ink)


def _line(shape: str, spots: tuple[tuple[float, float], ...], ink: str) -> str:
    pen = {"fill": "none", "stroke": ink, "stroke_width": 0.9, "stroke_linecap": "round"}
    return svg.tag("path", d=_marks(shape, spots), **pen)


_TREES = ((6.0, 6.0), (19.0, 12.0), (9.0, 20.0))
_FIRS = ((5.0, 2.0), (14.0, 9.0), (22.0, 1.0), (4.0, 15.0), (20.0, 16.0))
_SLOPES = ((3.0, 8.0), (17.0, 21.0))

TEXTURES = {
    "woods": _fill(_CROWN, _TREES, "#8fb87d", "#6f9a60"),
    "deep": _fill(_FIR, _FIRS, "#5f8a52", "#456b3c"),
    "forest": _fill(_FIR, _FIRS, "#6b9660", "#4f7748"),
    "hills": _line(_SLOPE, _SLOPES, "#a5793c"),
    "broken": _line(_SLOPE, _SLOPES, "#a5793c"),
    "marsh": _line(_REED, ((3.0, 9.0), (15.0, 20.0)), "#5b8f96"),
}
"""The marks of each kind of ground on a square of its pattern."""

SIZE = 26
"""Side of that square in map units."""


def patterns(kinds: Iterable[str]) -> str:
    """The patterns of some kinds of ground, to be defined in a picture."""
    box = {"width": SIZE, "height": SIZE, "patternUnits": "userSpaceOnUse"}
    found = (kind for kind in kinds if kind in TEXTURES)
    return "".join(svg.tag("pattern", TEXTURES[kind], id=f"tex-{kind}", **box) for kind in found)


def texture(kind: str) -> str | None:
    """The paint of a kind of ground, or None if it is plain."""
    return f"url(#tex-{kind})" if kind in TEXTURES else None
