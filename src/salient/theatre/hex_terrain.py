"""The base terrain of each hex from woods and relief: rule 3.3 lets woods win over hills."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, Line, load_theatre, read_rows
from salient.theatre.hex_cover import Area, cover
from salient.theatre.hex_grid import ARDENNES

#: So many sample points along the width and along the height of a row.
_SAMPLES = 10
#: A hex is wholly green if at least this part of it is wooded, and partly green from the second.
_DEEP_SHARE, _LIGHT_SHARE = 0.66, 0.22
#: A light wood counts only so much.
_DENSITY = {"deep": 1.0, "light": 0.75}
#: A hex is a hill if at least this part of it is high or broken ground.
_HILL_SHARE = 0.45
#: From which mean height on, in metres, relief of a kind is a hill (rule 3.1: 300 to 500 and more).
_LOWEST_HILL = {"plateau": 300, "broken": 300, "high": 300, "ridge": 300, "rolling": 500}


def make_terrain(flat: Collection[str]) -> dict[Hex, str]:
    """The terrain of every hex: plain, hill, light or deep (light or deep forest).

    Args:
        flat: The names of relief areas that are no hills whatever their height.
    """
    wooded, hilly = cover(ARDENNES, _woods(), _SAMPLES), cover(ARDENNES, _relief(flat), _SAMPLES)
    return {hex_: _terrain(wooded[hex_], hilly[hex_]) for hex_ in ARDENNES.hexes()}


def _terrain(wooded: float, hilly: float) -> str:
    if wooded >= _DEEP_SHARE:
        return "deep"
    if wooded >= _LIGHT_SHARE:
        return "light"
    return "hill" if hilly >= _HILL_SHARE else "plain"


def _woods() -> list[Area]:
    """The woods: how much they count, and their rings."""
    woods = [(_DENSITY[wood.density], _in_plane(wood.rings)) for wood in load_theatre().woods]
    more = [row for row in read_rows(DATA / "bulge-ground.csv") if row["kind"] in _DENSITY]
    return [*woods, *((_DENSITY[row["kind"]], [_ring(row)]) for row in more)]


def _relief(flat: Collection[str]) -> list[Area]:
    """The relief areas, those that win over others last: whether hills, and their rings."""
    own: list[Area] = [
        (_is_hill(row["kind"], float(row["z"])), [_ring(row)])
        for row in read_rows(DATA / "bulge-ground.csv")
        if row["kind"] not in _DENSITY
    ]
    return [
        *own,
        *(
            (area.name not in flat and _is_hill(area.kind, area.height), _in_plane(area.rings))
            for area in load_theatre().relief
        ),
    ]


def _in_plane(rings: Iterable[Line]) -> list[Line]:
    return [ARDENNES.line_to_plane(ring) for ring in rings]


def _is_hill(kind: str, height: float) -> bool:
    return height >= _LOWEST_HILL.get(kind, math.inf)


def _ring(row: dict[str, str]) -> Line:
    points = [point.split() for point in row["points"].split(",")]
    ring = tuple((float(lon), float(lat)) for lon, lat in points)
    return ARDENNES.line_to_plane((*ring, ring[0]))
