"""Where one stands in the sequence of play: its 32 steps (sop-1) have four great parts."""

from __future__ import annotations

from salient.engine.messages import Value, message
from salient.engine.turns import TurnTrack
from salient.games.trumpets.calendar import CODES
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.sequence import PlayerSegment
from salient.games.trumpets.state import TrumpetsState

BOTH = -1


def turn_track(g: TrumpetsState) -> TurnTrack:
    """The turns of the scenario, and the parts of the present one."""
    scenario = g.setting.scenario
    first = scenario.first_turn
    turns = CODES[first - 1 : scenario.last_turn]
    phases: tuple[tuple[int, Value], ...] = (
        (BOTH, message("turn_phase.preparation")),
        (GERMAN, message("turn_phase.segment")),
        (ALLIED, message("turn_phase.segment")),
    )
    return TurnTrack(turns, g.turn - first, phases, _phase(g))


def _phase(g: TrumpetsState) -> int:
    """How many player segments have begun: the others still lie on the stack."""
    waiting = sum(isinstance(step, PlayerSegment) for step in g.steps)
    return 2 - waiting
