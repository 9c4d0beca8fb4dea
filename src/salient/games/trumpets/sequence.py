"""The sequence of play: a turn of 32 steps, as on the card."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.state import Decision, Log
from salient.games.trumpets.air.bombing import bomb
from salient.games.trumpets.air.missions import Interception, Missions, find_squadrons
from salient.games.trumpets.air.strafing import Strafing
from salient.games.trumpets.air.supply_drops import AirSupply
from salient.games.trumpets.calendar import code, day
from salient.games.trumpets.endings import end_of_combat, end_player_turn, end_turn
from salient.games.trumpets.events import Activated, ArrivalsDue, Deployed, SegmentBegan, TurnBegan
from salient.games.trumpets.fight.combat import CombatSegment
from salient.games.trumpets.march.commandos import PlacingTeams
from salient.games.trumpets.march.released import Exploitation, Response
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.orders.activation import ALL_ACTIVE_DAY, Divisions, rest_or_act
from salient.games.trumpets.orders.headquarters import PlacingKgc, ReturningHqs
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.orders.staff import proposed_corps
from salient.games.trumpets.orders.substitutes import Exchange
from salient.games.trumpets.orders.surrender import roll_surrenders
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.setting import END, STAFF
from salient.games.trumpets.special.corps_events import roll_corps_event
from salient.games.trumpets.special.drop import drop_paratroops
from salient.games.trumpets.special.peiper import Alerting, PeiperExploits, PeiperHolds
from salient.games.trumpets.standing.command import judge_command
from salient.games.trumpets.standing.freshness import judge_freshness
from salient.games.trumpets.standing.fuel import CapturedFuel, roll_for_fuel
from salient.games.trumpets.standing.supply import judge_supply
from salient.games.trumpets.standing.weather import find_ground, find_weather
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep
from salient.games.trumpets.victory import judge_victory


class Opening(TrumpetsStep, frozen=True, tag="opening"):
    """The set-up of the scenario, then the first turn. Rules rc-scn-1, rc-scn-2."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Everybody stands where the scenario says."""
        for unit in each_piece(g.on_map((1 << len(g.where)) - 1)):
            log.append(Deployed(unit, g.where[unit]))
        g.steps[-1] = GameTurn()


class GameTurn(TrumpetsStep, frozen=True, tag="game_turn"):
    """A part of a day: steps 1-12 for both, 13-31 for each, 32 for both.

    Rules sop-1, sop-2, sop-3, sop-4, sop-5, sop-6, sop-7, sop-8, sop-9, sop-10, sop-11, sop-12,
    sop-13, sop-14, sop-15, sop-16, sop-17, sop-18, sop-19, sop-20, sop-21, sop-22, sop-23, sop-24,
    sop-25, sop-26, sop-27, sop-28, sop-29, sop-30, sop-31, sop-32.
    """

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Lay out the turn, the first step on top."""
        log.append(TurnBegan(code(g.turn)))
        g.steps[-1:] = [
            MutualEnd(), PlayerSegment(ALLIED), PlayerSegment(GERMAN),
            CapturedFuel(), Fuel(), AirSupply(), Judging(), ReturningHqs(),
            Strafing(), Interception(), Missions(GERMAN), Missions(ALLIED), Preparation(),
        ]  # fmt: skip


class Preparation(TrumpetsStep, frozen=True, tag="preparation"):
    """Steps 1-5b: arrivals, ground, weather, freshness, bombing, squadrons.

    Rules sop-1, sop-2, sop-3, sop-4, sop-5.
    """

    def run(self, g: TrumpetsState, log: Log) -> None:
        """What the dice say before anybody is asked."""
        g.steps.pop()
        due = tuple(unit for unit, turn in sorted(g.waiting.items()) if turn == g.turn)
        if due:
            log.append(ArrivalsDue(due))  # sop-1
        drop_paratroops(g, log)
        find_ground(g, log)
        find_weather(g, log)
        judge_freshness(g, log)
        bomb(g, log)
        find_squadrons(g, log)


class Judging(TrumpetsStep, frozen=True, tag="judging"):
    """Steps 6-9: command and supply. Rules sop-6, sop-7, sop-8, sop-9."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Command each turn, supply in pre-dawn turns."""
        g.steps.pop()
        judge_command(g, log)
        judge_supply(g, log)


class Fuel(TrumpetsStep, frozen=True, tag="fuel"):
    """Step 11: fuel, after command and supply. Rules sop-11, note-fuel-1."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The dice for fuel."""
        g.steps.pop()
        roll_for_fuel(g, log)


class PlayerSegment(TrumpetsStep, frozen=True, tag="player_segment"):
    """Steps 13-31 of one player. Rules sop-13, rc-turn-1."""

    side: int

    def run(self, g: TrumpetsState, log: Log) -> None:
        """All his corps in turn, then the end of combat, exploitation and the end of his turn."""
        log.append(SegmentBegan(self.side))
        g.moved = g.blow_tried = g.orders_done = g.attached = 0
        g.steps[-1:] = [
            PlayerEnd(self.side), PeiperExploits(self.side), Exploitation(self.side),
            CombatEnd(self.side), Activation(self.side),
        ]  # fmt: skip


class Activation(TrumpetsStep, frozen=True, tag="activation"):
    """Which corps is next, active or resting. Rules sop-13, sop-14, sop-15, rc-turn-1.

    Attributes:
        side: The player.
        army: The army whose corps are being taken, -1 before one is chosen (sop-14).
    """

    side: int
    army: int = -1

    def ask(self, g: TrumpetsState) -> Decision | None:
        """An army, then its corps."""
        left = self._left(g)
        if not left:
            return None
        name = g.setting.word
        if self.army < 0:
            armies = sorted({g.army_of(corps) for corps in left})
            actions = [Action("army", (name(army),)) for army in armies]
            return Decision(self.side, "army", [*actions, END], ("sop-14", "rc-turn-1"))
        mine = self._mine(g)
        actions = [Action("corps", (name(corps),)) for corps in mine]
        if day(g.turn) > ALL_ACTIVE_DAY:  # sop-13a, sop-13b
            actions += [Action("rest", (name(corps),)) for corps in mine]
            if self.proposed(g):
                actions.append(STAFF)
        return Decision(self.side, "corps", [*actions, END], ("sop-15", "sop-13"))

    def _left(self, g: TrumpetsState) -> list[int]:
        """The corps with units that have not been taken yet."""
        return [corps for corps in corps_in_play(g, self.side) if not g.orders_done >> corps & 1]

    def _mine(self, g: TrumpetsState) -> list[int]:
        """Those of them that belong to the army."""
        return [corps for corps in self._left(g) if g.army_of(corps) == self.army]

    def passed_over(self, g: TrumpetsState) -> list[int]:
        """The corps that are not taken if it is ended here."""
        return self._left(g) if self.army < 0 else self._mine(g)

    def proposed(self, g: TrumpetsState) -> list[int]:
        """The corps that the staff would let rest."""
        return proposed_corps(g, self._mine(g))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Take a corps, or end."""
        if action == END:
            self._end(g)
            return
        if action == STAFF:  # rc-staff-1
            self._take_up(g, self.proposed(g), log, active=False)
            return
        formation = g.setting.formation(action.choice(0))
        if action.verb == "army":
            g.steps[-1] = Activation(self.side, formation)
            return
        self._take_up(g, [formation], log, active=action.verb == "corps")

    def _take_up(self, g: TrumpetsState, taken: list[int], log: Log, *, active: bool) -> None:
        """Some corps go through their steps, one after the other."""
        for corps in taken:
            g.orders_done |= 1 << corps
        g.steps[-1] = Activation(self.side, self.army if self._mine(g) else -1)
        for corps in reversed(taken):
            g.steps.append(CorpsTurn(self.side, corps, active))
        state = "active" if active else "resting"
        log += [Activated(g.setting.roster.formations[corps].id, state) for corps in taken]

    def _end(self, g: TrumpetsState) -> None:
        """The others rest where they are; on 16 December they stay active. Rule sop-14."""
        for corps in self.passed_over(g):
            g.orders_done |= 1 << corps
            rest_or_act(g, corps, active=day(g.turn) == ALL_ACTIVE_DAY)
        g.steps[-1] = Activation(self.side)


def corps_in_play(g: TrumpetsState, side: int) -> list[int]:
    """The corps of a side, and armies with troops of their own, that have units in play."""
    turn, army = g.turn, g.setting.army[side]
    due = set_of(unit for unit, arrival in g.waiting.items() if arrival <= turn)
    mine = (g.present | due) & army
    return sorted(corps for corps, units in g.troops.corps.items() if units & mine)


class CorpsTurn(TrumpetsStep, frozen=True, tag="corps_turn"):
    """Steps 16-28 of a corps. Rule rc-turn-1."""

    side: int
    corps: int
    active: bool

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Orders, works, arrivals, movement, response, combat."""
        rest_or_act(g, self.corps, active=self.active)
        roll_surrenders(g, self.corps, log)
        g.steps[-1:] = [
            CombatSegment(self.side, self.corps), Response(enemy(self.side), self.corps),
            Alerting(self.side), Movement(self.side, self.corps), PeiperHolds(self.corps),
            PlacingTeams(self.corps), Orders(self.side, self.corps), PlacingKgc(self.side),
            Divisions(self.side, self.corps),
        ]  # fmt: skip
        if self.active:
            roll_corps_event(g, self.corps, log)


class CombatEnd(TrumpetsStep, frozen=True, tag="combat_end"):
    """Step 29: the end of a player's combats. Rule sop-29."""

    side: int

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The list of 58.0."""
        g.steps.pop()
        end_of_combat(g, self.side)


class PlayerEnd(TrumpetsStep, frozen=True, tag="player_end"):
    """Step 31: the end of a player's turn. Rule sop-31."""

    side: int

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The list of 60.0."""
        g.steps.pop()
        end_player_turn(g, self.side, log)


class MutualEnd(TrumpetsStep, frozen=True, tag="mutual_end"):
    """Step 32: the mutual end of the turn. Rule sop-32."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The list of 61.0, the victory check, the next turn."""
        end_turn(g)
        judge_victory(g, log)
        if g.outcome:
            g.steps.pop()
        else:
            g.steps[-1:] = [NextTurn(), Exchange()]


class NextTurn(TrumpetsStep, frozen=True, tag="next_turn"):
    """The turn marker goes on. Rule met-18."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The next part of the day."""
        g.turn += 1
        g.steps[-1] = GameTurn()
