"""The sequence of play. Rule A3.

A game turn is two player turns; each has eight phases: rally, prep fire, movement, defensive
fire, advancing fire, rout, advance and close combat. The side whose player turn it is, is the
ATTACKER, the other the DEFENDER.
"""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.squad.combat.rubble import burn_on
from salient.games.squad.combat.stunning import come_round
from salient.games.squad.combat.vehicle_arms import reload_vehicles
from salient.games.squad.combat.vehicle_damage import settle_shock
from salient.games.squad.core.events.play import PhaseBegan, TurnBegan
from salient.games.squad.core.state import TURN_FLAGS, SquadState, SquadStep
from salient.games.squad.ground.emplacements import DiggingIn
from salient.games.squad.guns.bombardment import bombarding_steps
from salient.games.squad.guns.smoke_shells import thin_smoke
from salient.games.squad.infantry.detonation import Detonation
from salient.games.squad.infantry.fire import Firing
from salient.games.squad.infantry.foxholes import TakingCover
from salient.games.squad.infantry.snipers import shoot_at_random
from salient.games.squad.phases.advance import Advance
from salient.games.squad.phases.close_combat import CloseCombats
from salient.games.squad.phases.movement import Movement
from salient.games.squad.phases.rally import Rallying
from salient.games.squad.phases.rout import Routing
from salient.games.squad.phases.setup import set_up_steps
from salient.games.squad.phases.victory import finish, take_control
from salient.games.squad.sight.concealment import gain

PHASES = ("rally", "prep", "move", "defensive", "advancing", "rout", "advance", "close")


class Opening(SquadStep, frozen=True, tag="opening"):
    """Set-up, then the first turn. Rule A2.5."""

    def run(self, g: SquadState, log: Log) -> None:
        """The side that moves second sets up first."""
        g.steps[-1:] = [
            GameTurn(),
            *bombarding_steps(g),
            DiggingIn(),
            TakingCover(),
            *set_up_steps(g),
        ]


class GameTurn(SquadStep, frozen=True, tag="game_turn"):
    """Two player turns. Rule A3."""

    def run(self, g: SquadState, log: Log) -> None:
        """Lay out the player turns, the first on top."""
        log.append(TurnBegan(g.turn))
        first = g.first
        g.steps[-1:] = [EndOfTurn(), PlayerTurn(enemy(first)), PlayerTurn(first)]
        for answer in g.setting.chapters.game_turns:
            answer(g, log)


class PlayerTurn(SquadStep, frozen=True, tag="player_turn"):
    """The eight phases of one side. Rules A3.1, A3.2, A3.3, A3.4, A3.5, A3.6, A3.7, A3.8."""

    side: int

    def run(self, g: SquadState, log: Log) -> None:
        """Lay out the phases, the first on top."""
        g.mover = self.side
        g.steps[-1:] = [
            EndOfPlayerTurn(self.side),
            *(Phase(self.side, name) for name in reversed(PHASES)),
        ]


class Phase(SquadStep, frozen=True, tag="phase"):
    """A phase begins."""

    side: int
    name: str

    def run(self, g: SquadState, log: Log) -> None:
        """Say so, and put its steps on the stack."""
        g.phase = self.name
        log.append(PhaseBegan(self.side, self.name))
        if self.name == "rally":
            settle_shock(g, self.side, log)
        g.steps[-1:] = [PhaseEnd(self.side, self.name), *self.steps()]
        for answer in g.setting.chapters.phases:
            answer(g, log)

    def steps(self) -> list[SquadStep]:
        """What is done in the phase, the first step last."""
        side, other = self.side, enemy(self.side)
        match self.name:
            case "rally":
                return [Rallying(other), Rallying(side)]
            case "prep":
                return [Firing(side, "prep")]
            case "move":
                return [Movement(side)]
            case "defensive":
                return [Firing(other, "defensive")]
            case "advancing":
                return [Firing(side, "advancing"), Detonation(side)]
            case "rout":
                return [Routing(other), Routing(side)]
            case "advance":
                return [Advance(side)]
        return [CloseCombats(side)]


class PhaseEnd(SquadStep, frozen=True, tag="phase_end"):
    """What comes off the map at the end of a phase."""

    side: int
    name: str

    def run(self, g: SquadState, log: Log) -> None:
        """Clean up."""
        g.steps.pop()
        g.swings.clear()
        g.flashes = 0  # E1.8
        match self.name:
            case "rally":
                g.rallied = g.self_rallied = 0
            case "prep":
                g.kept_rate = 0
            case "move":
                self.end_movement(g, log)
            case "defensive":
                g.first_fired = g.final_fired = 0
                reload_vehicles(g, enemy(self.side))
            case "advancing":
                reload_vehicles(g, self.side)
                burn_on(g, log)
        shoot_at_random(g, log)
        take_control(g, log)

    def end_movement(self, g: SquadState, log: Log) -> None:
        """Residual fire, lanes and smoke grenades end. Rules A8.2, A9.22, A24.1."""
        g.residual.clear()
        g.lanes = ()
        g.march = None
        for place in list(g.smoke):
            if g.grenades >> place & 1:
                del g.smoke[place]
        g.grenades = 0
        for answer in g.setting.chapters.movement_ends:
            answer(g, log)


class EndOfPlayerTurn(SquadStep, frozen=True, tag="end_of_player_turn"):
    """Pins and counters of the turn come off; the unseen become concealed. Rules A7.83, A12.12."""

    side: int

    def run(self, g: SquadState, log: Log) -> None:
        """Clean up."""
        g.steps.pop()
        for name in TURN_FLAGS:
            setattr(g, name, 0)
        g.cx &= ~g.setting.army[enemy(self.side)]
        for side in (self.side, enemy(self.side)):
            gain(g, side, log)
        thin_smoke(g, log)
        come_round(g, log)
        for answer in g.setting.chapters.player_turn_ends:
            answer(g, log)
        take_control(g, log)


class EndOfTurn(SquadStep, frozen=True, tag="end_of_turn"):
    """The next turn, or the end. Rule A26."""

    def run(self, g: SquadState, log: Log) -> None:
        """Go on or stop."""
        finish(g, log)
        if g.outcome:
            g.steps.clear()
        else:
            g.turn += 1
            g.steps[-1] = GameTurn()
