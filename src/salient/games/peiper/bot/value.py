"""How good a campaign looks: points in all, points held, and the forces in the field."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.games.peiper.staff.proposals import strength
from salient.games.peiper.standing.control import lvp_total
from salient.games.peiper.state import PeiperState

HELD, GATHERED, FORCE = 3.0, 1.0, 0.5
"""What a point held, a point gathered and a casualty point in the field are worth."""


def evaluate(g: PeiperState, side: int) -> float:
    """The campaign as a side sees it."""
    other = enemy(side)
    return (
        HELD * (lvp_total(g, side) - lvp_total(g, other))
        + GATHERED * (g.cg_lvp[side] - g.cg_lvp[other])
        + FORCE * (strength(g, side) - strength(g, other))
    )
