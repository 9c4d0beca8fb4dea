"""How much of each hex something covers: woods, relief, marsh."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from salient.boards.hexes import Hex
from salient.theatre.geography import Line
from salient.theatre.hex_grid import ROW, Grid, hex_at
from salient.theatre.planar import segments

Area = tuple[float, Sequence[Line]]
"""What an area counts, and its rings in the grid's plane (holes included, even-odd)."""


def cover(grid: Grid, areas: Sequence[Area], samples: int) -> dict[Hex, float]:
    """The mean of what areas count over each hex of a map.

    Args:
        grid: The grid.
        areas: The areas; where several lie over each other the last counts.
        samples: Sample points along the width of a hex and along the height of a row.
    """
    count: dict[Hex, int] = defaultdict(int)
    total: dict[Hex, float] = defaultdict(float)
    for y, points in _sample(grid, samples):
        found: dict[int, float] = {}
        for value, rings in areas:
            found |= dict.fromkeys(_inside(rings, y, samples), value)
        for i, hex_ in points:
            count[hex_] += 1
            total[hex_] += found.get(i, 0.0)
    return {hex_: total[hex_] / count[hex_] for hex_ in grid.hexes()}


@lru_cache(maxsize=1)
def _sample(grid: Grid, samples: int) -> list[tuple[float, list[tuple[int, Hex]]]]:
    """The sample points on a map, row by row: the height, and each point with its hex."""
    rows = []
    for row in range(samples * (grid.rows + 1)):
        y = (row + 0.5) * ROW / samples + ROW / 2
        along = range(samples // 2, samples * (grid.columns + 1))
        points = ((i, hex_at(((i + 0.5) / samples, y))) for i in along)
        rows.append((y, [(i, hex_) for i, hex_ in points if grid.has(hex_)]))
    return rows


def _inside(rings: Sequence[Line], y: float, samples: int) -> Iterator[int]:
    """The sample points of a row that lie inside some rings."""
    cuts = sorted(
        x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for ring in rings
        for (x0, y0), (x1, y1) in segments(ring)
        if (y0 > y) != (y1 > y)
    )
    for left, right in zip(cuts[::2], cuts[1::2], strict=True):
        yield from range(math.ceil(left * samples - 0.5), math.ceil(right * samples - 0.5))
