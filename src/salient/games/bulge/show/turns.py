"""Where one stands in the sequence of play. Chapter 4."""

from __future__ import annotations

from salient.engine.messages import message
from salient.engine.turns import TurnTrack
from salient.games.bulge.sequence import CombatPhase, GameTurn, MovementPhase, Opening, Recording
from salient.games.bulge.setting import ALLIED, GERMAN, LAST_TURN
from salient.games.bulge.state import BulgeState, BulgeStep

PHASES = tuple(
    (side, f"{'AB'[side]}{number}") for side in (GERMAN, ALLIED) for number in range(1, 5)
)
"""The phases in which somebody is asked. Rule 4.2."""


def turn_track(g: BulgeState) -> TurnTrack:
    """The turns of the game, and the phases of the present one."""
    turns = tuple(str(turn) for turn in range(1, LAST_TURN + 1))
    phases = tuple((side, message(f"turn_phase.{phase}")) for side, phase in PHASES)
    return TurnTrack(turns, g.turn - 1, phases, _phase(g))


def _phase(g: BulgeState) -> int:
    """The phase before the first of those that still lie on the stack."""
    if any(isinstance(step, Opening | GameTurn) for step in g.steps):
        return -1
    for step in reversed(g.steps):
        begun = _index(step)
        if begun is not None:
            return begun - 1
    return len(PHASES) - 1


def _index(step: BulgeStep) -> int | None:
    """The number of a phase that has not begun; the one after the last is the recording."""
    match step:
        case MovementPhase():
            return step.side * 4 + 2 * step.number - 2
        case CombatPhase():
            return step.side * 4 + 2 * step.number - 1
        case Recording():
            return step.side * 4 + 4
    return None
