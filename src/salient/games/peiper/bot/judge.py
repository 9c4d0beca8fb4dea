"""How sensible each offered action looks to a side in a campaign."""

from __future__ import annotations

import msgspec

from salient.engine.state import Decision
from salient.games.peiper.staff.proposals import ADVICE, propose
from salient.games.peiper.state import PeiperState
from salient.games.squad.bot.judge import judge as judge_battle

RASH = ("exit", "run_off")
"""What nobody does of his own free will: to leave the map."""

LAST = -1000.0
"""What that is worth."""


def judge(g: PeiperState, decision: Decision) -> list[float]:
    """In a scenario as in the squad game; else as the staff proposes."""
    if g.refit or decision.prompt in ADVICE:
        choice = propose(g, decision.side, decision.prompt, decision.actions)
        return [float(action == choice) for action in decision.actions]
    sound = [action for action in decision.actions if action.verb not in RASH]
    values = iter(judge_battle(g, msgspec.structs.replace(decision, actions=sound)))
    return [LAST if action.verb in RASH else next(values) for action in decision.actions]
