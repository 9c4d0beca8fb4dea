"""What a map of 40-metre hexes shows of each hex: the words between the game and the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NOTHING = ("",) * 6


class HexPicture(NamedTuple):
    """What is drawn of a hex.

    Attributes:
        name: What it is called on the map.
        spot: Its doubled coordinates.
        level: Base level.
        terrain: What fills it.
        building: ``wood``, ``stone`` or nothing.
        storeys: Floors of the building.
        steeple: Whether the building has a steeple.
        joins: Sides that the building reaches across.
        tower: Level of a tower's top, 0 without one.
        open_tower: Whether one can see through the tower.
        road, paved, path: Sides that a road crosses, those where it is paved, those of a path.
        under: A depression or an embankment, by its name in the terrain chart.
        under_sides: Sides that it crosses.
        rails: Sides that a railroad crosses.
        cars: Whether rail cars are printed on the track.
        bridge: Whether there is a bridge; ``deck`` are the sides it joins.
        ford: Whether the stream has a ford.
        slopes: Sides beyond which the ground falls off.
        sides: What stands on each side.
        streets: What runs along each side: a narrow street or nothing.
        label: What people call the place.
        goal: Whether it counts for victory.
    """

    name: str
    spot: tuple[int, int]
    level: int = 0
    terrain: str = "open_ground"
    building: str = ""
    storeys: int = 1
    steeple: bool = False
    joins: int = 0
    tower: int = 0
    open_tower: bool = False
    road: int = 0
    paved: int = 0
    path: int = 0
    under: str = ""
    under_sides: int = 0
    rails: int = 0
    cars: bool = False
    bridge: bool = False
    deck: int = 0
    ford: bool = False
    slopes: int = 0
    sides: Sequence[str] = NOTHING
    streets: Sequence[str] = NOTHING
    label: str = ""
    goal: bool = False
