"""Sight lines as exact geometry: which hexes and hexsides a straight line meets, and how.

Hexes are flat-topped and stand in columns; every second column stands half a hex lower. A hex has
*doubled* coordinates (column, height): one row down adds 2 to the height, one column to the side
adds 1, so that the six neighbours of any hex are the same six steps::

            N (0,-2)
    NW (-1,-1)   NE (1,-1)
            *
    SW (-1,1)    SE (1,1)
            S (0,2)

Points of the map are integers too. Sideways a hex is squeezed so that its centre lies at
``(3 * column, height)``, its corners at (±2, 0) and (±1, ±1) from there, and
a hex is ``|y| <= 1 and |x + y| <= 2 and |x - y| <= 2``. Squeezing keeps straight lines straight,
so every question of a sight line (does it pass this corner to the left, to the right, or go
through it?) is the sign of one whole number: there are no pixels and no rounding.

A hex is met *through* its inside, *along* one of its sides, or only *at* a corner; a side is
crossed *through*, met *along* its whole length, or only *at* an end. What those mean for sight is
for :mod:`salient.boards.sight` to say.

The hexes met depend only on where the end lies as seen from the beginning, so a line is traced
once for an offset and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from math import prod
from typing import NamedTuple

STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The way across each hexside, clockwise from north, in doubled coordinates."""

SIDE_NAMES = ("N", "NE", "SE", "S", "SW", "NW")

CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The corners of a hex as seen from its centre; side ``i`` runs from corner ``i`` to ``i + 1``."""

CORNER_NAMES = ("NW", "NE", "E", "SE", "SW", "W")

CORE = 1 << 6
"""The middle of a hex: a hexagon of half its width. Bits 0 to 5 are the six strips between the
core and the hexsides. What does not fill its hex (a house, a train, a bridge) is a set of
these parts, so that a line can pass beside it."""

WHOLE = 127
"""All parts of a hex."""

CENTRE = -1
"""In place of a corner: the line ends at the centre of the hex."""


def opposite(side: int) -> int:
    """The hexside across a hex; the number of a side in the hex beyond it.

    >>> [opposite(side) for side in range(6)]
    [3, 4, 5, 0, 1, 2]
    """
    return (side + 3) % len(STEPS)


class Contact(IntEnum):
    """How a line meets a hex or a hexside."""

    THROUGH = 0
    ALONG = 1
    AT = 2


class HexContact(NamedTuple):
    """A hex that a line meets.

    Attributes:
        column, height: Where it stands as seen from the first hex.
        contact: Through its inside, along a side, or at a corner.
        turn: How far its centre lies off the line, left of it positive.
        enter, leave: Where on the line, in parts of ``Line.scale``.
    """

    column: int
    height: int
    contact: Contact
    turn: int
    enter: int
    leave: int


class SideContact(NamedTuple):
    """A hexside that a line meets, named from the hex south or west of it (sides N, NE, SE)."""

    column: int
    height: int
    side: int
    contact: Contact
    enter: int
    leave: int


class Line(NamedTuple):
    """Everything a line meets, in order from its beginning to its end.

    The first and the last hex are among ``hexes``. ``turns`` says how far each corner of a hex
    lies off the line as seen from its centre, ``scale`` is how long the line is.
    """

    hexes: tuple[HexContact, ...]
    sides: tuple[SideContact, ...]
    turns: tuple[int, ...]
    scale: int

    def parts(self, contact: HexContact) -> int:
        """The parts of a hex that the line runs through (see ``CORE``).

        >>> line = trace(0, 4)
        >>> [bin(line.parts(contact)) for contact in line.hexes][1]
        '0b1001001'
        """
        inner = [2 * contact.turn + turn for turn in self.turns]
        outer = [2 * contact.turn + 2 * turn for turn in self.turns]
        parts = CORE if min(inner) < 0 < max(inner) else 0
        for side in range(6):
            b = (side + 1) % 6
            corners = (inner[side], inner[b], outer[side], outer[b])
            if min(corners) < 0 < max(corners):
                parts |= 1 << side
        return parts


def distance(columns: int, heights: int) -> int:
    """The range in hexes over an offset in doubled coordinates.

    >>> distance(2, 0), distance(1, 3), distance(0, 4)
    (2, 2, 2)
    """
    columns, heights = abs(columns), abs(heights)
    return columns + max(0, (heights - columns) // 2)


def own_side(column: int, height: int, side: int) -> tuple[int, int, int]:
    """The one name of a hexside: sides 3, 4 and 5 belong to the neighbour.

    >>> own_side(0, 0, 3)
    (0, 2, 0)
    """
    if side < 3:
        return column, height, side
    dc, dh = STEPS[side]
    return column + dc, height + dh, side - 3


@lru_cache(maxsize=65536)
def trace(columns: int, heights: int, start: int = CENTRE, end: int = CENTRE) -> Line:
    """The line from a hex to another that lies ``columns`` and ``heights`` away.

    Args:
        columns: Columns to the right, in doubled coordinates.
        heights: Half rows down.
        start: A corner of the first hex where the line begins, instead of its centre.
        end: A corner of the last hex where the line ends.

    >>> [(h.column, h.height, h.contact.name) for h in trace(2, 0).hexes]
    [(0, 0, 'THROUGH'), (1, -1, 'ALONG'), (1, 1, 'ALONG'), (2, 0, 'THROUGH')]
    """
    return _Tracer(columns, heights, start, end).line()


class _Tracer:
    """The work of tracing one line.

    ``turn`` is positive left of the line, negative right of it and 0 on it; ``ahead`` measures
    along the line. Both are whole numbers. A point where the line meets a side is a fraction
    whose denominator is one of three numbers, one for each direction of hexsides, so that places
    on the line are whole numbers on a common scale.
    """

    def __init__(self, columns: int, heights: int, start: int, end: int) -> None:
        self.ends = ((0, 0), (columns, heights))
        self.x, self.y = CORNERS[start] if start != CENTRE else (0, 0)
        ex, ey = CORNERS[end] if end != CENTRE else (0, 0)
        self.dx, self.dy = 3 * columns + ex - self.x, heights + ey - self.y
        # Each corner as seen from the centre of its hex: how far off the line, how far along it.
        self.turns = tuple(self.dx * y - self.dy * x for x, y in CORNERS)
        self.aheads = tuple(self.dx * x + self.dy * y for x, y in CORNERS)
        self.reach = max(self.turns)
        falls = [abs(self.turns[side + 1] - self.turns[side]) for side in range(3)]
        self.unit = prod(fall for fall in falls if fall)
        self.per_fall = [self.unit // fall if fall else 0 for fall in falls]
        self.scale = (self.dx * self.dx + self.dy * self.dy) * self.unit

    def line(self) -> Line:
        """Find the hexes near the line, the sides it meets, and then how it meets the hexes."""
        if not self.scale:  # One point, perhaps the same corner of two hexes.
            ends = sorted(set(self.ends))
            hexes = tuple(HexContact(*end, Contact.THROUGH, 0, 0, 0) for end in ends)
            return Line(hexes, (), self.turns, 0)
        near = list(self._near())
        sides = {
            side[:3]: side
            for column, height, turn in near
            for side in self._own_sides(column, height, turn)
        }
        found = [self._hex(column, height, turn, sides) for column, height, turn in near]
        crossed = [met for met in found if met is not None]
        crossed.sort(key=lambda met: (met.enter + met.leave, met.column, met.height))
        ordered = sorted(sides.values(), key=lambda met: (met.enter + met.leave, met))
        return Line(tuple(crossed), tuple(ordered), self.turns, self.scale)

    def _near(self) -> Iterator[tuple[int, int, int]]:
        """The hexes whose centre is no farther off the line than a corner can be."""
        dx, dy, reach = self.dx, self.dy, self.reach
        low, high = min(self.y, self.y + dy) - 2, max(self.y, self.y + dy) + 2
        last = self.ends[1][0]
        for column in range(min(0, last) - 1, max(0, last) + 2):
            top, bottom = low, high
            lean = dy * (3 * column - self.x)
            if dx:
                # The heights between which dx * (height - y) - lean is within reach.
                nearest = -lean if dx < 0 else lean
                top = max(top, self.y - (reach - nearest) // abs(dx))
                bottom = min(bottom, self.y + (reach + nearest) // abs(dx))
            elif abs(lean) > reach:
                continue
            for height in range(top + (top - column) % 2, bottom + 1, 2):
                yield column, height, dx * (height - self.y) - lean

    def _own_sides(self, column: int, height: int, turn: int) -> Iterator[SideContact]:
        """The sides N, NE and SE of a hex that the line meets between its ends."""
        ahead = self.dx * (3 * column - self.x) + self.dy * (height - self.y)
        for side in range(3):
            left, right = turn + self.turns[side], turn + self.turns[side + 1]
            if left * right > 0:
                continue
            near, far = ahead + self.aheads[side], ahead + self.aheads[side + 1]
            if left * right < 0:
                # The corners pull the crossing towards them as they are closer to the line.
                enter = leave = (near * abs(right) + far * abs(left)) * self.per_fall[side]
                contact = Contact.THROUGH
            elif left or right:
                enter = leave = (far if left else near) * self.unit
                contact = Contact.AT
            else:
                enter = max(min(near, far) * self.unit, 0)
                leave = min(max(near, far) * self.unit, self.scale)
                contact = Contact.ALONG
            if leave > 0 and enter < self.scale and (enter < leave or contact != Contact.ALONG):
                yield SideContact(column, height, side, contact, enter, leave)

    def _hex(
        self, column: int, height: int, turn: int, sides: Mapping[tuple[int, int, int], SideContact]
    ) -> HexContact | None:
        """How the line meets one hex, if it does between its ends."""
        # Sides S, SW and NW are named from the neighbours beyond them (see ``own_side``).
        names = (
            (column, height, 0), (column, height, 1), (column, height, 2),
            (column, height + 2, 0), (column - 1, height + 1, 1), (column - 1, height - 1, 2),
        )  # fmt: skip
        met = [sides[name] for name in names if name in sides]
        begins = self._holds(self.x - 3 * column, self.y - height)
        ends = self._holds(self.x + self.dx - 3 * column, self.y + self.dy - height)
        if not met and not (begins and ends) and (column, height) not in self.ends:
            return None
        enter = min([contact[4] for contact in met], default=0)
        leave = max([contact[5] for contact in met], default=self.scale)
        if not met and not (begins and ends):
            # From a corner of its hex the line goes away from it, or comes to one from outside.
            place = 0 if begins else self.scale
            return HexContact(column, height, Contact.AT, turn, place, place)
        if abs(turn) < self.reach:
            enter, leave = 0 if begins else enter, self.scale if ends else leave
            return HexContact(column, height, Contact.THROUGH, turn, enter, leave)
        along = Contact.ALONG in [contact[3] for contact in met]
        kind = Contact.ALONG if along else Contact.AT
        return HexContact(column, height, kind, turn, enter, leave)

    @staticmethod
    def _holds(x: int, y: int) -> bool:
        """Whether a hex holds a point, seen from its centre."""
        return abs(y) <= 1 and abs(x + y) <= 2 and abs(x - y) <= 2


Point = tuple[int, int]
"""A point of the board: 3 to a column, 1 to a height."""


def _turn(a: Point, b: Point, c: Point) -> int:
    """Which way a point lies of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[int, int] | None:
    """Where the line from a to b crosses the one from c to d, as a fraction of the former.

    It does not cross what it only begins or ends at.
    """
    left, right = _turn(a, b, c), _turn(a, b, d)
    begin, end = _turn(c, d, a), _turn(c, d, b)
    if left * right > 0 or begin * end >= 0:
        return None
    return abs(begin), abs(begin) + abs(end)
