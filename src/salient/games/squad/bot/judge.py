"""Plain good sense for bots that do not think ahead."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.state import Decision
from salient.games.squad.bot.manoeuvre import advance, deploy, drive, march, movement, rout
from salient.games.squad.bot.marksmanship import (
    aim_worth,
    barrage_worth,
    best_aim,
    screen_worth,
    shot_worth,
)
from salient.games.squad.bot.survey import Outlook, gain_by_moving, look_round
from salient.games.squad.combat.attack import moving_place
from salient.games.squad.combat.firepower import crew_of, target_places
from salient.games.squad.core.courses import inward
from salient.games.squad.core.questions import Occasion
from salient.games.squad.core.setting import corner_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.phases.close_combat import Combat
from salient.games.squad.phases.rally import rally_modifiers
from salient.games.squad.show.odds import close_chance
from salient.games.squad.sight.los import sees

Judge = Callable[[Outlook, Decision, Action], float]


def judge(g: SquadState, decision: Decision) -> list[float]:
    """How sensible each offered action looks to the side that decides."""
    o = look_round(g, decision.side)
    prompt = decision.prompt.partition(".")[0]
    if prompt == "march":
        return march(o, decision)
    rate = RATES.get(prompt, _even)
    return [rate(o, decision, action) for action in decision.actions]


def _even(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Anything but the end."""
    return 0.0 if action.verb in ("end", "pass") else 1.0


# -- fire -----------------------------------------------------------------------------------------

THRESHOLD = {"prep": 0.08, "first": 0.15, "defensive": 0.02, "advancing": 0.02}
"""What a shot must be worth."""

GIVEN_AWAY, AMBUSH = 0.08, 0.2
"""What concealment and hiding are worth to those who wait, lost by firing."""

GIVING_UP_A_MOVE = 0.06
"""What prep fire costs for each point by which another place would be better."""


def _fire(o: Outlook, decision: Decision, action: Action) -> float:
    """Fire where it does something; who could get to a better place rather moves."""
    g = o.g
    occasion: Occasion = decision.prompt.partition(".")[2]  # type: ignore[assignment]
    if action.verb in ("end", "pass"):
        return THRESHOLD[occasion]
    if action.verb == "hold":
        return -1.0
    unit = action.piece(0)
    if action.verb == "call":
        return _best_barrage(o, unit)
    if action.verb == "snap":
        worth = shot_worth(g, Aiming(o.side, "first", (unit,), (), moving_place(g), snap=True))
    else:
        worth = best_aim(o, unit, "protective" if action.verb == "protect" else occasion)
    crew = crew_of(g, unit)
    if not o.must_act:
        worth -= GIVEN_AWAY * (g.concealed >> crew & 1) + AMBUSH * (g.hidden >> crew & 1)
    if occasion == "prep" and worth > THRESHOLD["prep"] and g.setting.personnel >> crew & 1:
        worth -= GIVING_UP_A_MOVE * max(0.0, gain_by_moving(o, crew))
    return worth


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
        return -0.1
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


TOGETHER = 0.9
"""How much of what two attacks would do one must do: it leaves more luck, and residual fire."""


def _best_barrage(o: Outlook, leader: int) -> float:
    """What the best hex that a leader sees is worth to artillery."""
    g = o.g
    seen = (place for place in target_places(g, o.side) if sees(g, leader, place))
    hexes = {g.setting.board.hex_of[place] for place in seen}
    return max((barrage_worth(g, o.side, hexagon) for hexagon in hexes), default=-1.0)


def _call(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Shells where most enemies are."""
    return -1.0 if action.verb == "screen" else barrage_worth(o.g, o.side, action.place(0))


def _screen(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Smoke on those whose fire is worst."""
    return screen_worth(o, action.place(0))


# -- the rest -------------------------------------------------------------------------------------


def _rally(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Whoever has a chance tries; a twelve costs men."""
    if action.verb == "end":
        return 0.0
    if action.verb != "rally":
        return 1.0
    unit = action.piece(0)
    need = o.g.morale(unit) - sum(modifier.value for modifier in rally_modifiers(o.g, unit))
    return 2.0 if need >= 3 else -1.0


def _combat(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Attack those of whom most will be gone."""
    g, step = o.g, o.g.steps[-1]
    assert isinstance(step, Combat)
    foes = g.people(step.place, enemy(o.side))
    prize = foes if action.verb == "fight" else 1 << action.piece(0)
    return close_chance(g, action)[3] * sum(1 + g.firepower(unit) for unit in members(prize))


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
    "call": _call,
    "screen": _screen,
    "movement": movement,
    "drive": drive,
    "rally": _rally,
    "rout": rout,
    "advance": advance,
    "combat": _combat,
    "deploy": deploy,
    "face": _face,
    "give": _give,
}
"""Who judges which question; the rest is all one, only not to end."""
