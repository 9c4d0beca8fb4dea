"""The map of *Tigers in the Mist* as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from salient.boards.area_svg import AreaSheet, PlaceLook
from salient.boards.sheets import draw_position, heading, load_shapes
from salient.engine.pictures import BoardPicture
from salient.engine.views import View
from salient.games.mist.setting import FOLDER, MistSetting

if TYPE_CHECKING:
    from salient.games.mist.game import TigersInTheMist
    from salient.games.mist.state import MistState


def draw(game: TigersInTheMist, g: MistState | None, language: str) -> str:
    """The map with everything on it, or the bare map of the campaign."""
    if g is not None:
        return draw_position(sheet(g.setting, language), game, g, language)
    setting = game.setting("campaign")
    assert isinstance(setting, MistSetting)
    return sheet(setting, language).draw(heading(game, setting, language), None, {})


def board(game: TigersInTheMist, setting: MistSetting, language: str) -> BoardPicture:
    """The bare map of a scenario."""
    return sheet(setting, language).board(heading(game, setting, language))


def marks(setting: MistSetting, view: View) -> str:
    """Control, blown bridges, the special unit and the battle being fought."""
    return sheet(setting, "en").marks(view)


@lru_cache(maxsize=32)
def sheet(setting: MistSetting, language: str) -> AreaSheet:
    """The sheet of a scenario, drawn once."""
    return AreaSheet(load_shapes(FOLDER / "data" / "shapes.json"), looks(setting, language))


def looks(setting: MistSetting, language: str) -> list[PlaceLook]:
    """What each place shows: names, numbers, VP, circles and silhouettes (3.2)."""
    japanese = language == "ja"
    found = [
        PlaceLook(
            key=str(row.number),
            name=row.ja if japanese else row.name,
            vp=row.vp,
            front=row.front,
            reserve=row.reserve,
            off=not setting.section >> place & 1,
        )
        for place, row in enumerate(setting.areas)
    ]
    return found + [
        PlaceLook(
            key=row.letter,
            name=row.ja if japanese else row.name,
            vp=row.multiplier,
            zone=True,
            german=row.side == "german",
            off=not setting.section >> setting.place(row.letter) & 1,
        )
        for row in setting.zones
    ]
