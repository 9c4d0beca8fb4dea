"""Marks: what lies on a board and is no piece, drawn as SVG from a view's markers.

Marks lie under the counters, so each is made to be seen beside one: a wash over the whole place, a
ring around it, a sign in its corner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from salient.boards import svg
from salient.boards.looks import Looks, Sign
from salient.engine.views import View

STYLE = """
.held{fill:#3d3a36;fill-opacity:.2;stroke:none}
.ring{fill:none;stroke-width:3.5;stroke-linejoin:round}
.sign{stroke:#ffffff;stroke-width:1.2}
.glyph{fill:none;stroke:#ffffff;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
"""

SIGN_STEP = 20.0
"""Distance between two signs of one place."""


def draw_marks(
    looks: Looks, view: View, corner: Callable[[int], svg.Point | None], *more: str
) -> str:
    """All marks as one group.

    Args:
        looks: How the title shows them.
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
        if marker.kind == looks.held:
            washes.append(svg.tag("use", href=f"#place-{place}", class_="held"))
        elif sign := looks.signs.get(marker.kind):
            rings.append(
                svg.tag(
                    "use",
                    href=f"#place-{place}",
                    class_="ring",
                    stroke=sign.colour,
                    stroke_dasharray=sign.dashes or None,
                )
            )
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
