"""The lines of map files. ``docs/sight.md`` has the columns with examples."""

from __future__ import annotations

from typing import Literal

from salient.engine.data import Sourced


class HexRow(Sourced, frozen=True):
    """A line of a map file. Sides are N, NE, SE, S, SW, NW, separated by spaces.

    Attributes:
        hex: Its name, e.g. ``E5`` or ``AA12``.
        level: Its base level.
        terrain: What fills it.
        building: ``wooden_building`` or ``stone_building``.
        storeys: Floors of the building (rules B23.2, P5.3).
        steeple: Whether it has a steeple (rule P5.2a).
        joins: Sides that the building reaches across.
        tower: Level of a tower's location above ground (rule B34.2a).
        tower_hinders: Whether the tower hinders instead of blocking.
        under: A depression or an embankment: ``gully``, ``stream``, ``culvert``, ``sunken_road``,
            ``elevated_road``, ``rail``, ``rail_embankment``, ``rail_elevated``, ``sunken_rail``.
        under_sides: Sides that it crosses.
        rail_sides: Sides that a railroad crosses; for a railroad ``under`` they may be left out.
        cars: Rail cars, printed or as a counter (rules B32.5, B32.6).
        road: Sides that a road crosses.
        bridge: Whether the road crosses the hex on a bridge.
        sides: What stands on its sides, e.g. ``N:wall SE:hedge``.
        slopes: Sides beyond which the ground falls off: across them this hex is up-slope (P2.2a).
        paved: Those of the road's sides where it is paved.
        streets: Sides that a narrow street runs along, e.g. ``NE:paved SE:unpaved`` (rule P5.1).
        ford: Whether the stream has a printed ford (rule P4.3).
        path: Sides that a path through woods crosses (rules B13.6, B36.3).
        lower: Sides towards which the ground lies a level lower, beyond a crest line that runs
            through the hex: it counts if the players agree on it (footnote fn-B3A).
        name: What people call the building, the place or the water.
    """

    hex: str
    level: int = 0
    terrain: str = "open_ground"
    building: str = ""
    storeys: int = 1
    steeple: Literal["", "yes"] = ""
    joins: str = ""
    tower: int = 0
    tower_hinders: Literal["", "yes"] = ""
    under: str = ""
    under_sides: str = ""
    rail_sides: str = ""
    cars: Literal["", "printed", "counter"] = ""
    road: str = ""
    bridge: Literal["", "yes", "debris"] = ""
    sides: str = ""
    slopes: str = ""
    paved: str = ""
    streets: str = ""
    ford: Literal["", "yes"] = ""
    path: str = ""
    lower: str = ""
    name: str = ""
