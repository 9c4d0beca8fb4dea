"""Counters: square pieces with NATO symbols, values and state, drawn as SVG."""

from __future__ import annotations

from salient.boards import svg
from salient.engine.views import PieceView

SIZE = 30.0
"""Side of a counter in map units."""

COLOURS = {
    "ss": ("#1c1c1c", "#ffffff"),
    "heer": ("#8d9296", "#101010"),
    "luftwaffe": ("#7fa8cf", "#101010"),
    "german": ("#8d9296", "#101010"),
    "6SS": ("#2a2a2a", "#ffffff"),
    "5PZ": ("#6f767b", "#ffffff"),
    "7A": ("#b4bbc0", "#101010"),
    "us": ("#7f9a5a", "#101010"),
    "british": ("#c8ab6b", "#101010"),
    "norwegian": ("#bfd8a0", "#101010"),
    "belgian": ("#e0d3a6", "#101010"),
    "french": ("#a9b8dd", "#101010"),
}
"""Ground and ink by service or nation. Sides also differ in brightness and in their frames."""

_BOX = svg.tag("rect", x=-7, y=-5, width=14, height=10, fill="none")
_CROSS = svg.tag("path", d="M-7 -5L7 5M-7 5L7 -5", fill="none")
_WINGS = svg.tag("path", d="M-4 5Q-2 2.6 0 5Q2 2.6 4 5", fill="none")
_STAR = "M0 -3.5L1 -1L3.6 -1L1.5 .7L2.3 3.3L0 1.8L-2.3 3.3L-1.5 .7L-3.6 -1L-1 -1Z"
_TRACKS = svg.tag("rect", x=-5, y=-2.8, width=10, height=5.6, rx=2.8, fill="none")

SYMBOLS = {
    "infantry": _BOX + _CROSS,
    "airborne": _BOX + _CROSS + _WINGS,
    "armor": _BOX + _TRACKS,
    "mechanized": _BOX + _CROSS + _TRACKS,
    "motorized": _BOX + _CROSS + svg.tag("path", d="M0 -5V5", fill="none"),
    "panzer": _BOX + _TRACKS,
    "panzergrenadier": _BOX + _CROSS + _TRACKS,
    "parachute": _BOX + _CROSS + _WINGS,
    "glider": _BOX + _CROSS + _WINGS,
    "cavalry": _BOX + svg.tag("path", d="M-7 5L7 -5", fill="none"),
    "commando": _BOX + svg.tag("path", d=_STAR, fill="none"),
    "engineer": _BOX + svg.tag("path", d="M-4 2.5V-2.2H4V2.5M0 -2.2V2.5", fill="none"),
}
"""The inside of each symbol, around (0, 0)."""

FLAG_MARKS = {"acted": "●", "attacking": "➤", "on_foot": "✕", "out_of_supply": "!"}
"""Small signs at the upper right corner; an entrenchment is drawn as a thick foot instead."""


def draw_counter(piece: PieceView, x: float, y: float, tooltip: str) -> str:
    """A counter with its upper left corner at a point.

    Name above, symbol in the middle, strength large at the lower left, other values beside it.
    """
    ground, ink = COLOURS.get(piece.colour, ("#ffffff", "#101010"))
    frame = "#f2c200" if piece.side == 0 else "#1d5fa8"
    first, *rest = piece.values
    parts = [
        svg.title(tooltip),
        svg.tag("rect", width=SIZE, height=SIZE, rx=3, fill=ground, stroke=frame, stroke_width=1.4),
        svg.text(piece.name, SIZE / 2, 7, font_size=_fit(piece.name), text_anchor="middle"),
        svg.tag(
            "g",
            SYMBOLS.get(piece.symbol, _BOX),
            transform=f"translate({SIZE / 2:g} 14)",
            stroke=ink,
            stroke_width=1,
        ),
        svg.text(str(first), 3, 28, font_size=10, font_weight="bold"),
        svg.text("-".join(map(str, rest)), SIZE - 2, 27.5, font_size=6, text_anchor="end"),
    ]
    if "dug_in" in piece.flags:
        parts.append(svg.tag("path", d=f"M0 {SIZE}H{SIZE:g}", stroke="#6b3f00", stroke_width=4))
    marks = "".join(FLAG_MARKS[flag] for flag in piece.flags if flag in FLAG_MARKS)
    if marks:
        parts.append(svg.text(marks, SIZE - 1, 13, font_size=6, text_anchor="end", fill="#c00000"))
    return svg.tag(
        "g", *parts,
        class_="piece", transform=f"translate({x:.1f} {y:.1f})", fill=ink, data_piece=piece.id,
    )  # fmt: skip


def _fit(name: str) -> float:
    """A font size with which a name fits the counter."""
    return min(6.5, 1.75 * SIZE / max(len(name), 1))
