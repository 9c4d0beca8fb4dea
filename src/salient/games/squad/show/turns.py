"""Where one stands in the sequence of play. Rule A3."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.engine.messages import message
from salient.engine.turns import TurnTrack
from salient.games.squad.core.state import SquadState
from salient.games.squad.sequence import PHASES


def turn_track(g: SquadState) -> TurnTrack | None:
    """The turns of the scenario, and the phases of both player turns; none without a length."""
    if not g.turns:
        return None
    sides = (g.first, enemy(g.first))
    phases = tuple((side, message(f"phase.{name}")) for side in sides for name in PHASES)
    turns = tuple(str(turn) for turn in range(1, g.turns + 1))
    if g.phase not in PHASES:
        return TurnTrack(turns, g.turn - 1, phases)
    now = sides.index(g.mover) * len(PHASES) + PHASES.index(g.phase)
    return TurnTrack(turns, g.turn - 1, phases, now)
