"""Lines of sight while what lies about stays as it is.

Over the bare map a line between two locations is settled once, for both ways, and kept as a byte of
one table. Only if a line meets a hex where something came in play is it drawn anew (see
:mod:`~salient.games.squad.sight.clutter`). Why it is so tell the :mod:`.stories`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property

from salient.boards.bits import each_piece, each_place, members, set_of, union
from salient.boards.sight import BLOCKED, glance
from salient.boards.sight_field import Field
from salient.boards.sight_lines import CENTRE, Line
from salient.boards.sight_map import Eye, Side
from salient.boards.sight_view import line_between
from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.engine.state import once
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.clutter import Clutter, Lying, drawn, scenery
from salient.games.squad.terrain.board import Board

UNKNOWN, SHUT, OPEN = 0, 1, 2
"""A byte of the table: nobody has looked yet, the line is blocked, or ``OPEN`` plus its hindrance.
"""

TABLE: Memo[int, bytearray] = Memo("sight between all locations of the bare map", 1)
"""A byte for each pair of locations, by how many there are."""

ODD: Memo[tuple[Eye, Eye, Side | None], int] = Memo("lines between other eyes", 50_000)
"""The hindrance of lines one of whose ends is at a corner, at a crest or in a foxhole, or that go
through a breach."""

BETWEEN: Memo[int, int] = Memo("hexes between locations", 200_000)
"""The hexes that a line meets between its ends, as :class:`~salient.boards.sight_field.Field` has
them, by the pair of locations."""

MET: Memo[tuple[int, ...], tuple[int, int]] = Memo("hexes that lines meet", 100_000)
"""Two sets of hexes (see :func:`hexes_between`) by the hexes and corners of a line's ends."""

CHANGED: Memo[Hashable, int] = Memo("lines with what lies on them", 100_000)
"""The hindrance of lines by their ends and what lies on them (see :func:`.clutter.drawn`)."""

PAIRS: Memo[Hashable, int] = Memo("lines between locations in play", 200_000)
"""The hindrance of a line, either way, by the pair of locations and what lies on the line (see
:meth:`Sight._on_line`)."""

NOTHING = (), 0
"""Nothing lies on a line."""

NEVER = 0, 0
"""Nobody has looked from a location: none looked at, none seen."""


def eye_of(g: SquadState, unit: Piece) -> Eye:
    """Where a unit's eyes are: bypass and crest included."""
    unit = g.aboard.get(unit, unit)  # D6.1
    place = g.where[unit]
    eye = g.setting.board.eyes[place]
    if unit in g.bypass:  # A4.34
        return g.setting.board.eye_at(place, g.bypass[unit][1])
    if unit in g.crest:  # B20.9
        return eye._replace(level=g.setting.board.hex(place).cell.ground)
    if g.entrenched >> unit & 1:
        return eye._replace(entrenched=True)
    return eye


def end_smoke(smoke: Mapping[Place, int], origin: Place, place: Place) -> int:
    """Smoke at the ends of a line; out of one's own smoke one more. Rule A24.2."""
    own = smoke.get(origin, 0)
    return own + (1 if own else 0) + (smoke.get(place, 0) if place != origin else 0)


def sees_within(board: Board, origin: Place, place: Place) -> bool:
    """Inside a hex one sees the same level and the next. Rule A6.8."""
    here, there = board.locations[origin], board.locations[place]
    near = abs(here.storey - there.storey) <= 1 or "tower" in (here.floor, there.floor)
    return origin == place or (near and "culvert" not in (here.floor, there.floor))


def hexes_between(board: Board, viewer: Eye, target: Eye) -> tuple[int, int]:
    """The hexes that a line meets, and those without its ends.

    A vehicle in the hex of an end is in the way only of one who stands at a corner of that hex.
    """
    met = hexes_on(board, viewer, line_between(viewer, target))
    if viewer.spot == target.spot:
        return met, met
    ends = (eye for eye in (viewer, target) if eye.corner == CENTRE)
    return met, met & ~set_of(board.at[eye.spot] for eye in ends)


def hexes_on(board: Board, viewer: Eye, line: Line) -> int:
    """The hexes that a line meets."""
    found = 0
    for contact in line.hexes:
        index = board.at.get((viewer.column + contact.column, viewer.height + contact.height))
        if index is not None:
            found |= 1 << index
    return found


Lookout = tuple[int, Eye, Place]
"""Some units with the same eye, that eye, and their location."""


def lookouts(g: SquadState, units: int, place: Place) -> list[Lookout]:
    """Those of a set of units on the map near enough to fire at a location, by their eyes.

    Who stands together sees the same.
    """
    return once(g, ("lookouts", units, place), lambda: list(_lookouts(g, units, place)))


def _lookouts(g: SquadState, units: int, place: Place) -> Iterator[Lookout]:
    board, reaching = g.setting.board, g.setting.reaching
    away, hex_of, eyes = board.ranges(place), board.hex_of, board.eyes
    odd = units & g.off_centre()
    for origin, stack in g.stacks.items():
        there = stack & units
        if not there:
            continue
        there &= reaching[away[hex_of[origin]]]
        if there & odd:
            for unit in each_piece(there & odd):
                yield 1 << unit, eye_of(g, unit), origin
            there &= ~odd
        if there:
            yield there, eyes[origin], origin


class Sight:
    """Lines of sight while what lies about stays as it is."""

    def __init__(self, g: SquadState, clutter: Clutter, parked: int) -> None:
        """Look around; no line is drawn before somebody asks for it."""
        memory, board = g.setting.memory, g.setting.board
        self.setting, self.board, self.clutter, self.parked = g.setting, board, clutter, parked
        self._smoke = dict(g.smoke)
        self._breached = g.copy() if g.wall_breaches and g.setting.chapters.holes else None
        self._bare = not (clutter.hexes or parked or self._breached)
        self._opens = bool(clutter.opened or self._breached)
        self._lines: dict[Hashable, int] = {}
        """The hindrance of lines, smoke at their ends included, by their ends."""
        self._rows: dict[int, tuple[int, int]] = {}
        """For each location, those that were looked at from it, and those that are seen."""
        self.sides: dict[Hashable, bool] = {}
        """Whether hexsides are seen as a whole from locations, see :mod:`.crossings`."""
        self.noticed: dict[Hashable, bool] = {}
        """Whether hidden fire zones are noticed from locations."""
        self._eyes, self._hex_of, self._count = board.eyes, board.hex_of, len(board.eyes)
        tables = memory.of(TABLE)
        self._table = tables.get(self._count) or tables.keep(
            self._count, bytearray(self._count * self._count)
        )
        self._between, self._bits = memory.of(BETWEEN), board.field_bits
        self._barred = self._set_of(union(pair for pair, _ in clutter.barriers))
        self._things, self._opened = self._set_of(clutter.hexes), self._set_of(clutter.opened)
        self._vehicles = self._set_of(parked)
        self._all = self._things | self._vehicles
        self._marks = {
            self._bits[index].bit_length() - 1: (index, mark)
            for index, mark in clutter.marks.items()
        }

    @cached_property
    def _field(self) -> Field:
        """The map with all that lies about."""
        return scenery(self.setting, self.clutter, self.parked)

    def _set_of(self, hexes: int) -> int:
        """A set of hexes as the field has them."""
        return union(self._bits[index] for index in members(hexes))

    # -- asking -------------------------------------------------------------------------------

    def sees(self, g: SquadState, viewer: Piece, place: Place) -> bool:
        """Whether a unit sees a location."""
        return self.hindrance(eye_of(g, viewer), g.where[viewer], self._eyes[place], place) >= 0

    def seen(self, viewer: Eye, origin: Place, places: int) -> int:
        """Those of a set of locations that are seen by an eye in its location."""
        eyes = self._eyes
        if viewer is not eyes[origin]:
            return set_of(
                place for place in each_place(places)
                if self.hindrance(viewer, origin, eyes[place], place) >= 0
            )  # fmt: skip
        looked, seen = self._rows.get(origin, NEVER)
        fresh = places & ~looked
        if fresh:
            for place in each_place(fresh):
                if self.hindrance(viewer, origin, eyes[place], place) >= 0:
                    seen |= 1 << place
            self._rows[origin] = looked | fresh, seen
        return seen & places

    def sees_any(self, viewer: Eye, origin: Place, places: int) -> bool:
        """Whether any of a set of locations is seen: nobody looks on when one is."""
        eyes = self._eyes
        plain = viewer is eyes[origin]
        looked, seen = self._rows.get(origin, NEVER) if plain else NEVER
        if seen & places:
            return True
        fresh = places & ~looked
        if not fresh:
            return False
        for place in each_place(fresh):
            looked |= 1 << place
            if self.hindrance(viewer, origin, eyes[place], place) >= 0:
                seen |= 1 << place
                break
        if plain:
            self._rows[origin] = looked, seen
        return bool(seen & places)

    def viewers(self, lookouts: Iterable[Lookout], place: Place) -> int:
        """Those of some units who see a location."""
        target, found = 1 << place, 0
        for there, eye, origin in lookouts:
            if self.sees_any(eye, origin, target):
                found |= there
        return found

    def sees_unit(self, g: SquadState, viewer: Piece, target: Piece) -> bool:
        """Whether a unit sees another."""
        origin, place = g.where[viewer], g.where[target]
        return self.hindrance(eye_of(g, viewer), origin, eye_of(g, target), place) >= 0

    def hindrance(self, viewer: Eye, origin: Place, target: Eye, place: Place) -> int:
        """The hindrance between two eyes in their locations, or ``BLOCKED``."""
        eyes, line = self._eyes, origin * self._count + place
        key: Hashable = line
        if viewer is not eyes[origin] or target is not eyes[place]:
            key = viewer, target, line
        else:
            code = self._table[line] or self._learn(origin, place)
            if self._bare:
                return code - OPEN
            if code == SHUT and not self._opens:
                return BLOCKED
            ends = self._bits[origin] | self._bits[place]
            if not (self._breached or ends & self._things or self._hexes_between(line) & self._all):
                return code - OPEN
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self._work_out(viewer, origin, target, place)
        return found

    def _hexes_between(self, line: int) -> int:
        """The hexes that a line between two locations meets, its ends apart."""
        found = self._between.get(line)
        if found is None:
            origin, place = divmod(line, self._count)
            found = self.board.field.between(self._eyes[origin], self._eyes[place])
            self._between.keep(line, found)
        return found

    def _work_out(self, viewer: Eye, origin: Place, target: Eye, place: Place) -> int:
        """The line between two eyes with all that lies on it."""
        if viewer[:2] == target[:2] and viewer.corner == target.corner:
            if origin == place:
                return end_smoke(self._smoke, origin, place)
            return 0 if sees_within(self.board, origin, place) else BLOCKED
        plain = viewer is self._eyes[origin] and target is self._eyes[place]
        hole = self.hole(origin, place)
        if plain and hole is None:
            found = self._between_places(viewer, origin, target, place)
        else:
            found = self._drawn(viewer, target, hole, self._look(viewer, target, hole))
        if not self._smoke or found < 0:
            return found
        found += end_smoke(self._smoke, origin, place)
        return found if found < self.setting.numbers.fire.hindrance_block else BLOCKED

    def _between_places(self, viewer: Eye, origin: Place, target: Eye, place: Place) -> int:
        """A line between two locations with what lies on it."""
        pair = origin * self._count + place
        found = (self._table[pair] or self._learn(origin, place)) - OPEN
        if found < 0 and not self.clutter.opened:
            return BLOCKED
        ends = self._bits[origin] | self._bits[place]
        lying = self._on_line(self._hexes_between(pair), ends, shut=found < 0)
        if lying is None:
            return self._drawn(viewer, target, None, found)
        if lying == NOTHING:
            return found
        one, other = sorted((origin, place))
        known, key = self.setting.memory.of(PAIRS), (one, other, lying)
        changed = known.get(key)
        if changed is None:
            changed = known.keep(key, self._field.hindrance(viewer, target))
        return changed

    def _on_line(self, between: int, ends: int, *, shut: bool) -> tuple[Hashable, int] | None:
        """What lies on a line between the centres of two hexes, for it to be remembered by.

        That are the things in its hexes and the vehicles; None if it must be drawn by itself. To
        a line that the bare map blocks (``shut``) only what may have opened it matters.
        """
        met = between | ends
        if shut and not met & self._opened:
            return NOTHING
        if met & self._barred:
            return None
        things = tuple(self._marks[bit] for bit in members(met & self._things))
        return things, between & self._vehicles

    def _drawn(self, viewer: Eye, target: Eye, hole: Side | None, found: int) -> int:
        """A line drawn by itself if anything lies on it; else as it was found on the bare map."""
        clutter = self.clutter
        if found < 0 and not clutter.opened:
            return BLOCKED
        if not self._all or not self.board.field.near(viewer, target) & self._all:
            return found
        met, between = self.met(viewer, target)
        if met & clutter.opened or (found >= 0 and (met & clutter.hexes or between & self.parked)):
            lying = Lying(clutter, met, between & self.parked, hole)
            return drawn(
                CHANGED, self.setting, viewer, target, lying,
                lambda sight: glance(sight, viewer, target),
            )  # fmt: skip
        return found

    def hole(self, origin: Place, place: Place) -> Side | None:
        """The hexside with a breach through which two locations see each other."""
        if self._breached is None:
            return None
        answers = (answer(self._breached, origin, place) for answer in self.setting.chapters.holes)
        return next((found for found in answers if found is not None), None)

    def met(self, viewer: Eye, target: Eye) -> tuple[int, int]:
        """The hexes that a line meets, and those of them where a vehicle can be in its way."""
        known = self.setting.memory.of(MET)
        key = viewer[0], viewer[1], viewer[3], target[0], target[1], target[3]
        found = known.get(key)
        if found is None:
            found = known.keep(key, hexes_between(self.board, viewer, target))
        return found

    # -- the air ------------------------------------------------------------------------------

    def haze(self, origin: Place, place: Place) -> int:
        """The LV hindrance between two locations: none in clear air. Rule E3.1."""
        return 0

    def fog(self, origin: Place, place: Place) -> int:
        """The hindrance of thick mist between two locations. Rule E3.32."""
        return 0

    def is_dark(self, origin: Place, place: Place) -> bool:
        """Whether a location is too far off to be seen at night. Rule E1.1."""
        return False

    def by_flash(self, origin: Place, place: Place) -> bool:
        """Whether a location is seen only by the flash of fire from there. Rule E1.8."""
        return False

    # -- the bare map -------------------------------------------------------------------------

    def is_shut(self, viewer: Eye, origin: Place, target: Eye, place: Place) -> bool:
        """Whether a line between two eyes, both in their places, is blocked by the bare map."""
        if viewer != self._eyes[origin] or target != self._eyes[place]:
            return False
        return (self._table[origin * self._count + place] or self._learn(origin, place)) == SHUT

    def _learn(self, origin: Place, place: Place) -> int:
        """Look from a location at another; it sees as much back."""
        board, eyes = self.board, self._eyes
        if self._hex_of[origin] == self._hex_of[place]:
            code = OPEN if sees_within(board, origin, place) else SHUT
        else:
            code = OPEN + board.field.hindrance(eyes[origin], eyes[place])
        self._table[origin * self._count + place] = code
        self._table[place * self._count + origin] = code
        return code

    def _look(self, viewer: Eye, target: Eye, hole: Side | None) -> int:
        """The line between two eyes over the bare map."""
        known, key = self.setting.memory.of(ODD), (viewer, target, hole)
        found = known.get(key)
        if found is None:
            board = self.board
            found = known.keep(
                key, board.field.hindrance(viewer, target) if hole is None
                else glance(board.sight.without_side(hole), viewer, target),
            )  # fmt: skip
        return found
