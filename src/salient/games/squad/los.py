"""Lines of sight in play: the map's own lines, and what smoke, wrecks and rubble do to them.

Lines over the bare map are drawn once and kept by the setting. A line is drawn anew only if one of
the hexes that it meets holds something that came in play.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import cast

import msgspec

from salient.boards.bits import members
from salient.boards.sight import look
from salient.boards.sight_lines import STEPS, Contact
from salient.boards.sight_map import LEVEL, Barrier, Eye, Feature, SightMap, Spot, Stand
from salient.games.squad import chapters
from salient.games.squad.board import Board
from salient.games.squad.questions import Look
from salient.games.squad.state import SquadState

SMOKE_HEIGHT = 2 * LEVEL
"""Rule A24.4: smoke is two levels high."""

SAME = Look(True, 0, 0)
BLIND = Look(False, 0, 0)

Clutter = tuple[tuple[int, tuple[Feature | Stand, ...], tuple[str, ...]], ...]
"""By hex: what stands there now, and the names of printed features that do no more."""


def eye_of(g: SquadState, unit: int) -> Eye:
    """Where a unit's eyes are: bypass and crest included. Rules A4.34, B20.9."""
    place = g.where[unit]
    eye = g.setting.board.eyes[place]
    if unit in g.bypass:
        return eye._replace(corner=g.bypass[unit][1])
    if unit in g.crest:
        return eye._replace(level=g.setting.board.hex(place).cell.ground)
    if g.entrenched >> unit & 1:
        return eye._replace(entrenched=True)
    return eye


def look_at(g: SquadState, viewer: int, place: int) -> Look:
    """What a unit sees of a location."""
    return see(g, eye_of(g, viewer), g.where[viewer], g.setting.board.eyes[place], place)


def look_between(g: SquadState, viewer: int, target: int) -> Look:
    """What a unit sees of another."""
    return see(g, eye_of(g, viewer), g.where[viewer], eye_of(g, target), g.where[target])


def look_across(g: SquadState, origin: int, place: int) -> Look:
    """What is seen from one location of another."""
    eyes = g.setting.board.eyes
    return see(g, eyes[origin], origin, eyes[place], place)


def see(g: SquadState, viewer: Eye, origin: int, target: Eye, place: int) -> Look:
    """The line between two eyes as things stand. Rules A6, A24.2."""
    board = g.setting.board
    if viewer.spot == target.spot and viewer.corner == target.corner:
        return _in_one_hex(g, board, origin, place)
    found = _static(g, viewer, target)
    if not found.clear and not (g.rubble or g.fire_zones or g.wrecked_cars or g.debris):
        return found  # What comes in play seldom opens a line: only razed and cleared ground.
    ends = board.hex_of[origin], board.hex_of[place]
    stuff = _on_line(clutter(g), found.hexes, ends)
    barriers = tuple(barrier for answer in chapters.BARRIERS for barrier in answer(g))
    if stuff or barriers:
        found = _drawn(g, viewer, target, stuff, barriers)
    extra = end_smoke(g, origin, place)
    if not extra or not found.clear:
        return found
    total = found.hindrance + extra
    return found._replace(hindrance=total, clear=total < g.setting.numbers.fire.hindrance_block)


def _on_line(stuff: Clutter, hexes: int, ends: tuple[int, int]) -> Clutter:
    """What lies in some hexes; smoke at the ends of a line is counted apart (A24.2)."""
    return tuple(
        (index, tuple(f for f in features if index not in ends or not _is_smoke(f)), fallen)
        for index, features, fallen in stuff if hexes >> index & 1
    )  # fmt: skip


def _is_smoke(item: Feature | Stand) -> bool:
    return isinstance(item, Feature) and item.name == "smoke"


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


def clutter(g: SquadState) -> Clutter:
    """What stands in hexes and is not on the map, remembered while it stays as it is."""
    memory = g.setting.sight_memory
    key = _clutter_key(g)
    found = memory.get(key)
    if found is None:
        found = memory[key] = _gather(g)
    return cast(Clutter, found)


def _clutter_key(g: SquadState) -> Hashable:
    """All that can change what stands in hexes."""
    vehicles = g.setting.vehicles & ~g.hidden
    return (
        "clutter", tuple(g.where[vehicle] for vehicle in members(vehicles)), vehicles,
        g.blazes, g.debris, g.cars, g.wrecked_cars,
        *(tuple(sorted(held.items())) if held else () for held in (
            g.smoke, g.rubble, g.fire_zones,
        )),
        tuple((name, tuple(sorted(marks.items()))) for name, marks in sorted(g.marks.items())),
    )  # fmt: skip


def _gather(g: SquadState) -> Clutter:
    """What stands in hexes: vehicles, smoke, fires, rubble, debris."""
    setting = g.setting
    found: dict[int, list[Feature | Stand]] = {}
    fallen: dict[int, set[str]] = {}
    terrain = setting.terrain
    for vehicle in members(setting.vehicles & ~g.hidden):
        if g.where[vehicle] >= 0:
            found.setdefault(g.hex(vehicle), []).append(terrain.feature("wreck"))
    for place, drm in g.smoke.items():
        found.setdefault(setting.board.hex_of[place], []).append(_smoke(drm))
    for place in members(g.blazes):
        index = setting.board.hex_of[place]
        found.setdefault(index, []).append(_smoke(setting.numbers.fire.blaze))
    for index in g.rubble:
        found.setdefault(index, []).append(terrain.feature("rubble"))
    for answer in chapters.RESHAPES:
        for index, features in answer(g).items():
            found.setdefault(index, []).extend(features)
    for question in chapters.FALLEN:
        for index, names in question(g).items():
            fallen.setdefault(index, set()).update(names)
    return tuple(
        (index, tuple(dict.fromkeys(found.get(index, ()))), tuple(sorted(fallen.get(index, ()))))
        for index in sorted(found.keys() | fallen.keys())
    )


def _smoke(drm: int) -> Feature:
    return Feature("smoke", "A24.2", "hindrance", SMOKE_HEIGHT, drm, inherent=True)


def _static(g: SquadState, viewer: Eye, target: Eye) -> Look:
    memory = g.setting.sight_memory
    key = (viewer, target)
    found = memory.get(key)
    if found is None:
        found = memory[key] = _trace(g.setting.board, g.setting.board.sight, viewer, target)
    return cast(Look, found)


def _drawn(
    g: SquadState, viewer: Eye, target: Eye, stuff: Clutter, barriers: tuple[Barrier, ...]
) -> Look:
    memory = g.setting.sight_memory
    there = (stuff, barriers)
    key = (viewer, target, there)
    found = memory.get(key)
    if found is None:
        if len(memory) > MEMORY:
            memory.clear()
        if there not in memory:
            memory[there] = reshape(g.setting.board.sight, stuff, g.rubble, g.setting.board)
        board = cast(SightMap, memory[there])
        if barriers:
            board = board.with_barriers(*barriers)
        found = memory[key] = _trace(g.setting.board, board, viewer, target)
    return cast(Look, found)


MEMORY = 200_000
"""Lines kept before the memory is emptied."""


def reshape(
    sight: SightMap,
    stuff: Clutter,
    razed: Mapping[int, int],
    board: Board,
) -> SightMap:
    """The board with what came in play; a razed building no longer stands."""
    cells = dict(sight.cells)
    for index, features, gone in stuff:
        spot = board.hexes[index].spot
        cell = cells[spot]
        kept = (
            ()
            if index in razed
            else tuple(stand for stand in cell.stands if stand.feature.name not in gone)
        )
        added = tuple(
            feature if isinstance(feature, Stand) else Stand(feature, cell.floor)
            for feature in features
        )
        cells[spot] = msgspec.structs.replace(cell, stands=kept + added)
    return SightMap(cells, sight.features, sight.reasons, sight.barriers)


def _trace(board: Board, sight: SightMap, viewer: Eye, target: Eye) -> Look:
    story = look(sight, viewer, target)
    hexes = 0
    leaving: list[int] = []
    entering: list[int] = []
    for contact in story.line.hexes:
        index = board.at.get((viewer.column + contact.column, viewer.height + contact.height))
        if index is not None:
            hexes |= 1 << index
    for crossed in story.line.sides:
        if crossed.contact is Contact.ALONG:
            continue
        column, height = viewer.column + crossed.column, viewer.height + crossed.height
        for spot, sides in ((viewer.spot, leaving), (target.spot, entering)):
            side = _own_side(spot, (column, height), crossed.side)
            if side >= 0:
                sides.append(side)
    return Look(
        story.clear, story.range, story.hindrance, hexes, tuple(leaving), tuple(entering), story
    )


def _own_side(spot: Spot, of: Spot, side: int) -> int:
    """Which side of a hex a hexside is, named from a hex south or west of it; -1 for none."""
    if spot == of:
        return side
    dc, dh = STEPS[side]
    return side + 3 if spot == (of[0] + dc, of[1] + dh) else -1
