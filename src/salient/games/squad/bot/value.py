"""How good a position looks: the hook of bots that weigh one state against another."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.games.squad.combat.morale import worth
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState
from salient.games.squad.phases.victory import progress

GOAL = 4.0
"""What a step towards victory is worth, in casualty points."""

BROKEN = 0.4
"""What is left of the worth of a broken unit."""


def evaluate(g: SquadState, side: int) -> float:
    """Progress towards victory and the balance of forces, seen from a side."""
    setting = g.setting
    balance = 0.0
    out = g.lost | g.wrecks | g.abandoned | g.aside()
    for unit in each_piece((setting.personnel | setting.vehicles) & ~out):
        value = worth(g, unit) * (BROKEN if g.broken >> unit & 1 else 1.0)
        balance += value if g.side(unit) == side else -value
    goal = GOAL * progress(g)
    return balance + (goal if PLAYERS.index(g.victory.side) == side else -goal)
