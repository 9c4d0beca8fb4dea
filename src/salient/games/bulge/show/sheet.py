"""The map of *Battle of the Bulge: Ardennes '44* as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from salient.boards.hex_svg import HexLook, HexSheet
from salient.boards.sheets import draw_position, heading, load_shapes
from salient.engine.pictures import BoardPicture
from salient.engine.views import View
from salient.games.bulge.setting import FOLDER, BulgeSetting

if TYPE_CHECKING:
    from salient.games.bulge.game import BattleOfTheBulge
    from salient.games.bulge.state import BulgeState


def draw(game: BattleOfTheBulge, g: BulgeState | None, language: str) -> str:
    """The map with everything on it, or the bare map."""
    if g is not None:
        return draw_position(sheet(g.setting, language), game, g, language)
    setting = game.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    return sheet(setting, language).draw(heading(game, setting, language), None, {})


def board(game: BattleOfTheBulge, setting: BulgeSetting, language: str) -> BoardPicture:
    """The bare map of a scenario."""
    return sheet(setting, language).board(heading(game, setting, language))


def marks(setting: BulgeSetting, view: View) -> str:
    """Occupied cities and roads, air markers, declared attacks and the lines of the armies."""
    return sheet(setting, "en").marks(view)


@lru_cache(maxsize=16)
def sheet(setting: BulgeSetting, language: str) -> HexSheet:
    """The sheet of a scenario, drawn once."""
    japanese = language == "ja"
    hexes = {
        index: HexLook(row.hex, row.town, row.ja if japanese else row.name)
        for index, row in setting.hex_rows.items()
    }
    entries = {setting.first_entry + i: row.id for i, row in enumerate(setting.entries)}
    shapes = load_shapes(FOLDER / "data" / "map.json")
    return HexSheet(shapes, hexes, entries, japanese=japanese)
