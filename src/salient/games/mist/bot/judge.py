"""What a plain staff officer would do: the sense of the simple bot.

It looks at the map once an impulse (:mod:`~salient.games.mist.bot.survey`), knows who can still
act (:mod:`~salient.games.mist.bot.day`), plans attacks (:mod:`~salient.games.mist.bot.plan`), and
then gives orders group by group (:mod:`~salient.games.mist.bot.orders`): to where units are worth
most (:mod:`~salient.games.mist.bot.staff`), and at last to where the game is decided
(:mod:`~salient.games.mist.bot.ending`). Worths are victory points, and what they rest on stands in
:mod:`~salient.games.mist.bot.weights`.
"""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.bits import each_piece
from salient.engine.ids import enemy
from salient.engine.state import Decision
from salient.games.mist.bot.estimate import attack_force, defence_force, expect, guns
from salient.games.mist.bot.orders import Orders
from salient.games.mist.bot.plan import Moment, across_river, plan_assaults
from salient.games.mist.bot.specials import (
    judge_hindrance,
    judge_prevention,
    judge_support,
    judge_throw_in,
    special_worth,
)
from salient.games.mist.bot.staff import Staff
from salient.games.mist.bot.survey import nearness
from salient.games.mist.bot.weights import FINISH, LESSER, MARCHING, NEVER, PLANNED, PRECEDENCE
from salient.games.mist.rules.bridges import demolition_need
from salient.games.mist.rules.movement import Moving
from salient.games.mist.setting import GERMAN
from salient.games.mist.state import DIE, MistState


def judge(g: MistState, decision: Decision) -> list[float]:
    """A worth for each offered action, in victory points where that makes sense."""
    return _JUDGES[decision.prompt](g, decision)


# -- movement ----------------------------------------------------------------------------------


def _judge_activation(g: MistState, decision: Decision) -> list[float]:
    """Attackers first, then those nearest to the enemy; special units before the end."""
    side = decision.side
    staff = Staff(g, side)
    plans = plan_assaults(Moment(g, side))
    gains = {
        unit: NEVER if plan.waits else PLANNED + plan.gain
        for plan in plans
        for unit in each_piece(plan.units)
    }
    busy = any(not plan.waits for plan in plans)
    traffic = staff.view.own.traffic
    worth = []
    for action in decision.actions:
        if action.verb == "activate":
            unit = action.piece(0)
            if unit in gains:
                worth.append(gains[unit])
            else:
                worth.append(MARCHING + PRECEDENCE * traffic[g.where[unit]])
        elif action.verb == "special":
            worth.append(special_worth(g, action.choice(0), staff, busy))
        else:
            worth.append(0.0)
    return worth


def _judge_group(g: MistState, decision: Decision) -> list[float]:
    """Where a group is worth more than here; otherwise it digs, waits or stops."""
    step = g.steps[-1]
    assert isinstance(step, Moving)
    orders = Orders(g, step)
    return [orders.worth(action) for action in decision.actions]


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
    "support": judge_throw_in,
    "shelling": _judge_shelling,
    "aiming": _judge_aiming,
    "bridging": _judge_bridging,
    "special_hinder": judge_hindrance,
    "special_prevent": judge_prevention,
    "special_support": judge_support,
}
