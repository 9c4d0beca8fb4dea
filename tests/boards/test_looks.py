"""A title's own paint: read from a file, refused with the place of the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from salient.boards.looks import load_looks
from salient.engine import DataError

PAINT = '{ ground = "#fff", ink = "#000", band = "#111", band_ink = "#eee" }'


def write(folder: Path, text: str) -> Path:
    path = folder / "looks.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_left_out_is_empty(tmp_path: Path) -> None:
    looks = load_looks(write(tmp_path, f"[paints]\nss = {PAINT}\n"))
    assert looks.paints["ss"].band == "#111"
    assert not looks.symbols
    assert not looks.signs
    assert looks.held == ""


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ('[symbols]\ntank = ["wheel"]', "symbols"),
        ('[badges]\nlost = { colour = "#f00", shape = "star", glyph = "" }', "badges"),
        ('[signs]\nbattle = { colour = "#f00" }', "signs"),
        ("[marks]\n", "looks"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path: Path, more: str, place: str) -> None:
    with pytest.raises(DataError) as caught:
        load_looks(write(tmp_path, f"[paints]\nss = {PAINT}\n{more}\n"))
    said = caught.value.describe("en")
    assert "looks.toml" in said
    assert place in said
