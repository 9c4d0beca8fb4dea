"""The map of *Tigers in the Mist* as a picture."""

from __future__ import annotations

from salient.boards.area_svg import AreaSheet, PlaceLook
from salient.boards.bits import members
from salient.boards.looks import load_looks
from salient.boards.sheets import load_shapes
from salient.engine import remembered
from salient.games.mist.setting import FOLDER, MistSetting


@remembered(most=32)
def lay_out(setting: MistSetting, language: str) -> AreaSheet:
    """The sheet of a scenario, drawn once."""
    shapes = load_shapes(FOLDER / "data" / "shapes.json")
    looks = load_looks(FOLDER / "show" / "looks.toml")
    # 5.1: those that are blown at the start are printed so.
    wrecks = {frozenset(setting.board.links[link][:2]) for link in members(setting.blown_at_start)}
    return AreaSheet(shapes, _places(setting, language), looks, wrecks)


def _places(setting: MistSetting, language: str) -> list[PlaceLook]:
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
