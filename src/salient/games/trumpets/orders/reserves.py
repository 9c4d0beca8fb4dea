"""Reserves (18.4, 59.0), advanced: who may be named, and by whom."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, enemy
from salient.games.trumpets.calendar import is_predawn
from salient.games.trumpets.orders.leaders import DESIGNATE, leaders_of, spend
from salient.games.trumpets.standing.freshness import is_resting
from salient.games.trumpets.standing.stacking import division_of
from salient.games.trumpets.state import TrumpetsState

MOST_NAMED = 3
"""Reserves that a leader with D names in a turn (4.14, tab-leader-D)."""


def may_be_reserve(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit is fit for the reserve; work keeps it where it is. Rules rc-res-1, sop-24m."""
    setting, bit = g.setting, 1 << unit
    barred = g.reserve | g.ooc | g.oos | g.disrupted | g.engaged | g.ca | g.building
    if not setting.advanced or barred & bit or g.is_at_work(unit):
        return False
    if not setting.roster.combat & bit:
        return False
    near = setting.board.around(bit_of(g, unit)) & g.held[enemy(setting.side_of[unit])]
    return not near and not is_resting(g, unit) and naming(g, unit) is not None


def bit_of(g: TrumpetsState, unit: Piece) -> int:
    """The hex of a unit as a set."""
    return 1 << g.where[unit]


def naming(g: TrumpetsState, unit: Piece) -> int | None:
    """Who names it: -1 for its division in pre-dawn turns, else a leader with D; None for nobody.

    Rules sop-18d, sop-18e.
    """
    if is_predawn(g.turn) and division_of(g, unit) >= 0:
        return -1
    for formation in g.chain(g.under[unit]):
        if 0 < g.named.get(formation, 0) < MOST_NAMED:
            return formation
    return next(iter(leaders_of(g, unit, DESIGNATE)), None)


def name_reserve(g: TrumpetsState, unit: Piece) -> None:
    """Put a unit in reserve. Rules sop-18d, sop-18e."""
    leader = naming(g, unit)
    if leader is not None and leader >= 0:
        g.named[leader] = g.named.get(leader, 0) + 1
        spend(g, leader)
    g.reserve |= 1 << unit


def reserves_of(g: TrumpetsState, formation: int) -> int:
    """The reserves of a formation on the map."""
    mine = g.on_map(g.reserve)
    return sum(1 << unit for unit in each_piece(mine) if formation in g.chain(g.under[unit]))
