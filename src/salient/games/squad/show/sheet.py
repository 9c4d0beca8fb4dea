"""The map of the squad game as a picture."""

from __future__ import annotations

from pathlib import Path

from salient.boards.looks import load_looks
from salient.engine import remembered
from salient.engine.ids import Place
from salient.engine.texts import package_texts
from salient.games.squad.core.setting import FOLDER, SquadSetting
from salient.games.squad.show.drawing.art import COVERS
from salient.games.squad.show.drawing.hexes import HexPicture
from salient.games.squad.show.drawing.legend import Legend
from salient.games.squad.show.drawing.sheet import SquadSheet
from salient.games.squad.show.drawing.works import HEXSIDES
from salient.games.squad.terrain.board import Board, Hex, side_mask
from salient.games.squad.terrain.kinds import Terrain
from salient.games.squad.terrain.railroads import ELEVATED, SUNKEN

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


@remembered(most=32)
def lay_out(setting: SquadSetting, language: str) -> SquadSheet:
    """The sheet of a scenario, drawn once."""
    goals = frozenset(setting.board.hex_of[place] for place in setting.goals)
    north = NORTH.get(setting.scenario.map)
    return sheet_of(setting.board, setting.terrain, language, goals, north)


def sheet_of(
    board: Board,
    terrain: Terrain,
    language: str,
    goals: frozenset[Place] = frozenset(),
    north: int | None = None,
    looks: Path = FOLDER / "show" / "looks.toml",
) -> SquadSheet:
    """The sheet of a map.

    Args:
        board: The map.
        terrain: The kinds of terrain.
        language: The language of the legend.
        goals: The hexes that count for victory.
        north: Where north lies, in degrees clockwise from the top, if that is known.
        looks: The paint of the title.
    """
    hexes = [picture(here, terrain, goal=here.index in goals) for here in board.hexes]
    upper: dict[int, int] = {
        place.index: place.hex for place in board.locations if place.floor != "ground"
    }
    texts = package_texts(FOLDER / "text", language)
    words = {key: texts.say(f"thing.{key}") for key in THINGS}
    words |= {key: texts.say(f"legend.{key}") for key in OWN_WORDS}
    return SquadSheet(hexes, upper, Legend(words, north), load_looks(looks))


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
