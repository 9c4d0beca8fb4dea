"""What a plain staff officer would do: the sense of the simple bot.

He looks at the map once a phase (:mod:`salient.games.bulge.outlook`), plans his attacks
(:mod:`salient.games.bulge.plans`), sends the attackers to their places and everybody else to where
he is worth most: the Germans towards the cities, the Allies into the cities and into the way.
Worths are victory points.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from salient.boards.bits import members, set_of
from salient.engine.actions import Action
from salient.engine.state import Decision
from salient.games.bulge.combat import AIR, DECLARE, Gathering, attack_strength, odds_column
from salient.games.bulge.control import ezoc
from salient.games.bulge.movement import Movement, Moving
from salient.games.bulge.outlook import (
    CITY_WORTH,
    Field,
    Survey,
    cuts,
    days_left,
    field,
    firmness,
    post_worth,
    posts,
    prizes,
    reach,
    survey,
)
from salient.games.bulge.plans import Assault, Planner, plan_battles, plan_moves, step_worth
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.stacking import has_room, may_stack
from salient.games.bulge.state import FULL, NOWHERE, BulgeState, enemy
from salient.games.bulge.terrain import is_fortress, terrain_shift

NEVER = -100.0
"""Worth of what is not to be done unless nothing else is offered."""

RETAKE = 0.04
"""What a lost city calls Allied units with, as a share of its points."""

RELIEF = 0.02
"""Worth of being near a threatened post, per defence point and point of its call."""

BLOCK = 0.45
"""Worth of the first Allied unit on a hex in the enemy's way, per point of the traffic there."""

SECOND_LINE = 0.35
"""What is left of that worth where another unit's zone of control already closes the way."""

CAPTURE = 0.85
"""Share of a city's points that walking into it is worth: it may be lost again."""

CUT = 0.3
"""Share of a city's points that cutting its road home is worth: the road may be opened again."""

HUNGER = (0.35, 0.6)
"""What being out of supply costs a unit, by side."""

CROWDED = -10.0
"""Worth of staying where there is no room: the unit would be lost."""

DANGER = (0.10, 0.22)
"""Share of its steps' worth a stack expects to lose per odds column against it, by side."""

CONTACT = 0.12
"""What it costs to stop beside an enemy without attacking him, per unit."""

LEAST_GAIN = 0.12
"""A move must bring this much: units that shuffle to and fro are not there when needed."""

PLANNED = 20.0
"""Units that are to attack go first, before anybody fills their places."""

INTRUSION = 1.5
"""Worth of an Allied unit beyond the West Wall, rule 13.11: two points if it can stay."""

INTRUSION_TURN = 8
"""Rule 13.11."""

EXIT_SHARE = (1.0, 1.0, 0.8, 0.6)
"""Share of its points that a breakthrough is worth, by turns left; before, none."""


def judge(g: BulgeState, decision: Decision) -> list[float]:
    """A worth for each offered action, in victory points where that makes sense."""
    return _JUDGES[decision.prompt](g, decision)


# -- the worth of a place -----------------------------------------------------------------------


class Staff:
    """The officer at work on one decision of movement."""

    def __init__(self, g: BulgeState, side: int, group: int = 0) -> None:
        """Look at the map.

        Args:
            g: The state.
            side: Whose staff it is.
            group: The units to be moved: they do not count as already somewhere.
        """
        self.g, self.side, self.group = g, side, group
        self.setting = g.setting
        self.view: Survey = survey(g, side)
        units = members(group)
        self.count = len(units)
        self.points = sum(g.attack(u) if side == GERMAN else g.defence(u) for u in units)
        self.guard = sum(g.defence(u) for u in units)
        self.steps = sum(g.steps_left[u] * step_worth(self.setting, u) for u in units)
        self.mech = bool(group & self.setting.mech)
        self.others = self._others()
        self.zone = self.setting.board.around(self.others)
        self.prizes = prizes(self.setting)
        self.cuts = cuts(g, self.view) if side == ALLIED else {}
        army = self.setting.units[units[0]].army if units else ""
        self.field = self.lure(mech=self.mech, army=army)

    def _others(self) -> int:
        """Hexes of the own units outside the group."""
        found = self.g.occupied[self.side]
        for unit in members(self.group):
            here = self.g.where[unit]
            if here >= 0 and not self.g.stack(here, self.side) & ~self.group:
                found &= ~(1 << here)
        return found

    def lure(self, *, mech: bool, army: str) -> Field:
        """What draws units in each hex, per strength point."""
        if self.side == GERMAN:
            return self.view.drive(mech=mech, army=army)
        return relief_field(self.g, self.view, self.group, mech=mech)

    def friends(self, place: int) -> int:
        """Own units in a hex outside the group."""
        if not self.others >> place & 1:
            return 0
        return self.g.stack(place, self.side) & ~self.group

    def standing(self, place: int) -> float:
        """What the group is worth in a hex, if it need not fight to be there."""
        view, side, count = self.view, self.side, self.count
        friends = self.friends(place)
        worth = self.points * self.field[place]
        if not view.fed >> place & 1:
            worth -= HUNGER[side] * count
        if view.hostile >> place & 1:
            worth -= CONTACT * count
        worth += self._post(place, friends)
        if view.power[place]:
            worth -= self._danger(place, friends)
        if side == ALLIED:
            worth += self._in_the_way(place, friends)
            worth += CUT * CITY_WORTH * self.cuts.get(place, 0)
            if self.setting.germany >> place & 1:
                worth += count * (INTRUSION if self.g.turn >= INTRUSION_TURN else -1.0)
        return worth

    def _post(self, place: int, friends: int) -> float:
        """What the group does for a city: takes it, or makes it firmer."""
        if not self.view.posts >> place & 1:
            return 0.0
        german = self.view.kept >> place & 1
        if self.prizes >> place & 1 and german == (self.side == ALLIED):
            return CAPTURE * CITY_WORTH
        worth = post_worth(self.view, place)
        if not worth:
            return 0.0
        before = sum(map(self.g.defence, members(friends)))
        firmer = firmness(self.g, place, self.side, before + self.guard)
        return worth * (firmer - firmness(self.g, place, self.side, before))

    def _danger(self, place: int, friends: int) -> float:
        """What the group must expect to lose if the enemy attacks it here."""
        defence = self.guard + sum(self.g.defence(unit) for unit in members(friends))
        column = odds_column(int(min(self.view.power[place], ATTACK_CAP)), max(defence, 1))
        column += terrain_shift(self.g, place, self.side).value
        return DANGER[self.side] * min(max(column, 0), 6) / 6 * self.steps * 2

    def _in_the_way(self, place: int, friends: int) -> float:
        """What the group does by standing in the enemy's way."""
        way = self.view.way[place]
        if not way or friends:
            return 0.0
        return BLOCK * way * (SECOND_LINE if self.zone >> place & 1 else 1.0)


ATTACK_CAP = 45.0
"""The most attack strength that can be expected against one hex."""


LEAST_NEED = 0.1
"""Posts that need less call nobody."""


def relief_field(
    g: BulgeState, view: Survey, group: int, *, mech: bool
) -> Field:
    """How strongly threatened posts and lost cities call Allied units, per defence point."""
    calls = []
    for post in members(view.posts & ~view.foe):
        if view.kept >> post & 1:
            calls.append((post, RETAKE * CITY_WORTH))
            continue
        held = sum(map(g.defence, members(g.stack(post, ALLIED) & ~group)))
        need = post_worth(view, post) * (1 - firmness(g, post, ALLIED, held))
        if need > LEAST_NEED:
            calls.append((post, round(RELIEF * need, 3)))
    return field(g.setting, tuple(calls), mech=mech)


# -- movement: whom to activate -----------------------------------------------------------------


def _judge_movement(g: BulgeState, decision: Decision) -> list[float]:
    """Attackers first, then newcomers, then those who can better their place."""
    phase = g.steps[-1]
    assert isinstance(phase, Movement)
    side = decision.side
    ready = phase.candidates(g)
    plans = plan_moves(g, side, phase.number, ready)
    orders = {unit: plan for plan in plans for unit, _ in plan.posts}
    places = {unit: slot for plan in plans for unit, slot in plan.posts}
    staff = Staff(g, side)
    return [_activation(g, staff, action, orders, places) for action in decision.actions]


def _activation(
    g: BulgeState,
    staff: Staff,
    action: Action,
    orders: dict[int, Assault],
    places: dict[int, int],
) -> float:
    if action.verb == "end":
        return 0.0
    if action.verb == "skorzeny":
        return 1.0
    if action.verb == "drop":
        return 0.9
    unit = int(action.args[0])
    if unit in orders:
        if places[unit] == g.where[unit]:
            return -1.0
        return PLANNED + orders[unit].gain
    if g.where[unit] == NOWHERE:
        return 5.0
    if not has_room(g, g.where[unit], 1 << unit):
        return PLANNED
    if g.setting.commandos >> unit & 1:
        return 0.5
    return _hope(g, staff, unit)


def _hope(g: BulgeState, staff: Staff, unit: int) -> float:
    """A quick look at what a unit might gain by moving; the orders then look closer."""
    view, here = staff.view, g.where[unit]
    mech = bool(g.setting.mech >> unit & 1)
    around = reach(g, view, unit)
    if around == 1 << here:
        return -1.0
    lure = staff.lure(mech=mech, army=g.setting.units[unit].army)
    gain = best_in(lure, around) - lure[here]
    points = g.attack(unit) if staff.side == GERMAN else g.defence(unit)
    stirring = 0.3 if staff.side == ALLIED and view.power[here] else 0.0
    hope = gain * points + stirring
    return 1.0 + hope if hope > LEAST_GAIN else -1.0


@lru_cache(maxsize=4096)
def best_in(values: Field, places: int) -> float:
    """The highest value of a field in a set of hexes."""
    return max(map(values.__getitem__, members(places)))


# -- movement: what a stack does ----------------------------------------------------------------


def _judge_stack(g: BulgeState, decision: Decision) -> list[float]:
    """Where the stack is worth more than here; otherwise it waits or stops."""
    step = g.steps[-1]
    assert isinstance(step, Moving)
    if step.group & g.setting.commandos:
        return _judge_commando(g, decision)
    orders = Orders(g, step)
    return [orders.worth(action) for action in decision.actions]


class Orders:
    """The choices of one active stack, weighed against staying where it is."""

    def __init__(self, g: BulgeState, step: Moving) -> None:
        self.g, self.step, self.side = g, step, step.side
        self.here = step.here(g)
        self.staff = Staff(g, step.side, step.group)
        self.off_map = self.here == NOWHERE
        self.stay = self._staying()
        self.plans = self._plans()
        self.slots = {unit: slot for plan in self.plans for unit, slot in plan.posts}
        self.plan = next((p for p in self.plans if p.units & step.group), None)

    def _staying(self) -> float:
        """What the stack is worth where it is; one too many in a hex is lost (6.3b)."""
        if self.off_map or not has_room(self.g, self.here, self.step.group):
            return CROWDED
        return self.staff.standing(self.here)

    def _plans(self) -> tuple[Assault, ...]:
        phase = self.g.steps[-2]
        if self.step.mode or not isinstance(phase, Movement):
            return ()
        ready = phase.candidates(self.g)
        return plan_moves(self.g, self.side, phase.number, ready)

    def worth(self, action: Action) -> float:
        """The worth of one choice."""
        verb = action.verb
        if verb in ("move", "march"):
            return self._go(int(action.args[0]), strategic=verb == "march")
        if verb == "join":
            return self._join(int(action.args[0]))
        if verb == "enter":
            return self._enter(int(action.args[0]))
        if verb == "exit":
            return self._exit()
        return NEVER if verb == "discard" else 0.0

    def _go(self, place: int, *, strategic: bool) -> float:
        if self.plan:
            slot = self.slots[self.step.units[0]]
            return PLANNED + self.plan.gain if place == slot else NEVER
        friends = self.staff.friends(place)
        if friends and not may_stack(self.g, place, friends | self.step.group):
            return NEVER
        gain = self.staff.standing(place) - self.stay - LEAST_GAIN
        return gain - 0.001 * strategic

    def _join(self, unit: int) -> float:
        """Comrades with the same orders come along."""
        first = self.step.units[0]
        if self.plan or unit in self.slots:
            same = self.plan and self.plan.units >> unit & 1
            if same and self.slots[unit] == self.slots[first] and not self.off_map:
                return 2 * PLANNED + 10.0
            return NEVER
        units = self.g.setting.units
        if units[unit].division != units[first].division or not units[unit].division:
            return NEVER
        if self._on_guard():
            return NEVER
        return 2 * PLANNED

    def _on_guard(self) -> bool:
        """Whether the hex is a city that must not be left by everybody."""
        if self.off_map:
            return False
        return bool(self.staff.view.posts >> self.here & 1)

    def _enter(self, entry: int) -> float:
        edge = self.g.setting.entry_hex[entry - self.g.setting.first_entry]
        return 10.0 + self.staff.points * self.staff.field[edge]

    def _exit(self) -> float:
        left = days_left(self.g)
        if self.side == ALLIED or left >= len(EXIT_SHARE):
            return NEVER
        points = sum(2 if self.g.setting.mech >> u & 1 else 1 for u in self.step.units)
        return points * EXIT_SHARE[left] - 0.2


# -- commandos and paratroops -------------------------------------------------------------------


def _judge_commando(g: BulgeState, decision: Decision) -> list[float]:
    """Run ahead along the main roads and stop at a junction, out of sight."""
    step = g.steps[-1]
    assert isinstance(step, Moving)
    setting, here = g.setting, step.here(g)
    pull = survey(g, GERMAN).drive(mech=True)
    worth = []
    for action in decision.actions:
        if action.verb == "enter":
            edge = setting.entry_hex[int(action.args[0]) - setting.first_entry]
            worth.append(10.0 + pull[edge])
        elif action.verb in ("move", "march"):
            worth.append(_lurking(g, int(action.args[0]), pull, step.group) - LEAST_GAIN)
        elif action.verb in ("stop", "wait"):
            worth.append(NEVER if here == NOWHERE else _lurking(g, here, pull, step.group))
        else:
            worth.append(NEVER)
    return worth


def _lurking(g: BulgeState, place: int, pull: tuple[float, ...], group: int) -> float:
    """What a commando is worth in a hex."""
    setting, bit = g.setting, 1 << place
    worth = pull[place] + 0.5 * bool(setting.main_hexes & bit) + 0.5 * bool(setting.junctions & bit)
    if g.occupied[ALLIED] & bit:
        worth -= 5.0
    if g.stacks.get(place, 0) & setting.commandos & ~group:
        worth -= 1.0
    return worth


def _judge_drop(g: BulgeState, decision: Decision) -> list[float]:
    """A junction behind the enemy, in open country and away from his units."""
    setting, board = g.setting, g.setting.board
    view = survey(g, ALLIED)
    rough = setting.base["deep"] | g.occupied[ALLIED]
    worth = []
    for action in decision.actions:
        aim = int(action.args[0])
        near = board.within(1 << aim, 2)
        safe = near.bit_count() - 2 * (near & rough).bit_count()
        worth.append(view.way[aim] + 0.05 * safe + 0.3 * (setting.junctions >> aim & 1))
    return worth


def _judge_misled(g: BulgeState, decision: Decision) -> list[float]:
    """Away from where the Allies want to be: out of their posts, near German guns."""
    staff = Staff(g, ALLIED, 0)
    return [
        0.0
        if action.verb == "stop"
        else -100 * staff.field[int(action.args[0])]
        + 0.01 * staff.view.power[int(action.args[0])]
        + 1.0
        for action in decision.actions
    ]


# -- battles ------------------------------------------------------------------------------------


def _judge_declaring(g: BulgeState, decision: Decision) -> list[float]:
    """The best attack first, while there are any worth making."""
    step = g.steps[-1]
    gains = {plan.target: plan.gain for plan in plan_battles(g, decision.side, step.number)}
    return [
        0.0 if action.verb == "end" else gains.get(int(action.args[0]), -1.0)
        for action in decision.actions
    ]


def _judge_gathering(g: BulgeState, decision: Decision) -> list[float]:
    """Those who were meant to come; planes if a column matters; then go."""
    step = g.steps[-1]
    assert isinstance(step, Gathering)
    plans = plan_battles(g, decision.side, step.number)
    plan = next((p for p in plans if p.target == step.combat.target), None)
    wanted = plan.units if plan else 0
    worth = []
    for action in decision.actions:
        if action.verb == "commit":
            worth.append(3.0 if wanted >> int(action.args[0]) & 1 else -1.0)
        elif action == AIR:
            worth.append(2.0 if plan and plan.column < 6 else -1.0)
        elif action == DECLARE:
            ready = plan and set_of(step.combat.attackers) == wanted
            worth.append(1.0 if ready else -0.5)
        else:
            worth.append(0.0)
    return worth


def _judge_ordering(g: BulgeState, decision: Decision) -> list[float]:
    """The surest attack first: its success may open a ring or close one."""
    side = decision.side
    planner = Planner(g, side, 1)
    worth = []
    for action in decision.actions:
        target = int(action.args[0])
        combat = next(c for c in g.declared if c.target == target)
        foe = planner.defence(target)
        ratio = attack_strength(g, combat.attackers) / max(1, foe.strength) + foe.shift
        worth.append(ratio + (5.0 if not planner.is_trapped(target, 0) else 0.0))
    return worth


def _judge_bargain(g: BulgeState, decision: Decision) -> list[float]:
    """Fight to the end if that clears the hex or costs less than it kills."""
    fight = g.engagement
    assert fight is not None
    side = fight.attacker
    foe_steps = sum(g.steps_left[u] for u in fight.defenders)
    own = _mean([step_worth(g.setting, u) for u in fight.attackers if g.steps_left[u]])
    foe = _mean([step_worth(g.setting, u) for u in fight.defenders if g.steps_left[u]])
    ground = Planner(g, side, 1).defence(fight.target).ground
    return [
        count * (foe - own) + ground * (count >= foe_steps)
        for count in (int(action.args[0]) for action in decision.actions)
    ]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _judge_option(g: BulgeState, decision: Decision) -> list[float]:
    """Stand in cities, give ground elsewhere to save the step."""
    fight = g.engagement
    assert fight is not None
    place = fight.target
    stand = 0.0
    if posts(g.setting) >> place & 1 or is_fortress(g, place):
        stand = 1.0
        losses = sum(g.steps_left[u] for u in fight.defenders)
        if losses <= 1 + fight.result.startswith("D2"):
            stand = 0.4 if prizes(g.setting) >> place & 1 else -1.0
    return [stand if action.verb == "stand" else 0.2 for action in decision.actions]


def _judge_losses(g: BulgeState, decision: Decision) -> list[float]:
    """Whole units bleed before reduced ones die, cheap ones before dear ones."""
    return [-_bleeding(g, int(action.args[0])) for action in decision.actions]


def _bleeding(g: BulgeState, unit: int) -> float:
    """What it costs if a unit loses a step."""
    row, setting = g.setting.units[unit], g.setting
    if g.steps_left[unit] == FULL:
        return 0.1 * (row.attack - row.attack2 + row.defence - row.defence2)
    points = 2.0 if setting.mech >> unit & 1 and setting.side_of[unit] == GERMAN else 1.0
    return points + 0.1 * (row.attack2 + row.defence2)


def _judge_retreat(g: BulgeState, decision: Decision) -> list[float]:
    """Back to where the unit is worth most."""
    side, worth = decision.side, []
    staffs: dict[int, Staff] = {}
    for action in decision.actions:
        unit, place = int(action.args[0]), int(action.args[1])
        staff = staffs.setdefault(unit, Staff(g, side, 1 << unit))
        worth.append(staff.standing(place))
    return worth


def _judge_pursuit(g: BulgeState, decision: Decision) -> list[float]:
    """Follow into the hex where that is worth it, the best fighters first."""
    fight = g.engagement
    assert fight is not None
    worth = []
    for action in decision.actions:
        if action.verb == "halt":
            worth.append(0.0)
            continue
        unit = int(action.args[0])
        staff = Staff(g, decision.side, 1 << unit)
        gain = staff.standing(fight.target) - staff.standing(g.where[unit])
        worth.append(gain + 0.2 + 0.01 * g.attack(unit))
    return worth


def _judge_removal(g: BulgeState, decision: Decision) -> list[float]:
    """The least useful goes."""
    return [
        -g.attack(unit) - g.defence(unit) - 3.0 * (g.setting.mech >> unit & 1)
        for unit in (int(action.args[0]) for action in decision.actions)
    ]


# -- lines, air, guards, set-up -----------------------------------------------------------------


def _judge_line(g: BulgeState, decision: Decision) -> list[float]:  # noqa: ARG001
    """Straight west, or as before."""
    order = {"keep": 2.0, "west": 1.0}
    return [order.get(action.verb, 0.0) for action in decision.actions]


INTERDICTORS = 2
"""Air markers used against traffic in each turn; the others support the fighting."""


def _judge_interdiction(g: BulgeState, decision: Decision) -> list[float]:
    """On the main roads by which the Germans come, ahead of their columns."""
    view, setting = survey(g, ALLIED), g.setting
    spare = g.air_left - (6 - INTERDICTORS)
    near = setting.board.around(g.interdicted)
    worth = []
    for action in decision.actions:
        if action.verb == "end":
            worth.append(0.0)
            continue
        place = int(action.args[0])
        busy = view.way[place] * (setting.main_hexes >> place & 1) * (1 - (near >> place & 1))
        behind = 1 - (g.occupied[ALLIED] >> place & 1)
        worth.append(busy * behind if spare > 0 and busy > 0.5 else -1.0)
    return worth


def _judge_cover(g: BulgeState, decision: Decision) -> list[float]:
    """Over the hexes the Germans are about to attack, those that count first."""
    plans = plan_battles(_as_attacker(g), GERMAN, _phase_number(g))
    gains = {plan.target: plan.gain for plan in plans}
    return [
        0.0 if action.verb == "end" else gains.get(int(action.args[0]), -1.0)
        for action in decision.actions
    ]


def _as_attacker(g: BulgeState) -> BulgeState:
    return g


def _phase_number(g: BulgeState) -> int:
    """The number of the combat phase under way."""
    return next((step.number for step in reversed(g.steps) if hasattr(step, "number")), 1)


def _judge_supply(g: BulgeState, decision: Decision) -> list[float]:
    """To the garrisons of cities first, then to the biggest stacks."""
    worth = []
    for action in decision.actions:
        if action.verb == "end":
            worth.append(0.0)
        else:
            place = int(action.args[0])
            size = g.stack(place, ALLIED).bit_count()
            worth.append(size + 10.0 * (prizes(g.setting) >> place & 1))
    return worth


def _judge_guard(g: BulgeState, decision: Decision) -> list[float]:
    """The weakest is good enough to watch a road."""
    return [-g.defence(u) - g.attack(u) for u in (int(a.args[0]) for a in decision.actions)]


def _judge_deployment(g: BulgeState, decision: Decision) -> list[float]:
    """The Allies in cities and woods on the enemy's way, the Germans behind the front and roads."""
    side, setting = decision.side, g.setting
    worth = []
    for action in decision.actions:
        place = int(action.args[1])
        crowd = g.stacks.get(place, 0).bit_count()
        road = setting.road_hexes >> place & 1
        if side == ALLIED:
            cover = -terrain_shift(g, place, ALLIED).value
            near = (g.occupied[ALLIED] & setting.board.around(1 << place)).bit_count()
            worth.append(cover + 0.5 * road - 0.5 * near - crowd)
        else:
            front = survey(g, GERMAN).drive(mech=False)[place]
            worth.append(front + 0.5 * road - 0.2 * crowd)
    return worth


_JUDGES: dict[str, Callable[[BulgeState, Decision], list[float]]] = {
    "deployment": _judge_deployment,
    "movement": _judge_movement,
    "stack": _judge_stack,
    "bombed": _judge_losses,
    "drop": _judge_drop,
    "misled": _judge_misled,
    "overstacked": _judge_removal,
    "guard": _judge_guard,
    "line_north": _judge_line,
    "line_south": _judge_line,
    "air_interdict": _judge_interdiction,
    "air_cover": _judge_cover,
    "air_supply": _judge_supply,
    "declaring": _judge_declaring,
    "gathering": _judge_gathering,
    "ordering": _judge_ordering,
    "bargain": _judge_bargain,
    "option": _judge_option,
    "losses": _judge_losses,
    "retreat": _judge_retreat,
    "pursuit": _judge_pursuit,
    "starvation": _judge_losses,
}

__all__ = ["judge", "ezoc", "enemy"]
