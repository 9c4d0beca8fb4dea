"""What is needed to draw the mile map, in map units: ``map.json``."""

from __future__ import annotations

from typing import Any

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, read_rows
from salient.theatre.hex_drawing import (
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
from salient.theatre.hex_grid import MILES, ROW, centre
from salient.theatre.mile_model import Gate, MileMap

_GROUNDS = ("broken", "woods", "forest", "marsh")


def map_json(mile_map: MileMap) -> str:
    """The text of ``map.json``, one line per thing.

    Each kind of ground is rings round the hexes of that terrain (even-odd).
    """
    width, height = MILES.map_size()
    exits = {gate.hex for gate in mile_map.gates}
    japanese = {row["label"]: row["ja"] for row in read_rows(DATA / "mile-rivers.csv")}
    lines = read_rows(DATA / "mile-lines.csv")
    document: dict[str, Any] = {
        "width": width,
        "height": height,
        "hex": {
            "width": MILES.hex_width,
            "row": round(MILES.hex_width * ROW, 3),
            "first": to_map(MILES, [centre(Hex(1, 1))])[0],
            "turned": True,
        },
        **{kind: rings(MILES, _of_kind(mile_map, kind)) for kind in _GROUNDS},
        "rivers": [river_line(MILES, river) for river in mile_map.rivers],
        "roads": road_lines(MILES, mile_map.roads, mile_map.named, exits),
        "lines": {row["line"]: _line(row["hexes"]) for row in lines},
        "towns": {
            str(hex_): name_side(MILES, hex_, mile_map.named, mile_map.roads)
            for hex_ in mile_map.named
        },
        "entries": {gate.id: _gate(gate) for gate in mile_map.gates},
        "labels": [
            *land_labels(MILES, read_rows(DATA / "mile-labels.csv")),
            *river_labels(MILES, mile_map.rivers, japanese),
        ],
    }
    return json_lines(document)


def _of_kind(mile_map: MileMap, kind: str) -> set[Hex]:
    return {hex_ for hex_, terrain in mile_map.terrain.items() if terrain == kind}


def _line(hexes: str) -> list[list[float]]:
    return to_map(MILES, (centre(Hex.parse(number)) for number in hexes.split()))


def _gate(gate: Gate) -> dict[str, Any]:
    x, y = to_map(MILES, [outside(MILES, gate.hex)])[0]
    if not MILES.has_at_edge(gate.hex):
        y -= MILES.hex_width / 3  # over the town that is the gate
    names = {"name": gate.name, "ja": gate.ja}
    return {"x": x, "y": y, "hex": str(gate.hex), "colour": gate.side} | names
