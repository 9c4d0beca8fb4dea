"""Kinds of ground can be told by everybody: in lightness, and by the shape of their marks."""

from __future__ import annotations

import re
from itertools import pairwise

from salient.boards.hex_svg import STYLE
from salient.boards.textures import TEXTURES, patterns, texture


def lightness(kind: str) -> float:
    """How light a tint of the sheet looks, from 0 to 1."""
    found = re.search(rf"^\.{kind}\{{fill:#(\w{{6}})", STYLE, re.MULTILINE)
    assert found, kind
    parts = [int(found[1][at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part**2.2 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def test_plain_hill_light_and_deep_forest_grow_darker_step_by_step() -> None:
    tints = [lightness(kind) for kind in ("paper", "hills", "woods", "deep")]
    assert all(one - other > 0.1 for one, other in pairwise(tints)), tints


def test_forests_hills_and_marsh_have_marks_of_their_own() -> None:
    shapes = {kind: re.sub("#[0-9a-f]{6}", "", marks) for kind, marks in TEXTURES.items()}
    assert len({shapes[kind] for kind in ("woods", "deep", "hills", "marsh")}) == 4


def test_plain_ground_has_no_texture() -> None:
    assert texture("paper") is None
    assert patterns(["paper"]) == ""
    assert 'id="tex-woods"' in patterns(["paper", "woods"])
