"""Marks: what lies on a board and is no piece, drawn as SVG from a view's markers.

Marks lie under the counters, so each is made to be seen beside one: a wash over the whole place, a
ring around it, a sign in its corner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from salient.boards import svg
from salient.engine.views import View

STYLE = """
.held{fill:#3d3a36;fill-opacity:.2;stroke:none}
.ring{fill:none;stroke-width:3.5;stroke-linejoin:round}
.sign{stroke:#ffffff;stroke-width:1.2}
.glyph{fill:none;stroke:#ffffff;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
"""

HELD = "german_control"
"""The marker that is a wash over its place."""


class Sign(NamedTuple):
    """How a marker is shown: its colour, what is drawn on its disc, and the dashes of its ring."""

    colour: str
    glyph: str
    dashes: str = ""


_BURST = "M0 -5V-2M0 5V2M-5 0h3M5 0h-3M-3.6 -3.6l2 2M3.6 3.6l-2 -2M-3.6 3.6l2 -2M3.6 -3.6l-2 2"
_STAR = "M0 -5L1.5 -1.6L5 -1.5L2.2 .7L3.2 4.2L0 2.1L-3.2 4.2L-2.2 .7L-5 -1.5L-1.5 -1.6Z"
_PLANE = "M0 -5V5M-5 1L0 -2L5 1M-2 5H2"
_CRATE = "M-4 0H4V4.5H-4ZM-4 0Q0 -9 4 0M0 0V4.5"
_ROAD = "M-3.5 5L-1.5 -5M3.5 5L1.5 -5M0 4V2.5M0 .5V-1M0 -3V-4"

SIGNS = {
    "battle": Sign("#b3001b", _BURST),
    "attack": Sign("#b3001b", _BURST),
    "special": Sign("#6a1b8e", _STAR),
    "interdiction": Sign("#1f4f8f", _PLANE, "5 4"),
    "air_cover": Sign("#1c7d3c", _PLANE, "12 4"),
    "air_supply": Sign("#8a5a00", _CRATE, "2 5"),
    "opened": Sign("#444b52", _ROAD, "1 6"),
}
"""Markers that have a ring and a sign, by kind."""

SIGN_STEP = 20.0
"""Distance between two signs of one place."""


def draw_marks(view: View, corner: Callable[[int], svg.Point | None], *more: str) -> str:
    """All marks as one group.

    Args:
        view: What is to be seen.
        corner: Where the first sign of a place stands; None if it is not on the map.
        more: What only this kind of board has, drawn between rings and signs.
    """
    washes, rings, signs = [], [], []
    taken: defaultdict[int, int] = defaultdict(int)
    for marker in view.markers:
        place = marker.places[0]
        spot = corner(place)
        if spot is None:
            continue
        if marker.kind == HELD:
            washes.append(svg.tag("use", href=f"#place-{place}", class_="held"))
        elif sign := SIGNS.get(marker.kind):
            rings.append(
                svg.tag("use", href=f"#place-{place}", class_="ring", stroke=sign.colour,
                        stroke_dasharray=sign.dashes or None)
            )  # fmt: skip
            signs.append(_sign(sign, spot[0] + SIGN_STEP * taken[place], spot[1]))
            taken[place] += 1
    parts = [*washes, *rings, *more, *signs]
    return svg.tag("g", *parts, class_="board marks", pointer_events="none")


def _sign(sign: Sign, x: float, y: float) -> str:
    return svg.tag(
        "g",
        svg.tag("circle", r=8.5, class_="sign", fill=sign.colour),
        svg.tag("path", d=sign.glyph, class_="glyph"),
        transform=f"translate({x:.1f} {y:.1f})",
    )
