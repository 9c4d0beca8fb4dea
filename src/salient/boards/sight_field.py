"""Many sight lines at once: the same answers as :func:`salient.boards.sight.look`, sooner.

A set of hexes is one int. The hexes that a line meets are a set that depends only on the offset
between its ends, so it is made once and shifted into place; one AND with the hexes that rise
above the lower end says whether anything on the line can matter at all, another with those that
surely block whether the question is settled. Only what is left is weighed, and only the hexes
that can matter are. The weighing itself is the reference's.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import members, union
from salient.boards.sight import BLOCKED, Note, glance
from salient.boards.sight_lines import CENTRE, CORNERS, STEPS, WHOLE, HexContact, Line
from salient.boards.sight_map import LEVEL, Barrier, Cell, Eye, SightMap, Spot, Stand, flanks
from salient.boards.sight_view import View, line_between, make_view, range_between
from salient.boards.sight_weigh import total_hindrance, weigh_hex, weigh_side


class Cover(NamedTuple):
    """The hexes and hexsides that a line meets between its ends, as sets.

    Attributes:
        shift: What to add to the index of the first hex to put bit 0 into its place.
        met: Hexes met in any way.
        through: Hexes whose inside the line passes.
        sides: Hexsides N, NE and SE met, by the hex that owns them; not those of the ends.
        leaves: Sides of the first hex that the line crosses, as a mask; corners count for both.
        enters: The same for the last hex.
    """

    shift: int
    met: int
    through: int
    sides: tuple[int, int, int]
    leaves: int
    enters: int


@lru_cache(maxsize=65536)
def cover(columns: int, heights: int, stride: int) -> Cover:
    """What a line from centre to centre meets, for a board with ``stride`` bits to a column."""
    dx, dy = 3 * columns, heights
    turns = [dx * y - dy * x for x, y in CORNERS]
    reach = max(turns)
    end = columns * stride + heights
    met, through = [], []
    sides: tuple[list[int], list[int], list[int]] = ([], [], [])
    for column, height, turn in _near(columns, heights, reach):
        delta = column * stride + height
        if abs(turn) < reach:
            through.append(delta)
        met.append(delta)
        corners = [turn + t for t in turns[:4]]
        for side in range(3):
            if corners[side] * corners[side + 1] <= 0:
                dc, dh = STEPS[side]
                beyond = delta + dc * stride + dh
                if beyond not in (0, end):
                    sides[side].append(delta)
    # A line leaves its first hex by a side whose corners lie on both sides of it, and ahead.
    leaves = sum(
        1 << side
        for side in range(6)
        if turns[side] * turns[(side + 1) % 6] <= 0 and _is_ahead(dx, dy, side)
    )
    enters = (leaves << 3 | leaves >> 3) & 63
    shift = min(met, default=0)
    north, north_east, south_east = (_bits(found, shift) for found in sides)
    return Cover(
        shift,
        _bits(met, shift),
        _bits(through, shift),
        (north, north_east, south_east),
        leaves,
        enters,
    )


def _near(columns: int, heights: int, reach: int) -> Iterator[tuple[int, int, int]]:
    """The hexes between the ends that a line meets, with the turn to their centres."""
    dx, dy = 3 * columns, heights
    # Lengths with their true proportions: a hex is then as wide as it is high.
    far = dx * dx + 3 * dy * dy
    for column in range(min(0, columns), max(0, columns) + 1):
        if dx:
            # The first height at which the centre is not too far off the line.
            lean = 3 * column * dy
            low = -((reach - lean) // dx) if dx > 0 else -((-reach - lean) // dx)
            low += (low - column) % 2
        else:
            low = min(0, dy) + column % 2
        height = low
        turn = dx * height - 3 * column * dy
        while abs(turn) <= reach and (dx or height <= max(0, dy)):
            ahead = dx * 3 * column + 3 * dy * height
            if 0 < ahead < far:
                yield column, height, turn
            height += 2
            turn = dx * height - 3 * column * dy


class Run(NamedTuple):
    """What a line between centres or corners of two hexes runs through.

    Attributes:
        shift: What to add to the index of the first hex to put bit 0 into its place.
        near: The hexes that the line may meet in any way, its ends among them.
        parts: The hexes in which it runs through a part of a hex (see ``CORE``), its first and its
            last hex apart: a set for each part, one behind the other.
    """

    shift: int
    near: int
    parts: int


@lru_cache(maxsize=65536)
def run(columns: int, heights: int, start: int, end: int, stride: int, size: int) -> Run:
    """What a line runs through, on a board with ``stride`` bits to a column and ``size`` in all."""
    x, y = CORNERS[start] if start != CENTRE else (0, 0)
    ex, ey = CORNERS[end] if end != CENTRE else (0, 0)
    dx, dy = 3 * columns + ex - x, heights + ey - y
    turns = [dx * y - dy * x for x, y in CORNERS]
    strips = [(turns[side], turns[(side + 1) % 6]) for side in range(6)]
    # A part is run through if its corners lie on both sides of the line.
    bounds = [(min(a, b, 2 * a, 2 * b), max(a, b, 2 * a, 2 * b)) for a, b in strips]
    bounds.append((min(turns), max(turns)))
    own, last = 0, columns * stride + heights
    near, found = [own, last], []
    far = dx * dx + 3 * dy * dy  # With true proportions, as in ``_near``.
    reach = max(turns)
    for column, height, turn, ahead in _about(dx, dy, x, y, columns, reach):
        delta = column * stride + height
        near.append(delta)
        if abs(turn) < reach and 0 < ahead < far and delta not in (own, last):
            for part, (low, high) in enumerate(bounds):
                if low < -2 * turn < high:
                    found.append(part * size + delta)
    shift = min(near)
    return Run(shift, _bits(near, shift), _bits(found, shift))


def _about(
    dx: int, dy: int, x: int, y: int, columns: int, reach: int
) -> Iterator[tuple[int, int, int, int]]:
    """The hexes that a line from a point can meet, with how far off and along it their centres are.

    A corner is two off its centre.
    """
    far = dx * dx + 3 * dy * dy
    low, high = min(y, y + dy) - 2, max(y, y + dy) + 2
    for column in range(min(0, columns) - 1, max(0, columns) + 2):
        across = 3 * column - x
        top, bottom = low, high
        if dx:
            lean = dy * across if dx > 0 else -dy * across
            top = max(top, y - (reach - lean) // abs(dx))
            bottom = min(bottom, y + (reach + lean) // abs(dx))
        for height in range(top + (top - column) % 2, bottom + 1, 2):
            turn = dx * (height - y) - dy * across
            if abs(turn) > reach:
                continue
            ahead = dx * across + 3 * dy * (height - y)
            beyond = max(-ahead, ahead - far)
            if beyond <= 0 or beyond * beyond <= 4 * far:
                yield column, height, turn, ahead


def _is_ahead(dx: int, dy: int, side: int) -> bool:
    (ax, ay), (bx, by) = CORNERS[side], CORNERS[(side + 1) % 6]
    return dx * (ax + bx) + 3 * dy * (ay + by) > 0


def _bits(places: list[int], shift: int) -> int:
    bits = 0
    for place in places:
        bits |= 1 << place - shift
    return bits


class Field:
    """A board made ready for many questions."""

    def __init__(self, board: SightMap) -> None:
        """Number the hexes of a board."""
        self.board = board
        columns = [column for column, _ in board.cells]
        heights = [height for _, height in board.cells]
        # A margin: lines along the edge touch hexes beyond it.
        self._left, self._top = min(columns) - 2, min(heights) - 2
        self.stride = max(heights) - min(heights) + 5
        self._size = self.stride * (max(columns) - min(columns) + 5)
        self._rise = board.reasons.slope_rise
        self._partitioned = any(feature.solid for feature in board.features.values())
        self._targets = [
            (board.eye(spot), cell, _is_special(board.eye(spot), cell))
            for spot, cell in board.cells.items()
        ]
        self._houses = {
            spot
            for spot, cell in board.cells.items()
            if any(stand.feature.roofed and stand.edges for stand in cell.stands)
        }
        self._tops = {spot: _highest(cell) for spot, cell in board.cells.items()}
        self._changed = self._changed_parts = 0
        flanked = {spot for side in board.sides for spot in flanks(side)}
        self._walled = self.set_of(spot for spot in flanked if spot in board.cells)
        # Few pairs of levels occur; each needs its sets once.
        self.blockers = lru_cache(maxsize=None)(self._blockers)
        self.filled = lru_cache(maxsize=None)(self._filled)
        self.doubts = lru_cache(maxsize=None)(self._doubts)
        self.walls = lru_cache(maxsize=None)(self._walls)

    def index(self, spot: Spot) -> int:
        """The bit of a hex."""
        return (spot[0] - self._left) * self.stride + spot[1] - self._top

    def set_of(self, spots: Iterable[Spot]) -> int:
        """Some hexes as a set of bits."""
        return union(1 << self.index(spot) for spot in spots)

    def between(self, viewer: Eye, target: Eye) -> int:
        """The hexes that a line from centre to centre meets, without its ends, as bits."""
        found = cover(target[0] - viewer[0], target[1] - viewer[1], self.stride)
        return found.met << self.index(viewer[:2]) + found.shift

    def near(self, viewer: Eye, target: Eye) -> int:
        """The hexes that a line between centres or corners may meet, its ends among them."""
        column, height, _, start, _ = viewer
        far_column, far_height, _, end, _ = target
        found = run(
            far_column - column, far_height - height, start, end, self.stride, self._size
        )  # fmt: skip
        return found.near << (column - self._left) * self.stride + height - self._top + found.shift

    def _in_parts(self, sets: Iterable[int]) -> int:
        """A set of hexes for each part of a hex, one behind the other."""
        return union(bits << part * self._size for part, bits in enumerate(sets))

    def reshaped(self, board: SightMap, spots: Collection[Spot]) -> Field:
        """The same board with other things standing in some hexes.

        What stands there is in doubt and weighed for each line; all else is as it was.
        """
        twin = copy.copy(self)
        twin.board, twin._changed = board, self.set_of(spots)
        twin._changed_parts = self._in_parts([twin._changed] * WHOLE.bit_count())
        twin._tops = {**self._tops, **{spot: _highest(board.cells[spot]) for spot in spots}}
        return twin

    def hindrance(self, viewer: Eye, target: Eye) -> int:
        """The total hindrance between two ends, or ``BLOCKED``."""
        here, there = self.board.cells[viewer.spot], self.board.cells[target.spot]
        if here.rails and there.rails:
            return glance(self.board, viewer, target)
        special = self._partitioned or _is_special(viewer, here) or _is_special(target, there)
        apart = self._are_apart(viewer, target)
        if not special and not apart:
            return self._settle(viewer, here, target, there)
        if viewer.level >= here.ground and target.level >= there.ground:
            near = viewer.level + (self._rise if here.slopes else 0)
            far = target.level + (self._rise if there.slopes else 0)
            reach = max(near, far, min(viewer.level, target.level) + 1)
            if self._is_stopped(viewer, target, reach):
                return BLOCKED
            if not (self._partitioned or viewer.entrenched or target.entrenched or apart):
                low, high = sorted((viewer.level, target.level))
                near, doubts = self.near(viewer, target), self.doubts(low, high) | self._changed
                walled = bool(near & self._walled)
                if not (near & doubts or walled or self.board.barriers):
                    return 0
                return self._weigh(viewer, target, doubts, walled=walled)
        return glance(self.board, viewer, target)

    def _is_stopped(self, viewer: Eye, target: Eye, reach: int) -> bool:
        """Whether a line runs through what rises to a reach on its way: a hill, a part of a hex."""
        column, height, _, start, _ = viewer
        far_column, far_height, _, end, _ = target
        found = run(
            far_column - column, far_height - height, start, end, self.stride, self._size
        )  # fmt: skip
        place = (column - self._left) * self.stride + height - self._top + found.shift
        return bool(found.parts << place & self.filled(reach) & ~self._changed_parts)

    def sees(self, viewer: Eye, target: Eye) -> bool:
        """Whether two ends see each other."""
        return self.hindrance(viewer, target) != BLOCKED

    def seen_from(self, viewer: Eye) -> dict[Spot, int]:
        """All hexes in whose usual place a unit is seen, with the hindrance to each."""
        here = self.board.cells[viewer.spot]
        special = self._partitioned or _is_special(viewer, here)
        seen = {}
        for target, there, unusual in self._targets:
            unusual = unusual or self._are_apart(viewer, target)
            if special or unusual or (here.rails and there.rails):
                answer = glance(self.board, viewer, target)
            else:
                answer = self._settle(viewer, here, target, there)
            if answer != BLOCKED:
                seen[target.spot] = answer
        seen.pop(viewer.spot, None)
        return seen

    def _are_apart(self, viewer: Eye, target: Eye) -> bool:
        """Whether two ends may be at different levels of one building."""
        if viewer.level == target.level or viewer.spot not in self._houses:
            return False
        return target.spot in self._houses

    def _settle(self, viewer: Eye, here: Cell, target: Eye, there: Cell) -> int:
        """Answer for ends in their usual places, weighing only what the sets leave in doubt."""
        column, height, low, _, _ = viewer
        far_column, far_height, high, _, _ = target
        found = cover(far_column - column, far_height - height, self.stride)
        near_reach = low + self._rise if here.slopes & found.leaves else low
        far_reach = high + self._rise if there.slopes & found.enters else high
        reach = near_reach if near_reach > far_reach else far_reach
        if low > high:
            low, high = high, low
        place = (column - self._left) * self.stride + height - self._top + found.shift
        sure = self.blockers(reach if reach > low else low + 1) & ~self._changed
        if found.through << place & sure:
            return BLOCKED
        walls, doubtful_walls = self.walls(low, reach, high - low >= LEVEL)
        if _meet(found.sides, place, walls):
            return BLOCKED
        doubts = found.met << place & (self.doubts(low, reach) | self._changed)
        walled = _meet(found.sides, place, doubtful_walls)
        if not doubts and not walled:
            return 0
        if self._is_stopped(viewer, target, max(reach, low + 1)):
            return BLOCKED
        return self._weigh(viewer, target, doubts, walled)

    # -- what can matter ----------------------------------------------------------------------

    def _blockers(self, reach: int) -> int:
        """The hexes that surely block a line through them: as high as its reach, or higher."""
        bits = 0
        for spot, cell in self.board.cells.items():
            if cell.lower:
                continue  # It depends on where the line passes.
            if cell.ground >= reach or any(
                stand.feature.effect == "obstacle" and stand.parts == WHOLE and stand.top >= reach
                for stand in cell.stands
            ):
                bits |= 1 << self.index(spot)
        return bits

    def _filled(self, reach: int) -> int:
        """For each part of a hex, the hexes where ground or obstacles in it rise to a reach."""
        found = [0] * WHOLE.bit_count()
        for spot, cell in self.board.cells.items():
            if cell.lower:
                continue  # It depends on where the line passes.
            filled = WHOLE if cell.ground >= reach else 0
            for stand in cell.stands:
                if stand.feature.effect == "obstacle" and stand.top >= reach:
                    filled |= stand.parts
            for part in members(filled):
                found[part] |= 1 << self.index(spot)
        return self._in_parts(found)

    def _doubts(self, low: int, reach: int) -> int:
        """The hexes that can matter to a line from a low end: by their tops or a blind zone."""
        bits = 0
        for spot, cell in self.board.cells.items():
            if cell.ground > low or any(_can_matter(stand, low, reach) for stand in cell.stands):
                bits |= 1 << self.index(spot)
        for barrier in self.board.barriers:
            if _can_matter(barrier, low, reach):
                bits |= 1 << self.index(barrier.first) | 1 << self.index(barrier.second)
        return bits

    def _walls(self, low: int, reach: int, apart: bool) -> tuple[Sides, Sides]:
        """The hexsides that surely block, and those that can matter otherwise."""
        blocking, doubtful = [0, 0, 0], [0, 0, 0]
        for side, stand in self.board.sides.items():
            if not _can_matter(stand, low, reach):
                continue
            if apart and self.board.is_hillside(side):
                continue
            blocks = stand.feature.effect == "obstacle" and stand.top >= max(reach, low + 1)
            (blocking if blocks else doubtful)[side[2]] |= 1 << self.index(side[:2])
        return (blocking[0], blocking[1], blocking[2]), (doubtful[0], doubtful[1], doubtful[2])

    # -- what does matter ---------------------------------------------------------------------

    def _weigh(self, viewer: Eye, target: Eye, doubts: int, walled: bool) -> int:
        """Weigh what can matter, as the reference does."""
        board = self.board
        if board.barriers:
            return glance(board, viewer, target)
        line = line_between(viewer, target)
        if not line.scale:
            return 0  # Both ends are the same point: nothing can come between them.
        view = make_view(board, viewer, target, line)
        hindrances: list[Note] = []
        for contact in self._doubtful(viewer, view, line, doubts):
            for note in weigh_hex(board, view, viewer, line, contact):
                if note.stops:
                    return BLOCKED
                if note.drm:
                    hindrances.append(note)
        if walled:
            for side in line.sides:
                for note in weigh_side(board, view, viewer, side):
                    if note.stops:
                        return BLOCKED
        if not hindrances:
            return 0
        total = total_hindrance(view, hindrances)
        return total if total < board.reasons.most else BLOCKED

    def _doubtful(self, viewer: Eye, view: View, line: Line, doubts: int) -> Iterator[HexContact]:
        """The hexes on a line that can matter: high enough, or close enough to hide the low end."""
        start, stride, low = self.index(viewer.spot), self.stride, view.low.level
        further = range_between(view.high.spot, view.low.spot) // self.board.reasons.blind_step
        for contact in line.hexes:
            column, height = contact[0], contact[1]
            if not doubts >> start + column * stride + height & 1:
                continue
            spot = (viewer.column + column, viewer.height + height)
            top = self._tops.get(spot, low)
            deepest = (top - low) // LEVEL + further
            if top >= view.reach or range_between(spot, view.low.spot) <= max(1, deepest):
                yield contact


Sides = tuple[int, int, int]
"""Hexsides N, NE and SE, by the hex that owns them."""


def _meet(sides: Sides, place: int, others: Sides) -> bool:
    """Whether a line's hexsides, shifted into place, are among others."""
    return bool(
        sides[0] << place & others[0]
        or sides[1] << place & others[1]
        or sides[2] << place & others[2]
    )


def _can_matter(stand: Stand | Barrier, low: int, reach: int) -> bool:
    """Whether a thing can block, hinder or hide: it reaches up, or it is tall enough to hide."""
    tall = stand.feature.height >= LEVEL and stand.top // LEVEL * LEVEL > low
    return stand.top > low and (stand.top >= reach or tall)


def _highest(cell: Cell) -> int:
    return max([cell.ground, *(stand.top for stand in cell.stands)])


def _is_special(eye: Eye, cell: Cell) -> bool:
    """Whether an end needs the whole story: in a depression, at a corner, entrenched."""
    return eye.corner != CENTRE or eye.entrenched or eye.level < cell.ground
