"""The map of *Tigers in the Mist* as a picture."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from salient.boards.area_svg import PlaceLook, draw_area_map
from salient.games.mist.setting import FOLDER, MistSetting

if TYPE_CHECKING:
    from salient.games.mist.game import TigersInTheMist
    from salient.games.mist.state import MistState


@cache
def _shapes() -> dict[str, Any]:
    shapes: dict[str, Any] = json.loads((FOLDER / "data" / "shapes.json").read_text("utf-8"))
    return shapes


def draw(game: TigersInTheMist, g: MistState | None, language: str) -> str:
    """The map with everything on it, or the bare map of the campaign."""
    texts = game.texts(language)
    setting = g.setting if g is not None else game.setting("campaign")
    assert isinstance(setting, MistSetting)
    heading = f"{game.title} — {texts.say('scenario.' + setting.identity.scenario)}"
    if g is None:
        return draw_area_map(_shapes(), looks(setting, language), heading)
    view = game.view(g, -1)
    tooltips = {
        unit: f"{row.id}: {row.ja if language == 'ja' else row.name}"
        for unit, row in enumerate(setting.units)
    }
    return draw_area_map(
        _shapes(), looks(setting, language), f"{heading} — {view.clock}", view, tooltips
    )


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
            german=row.control == "german",
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
