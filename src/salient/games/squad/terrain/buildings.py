"""Buildings, steeples and towers as obstacles (rules B23, P5.2, P5.3, B34).

A house stands in the middle of its hex and leaves room beside it; a building of several hexes
reaches the hexsides that it crosses.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from salient.boards.sight_lines import CORE
from salient.boards.sight_map import LEVEL, Feature, Stand
from salient.games.squad.terrain.rows import HexRow

HALF = LEVEL // 2


def building_height(storeys: int) -> int:
    """How high a building stands, in quarter levels. Rules B23.21, B23.22, B23.23, P5.3.

    One storey is one level; more reach half a level above their top floor, so that two storeys
    are 1 1/2 levels.

    >>> [building_height(storeys) for storeys in (1, 2, 3)]
    [4, 6, 10]
    """
    return LEVEL if storeys == 1 else (storeys - 1) * LEVEL + HALF


def building_levels(storeys: int, *, steeple: bool = False) -> list[int]:
    """The levels above ground where units can be, the ground floor first. Rules P5.2a, P5.3.

    >>> building_levels(2, steeple=True)
    [0, 1, 2]
    """
    return list(range(storeys + steeple))


def has_roof(row: HexRow) -> bool:
    """Whether a building has a rooftop to stand on. Rules B23.8, B23.21, P5.2b, P5.3.

    Houses of one storey, two-storey houses of one hex and steeples have none.
    """
    return bool(row.building) and not row.steeple and row.storeys > (1 if row.joins else 2)


def stand_building(
    feature: Feature, base: int, storeys: int, joins: int, steeple: Feature | None = None
) -> list[Stand]:
    """A building in its hex, with a steeple on top if it has one. Rules B23, P5.2a, P5.3.

    A steeple is one more location above the highest one; like a tower it reaches half a level
    above it (reading).

    Args:
        feature: The kind of building.
        base: The level of the ground.
        storeys: How many floors it has.
        joins: The hexsides that it crosses.
        steeple: What a steeple is, if it has one.
    """
    parts = CORE | joins
    house = msgspec.structs.replace(feature, height=building_height(storeys))
    stands = [Stand(house, base, parts, joins)]
    if steeple is not None:
        spire = msgspec.structs.replace(steeple, height=storeys * LEVEL + HALF)
        stands.append(Stand(spire, base, CORE, 0))
    return stands


def round_off(row: HexRow, special: Collection[str]) -> HexRow:
    """Without the special rule a tower is no more than a round house of wood. Rule fn-B18."""
    if not row.tower or "towers" in special:
        return row
    house = row.building or "wooden_building"
    return msgspec.structs.replace(row, tower=0, tower_hinders="", building=house)


def part_rowhouse(feature: Feature, storeys: Collection[int]) -> Feature:
    """The black line between two houses of a row: a wall as high as the higher one.

    Rules fn-B3B, err-B23.712: houses of different heights may stand in one row, and nobody below
    its top sees across, not even from beside it.
    """
    height = max(map(building_height, storeys))
    return msgspec.structs.replace(feature, height=height, solid=True)


def stand_tower(feature: Feature, base: int, location: int) -> Stand:
    """A tower: as high as its one location and half a level more. Rules B34.1, B34.2a, ex-B34.2.

    Args:
        feature: A tower that blocks or one that hinders, as the scenario says.
        base: The level of the ground.
        location: The level of its location above ground.
    """
    tower = msgspec.structs.replace(feature, height=location * LEVEL + HALF)
    return Stand(tower, base, CORE, 0)
