"""What a plain staff officer would do: the sense of the simple bot.

The judge looks at the map once an impulse (:mod:`salient.games.mist.bot.survey`), plans attacks
(:mod:`salient.games.mist.bot.plan`), and then moves units one by one to where they are worth most
(:mod:`salient.games.mist.bot.staff`): towards the goals, into the enemy's way, onto its supply
lines. Worths are victory points.
"""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision
from salient.games.mist.bot.estimate import attack_force, defence_force, expect, guns
from salient.games.mist.bot.plan import (
    Assault,
    Moment,
    across_river,
    battle_worth,
    plan_assaults,
)
from salient.games.mist.bot.staff import Staff
from salient.games.mist.bot.survey import nearness
from salient.games.mist.rules import special
from salient.games.mist.rules.bridges import demolition_need
from salient.games.mist.rules.movement import Moving
from salient.games.mist.rules.stacking import fits
from salient.games.mist.setting import ALLIED, GERMAN
from salient.games.mist.state import DIE, MistState

NEVER = -100.0
"""Worth of what is not to be done unless nothing else is offered."""

LESSER = 0.05
"""Weight of a consideration that only decides between equals."""

FINISH = 0.2
"""What destroying a unit is worth beyond its strength points, in hits."""

DIGGING_WORTH = 0.15
"""Worth of an entrenchment, as a share of what its unit is worth where it stands."""

EARLY = (0.1, 0.3)
"""What a march must bring in addition while the day has further impulses: reserves are good."""

DUTY = (3.0, 1.0)
"""What a part in a planned attack is worth beyond its gain: the others count on it, by side."""

LEAST_GAIN = 0.15
"""A move must bring this much: units that shuffle to and fro are not there when needed."""

FOOTSORE = 0.3
"""What it costs to leave vehicles behind, per strength point."""


def judge(g: MistState, decision: Decision) -> list[float]:
    """A worth for each offered action, in victory points where that makes sense."""
    return _JUDGES[decision.prompt](g, decision)


# -- movement: whom to activate -----------------------------------------------------------------

PLANNED = 10.0
"""Units that are to attack go first, before anybody fills the roads."""

MARCHING = 1.0
"""Then everybody else is looked at; the end of movement is worth 0."""

PRECEDENCE = 0.001
"""Per unit of traffic that wants through where a unit stands: the heads of columns go first."""

INFILTRATION = 60.0
"""Bridges are secured before anybody sets out to cross them."""


def _judge_activation(g: MistState, decision: Decision) -> list[float]:
    """Attackers first, then those nearest to the enemy; special units before the end."""
    side = decision.side
    staff = Staff(g, side)
    plans = plan_assaults(Moment(g, side))
    gains = {unit: plan.gain for plan in plans for unit in each_piece(plan.units)}
    traffic = staff.view.own.traffic
    worth = []
    for action in decision.actions:
        if action.verb == "activate":
            unit = action.piece(0)
            if unit in gains:
                worth.append(PLANNED + gains[unit])
            else:
                worth.append(MARCHING + PRECEDENCE * traffic[g.where[unit]])
        elif action.verb == "special":
            worth.append(_special_worth(g, action.choice(0), staff, plans))
        else:
            worth.append(0.0)
    return worth


# -- movement: what a group does ----------------------------------------------------------------


def _judge_group(g: MistState, decision: Decision) -> list[float]:
    """Where a group is worth more than here; otherwise it digs, waits or stops."""
    step = g.steps[-1]
    assert isinstance(step, Moving)
    orders = Orders(g, step)
    return [orders.worth(action) for action in decision.actions]


class Orders:
    """The choices of one active group, weighed against staying where it is."""

    def __init__(self, g: MistState, step: Moving) -> None:
        self.g, self.step, self.side = g, step, step.side
        self.here = g.where[step.units[0]]
        self.staff = Staff(g, step.side, step.group)
        self.hostile = g.present[enemy(step.side)] & g.setting.all_areas
        self.stay = self.staff.standing(self.here)
        self.least = LEAST_GAIN
        if not step.moved:
            self.least += EARLY[step.side] * (special.LAST_IMPULSE - g.impulse)
        plans = plan_assaults(Moment(g, step.side)) if not step.moved else ()
        self.plan = next((plan for plan in plans if plan.units & step.group), None)
        self.range = step.range(g, step.mp, fords=step.walks(g))
        self.best = self._best_march()

    def worth(self, action: Action) -> float:
        """The worth of one choice."""
        verb = action.verb
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
        gain = self.staff.standing(place) - self.stay - self.least - self._dug_in()
        return NEVER if gain > 0 and self._door_is_closed(place) else gain

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
        """The worth of digging in here: for those in the enemy's way with nothing better."""
        g, view = self.g, self.staff.view
        if not view.threat[self.here] or (self.side == GERMAN and g.impulse < special.LAST_IMPULSE):
            return -1.0
        return DIGGING_WORTH * min(1.0, view.threat[self.here])

    def _shift(self, zone: Place) -> float:
        """Another entry zone is worth its trouble only if it is much nearer to the need."""
        gain = self.staff.standing(zone) - self.stay
        return gain - 2 * LEAST_GAIN


# -- special units ------------------------------------------------------------------------------

SPECIAL_WORTH = 0.5
"""Less than anything useful a combat unit can do: special units wait for the others."""

LEAST_TRAFFIC = 1.0
"""Traffic over bridges below which commandos are not wasted on them."""


def _special_worth(g: MistState, effect: str, staff: Staff, plans: tuple[Assault, ...]) -> float:
    """Whether now is the moment for a special unit; unused ones are lost with the day."""
    if effect == special.PREVENT:
        best = max(
            _guard_worth(g, staff, area) for area in each_place(special.placements(g, effect))
        )
        return INFILTRATION if best > LEAST_TRAFFIC else NEVER
    if plans:
        return NEVER
    if effect == special.SUPPORT:
        battles = _committed(g) & special.placements(g, effect)
        return SPECIAL_WORTH if battles else NEVER
    return SPECIAL_WORTH / 2 if g.impulse == special.LAST_IMPULSE - 1 else NEVER


def _committed(g: MistState) -> int:
    """Areas where Germans are about to attack."""
    return sum(
        1 << area
        for area in each_place(g.present[GERMAN] & g.present[ALLIED])
        if g.stack(area, GERMAN) & g.attacking
    )


def _guard_worth(g: MistState, staff: Staff, area: Place) -> float:
    """What saving the bridges around an Allied unit is worth to the advance."""
    traffic, demolishers = staff.view.own.traffic, g.stack(area, ALLIED) & ~g.setting.armor
    if not demolishers:
        return 0.0
    return sum(
        min(traffic[area], traffic[to])
        for to, link, _, bridge in g.setting.board.exits[area]
        if bridge and not g.blown >> link & 1 and g.present[GERMAN] >> to & 1
    )


def _judge_prevention(g: MistState, decision: Decision) -> list[float]:
    """Guard the bridges in front of the spearhead."""
    staff = Staff(g, GERMAN)
    return [_guard_worth(g, staff, action.place(0)) for action in decision.actions]


def _judge_support(g: MistState, decision: Decision) -> list[float]:
    """Support the biggest battle about to be fought."""
    battles = _committed(g)
    return [
        float(g.total(g.stacks[action.place(0)]) * (battles >> action.place(0) & 1))
        for action in decision.actions
    ]


def _judge_hindrance(g: MistState, decision: Decision) -> list[float]:
    """Sit at the road hub on our way from which the Allies can come most easily."""
    staff = Staff(g, GERMAN)
    exits = g.setting.board.exits
    return [
        staff.view.own.traffic[area] * len(exits[area])
        for area in (action.place(0) for action in decision.actions)
    ]


def _judge_throw_in(_g: MistState, decision: Decision) -> list[float]:
    """A special unit that is there is used."""
    return [1.0 if action.verb == "support" else 0.0 for action in decision.actions]


# -- bridges ------------------------------------------------------------------------------------

LATE = 19
"""The day from which Germans blow bridges before Allied attacks: they will not come back."""


def _judge_crossing(g: MistState, decision: Decision) -> list[float]:
    """Blow the bridge with whoever does it best, the least useful unit among equals."""
    worth = []
    keep = decision.side == GERMAN and g.day < LATE
    for action in decision.actions:
        if action.verb == "decline":
            worth.append(DIE if keep else 0.0)
        else:
            unit = action.piece(0)
            worth.append(demolition_need(g, unit) - LESSER * g.strength[unit])
    return worth


def _judge_bridging(g: MistState, decision: Decision) -> list[float]:
    """Always try, first where the far bank is nearest to our goals."""
    staff = Staff(g, decision.side)
    return [
        0.0 if action.verb == "end" else 1.0 + staff.drive(action.place(1))
        for action in decision.actions
    ]


# -- battles ------------------------------------------------------------------------------------


def _judge_battles(g: MistState, decision: Decision) -> list[float]:
    """The surest battle first."""
    side, worth = decision.side, []
    for action in decision.actions:
        area = action.place(0)
        attackers = g.stack(area, side) & g.attacking
        odds = expect(
            attack_force(g, side, area, attackers),
            defence_force(g, enemy(side), area),
            guns(g, area, side),
            across_river(g, side, area, attackers),
        )
        worth.append(odds.clear)
    return worth


def _judge_shelling(g: MistState, decision: Decision) -> list[float]:
    """Shell those who shoot best; among equals one whom a single hit destroys."""
    setting = g.setting
    units = (action.piece(0) for action in decision.actions)
    return [setting.quality[unit] - LESSER * g.strength[unit] for unit in units]


def _judge_aiming(g: MistState, decision: Decision) -> list[float]:
    """Aim where the fewest hits are wasted, and finish off what can be finished."""
    battle = g.battle
    assert battle is not None
    setting = g.setting
    values = setting.attack if decision.side == battle.attacker else setting.defence
    expected: dict[int, float] = {}
    for firer, target in battle.aims:
        expected[target] = expected.get(target, 0.0) + g.strength[firer] * values[firer] / DIE
    worth = []
    for action in decision.actions:
        firer, target = action.piece(0), action.piece(1)
        hits = g.strength[firer] * values[firer] / DIE
        left = g.strength[target] - expected.get(target, 0.0)
        useful = max(0.0, min(hits, left))
        finishing = FINISH if 0 < left <= hits else 0.0
        worth.append(useful + finishing + LESSER * FINISH * setting.quality[target])
    return worth


# -- arrivals and removals ----------------------------------------------------------------------


def _judge_arrival(g: MistState, decision: Decision) -> list[float]:
    """Come in where the need is nearest."""
    side = decision.side
    staff = Staff(g, side)
    near = nearness(g.setting, side)
    worth = []
    for action in decision.actions:
        zone = action.place(1)
        need = sum(
            call * near[post][zone]
            for call, post in zip(staff.calls, staff.view.posts, strict=True)
        )
        worth.append(need + staff.drive(zone) + (g.setting.section >> zone & 1))
    return worth


def _judge_removal(g: MistState, decision: Decision) -> list[float]:
    """The weakest goes."""
    quality = g.setting.quality
    units = (action.piece(0) for action in decision.actions)
    return [-g.strength[unit] - LESSER * quality[unit] for unit in units]


_JUDGES: dict[str, Callable[[MistState, Decision], list[float]]] = {
    "arrival": _judge_arrival,
    "movement": _judge_activation,
    "activated": _judge_group,
    "frozen": _judge_group,
    "group": _judge_group,
    "crossing": _judge_crossing,
    "overstacked": _judge_removal,
    "combats": _judge_battles,
    "support": _judge_throw_in,
    "shelling": _judge_shelling,
    "aiming": _judge_aiming,
    "bridging": _judge_bridging,
    "special_hinder": _judge_hindrance,
    "special_prevent": _judge_prevention,
    "special_support": _judge_support,
}
