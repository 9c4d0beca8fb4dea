"""The lie of the land: heights from spots, levels from heights, slopes where it is steep."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from salient.boards.sight_map import Spot, parse_hex
from salient.theatre.village_map_model import (
    Drawing,
    Village,
    all_sides,
    between,
    beyond,
    centre,
    region,
)

Heights = dict[Spot, float]

STIFFNESS = 3.0
"""How far the ground may leave a spot height to be smooth."""


def make_heights(drawing: Drawing, village: Village) -> Heights:
    """The height of every hex, in levels: a thin plate bent through the known heights."""
    plate = _Plate(_spot_heights(drawing.words["heights"]) | _fixed(drawing))
    seed, swell = drawing.words["swell"]
    return {
        spot: round(plate.height(spot) + swell * _swell(spot, seed), 6) for spot in village.plots
    }


def _spot_heights(text: str) -> Heights:
    words = (word.partition(":") for word in text.split())
    return {parse_hex(name): float(height) for name, _, height in words}


def _fixed(drawing: Drawing) -> Heights:
    """The levels that must come out exactly: those of the drawing, and the facts."""
    facts = {fact.at[0]: float(fact.value) for fact in drawing.about("level")}
    return _spot_heights(drawing.words.get("fixed", "")) | facts


def _swell(spot: Spot, seed: int) -> float:
    """Small folds of the ground that no spot height tells of, always the same for a seed."""
    x, y = centre(spot)
    return sum(_fold(x / reach, y / reach, seed + reach) * reach / 10 for reach in (10, 5))


def _fold(x: float, y: float, seed: int) -> float:
    """A smooth surface between -1 and 1 over a net of squares."""
    column, row = math.floor(x), math.floor(y)
    east, south = (share * share * (3 - 2 * share) for share in (x - column, y - row))
    north = _knot(column, row, seed) * (1 - east) + _knot(column + 1, row, seed) * east
    below = _knot(column, row + 1, seed) * (1 - east) + _knot(column + 1, row + 1, seed) * east
    return north * (1 - south) + below * south


def _knot(column: int, row: int, seed: int) -> float:
    """A number between -1 and 1 for a knot of the net (an integer hash)."""
    mixed = (column * 374761393 + row * 668265263 + seed * 974634777) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 13) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ mixed >> 16) & 0xFFFF) / 32767.5 - 1


class _Plate:
    """A thin-plate spline: the smoothest surface near the known heights."""

    def __init__(self, known: Mapping[Spot, float]) -> None:
        self.points = [centre(spot) for spot in known]
        count = len(self.points)
        rows = []
        for i, (a, height) in enumerate(zip(self.points, known.values(), strict=True)):
            bends = [_bend(math.dist(a, b)) for b in self.points]
            bends[i] += STIFFNESS
            rows.append([*bends, 1.0, *a, height])
        rows += [
            [*column, 0.0, 0.0, 0.0, 0.0]
            for column in ([1.0] * count, *map(list, zip(*self.points, strict=True)))
        ]
        self.weights = _solve(rows)

    def height(self, spot: Spot) -> float:
        """The height of the surface at a hex."""
        x, y = centre(spot)
        *bends, flat, east, south = self.weights
        lifts = (
            weight * _bend(math.dist((x, y), point))
            for weight, point in zip(bends, self.points, strict=True)
        )
        return math.fsum((flat, east * x, south * y, *lifts))


def _bend(distance: float) -> float:
    return distance * distance * math.log(distance) if distance else 0.0


def _solve(rows: list[list[float]]) -> list[float]:
    """Solve linear equations, each a row of factors and the result (Gauss, with pivots)."""
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i]
        for row in rows[i + 1 :]:
            share = row[i] / pivot[i]
            if share:
                row[i:] = [a - share * b for a, b in zip(row[i:], pivot[i:], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = math.fsum(rows[i][k] * found[k] for k in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


def make_levels(
    drawing: Drawing, village: Village, heights: Heights, streams: Sequence[Sequence[Spot]]
) -> None:
    """Round heights to levels; streams never climb, and neighbours differ by one at most."""
    low, high = drawing.words["levels"]
    fixed = {spot: round(height) for spot, height in _fixed(drawing).items()}
    levels = {
        spot: fixed.get(spot, min(max(round(height), low), high))
        for spot, height in heights.items()
    }
    for _ in range(4):
        for stream in streams:
            _run_down(levels, stream, fixed)
        _even_out(village, levels, fixed)
    for spot, plot in village.plots.items():
        if plot.terrain != "water":
            plot.level = levels[spot]


def _run_down(levels: dict[Spot, int], stream: Sequence[Spot], fixed: Mapping[Spot, int]) -> None:
    """Lower the bed of a stream wherever it would have to climb."""
    lowest = levels[stream[0]]
    for spot in stream:
        lowest = min(lowest, levels[spot])
        if spot not in fixed:
            levels[spot] = lowest


def _even_out(village: Village, levels: dict[Spot, int], fixed: Mapping[Spot, int]) -> None:
    """Lower hexes that stand more than a level above a neighbour, raise what fixed ones need."""
    for _ in range(12):
        changed = False
        for spot in village.plots:
            if spot in fixed:
                continue
            around = [levels[there] for _, there in village.near(spot)]
            needed = [fixed[there] - 1 for _, there in village.near(spot) if there in fixed]
            level = max(min(levels[spot], min(around) + 1), *needed, -9)
            changed |= level != levels[spot]
            levels[spot] = level
        if not changed:
            return
    raise ValueError("the ground is too steep for the known levels")


def make_slopes(drawing: Drawing, village: Village, heights: Heights) -> None:
    """Slope hexsides where the ground falls off steeply without a change of level, or with one.

    A crest line that is a slope as well is steeper still: no vehicle can cross it (rule P2.53),
    so no road does.
    """
    gentle, steep = drawing.words["slopes"]
    bare = {spot for ring in drawing.words.get("no_slopes", []) for spot in region(village, ring)}
    for spot, plot in village.plots.items():
        if plot.terrain == "water" or spot in bare:
            continue
        for side in all_sides(spot)[:3]:
            there = beyond(spot, side[2])
            other = village.plots.get(there)
            if other is None or other.terrain == "water" or there in bare:
                continue
            fall = heights[spot] - heights[there]
            upper = spot if fall > 0 else there
            step = (plot.level - other.level) * (1 if fall > 0 else -1)
            is_road = side[2] in plot.road
            if (step == 0 and abs(fall) >= gentle) or (
                step == 1 and abs(fall) >= steep and not is_road
            ):
                village.slopes[side] = upper
    for slope in drawing.items("slope"):
        for word in slope["falls"].split():
            upper, lower = map(parse_hex, word.split("-"))
            village.slopes[between(upper, lower)] = upper
