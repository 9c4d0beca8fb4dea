"""The hex map of *Ardennes '44*: terrain, towns, rivers, roads, West Wall and sectors.

The printed map is not in our hands. This one is made from the real ground so that every fact known
of the printed one holds: the hexes that the rulebook and play reports name. What the ground does
not give by itself stands in ``data/bulge-corrections.csv`` with its reason.

``python -m salient.theatre.hex_map`` writes ``hexes.csv``, ``sides.csv``, ``entries.csv``,
``lines.csv`` and ``map.json`` into the game's data folder.
"""

from __future__ import annotations

from pathlib import Path

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, Point, load_theatre, read_rows
from salient.theatre.hex_files import entries_csv, hexes_csv, lines_csv, sides_csv
from salient.theatre.hex_grid import ARDENNES, hex_at
from salient.theatre.hex_model import Fixes, HexMap, Town, load_entries, load_fixes, load_towns
from salient.theatre.hex_regions import (
    beyond_wall,
    make_armies,
    make_lines,
    make_sectors,
    make_wall,
)
from salient.theatre.hex_rivers import make_rivers
from salient.theatre.hex_roads import RoadPlan, make_roads
from salient.theatre.hex_shapes import map_json
from salient.theatre.hex_terrain import make_terrain

GAME_DATA = Path(__file__).parent.parent / "games" / "bulge" / "data"


def make_hex_map() -> HexMap:
    """Make the map from the theatre and its lists and corrections."""
    fixes = load_fixes()
    towns = load_towns(fixes)
    entries = load_entries()
    terrain = make_terrain(fixes.flat) | fixes.terrain
    courses = read_rows(DATA / "bulge-rivers.csv")
    rivers = make_rivers(ARDENNES, courses, _banked(towns, fixes), fixes.rivers)
    wet = {side for river in rivers for side in river.sides(ARDENNES)}
    exits = {entry.hex for entry in entries}
    more = read_rows(DATA / "bulge-roads.csv")
    roads = make_roads(RoadPlan(ARDENNES, fixes.places, set(towns), exits, wet, fixes.roads, more))
    st_vith = next(hex_ for hex_, town in towns.items() if town.place == "st_vith")
    wall = make_wall(st_vith, fixes.no_wall)
    east = beyond_wall(wall)
    lines = make_lines()
    return HexMap(
        terrain,
        towns,
        wall,
        make_sectors(wall, east),
        make_armies(lines, east),
        rivers,
        roads,
        entries,
        lines,
        fixes,
    )


def _banked(towns: dict[Hex, Town], fixes: Fixes) -> dict[Hex, Point]:
    """The hexes with a place whose bank matters: towns, else the most important village."""
    places = load_theatre().places
    found: dict[Hex, Point] = {}
    for place in sorted(places.values(), key=lambda it: it.importance):
        hex_ = fixes.places.get(place.id) or hex_at(ARDENNES.to_plane(place.point))
        if ARDENNES.has(hex_) and place.importance > 1:
            found[hex_] = ARDENNES.to_plane(place.point)
    return found | {
        hex_: ARDENNES.to_plane(places[town.place].point) for hex_, town in towns.items()
    }


def main() -> None:
    """Write the map's files into the game's data folder."""
    hex_map = make_hex_map()
    for name, text in (
        ("hexes.csv", hexes_csv(hex_map)),
        ("sides.csv", sides_csv(hex_map)),
        ("entries.csv", entries_csv(hex_map)),
        ("lines.csv", lines_csv(hex_map)),
        ("map.json", map_json(hex_map)),
    ):
        (GAME_DATA / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
