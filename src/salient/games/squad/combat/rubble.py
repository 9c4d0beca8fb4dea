"""Rubble and fire, in the simplest form that the chapters need. Rules B24, B25."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.morale import drop_all, eliminate
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.events.men import Eliminated
from salient.games.squad.core.events.play import FireRolled, GroundRolled, Kindled, Marked, Rubbled
from salient.games.squad.core.locations import STONE, WOODEN, by_road, chart_row, has_break
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Entry, Part
from salient.games.squad.terrain.board import OFF_MAP, Hexagon
from salient.games.squad.terrain.buildings import building_levels

HEAVY = 70
"""Rule B24.11: lighter shells do not bring a building down."""

FALLS = 5
"""The modified coloured die from which rubble and debris fall beyond a building (B37.5b; reading:
the same of B24.12, and more than 6 too)."""

BURNS_HIGHER = 6


def shake(g: SquadState, place: Place, calibre: int, roll: int, column: int, log: Log) -> None:
    """A shell may bring a building down: a KIA, then a die of no more than its number.

    Rule B24.11; a stone building adds one to the die, a steeple does not (P5.2b).
    """
    board = g.setting.board
    hexagon = board.hex_of[place]
    if calibre < HEAVY or hexagon in g.rubble:
        return
    result = g.setting.tables.result(column, roll)
    if not result.endswith("KIA"):
        return
    stone = board.hexes[hexagon].row.building == "stone_building"
    plus = 1 if stone and board.locations[place].floor != "steeple" else 0
    die = g.die()
    log.append(GroundRolled(hexagon, "building", (die,)))
    if die + plus <= int(result.removesuffix("KIA")):
        make_rubble(g, hexagon, log)


def make_rubble(g: SquadState, hexagon: Hexagon, log: Log) -> None:
    """A building falls with everybody in it. Rules B24.1, B24.12.

    Upper levels are gone, and a steeple with them (P5.2a). Where any fell, two dice are thrown:
    the coloured one, one more for each of these levels, says whether rubble falls beyond the
    building (B24.12), and debris (B37.5), the other one where the rubble goes.
    """
    board = g.setting.board
    row = board.hexes[hexagon].row
    material = STONE if row.building == "stone_building" else WOODEN
    levels = building_levels(row.storeys, steeple=bool(row.steeple))[-1]
    log.append(Rubbled(hexagon))
    lay_rubble(g, hexagon, material, log)
    if not levels:
        return
    coloured, white = g.dice()
    log.append(GroundRolled(hexagon, "falling", (coloured, white)))
    height = coloured + levels
    near = board.hexes[hexagon].near[white - 1]
    if (
        height >= FALLS
        and near != OFF_MAP
        and takes_rubble(g, near, board.hexes[hexagon].level + levels)
    ):
        log.append(Marked(near, "rubble", "placed"))
        lay_rubble(g, near, material, log)
    for answer in g.setting.chapters.collapses:
        answer(g, hexagon, levels, height, log)


def takes_rubble(g: SquadState, hexagon: Hexagon, top: int) -> bool:
    """Whether rubble can fall in a hex from as high as a level. Rule B24.12.

    Reading: on lower ground without a building, rubble or rail cars; it is lost in a depression.
    """
    here = g.setting.board.hexes[hexagon]
    row = here.row
    full = row.building or row.cars or hexagon in g.rubble or g.cars >> hexagon & 1
    return not full and not here.cell.depth and here.level < top


def lay_rubble(g: SquadState, hexagon: Hexagon, material: int, log: Log) -> None:
    """Rubble fills a hex and buries all that is in it. Rules B24.1, B24.121."""
    board = g.setting.board
    g.rubble[hexagon] = material
    for place in board.locations_in(hexagon):
        if board.locations[place].floor == "culvert":
            continue  # Nothing that happens above reaches it (P4.24).
        for unit in each_piece(g.stacks.get(place, 0)):
            bury(g, unit, "rubble", log)
        for held in (g.smoke, g.residual, g.foxholes, g.mines):
            held.pop(place, None)
        g.flames &= ~(1 << place)
    for answer in g.setting.chapters.rubblings:
        answer(g, hexagon, log)


def bury(g: SquadState, unit: Piece, reason: str, log: Log) -> None:
    """Whoever is in a falling building is lost, with his weapons. Rule B24.121."""
    setting = g.setting
    if g.where[unit] == NOWHERE:
        return
    if setting.personnel >> unit & 1:
        eliminate(g, unit, reason, log)
    elif setting.vehicles >> unit & 1:
        wreck(g, unit, log)
    else:
        drop_all(g, unit)
        g.owner[unit] = NOBODY
        g.put(unit, NOWHERE)
        g.lost |= 1 << unit
        log.append(Eliminated(unit, reason))


def kindle(g: SquadState, place: Place, log: Log) -> None:
    """A flame breaks out where something can burn. Rule B25.15."""
    if chart_row(g, place).kindle and not (g.flames | g.blazes) >> place & 1:
        g.flames |= 1 << place
        log.append(Kindled(place, "flame"))


def burn_on(g: SquadState, log: Log) -> None:
    """At the end of an advancing fire phase flames may become blazes, and blazes spread.

    Rules B25.151, B25.6, B32.51c: a flame on a six; a blaze to each neighbour on a roll of its
    spreading number or more, two more in winter.
    """
    for place in each_place(g.flames):
        die = g.die()
        log.append(FireRolled(place, (die,)))
        if die == BURNS_HIGHER:
            g.flames &= ~(1 << place)
            g.blazes |= 1 << place
            log.append(Kindled(place, "blaze"))
            for unit in each_piece(g.stacks.get(place, 0)):
                bury(g, unit, "blaze", log)
    for place in each_place(g.blazes):
        here = g.setting.board.hex(place)
        for near in here.near:
            if near == OFF_MAP or g.blazes >> near & 1 or not chart_row(g, near).spread:
                continue
            dice = g.dice()
            log.append(FireRolled(near, dice))
            if sum(dice) >= chart_row(g, near).spread + WINTER:
                kindle(g, near, log)


WINTER = 2
"""Reading of B25.6: what cold and wet add to the number at which fire spreads."""


def rubble_break_cost(g: SquadState, entry: Entry) -> Part | None:
    """Through a trail break rubble costs what open ground does, or its road. Rule B24.71."""
    back = entry.far_side
    if entry.to not in g.rubble or not entry.crossing or not has_break(g, entry.to, back):
        return None
    if entry.manner == "bypass" or by_road(g, entry.origin, entry.to, entry.side):
        return None
    price = g.setting.tables.chart.prices["open_ground"][entry.way]
    return None if price is None else Part("B24.71", price.halves, "trail_break")


CHAPTER: Chapters[SquadState] = Chapters(base_costs=(rubble_break_cost,))
