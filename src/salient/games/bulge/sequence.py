"""Chapter 4: the sequence of play."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.bulge.events import PhaseBegan
from salient.games.bulge.rules.air import AirSupply, DefensiveSupport, Interdiction, markers_for
from salient.games.bulge.rules.breakthrough import Guarding, check_breakthroughs
from salient.games.bulge.rules.combat import Declaring, Ordering
from salient.games.bulge.rules.commandos import barred_cities
from salient.games.bulge.rules.limits import meuse_alarm
from salient.games.bulge.rules.movement import Movement
from salient.games.bulge.rules.sectors import LineDrawing, needs_lines
from salient.games.bulge.rules.setup import Deployment, ReadyMade
from salient.games.bulge.rules.stacking import Overstacking
from salient.games.bulge.rules.supply import SupplyCheck, occupied_hexes
from salient.games.bulge.rules.victory import judge_turn, record, take_stock, update_intruders
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState, BulgeStep

LETTER = ("A", "B")
"""Phases of the German player turn are A1-A5, of the Allied one B1-B5 (4.2)."""


class Opening(BulgeStep, frozen=True, tag="opening"):
    """Set-up, then the first turn. Rules 9.1, 9.2."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Ready-made, or the Allies first and then the Germans."""
        if g.setting.historical:
            g.steps[-1:] = [GameTurn(), ReadyMade()]
        else:
            g.steps[-1:] = [GameTurn(), Deployment(GERMAN), Deployment(ALLIED)]


class GameTurn(BulgeStep, frozen=True, tag="game_turn"):
    """One day: a German and an Allied player turn. Rules 4.1, 4.2."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Lay out the ten phases, the first on top."""
        g.air_left = markers_for(g.turn)
        g.steps[-1:] = [EndOfTurn(), *_player_turn(ALLIED), *_player_turn(GERMAN)]


def _player_turn(side: int) -> list[BulgeStep]:
    """Phases 1 to 5 of a player turn, the first one last. Rule 4.2."""
    return [
        Recording(side),
        SupplyCheck(side),
        CombatPhase(side, 2),
        MovementPhase(side, 2),
        CombatPhase(side, 1),
        MovementPhase(side, 1),
    ]


class MovementPhase(BulgeStep, frozen=True, tag="movement_phase"):
    """A1, A3, B1 or B3. Rules 4.2, 10.4."""

    side: int
    number: int

    def run(self, g: BulgeState, log: Log) -> None:
        """Take bearings: what has moved, what may be used strategically."""
        log.append(PhaseBegan(g.turn, f"{LETTER[self.side]}{2 * self.number - 1}"))
        g.finished = 0  # 7.5
        g.march_hexes = occupied_hexes(g, self.side)  # 7.2-3a, 7.2-3c
        if self.side == GERMAN:
            g.march_hexes |= g.opened  # 9.5-2b
            g.closed_cities = barred_cities(g)  # 7.2-3b
        if self.side == ALLIED and self.number == 1:  # 9.7b
            g.alarm = meuse_alarm(g)
        steps: list[BulgeStep] = [
            MovementEnd(self.side),
            Overstacking(self.side),
            Movement(self.side, self.number),
        ]
        if self.side == GERMAN:  # 10.4a
            steps.append(Interdiction())
        g.steps[-1:] = steps


class MovementEnd(BulgeStep, frozen=True, tag="movement_end"):
    """Markers of the phase come off; breakthroughs are watched. Rules 10.4d, 13.7."""

    side: int

    def run(self, g: BulgeState, log: Log) -> None:
        """Clean up."""
        g.interdicted = 0  # 10.4d
        take_stock(g)
        g.steps[-1] = Guarding()


class CombatPhase(BulgeStep, frozen=True, tag="combat_phase"):
    """A2, A4, B2 or B4. Rules 4.2, 8.3, 9.6b, 10.5, 10.7."""

    side: int
    number: int

    def run(self, g: BulgeState, log: Log) -> None:
        """Lines and air markers first, then attacks, their order, and the fighting."""
        log.append(PhaseBegan(g.turn, f"{LETTER[self.side]}{2 * self.number}"))
        g.fought = g.attacked = 0  # 8.2-2
        g.declared = ()
        steps: list[BulgeStep] = [
            CombatEnd(self.side),
            Ordering(self.side),
            Declaring(self.side, self.number),
        ]
        if self.side == GERMAN:
            steps.append(DefensiveSupport())
            if needs_lines(g):
                steps += [LineDrawing(1), LineDrawing(0)]
        elif self.number == 2:
            steps.append(AirSupply())
        g.steps[-1:] = steps


class CombatEnd(BulgeStep, frozen=True, tag="combat_end"):
    """Markers of the phase come off, overstacks are mended. Rules 6.3, 10.5, 10.6, 13.11."""

    side: int

    def run(self, g: BulgeState, log: Log) -> None:
        """Clean up."""
        g.covered = 0  # 10.5
        g.declared = ()
        update_intruders(g)
        g.steps[-1:] = [Overstacking(GERMAN), Overstacking(ALLIED)]


class Recording(BulgeStep, frozen=True, tag="recording"):
    """A5 or B5: the player turn is over. Rules 4.2-A5, 4.2-B5, 8.5-3."""

    side: int

    def run(self, g: BulgeState, log: Log) -> None:
        """Count, and let the shaken recover."""
        g.steps.pop()
        setting = g.setting
        if self.side == GERMAN:
            check_breakthroughs(g, log)
        record(g, self.side, log)
        # 8.5-3b: no ZOC for the rest of the enemy's turn
        g.shaken &= setting.army[self.side]
        # 8.5-3c: no EZOC in one's own next turn
        g.wary &= setting.army[enemy(self.side)]
        if self.side == ALLIED:  # 10.7
            g.dropped_supply = 0


class EndOfTurn(BulgeStep, frozen=True, tag="end_of_turn"):
    """The victory check, then the next day. Rules 4.2, 4.3, 13.1."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Go on or stop."""
        judge_turn(g, log)
        if g.outcome:
            g.steps.pop()
        else:
            g.turn += 1
            g.steps[-1] = GameTurn()
