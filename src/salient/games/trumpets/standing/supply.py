"""Supply (9.0): in pre-dawn turns, by road to each HQ and by path to its units."""

from __future__ import annotations

from salient.boards.bits import each_piece, members
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.trumpets.calendar import day, is_predawn
from salient.games.trumpets.events import SupplyFound
from salient.games.trumpets.roster import SIDES
from salient.games.trumpets.standing.command import hq_range, unserved
from salient.games.trumpets.standing.paths import (
    dry_sides,
    enterable,
    road_sides,
    spread,
    supply_hexes,
)
from salient.games.trumpets.state import TrumpetsState

OFF_ROAD = 2
"""Hexes that an HQ may stand off the supply road (rc-sup-2)."""

ALL_SUPPLIED_DAY = 16
"""On this day everybody is in supply (rc-sup-1)."""


def judge_supply(g: TrumpetsState, log: Log) -> None:
    """Step 9, in pre-dawn turns; the state holds all day. Rules sop-9, sop-9a, sop-9k."""
    if not is_predawn(g.turn):
        return
    before, g.oos, g.dropped = g.oos, 0, 0
    if day(g.turn) > ALL_SUPPLIED_DAY:
        for side in range(len(SIDES)):
            g.oos |= out_of_supply(g, side)
    for status, units in (("out", g.oos & ~before), ("in", before & ~g.oos)):
        if g.on_map(units):
            log.append(SupplyFound(members(g.on_map(units)), status))


def out_of_supply(g: TrumpetsState, side: int) -> int:
    """The units of a side without supply: HQs first, then their units (sop-9b to sop-9e)."""
    roster, through, ends = g.setting.roster, supply_hexes(g, side), enterable(g, side)
    sides = dry_sides(g)
    roads = supply_roads(g, side)
    near = spread(g, roads, through, ends, sides, OFF_ROAD)
    cut, reach = 0, {}
    for hq in each_piece(g.on_map(roster.hqs & roster.army[side])):
        if near >> g.where[hq] & 1:  # sop-9c: each HQ alone
            reach[hq] = spread(g, 1 << g.where[hq], through, ends, sides, hq_range(g, hq))
        else:
            cut |= 1 << hq
    return cut | unserved(g, side, reach)


def supply_roads(g: TrumpetsState, side: int) -> int:
    """All hexes that a supply road from a source reaches (sop-9b, rc-sup-3, rc-sup-6)."""
    through = supply_hexes(g, side)
    sources = g.setting.sources[side] & through
    return spread(g, sources, through, enterable(g, side), road_sides(g))


def is_isolated(g: TrumpetsState, unit: Piece) -> bool:
    """Out of supply, out of command, not supplied from the air. Rule rc-iso-1."""
    return bool(g.oos & g.ooc & ~g.dropped & 1 << unit)
