"""What is needed to draw the hex map, in map units: ``map.json``."""

from __future__ import annotations

from typing import Any

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, read_rows
from salient.theatre.hex_drawing import (
    cut,
    json_lines,
    land_labels,
    name_side,
    outside,
    rings,
    river_labels,
    river_line,
    road_lines,
    to_map,
)
from salient.theatre.hex_grid import ARDENNES, ROW, centre
from salient.theatre.hex_model import Entry, HexMap


def map_json(hex_map: HexMap) -> str:
    """The text of ``map.json``, one line per thing.

    ``woods``, ``deep`` and ``hills`` are rings round the hexes of that terrain (even-odd).
    """
    width, height = ARDENNES.map_size()
    woods = {hex_ for hex_, terrain in hex_map.terrain.items() if terrain in ("light", "deep")}
    deep = {hex_ for hex_, terrain in hex_map.terrain.items() if terrain == "deep"}
    hills = {hex_ for hex_, terrain in hex_map.terrain.items() if terrain == "hill"}
    exits = {entry.hex for entry in hex_map.entries}
    japanese = {row["label"]: row["ja"] for row in read_rows(DATA / "bulge-rivers.csv")}
    document: dict[str, Any] = {
        "width": width,
        "height": height,
        "hex": {
            "width": ARDENNES.hex_width,
            "row": round(ARDENNES.hex_width * ROW, 3),
            "first": to_map(ARDENNES, [centre(Hex(1, 1))])[0],
        },
        "hills": rings(ARDENNES, hills),
        "woods": rings(ARDENNES, woods),
        "deep": rings(ARDENNES, deep),
        "rivers": [river_line(ARDENNES, river) for river in hex_map.rivers],
        "roads": road_lines(ARDENNES, hex_map.roads, hex_map.towns, exits),
        "wall": to_map(ARDENNES, cut(list(map(centre, hex_map.wall)), 1)),
        "lines": {line.name: to_map(ARDENNES, map(centre, line.hexes)) for line in hex_map.lines},
        "towns": {
            str(hex_): name_side(ARDENNES, hex_, hex_map.towns, hex_map.roads)
            for hex_ in hex_map.towns
        },
        "entries": {entry.id: _entry(entry) for entry in hex_map.entries},
        "labels": [
            *land_labels(ARDENNES, read_rows(DATA / "bulge-labels.csv")),
            *river_labels(ARDENNES, hex_map.rivers, japanese),
        ],
    }
    return json_lines(document)


def _entry(entry: Entry) -> dict[str, Any]:
    x, y = to_map(ARDENNES, [outside(ARDENNES, entry.hex)])[0]
    return {"x": x, "y": y, "hex": str(entry.hex), "colour": entry.colour, "name": entry.name}
