"""Slopes of the map: which sides of a hex are down-slope, and which hexes they shelter. Rule P2."""

from __future__ import annotations

from salient.boards.sight_lines import STEPS, opposite
from salient.boards.sight_map import SightMap, Spot


def down_slope_sides(board: SightMap, spot: Spot) -> int:
    """The sides of a hex across which it is down-slope: the neighbour's falling sides. P2.2a."""
    sides = 0
    for side, (dc, dh) in enumerate(STEPS):
        beyond = board.cells.get((spot[0] + dc, spot[1] + dh))
        if beyond is not None and beyond.slopes >> opposite(side) & 1:
            sides |= 1 << side
    return sides


def is_sheltered(sides: int) -> bool:
    """Whether a hex has enough down-slope sides for cover. Rule P2.41a.

    Three of them are enough, and so are two that do not touch (reading: share no corner).

    >>> is_sheltered(0b000011), is_sheltered(0b000101), is_sheltered(0b000111)
    (False, True, True)
    """
    if sides.bit_count() >= 3:
        return True
    touching = sides & (sides << 1 | sides >> 5) & 63
    return sides.bit_count() == 2 and not touching
