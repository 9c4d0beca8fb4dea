"""Movement as a staff officer orders it: whom to activate, and where a stack goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from salient.boards.bits import each_place, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision
from salient.games.bulge.bot.danger import is_holding, risky_ways
from salient.games.bulge.bot.plan import Assault, plan_moves
from salient.games.bulge.bot.special import is_drop_worthwhile, judge_commando
from salient.games.bulge.bot.staff import Staff
from salient.games.bulge.bot.survey import Field, reach
from salient.games.bulge.bot.weights import (
    COMMANDO,
    CROWDED,
    EXIT_TURN,
    LEAST_GAIN,
    NEVER,
    NEWCOMER,
    PLANNED,
    RISK,
    SPECIAL,
    TOGETHER,
    UNEASY,
)
from salient.games.bulge.rules.breakthrough import breakthrough_points
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.stacking import has_room, may_stack
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState

# -- whom to activate ---------------------------------------------------------------------------


def judge_movement(g: BulgeState, decision: Decision) -> list[float]:
    """Attackers first, then newcomers, then those who may better their place."""
    phase = g.steps[-1]
    assert isinstance(phase, Movement)
    side = decision.side
    plans = plan_moves(g, side, phase.number, phase.candidates(g))
    calls = {unit: (slot, plan.gain) for plan in plans for unit, slot in plan.posts}
    staff = Staff(g, side)
    return [_activation(g, staff, action, calls) for action in decision.actions]


def _activation(
    g: BulgeState, staff: Staff, action: Action, calls: dict[Piece, tuple[Place, float]]
) -> float:
    """The worth of one choice; below 0 if the unit had better be left alone."""
    if action.verb == "drop":
        return SPECIAL if is_drop_worthwhile(g) else -1.0
    if action.verb != "activate":
        return 0.0 if action.verb == "end" else SPECIAL
    unit = action.piece(0)
    if g.where[unit] == NOWHERE:
        jumps = unit == g.setting.role.get("vdh") and is_drop_worthwhile(g)
        return -1.0 if jumps else NEWCOMER
    if unit in calls:
        slot, gain = calls[unit]
        return PLANNED + gain if slot != g.where[unit] else -1.0
    if g.setting.commandos >> unit & 1:
        return COMMANDO
    if not has_room(g, g.where[unit], 1 << unit):
        return PLANNED
    return _hope(g, staff, unit)


def _hope(g: BulgeState, staff: Staff, unit: Piece) -> float:
    """A quick look at what a unit might gain by moving; the orders then look closer."""
    view, here, row = staff.view, g.where[unit], g.setting.units[unit]
    around = reach(g, view, unit)
    lure = staff.lure(mech=row.mech, army=row.army)
    gain = best_in(lure, around) - lure[here]
    hope = gain * (g.attack(unit) if staff.side == GERMAN else g.defence(unit))
    if is_holding(g, staff.side) and view.power[here]:
        hope += UNEASY
    return 1.0 + hope if hope > LEAST_GAIN[staff.side] and around != 1 << here else -1.0


@lru_cache(maxsize=4096)
def best_in(values: Field, places: int) -> float:
    """The highest value of a field in a set of hexes."""
    return max(map(values.__getitem__, each_place(places)))


# -- where a stack goes -------------------------------------------------------------------------


def judge_stack(g: BulgeState, decision: Decision) -> list[float]:
    """Where the stack is worth more than here; otherwise it waits or stops."""
    step = g.steps[-1]
    assert isinstance(step, Moving)
    if step.group & g.setting.commandos:
        return judge_commando(g, step, decision)
    orders = Orders(g, step)
    worth = [orders.worth(action) for action in decision.actions]
    return orders.look_twice(decision.actions, worth)


class Orders:
    """The choices of one active stack, weighed against staying where it is."""

    def __init__(self, g: BulgeState, step: Moving) -> None:
        self.g, self.step, self.side = g, step, step.side
        self.here = step.here(g)
        self.off_map = self.here == NOWHERE
        self.staff = Staff(g, step.side, step.group)
        self.stay = self._staying()
        self.risky = risky_ways(g, step)
        plans = self._plans()
        self.slots = {unit: slot for plan in plans for unit, slot in plan.posts}
        self.plan = next((plan for plan in plans if plan.units & step.group), None)

    def _staying(self) -> float:
        """What the stack is worth where it is; one too many in a hex is lost (6.3b)."""
        if self.off_map or not has_room(self.g, self.here, self.step.group):
            return CROWDED
        return self.staff.standing(self.here) - self.staff.snare(self.here)

    def look_twice(self, actions: Sequence[Action], worth: list[float]) -> list[float]:
        """Take off what a snare would cost, from the best choice down to one that stays best."""
        seen: set[int] = set()
        while (best := max(range(len(worth)), key=worth.__getitem__)) not in seen:
            seen.add(best)
            if actions[best].verb in ("move", "march") and not self.plan:
                worth[best] -= self.staff.snare(actions[best].place(0))
        return worth

    def _plans(self) -> tuple[Assault, ...]:
        phase = self.g.steps[-2]
        if self.step.mode or not isinstance(phase, Movement):
            return ()
        return plan_moves(self.g, self.side, phase.number, phase.candidates(self.g))

    def worth(self, action: Action) -> float:
        """The worth of one choice."""
        verb = action.verb
        if verb in ("move", "march"):
            return self._go(verb, action.place(0))
        if verb == "join":
            return self._join(action.piece(0))
        if verb == "enter":
            return self._enter(action.place(0))
        if verb == "exit":
            return self._exit()
        return NEVER if verb == "discard" else 0.0

    def _go(self, verb: str, place: Place) -> float:
        """To the place in the plan, or to where the stack is worth most."""
        if self.plan:
            slot = self.slots.get(self.step.units[0])
            return PLANNED + self.plan.gain if place == slot else NEVER
        friends = self.staff.friends(place)
        if friends and not may_stack(self.g, place, friends | self.step.group):
            return NEVER
        risk = RISK[self.side] if self.risky.get(verb, 0) >> place & 1 else 0.0
        return self.staff.standing(place) - self.stay - LEAST_GAIN[self.side] - risk

    def _join(self, unit: Piece) -> float:
        """Comrades with the same orders come along; a garrison is not taken away as a whole."""
        first = self.step.units[0]
        if self.plan or unit in self.slots:
            same = self.plan and unit in self.slots and self.slots[unit] == self.slots.get(first)
            return 3 * PLANNED if same else NEVER
        units = self.g.setting.units
        division = units[unit].division
        if not division or division != units[first].division:
            return NEVER
        on_guard = not self.off_map and self.staff.view.posts >> self.here & 1
        return NEVER if on_guard or not TOGETHER[self.side] else 2 * PLANNED

    def _enter(self, entry: Place) -> float:
        """By the entry from which the stack comes nearest to where it is needed."""
        number = entry - self.g.setting.first_entry
        inside = msgspec.structs.replace(self.step, entry=number)
        ranges = inside.ranges(inside.stack(self.g)).values()
        reached = union(found.hexes for found in ranges) or 1 << self.g.setting.entry_hex[number]
        return -CROWDED + self.staff.points * best_in(self.staff.field, reached)

    def _exit(self) -> float:
        """Germans with a road home break through when the victory checks begin; Allies stay."""
        g = self.g
        if self.side == ALLIED or g.turn < EXIT_TURN or not self.staff.view.fed >> self.here & 1:
            return NEVER
        points = sum(breakthrough_points(g, unit) for unit in self.step.units)
        return points - self.staff.post(self.here)
