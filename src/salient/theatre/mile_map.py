"""The mile map of *A Time for Trumpets*: terrain, places, water, roads, areas and gates.

The printed map is not in our hands. This one is made from the real ground so that every fact known
of the printed one holds: the hexes and places that its cards name. What the ground does not give by
itself stands in ``data/mile-corrections.csv`` with its reason.

``python -m salient.theatre.mile_map`` writes ``hexes.csv``, ``sides.csv``, ``gates.csv``,
``areas.csv`` and ``map.json`` into the game's data folder.
"""

from __future__ import annotations

from pathlib import Path

from salient.theatre.mile_files import areas_csv, gates_csv, hexes_csv, sides_csv
from salient.theatre.mile_ground import make_terrain
from salient.theatre.mile_model import MileMap, load_fixes, load_gates, load_named
from salient.theatre.mile_regions import (
    make_areas,
    make_armies,
    make_east,
    make_lxvii,
    make_wall,
)
from salient.theatre.mile_shapes import map_json
from salient.theatre.mile_ways import draw_lanes, draw_roads, find_fords, lay_rivers, water_of

GAME_DATA = Path(__file__).parent.parent / "games" / "trumpets" / "data"

FILES = {
    "hexes.csv": hexes_csv,
    "sides.csv": sides_csv,
    "gates.csv": gates_csv,
    "areas.csv": areas_csv,
    "map.json": map_json,
}
"""The files of the map and what writes them."""


def make_mile_map() -> MileMap:
    """Make the map from the theatre and its lists and corrections."""
    fixes, named, gates = load_fixes(), load_named(), load_gates()
    terrain = make_terrain() | fixes.terrain
    rivers = lay_rivers(fixes.rivers)
    water = water_of(rivers)
    roads = draw_roads(named, gates, water, fixes.roads)
    lanes = draw_lanes(named, roads, water, terrain)
    roads |= dict.fromkeys(lanes, "secondary")
    bridges = {side: fixes.bridges.get(side, "whole") for side in roads if side in water}
    armies = make_armies()
    return MileMap(
        terrain=terrain,
        named=named,
        rivers=rivers,
        water=water,
        roads=roads,
        lanes=lanes,
        bridges=bridges,
        fords=find_fords(water, bridges, terrain, named, fixes.fords),
        armies=armies,
        lxvii=make_lxvii(water),
        east=make_east(water, armies),
        wall=make_wall(named, fixes.wall),
        areas=make_areas(),
        gates=gates,
        fixes=fixes,
    )


def main() -> None:
    """Write the map's files into the game's data folder."""
    mile_map = make_mile_map()
    for name, write in FILES.items():
        (GAME_DATA / name).write_text(write(mile_map), encoding="utf-8")


if __name__ == "__main__":
    main()
