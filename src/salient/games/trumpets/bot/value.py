"""How good a position looks: the hook of bots that weigh one state against another."""

from __future__ import annotations

from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState
from salient.games.trumpets.victory import german_points

STEP_WORTH = 0.3
"""Points that a step is worth on the map."""


def evaluate(g: TrumpetsState, side: int) -> float:
    """German points as things stand plus the balance of steps, seen from a side."""
    balance = sum(
        steps if g.setting.side_of[unit] == GERMAN else -steps
        for unit, steps in enumerate(g.steps_left)
        if g.where[unit] >= 0
    )
    score = german_points(g) + STEP_WORTH * balance
    return score if side == GERMAN else -score
