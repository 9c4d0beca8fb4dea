"""The maps of the squad game: Stoumont, Cheneux and La Gleize in 40-metre hexes.

The printed maps are not in our hands. These are drawn from what is known of the real ground, so
that every fact which the documents state of a hex or hexside holds: ``drawings/facts.csv`` lists
them, and they are applied last. Everything else is our reconstruction.

``python -m salient.theatre.village_map`` writes ``data/maps/*.csv`` of the game from
``data/drawings/*.toml``.
"""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.sight_map import Side, hex_name, parse_hex
from salient.theatre.village_map_files import Window, cut_csv, village_csv
from salient.theatre.village_map_ground import make_heights, make_levels, make_slopes
from salient.theatre.village_map_model import (
    DRAWINGS,
    Drawing,
    Fact,
    Plot,
    Village,
    all_sides,
    between,
    beyond,
    load_drawing,
    pairs,
    region,
    spots,
)
from salient.theatre.village_map_ways import make_cover, make_railroads, make_roads, make_waters

MAPS = ("stoumont", "cheneux", "la_gleize")
FOLDER = DRAWINGS.parent / "maps"
WINDOWS = {
    "practice_pine_woods": Window(
        "stoumont", "HH II JJ KK LL MM NN", range(9, 18),
        "rule P1, pine woods in KK13 and ordinary woods in LL12",
    ),
    "practice_slopes": Window(
        "stoumont", "G H I J K L M N", range(9, 17),
        "the hill of rules P2.3-P2.51, squads A H13, B I14, C K12, D L12, E K14, F L13, G H11",
    ),
    "practice_fences": Window(
        "stoumont", "A B C D E F G", range(15, 25), "rule P3, the fence between C20 and D20"
    ),
    "practice_streams": Window(
        "stoumont", "JJ KK LL MM NN OO", range(3, 16),
        "rule P4.1, a stream with pine woods in MM5, woods in MM6, brush in MM11, an orchard in"
        " LL14 and a ford in MM10",
    ),
    "practice_culvert": Window(
        "cheneux", "HH II JJ KK LL MM NN OO", range(2, 12),
        "rule P4.2, the culvert LL7 below the stream of LL6",
    ),
    "practice_streets": Window(
        "stoumont", "K L M N O P Q R", range(14, 23),
        "the streets of rules P5.11-P5.142, squads F P17, G N17, H O18",
    ),
    "practice_church": Window(
        "stoumont", "F G H I J K L M", range(15, 24), "rule P5.2, the church with a steeple in J19"
    ),
    "practice_chapel": Window(
        "cheneux", "W X Y Z AA BB CC DD", range(6, 15),
        "rule P5.2, the chapel with a steeple in AA10",
    ),
    "practice_two_storeys": Window(
        "la_gleize", "E F G H I J K L", range(16, 25), "rule P5.3, the two-storey house in I20"
    ),
    "practice_mines": Window(
        "stoumont", "V W X Y Z AA BB CC", range(9, 18),
        "rule P7, for 24 factors of known mines before the sanatorium",
    ),
}  # fmt: skip
"""Practice maps that are a part of a big one."""


def map_csv(drawing: Drawing) -> str:
    """The text of a map file."""
    return village_csv(drawing, make_village(drawing))


def make_village(drawing: Drawing) -> Village:
    """Make a map from its drawing: the ground first, then what stands on it, the facts last."""
    village = Village(drawing.words["columns"], drawing.words["rows"])
    heights = make_heights(drawing, village)
    streams = make_waters(drawing, village, heights)
    make_levels(drawing, village, heights, streams)
    make_cover(drawing, village)
    _make_buildings(drawing, village)
    make_railroads(drawing, village)
    make_roads(drawing, village, heights)
    _make_fields(drawing, village)
    make_slopes(drawing, village, heights)
    _make_names(drawing, village)
    for fact in drawing.facts:
        _apply(village, fact)
    return village


def _make_buildings(drawing: Drawing, village: Village) -> None:
    for building in drawing.items("building"):
        hexes = spots(building["hexes"])
        for spot in hexes:
            plot = _build(village, spot, building["kind"], building["storeys"])
            plot.name = building.get("name", "")
            plot.joins = {side for side, there in village.near(spot) if there in hexes}
            plot.steeple = hex_name(spot) == building.get("steeple", "")
    for kind, text in drawing.words["houses"].items():
        material, _, storeys = kind.partition("_")
        for spot in spots(text):
            _build(village, spot, material, int(storeys))


def _build(village: Village, spot: tuple[int, int], material: str, storeys: int) -> Plot:
    plot = village.plots[spot]
    assert not plot.building, f"two buildings in {hex_name(spot)}"
    plot.building, plot.storeys = f"{material}_building", storeys
    plot.terrain = "open_ground"
    return plot


def _make_fields(drawing: Drawing, village: Village) -> None:
    """Hedges, walls and fences round fields, with gaps where a way goes through."""
    for field in drawing.items("field"):
        inside = set(region(village, field["ring"]) if "ring" in field else [])
        inside |= set(spots(field.get("hexes", "")))
        gaps = set(pairs(field.get("gaps", "")))
        for spot in sorted(inside):
            for number, side in enumerate(all_sides(spot)):
                there = beyond(spot, number)
                if there in inside or there not in village.plots or side in gaps:
                    continue
                village.sides.setdefault(side, field["edge"])
    for line in drawing.items("line"):
        for side in pairs(line["sides"]):
            village.sides[side] = line["edge"]
    for street in drawing.items("street"):
        for side in pairs(street["sides"]):
            village.streets[side] = "paved" if street["paved"] else "unpaved"
    village.sides = {
        side: edge for side, edge in village.sides.items() if not _is_open(village, side)
    }


def _is_open(village: Village, side: Side) -> bool:
    """Whether nothing can stand on a hexside: a way, water or a house lies across it."""
    spot, number = village.owner(side)
    plot = village.plots[spot]
    other = village.plots.get(beyond(spot, number))
    return (
        number in plot.road | plot.rails | plot.joins | plot.under_sides
        or side in village.streets
        or other is None
        or "water" in (plot.terrain, other.terrain)
    )


def _make_names(drawing: Drawing, village: Village) -> None:
    for name, text in drawing.words.get("names", {}).items():
        for spot in spots(text):
            village.plots[spot].name = name


# -- facts ----------------------------------------------------------------------------------------


def _apply(village: Village, fact: Fact) -> None:
    setter = _SETTERS.get(fact.what)
    if setter is None:
        return
    column = setter(village, fact)
    if column and len(fact.at) == 1:
        _mark(village.plots[fact.at[0]], column, fact.rule)
    elif column:
        spot, _ = village.owner(between(*fact.at))
        if column == "slopes":
            spot = village.slopes[between(*fact.at)]
        _mark(village.plots[spot], column, fact.rule)


def _mark(plot: Plot, column: str, rule: str) -> None:
    plot.printed |= set(column.split())
    if rule not in plot.rules:
        plot.rules.append(rule)


def _set_terrain(village: Village, fact: Fact) -> str:
    village.plots[fact.at[0]].terrain = fact.value
    return "terrain"


def _set_building(village: Village, fact: Fact) -> str:
    plot = village.plots[fact.at[0]]
    plot.building = plot.building or "stone_building"
    return "building"


def _set_storeys(village: Village, fact: Fact) -> str:
    village.plots[fact.at[0]].storeys = int(fact.value)
    return "storeys"


def _set_steeple(village: Village, fact: Fact) -> str:
    village.plots[fact.at[0]].steeple = True
    return "steeple"


def _set_side(village: Village, fact: Fact) -> str:
    village.sides[between(*fact.at)] = fact.value
    return "sides"


def _set_slope(village: Village, fact: Fact) -> str:
    village.slopes[between(*fact.at)] = parse_hex(fact.value)
    return "slopes"


def _set_crest_slope(village: Village, fact: Fact) -> str:
    village.slopes[between(*fact.at)] = max(fact.at, key=lambda spot: village.plots[spot].level)
    return "slopes"


def _set_street(village: Village, fact: Fact) -> str:
    side = between(*fact.at)
    village.streets[side] = fact.value
    village.sides.pop(side, None)
    return "streets"


_SETTERS: dict[str, Callable[[Village, Fact], str]] = {
    "level": lambda _village, _fact: "level",
    "terrain": _set_terrain,
    "building": _set_building,
    "storeys": _set_storeys,
    "steeple": _set_steeple,
    "stream": lambda _village, _fact: "under",
    "culvert": lambda _village, _fact: "under",
    "ford": lambda _village, _fact: "ford",
    "bridge": lambda _village, _fact: "bridge",
    "road": lambda _village, _fact: "road",
    "side": _set_side,
    "slope": _set_slope,
    "crest_slope": _set_crest_slope,
    "street": _set_street,
}
"""How each kind of fact is put into the map; returns the column that it makes ``printed``."""


# -- the files ------------------------------------------------------------------------------------


def map_files() -> dict[str, str]:
    """The names and texts of all map files that are made."""
    files = {name: map_csv(load_drawing(name)) for name in MAPS}
    return files | {name: cut_csv(files[window.map], window) for name, window in WINDOWS.items()}


def main() -> None:
    """Write the maps into the game's data folder."""
    for name, text in map_files().items():
        (FOLDER / f"{name}.csv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
