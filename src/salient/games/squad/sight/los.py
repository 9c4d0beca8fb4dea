"""Lines of sight in play: the map's own lines, and what smoke, wrecks and rubble do to them.

Lines over the bare map are drawn once and kept by the setting. A line is drawn anew only if one of
the hexes that it meets holds something that came in play, and then kept with what lies there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

import msgspec

from salient.boards.bits import members, set_of, union
from salient.boards.sight import BLOCKED, glance, look
from salient.boards.sight_lines import STEPS, Contact, Line
from salient.boards.sight_map import (
    LEVEL,
    Barrier,
    Cell,
    Eye,
    Feature,
    Side,
    SightMap,
    Spot,
    Stand,
)
from salient.boards.sight_view import line_between, range_between
from salient.engine.memory import Memo
from salient.games.squad.core.memory import once
from salient.games.squad.core.questions import Look
from salient.games.squad.core.state import SquadState
from salient.games.squad.terrain.board import Board

SMOKE_HEIGHT = 2 * LEVEL
"""Rule A24.4: smoke is two levels high."""

SAME = Look(True, 0, 0)

NUMBERS = count()
"""Numbers for :class:`Clutter`, never used twice."""

Thing = Feature | Stand
"""What stands in a hex: a plain feature stands at the bottom."""


class Clutter(NamedTuple):
    """What lies about on the map, vehicles apart.

    Attributes:
        number: Its own number, by which lines remember it.
        things: What stands in hexes.
        fallen: The names of printed features that stand no more, by hex.
        hexes: The hexes of both.
        opened: Those where a line may have become free.
        barriers: What stands across hexsides, each with its two hexes.
    """

    number: int
    things: Mapping[int, tuple[Thing, ...]]
    fallen: Mapping[int, tuple[str, ...]]
    hexes: int
    opened: int
    barriers: tuple[tuple[int, Barrier], ...]


Stuff = tuple[tuple[int, tuple[Thing, ...], tuple[str, ...]], ...]
"""What lies on a line, by hex: what stands there, and what printed features do no more."""


CLUTTERS: Memo[Hashable, Clutter] = Memo("what lies about", 10_000)
"""What lies about, by all parts of a state that can change it."""


def eye_of(g: SquadState, unit: int) -> Eye:
    """Where a unit's eyes are: bypass and crest included. Rules A4.34, B20.9, D6.1."""
    unit = g.aboard.get(unit, unit)
    place = g.where[unit]
    eye = g.setting.board.eyes[place]
    if unit in g.bypass:
        return eye._replace(corner=g.bypass[unit][1])
    if unit in g.crest:
        return eye._replace(level=g.setting.board.hex(place).cell.ground)
    if g.entrenched >> unit & 1:
        return eye._replace(entrenched=True)
    return eye


def look_at(g: SquadState, viewer: int, place: int, *, story: bool = False) -> Look:
    """What a unit sees of a location, with or without the story."""
    eye, origin = eye_of(g, viewer), g.where[viewer]
    if story:
        return see(g, eye, origin, g.setting.board.eyes[place], place)
    lines = _lines_from(g, eye, origin)
    return lines.get(place) or _look(g, eye, origin, place, lines)


def places_seen(g: SquadState, viewer: int, places: Iterable[int]) -> Iterator[int]:
    """Those of some locations that a unit sees."""
    eye, origin = eye_of(g, viewer), g.where[viewer]
    lines = _lines_from(g, eye, origin)
    for place in places:
        if (lines.get(place) or _look(g, eye, origin, place, lines)).clear:
            yield place


def _lines_from(g: SquadState, eye: Eye, origin: int) -> dict[int, Look]:
    """The lines from a location that have been looked along while the state rests."""
    found = g.setting.memory.found_of(g)
    if found is None:
        return {}
    lines: dict[int, Look] = found.setdefault((eye, origin), {})
    return lines


def _look(g: SquadState, eye: Eye, origin: int, place: int, lines: dict[int, Look]) -> Look:
    found = lines[place] = see(g, eye, origin, g.setting.board.eyes[place], place, story=False)
    return found


def look_between(g: SquadState, viewer: int, target: int) -> Look:
    """What a unit sees of another, without the story."""
    eye = eye_of(g, target)
    return see(g, eye_of(g, viewer), g.where[viewer], eye, g.where[target], story=False)


def look_across(g: SquadState, origin: int, place: int, *, whole: bool = False) -> Look:
    """What is seen from one location of another; with the ``whole`` story even if it is blocked."""
    eyes = g.setting.board.eyes
    return see(g, eyes[origin], origin, eyes[place], place, whole=whole)


def see(
    g: SquadState, viewer: Eye, origin: int, target: Eye, place: int, *,
    story: bool = True, whole: bool = False,
) -> Look:  # fmt: skip
    """The line between two eyes as things stand. Rules A6, A24.2.

    Without the ``story``, for those who ask only whether it is clear and how much hinders it, the
    sides crossed may be left out; with the ``whole`` story it is told even if it is blocked.
    """
    board = g.setting.board
    if viewer[:2] == target[:2] and viewer.corner == target.corner:
        return _in_one_hex(g, board, origin, place)
    hole = None
    for answer in g.setting.chapters.holes:
        hole = hole or answer(g, origin, place)
    found = _static(g, viewer, target, hole, story=story)
    if whole and found.sighting is None:
        found = _trace(board, board.sight, viewer, target)
    lying, parked = _lying(g)
    if not found.clear and not found.hexes & lying.opened:
        return found
    if found.hexes & (lying.hexes | parked):
        found = _drawn(g, viewer, target, found, hole, lying, parked & found.hexes, story=story)
    if not g.smoke or not found.clear:
        return found
    total = found.hindrance + end_smoke(g, origin, place)
    return found._replace(hindrance=total, clear=total < g.setting.numbers.fire.hindrance_block)


def _in_one_hex(g: SquadState, board: Board, origin: int, place: int) -> Look:
    """Inside a hex one sees the same level and the next. Rule A6.8."""
    if origin == place:
        return SAME._replace(hindrance=end_smoke(g, origin, place))
    here, there = board.locations[origin], board.locations[place]
    near = abs(here.storey - there.storey) <= 1 or "tower" in (here.floor, there.floor)
    return Look(near and "culvert" not in (here.floor, there.floor), 1, 0)


def end_smoke(g: SquadState, origin: int, place: int) -> int:
    """Smoke at the ends of a line; out of one's own smoke one more. Rule A24.2."""
    if not g.smoke:
        return 0
    own = g.smoke.get(origin, 0)
    return own + (1 if own else 0) + (g.smoke.get(place, 0) if place != origin else 0)


# -- what came in play ----------------------------------------------------------------------------


def _lying(g: SquadState) -> tuple[Clutter, int]:
    """What lies about, and the hexes of vehicles."""
    return once(g, "lying", lambda: (clutter(g), _parked(g)))


def _parked(g: SquadState) -> int:
    """The hexes of vehicles that everybody knows: they hinder, wrecks or not. Rule D9.4.

    Reading: a concealed one does not, for else it would show what the question mark is.
    """
    hex_of, where, found = g.setting.board.hex_of, g.where, 0
    for vehicle in members(g.setting.vehicles & ~(g.hidden | g.concealed)):
        if where[vehicle] >= 0:
            found |= 1 << hex_of[where[vehicle]]
    return found


def clutter(g: SquadState) -> Clutter:
    """What lies about on the map, remembered while it stays as it is."""
    known, key = g.setting.memory.of(CLUTTERS), _clutter_key(g)
    found = known.get(key)
    if found is None:
        found = known.keep(key, _gather(g))
    return found


def _clutter_key(g: SquadState) -> Hashable:
    """All that can change what stands in hexes, vehicles apart."""
    return (
        g.blazes, g.debris, g.cars, g.wrecked_cars,
        tuple(g.smoke.items()) if g.smoke else (),
        tuple(g.rubble.items()) if g.rubble else (),
        tuple(g.fire_zones.items()) if g.fire_zones else (),
        tuple((name, tuple(marks.items())) for name, marks in g.marks.items()) if g.marks else (),
    )  # fmt: skip


def _gather(g: SquadState) -> Clutter:
    """What lies about: smoke, fires, rubble, debris, and what chapters add or take away."""
    setting, board = g.setting, g.setting.board
    found: dict[int, list[Thing]] = {}
    fallen: dict[int, set[str]] = {}
    for place, drm in g.smoke.items():
        found.setdefault(board.hex_of[place], []).append(_smoke(drm))
    for place in members(g.blazes):
        found.setdefault(board.hex_of[place], []).append(_smoke(setting.numbers.fire.blaze))
    for index in g.rubble:
        found.setdefault(index, []).append(setting.terrain.feature("rubble"))
    for answer in g.setting.chapters.reshapes:
        for index, features in answer(g).items():
            found.setdefault(index, []).extend(features)
    for question in g.setting.chapters.fallen:
        for index, names in question(g).items():
            fallen.setdefault(index, set()).update(names)
    barriers = tuple(
        (1 << board.at[barrier.first] | 1 << board.at[barrier.second], barrier)
        for question in g.setting.chapters.barriers for barrier in question(g)
    )  # fmt: skip
    opened = union((set_of(g.rubble), set_of(fallen), g.wrecked_cars))
    hexes = union((set_of(found), opened, *(pair for pair, _ in barriers)))
    return Clutter(
        next(NUMBERS), {index: tuple(things) for index, things in found.items()},
        {index: tuple(sorted(names)) for index, names in fallen.items()},
        hexes, opened, barriers,
    )  # fmt: skip


def _smoke(drm: int) -> Feature:
    return Feature("smoke", "A24.2", "hindrance", SMOKE_HEIGHT, drm, inherent=True)


# -- drawing --------------------------------------------------------------------------------------

BARE: Memo[Hashable, Look] = Memo("lines over the bare map", 100_000)
"""Lines by their two ends and the hole in the wall that they go through."""

DRAWN: Memo[Hashable, Look] = Memo("lines with what lies on them", 100_000)
"""Lines by their two ends, the hole, and what lies on them; in short, the number of the clutter."""


def _static(g: SquadState, viewer: Eye, target: Eye, hole: Side | None, *, story: bool) -> Look:
    """The line over the bare map; of a blocked one between whole locations only what it meets.

    Units at a corner, at a crest or in a foxhole can be fired at where their location is seen
    even if they are not, so their lines are needed with the whole story. A line is glanced at
    first: its story is told, and kept in its place, when somebody asks for it.
    """
    board, known = g.setting.board, g.setting.memory.of(BARE)
    key = (viewer, target) if hole is None else (viewer, target, hole)
    found = known.get(key)
    if found is None:
        found = known.keep(key, _glance(board, viewer, target, hole))
    if story and found.sighting is None:
        plain = hole is None and viewer in board.viewpoints and target in board.viewpoints
        if found.clear or not plain:
            sight = board.sight if hole is None else board.sight.without_side(hole)
            found = known.keep(key, _trace(board, sight, viewer, target))
    return found


def _glance(board: Board, viewer: Eye, target: Eye, hole: Side | None) -> Look:
    """A line over the bare map without its story."""
    if hole is None:
        drm = board.field.hindrance(viewer, target)
    else:
        drm = glance(board.sight.without_side(hole), viewer, target)
    met = _hexes(board, viewer, line_between(viewer, target))
    away = range_between(viewer.spot, target.spot)
    return Look(drm != BLOCKED, away, max(drm, 0), met)


def _drawn(
    g: SquadState, viewer: Eye, target: Eye, bare: Look, hole: Side | None, lying: Clutter,
    parked: int, *, story: bool,
) -> Look:  # fmt: skip
    """The line with what lies on it, remembered by what lies there."""
    known = g.setting.memory.of(DRAWN)
    number = lying.number if bare.hexes & lying.hexes else -1
    quick = (viewer, target, hole, parked, number, story)
    found = known.get(quick)
    if found is None:
        stuff = _on_line(g, lying, bare.hexes, parked, {viewer.spot, target.spot})
        barriers = tuple(barrier for pair, barrier in lying.barriers if pair & bare.hexes)
        key = (viewer, target, hole, stuff, barriers, story)
        found = known.get(key)
        if found is None:
            board = g.setting.board
            sight = reshape(board.sight, stuff, g.rubble, board)
            if barriers:
                sight = sight.with_barriers(*barriers)
            if hole is not None:
                sight = sight.without_side(hole)
            if story:
                found = _trace(board, sight, viewer, target)
            else:
                drm = glance(sight, viewer, target)
                found = bare._replace(clear=drm != BLOCKED, hindrance=max(drm, 0), sighting=None)
            known.keep(key, found)
        known.keep(quick, found)
    return found


def _on_line(g: SquadState, lying: Clutter, hexes: int, parked: int, ends: set[Spot]) -> Stuff:
    """What lies in some hexes; smoke at the ends of a line is counted apart (A24.2)."""
    wreck = g.setting.terrain.feature("wreck")
    found = []
    for index in members(hexes & (lying.hexes | parked)):
        things: Iterable[Thing] = lying.things.get(index, ())
        if g.setting.board.hexes[index].spot in ends:
            things = (thing for thing in things if not _is_smoke(thing))
        vehicle = (wreck,) if parked >> index & 1 else ()
        there = tuple(dict.fromkeys((*vehicle, *things)))
        found.append((index, there, lying.fallen.get(index, ())))
    return tuple(found)


def _is_smoke(thing: Thing) -> bool:
    return isinstance(thing, Feature) and thing.name == "smoke"


def reshape(sight: SightMap, stuff: Stuff, razed: Mapping[int, int], board: Board) -> SightMap:
    """The board with what came in play; a razed building no longer stands."""
    changed: dict[Spot, Cell] = {}
    for index, things, gone in stuff:
        spot = board.hexes[index].spot
        cell = sight.cells[spot]
        kept = (
            ()
            if index in razed
            else tuple(stand for stand in cell.stands if stand.feature.name not in gone)
        )
        added = tuple(
            thing if isinstance(thing, Stand) else Stand(thing, cell.floor) for thing in things
        )
        changed[spot] = msgspec.structs.replace(cell, stands=kept + added)
    return sight.with_cells(changed)


def _hexes(board: Board, viewer: Eye, line: Line) -> int:
    """The hexes that a line meets."""
    found = 0
    for contact in line.hexes:
        index = board.at.get((viewer.column + contact.column, viewer.height + contact.height))
        if index is not None:
            found |= 1 << index
    return found


def _trace(board: Board, sight: SightMap, viewer: Eye, target: Eye) -> Look:
    """Draw a line and keep what is asked of it."""
    story = look(sight, viewer, target)
    leaving: list[int] = []
    entering: list[int] = []
    for crossed in story.line.sides:
        if crossed.contact is Contact.ALONG:
            continue
        column, height = viewer.column + crossed.column, viewer.height + crossed.height
        for spot, sides in ((viewer.spot, leaving), (target.spot, entering)):
            side = _own_side(spot, (column, height), crossed.side)
            if side >= 0:
                sides.append(side)
    return Look(
        story.clear, story.range, story.hindrance, _hexes(board, viewer, story.line),
        tuple(leaving), tuple(entering), story,
    )  # fmt: skip


def _own_side(spot: Spot, of: Spot, side: int) -> int:
    """Which side of a hex a hexside is, named from a hex south or west of it; -1 for none."""
    if spot == of:
        return side
    dc, dh = STEPS[side]
    return side + 3 if spot == (of[0] + dc, of[1] + dh) else -1
