"""Chapter 6: the sequence of play."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.mist.events import ImpulseBegan
from salient.games.mist.rules import special
from salient.games.mist.rules.bridges import Bridging
from salient.games.mist.rules.combat import Combats
from salient.games.mist.rules.movement import Movement
from salient.games.mist.rules.reinforcements import Reinforcement, release_reserves
from salient.games.mist.rules.stacking import Overstacking
from salient.games.mist.rules.supply import attrition, turn_back_stragglers
from salient.games.mist.rules.victory import finish, score_turn, update_control
from salient.games.mist.setting import ALLIED, GERMAN, SIDES, impulse_name
from salient.games.mist.state import MistState, MistStep

LAST_DAY = 22
"""Rule 6.0-IV: the day with a single impulse for each player."""


class ImpulsePair(MistStep, frozen=True, tag="impulse_pair"):
    """I-III: reinforcements, the German impulse, the Allied impulse. Rules 6.0, 8.1a."""

    def run(self, g: MistState, log: Log) -> None:
        """Lay out the pair; the scenario may end after the German half."""
        g.steps.pop()
        setting = g.setting
        final = g.clock == setting.last_clock
        if final and SIDES.index(setting.scenario.last_side) == GERMAN:
            g.steps += [ScenarioEnd(), Impulse(GERMAN), Reinforcement()]
        else:
            after = ScenarioEnd() if final else NextImpulse()
            g.steps += [after, Impulse(ALLIED), Impulse(GERMAN), Reinforcement()]


class Impulse(MistStep, frozen=True, tag="impulse"):
    """II or III: one player moves, fights and builds bridges. Rules 6.0-II, 6.0-III."""

    side: int

    def run(self, g: MistState, log: Log) -> None:
        """Take the bearings of the impulse and lay out its parts."""
        g.waited = 0  # 8.1b, 11.15
        g.crossed = 0
        g.fought = 0  # 10.14b
        g.worked = 0  # 10.16a, 10.17b
        g.tried = g.tried_once = g.tried_twice = 0  # 10.23a, 10.25
        g.contested = g.present[GERMAN] & g.present[ALLIED]  # 9.13, 10.24
        g.occupied = g.present[self.side]  # 9.73
        log.append(ImpulseBegan(self.side, impulse_name(g.clock)))
        g.steps[-1:] = [
            ImpulseEnd(self.side),
            Bridging(self.side),
            Combats(self.side),
            Overstacking(self.side),
            Movement(self.side),
        ]


class ImpulseEnd(MistStep, frozen=True, tag="impulse_end"):
    """What is settled when a player's impulse is over. Rules 11.3, 12.22, 14.3."""

    side: int

    def run(self, g: MistState, log: Log) -> None:
        """Settle control, then reserves and special units after an Allied impulse."""
        g.steps.pop()
        update_control(g, log)
        if self.side == enemy(GERMAN):
            release_reserves(g, log)
            special.withdraw(g, log)


class NextImpulse(MistStep, frozen=True, tag="next_impulse"):
    """IV: the next pair of impulses; after the third the turn ends. Rule 6.0-IV."""

    def run(self, g: MistState, log: Log) -> None:
        """Advance the turn marker."""
        g.steps[-1] = ImpulsePair()
        if g.impulse == 3:
            attrition(g, log)
            end_turn(g, log)
            score_turn(g, log)
        g.clock += 1


class ScenarioEnd(MistStep, frozen=True, tag="scenario_end"):
    """The last turn's end and the result.

    Rules 6.0-IX, 12.26, s1-rules-3, s2-rules-5, s3-rules-1.
    """

    def run(self, g: MistState, log: Log) -> None:
        """Count for the last time."""
        g.steps.pop()
        setting = g.setting
        if setting.scenario.attrition_at_end or (g.day == LAST_DAY and setting.attrition_on_22):
            attrition(g, log)
        end_turn(g, log)
        score_turn(g, log)
        finish(g, log)


def end_turn(g: MistState, log: Log) -> None:
    """Remove the turn's markers: everybody may act again. Rules 8.1b, s2-rules-2."""
    turn_back_stragglers(g, log)
    g.acted = g.entered = g.bridging = g.fresh = g.outsiders = 0
