"""What lies about on the map and changes what is seen: smoke, fires, rubble, vehicles, wrecks.

What came in play is gathered once for a state of the map and remembered by all that can change it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import count
from operator import attrgetter
from typing import NamedTuple, TypeVar

import msgspec

from salient.boards.bits import each_piece, each_place, members, set_of, union
from salient.boards.sight_field import Field
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
from salient.engine.memory import Memo
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.state import SquadState
from salient.games.squad.terrain.board import Board, Hexagon, each_hex

SMOKE_HEIGHT = 2 * LEVEL
"""Rule A24.2: smoke is two levels high."""

NUMBERS = count()
"""Numbers for what lies about, never used twice."""

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
        marks: A number for what lies in each of the hexes: the same always has the same.
        razed: The hexes where buildings have fallen.
    """

    number: int
    things: Mapping[Hexagon, tuple[Thing, ...]]
    fallen: Mapping[Hexagon, tuple[str, ...]]
    hexes: int
    opened: int
    barriers: tuple[tuple[int, Barrier], ...]
    marks: Mapping[Hexagon, int]
    razed: int


Stuff = tuple[tuple[int, tuple[Thing, ...], tuple[str, ...]], ...]
"""What lies on a line, by hex: what stands there, and what printed features do no more."""


class Lying(NamedTuple):
    """What changes one line.

    Attributes:
        clutter: All that lies about.
        met: The hexes that the line meets, both ends included.
        parked: Those of them where vehicles hinder it.
        hole: The hexside in whose wall there is a breach for it.
    """

    clutter: Clutter
    met: int
    parked: int
    hole: Side | None


V = TypeVar("V")


def drawn(
    memo: Memo[Hashable, V], setting: SquadSetting, viewer: Eye, target: Eye, lying: Lying,
    draw: Callable[[SightMap], V],
) -> V:  # fmt: skip
    """A line drawn with what lies on it, remembered by that; for short by the clutter's number."""
    known, clutter = setting.memory.of(memo), lying.clutter
    number = clutter.number if lying.met & clutter.hexes else -1
    quick = (viewer, target, lying.hole, lying.parked, number)
    found = known.get(quick)
    if found is None:
        stuff = _on_line(setting, lying, {viewer.spot, target.spot})
        barriers = tuple(barrier for pair, barrier in clutter.barriers if pair & lying.met)
        key = (viewer, target, lying.hole, stuff, barriers)
        found = known.get(key)
        if found is None:
            board = setting.board
            sight = _reshape(board.sight, stuff, clutter.razed, board)
            sight = sight.with_barriers(*barriers) if barriers else sight
            sight = sight.without_side(lying.hole) if lying.hole is not None else sight
            found = known.keep(key, draw(sight))
        known.keep(quick, found)
    return found


CONTENTS: Memo[Hashable, int] = Memo("what lies in hexes", 10_000)
"""A number for all that lies in a hex, by itself."""

CLUTTERS: Memo[Hashable, Clutter] = Memo("what lies about", 10_000)
"""What lies about, by all parts of a state that can change it, and by itself."""


def parked(g: SquadState) -> int:
    """The hexes of vehicles that everybody knows: they hinder, wrecks or not. Rule D9.4.

    Reading: a concealed one does not, for else it would show what the question mark is.
    """
    bits, where, found = g.setting.board.hex_bits, g.where, 0
    for vehicle in each_piece(g.setting.vehicles & ~(g.hidden | g.concealed)):
        if where[vehicle] >= 0:
            found |= bits[where[vehicle]]
    return found


def clutter(g: SquadState) -> Clutter:
    """What lies about on the map, remembered while it stays as it is.

    What comes to the same has the same number, whatever else has changed.
    """
    known, key = g.setting.memory.of(CLUTTERS), clutter_key(g)
    found = known.get(key)
    if found is None:
        fresh = _gather(g)
        content = (*map(_frozen, (fresh.things, fresh.fallen)), *fresh[3:6], fresh.razed)
        found = known.get(content) or known.keep(content, fresh)
        known.keep(key, found)
    return found


def _frozen(table: Mapping[Hexagon, tuple[Thing | str, ...]]) -> Hashable:
    return frozenset(table.items())


def clutter_key(g: SquadState) -> Hashable:
    """All that can change what stands in hexes, vehicles apart."""
    columns = _columns(g.setting.chapters.sight_columns)(g)
    return tuple([tuple(held.items()) if type(held) is dict else held for held in columns])


@lru_cache(maxsize=64)
def _columns(names: tuple[str, ...]) -> attrgetter[tuple[object, ...]]:
    return attrgetter("blazes", "smoke", "rubble", *names)


def _gather(g: SquadState) -> Clutter:
    """What lies about: smoke, fires, rubble, debris, and what chapters add or take away."""
    setting, board = g.setting, g.setting.board
    found: dict[Hexagon, list[Thing]] = {}
    fallen: dict[Hexagon, set[str]] = {}
    for place, drm in g.smoke.items():
        found.setdefault(board.hex_of[place], []).append(_smoke(drm))
    for place in each_place(g.blazes):
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
    things = {index: tuple(there) for index, there in found.items()}
    gone = {index: tuple(sorted(names)) for index, names in fallen.items()}
    contents = setting.memory.of(CONTENTS)
    marks = {}
    for index in each_hex(hexes):
        content = things.get(index, ()), gone.get(index, ()), index in g.rubble
        mark = contents.get(content)
        marks[index] = contents.keep(content, next(NUMBERS)) if mark is None else mark
    razed = set_of(g.rubble)
    return Clutter(next(NUMBERS), things, gone, hexes, opened, barriers, marks, razed)


def _smoke(drm: int) -> Feature:
    return Feature("smoke", "A24.2", "hindrance", SMOKE_HEIGHT, drm, inherent=True)


def scenery(setting: SquadSetting, clutter: Clutter, parked: int) -> Field:
    """The map with all that lies about, barriers apart, for lines from centre to centre."""
    board, met = setting.board, clutter.hexes | parked
    stuff = _on_line(setting, Lying(clutter, met, parked, None), set())
    spots = [board.hexes[index].spot for index in members(met)]
    return board.field.reshaped(_reshape(board.sight, stuff, clutter.razed, board), spots)


def _on_line(setting: SquadSetting, lying: Lying, ends: set[Spot]) -> Stuff:
    """What lies on a line; smoke at its ends is counted apart (A24.2)."""
    wreck, clutter = setting.terrain.feature("wreck"), lying.clutter
    found = []
    for index in each_hex(lying.met & clutter.hexes | lying.parked):
        things: Iterable[Thing] = clutter.things.get(index, ())
        if setting.board.hexes[index].spot in ends:
            things = (thing for thing in things if not _is_smoke(thing))
        vehicle = (wreck,) if lying.parked >> index & 1 else ()
        there = tuple(dict.fromkeys((*vehicle, *things)))
        found.append((index, there, clutter.fallen.get(index, ())))
    return tuple(found)


def _is_smoke(thing: Thing) -> bool:
    return isinstance(thing, Feature) and thing.name == "smoke"


def _reshape(sight: SightMap, stuff: Stuff, razed: int, board: Board) -> SightMap:
    """The board with what came in play; a razed building no longer stands."""
    changed: dict[Spot, Cell] = {}
    for index, things, gone in stuff:
        spot = board.hexes[index].spot
        cell = sight.cells[spot]
        kept = (
            ()
            if razed >> index & 1
            else tuple(stand for stand in cell.stands if stand.feature.name not in gone)
        )
        added = tuple(
            thing if isinstance(thing, Stand) else Stand(thing, cell.floor) for thing in things
        )
        changed[spot] = msgspec.structs.replace(cell, stands=kept + added)
    return sight.with_cells(changed)
