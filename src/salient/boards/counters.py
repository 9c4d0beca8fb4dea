"""Counters: square pieces with NATO symbols, values and state, drawn as SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from salient.boards import svg
from salient.boards.squad_counters import (
    SILHOUETTES,
    figures,
    is_flipped,
    silhouette,
    state_signs,
)
from salient.engine.views import PieceView

SIZE = 36.0
"""Side of a counter in map units."""


class Paint(NamedTuple):
    """The colours of a counter: ground, ink, and the band with the name and its ink."""

    ground: str
    ink: str
    band: str
    band_ink: str


_BLACK, _WHITE = "#101214", "#ffffff"

PAINTS = {
    "ss": Paint("#2b2d31", _WHITE, _BLACK, _WHITE),
    "heer": Paint("#a3adb3", _BLACK, "#515b62", _WHITE),
    "luftwaffe": Paint("#9cc3e6", _BLACK, "#2d5f8e", _WHITE),
    "german": Paint("#a3adb3", _BLACK, _WHITE, _BLACK),
    "6SS": Paint("#a3adb3", _BLACK, "#f6d743", _BLACK),
    "5PZ": Paint("#a3adb3", _BLACK, "#a8242c", _WHITE),
    "7A": Paint("#a3adb3", _BLACK, "#2b62a8", _WHITE),
    "us": Paint("#a5bb74", _BLACK, "#46592a", _WHITE),
    "british": Paint("#dbbf86", _BLACK, "#7a5520", _WHITE),
    "norwegian": Paint("#a5bb74", _BLACK, "#8c2f39", _WHITE),
    "belgian": Paint("#dbbf86", _BLACK, _BLACK, "#f6d743"),
    "french": Paint("#dbbf86", _BLACK, "#2b62a8", _WHITE),
}
"""Colours by service, army or nation."""

_FLIPPED = "#f1ead9"
"""Ground of the pale other side that a broken squad shows."""

_PLAIN = Paint("#f4f1e8", _BLACK, "#5b5b5b", _WHITE)

CORNERS = (1.5, 7.0)
"""Rounding of the corners by side: whoever cannot tell the colours can tell the shapes."""


# -- symbols ------------------------------------------------------------------------------------


def _line(d: str) -> str:
    return svg.tag("path", d=d)


_BOX = svg.tag("rect", x=-8.5, y=-5.25, width=17, height=10.5, fill="#fffdf6")
_CROSS = _line("M-8.5 -5.25L8.5 5.25M-8.5 5.25L8.5 -5.25")
_TRACKS = svg.tag("rect", x=-5.8, y=-2.9, width=11.6, height=5.8, rx=2.9)
_WINGS = _line("M-4.4 5.25Q-2.2 1.6 0 4.6Q2.2 1.6 4.4 5.25")
_STAR = _line("M0 -3.6L1 -1.1H3.7L1.5 .6L2.3 3.3L0 1.7L-2.3 3.3L-1.5 .6L-3.7 -1.1H-1Z")

SYMBOLS = {
    "infantry": _CROSS,
    "airborne": _CROSS + _WINGS,
    "armor": _TRACKS,
    "mechanized": _CROSS + _TRACKS,
    "motorized": _CROSS + _line("M0 -5.25V5.25"),
    "panzer": _TRACKS,
    "panzergrenadier": _CROSS + _TRACKS,
    "parachute": _CROSS + _WINGS,
    "glider": _CROSS + _WINGS,
    "cavalry": _line("M-8.5 5.25L8.5 -5.25"),
    "commando": _STAR,
    "engineer": _line("M-4.8 2.8V-2.4H4.8V2.8M0 -2.4V2.8"),
}
"""The inside of each symbol's box, around (0, 0)."""

_MIDDLE = 15.6
"""Height of the middle of the symbol's box."""


# -- states -------------------------------------------------------------------------------------


class Badge(NamedTuple):
    """A sign for a state of a piece: its colour, its shape and the glyph on it."""

    colour: str
    shape: str
    glyph: str


_DISC = svg.tag("circle", r=4.4)
_DIAMOND = _line("M0 -5.4L5.4 0L0 5.4L-5.4 0Z")
_WHEEL = "M-1.8 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0"
_SQUARE = svg.tag("rect", x=-4, y=-4, width=8, height=8, rx=1)

BADGES = {
    "out_of_supply": Badge("#c1121f", _DISC, "M0 -2.6V.5M0 2.1V2.5"),
    "isolated": Badge("#c1121f", _DIAMOND, "M-1.1 -2.2V.5M-1.1 2V2.3M1.1 -2.2V.5M1.1 2V2.3"),
    "attacking": Badge("#7a1fa2", _DISC, "M-2.5 0H2M0 -2L2.2 0L0 2"),
    "acted": Badge("#3a3f45", _SQUARE, "M-2.2 .1L-.6 1.9L2.3 -1.9"),
    "on_foot": Badge("#7a4a10", _SQUARE, f"{_WHEEL}M-2.4 2.4L2.4 -2.4"),
    "shaken": Badge("#2b62a8", _SQUARE, "M-2.6 .7Q-1.3 -1.9 0 0T2.6 -.7"),
    "wary": Badge("#b3541e", _DISC, "M-2.3 0H2.3"),
}  # fmt: skip
"""States that are shown as badges; those of one family differ in shape, not only in colour."""

_BADGE_SPOTS = ((30.9, _MIDDLE), (5.1, _MIDDLE), (30.9, 4.6), (5.1, 4.6))
"""Beside the symbol first, over the name if need be."""

_TRENCH = svg.tag(
    "path",
    d="M0 36V32.4H4V34.2H8V32.4H12V34.2H16V32.4H20V34.2H24V32.4H28V34.2H32V32.4H36V36Z",
    fill="#5a3200", stroke="#fffdf6", stroke_width=0.6,
)  # fmt: skip
_STRIPE = svg.tag("path", d="M.5 12H35.5V19H.5Z", fill="#fffdf6") + svg.tag(
    "path", d="M.5 12H35.5M.5 19H35.5", stroke="#c1121f", stroke_width=1.2
)


# -- counters -----------------------------------------------------------------------------------


def counter_look(piece: PieceView, tooltip: str) -> str:
    """The picture of a piece: an SVG group with its upper left corner at (0, 0).

    It carries all its paint in attributes, so that it can be shown anywhere. The name stands in
    the band, the symbol in the middle, the values below; a reduced piece has a stripe, a dug-in
    one a foot of earthworks, other states have badges.
    """
    return _look(
        tooltip, piece.name, piece.side, piece.symbol, piece.colour, piece.values, piece.flags
    )


@lru_cache(maxsize=4096)
def _look(
    tooltip: str,
    name: str,
    side: int,
    symbol: str,
    colour: str,
    values: tuple[int, ...],
    flags: tuple[str, ...],
) -> str:
    """The picture made of all that it depends on; where the piece stands is not among it."""
    paint = PAINTS.get(colour, _PLAIN)
    if symbol in SILHOUETTES:
        return _small_unit(tooltip, name, side, symbol, paint, values, flags)
    return svg.tag(
        "g",
        svg.title(tooltip),
        _card(paint, CORNERS[side % 2]),
        _name(name, paint.band_ink),
        _STRIPE if "reduced" in flags else "",
        svg.tag(
            "g", _BOX, SYMBOLS.get(symbol, ""),
            transform=f"translate(18 {_MIDDLE:g})", fill="none", stroke=_BLACK, stroke_width=1.1,
        ),
        _values(values),
        _TRENCH if "dug_in" in flags else "",
        _veil(CORNERS[side % 2]) if "acted" in flags else "",
        *_badges(flags),
        fill=paint.ink, font_family=svg.FONTS, font_weight="bold",
    )  # fmt: skip


def _small_unit(
    tooltip: str,
    name: str,
    side: int,
    symbol: str,
    paint: Paint,
    values: tuple[int, ...],
    flags: tuple[str, ...],
) -> str:
    """A squad, a leader, a weapon or a vehicle: a silhouette, and values to the foot."""
    if is_flipped(flags):
        paint = paint._replace(ground=_FLIPPED, ink=_BLACK)
    known = symbol != "unknown"
    return svg.tag(
        "g",
        svg.title(tooltip),
        _card(paint, CORNERS[side % 2]),
        _name(name, paint.band_ink) if known else "",
        silhouette(symbol, paint.ink),
        figures(symbol, values, paint.ink, paint.ground, broken="broken" in flags),
        *(state_signs(flags, paint.ink) if known else ()),
        fill=paint.ink, font_family=svg.FONTS, font_weight="bold",
    )  # fmt: skip


def draw_counter(piece: PieceView, x: float, y: float, tooltip: str) -> str:
    """A counter with its upper left corner at a point."""
    return svg.tag(
        "g", counter_look(piece, tooltip),
        class_="piece", transform=f"translate({x:.1f} {y:.1f})", data_piece=piece.id,
    )  # fmt: skip


def _card(paint: Paint, corner: float) -> str:
    """Ground, band and frame. A dark card has a light frame, or it would be lost on the woods."""
    r = corner - 0.5
    inner = SIZE - 1 - 2 * r
    arc = f"a{r:g} {r:g} 0 0 1 {r:g}"
    band = f"M.5 9.6V{r + 0.5:g}{arc} {-r:g}h{inner:g}{arc} {r:g}V9.6Z"
    frame = _BLACK if paint.ink == _BLACK else "#d9dcde"
    box = {"x": 0.5, "y": 0.5, "width": SIZE - 1, "height": SIZE - 1, "rx": r}
    return (
        svg.tag("rect", **box, fill=paint.ground)
        + svg.tag("path", d=band, fill=paint.band)
        + svg.tag("rect", **box, fill="none", stroke=frame)
    )


def _veil(corner: float) -> str:
    """A haze over a piece that has had its turn."""
    return svg.tag("rect", width=SIZE, height=SIZE, rx=corner, fill="#f7f4ea", opacity=0.25)


def _name(name: str, ink: str) -> str:
    """The name; a long one is squeezed so that it fits whatever the font."""
    squeeze = {"textLength": SIZE - 5, "lengthAdjust": "spacingAndGlyphs"} if len(name) > 6 else {}
    return svg.text(name, 18, 7.7, font_size=7.4, text_anchor="middle", fill=ink, **squeeze)


def _values(values: tuple[int, ...]) -> str:
    """One or two values large; of more the first large and the others small beside it."""
    if len(values) <= 2:
        said = "-".join(map(str, values))
        return svg.text(said, 18, 31.6, font_size=12.5, text_anchor="middle")
    first, *rest = values
    return svg.text(str(first), 3, 31.8, font_size=14) + svg.text(
        "-".join(map(str, rest)), 33.6, 31.4, font_size=8, text_anchor="end"
    )


def _badges(flags: tuple[str, ...]) -> list[str]:
    shown = [badge for flag, badge in BADGES.items() if flag in flags]
    return [
        svg.tag(
            "g",
            svg.tag("g", badge.shape, fill=badge.colour, stroke="#ffffff", stroke_width=0.8),
            svg.tag("path", d=badge.glyph, fill="none", stroke="#ffffff", stroke_width=1.3,
                    stroke_linecap="round", stroke_linejoin="round"),
            transform=f"translate({x:g} {y:g})",
        )
        for badge, (x, y) in zip(shown, _BADGE_SPOTS, strict=False)
    ]  # fmt: skip
