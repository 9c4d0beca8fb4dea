"""The map as places to be in: hexes, locations and the ways between them.

A location is the ground level of a hex, an upper level of a building, a rooftop, a steeple, a
tower, a culvert or a bridge. Locations are numbered, the ground level of every hex first, so that
the number of a hex is the number of its ground level. Sight is asked of the map
:class:`~salient.boards.sight_map.SightMap`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, NewType, cast

import msgspec

from salient.boards.bits import members, set_of, union
from salient.boards.sight_field import Field
from salient.boards.sight_lines import SIDE_NAMES, STEPS, distance, opposite
from salient.boards.sight_map import LEVEL, Cell, Eye, SightMap, Spot, parse_hex
from salient.engine.errors import DataError
from salient.engine.ids import Place, Places
from salient.games.squad.terrain.buildings import building_height, has_roof
from salient.games.squad.terrain.kinds import Terrain
from salient.games.squad.terrain.maps import load_map, load_rows
from salient.games.squad.terrain.railroads import ELEVATED, SUNKEN, crossing_rule
from salient.games.squad.terrain.rows import HexRow
from salient.games.squad.terrain.slopes import down_slope_sides, is_sheltered
from salient.games.squad.terrain.special_rules import apply_special_rules

SIDES = 6
"""Sides of a hex. A hexside is ``SIDES * hex + side``, as one of its two hexes names it."""

NO_SIDE = -1
"""In place of a hexside: stairs, or entering from off the board."""

NO_CORNER = -1
"""In place of a corner of a hex: that of who goes along no hexside."""

Hexagon = NewType("Hexagon", Place)
"""The number of a hex, which is that of its ground level, too: so a hex can stand for a location,
but a location for no hex."""

Hexside = NewType("Hexside", int)
"""A hexside on the map: ``SIDES * hex + side``, as one of its two hexes names it."""

OFF_MAP = Hexagon(Place(-1))
"""In place of a hex: there the map ends."""

NO_HEXSIDE = Hexside(-1)
"""In place of a hexside of the map."""

each_hex = cast(Callable[[int], tuple[Hexagon, ...]], members)
"""The members of a set of hexes."""

apart = cast(Callable[[Hexside, int], tuple[Hexagon, int]], divmod)
"""A hexside as the hex that names it and the side there: ``apart(hexside, SIDES)``."""

Floor = Literal["ground", "upper", "rooftop", "steeple", "tower", "stairs", "culvert", "bridge"]


INSIDE = ("ground", "upper", "rooftop", "steeple")
"""What stairs join: the levels of a building."""


class Hex(msgspec.Struct, frozen=True):
    """A hex of the map.

    Attributes:
        index: Its number, also that of its ground level.
        spot: Its doubled coordinates.
        row: Its line in the map file.
        cell: What it is to sight.
        near: The hexes across its six sides, ``OFF_MAP`` where the map ends.
        sides: What stands on each side (``wall``, ``hedge``, ``fence`` …), empty for nothing.
        road, under, rails: Sides that a road, a depression or embankment, a railroad crosses.
        slopes: Sides beyond which the ground falls off (P2.2a).
        streets: What runs along each side: ``paved`` or ``unpaved`` narrow street (P5.1).
    """

    index: Hexagon
    name: str
    spot: Spot
    row: HexRow
    cell: Cell
    near: tuple[Hexagon, ...]
    sides: tuple[str, ...]
    road: int
    under: int
    rails: int
    slopes: int
    joins: int
    streets: tuple[str, ...] = ("",) * 6

    @property
    def level(self) -> int:
        """Base level in whole levels."""
        return self.row.level

    @property
    def crossing(self) -> str:
        """The rule by which a road crosses a railroad here, empty if none does. Rule B32.4a."""
        return crossing_rule(self.row.under, self.road, self.rails)

    @property
    def deck(self) -> int:
        """The sides that its bridge joins: of the road, or of a track above it. Rule B32.43a."""
        return self.rails if self.crossing == ELEVATED else self.road


class Location(msgspec.Struct, frozen=True):
    """A place to be in.

    Attributes:
        hex: Its hex.
        floor: What it is.
        storey: Levels above the ground of the hex.
        token: Its name in actions: ``H13``, ``J19/1``, ``J16/roof``, ``LL7/culvert``,
            ``T8/bridge``.
    """

    index: Place
    hex: Hexagon
    floor: Floor
    storey: int
    token: str


class Link(NamedTuple):
    """A way from a location to the next: where it leads and the hexside crossed, if any."""

    to: Place
    side: int


@lru_cache(maxsize=1 << 14)
def _along(columns: int, height: int, count: int) -> bytes:
    """How far off so many hexes down a column are, the first over an offset.

    >>> list(_along(1, -3, 4))
    [2, 1, 1, 2]
    """
    return bytes(distance(columns, height + 2 * step) for step in range(count))


class Board:
    """A map file ready for play."""

    def __init__(
        self,
        path: Path,
        terrain: Terrain,
        special: Collection[str] = (),
        window: Sequence[str] = (),
    ) -> None:
        """Read a map file; ``special`` are the special rules in force, ``window`` its part."""
        rows = apply_special_rules(load_rows(path, window), special)
        self.sight: SightMap = load_map(path, terrain, rows)
        self.hexes = _hexes(rows, self.sight)
        self.at = {here.spot: here.index for here in self.hexes}
        self.named = {here.name.casefold(): here.index for here in self.hexes}
        self.locations = _locations(self.hexes, rooftops="rooftops" in special)
        self.places = cast(Sequence[Place], range(len(self.locations)))
        self.token = {place.token.casefold(): place.index for place in self.locations}
        self.above = {(place.hex, place.storey): place.index for place in self.locations
                      if place.floor in INSIDE}  # fmt: skip
        self.special = {(place.hex, place.floor): place.index for place in self.locations
                        if place.floor in ("tower", "stairs", "culvert", "bridge")}  # fmt: skip
        self.hex_of = tuple(place.hex for place in self.locations)
        self._away: list[bytes] = [b""] * len(self.hexes)
        self._within: dict[tuple[int, int], int] = {}
        self._corner_eyes: dict[tuple[int, int], Eye] = {}
        ring = [
            set_of((here.index, *(n for n in here.near if n != OFF_MAP))) for here in self.hexes
        ]
        self.hex_bits = tuple(1 << at for at in self.hex_of)
        """For each location, its hex."""
        self.beside = tuple(ring[at] for at in self.hex_of)
        """For each location, its hex and those next to it."""
        self.around = tuple(union(ring[n] for n in members(ring[at])) for at in self.hex_of)
        """For each location, the hexes no more than two away from it."""
        self.links = tuple(tuple(self._links(place)) for place in self.locations)
        self.eyes = tuple(self._eye(place) for place in self.locations)
        self.viewpoints = frozenset(self.eyes)
        self.tower_floors = tuple(
            place.floor if self.hexes[place.hex].row.tower else "" for place in self.locations
        )
        self.towered = any(self.tower_floors)
        self.terrains = frozenset(here.row.terrain for here in self.hexes)
        self.words = self._words()

    def _words(self) -> frozenset[str]:
        """What there is on the map: terrain, hexsides, kinds of locations and ways."""
        found: set[str] = set(self.terrains) | {place.floor for place in self.locations}
        for here in self.hexes:
            found |= {here.row.under, *here.sides}
            ways = {"street": any(here.streets), "rails": here.rails, "slope": here.slopes,
                    "path": here.row.path, "rail_cars": here.row.cars}  # fmt: skip
            found |= {name for name, there in ways.items() if there}
        return frozenset(found - {""})

    @cached_property
    def field(self) -> Field:
        """The bare map made ready for many questions of sight."""
        return Field(self.sight)

    @cached_property
    def field_bits(self) -> tuple[int, ...]:
        """For each location, its hex as the field has it."""
        return tuple(self.field.set_of([eye.spot]) for eye in self.eyes)

    @cached_property
    def sheltered(self) -> int:
        """The hexes whose slopes can shelter infantry. Rule P2.41a."""
        return set_of(
            here.index for here in self.hexes
            if is_sheltered(down_slope_sides(self.sight, here.spot))
        )  # fmt: skip

    # -- asking -------------------------------------------------------------------------------

    def place(self, name: str) -> Place:
        """The location with a token; raises ``KeyError``."""
        return self.token[name.casefold()]

    def hex(self, location: Place) -> Hex:
        """The hex of a location."""
        return self.hexes[self.hex_of[location]]

    def range(self, a: Place, b: Place) -> int:
        """Hexes between two locations."""
        return self.ranges(a)[self.hex_of[b]]

    def ranges(self, location: Place) -> bytes:
        """How far off each hex is from a location."""
        here = self.hex_of[location]
        return self._away[here] or self._distances(here)

    def within(self, location: Place, reach: int) -> int:
        """The locations no farther off than so many hexes."""
        key = self.hex_of[location], reach
        found = self._within.get(key)
        if found is None:
            away = self.ranges(location)
            near = (place for place, at in enumerate(self.hex_of) if away[at] <= reach)
            found = self._within[key] = set_of(near)
        return found

    def _distances(self, here: Hexagon) -> bytes:
        """How far off each hex is from one, kept from then on."""
        c, h = self.hexes[here].spot
        self._away[here] = b"".join(
            _along(d - c, first - h, count) for d, first, count in self._files
        )
        return self._away[here]

    @cached_property
    def _files(self) -> tuple[tuple[int, int, int], ...]:
        """The hexes in their order as runs down a column: column, first height, how many."""
        found: list[tuple[int, int, int]] = []
        for here in self.hexes:
            column, height = here.spot
            if found and found[-1][0] == column and height == found[-1][1] + 2 * found[-1][2]:
                found[-1] = (*found[-1][:2], found[-1][2] + 1)
            else:
                found.append((column, height, 1))
        return tuple(found)

    def locations_in(self, index: Hexagon) -> Places:
        """All locations of a hex."""
        return self._by_hex[index]

    @cached_property
    def _by_hex(self) -> tuple[Places, ...]:
        found: list[list[Place]] = [[] for _ in self.hexes]
        for place in self.locations:
            found[place.hex].append(place.index)
        return tuple(map(tuple, found))

    def on_road(self, location: Place) -> bool:
        """Whether a location is the one that the road of its hex runs through. Rules B6, B32.4."""
        where = self.locations[location]
        bridged = (where.hex, "bridge") in self.special
        over = bridged and self.hexes[where.hex].crossing != ELEVATED
        return where.floor == ("bridge" if over else "ground")

    def level(self, location: Place) -> int:
        """The level of a location in quarters."""
        return self.eyes[location].level

    def eye_at(self, location: Place, corner: int) -> Eye:
        """The eyes of one who stands at a corner of a location."""
        found = self._corner_eyes.get((location, corner))
        if found is None:
            found = self.eyes[location]._replace(corner=corner)
            self._corner_eyes[location, corner] = found
        return found

    def _eye(self, place: Location) -> Eye:
        here = self.hexes[place.hex]
        cell = here.cell
        if place.floor == "ground":
            return self.sight.eye(here.spot)
        if place.floor == "culvert":
            return self.sight.eye(here.spot, -cell.depth)
        if place.floor == "rooftop":
            return self.sight.eye(here.spot, building_height(here.row.storeys))
        if place.floor == "bridge":
            # A track crosses its road one level higher (B32.43a).
            return self.sight.eye(here.spot, LEVEL if here.crossing == ELEVATED else cell.rise)
        return self.sight.eye(here.spot, place.storey * LEVEL)

    # -- ways ---------------------------------------------------------------------------------

    def _links(self, place: Location) -> list[Link]:
        """Where infantry can go from a location, whatever it costs. Rules A4.2, B23.22, B6."""
        here = self.hexes[place.hex]
        found: list[Link] = []
        for side, near in enumerate(here.near):
            if near != OFF_MAP:
                found += [Link(to, side) for to in self._across(place, here, side, near)]
        if place.floor in INSIDE:
            for storey in (place.storey - 1, place.storey + 1):
                if (place.hex, storey) in self.above:
                    found.append(Link(self.above[place.hex, storey], NO_SIDE))
        if place.floor in ("ground", "stairs", "tower") and (place.hex, "tower") in self.special:
            tower = (place.hex, *(self.special[place.hex, floor] for floor in ("stairs", "tower")
                                  if (place.hex, floor) in self.special))  # fmt: skip
            found += [Link(to, NO_SIDE) for to in tower if to != place.index]
        return found

    def _across(self, place: Location, here: Hex, side: int, near: Hexagon) -> list[Place]:
        """The locations beyond a hexside that a location opens onto."""
        beyond, back = self.hexes[near], opposite(side)
        culvert = self.special.get((near, "culvert"))
        joined = here.under >> side & 1 and beyond.under >> back & 1
        match place.floor:
            case "upper" | "rooftop":
                return self._next_door(place, beyond) if here.joins >> side & 1 else []
            case "steeple" | "tower" | "stairs":
                return []
            case "culvert":
                return ([near] if culvert is None else [culvert]) if joined else []
            case "bridge":
                return [self._arrival(beyond, back)] if here.deck >> side & 1 else []
        found = [self._arrival(beyond, back)]
        onto = here.rails if beyond.crossing == ELEVATED else here.road
        if found[0] != near and not onto >> side & 1:
            found = [near]
        elif found[0] != near and beyond.crossing in (ELEVATED, SUNKEN):
            found.append(near)  # On foot one may go down instead (B32.43c, B32.44).
        if culvert is not None and joined and here.cell.depth:
            found.append(culvert)
        return found

    def _next_door(self, place: Location, beyond: Hex) -> list[Place]:
        """The location of the next house at the same height, or a roof just below. B23.4, B23.8.

        Onto a lower roof, and off it, one gets only through a breach (B23.711).
        """
        same = self.above.get((beyond.index, place.storey))
        if same is not None and self.locations[same].floor in ("upper", "rooftop"):
            return [same]
        return []

    def _arrival(self, to: Hex, side: int) -> Place:
        """Where one comes who crosses a hexside into a hex: a road leads onto its bridge."""
        bridge = self.special.get((to.index, "bridge"))
        return bridge if bridge is not None and to.deck >> side & 1 else to.index


def _hexes(rows: Sequence[HexRow], sight: SightMap) -> list[Hex]:
    spots = [parse_hex(row.hex) for row in rows]
    at = {spot: Hexagon(Place(index)) for index, spot in enumerate(spots)}
    sides = _sides([row.sides for row in rows], spots, at)
    streets = _sides([row.streets for row in rows], spots, at)
    found = []
    for index, (row, spot) in enumerate(zip(rows, spots, strict=True)):
        near = tuple(at.get((spot[0] + dc, spot[1] + dh), OFF_MAP) for dc, dh in STEPS)
        cell = sight.cells[spot]
        found.append(Hex(
            at[spot], row.hex, spot, row, cell, near, tuple(sides[index]),
            side_mask(row.road), side_mask(row.under_sides), cell.rails, cell.slopes,
            side_mask(row.joins), tuple(streets[index]),
        ))  # fmt: skip
    return found


def _sides(texts: Sequence[str], spots: Sequence[Spot], at: Mapping[Spot, int]) -> list[list[str]]:
    """What stands on the sides of each hex, said of both hexes that share a side."""
    sides = [[""] * 6 for _ in texts]
    for index, (text, (column, height)) in enumerate(zip(texts, spots, strict=True)):
        for word in text.split():
            name, _, what = word.partition(":")
            side = SIDE_NAMES.index(name)
            sides[index][side] = what
            dc, dh = STEPS[side]
            beyond = at.get((column + dc, height + dh))
            if beyond is not None:
                sides[beyond][opposite(side)] = what
    return sides


def side_mask(text: str) -> int:
    """The set of the sides named in a text.

    >>> side_mask("N SE")
    5
    """
    mask = 0
    for word in text.split():
        mask |= 1 << SIDE_NAMES.index(word)
    return mask


def _locations(hexes: Sequence[Hex], *, rooftops: bool) -> list[Location]:
    found = [Location(here.index, here.index, "ground", 0, here.name) for here in hexes]

    def add(here: Hex, floor: Floor, storey: int, word: str) -> None:
        found.append(Location(Place(len(found)), here.index, floor, storey, f"{here.name}/{word}"))

    for here in hexes:
        row = here.row
        if row.building:
            for storey in range(1, row.storeys):
                add(here, "upper", storey, str(storey))
            if row.steeple:
                add(here, "steeple", row.storeys, str(row.storeys))
            elif rooftops and has_roof(row):
                add(here, "rooftop", row.storeys, "roof")
        if row.tower:
            if row.tower > 1:
                add(here, "stairs", row.tower - 1, "stairs")
            add(here, "tower", row.tower, "tower")
        if row.under == "culvert":
            add(here, "culvert", -1, "culvert")
        if row.bridge or here.crossing in (ELEVATED, SUNKEN):
            add(here, "bridge", 0, "bridge")
    return found


def read_place(board: Board, name: str, file: str, where: str) -> Place:
    """A location named in a data file."""
    try:
        return board.place(name)
    except KeyError:
        raise DataError(
            "data-entry", file=file, place=where, expected=f"a location of the map, not {name!r}"
        ) from None
