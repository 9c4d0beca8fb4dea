"""The ways that offered actions lead along."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Moved
from salient.engine.state import Decision, Log
from salient.games.bulge.events import Pursued, Retreated
from salient.games.bulge.rules.commandos import Misdirection
from salient.games.bulge.rules.movement import Moving
from salient.games.bulge.state import BulgeState

LEADING = frozenset({"move", "march", "exit", "mislead", "retreat", "pursue"})
"""Verbs that lead a unit from where it stands to somewhere else."""


def trace_action(g: BulgeState, decision: Decision, action: Action) -> list[int]:  # noqa: ARG001
    """The places an action leads through, from where its units stand to the last.

    The action is begun on a copy of the state: what the step does at once and the route it sets
    itself are the way. No die falls before a step runs.
    """
    if action.verb not in LEADING:
        return []
    twin, log = g.copy(), Log()
    twin.steps[-1].take(twin, action, log)
    done = [event.to for event in log if isinstance(event, Moved | Pursued | Retreated)]
    ahead = next((step.route for step in reversed(twin.steps) if isinstance(step, Moving)), ())
    return [_start(g, action), *done, *ahead]


def _start(g: BulgeState, action: Action) -> int:
    """Where the units stand, or the entry at which they wait."""
    step = g.steps[-1]
    if isinstance(step, Moving) and step.here(g) == NOWHERE:
        return g.setting.first_entry + step.entry
    unit = step.units[0] if isinstance(step, Moving | Misdirection) else action.piece(0)
    return g.where[unit]
