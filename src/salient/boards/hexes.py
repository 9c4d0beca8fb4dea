"""Hex boards as bit sets: a set of hexes is one int, a step of a whole set is a shift.

Hexes stand on their points; rows run from south to north, columns from west to east, and odd rows
stand half a hex further east::

       NW  NE              row 2:   20  21  22
      W  *  E              row 1:     10  11  12
       SW  SE              row 0:   00  01  02

Hex (row, column) is bit ``row * width + column``. The last column of each row is kept empty, so
that a shift past the edge falls into it and is masked away. A zone of control of a whole army is
six shifts, a supply net is a flood of shifts, and a movement range is a flood by cost with one
mask per direction and cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import set_of, union
from salient.engine.ids import Place


class Direction(IntEnum):
    """The six ways out of a hex, counter-clockwise from east."""

    E = 0
    NE = 1
    NW = 2
    W = 3
    SW = 4
    SE = 5

    @property
    def opposite(self) -> Direction:
        """The way back.

        >>> Direction.NE.opposite.name
        'SW'
        """
        return _OPPOSITE[self]


_OPPOSITE = (*tuple(Direction)[3:], *tuple(Direction)[:3])


class Hex(NamedTuple):
    """A hex by row and column, for people; inside, hexes are plain ints.

    >>> Hex.parse("1922"), str(Hex(19, 22))
    (Hex(row=19, column=22), '1922')
    """

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> Hex:
        """Read a four-digit hex number."""
        if len(text) != 4 or not text.isdigit():
            raise ValueError(f"expected a four-digit hex number, not {text!r}")
        return cls(int(text[:2]), int(text[2:]))

    def __str__(self) -> str:
        return f"{self.row:02}{self.column:02}"


Ways = tuple[int, ...]
"""The hexes that may be left each way, sorted by how far a step shifts a bit."""

Enter = Mapping[int, Sequence[int]]
"""Origins by cost and direction: ``enter[2][Direction.E]`` is the set of hexes from which a step
east costs 2."""


class Prices:
    """What steps cost, made ready for floods.

    Attributes:
        enter: Origins by cost and direction.
        shifts: The same by ascending cost: the cost, all its origins, and its origins by shift.
    """

    def __init__(self, board: HexBoard, enter: Enter) -> None:
        """Sort the steps.

        Args:
            board: Where the steps lead from hex to hex.
            enter: Origins by cost and direction.
        """
        self.enter = dict(sorted(enter.items()))
        by_shift = ((cost, board.by_shift(ways)) for cost, ways in self.enter.items())
        self.shifts = tuple((cost, union(steps), steps) for cost, steps in by_shift)
        self._origins = board.origins
        self._into: dict[int, tuple[tuple[int, Place], ...]] = {}

    def into(self, to: int) -> tuple[tuple[int, Place], ...]:
        """The steps that lead into a hex, the cheapest first: what they cost, and from where."""
        found = self._into.get(to)
        if found is None:
            origins = self._origins[to]
            found = self._into[to] = tuple(
                (cost, origin)
                for cost, ways in self.enter.items()
                for way, origin in zip(ways, origins, strict=True)
                if origin >= 0 and way >> origin & 1
            )
        return found


class Flood(NamedTuple):
    """A movement range: the hexes reached by exact cost, and what is needed to trace ways.

    Attributes:
        levels: For each cost the hexes whose cheapest way costs just that.
        hexes: All hexes reached, the starting ones included.
        start: Sets of starting hexes by what had been spent there.
        prices: What steps cost.
        stop: Hexes that are entered but not left again.
    """

    levels: Sequence[int]
    hexes: int
    start: Mapping[int, int]
    prices: Prices
    stop: int

    def cost(self, to: int) -> int | None:
        """What the cheapest way to a hex costs; None if it was not reached."""
        for cost, level in enumerate(self.levels):
            if level >> to & 1:
                return cost
        return None


class HexBoard:
    """A grid of hexes, some of which exist.

    >>> from salient.boards.bits import members
    >>> board = HexBoard(3, 3)
    >>> sorted(str(board.hex(i)) for i in members(board.around(1 << board.index(Hex(1, 1)))))
    ['0001', '0002', '0100', '0102', '0201', '0202']
    """

    def __init__(self, rows: int, columns: int, hexes: Iterable[Hex] | None = None) -> None:
        """Lay out the grid.

        Args:
            rows: Number of rows, counted from 0.
            columns: Number of columns, counted from 0.
            hexes: The hexes that exist; all of the grid if missing.
        """
        self.width = columns + 1
        self.rows = rows
        whole = hexes if hexes is not None else _grid(rows, columns)
        self.all = set_of(self.index(hex_) for hex_ in whole)
        odd = set_of(
            row * self.width + column for row in range(1, rows, 2) for column in range(self.width)
        )
        self._odd = self.all & odd
        self._even = self.all & ~odd
        self.shift: tuple[Callable[[int], int], ...] = (
            self._east, self._north_east, self._north_west,
            self._west, self._south_west, self._south_east,
        )  # fmt: skip
        self.neighbours = tuple(
            tuple(self._single(shift(1 << i)) for shift in self.shift) if self.all >> i & 1 else ()
            for i in range(rows * self.width)
        )
        # For each direction the hex from which a step that way leads here.
        self.origins = tuple(row[3:] + row[:3] for row in self.neighbours)
        # The same few armies' zones of control are asked for again and again.
        self.around = lru_cache(maxsize=8192)(self._around)

    # -- hexes --------------------------------------------------------------------------------

    def index(self, hex_: Hex) -> Place:
        """The bit of a hex."""
        return Place(hex_.row * self.width + hex_.column)

    def hex(self, index: int) -> Hex:
        """The hex of a bit."""
        return Hex(*divmod(index, self.width))

    @staticmethod
    def _single(bits: int) -> Place:
        """The only member of a set, or -1 if it is empty."""
        return Place(bits.bit_length() - 1)

    def direction(self, a: int, b: int) -> Direction | None:
        """The way from a hex to a neighbour; None if they do not touch."""
        row = self.neighbours[a]
        return Direction(row.index(b)) if b in row else None

    def distance(self, a: int, b: int) -> int:
        """The number of steps between two hexes.

        >>> board = HexBoard(5, 5)
        >>> board.distance(board.index(Hex(0, 0)), board.index(Hex(4, 0)))
        4
        """
        rows = (divmod(a, self.width), divmod(b, self.width))
        (r1, c1), (r2, c2) = rows
        dr, dq = r2 - r1, (c2 - r2 // 2) - (c1 - r1 // 2)
        return max(abs(dr), abs(dq), abs(dr + dq))

    # -- sets ---------------------------------------------------------------------------------

    def _east(self, s: int) -> int:
        return s << 1 & self.all

    def _west(self, s: int) -> int:
        return s >> 1 & self.all

    def _north_east(self, s: int) -> int:
        w = self.width
        return ((s & self._even) << w | (s & self._odd) << w + 1) & self.all

    def _north_west(self, s: int) -> int:
        w = self.width
        return ((s & self._even) << w - 1 | (s & self._odd) << w) & self.all

    def _south_east(self, s: int) -> int:
        w = self.width
        return ((s & self._even) >> w | (s & self._odd) >> w - 1) & self.all

    def _south_west(self, s: int) -> int:
        w = self.width
        return ((s & self._even) >> w + 1 | (s & self._odd) >> w) & self.all

    def _around(self, hexes: int) -> int:
        """All hexes next to a set: the zone of control of units standing there."""
        w, even, odd = self.width, hexes & self._even, hexes & self._odd
        return (
            hexes << 1 | hexes >> 1
            | even << w | odd << w + 1 | even << w - 1 | odd << w
            | even >> w | odd >> w - 1 | even >> w + 1 | odd >> w
        ) & self.all  # fmt: skip

    def within(self, hexes: int, steps: int) -> int:
        """All hexes at most some steps away from a set, the set included."""
        for _ in range(steps):
            hexes |= self.around(hexes)
        return hexes

    def spread(self, start: int, leave: Sequence[int], within: int) -> int:
        """Everything connected to a set by steps that ``leave`` allows, inside ``within``.

        Args:
            start: Where to begin.
            leave: For each direction the hexes that may be left that way.
            within: Hexes that may be entered.
        """
        steps, within = self.by_shift(leave), within & self.all
        seen = front = start
        while front:
            front = self._shifted(front, steps) & within & ~seen
            seen |= front
        return seen

    def flood(
        self,
        start: Mapping[int, int],
        prices: Prices,
        stop: int,
        within: int,
        budget: int,
        known: Sequence[int] = (),
    ) -> Flood:
        """The movement range from some hexes, as sets by exact cost.

        Args:
            start: Sets of hexes by what has been spent on arriving there.
            prices: What steps cost.
            stop: Hexes that are entered but not left again.
            within: Hexes that may be entered besides the starting ones.
            budget: The most that may be spent.
            known: The hexes by cost as far as they are known, the starting ones among them.
        """
        levels = [*known, *[0] * (budget + 1 - len(known))]
        for spent, hexes in start.items():
            if spent <= budget:
                levels[spent] |= hexes
        # Sets are kept positive here: Python is slower with complements.
        fresh, free = (within | union(start.values())) & self.all, self.all & ~stop
        # The levels fill up ahead of the loop, with hexes that were entered before, too.
        for spent, entered in enumerate(levels):
            levels[spent] = reached = entered & fresh
            if not reached:
                continue
            fresh ^= reached
            front = reached & (free | start[spent] if spent in start else free)
            for cost, origins, steps in prices.shifts:
                if spent + cost > budget:
                    break
                leaving = front & origins
                if leaving and spent + cost >= len(known):
                    levels[spent + cost] |= self._shifted(leaving, steps)
        return Flood(levels, union(levels), start, prices, stop)

    def step(self, hexes: int, leave: Sequence[int]) -> int:
        """Where a set gets in one step, each hex only in the directions ``leave`` allows."""
        return self.stride(hexes, self.by_shift(leave))

    def stride(self, hexes: int, ways: Ways) -> int:
        """Where a set gets in one step, the ways out sorted before, for many steps (`by_shift`)."""
        return self._shifted(hexes, ways) & self.all

    def by_shift(self, leave: Sequence[int]) -> Ways:
        """The ways out of hexes sorted by how far a step shifts a bit.

        A step along a row shifts by one; a step into another row shifts by a row, or by one more
        or less, as the hex stands in an odd or an even row. Six directions are eight shifts.
        """
        even, odd = self._even, self._odd
        east, north_east, north_west, west, south_west, south_east = leave
        return (
            east,
            west,
            north_east & odd,
            north_east & even | north_west & odd,
            north_west & even,
            south_west & even,
            south_west & odd | south_east & even,
            south_east & odd,
        )

    def _shifted(self, hexes: int, steps: Ways) -> int:
        """Where a set gets by steps sorted by shift; some may lead off the board."""
        # The eight shifts written out: floods spend their time here.
        w = self.width
        east, west, up_more, up, up_less, down_more, down, down_less = steps
        return (
            (hexes & east) << 1 | (hexes & west) >> 1
            | (hexes & up_more) << w + 1 | (hexes & up) << w | (hexes & up_less) << w - 1
            | (hexes & down_more) >> w + 1 | (hexes & down) >> w | (hexes & down_less) >> w - 1
        )  # fmt: skip

    def way(self, flood: Flood, to: int) -> list[Place]:
        """A cheapest way to a hex of a flood, from its starting hex to the destination."""
        spent, path = flood.cost(to), [Place(to)]
        if spent is None:
            raise ValueError("the hex was not reached by this flood")
        while not flood.start.get(spent, 0) >> to & 1:
            to, spent = self._before(flood, to, spent)
            path.append(to)
        return path[::-1]

    def _before(self, flood: Flood, to: int, spent: int) -> tuple[Place, int]:
        """The hex from which a flood entered another, and the cost it had there."""
        for cost, origin in flood.prices.into(to):
            if cost > spent or not flood.levels[spent - cost] >> origin & 1:
                continue
            if flood.stop >> origin & 1 and not flood.start.get(spent - cost, 0) >> origin & 1:
                continue
            return origin, spent - cost
        raise ValueError("a flood enters each hex from another")


def _grid(rows: int, columns: int) -> list[Hex]:
    return [Hex(row, column) for row in range(rows) for column in range(columns)]
