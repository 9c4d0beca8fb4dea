"""Plain good sense for bots that do not think ahead."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Decision, resting
from salient.games.squad.bot.assault import advance, combat, surrender, withdraw
from salient.games.squad.bot.company import rally, rout
from salient.games.squad.bot.drivers import drive
from salient.games.squad.bot.gunners import call_worth, dive, request
from salient.games.squad.bot.lights import over, try_light
from salient.games.squad.bot.manoeuvre import deploy, march, movement
from salient.games.squad.bot.marksmanship import (
    aim_worth,
    best_aim,
    lane_worth,
    screen_worth,
    shot_worth,
)
from salient.games.squad.bot.survey import Outlook, distance_to_goal, gain_by_moving, look_round
from salient.games.squad.bot.weights import (
    AMBUSH,
    COMING_UP,
    GIVEN_AWAY,
    GIVING_UP_A_MOVE,
    RATE,
    SUPPORT,
    THRESHOLD,
    TOGETHER,
)
from salient.games.squad.combat.attack import moving_place
from salient.games.squad.combat.firepower import crew_of
from salient.games.squad.core.courses import inward
from salient.games.squad.core.setting import corner_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.guns.armament import shot_of
from salient.games.squad.infantry.fire import Aiming

Judge = Callable[[Outlook, Decision, Action], float]


def judge(g: SquadState, decision: Decision) -> list[float]:
    """How sensible each offered action looks to the side that decides."""
    prompt = decision.prompt.partition(".")[0]
    with resting(g):
        o = look_round(g, decision.side)
        if prompt == "march":
            return march(o, decision)
        rate = RATES.get(prompt, _even)
        return [rate(o, decision, action) for action in decision.actions]


def _even(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Anything but the end."""
    return 0.0 if action.verb in ("end", "pass") else 1.0


# -- fire -----------------------------------------------------------------------------------------


def _fire(o: Outlook, decision: Decision, action: Action) -> float:
    """Fire where it does something; who could get to a better place rather moves."""
    g = o.g
    occasion: Occasion = decision.prompt.partition(".")[2]  # type: ignore[assignment]
    if action.verb in ("end", "pass"):
        return THRESHOLD[occasion]
    if action.verb in ("hold", "massacre"):
        return -1.0
    if action.verb in ("call", "observe"):
        return call_worth(o, action)
    unit = action.piece(0)
    if action.verb == "light":
        return try_light(o, unit)
    if action.verb == "snap":
        worth = shot_worth(g, Aiming(o.side, "first", (unit,), (), moving_place(g), snap=True))
    else:
        worth = best_aim(o, unit, "protective" if action.verb == "protect" else occasion)
    crew = crew_of(g, unit)
    if not o.must_act:
        worth -= GIVEN_AWAY * (g.concealed >> crew & 1) + AMBUSH * (g.hidden >> crew & 1)
    worth *= 1.0 + RATE * rate_of(g, unit)  # What may fire again fires first (A9.2).
    if occasion == "prep" and worth > THRESHOLD["prep"]:
        worth -= given_up(o, crew)
    return worth


def given_up(o: Outlook, unit: Piece) -> float:
    """What prep fire costs: those who fire do not move to where they are needed."""
    g = o.g
    if g.setting.personnel >> unit & 1:
        return GIVING_UP_A_MOVE * max(0.0, gain_by_moving(o, unit))
    if not o.must_act or not g.setting.vehicles >> unit & 1:
        return 0.0
    return COMING_UP * max(0, distance_to_goal(o, g.where[unit]) - SUPPORT)


def rate_of(g: SquadState, unit: Piece) -> float:
    """The chance that a weapon keeps its rate of fire. Rules A9.2, C2.24."""
    if g.setting.weapons >> unit & 1:
        return g.setting.weapon_row(unit).rof / 6
    shot = shot_of(g, unit)
    return shot.rof / 6 if shot is not None else 0.0


def _aim(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    order = o.g.steps[-1]
    assert isinstance(order, Aiming)
    return aim_worth(o, order.group[0], action, order.occasion)


def _group(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Leaders direct; others join if together they do about as much as apart, or more."""
    g = o.g
    order = g.steps[-1]
    assert isinstance(order, Aiming)
    if action.verb == "shoot":
        return 0.0
    if action.verb == "lane":
        return lane_worth(o, order.group[0], order.target)
    unit = action.piece(0)
    now = shot_worth(g, order)
    if g.setting.leaders >> unit & 1 and not g.firepower(unit):
        led = msgspec.structs.replace(order, leaders=(*order.leaders, unit))
        return 1.0 + shot_worth(g, led) - now if g.leadership(unit) <= 0 else -1.0
    more = msgspec.structs.replace(order, group=(*order.group, unit))
    alone = shot_worth(g, msgspec.structs.replace(order, group=(unit,), leaders=()))
    if order.occasion == "protective":
        alone = 0.0
    return shot_worth(g, more) - TOGETHER * (now + alone) - 0.001


def _screen(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Smoke on those whose fire is worst."""
    return screen_worth(o, action.place(0))


# -- the rest -------------------------------------------------------------------------------------


def _face(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Towards the enemy's side of the map, as far as one can guess: inward."""
    wanted = inward(o.g, o.g.where[action.piece(0)])
    return 1.0 if corner_of(action.choice(1)) == wanted else 0.0


def _give(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Weapons to squads, one each."""
    unit = action.piece(1)
    return o.g.size(unit) - o.g.carried(unit).bit_count()


RATES: dict[str, Judge] = {
    "fire": _fire,
    "aim": _aim,
    "group": _group,
    "call": request,
    "observe": request,
    "screen": _screen,
    "movement": movement,
    "drive": drive,
    "rally": rally,
    "rout": rout,
    "advance": advance,
    "combat": combat,
    "surrender": surrender,
    "withdraw": withdraw,
    "infiltrate": withdraw,
    "deploy": deploy,
    "face": _face,
    "light": over,
    "sortie": dive,
    "give": _give,
}
"""Who judges which question; the rest is all one, only not to end."""
