"""The map, or the section of it that is played on: hexes, water, roads, bridges, fords, areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from salient.boards.bits import members, set_of, union
from salient.boards.hexes import Hex, HexBoard, Prices
from salient.engine.errors import DataError
from salient.engine.ids import Place
from salient.games.trumpets.rows import HEXES, HEXSIDES, HexRow, SideRow

TERRAINS = ("clear", "woods", "broken", "forest", "marsh", "town", "city")
"""The columns of the movement and zone charts (tab-off, tab-zoc)."""

SETTLEMENTS = ("village", "town", "city")
WATERS = ("stream", "river", "great")
ROADS = ("primary", "secondary")

ROAD_SEARCH = 40
"""Hexes within which a road between two towns is looked for."""

Masks = list[int]
"""For each direction the hexes from which a step that way has a thing on its side."""


class Section(NamedTuple):
    """The part of the map a scenario is played on: first and last column and row.

    The first column is even, so that hexes lie to each other as on the whole map.
    """

    first_column: int
    last_column: int
    first_row: int
    last_row: int

    def holds(self, hex_: Hex) -> bool:
        """Whether a hex, column first, lies in it."""
        column, row = hex_
        inside = self.first_column <= column <= self.last_column
        return inside and self.first_row <= row <= self.last_row


WHOLE = Section(0, 99, 1, 75)


class Site(NamedTuple):
    """A hexside where a road crosses water: a bridge, whole or not. Rule rc-map-3."""

    a: Place
    b: Place
    water: str
    blown: bool
    name: str


class Country:
    """A section of the map as bit sets.

    Columns of the map are rows of the board (:mod:`salient.boards.hexes`): the hexes stand on
    their sides, and a step in direction ``E`` of the board leads south. People only see numbers.

    Attributes:
        board: The hexes of the section that may be entered.
        rows: The row of each hex (rc-map-1, rc-map-2).
        edge: Hexes at the edge of the section.
        terrain: Hexes by terrain as movement and zones know it: towns and cities replace it.
        ground: Hexes by the ground under settlements.
        settlements: Hexes by settlement.
        water, roads: Masks by kind; a ``great`` river is under ``river`` too.
        fords: Masks of ford hexsides (rc-map-4).
        rivers: Masks of water by its name.
        sites: Where roads cross water.
        site_at: Number of the site of a pair of hexes.
        areas: Hexes by German army.
    """

    rows: dict[Place, HexRow]

    def __init__(
        self,
        section: Section,
        closed: Sequence[str],
        rows: Sequence[HexRow],
        sides: Sequence[SideRow],
    ) -> None:
        """Lay out the section.

        Args:
            section: What is played on.
            closed: Hexes of it that neither side may enter (rc-scn-2).
            rows: All hexes.
            sides: All hexsides with something across them.
        """
        self.section = section
        barred = set(closed)
        whole = [
            (hex_, row) for row in rows if section.holds(hex_ := parse_hex(row.hex, HEXES.file))
        ]
        inside = [(hex_, row) for hex_, row in whole if row.hex not in barred]
        size = (
            section.last_column - section.first_column + 1,
            section.last_row - section.first_row + 1,
        )
        self.board = HexBoard(*size, [self._shifted(hex_) for hex_, _ in inside])
        self.rows = {self.board.index(self._shifted(hex_)): row for hex_, row in inside}
        self.edge = self._edge(HexBoard(*size, [self._shifted(hex_) for hex_, _ in whole]))
        self._sort_hexes()
        self._lay_sides(sides)

    def _edge(self, whole: HexBoard) -> int:
        """The hexes at which the section ends; those beside closed hexes are not of it."""
        return set_of(place for place in self.rows if -1 in whole.neighbours[place])

    def _shifted(self, hex_: Hex) -> Hex:
        column, row = hex_
        return Hex(column - self.section.first_column, row - self.section.first_row)

    def number(self, place: Place) -> str:
        """The four digits of a hex, column first."""
        column, row = self.board.hex(place)
        return f"{column + self.section.first_column:02}{row + self.section.first_row:02}"

    def has(self, number: str) -> bool:
        """Whether a hex is on the section and open."""
        hex_ = Hex.parse(number)
        return self.section.holds(hex_) and bool(
            self.board.all >> self.board.index(self._shifted(hex_)) & 1
        )

    def at(self, number: str) -> Place:
        """The place of a hex number or a name."""
        if number in self.names:
            return self.names[number]
        if not self.has(number):
            raise KeyError(number)
        return self.board.index(self._shifted(Hex.parse(number)))

    def column(self, place: Place) -> int:
        """The column of a hex as people count it, from west to east."""
        return self.board.hex(place).row + self.section.first_column

    def _sort_hexes(self) -> None:
        self.ground = self._by("terrain", TERRAINS)
        self.settlements = self._by("settlement", SETTLEMENTS)
        built = self.settlements["town"] | self.settlements["city"]
        self.terrain = {
            kind: self.settlements[kind] if kind in self.settlements else hexes & ~built
            for kind, hexes in self.ground.items()
        }
        self.areas = self._by("army", ("6PA", "5PA", "7A"))
        self.lxvii = self._where("lxvii")
        self.wall = self._where("wall")
        self.squalls = self._where("squall")
        self.east = self._where("east")
        self.names = {row.name: place for place, row in self.rows.items() if row.name}

    def _by(self, column: str, values: Sequence[str]) -> dict[str, int]:
        return {
            value: set_of(i for i, row in self.rows.items() if getattr(row, column) == value)
            for value in values
        }

    def _where(self, column: str) -> int:
        return set_of(place for place, row in self.rows.items() if getattr(row, column))

    def _lay_sides(self, sides: Sequence[SideRow]) -> None:
        self.water = {kind: [0] * 6 for kind in WATERS}
        self.roads = {kind: [0] * 6 for kind in ROADS}
        self.fords = [0] * 6
        self.rivers: dict[str, Masks] = {}
        sites = []
        for row in sides:
            if not (self.has(row.a) and self.has(row.b)):
                continue
            a, b = self.at(row.a), self.at(row.b)
            if row.water:
                self._draw(self.water[row.water], a, b)
                self._draw(self.rivers.setdefault(row.name, [0] * 6), a, b)
            if row.road:
                self._draw(self.roads[row.road], a, b)
            if row.ford:
                self._draw(self.fords, a, b)
            if row.water and row.road:
                sites.append(Site(a, b, row.water, row.bridge == "blown", row.name))
        # On the charts a great river is a river.
        self.water["river"] = _joined(self.water["river"], self.water["great"])
        self.any_water = _joined(self.water["stream"], self.water["river"])
        self.any_road = _joined(self.roads["primary"], self.roads["secondary"])
        self.road_hexes = union(self.any_road)
        self.sites = tuple(sites)
        self.site_at = {
            pair: number
            for number, site in enumerate(sites)
            for pair in ((site.a, site.b), (site.b, site.a))
        }
        self.sites_of = {
            place: tuple(i for i, site in enumerate(sites) if place in (site.a, site.b))
            for place in {place for site in sites for place in (site.a, site.b)}
        }

    def _draw(self, masks: Masks, a: Place, b: Place) -> None:
        way = self.board.direction(a, b)
        if way is None:
            where = f"{self.number(a)},{self.number(b)}"
            raise DataError.entry(HEXSIDES.file, where, "two hexes that touch")
        masks[way] |= 1 << a
        masks[way.opposite] |= 1 << b

    def site_masks(self, sites: int) -> Masks:
        """The masks of some sites."""
        masks = [0] * 6
        for number in members(sites):
            site = self.sites[number]
            self._draw(masks, site.a, site.b)
        return masks

    def across(self, masks: Sequence[int], a: Place, b: Place) -> bool:
        """Whether the hexside between two neighbours is in some masks."""
        way = self.board.direction(a, b)
        return way is not None and bool(masks[way] >> a & 1)

    def road_between(self, a: Place, b: Place) -> Sequence[Place]:
        """The hexes of a shortest road from one hex to another; empty if there is none."""
        prices = Prices(self.board, {1: self.any_road})
        flood = self.board.flood({0: 1 << a}, prices, 0, self.board.all, ROAD_SEARCH)
        return self.board.way(flood, b) if flood.hexes >> b & 1 else []

    def west_of(self, river: str) -> int:
        """The hexes that the western edge reaches without crossing a river."""
        masks = self.rivers.get(river, [0] * 6)
        leave = [self.board.all & ~mask for mask in masks]
        edge = self.along_edge(column=self.section.first_column)
        return self.board.spread(edge, leave, self.board.all)

    def east_of(self, river: str) -> int:
        """The hexes that the eastern edge reaches without crossing a river."""
        masks = self.rivers.get(river, [0] * 6)
        leave = [self.board.all & ~mask for mask in masks]
        edge = self.along_edge(column=self.section.last_column)
        return self.board.spread(edge, leave, self.board.all)

    def west_of_column(self, column: int) -> int:
        """The hexes west of a column."""
        return set_of(place for place in self.rows if self.column(place) < column)

    def along_edge(self, *, column: int = -1, row: int = -1) -> int:
        """The hexes of a column or a row of the map."""
        return set_of(
            place
            for place in self.rows
            if column in (-1, self.column(place))
            and row in (-1, self.board.hex(place).column + self.section.first_row)
        )


def _joined(a: Sequence[int], b: Sequence[int]) -> Masks:
    return [one | other for one, other in zip(a, b, strict=True)]


def parse_hex(text: str, file: str) -> Hex:
    """Read a hex number of a data file."""
    try:
        return Hex.parse(text)
    except ValueError:
        raise DataError.entry(file, text, "a four-digit hex") from None
