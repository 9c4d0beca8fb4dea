"""What counters of single squads, guns and vehicles show: silhouettes, values, states, facings.

Wargamers read ``6-5-8`` as firepower, range and morale, ``9-1`` as the morale of a leader and the
modifier of his command; they are written as they are read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from salient.boards import svg
from salient.boards.counters import Counters, card, name_band
from salient.engine.views import PieceView

_WHITE, _BLACK = "#ffffff", "#101214"
_FLIPPED = "#f1ead9"
"""Ground of the pale other side that a broken squad shows."""

# -- silhouettes ----------------------------------------------------------------------------------


def _man(x: float, y: float = 0.0) -> str:
    """A soldier with a helmet, his middle at a point."""
    body = f"M{x - 2.3:g} {y + 5.4:g}V{y + 0.9:g}a2.3 2.3 0 0 1 4.6 0V{y + 5.4:g}Z"
    helmet = f"M{x - 2.2:g} {y - 2.6:g}a2.2 2.4 0 0 1 4.4 0Z"
    face = f"M{x - 1.5:g} {y - 2.2:g}h3a1.5 1.5 0 0 1 -3 0Z"
    return body + helmet + face


def _filled(d: str) -> str:
    return svg.tag("path", d=d, stroke="none")


def _drawn(d: str, width: float = 1.7) -> str:
    return svg.tag("path", d=d, fill="none", stroke_width=width, stroke_linecap="round",
                   stroke_linejoin="round")  # fmt: skip


_CHEVRONS = "M6 -1.5L8.4 -3.6L10.8 -1.5M6 1.7L8.4 -.4L10.8 1.7"
_STAR = "M8.4 -4.6L9.3 -2.2H11.8L9.8 -.7L10.5 1.7L8.4 .3L6.3 1.7L7 -.7L5 -2.2H7.5Z"

SILHOUETTES = {
    "squad": _filled(_man(-6.4, 0.4) + _man(0, -0.4) + _man(6.4, 0.4)),
    "half_squad": _filled(_man(-3.4) + _man(3.4)),
    "crew": _filled(_man(-5) + _man(5))
    + _drawn("M-1.7 3.4a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0"),
    "leader": _filled(_man(-1)) + _drawn(_CHEVRONS, 1.4),
    "hero": _filled(_man(-1) + _STAR),
    "mg": _drawn("M-11 -1.6H8M-2 -1L-6 5M-2 -1L2.4 5M8.6 -1.6V1.6") + _filled("M-1 -3.4H7V.4H-1Z"),
    "latw": _drawn("M-8 2.6L9.4 -3.4", 2.6) + _filled("M-12 4L-6.6 -.6L-5.2 3.4Z")
    + _drawn("M1.2 -.6L2.6 4.4", 1.6),
    "flamethrower": _filled("M3 -4.6h3V4.8h-3ZM7 -4.6h3V4.8h-3Z") + _drawn("M3 2Q-1 5 -3 1", 1.4)
    + _filled("M-3 2Q-11 3.4 -11 -1Q-9 .6 -8.4 -1.6Q-8 -5 -4.6 -5Q-6.4 -2 -3 -1.4Z"),
    "mortar": _drawn("M-5 4.6L4 -4.6", 3) + _drawn("M1.4 -1.4L7.6 5M-9 5H-1.4"),
    "demolition": _filled("M-6 -2H5V5H-6Z") + _drawn("M3 -2Q3 -5.4 8 -4.4", 1.4)
    + _drawn("M8.4 -6V-5M10 -4.4H11M9.6 -2.8L10.2 -2.2", 1.1),
    "gun": _drawn("M-11.5 -1.4H1", 2) + _drawn("M1 -4.8V3M1.6 2L10 5")
    + svg.tag("circle", cx=3.6, cy=2, r=2.9, fill="none", stroke_width=1.6),
    "vehicle": _filled("M-9 4.8a2.2 2.2 0 0 1 0-4.4H-5.4L-4-3.8H4.4L5.6 .4H9a2.2 2.2 0 0 1 0 4.4Z")
    + _drawn("M-4.4 -1.8H-12", 1.8),
    "radio": _filled("M-7 -2.6H5V5H-7Z") + _drawn("M3 -2.6L8 -9M-4.6 .2h3M-4.6 2.6h3", 1.3),
    "phone": _filled("M-8 .6H6V5H-8Z") + _drawn("M-9 -2.6Q-1 -6.4 7 -2.6M7 3Q10 6 12 2", 2),
    "mine_string": _drawn("M-11 1H11", 1.2)
    + _filled("M-10 -1.6h4v5h-4ZM-2 -1.6h4v5h-4ZM6 -1.6h4v5h-4Z"),
    "unknown": "",
}  # fmt: skip
"""What a counter shows in its middle, around (0, 0), in the ink of the counter."""

MIDDLE = 16.4
"""Height of the middle of a silhouette."""


def silhouette(symbol: str, ink: str) -> str:
    """The picture in the middle of a counter."""
    if symbol == "unknown":
        return svg.text("?", 18, 29, font_size=25, text_anchor="middle", fill=ink)
    return svg.tag(
        "g", SILHOUETTES[symbol], transform=f"translate(18 {MIDDLE:g})", fill=ink, stroke=ink
    )


# -- values ---------------------------------------------------------------------------------------


def figures(
    symbol: str, values: tuple[int, ...], ink: str, ground: str, *, broken: bool = False
) -> str:
    """The numbers at the foot of a counter, as wargamers read them; of the broken the morale."""
    match symbol:
        case "leader" | "hero" if broken:
            return _foot(str(values[0]), size=14)
        case "squad" | "half_squad" | "crew" if broken:
            return _foot(str(values[-1]), size=14)
        case "leader" | "hero":
            morale, command = values[0], values[-1]
            sign = "+" if command > 0 else "-"
            return _foot(f"{morale}{sign}{abs(command)}", size=14)
        case "squad" | "half_squad" | "crew":
            return _foot("-".join(map(str, values)))
        case "gun":
            return _foot(str(values[0]), size=14) + _rate(values[1], ink, ground)
        case "vehicle":
            mp, calibre = values
            words = f"{calibre}·{mp}MP" if calibre else f"{mp} MP"
            return _foot(words)
        case "unknown":
            return ""
    firepower, reach, rate = values
    words, room = f"{firepower}-{reach}", 23 if rate else 30
    fit = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if len(words) > 3 else {}
    foot = svg.text(words, 3, 33, font_size=12.5, **fit)
    return foot + (_rate(rate, ink, ground) if rate else "")


def _foot(words: str, *, size: float = 12.5) -> str:
    fit = {"textLength": 32, "lengthAdjust": "spacingAndGlyphs"} if len(words) > 5 else {}
    return svg.text(words, 18, 33, font_size=size, text_anchor="middle", **fit)


def _rate(rate: int, ink: str, ground: str) -> str:
    """The rate of fire in its box."""
    box = svg.tag("rect", x=27, y=24, width=7.4, height=9.4, rx=1, fill=ink)
    return box + svg.text(str(rate), 30.7, 31.6, font_size=8.6, text_anchor="middle", fill=ground)


# -- states ---------------------------------------------------------------------------------------

LETTERS = {
    "1": "M.4 1.2L1.7 0V4.6", "?": "M.2 1Q.4 0 1.6 0Q3 0 3 1.2Q3 2.1 1.6 2.7V3.2M1.6 4.4V4.6",
    "A": "M0 4.6L1.5 0L3 4.6M.6 3H2.4", "E": "M2.8 0H0V4.6H2.8M0 2.2H2.2",
    "B": "M0 0V4.6H1.6Q3 4.6 3 3.4T1.6 2.2H0M1.6 2.2Q2.7 2.2 2.7 1.1T1.6 0H0",
    "C": "M3 .7Q2.4 0 1.6 0Q0 0 0 2.3T1.6 4.6Q2.4 4.6 3 3.9", "D": "M0 0V4.6H1Q3 4.6 3 2.3T1 0Z",
    "F": "M0 4.6V0H2.8M0 2.1H2.2", "G": "M3 .7Q2.4 0 1.6 0Q0 0 0 2.3T1.6 4.6Q3 4.6 3 2.6H1.9",
    "H": "M0 0V4.6M3 0V4.6M0 2.3H3", "I": "M1.5 0V4.6", "K": "M0 0V4.6M3 0L0 2.6M1 1.9L3 4.6",
    "M": "M0 4.6V0L1.6 2.7L3.2 0V4.6", "N": "M0 4.6V0L3 4.6V0",
    "L": "M0 0V4.6H2.8",
    "O": "M1.5 0Q0 0 0 2.3T1.5 4.6T3 2.3T1.5 0Z", "P": "M0 4.6V0H1.6Q3 0 3 1.3T1.6 2.6H0",
    "R": "M0 4.6V0H1.6Q3 0 3 1.2T1.6 2.4H0M1.5 2.4L3 4.6",
    "S": "M3 .6Q2.4 0 1.5 0Q.1 0 .1 1.2Q.1 2.1 1.5 2.3T3 3.4Q3 4.6 1.5 4.6Q.5 4.6 0 3.9",
    "T": "M0 0H3M1.5 0V4.6", "U": "M0 0V3Q0 4.6 1.5 4.6T3 3V0",
    "W": "M0 0L.8 4.6L1.7 1.5L2.6 4.6L3.4 0", "X": "M0 0L3 4.6M3 0L0 4.6",
    "Y": "M0 0L1.5 2.2L3 0M1.5 2.2V4.6",
}  # fmt: skip
"""Letters of strokes: legible when they are tiny, and the same whatever the font."""

_SCALE = 1.34
_ADVANCE = 4.2


class Label(NamedTuple):
    """A state as a word on a coloured label."""

    word: str
    colour: str


LABELS = {
    "broken": Label("", ""),
    "desperate": Label("DM", "#a01020"),
    "pinned": Label("PIN", "#b3541e"),
    "wounded": Label("WND", "#a01020"),
    "disrupted": Label("DIS", "#a01020"),
    "berserk": Label("BSK", "#a01020"),
    "unarmed": Label("UNA", "#a01020"),
    "encircled": Label("ENC", "#a01020"),
    "stunned": Label("STN", "#a01020"),
    "recalled": Label("RCL", "#7a1fa2"),
    "fanatic": Label("FAN", "#0b5a5a"),
    "restrained": Label("HLD", "#1f4f8f"),
    "short": Label("AMM", "#6b3f10"),
    "low": Label("LOW", "#6b3f10"),
    "captured": Label("CAP", "#6b3f10"),
    "abandoned": Label("ABN", "#7a1fa2"),
    "shocked": Label("SHK", "#a01020"),
    "malfunctioned": Label("X", "#c1121f"),
    "immobile": Label("IMM", "#7a1fa2"),
    "mired": Label("MIR", "#6b3f10"),
    "bogged": Label("BOG", "#6b3f10"),
    "hidden": Label("HIP", "#0b5a5a"),
    "cloaked": Label("CLK", "#0b5a5a"),
    "concealed": Label("?", "#0b5a5a"),
    "final_fired": Label("FF", "#3a3f45"),
    "first_fired": Label("1F", "#3a3f45"),
    "prep_fired": Label("PF", "#3a3f45"),
    "cx": Label("CX", "#6b3f10"),
    "ti": Label("TI", "#1f4f8f"),
    "motion": Label("MOT", "#1f4f8f"),
    "buttoned": Label("BU", "#1f4f8f"),
    "bypass": Label("BYP", "#1f4f8f"),
    "aboard": Label("ON", "#1f4f8f"),
    "towed": Label("TOW", "#1f4f8f"),
}
"""States that are words on the counter, the weightiest first. A broken unit shows its other side
(:func:`is_flipped`), so it needs no word."""

MARKS = {
    "wreck": "M9 10.5L27 23M27 10.5L9 23",
    "burning": "M27 23Q23 19 26 15.4 26 17 28 17 27 13 30.6 10.4 30 13.6 33 15.6 36 20 31.6 23Z",
    "melee": "M3 22.6L12 13M3 13L12 22.6M3.4 20.4L5.4 22.6M9.8 22.6L11.6 20.4",
    "moved": "M2.4 11.4L5.6 13.6L2.4 15.8M6.4 11.4L9.6 13.6L6.4 15.8",
    "entrenched": "M0 36V33.6H4V34.8H8V33.6H12V34.8H16V33.6H20V34.8H24V33.6H28V34.8H32V33.6H36V36Z",
}  # fmt: skip
"""States that are a drawing."""

_MARK_PAINT = {
    "wreck": {"fill": "none", "stroke": "#c1121f", "stroke_width": 3, "stroke_linecap": "round"},
    "burning": {"fill": "#f08a1c", "stroke": "#7a1f00", "stroke_width": 0.8},
    "melee": {"fill": "none", "stroke": "#c1121f", "stroke_width": 1.6, "stroke_linecap": "round"},
    "moved": {"fill": "none", "stroke": "#e09a1a", "stroke_width": 1.8, "stroke_linecap": "round"},
    "entrenched": {"fill": "#5a3200", "stroke": "#fffdf6", "stroke_width": 0.5},
}

CORNER_TURNS = {"e": 0, "ne": 60, "nw": 120, "w": 180, "sw": 240, "se": 300}
"""Corners of a flat-topped hex, in degrees against the clock from the east."""

FACINGS = {f"{part}_{corner}" for part in ("facing", "turret") for corner in CORNER_TURNS}
"""Which way a gun or a hull faces, and a turret if it is turned elsewhere."""

STATES = {*LABELS, *MARKS, *FACINGS, "half"}
"""All states of such pieces; that a squad is but half a one is seen from its silhouette."""


def caption(token: str) -> str:
    """What a counter is called where its picture and its figures say the rest.

    >>> caption("ss658.4"), caption("ssLMG.2"), caption("PzVG.1"), caption("PzVG")
    ('4', 'LMG 2', 'PzVG 1', 'PzVG')
    """
    kind, _, number = token.partition(".")
    kind = kind.removeprefix("ss").removeprefix("us")
    return number or kind if kind.isdigit() else f"{kind} {number}".strip()


class SquadCounters(Counters):
    """Squads, leaders, weapons and vehicles: a silhouette, and values to the foot."""

    def draw(self, piece: PieceView, tooltip: str) -> str:
        """Card, name, silhouette, values and states; a question mark tells nothing else."""
        paint = self.paint(piece)
        if is_flipped(piece.flags):
            paint = msgspec.structs.replace(paint, ground=_FLIPPED, ink=_BLACK)
        known, broken = piece.symbol != "unknown", "broken" in piece.flags
        return svg.tag(
            "g",
            svg.title(tooltip),
            card(paint, piece.side),
            name_band(caption(piece.name), paint.band_ink) if known else "",
            silhouette(piece.symbol, paint.ink),
            figures(piece.symbol, piece.values, paint.ink, paint.ground, broken=broken),
            *(state_signs(piece.flags, paint.ink) if known else ()),
            fill=paint.ink, font_family=svg.FONTS, font_weight="bold",
        )  # fmt: skip


def is_flipped(flags: tuple[str, ...]) -> bool:
    """Whether the counter shows its pale other side: a broken unit, or a wreck."""
    return "broken" in flags or "wreck" in flags


def state_signs(flags: tuple[str, ...], ink: str) -> Iterator[str]:
    """Labels, drawings and arrows of the states of a piece."""
    for flag, drawing in MARKS.items():
        if flag in flags:
            yield svg.tag("path", d=drawing, stroke_linejoin="round", **_MARK_PAINT[flag])
    if "broken" in flags:
        zigzag = "M1 23.2L7 20.2L12 24L18 20.2L24 24L29 20.2L35 23.2"
        yield svg.tag("path", d=zigzag, fill="none", stroke="#c1121f", stroke_width=1.6)
    shown = [label for flag, label in LABELS.items() if flag in flags and label.word]
    for label, (right, y) in zip(shown, _SPOTS, strict=False):
        yield _label(label, y, right=right)
    for flag in flags:
        if flag in FACINGS:
            part, _, corner = flag.partition("_")
            yield _arrow(part, corner, ink)


_SPOTS = ((True, 10.2), (False, 10.2), (True, 18.4), (False, 18.4))
"""Where labels hang: at the right or at the left edge, and how low."""


def _label(label: Label, y: float, *, right: bool) -> str:
    """A word of stroke letters on its ground."""
    wide = _ADVANCE * _SCALE * len(label.word) + 1.4
    x = 36 - wide - 0.6 if right else 0.6
    ground = svg.tag("rect", x=round(x, 2), y=y, width=round(wide, 2), height=8.2, rx=1.4,
                     fill=label.colour, stroke=_WHITE, stroke_width=0.6)  # fmt: skip
    letters = [
        svg.tag("path", d=LETTERS[letter], transform=f"translate({at * _ADVANCE:.1f} 0)")
        for at, letter in enumerate(label.word)
    ]
    spot = f"translate({x + 1.4:.2f} {y + 1:g}) scale({_SCALE})"
    return ground + svg.tag("g", *letters, transform=spot, fill="none", stroke=_WHITE,
                            stroke_width=0.95, stroke_linecap="round")  # fmt: skip


def _arrow(part: str, corner: str, ink: str) -> str:
    """A point at the edge of the counter towards a corner of its hex."""
    turn = math.radians(CORNER_TURNS[corner])
    dx, dy = math.cos(turn), -math.sin(turn)
    reach = 17.4 / max(abs(dx), abs(dy))
    x, y = 18 + dx * reach, 18 + dy * reach
    long, wide = (7.0, 4.4) if part == "facing" else (5.0, 2.4)
    points = [
        (x, y), (x - dx * long - dy * wide, y - dy * long + dx * wide),
        (x - dx * long + dy * wide, y - dy * long - dx * wide),
    ]  # fmt: skip
    fill = "#ffd21f" if part == "facing" else _WHITE
    outline = _BLACK if ink == _BLACK or part == "facing" else "#c1121f"
    return svg.tag("path", d=svg.path(points, closed=True), fill=fill, stroke=outline,
                   stroke_width=0.9, stroke_linejoin="round")  # fmt: skip
