"""The map of *Battle of the Bulge: Ardennes '44* as a picture."""

from __future__ import annotations

from salient.boards.hex_svg import HexLook, HexSheet
from salient.boards.looks import load_looks
from salient.boards.sheets import load_shapes
from salient.engine import remembered
from salient.games.bulge.setting import FOLDER, BulgeSetting


@remembered(most=16)
def lay_out(setting: BulgeSetting, language: str) -> HexSheet:
    """The sheet of a scenario, drawn once."""
    japanese = language == "ja"
    hexes: dict[int, HexLook] = {
        index: HexLook(row.hex, row.town, row.ja if japanese else row.name)
        for index, row in setting.hex_rows.items()
    }
    entries = {setting.first_entry + i: row.id for i, row in enumerate(setting.entries)}
    shapes = load_shapes(FOLDER / "data" / "map.json")
    looks = load_looks(FOLDER / "show" / "looks.toml")
    return HexSheet(shapes, hexes, entries, looks, japanese=japanese)
