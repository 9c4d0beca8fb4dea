"""Who may enter, stay and set up where: stacking and the enemy. Rules A4.2, A5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place, enemy
from salient.games.squad.core.locations import burns, is_obstacle, terrain_at
from salient.games.squad.core.state import SquadState
from salient.games.squad.terrain.board import OFF_MAP, Hexagon

VEHICLES = 2
"""Vehicles of a side in a location (reading of A5.132)."""


def limit(g: SquadState, place: Place) -> tuple[int, int]:
    """Half-squads and leaders of one side that a location holds. Rule A5.1."""
    for answer in g.setting.chapters.limits:
        found = answer(g, place)
        if found is not None:
            return found
    numbers = g.setting.numbers.stacking
    return numbers.normal, numbers.leaders


def has_room(g: SquadState, place: Place, units: int, side: int) -> bool:
    """Whether units may stay in a location with those of their side already there."""
    setting = g.setting
    there = g.stacks.get(place, 0) & setting.army[side]
    if there:
        there &= ~(g.wrecks | g.lost | g.riding())
    there |= units
    if (there & setting.vehicles).bit_count() > VEHICLES:
        return False
    if there & setting.personnel and is_crowded(g, place, there):
        return False
    for answer in g.setting.chapters.rooms:  # noqa: SIM110 - asked too often for a generator.
        if not answer(g, place, there):
            return False
    return True


def with_room(g: SquadState, places: Iterable[Place], units: int, side: int) -> Iterator[Place]:
    """Those of some locations where units may stay."""
    alone: bool | None = None
    stacks, locations = g.stacks, g.setting.board.locations
    for place in places:
        if place in stacks or locations[place].floor != "ground":
            if has_room(g, place, units, side):
                yield place
            continue
        if alone is None:  # On empty ground there is room for them anywhere or nowhere.
            alone = has_room(g, place, units, side)
        if alone:
            yield place


def is_crowded(g: SquadState, place: Place, units: int) -> bool:
    """Whether squads and leaders are too many for a location. Rule A5.1."""
    halves, leaders = limit(g, place)
    squads = units & g.setting.squads
    # Most often there is room even if all of them were whole squads.
    if 2 * squads.bit_count() > halves and sum(map(g.size, each_piece(squads))) > halves:
        return True
    return (units & g.setting.leaders).bit_count() > leaders


def seen_enemies(g: SquadState, place: Place, side: int) -> int:
    """Enemies in a location as far as a side sees them: hidden ones are not there for it."""
    return (
        g.stack(place, enemy(side))
        & ~g.hidden
        & ~(g.wrecks | g.abandoned & ~g.concealed)
        & (g.setting.personnel | g.setting.vehicles)
    )


def may_pass(g: SquadState, place: Place, side: int) -> bool:
    """Whether a side's moving units may enter a location: not onto seen enemies. Rule A4.14."""
    return not seen_enemies(g, place, side)


def closed_places(g: SquadState, side: int) -> set[Place]:
    """The locations that a side's moving units may not enter. Rule A4.14."""
    foes = g.setting.army[enemy(side)]
    return {
        place for place, units in g.stacks.items() if units & foes and not may_pass(g, place, side)
    }


def may_bypass(g: SquadState, hexagon: Hexagon, side: int) -> bool:
    """Whether there is room to go along a hexside beside what fills the hex. Rules A4.3, D2.3.

    There is, unless the obstacle goes on beyond the hexside: a building that reaches across it,
    woods that stand on both of its sides.
    """
    for answer in g.setting.chapters.bypasses:
        found = answer(g, hexagon, side)
        if found is not None:
            return found
    here = g.setting.board.hexes[hexagon]
    near = here.near[side]
    if not is_obstacle(g, hexagon) or burns(g, hexagon) or hexagon in g.rubble:
        return False
    if here.joins >> side & 1:
        return False
    return (
        near == OFF_MAP
        or not is_obstacle(g, near)
        or (bool(here.row.building) != bool(g.setting.board.hexes[near].row.building))
    )


def may_set_up(g: SquadState, unit: Piece, place: Place) -> str:
    """The rule that forbids setting a unit up in a location, or empty."""
    for answer in g.setting.chapters.set_up_bars:
        rule = answer(g, unit, place)
        if rule:
            return rule
    setting, side = g.setting, g.side(unit)
    if not has_room(g, place, 1 << unit, side) or g.stack(place, enemy(side)):
        return "A5.1"
    where = setting.board.locations[place]
    if (setting.vehicles | setting.guns) >> unit & 1:
        if where.floor not in ("ground", "bridge"):  # C2.7
            return "C2.7"
        if setting.vehicles >> unit & 1 and is_obstacle(g, place):
            return "D2.1"
    return "" if setting.chart[terrain_at(g, place)].infantry != "no" else "B21"
