"""What a plain staff officer would do: the sense of the simple bot.

He looks at the map once an impulse (:mod:`salient.games.mist.outlook`), plans his attacks
(:mod:`salient.games.mist.plans`), and then moves his units one by one to where they are worth
most: towards the goals, into the enemy's way, onto his supply lines. Worths are victory points.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import mul

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.state import Decision
from salient.games.mist import special
from salient.games.mist.bridges import demolition_need
from salient.games.mist.dice import DIE
from salient.games.mist.forecast import attack_force, defence_force, expect, guns
from salient.games.mist.movement import Moving
from salient.games.mist.outlook import Survey, nearness, survey
from salient.games.mist.plans import (
    Assault,
    Moment,
    across_river,
    battle_worth,
    cut_worth,
    plan_assaults,
)
from salient.games.mist.setting import ALLIED, GERMAN
from salient.games.mist.stacking import fits
from salient.games.mist.state import MistState, enemy

NEVER = -100.0
"""Worth of what is not to be done unless nothing else is offered."""

DRIVE = (0.18, 0.10)
"""Share of a goal's points that being on the way to it is worth, by side."""

HOLD = (0.04, 0.10)
"""Worth of standing in the enemy's way, per unit of his traffic, by side."""

RELIEF = (0.004, 0.012)
"""Worth per strength point of being near a threatened place, by side."""

BUMP = (0.4, 0.4)
"""What a single strength point does for a defence: the enemy must stop and fight, by side."""

FIRM = (5.0, 5.0)
"""Strength points of which the enemy's heaviest attack leaves half standing, by side."""

CAPTURE = (0.8, 0.8)
"""Share of a prize that walking into it is worth, by side: it may be lost again."""

KEEP = (0.5, 0.5)
"""Share of a prize within the enemy's reach that its only guard is worth, by side."""

RISK = (0.05, 0.05)
"""What it costs to stand where the enemy can cut the supply line, per strength point, by side."""

GUARD_WORTH = 0.05
"""Worth of a first unit on an own supply line, per strength point that depends on it."""

EXIT_WORTH = (1.0, 0.8, 0.4)
"""Share of its points that a unit in an exit zone will keep, by days left; before, none.

Its supply line may yet be cut, and it never comes back (12.24, 12.25).
"""

TAKEN = 0.1
"""What is left of a goal's pull once somebody of ours is there."""

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


def firmness(strength: int, side: int) -> float:
    """How well some strength holds an area, from 0 to 1.

    The first point already stops everybody who comes along the road; a stack that outlasts the
    heaviest attack takes more.
    """
    if not strength:
        return 0.0
    mass = strength * strength
    return BUMP[side] + (1 - BUMP[side]) * mass / (mass + FIRM[side] * FIRM[side])


# -- the worth of a place -----------------------------------------------------------------------


class Staff:
    """The officer at work on one decision of movement."""

    def __init__(self, g: MistState, side: int, group: int = 0) -> None:
        """Look at the map.

        Args:
            g: The state.
            side: Whose staff it is.
            group: The units to be moved: they do not count as already somewhere.
        """
        self.g, self.side, self.group = g, side, group
        self.view: Survey = survey(g, side)
        self.points = g.total(group)
        self.mine = g.present[side]
        days = (g.setting.last_clock - g.clock) // 3
        self.exit_worth = EXIT_WORTH[days] if days < len(EXIT_WORTH) else 0.0
        own = self.view.own
        held = self._others() & ~g.present[enemy(side)]
        self.goals = [
            weight * (TAKEN if held >> goal & 1 else 1.0)
            for goal, weight in zip(own.goals, own.weights, strict=True)
        ]
        self.calls = [
            self.view.threat[post] * (1 - firmness(self._friends(post), side))
            for post in self.view.posts
        ]

    def _others(self) -> int:
        """Places held by units outside the group."""
        if not self.group:
            return self.mine
        here = self.g.where[members(self.group)[0]]
        alone = not self.g.stack(here, self.side) & ~self.group
        return self.mine & ~(1 << here) if alone else self.mine

    def _friends(self, place: int) -> int:
        """The strength of ours in a place, the group not counted."""
        if not self.mine >> place & 1:
            return 0
        return self.g.total(self.g.stack(place, self.side) & ~self.group)

    def drive(self, place: int) -> float:
        """How near a place is to what we want, per strength point."""
        return float(sum(map(mul, self.goals, self.view.own.pull[place])))

    def standing(self, place: int) -> float:
        """What the group is worth in a place, if it need not fight to be there."""
        g, side, view, points = self.g, self.side, self.view, self.points
        setting, worth = g.setting, 0.0
        if g.clock < setting.last_clock:
            worth += points * DRIVE[side] * self.drive(place)
            worth += points * RELIEF[side] * sum(map(mul, self.calls, view.post_pull[place]))
        if setting.all_zones >> place & 1:
            if side == GERMAN:
                return points * setting.multiplier[place] * self.exit_worth
            return worth + (self._bridges(place) if self.group & setting.engineers else 0.0)
        friends = self._friends(place)
        firmer = firmness(friends + points, side) - firmness(friends, side)
        worth += HOLD[side] * view.threat[place] * firmer
        if not g.present[enemy(side)] >> place & 1:
            worth += cut_worth(g, side, view, place)
            if not self._others() >> place & 1:
                worth += self._first_there(place)
        if self.group & setting.engineers:
            worth += self._bridges(place)
        if not setting.section >> place & 1:
            worth -= points
        if view.precarious >> place & 1:
            worth -= RISK[side] * points
        return worth

    def _first_there(self, place: int) -> float:
        """What the first unit in an area wins: a prize, or its safety, or that of supply."""
        view = self.view
        german = self.g.german_control >> place & 1
        if german if self.side == ALLIED else not german:
            return CAPTURE[self.side] * view.worth[place]
        if not view.exposed >> place & 1:
            return 0.0
        return KEEP[self.side] * view.worth[place] + GUARD_WORTH * view.guards[place]

    def _bridges(self, place: int) -> float:
        """What engineers find to do in a place: build bridges ahead, or blow those behind."""
        g, board = self.g, self.g.setting.board
        best = 0.0
        if g.stack(place, self.side) & g.setting.engineers & ~self.group:
            return best
        for far, link, _, bridge in board.exits[place]:
            if not bridge:
                continue
            if g.blown >> link & 1:
                best = max(best, self._site(place, far))
            elif self.side == ALLIED:
                best = max(best, SITE_WORTH * self.view.threat[place])
        return best

    def _site(self, near: int, far: int) -> float:
        """What a blown bridge is worth to engineers beside it."""
        ahead = self.drive(far) - self.drive(near)
        ready = 1.0 if self.mine >> far & 1 else 0.5
        return max(0.0, ahead) * ready * BRIDGE_WORTH


SITE_WORTH = 0.02
"""Worth of an engineer beside a bridge that the enemy wants to cross, per unit of traffic."""

BRIDGE_WORTH = 4.0
"""Worth of an engineer beside a blown bridge, per unit of pull from the other bank."""


# -- movement: whom to activate -----------------------------------------------------------------

PLANNED = 10.0
"""Units that are to attack go first, before anybody fills the roads."""


def _judge_activation(g: MistState, decision: Decision) -> list[float]:
    """Attackers first, then those nearest to the enemy; special units before the end."""
    side = decision.side
    staff = Staff(g, side)
    plans = plan_assaults(Moment(g, side))
    gains = {unit: plan.gain for plan in plans for unit in members(plan.units)}
    near = staff.view.own.traffic
    worth = []
    for action in decision.actions:
        if action.verb == "activate":
            unit = int(action.args[0])
            if unit in gains:
                worth.append(PLANNED + gains[unit])
            else:
                worth.append(1.0 + 0.001 * near[g.where[unit]] - 0.01 * (g.dug_in >> unit & 1))
        elif action.verb == "special":
            worth.append(_special_worth(g, str(action.args[0]), staff, plans))
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
        self.cost = step.range(g, step.mp, fords=step.walks(g)).cost
        self.best = self._best_march()

    def worth(self, action: Action) -> float:
        """The worth of one choice."""
        verb = action.verb
        if verb in ("move", "ford"):
            return self._march(int(action.args[0])) - self._footsore(verb == "ford")
        if verb == "join":
            return self._join(int(action.args[0]))
        if verb == "attack":
            return self._fight(self.here)
        if verb == "entrench":
            return self._dig()
        if verb == "shift":
            return self._shift(int(action.args[0]))
        return NEVER if verb == "leave" else 0.0

    def _footsore(self, fording: bool) -> float:
        return FOOTSORE * self.staff.points if fording else 0.0

    def _march(self, place: int) -> float:
        """The worth of going to a place and stopping there."""
        if self.hostile >> place & 1:
            return self._fight(place)
        gain = self.staff.standing(place) - self.stay - self.least - self._dug_in()
        return NEVER if gain > 0 and self._door_is_closed(place) else gain

    def _dug_in(self) -> float:
        """What leaving their holes costs the group."""
        deep = self.g.total(self.step.group & self.g.dug_in)
        return DIGGING_WORTH * self.stay * deep / max(1, self.staff.points)

    def _door_is_closed(self, place: int) -> bool:
        """Whether Germans had better wait: today's battles may open the road beyond.

        They have movement points left, the enemy stands on the road ahead, and the day has
        another impulse.
        """
        g = self.g
        if self.side != GERMAN or g.impulse == special.LAST_IMPULSE or g.clock == 0:
            return False
        left = self.step.mp - self.cost.get(place, self.step.mp)
        if left < 2 or self.staff.view.worth[place]:
            return False
        ahead = self.staff.drive(place)
        return any(
            self.hostile >> to & 1 and self.staff.drive(to) > ahead
            for to, _, _, _ in g.setting.board.exits[place]
        )

    def _fight(self, area: int) -> float:
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

    def _best_march(self) -> tuple[float, int]:
        """The best place to go to without a fight, and its worth."""
        best = (0.0, -1)
        group, side = self.step.group, self.side
        for place in self.cost:
            if place == self.here or self.hostile >> place & 1:
                continue
            if fits(self.g, self.g.stack(place, side) | group):
                best = max(best, (self._march(place), place))
        return best

    def _join(self, unit: int) -> float:
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

    def _shift(self, zone: int) -> float:
        """Another entry zone is worth its trouble only if it is much nearer to the need."""
        gain = self.staff.standing(zone) - self.stay
        return gain - 2 * LEAST_GAIN


# -- special units ------------------------------------------------------------------------------

SPECIAL_WORTH = 0.5
"""Less than anything useful a combat unit can do: special units wait for the others."""


def _special_worth(g: MistState, effect: str, staff: Staff, plans: tuple[Assault, ...]) -> float:
    """Whether now is the moment for a special unit; unused ones are lost with the day."""
    if effect == special.PREVENT:
        best = max(_guard_worth(g, staff, area) for area in members(special.placements(g, effect)))
        return PLANNED + 50.0 if best > 1.0 else NEVER
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
        for area in members(g.present[GERMAN] & g.present[ALLIED])
        if g.stack(area, GERMAN) & g.attacking
    )


def _guard_worth(g: MistState, staff: Staff, area: int) -> float:
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
    return [_guard_worth(g, staff, int(action.args[0])) for action in decision.actions]


def _judge_support(g: MistState, decision: Decision) -> list[float]:
    """Support the biggest battle about to be fought."""
    battles = _committed(g)
    return [
        float(g.total(g.stacks[int(action.args[0])]) * (battles >> int(action.args[0]) & 1))
        for action in decision.actions
    ]


def _judge_hindrance(g: MistState, decision: Decision) -> list[float]:
    """Sit at the road hub the Allies need most."""
    staff = Staff(g, GERMAN)
    exits = g.setting.board.exits
    return [
        staff.view.own.traffic[area] * len(exits[area])
        for area in (int(action.args[0]) for action in decision.actions)
    ]


def _judge_throw_in(g: MistState, decision: Decision) -> list[float]:  # noqa: ARG001
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
            worth.append(1.0 if keep else 0.0)
        else:
            unit = int(action.args[0])
            worth.append(demolition_need(g, unit) / DIE - 0.001 * g.strength[unit])
    return worth


def _judge_bridging(g: MistState, decision: Decision) -> list[float]:
    """Always try; where earlier attempts have failed most first."""
    staff = Staff(g, decision.side)
    return [
        0.0 if action.verb == "end" else 1.0 + max(0.0, staff.drive(int(action.args[1])))
        for action in decision.actions
    ]


# -- battles ------------------------------------------------------------------------------------


def _judge_battles(g: MistState, decision: Decision) -> list[float]:
    """The surest battle first."""
    side, worth = decision.side, []
    for action in decision.actions:
        area = int(action.args[0])
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
    return [
        setting.quality[unit] - 0.1 * g.strength[unit]
        for unit in (int(action.args[0]) for action in decision.actions)
    ]


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
        firer, target = int(action.args[0]), int(action.args[1])
        hits = g.strength[firer] * values[firer] / DIE
        left = g.strength[target] - expected.get(target, 0.0)
        useful = max(0.0, min(hits, left))
        worth.append(useful + 0.2 * (0 < left <= hits) + 0.01 * setting.quality[target])
    return worth


# -- arrivals and removals ----------------------------------------------------------------------


def _judge_arrival(g: MistState, decision: Decision) -> list[float]:
    """Come in where the need is nearest."""
    side = decision.side
    staff = Staff(g, side)
    near = nearness(g.setting, side)
    worth = []
    for action in decision.actions:
        zone = int(action.args[1])
        need = sum(
            call * near[post][zone]
            for call, post in zip(staff.calls, staff.view.posts, strict=True)
        )
        worth.append(need + staff.drive(zone) + (g.setting.section >> zone & 1))
    return worth


def _judge_removal(g: MistState, decision: Decision) -> list[float]:
    """The weakest goes."""
    return [-g.strength[int(a.args[0])] - 0.1 * g.setting.quality[int(a.args[0])]
            for a in decision.actions]  # fmt: skip


_JUDGES: dict[str, Callable[[MistState, Decision], list[float]]] = {
    "arrival": _judge_arrival,
    "movement": _judge_activation,
    "activated": _judge_group,
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
