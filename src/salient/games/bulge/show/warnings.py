"""What an offered action costs for good, said before it is ordered."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.ids import enemy
from salient.engine.messages import Value, message
from salient.engine.state import Decision, Ref
from salient.games.bulge.rules.movement import Moving
from salient.games.bulge.state import BulgeState

LEAVING = frozenset({"move", "march", "exit"})


def warnings(g: BulgeState, decision: Decision) -> list[Value]:
    """Cities worth victory points that a stack leaves to enemies next to them. Rule 13.2."""
    step = g.steps[-1]
    told = _leaves_city(g, step) if isinstance(step, Moving) else ""
    return [told if action.verb in LEAVING else "" for action in decision.actions]


def _leaves_city(g: BulgeState, moving: Moving) -> Value:
    here = moving.here(g)
    if here == NOWHERE or not g.setting.prizes >> here & 1:
        return ""
    if g.stack(here, moving.side) != moving.group:
        return ""
    foes = g.occupied[enemy(moving.side)]
    near = (to for to in g.setting.board.neighbours[here] if to >= 0)
    if not any(foes >> to & 1 for to in near):
        return ""
    return message("warning.garrison", place=Ref("place", here))
