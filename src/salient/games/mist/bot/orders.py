"""What an active group does: it goes where it is worth more than here, digs in, or waits."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.games.mist.bot.day import impulses_left, is_last_day
from salient.games.mist.bot.plan import Moment, battle_worth, plan_assaults
from salient.games.mist.bot.staff import Staff
from salient.games.mist.bot.weights import (
    CONTACT,
    DIGGING_WORTH,
    DUTY,
    EARLY,
    FOOTSORE,
    LEAST_GAIN,
    NEVER,
    PATIENCE,
)
from salient.games.mist.rules import special
from salient.games.mist.rules.movement import Moving
from salient.games.mist.rules.stacking import fits
from salient.games.mist.setting import GERMAN
from salient.games.mist.state import MistState


class Orders:
    """The choices of one active group, weighed against staying where it is."""

    def __init__(self, g: MistState, step: Moving) -> None:
        self.g, self.step, self.side = g, step, step.side
        self.here = g.where[step.units[0]]
        self.staff = Staff(g, step.side, step.group)
        self.hostile = g.present[enemy(step.side)] & g.setting.all_areas
        self.stay = self.staff.standing(self.here)
        self.impulses = 0 if step.moved else impulses_left(g)
        self.least = LEAST_GAIN + EARLY[step.side] * self.impulses
        plans = plan_assaults(Moment(g, step.side)) if not step.moved else ()
        self.plan = next((plan for plan in plans if plan.units & step.group), None)
        self.range = step.range(g, step.mp, fords=step.walks(g))
        self.best = self._best_march()

    def worth(self, action: Action) -> float:
        """The worth of one choice."""
        verb = action.verb
        if self.plan and self.plan.waits:
            return 0.0 if verb in ("wait", "stop") else NEVER
        if verb in ("move", "ford"):
            return self._march(action.place(0)) - self._footsore(verb == "ford")
        if verb == "join":
            return self._join(action.piece(0))
        if verb == "attack":
            return self._fight(self.here)
        if verb == "entrench":
            return self._dig()
        if verb == "shift":
            return self._shift(action.place(0))
        return NEVER if verb == "leave" else 0.0

    def _footsore(self, fording: bool) -> float:
        return FOOTSORE * self.staff.points if fording else 0.0

    def _march(self, place: Place) -> float:
        """The worth of going to a place and stopping there."""
        if self.hostile >> place & 1:
            return self._fight(place)
        gain = self.staff.standing(place) - self.stay - self.least
        gain -= self._dug_in() + self._turned_back(place)
        if self.impulses and not self.staff.view.urgent >> place & 1:
            # Nobody can forestall us there: later is as good, and the enemy has less time to
            # answer. On the last day nothing else is left to be gained by going now.
            gain -= PATIENCE[self.side] * self.impulses
            if is_last_day(self.g):
                return NEVER
        return NEVER if gain > 0 and self._door_is_closed(place) else gain

    def _turned_back(self, place: Place) -> float:
        """What it costs to march off from an enemy next door, only to come back tomorrow."""
        near = self.staff.view.contact
        if not near >> self.here & 1 or near >> place & 1 or self.staff.view.worth[place]:
            return 0.0
        return CONTACT[self.side] * self.staff.points

    def _dug_in(self) -> float:
        """What leaving their holes costs the group."""
        deep = self.g.total(self.step.group & self.g.dug_in)
        return DIGGING_WORTH * self.stay * deep / max(1, self.staff.points)

    def _door_is_closed(self, place: Place) -> bool:
        """Whether Germans had better wait: today's battles may open the road beyond.

        They have movement points left, the enemy stands on the road ahead, and the day has
        another impulse.
        """
        g = self.g
        if self.side != GERMAN or g.impulse == special.LAST_IMPULSE or g.clock == 0:
            return False
        if place not in self.range.before or self.staff.view.worth[place]:
            return False
        if self.step.mp - self.range.spent(place) < 2:
            return False
        ahead = self.staff.drive(place)
        return any(
            self.hostile >> to & 1 and self.staff.drive(to) > ahead
            for to, _, _, _ in g.setting.board.exits[place]
        )

    def _fight(self, area: Place) -> float:
        """The group's share in an attack: as planned, or as help for others."""
        g, group = self.g, self.step.group
        if self.plan and self.plan.area == area:
            return DUTY[self.side] + self.plan.gain
        committed = g.stack(area, self.side) & g.attacking
        if self.plan or not committed:
            return NEVER
        view = self.staff.view
        before = battle_worth(g, self.side, view, area, committed)
        return battle_worth(g, self.side, view, area, committed | group) - before - LEAST_GAIN

    def _best_march(self) -> tuple[float, Place]:
        """The best place to go to without a fight, and its worth."""
        best = (0.0, NOWHERE)
        group, side = self.step.group, self.side
        for place in self.range.before:
            if not self.hostile >> place & 1 and fits(self.g, self.g.stack(place, side) | group):
                best = max(best, (self._march(place), place))
        return best

    def _join(self, unit: Piece) -> float:
        """Whether a neighbour should come along."""
        g, group = self.g, self.step.group | 1 << unit
        if self.plan:
            return DUTY[self.side] + 1.0 + self.plan.gain if self.plan.units >> unit & 1 else NEVER
        gain, place = self.best
        if place < 0 or g.setting.allowance[unit] < self.step.mp:
            return NEVER
        if (g.setting.engineers | g.dug_in) >> unit & 1:
            return NEVER
        if not fits(g, g.stack(place, self.side) | group):
            return NEVER
        together = Staff(g, self.side, group)
        more = together.standing(place) - together.standing(self.here) - LEAST_GAIN
        return more if more > gain + LEAST_GAIN else NEVER

    def _dig(self) -> float:
        """The worth of digging in here: for those in the enemy's way with nothing better.

        Germans dig when the day's marches are over, and what they hold must be kept.
        """
        kept = self.staff.kept(self.here)
        if self.side == GERMAN:
            return DIGGING_WORTH * min(1.0, kept) if kept and not self.impulses else -1.0
        threat = max(kept, self.staff.view.threat[self.here])
        return DIGGING_WORTH * min(1.0, threat) if threat else -1.0

    def _shift(self, zone: Place) -> float:
        """Another entry zone is worth its trouble only if it is much nearer to the need."""
        gain = self.staff.standing(zone) - self.stay
        return gain - 2 * LEAST_GAIN
