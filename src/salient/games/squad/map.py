"""The map of the squad game as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from salient.boards.sheets import draw_position, heading
from salient.boards.squad_svg import HexPicture, SquadSheet
from salient.engine.pictures import BoardPicture
from salient.engine.views import View
from salient.games.squad.setting import SquadSetting

if TYPE_CHECKING:
    from salient.games.squad.board import Hex
    from salient.games.squad.game import SquadGame
    from salient.games.squad.state import SquadState

WATER = ("stream", "gully", "culvert")


def draw(game: SquadGame, g: SquadState | None, language: str) -> str:
    """The map with everything on it, or the bare map."""
    if g is not None:
        return draw_position(sheet(g.setting), game, g, language)
    setting = game.setting(game.scenarios[0])
    assert isinstance(setting, SquadSetting)
    return sheet(setting).draw(heading(game, setting, language), None, {})


def board(game: SquadGame, setting: SquadSetting, language: str) -> BoardPicture:
    """The bare map of a scenario."""
    return sheet(setting).board(heading(game, setting, language))


def marks(setting: SquadSetting, view: View) -> str:
    """Smoke, fires, mines and what else lies on the map."""
    return sheet(setting).marks(view)


@lru_cache(maxsize=16)
def sheet(setting: SquadSetting) -> SquadSheet:
    """The sheet of a scenario, drawn once."""
    hexes = [_picture(here) for here in setting.board.hexes]
    places = setting.board.locations
    return SquadSheet(hexes, {p.index: p.hex for p in places if p.floor != "ground"})


def _picture(here: Hex) -> HexPicture:
    row = here.row
    building = {"wooden_building": "wood", "stone_building": "stone"}.get(row.building, "")
    floors = row.storeys + (row.steeple == "yes") if building else 0
    return HexPicture(
        here.name, here.spot, row.level, row.terrain, building or ("wood" if row.tower else ""),
        floors + row.tower, here.road, here.under if row.under in WATER else 0, here.rails,
        here.slopes, here.joins, here.sides, here.streets,
    )  # fmt: skip
