"""The whole map of a campaign as a sheet, the hexes with victory points marked."""

from __future__ import annotations

from salient.engine import remembered
from salient.games.peiper.setting import FOLDER, PeiperSetting
from salient.games.squad.show.drawing.sheet import SquadSheet
from salient.games.squad.show.sheet import NORTH, sheet_of

LOOKS = FOLDER / "show" / "looks.toml"


@remembered(most=8)
def lay_out(setting: PeiperSetting, language: str) -> SquadSheet:
    """The sheet of a campaign, drawn once."""
    goals = frozenset(setting.board.hex_of[place] for place in setting.lvp)
    north = NORTH.get(setting.campaign.map)
    return sheet_of(setting.board, setting.terrain, language, goals, north, LOOKS)
