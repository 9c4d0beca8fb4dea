"""How the pieces and markers of a title look: its own paint, read from its ``looks.toml``.

The shapes that titles share are here and in :mod:`~salient.boards.counters`; which of them stands
for what, and in which colours, is said by the title.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from salient.engine.data import convert_document, read_toml

Part = Literal[
    "cross", "tracks", "wings", "wheels", "slash", "star", "bridge", "dot", "chevron", "dome",
    "flag",
]  # fmt: skip
"""What the boxes of NATO symbols are made of (:data:`~salient.boards.counters.PARTS`)."""


class Paint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a counter: ground, ink, and the band with the name and its ink."""

    ground: str
    ink: str
    band: str
    band_ink: str


class Badge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign for a state of a piece: its colour, its shape and the glyph on it."""

    colour: str
    shape: Literal["disc", "diamond", "square"]
    glyph: str


class Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a marker is shown: its colour, what is drawn on its disc, and the dashes of its ring."""

    colour: str
    glyph: str
    dashes: str = ""


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The paint of a title.

    Attributes:
        paints: Colours of counters, by the colour key of a piece: service, army or nation.
        symbols: What stands in the box of a counter, by the symbol of a piece.
        inks: Colours of the first value of pieces in a state.
        badges: States that are shown as badges, the weightiest first; those of one family differ
            in shape, not only in colour.
        signs: Markers that have a ring and a sign, by kind.
        held: The marker that is a wash over its place.
    """

    paints: dict[str, Paint]
    symbols: dict[str, tuple[Part, ...]] = {}
    inks: dict[str, str] = {}
    badges: dict[str, Badge] = {}
    signs: dict[str, Sign] = {}
    held: str = ""


@cache
def load_looks(path: Path) -> Looks:
    """The looks in a file, checked value by value."""
    return convert_document(path.name, "looks", read_toml(path), Looks)
