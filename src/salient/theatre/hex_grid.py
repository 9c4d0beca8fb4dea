"""Hex grids laid over the theatre.

The plane of a grid has hexes of width 1 that stand on their points; x runs along its rows, y from
row to row. A grid says where the plane lies on the ground, how large the map is, and how the plane
is turned in pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from salient.boards.hexes import Direction, Hex
from salient.theatre.geography import Line, Point

#: The distance of two rows if a hex is 1 wide.
ROW = math.sqrt(3) / 2
#: The distance from the middle of a hex to its corners.
RADIUS = 1 / math.sqrt(3)


class Grid(NamedTuple):
    """A grid on the ground.

    Attributes:
        rows, columns: The hexes of the map: rows and columns from 1 to these.
        origin: Longitude and latitude of a point.
        along: Where it lies along its row, in hexes, and what a degree east and north adds.
        across: The same across the rows.
        hex_width: Map units of the width of a hex.
        margin: Map units round the map.
        turned: Whether pictures show rows as columns: rows run from west to east, and hexes lie on
            a side.
    """

    rows: int
    columns: int
    origin: Point
    along: tuple[float, float, float]
    across: tuple[float, float, float]
    hex_width: float
    margin: float
    turned: bool = False

    def to_plane(self, point: Point) -> Point:
        """The point of the plane at a (longitude, latitude).

        >>> str(hex_at(ARDENNES.to_plane((5.71844, 50.00347))))  # Bastogne
        '1922'
        """
        lon, lat = point[0] - self.origin[0], point[1] - self.origin[1]
        x = self.along[0] + self.along[1] * lon + self.along[2] * lat
        row = self.across[0] + self.across[1] * lon + self.across[2] * lat
        return x, row * ROW

    def line_to_plane(self, line: Line) -> Line:
        """A line of the theatre in the plane."""
        return tuple(map(self.to_plane, line))

    def has(self, hex_: Hex) -> bool:
        """Whether the map has this hex."""
        return 1 <= hex_.row <= self.rows and 1 <= hex_.column <= self.columns

    def has_at_edge(self, hex_: Hex) -> bool:
        """Whether a hex of the map has a neighbour that is off the map."""
        return hex_.row in (1, self.rows) or hex_.column in (1, self.columns)

    def hexes(self) -> Iterator[Hex]:
        """All hexes of the map by number."""
        rows, columns = range(1, self.rows + 1), range(1, self.columns + 1)
        return (Hex(row, column) for row in rows for column in columns)

    def to_map(self, point: Point) -> Point:
        """Map units of a point of the plane, origin at the top left."""
        if self.turned:
            x = self.margin + (point[1] - ROW + RADIUS) * self.hex_width
            return x, self.margin + (point[0] - 0.5) * self.hex_width
        x = self.margin + (point[0] - 0.5) * self.hex_width
        y = self.margin + (self.rows * ROW + RADIUS - point[1]) * self.hex_width
        return x, y

    def map_size(self) -> tuple[int, int]:
        """Width and height of the map in map units."""
        last = self.rows * ROW + RADIUS if self.turned else ROW - RADIUS
        right, bottom = self.to_map((self.columns + 1.0, last))
        return math.ceil(right + self.margin), math.ceil(bottom + self.margin)


ARDENNES = Grid(
    rows=46,
    columns=40,
    origin=(5.7153, 50.0010),  # Bastogne
    along=(22.59, 21.39, -6.49),
    across=(19.11, 4.80, 38.55),
    hex_width=52.0,
    margin=47.0,
)
"""The map of *Ardennes '44*: rows from south to north, 3.27 km a hex, turned by 11 degrees against
the compass, so that Bastogne is the middle of hex 1922 and every hex that the rulebook names lies
where history wants it."""


MILES = Grid(
    rows=99,
    columns=75,
    origin=(6.348, 50.462),
    along=(12.0, 0.0, -1 / 0.014470),
    across=(90.0, 1 / 0.019536, 0.0),
    hex_width=52.0,
    margin=47.0,
    turned=True,
)
"""The map of *A Time for Trumpets*: north up, a mile a hex, numbered column first. Its columns are
the grid's rows, from west to east; its rows are the grid's columns, from north to south. The Olef
then flows from 9012 to 9806, as on the printed map."""


def centre(hex_: Hex) -> Point:
    """The middle of a hex."""
    return hex_.column + hex_.row % 2 / 2, hex_.row * ROW


def hex_at(point: Point) -> Hex:
    """The hex whose middle is nearest to a point of the plane."""
    low = math.floor(point[1] / ROW)
    around = []
    for row in (low, low + 1):
        column = round(point[0] - row % 2 / 2)
        around += [Hex(row, column - 1), Hex(row, column), Hex(row, column + 1)]
    return min(around, key=lambda hex_: (math.dist(centre(hex_), point), hex_))


def neighbour(hex_: Hex, direction: Direction) -> Hex:
    """The next hex in a direction, on the map or not.

    >>> str(neighbour(Hex(36, 35), Direction.NW))
    '3734'
    """
    row, column = hex_
    odd = row % 2
    match direction:
        case Direction.E:
            return Hex(row, column + 1)
        case Direction.W:
            return Hex(row, column - 1)
        case Direction.NE:
            return Hex(row + 1, column + odd)
        case Direction.NW:
            return Hex(row + 1, column + odd - 1)
        case Direction.SE:
            return Hex(row - 1, column + odd)
        case Direction.SW:
            return Hex(row - 1, column + odd - 1)


def neighbours(hex_: Hex) -> list[Hex]:
    """The six hexes around a hex, on the map or not."""
    return [neighbour(hex_, direction) for direction in Direction]


def distance(a: Hex, b: Hex) -> int:
    """The number of steps between two hexes.

    >>> distance(Hex(32, 30), Hex(32, 35))
    5
    """
    rows = b.row - a.row
    slant = (b.column - b.row // 2) - (a.column - a.row // 2)
    return max(abs(rows), abs(slant), abs(rows + slant))


class Corner(NamedTuple):
    """A corner of the grid: the top or the bottom one of a hex."""

    hex: Hex
    is_top: bool

    @property
    def point(self) -> Point:
        """Where it lies in the plane."""
        x, y = centre(self.hex)
        return x, y + (RADIUS if self.is_top else -RADIUS)

    def next_corners(self) -> list[Corner]:
        """The three corners one hexside away."""
        if self.is_top:
            left, right = Direction.NW, Direction.NE
        else:
            left, right = Direction.SW, Direction.SE
        beside = [neighbour(self.hex, left), neighbour(self.hex, right)]
        beyond = neighbour(beside[0], right)
        return [Corner(hex_, not self.is_top) for hex_ in (*beside, beyond)]


#: The two hexes on either side of a hexside, the lower number first.
Side = tuple[Hex, Hex]


def side_of(a: Hex, b: Hex) -> Side:
    """The side between two neighbours."""
    return (a, b) if a < b else (b, a)


def banks(a: Corner, b: Corner) -> tuple[Hex, Hex]:
    """The hexes to the left and to the right of one who walks from a corner to the next.

    >>> left, right = banks(Corner(Hex(19, 22), True), Corner(Hex(20, 23), False))
    >>> str(left), str(right)
    ('2023', '1922')
    """
    (x0, y0), (x1, y1) = a.point, b.point
    dx, dy = (x1 - x0) * ROW, (y1 - y0) * ROW  # half a hex's height, at right angles to the side
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    left = hex_at((middle[0] - dy, middle[1] + dx))
    right = hex_at((middle[0] + dy, middle[1] - dx))
    return left, right
