"""How good a position looks: the hook of bots that weigh one state against another."""

from __future__ import annotations

from salient.games.bulge.rules.victory import german_total
from salient.games.bulge.setting import GERMAN
from salient.games.bulge.state import BulgeState

STEP_WORTH = 0.5
"""Victory points that a step is worth on the map."""


def evaluate(g: BulgeState, side: int) -> float:
    """German points as things stand plus the balance of steps, seen from a side."""
    balance = sum(
        steps if g.setting.side_of[unit] == GERMAN else -steps
        for unit, steps in enumerate(g.steps_left)
        if g.where[unit] >= 0
    )
    score = german_total(g) + STEP_WORTH * balance
    return score if side == GERMAN else -score
