"""What war has drawn over the mile map: army areas, corps areas, the West Wall, the far bank."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, Line, read_rows
from salient.theatre.hex_grid import MILES, Side, centre, distance, hex_at, neighbours, side_of
from salient.theatre.mile_model import Named, Water

#: The rivers whose far bank is German at the start.
_BORDER = ("Our", "Sûre", "Moselle")
#: LXVII Corps: how far south its area goes west of the Olef, and east of it (the columns where the
#: stream begins and ends).
_WEST, _WEST_ROW, _EAST, _EAST_ROW = 90, 12, 98, 5


def _is_north(line: Sequence[Hex], hex_: Hex) -> bool:
    """Whether a hex lies north of a line from hex to hex, or on it."""
    points = sorted((hex_.row, centre(hex_)[0]) for hex_ in line)
    column, place = hex_.row, centre(hex_)[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 <= column <= x1:
            return place <= y0 + (y1 - y0) * (column - x0) / (x1 - x0) + 1e-9
    return place <= (points[0] if column < points[0][0] else points[-1])[1]


def _hexes(text: str) -> list[Hex]:
    return [Hex.parse(number) for number in text.split()]


def make_armies() -> dict[Hex, str]:
    """The German army area of each hex: 6PA, 5PA or 7A."""
    lines = [(row["line"], _hexes(row["hexes"])) for row in read_rows(DATA / "mile-lines.csv")]
    last = lines[-1][0].split("/")[1]
    return {
        hex_: next((name.split("/")[0] for name, line in lines if _is_north(line, hex_)), last)
        for hex_ in MILES.hexes()
    }


def make_areas() -> dict[tuple[str, str], set[Hex]]:
    """The areas of operations of the US corps, by the turn from which they hold and the corps."""
    areas: dict[tuple[str, str], set[Hex]] = {}
    for row in read_rows(DATA / "mile-areas.csv"):
        part = {hex_ for hex_ in MILES.hexes() if _is_in_area(row, hex_)}
        areas.setdefault((row["turn"], row["corps"]), set()).update(part)
    return areas


def _is_in_area(row: Mapping[str, str], hex_: Hex) -> bool:
    if row["around"]:
        middle, reach = row["around"].split()
        return distance(Hex.parse(middle), hex_) <= int(reach)
    if not int(row["west"] or 1) <= hex_.row <= int(row["east"] or MILES.rows):
        return False
    if row["north"] and _is_north(_hexes(row["north"]), hex_):
        return False
    return not row["south"] or _is_north(_hexes(row["south"]), hex_)


def _flood(
    starts: Collection[Hex], is_open: Callable[[Hex], bool], shut: Collection[Side]
) -> set[Hex]:
    """Everything that is reached through open hexes without crossing some sides."""
    seen, front = set(starts), sorted(starts)
    while front:
        hex_ = front.pop()
        for there in neighbours(hex_):
            fresh = MILES.has(there) and there not in seen and is_open(there)
            if fresh and side_of(hex_, there) not in shut:
                seen.add(there)
                front.append(there)
    return seen


def make_east(water: Mapping[Side, Water], armies: Mapping[Hex, str]) -> set[Hex]:
    """The hexes of 5th Panzer Army and 7th Army east of the Our and north-east of the Sauer."""
    border = {side for side, flow in water.items() if flow.name in _BORDER}
    mouth = max(hex_ for side, flow in water.items() if flow.name == "Sûre" for hex_ in side)
    edge = (Hex(MILES.rows, column) for column in range(1, mouth.column + 1))
    starts = {hex_ for hex_ in edge if armies[hex_] != "6PA"}
    return _flood(starts, lambda hex_: armies[hex_] != "6PA", border)


def make_lxvii(water: Mapping[Side, Water]) -> set[Hex]:
    """The area of LXVII Corps, north or north-west of the Olef and of its line prolonged."""
    olef = {side for side, flow in water.items() if flow.name == "Olef"}

    def is_open(hex_: Hex) -> bool:
        if hex_.row <= _WEST:
            return hex_.column <= _WEST_ROW
        return hex_.row < _EAST or hex_.column <= _EAST_ROW

    return _flood([Hex(_WEST, 1)], is_open, olef)


def make_wall(named: Mapping[Hex, Named], fixed: Mapping[Hex, str]) -> set[Hex]:
    """The fortress hexes: the West Wall where a village lies in it, and some by hand."""
    found = {hex_ for hex_ in _wall_line() if hex_ in named}
    found |= {hex_ for hex_, value in fixed.items() if value == "1"}
    return found - {hex_ for hex_, value in fixed.items() if value == "0"}


def _wall_line() -> Iterator[Hex]:
    """The hexes that the main belt of the West Wall passes."""
    with (DATA / "westwall.geojson").open(encoding="utf-8") as file:
        features = json.load(file)["features"]
    belt = next(it for it in features if it["properties"]["name"] == "West Wall (main belt)")
    line: Line = MILES.line_to_plane(tuple((x, y) for x, y in belt["geometry"]["coordinates"]))
    for (x0, y0), (x1, y1) in pairwise(line):
        for i in range(20):
            yield hex_at((x0 + (x1 - x0) * i / 20, y0 + (y1 - y0) * i / 20))
