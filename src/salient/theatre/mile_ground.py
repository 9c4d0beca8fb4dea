"""The terrain of the mile map by what covers a hex."""

from __future__ import annotations

from collections.abc import Iterable

from salient.boards.hexes import Hex
from salient.theatre.geography import Line, load_theatre
from salient.theatre.hex_cover import Area, cover
from salient.theatre.hex_grid import MILES

#: So many sample points along the width of a hex and along the height of a row.
_SAMPLES = 7
#: A light wood counts only so much.
_DENSITY = {"deep": 1.0, "light": 0.6}
#: From which share on a hex is marsh, forest, woods, broken ground.
_MARSH, _FOREST, _WOODS, _BROKEN = 0.5, 0.6, 0.22, 0.5
#: Woods on ground that is broken for at least this share count as broken ground.
_BROKEN_WOODS = 0.6


def make_terrain() -> dict[Hex, str]:
    """The terrain of every hex: clear, woods, forest, broken or marsh."""
    theatre = load_theatre()
    woods: list[Area] = [(_DENSITY[it.density], _in_plane(it.rings)) for it in theatre.woods]
    broken: list[Area] = [(it.kind == "broken", _in_plane(it.rings)) for it in theatre.relief]
    marshes: list[Area] = [(1.0, _in_plane(rings)) for rings in theatre.marshes]
    shares = [cover(MILES, areas, _SAMPLES) for areas in (woods, broken, marshes)]
    return {hex_: _terrain(*(share[hex_] for share in shares)) for hex_ in MILES.hexes()}


def _terrain(wooded: float, broken: float, marsh: float) -> str:
    if marsh >= _MARSH:
        return "marsh"
    if wooded >= _FOREST:
        return "forest"
    if wooded >= _WOODS and broken < _BROKEN_WOODS:
        return "woods"
    return "broken" if broken >= _BROKEN else "clear"


def _in_plane(rings: Iterable[Line]) -> list[Line]:
    return [MILES.line_to_plane(ring) for ring in rings]
