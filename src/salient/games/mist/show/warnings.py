"""What an offered action costs for good, said before it is ordered."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.engine.messages import Value, message
from salient.engine.state import Decision, Ref
from salient.games.mist.rules.movement import Moving
from salient.games.mist.state import MistState


def warnings(g: MistState, decision: Decision) -> list[Value]:
    """Vehicles that a group leaves behind, and areas that it leaves to the enemy.

    Rules 8.35a, 8.35b, 12.21.
    """
    step = g.steps[-1]
    if not isinstance(step, Moving) or step.side != decision.side:
        return [""] * len(decision.actions)
    leaves = _leaves_town(g, step)
    rides = not step.walks(g)
    return [
        message("warning.vehicles") if action.verb == "ford" and rides
        else leaves if action.verb in ("move", "ford")
        else ""
        for action in decision.actions
    ]  # fmt: skip


def _leaves_town(g: MistState, moving: Moving) -> Value:
    """That a group is all that holds an area of victory points, and enemies stand next to it."""
    setting, here = g.setting, g.where[moving.units[0]]
    alone = g.stack(here, moving.side) == moving.group
    foes = g.present[enemy(moving.side)]
    if not alone or not setting.vp[here] or foes >> here & 1:
        return ""
    if not any(foes >> near & 1 for near, *_ in setting.board.exits[here]):
        return ""
    return message("warning.garrison", place=Ref("place", here), vp=setting.vp[here])
