"""How the bots see it: the worth of an action, and of a position."""

from __future__ import annotations

from outposts.setting import AMERICAN, GERMAN
from outposts.state import OutpostState
from salient.boards.bits import members
from salient.engine import Action, Decision, enemy


def evaluate(g: OutpostState, side: int) -> float:
    """The goals and what is left of both sides, seen from one of them."""
    left = [sum(g.strength[unit] for unit in members(g.on_map(army))) for army in g.setting.army]
    balance = g.score + (left[GERMAN] - left[AMERICAN]) / 2
    return balance if side == GERMAN else -balance


def judge(g: OutpostState, decision: Decision) -> list[float]:
    """Goals to be had, and fights where one is the stronger."""
    return [_worth(g, decision.side, action) for action in decision.actions]


def _worth(g: OutpostState, side: int, action: Action) -> float:
    if action.verb == "pass":
        return 0.0
    unit, to = action.piece(0), action.place(1)
    gain, row = 0.0, g.setting.places[to]
    if row.vp and bool(g.held >> to & 1) != (side == GERMAN):
        gain += row.vp
    if g.setting.goals >> g.where[unit] & 1:
        gain -= 0.5
    for foe in members(g.stack(to, enemy(side))):
        # A counter of which nothing is known is as good as any: the guess says nothing.
        strength = g.strength[foe] if g.shown >> foe & 1 else 1.5
        gain += g.strength[unit] - strength if g.strength[unit] else -2.0
    return gain
