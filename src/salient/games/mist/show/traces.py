"""The ways that offered actions lead along."""

from __future__ import annotations

from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.mist.events import Shifted
from salient.games.mist.rules.movement import Moving
from salient.games.mist.state import MistState


def trace_action(g: MistState, decision: Decision, action: Action) -> list[int]:  # noqa: ARG001
    """The places an action leads through, from where its units stand to the last.

    The action is begun on a copy of the state: what the step does at once and the route it sets
    itself are the way. No die falls before a step runs.
    """
    step = g.steps[-1]
    if not isinstance(step, Moving) or action.verb not in ("move", "ford", "shift"):
        return []
    twin, log = g.copy(), Log()
    step.take(twin, action, log)
    done = [event.to for event in log if isinstance(event, Shifted)]
    return [g.where[step.units[0]], *done, *twin.steps[-1].route]
