"""Movement as a staff officer orders it: whom to activate, and where a stack goes."""

from __future__ import annotations

from functools import lru_cache

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.state import Decision
from salient.games.bulge.bot.plan import Assault, plan_moves
from salient.games.bulge.bot.staff import Staff
from salient.games.bulge.bot.survey import Field, days_left, reach, survey
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.stacking import has_room, may_stack
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState

NEVER = -100.0
"""Worth of what is not to be done unless nothing else is offered."""

LEAST_GAIN = 0.12
"""A move must bring this much: units that shuffle to and fro are not there when needed."""

CROWDED = -10.0
"""Worth of staying where there is no room: the unit would be lost."""

PLANNED = 20.0
"""Units that are to attack go first, before anybody fills their places."""

NEWCOMER, SPECIAL, COMMANDO = 5.0, 3.0, 0.5
"""Reinforcements come on after the attackers have gone, special troops soon, commandos last."""

TOGETHER = (True, False)
"""Whether the regiments of a division march together: Americans go where they are called."""

UNEASY = 0.3
"""Reason for Allied units within the enemy's reach to look for a better place."""

EXIT_SHARE = (1.0, 1.0, 0.8, 0.6)
"""Share of its points that a breakthrough is worth, by turns left; before, none."""


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
    g: BulgeState, staff: Staff, action: Action, calls: dict[int, tuple[int, float]]
) -> float:
    """The worth of one choice; below 0 if the unit had better be left alone."""
    if action.verb != "activate":
        return 0.0 if action.verb == "end" else SPECIAL
    unit = action.piece(0)
    if g.where[unit] == NOWHERE:
        return NEWCOMER
    if unit in calls:
        slot, gain = calls[unit]
        return PLANNED + gain if slot != g.where[unit] else -1.0
    if g.setting.commandos >> unit & 1:
        return COMMANDO
    if not has_room(g, g.where[unit], 1 << unit):
        return PLANNED
    return _hope(g, staff, unit)


def _hope(g: BulgeState, staff: Staff, unit: int) -> float:
    """A quick look at what a unit might gain by moving; the orders then look closer."""
    view, here, row = staff.view, g.where[unit], g.setting.units[unit]
    around = reach(g, view, unit)
    lure = staff.lure(mech=row.mech, army=row.army)
    gain = best_in(lure, around) - lure[here]
    hope = gain * (g.attack(unit) if staff.side == GERMAN else g.defence(unit))
    if staff.side == ALLIED and view.power[here]:
        hope += UNEASY
    return 1.0 + hope if hope > LEAST_GAIN and around != 1 << here else -1.0


@lru_cache(maxsize=4096)
def best_in(values: Field, places: int) -> float:
    """The highest value of a field in a set of hexes."""
    return max(map(values.__getitem__, members(places)))


# -- where a stack goes -------------------------------------------------------------------------


def judge_stack(g: BulgeState, decision: Decision) -> list[float]:
    """Where the stack is worth more than here; otherwise it waits or stops."""
    step = g.steps[-1]
    assert isinstance(step, Moving)
    if step.group & g.setting.commandos:
        return _judge_commando(g, step, decision)
    orders = Orders(g, step)
    return [orders.worth(action) for action in decision.actions]


class Orders:
    """The choices of one active stack, weighed against staying where it is."""

    def __init__(self, g: BulgeState, step: Moving) -> None:
        self.g, self.step, self.side = g, step, step.side
        self.here = step.here(g)
        self.off_map = self.here == NOWHERE
        self.staff = Staff(g, step.side, step.group)
        self.stay = self._staying()
        plans = self._plans()
        self.slots = {unit: slot for plan in plans for unit, slot in plan.posts}
        self.plan = next((plan for plan in plans if plan.units & step.group), None)

    def _staying(self) -> float:
        """What the stack is worth where it is; one too many in a hex is lost (6.3b)."""
        if self.off_map or not has_room(self.g, self.here, self.step.group):
            return CROWDED
        return self.staff.standing(self.here)

    def _plans(self) -> tuple[Assault, ...]:
        phase = self.g.steps[-2]
        if self.step.mode or not isinstance(phase, Movement):
            return ()
        return plan_moves(self.g, self.side, phase.number, phase.candidates(self.g))

    def worth(self, action: Action) -> float:
        """The worth of one choice."""
        verb = action.verb
        if verb in ("move", "march"):
            return self._go(action.place(0))
        if verb == "join":
            return self._join(action.piece(0))
        if verb == "enter":
            return self._enter(action.place(0))
        if verb == "exit":
            return self._exit()
        return NEVER if verb == "discard" else 0.0

    def _go(self, place: int) -> float:
        """To the place in the plan, or to where the stack is worth most."""
        if self.plan:
            slot = self.slots.get(self.step.units[0])
            return PLANNED + self.plan.gain if place == slot else NEVER
        friends = self.staff.friends(place)
        if friends and not may_stack(self.g, place, friends | self.step.group):
            return NEVER
        return self.staff.standing(place) - self.stay - LEAST_GAIN

    def _join(self, unit: int) -> float:
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

    def _enter(self, entry: int) -> float:
        """By the entry nearest to where the stack is needed."""
        edge = self.g.setting.entry_hex[entry - self.g.setting.first_entry]
        return -CROWDED + self.staff.points * self.staff.field[edge]

    def _exit(self) -> float:
        """Germans break through when the end is near; the Allies stay."""
        left = days_left(self.g)
        if self.side == ALLIED or left >= len(EXIT_SHARE):
            return NEVER
        points = sum(2 if self.g.setting.mech >> unit & 1 else 1 for unit in self.step.units)
        return points * EXIT_SHARE[left] - LEAST_GAIN


# -- commandos and paratroops -------------------------------------------------------------------

EXPOSED = 3.0
"""What it costs a commando to pass through Allied units: half of those who do are found."""

CAUGHT = 5.0
"""What it costs to stop among them."""

ROADSIDE = 0.5
"""Worth of a main road, and again of a junction: roads are opened, Allied stacks misled."""

ALREADY = 1.0
"""What a hex with another commando is worth less."""


def _judge_commando(g: BulgeState, step: Moving, decision: Decision) -> list[float]:
    """Run ahead along the main roads and stop at a junction, out of sight."""
    setting, here = g.setting, step.here(g)
    pull = survey(g, GERMAN).drive(mech=True)
    unseen = 0 if here == NOWHERE and step.entry < 0 else _unseen(g, step)
    worth = []
    for action in decision.actions:
        if action.verb == "enter":
            edge = setting.entry_hex[action.place(0) - setting.first_entry]
            worth.append(-CROWDED + pull[edge])
        elif action.verb in ("move", "march"):
            place = action.place(0)
            risk = 0.0 if unseen >> place & 1 else EXPOSED
            worth.append(_lurking(g, place, pull, step.group) - risk - LEAST_GAIN)
        elif action.verb in ("stop", "wait"):
            worth.append(CROWDED if here == NOWHERE else _lurking(g, here, pull, step.group))
        else:
            worth.append(NEVER)
    return worth


def _unseen(g: BulgeState, step: Moving) -> int:
    """Hexes a commando can reach without meeting anybody."""
    setting, here = g.setting, step.here(g)
    start = setting.entry_hex[step.entry] if here == NOWHERE else here
    free = setting.board.all & ~g.occupied[ALLIED]
    budget = max(setting.allowance[step.units[0]])
    prices = setting.prices["main" if step.mode == "strategic" else "foot"]
    return setting.board.flood({step.spent: 1 << start}, prices, 0, free, budget).hexes


def _lurking(g: BulgeState, place: int, pull: Field, group: int) -> float:
    """What a commando is worth in a hex."""
    setting, bit = g.setting, 1 << place
    worth = pull[place] * ROADSIDE
    worth += ROADSIDE * bool(setting.main_hexes & bit) + ROADSIDE * bool(setting.junctions & bit)
    if g.occupied[ALLIED] & bit:
        worth -= CAUGHT
    if g.stacks.get(place, 0) & setting.commandos & ~group:
        worth -= ALREADY
    return worth


SAFE_HEX = 0.05
"""Worth of each hex around a drop zone where the paratroops would come down whole."""

JUNCTION = 0.3
"""Worth of a road junction to block."""

DRIFT = 2
"""Hexes around the target in which they will probably come down."""


def judge_drop(g: BulgeState, decision: Decision) -> list[float]:
    """A junction in the enemy's rear, in open country and away from enemy units."""
    setting, board = g.setting, g.setting.board
    traffic = survey(g, ALLIED).way
    deadly = setting.base["deep"] | g.occupied[ALLIED]
    worth = []
    for action in decision.actions:
        aim = action.place(0)
        near = board.within(1 << aim, DRIFT)
        safe = near.bit_count() - 2 * (near & deadly).bit_count()
        worth.append(traffic[aim] + SAFE_HEX * safe + JUNCTION * (setting.junctions >> aim & 1))
    return worth


def judge_misled(g: BulgeState, decision: Decision) -> list[float]:
    """Lead the Allies where they are worth least."""
    step = g.steps[-1]
    group = sum(1 << unit for unit in step.units)
    staff = Staff(g, ALLIED, group)
    here = g.where[step.units[0]]
    return [
        -staff.standing(here if action.verb == "stop" else action.place(0))
        for action in decision.actions
    ]
