"""Counters: square pieces with NATO symbols, values and state, drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from salient.boards import svg
from salient.boards.looks import Badge, Looks, Paint, Part
from salient.engine.views import PieceView

SIZE = 36.0
"""Side of a counter in map units."""


_BLACK, _WHITE = "#101214", "#ffffff"
_PLAIN = Paint("#f4f1e8", _BLACK, "#5b5b5b", _WHITE)

CORNERS = (1.5, 7.0)
"""Rounding of the corners by side: whoever cannot tell the colours can tell the shapes."""


# -- symbols ------------------------------------------------------------------------------------


def _line(d: str) -> str:
    return svg.tag("path", d=d)


_BOX = svg.tag("rect", x=-8.5, y=-5.25, width=17, height=10.5, fill="#fffdf6")

PARTS: dict[Part, str] = {
    "cross": _line("M-8.5 -5.25L8.5 5.25M-8.5 5.25L8.5 -5.25"),
    "tracks": svg.tag("rect", x=-5.8, y=-2.9, width=11.6, height=5.8, rx=2.9),
    "wings": _line("M-4.4 5.25Q-2.2 1.6 0 4.6Q2.2 1.6 4.4 5.25"),
    "wheels": _line("M0 -5.25V5.25"),
    "slash": _line("M-8.5 5.25L8.5 -5.25"),
    "star": _line("M0 -3.6L1 -1.1H3.7L1.5 .6L2.3 3.3L0 1.7L-2.3 3.3L-1.5 .6L-3.7 -1.1H-1Z"),
    "bridge": _line("M-4.8 2.8V-2.4H4.8V2.8M0 -2.4V2.8"),
    "dot": svg.tag("circle", r=1.6, fill="#101214"),
    "chevron": _line("M-8.5 5.25L0 -5.25L8.5 5.25"),
    "dome": _line("M-8.5 5.25Q0 -5 8.5 5.25"),
    "flag": _line("M-8.5 -1.8H8.5"),
}
"""What NATO symbols are made of, around the middle of their box."""

_MIDDLE = 15.6
"""Height of the middle of the symbol's box."""


# -- states -------------------------------------------------------------------------------------


SHAPES = {
    "disc": svg.tag("circle", r=4.4),
    "diamond": _line("M0 -5.4L5.4 0L0 5.4L-5.4 0Z"),
    "square": svg.tag("rect", x=-4, y=-4, width=8, height=8, rx=1),
}
"""What badges are cut from."""

_BADGE_SPOTS = ((30.9, _MIDDLE), (5.1, _MIDDLE), (30.9, 4.6), (5.1, 4.6))
"""Beside the symbol first, over the name if need be."""

_TRENCH = svg.tag(
    "path",
    d="M0 36V32.4H4V34.2H8V32.4H12V34.2H16V32.4H20V34.2H24V32.4H28V34.2H32V32.4H36V36Z",
    fill="#5a3200",
    stroke="#fffdf6",
    stroke_width=0.6,
)
_STRIPE = svg.tag("path", d="M.5 12H35.5V19H.5Z", fill="#fffdf6") + svg.tag(
    "path", d="M.5 12H35.5M.5 19H35.5", stroke="#c1121f", stroke_width=1.2
)


# -- counters -----------------------------------------------------------------------------------


class Counters:
    """The pieces of a title as pictures, each drawn once."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self._drawn = lru_cache(maxsize=4096)(self.draw)

    def look(self, piece: PieceView, tooltip: str) -> str:
        """The picture of a piece: an SVG group with its upper left corner at (0, 0).

        It carries all its paint in attributes, so that it can be shown anywhere. Where the piece
        stands does not change it.
        """
        return self._drawn(msgspec.structs.replace(piece, id=0, place=-1, enters=""), tooltip)

    def paint(self, piece: PieceView) -> Paint:
        """The colours of a piece."""
        return self.looks.paints.get(piece.colour, _PLAIN)

    def _ink(self, flags: Iterable[str]) -> str | None:
        """The colour in which a state has the first value printed, if it has one of its own."""
        return next((ink for flag, ink in self.looks.inks.items() if flag in flags), None)

    def draw(self, piece: PieceView, tooltip: str) -> str:
        """A regiment or the like: the name in the band, its symbol, the values below.

        A reduced piece has a stripe, a dug-in one a foot of earthworks, other states have badges.
        """
        paint, flags = self.paint(piece), piece.flags
        parts = [PARTS[part] for part in self.looks.symbols.get(piece.symbol, ())]
        return svg.tag(
            "g",
            svg.title(tooltip),
            card(paint, piece.side),
            name_band(piece.name, paint.band_ink),
            _STRIPE if "reduced" in flags else "",
            svg.tag(
                "g",
                _BOX,
                *parts,
                transform=f"translate(18 {_MIDDLE:g})",
                fill="none",
                stroke=_BLACK,
                stroke_width=1.1,
            ),
            _values(piece.values, self._ink(flags)),
            _TRENCH if "dug_in" in flags else "",
            _veil(CORNERS[piece.side % 2]) if "acted" in flags else "",
            *_badges([badge for flag, badge in self.looks.badges.items() if flag in flags]),
            fill=paint.ink,
            font_family=svg.FONTS,
            font_weight="bold",
        )


def card(paint: Paint, side: int) -> str:
    """Ground, band and frame, with its edge in the light and its shadow on the map.

    A dark card has a light frame, or it would be lost on the woods.
    """
    r = CORNERS[side % 2] - 0.5
    inner = SIZE - 1 - 2 * r
    arc = f"a{r:g} {r:g} 0 0 1 {r:g}"
    band = f"M.5 9.6V{r + 0.5:g}{arc} {-r:g}h{inner:g}{arc} {r:g}V9.6Z"
    frame = _BLACK if paint.ink == _BLACK else "#d9dcde"
    box = {"x": 0.5, "y": 0.5, "width": SIZE - 1, "height": SIZE - 1, "rx": r}
    thick = SIZE - 1 - r
    lit = f"M{r + 1:g} 1.5H{thick:g}M1.5 {r + 1:g}V{thick:g}"
    return (
        svg.tag("rect", **{**box, "x": 1.7, "y": 2.1}, fill="#1d1608", fill_opacity=0.38)
        + svg.tag("rect", **box, fill=paint.ground)
        + svg.tag("path", d=band, fill=paint.band)
        + svg.tag("path", d=lit, stroke="#ffffff", stroke_opacity=0.5, stroke_width=0.9)
        + svg.tag("rect", **box, fill="none", stroke=frame)
    )


def _veil(corner: float) -> str:
    """A haze over a piece that has had its turn."""
    return svg.tag("rect", width=SIZE, height=SIZE, rx=corner, fill="#f7f4ea", opacity=0.25)


def name_band(name: str, ink: str) -> str:
    """The name; a long one is squeezed so that it fits whatever the font."""
    squeeze = {"textLength": SIZE - 5, "lengthAdjust": "spacingAndGlyphs"} if len(name) > 6 else {}
    return svg.text(name, 18, 7.7, font_size=7.4, text_anchor="middle", fill=ink, **squeeze)


ROOM = 5
"""Letters of several values that fit side by side in full size."""


def _values(values: tuple[int, ...], ink: str | None) -> str:
    """One or two values large; of more the first large and the others small beside it.

    Args:
        values: The numbers.
        ink: The colour of the first of several, if it has one of its own.
    """
    if len(values) <= 2:
        said = "-".join(map(str, values))
        return svg.text(said, 18, 31.6, font_size=12.5, text_anchor="middle")
    first, *rest = values
    outline = {"stroke": _BLACK, "stroke_width": 0.6} if ink else {}
    beside = "-".join(map(str, rest))
    large, small = (14, 8) if len(f"{first}{beside}") <= ROOM else (11, 7)
    return svg.text(str(first), 3, 31.8, font_size=large, fill=ink, **outline) + svg.text(
        beside, 33.6, 31.4, font_size=small, text_anchor="end"
    )


def _badges(shown: Iterable[Badge]) -> list[str]:
    spots = zip(shown, _BADGE_SPOTS, strict=False)
    return [draw_badge(badge, f"translate({x:g} {y:g})") for badge, (x, y) in spots]


def draw_badge(badge: Badge, transform: str) -> str:
    """A badge where a transformation puts it."""
    pen = {"stroke_width": 1.3, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return svg.tag(
        "g",
        svg.tag("g", SHAPES[badge.shape], fill=badge.colour, stroke=_WHITE, stroke_width=0.8),
        svg.tag("path", d=badge.glyph, fill="none", stroke=_WHITE, **pen),
        transform=transform,
    )
