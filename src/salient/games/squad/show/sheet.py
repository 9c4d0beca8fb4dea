"""The map of the squad game as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from salient.boards.sheets import draw_position, heading
from salient.boards.squad_art import COVERS
from salient.boards.squad_legend import Legend
from salient.boards.squad_look import HexPicture
from salient.boards.squad_svg import SquadSheet
from salient.boards.squad_works import HEXSIDES
from salient.engine.pictures import BoardPicture
from salient.engine.texts import package_texts
from salient.engine.views import View
from salient.games.squad.core.setting import FOLDER, SquadSetting
from salient.games.squad.terrain.board import Board, Hex, side_mask
from salient.games.squad.terrain.kinds import Terrain
from salient.games.squad.terrain.railroads import ELEVATED, SUNKEN

if TYPE_CHECKING:
    from salient.games.squad.core.state import SquadState
    from salient.games.squad.game import SquadGame

NORTH = {"stoumont": 90, "la_gleize": 90, "cheneux": 0, "station": 0}
"""Where north lies on a map, in degrees clockwise from the top."""

THINGS = (
    *COVERS, *HEXSIDES, "water", "stream", "gully", "bridge", "rail", "rail_embankment",
    "rail_elevated", "sunken_rail", "sunken_road", "elevated_road", "rail_cars", "stone_building",
    "wooden_building", "steeple", "tower", "tower_hindrance",
)  # fmt: skip
"""What the legend may show that the terrain chart has a word for."""

OWN_WORDS = (
    "paved", "unpaved", "path", "ford", "culvert", "two_storeys", "slope", "goal", "level",
    "metres", "north",
)  # fmt: skip
"""What only the legend has a word for."""


def draw(game: SquadGame, g: SquadState | None, language: str) -> str:
    """The map with everything on it, or the bare map."""
    if g is not None:
        return draw_position(sheet(g.setting, language), game, g, language)
    setting = game.setting(game.scenarios[0])
    assert isinstance(setting, SquadSetting)
    return sheet(setting, language).draw(heading(game, setting, language), None, {})


def board(game: SquadGame, setting: SquadSetting, language: str) -> BoardPicture:
    """The bare map of a scenario."""
    return sheet(setting, language).board(heading(game, setting, language))


def marks(setting: SquadSetting, view: View) -> str:
    """Smoke, fires, mines and what else lies on the map."""
    return sheet(setting).marks(view)


@lru_cache(maxsize=32)
def sheet(setting: SquadSetting, language: str = "en") -> SquadSheet:
    """The sheet of a scenario, drawn once."""
    goals = frozenset(setting.board.hex_of[place] for place in setting.goals)
    north = NORTH.get(setting.scenario.map)
    return lay_out(setting.board, setting.terrain, language, goals, north)


def lay_out(
    board: Board,
    terrain: Terrain,
    language: str,
    goals: frozenset[int] = frozenset(),
    north: int | None = None,
) -> SquadSheet:
    """The sheet of a map.

    Args:
        board: The map.
        terrain: The kinds of terrain.
        language: The language of the legend.
        goals: The hexes that count for victory.
        north: Where north lies, in degrees clockwise from the top, if that is known.
    """
    hexes = [picture(here, terrain, goal=here.index in goals) for here in board.hexes]
    upper = {place.index: place.hex for place in board.locations if place.floor != "ground"}
    texts = package_texts(FOLDER / "text", language)
    words = {key: texts.say(f"thing.{key}") for key in THINGS}
    words |= {key: texts.say(f"legend.{key}") for key in OWN_WORDS}
    return SquadSheet(hexes, upper, Legend(words, north))


def picture(here: Hex, terrain: Terrain, *, goal: bool = False) -> HexPicture:
    """What is drawn of a hex."""
    row = here.row
    filling = terrain.find(row.terrain, "hex")
    return HexPicture(
        name=here.name,
        spot=here.spot,
        level=row.level,
        terrain=filling.name if filling else "open_ground",
        building={"wooden_building": "wood", "stone_building": "stone"}.get(row.building, ""),
        storeys=row.storeys,
        steeple=row.steeple == "yes",
        joins=here.joins,
        tower=row.tower,
        open_tower=row.tower_hinders == "yes",
        road=here.road,
        paved=here.road & side_mask(row.paved),
        path=side_mask(row.path),
        under=row.under,
        under_sides=here.under,
        rails=here.rails,
        cars=row.cars == "printed",
        bridge=bool(row.bridge) or here.crossing in (ELEVATED, SUNKEN),
        deck=here.deck,
        ford=row.ford == "yes",
        slopes=here.slopes,
        sides=here.sides,
        streets=here.streets,
        label=row.name,
        goal=goal,
    )
