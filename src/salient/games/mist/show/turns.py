"""Where one stands in the sequence of play. Chapter 6."""

from __future__ import annotations

from salient.engine.messages import Value, message
from salient.engine.turns import TurnTrack
from salient.games.mist.rules.bridges import Bridging
from salient.games.mist.rules.combat import Combats
from salient.games.mist.rules.movement import Movement
from salient.games.mist.rules.stacking import Overstacking
from salient.games.mist.setting import ALLIED, GERMAN, impulse_name
from salient.games.mist.state import MistState

PARTS = (Movement, Combats, Bridging)
"""The parts of an impulse, in order. Rules 6.0-II, 6.0-III."""


def turn_track(g: MistState) -> TurnTrack:
    """The impulses of the scenario, and the parts of the present pair."""
    turns = tuple(impulse_name(clock) for clock in range(g.setting.last_clock + 1))
    phases: list[tuple[int, Value]] = [
        (side, message(f"turn_phase.{part.__struct_config__.tag}"))
        for side in (GERMAN, ALLIED)
        for part in PARTS
    ]
    return TurnTrack(turns, g.clock, tuple(phases), _phase(g))


def _phase(g: MistState) -> int:
    """The part that lies uppermost on the stack; overstacking is settled after movement."""
    for step in reversed(g.steps):
        match step:
            case Movement() | Overstacking():
                return step.side * len(PARTS)
            case Combats():
                return step.side * len(PARTS) + 1
            case Bridging():
                return step.side * len(PARTS) + 2
    return -1
