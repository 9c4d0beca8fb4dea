"""The base terrain of each hex from woods and relief: rule 3.3 lets woods win over hills."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, Line, load_theatre, read_rows
from salient.theatre.hex_grid import ROW, Grid, hex_at
from salient.theatre.planar import segments

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


def make_terrain(grid: Grid, flat: Collection[str]) -> dict[Hex, str]:
    """The terrain of every hex: plain, hill, light or deep (light or deep forest).

    Args:
        grid: The grid.
        flat: The names of relief areas that are no hills whatever their height.
    """
    count: dict[Hex, int] = defaultdict(int)
    wooded: dict[Hex, float] = defaultdict(float)
    hilly: dict[Hex, int] = defaultdict(int)
    woods, relief = _woods(grid), _relief(grid, flat)
    for row in range(_SAMPLES * (grid.rows + 1)):
        y = (row + 0.5) * ROW / _SAMPLES + ROW / 2
        green: dict[int, float] = {}
        for density, rings in woods:
            green |= dict.fromkeys(_inside(rings, y), density)
        high: dict[int, bool] = {}
        for is_hill, rings in relief:
            high |= dict.fromkeys(_inside(rings, y), is_hill)
        for i in range(_SAMPLES // 2, _SAMPLES * (grid.columns + 1)):
            hex_ = hex_at((_x(i), y))
            if grid.has(hex_):
                count[hex_] += 1
                wooded[hex_] += green.get(i, 0.0)
                hilly[hex_] += high.get(i, False)
    return {hex_: _terrain(wooded[hex_] / n, hilly[hex_] / n) for hex_, n in sorted(count.items())}


def _terrain(wooded: float, hilly: float) -> str:
    if wooded >= _DEEP_SHARE:
        return "deep"
    if wooded >= _LIGHT_SHARE:
        return "light"
    return "hill" if hilly >= _HILL_SHARE else "plain"


def _woods(grid: Grid) -> list[tuple[float, list[Line]]]:
    """The woods: how much they count, and their rings."""
    woods = [
        (_DENSITY[wood.density], [grid.line_to_plane(ring) for ring in wood.rings])
        for wood in load_theatre().woods
    ]
    more = [row for row in read_rows(DATA / "bulge-ground.csv") if row["kind"] in _DENSITY]
    return [*woods, *((_DENSITY[row["kind"]], [_ring(grid, row)]) for row in more)]


def _relief(grid: Grid, flat: Collection[str]) -> list[tuple[bool, list[Line]]]:
    """The relief areas, those that win over others last: whether hills, and their rings."""
    areas = [
        (_is_hill(row["kind"], float(row["z"])), [_ring(grid, row)])
        for row in read_rows(DATA / "bulge-ground.csv")
        if row["kind"] not in _DENSITY
    ]
    with (DATA / "hills.geojson").open(encoding="utf-8") as file:
        features = json.load(file)["features"]
    for feature in sorted(features, key=lambda it: int(it["properties"]["prio"])):
        it, shape = feature["properties"], feature["geometry"]
        parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        rings = [
            grid.line_to_plane(tuple((x, y) for x, y in ring)) for part in parts for ring in part
        ]
        areas.append((it["name"] not in flat and _is_hill(it["kind"], it["z"]), rings))
    return areas


def _is_hill(kind: str, height: float) -> bool:
    return height >= _LOWEST_HILL.get(kind, math.inf)


def _ring(grid: Grid, row: dict[str, str]) -> Line:
    points = [point.split() for point in row["points"].split(",")]
    ring = tuple((float(lon), float(lat)) for lon, lat in points)
    return grid.line_to_plane((*ring, ring[0]))


def _x(i: int) -> float:
    return (i + 0.5) / _SAMPLES


def _inside(rings: Sequence[Line], y: float) -> Iterator[int]:
    """The sample points of a row that lie inside some rings, even-odd."""
    cuts = sorted(
        x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for ring in rings
        for (x0, y0), (x1, y1) in segments(ring)
        if (y0 > y) != (y1 > y)
    )
    for left, right in zip(cuts[::2], cuts[1::2], strict=True):
        yield from range(math.ceil(left * _SAMPLES - 0.5), math.ceil(right * _SAMPLES - 0.5))
