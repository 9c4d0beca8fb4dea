"""The map of *Battle of the Bulge: Ardennes '44* as a picture."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from salient.boards.hex_svg import HexLook, draw_hex_map
from salient.games.bulge.setting import FOLDER, BulgeSetting

if TYPE_CHECKING:
    from salient.games.bulge.game import BattleOfTheBulge
    from salient.games.bulge.state import BulgeState


@cache
def _shapes() -> dict[str, Any]:
    shapes: dict[str, Any] = json.loads((FOLDER / "data" / "map.json").read_text("utf-8"))
    return shapes


def draw(game: BattleOfTheBulge, g: BulgeState | None, language: str) -> str:
    """The map with everything on it, or the bare map."""
    texts = game.texts(language)
    setting = g.setting if g is not None else game.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    japanese = language == "ja"
    heading = f"{game.title} — {texts.say('scenario.' + setting.identity.scenario)}"
    hexes = [
        HexLook(row.hex, index, row.town, row.ja if japanese else row.name)
        for index, row in setting.hex_rows.items()
    ]
    if g is None:
        return draw_hex_map(_shapes(), hexes, heading, japanese=japanese)
    view = game.view(g, -1)
    tooltips = {
        unit: f"{row.id}: {row.ja if japanese else row.name}"
        for unit, row in enumerate(setting.units)
    }
    return draw_hex_map(
        _shapes(), hexes, f"{heading} — {view.clock}", view, tooltips, japanese=japanese
    )
