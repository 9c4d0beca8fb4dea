"""Plain good sense for bots that do not think ahead."""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.state import Decision
from salient.games.squad.close_combat import kill_number, strength
from salient.games.squad.fire import Aiming, aims
from salient.games.squad.firepower import Occasion, column_of, eighths
from salient.games.squad.ground import chart_row, is_goal
from salient.games.squad.limits import seen_enemies
from salient.games.squad.outlook import (
    danger,
    distance_to_goal,
    must_act,
    place_worth,
    shot_worth,
    stands_well,
)
from salient.games.squad.rally import rally_modifiers
from salient.games.squad.setting import corner_of
from salient.games.squad.state import NOWHERE, SquadState
from salient.games.squad.vehicles import inward

Judge = Callable[[SquadState, Decision, Action], float]

TANK_SHOT = 0.5
"""What a shot at a vehicle is worth without looking closer."""


def judge(g: SquadState, decision: Decision) -> list[float]:
    """How sensible each offered action looks."""
    rate = RATES.get(decision.prompt.partition(".")[0], _even)
    return [rate(g, decision, action) for action in decision.actions]


def _even(g: SquadState, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Anything but the end."""
    return 0.0 if action.verb in ("end", "pass") else 1.0


# -- fire -----------------------------------------------------------------------------------------


def _fire(g: SquadState, decision: Decision, action: Action) -> float:
    """Fire where it does something; an attacker who could get nearer rather moves."""
    occasion: Occasion = decision.prompt.partition(".")[2]  # type: ignore[assignment]
    if action.verb in ("end", "pass"):
        return THRESHOLD[occasion]
    if action.verb == "hold":
        return -1.0
    unit = int(action.args[0])
    best = max(
        (_aim_worth(g, unit, aim, occasion) for aim in aims(g, unit, decision.side, occasion)),
        default=0.0,
    )
    if (
        occasion == "prep"
        and must_act(g, decision.side)
        and distance_to_goal(g, decision.side, g.where[unit]) > 2
    ):
        best -= 0.15
    return best


THRESHOLD = {"prep": 0.2, "first": 0.15, "defensive": 0.02, "advancing": 0.02}
"""What a shot must be worth."""


def _aim_worth(g: SquadState, unit: int, aim: Action, occasion: Occasion) -> float:
    if aim.verb == "at":
        return shot_worth(g, (unit,), int(aim.args[0]), occasion)
    return TANK_SHOT if aim.verb == "aim" else TANK_SHOT / 2


def _aim(g: SquadState, decision: Decision, action: Action) -> float:  # noqa: ARG001
    order = g.steps[-1]
    assert isinstance(order, Aiming)
    return _aim_worth(g, order.group[0], action, order.occasion)


def _group(g: SquadState, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Leaders direct; others join if that gains a column."""
    order = g.steps[-1]
    assert isinstance(order, Aiming)
    if action.verb == "shoot":
        return 0.5
    if action.verb == "lane":
        return 0.2
    unit = int(action.args[0])
    if g.setting.leaders >> unit & 1 and not g.firepower(unit):
        return 2.0 - g.leadership(unit)
    power = sum(eighths(g, u, order.target, order.occasion) for u in order.group)
    more = power + eighths(g, unit, order.target, order.occasion)
    return 1.0 if column_of(more) > column_of(power) else 0.0


# -- movement -------------------------------------------------------------------------------------


def _movement(g: SquadState, decision: Decision, action: Action) -> float:
    """Whoever is not where he is needed moves; those off the map first."""
    if action.verb == "end":
        return 0.5
    unit = int(action.args[0])
    if g.where[unit] == NOWHERE:
        return 5.0
    if g.setting.vehicles >> unit & 1:
        return 1.0 if must_act(g, decision.side) or g.motion >> unit & 1 else 0.0
    if g.setting.leaders >> unit & 1 and g.people(g.where[unit], decision.side) & g.setting.squads:
        return 0.0  # He goes with others, or stays with those who need him.
    near = distance_to_goal(g, decision.side, g.where[unit])
    if must_act(g, decision.side):
        return 1.0 + 0.1 * near if near else 0.0
    return 1.0 if chart_row(g, g.where[unit]).tem < 1 and near > 1 else 0.0


def _march(g: SquadState, decision: Decision, action: Action) -> float:
    """Go where it is better than here; leaders come along; no running about in the open."""
    march = g.march
    assert march is not None
    unit = march.units[0]
    here = stands_well(g, unit)
    match action.verb:
        case "stop":
            return here
        case "join":
            leader = g.setting.leaders >> int(action.args[0]) & 1
            return 50.0 if leader and len(march.units) == 1 else here - 1.0
        case "exit":
            return 100.0
        case "go" | "assault":
            place = int(action.args[0])
            worth = place_worth(g, decision.side, place)
            if action.verb == "assault":
                worth += 0.05 * danger(g, decision.side, place)
            return worth + 0.01
    return here - 2.0


def _drive(g: SquadState, decision: Decision, action: Action) -> float:
    """Drive to where the enemy can be fired at, not into his arms."""
    march = g.march
    assert march is not None
    vehicle = march.units[0]
    match action.verb:
        case "drive":
            place = int(action.args[0])
            near = distance_to_goal(g, decision.side, place)
            return 3.0 - abs(near - 4) - 0.5 * (chart_row(g, place).obstacle == "yes")
        case "stop" | "end":
            if g.where[vehicle] == NOWHERE:
                return -50.0
            near = distance_to_goal(g, decision.side, g.where[vehicle])
            stop = 0.2 if action.verb == "stop" else 0.0
            return 3.1 - abs(near - 4) + stop
        case "exit":
            return 100.0
    return -10.0


# -- the rest -------------------------------------------------------------------------------------


def _rally(g: SquadState, decision: Decision, action: Action) -> float:  # noqa: ARG001
    if action.verb == "end":
        return 0.0
    if action.verb != "rally":
        return 1.0
    unit = int(action.args[0])
    need = g.morale(unit) - sum(modifier.value for modifier in rally_modifiers(g, unit))
    return 2.0 if need >= 3 else -1.0


def _rout(g: SquadState, decision: Decision, action: Action) -> float:
    if action.verb == "pass":
        return 1.0
    place = int(action.args[0])
    shelter = 2.0 if is_goal(g, place) else 0.0
    return shelter - 0.1 * danger(g, decision.side, place) + (action.verb == "rout") * 0.5


def _advance(g: SquadState, decision: Decision, action: Action) -> float:
    """Advance where it is better, and into close combat with good odds."""
    if action.verb == "end":
        return 0.3
    unit, place = int(action.args[0]), int(action.args[1])
    foes = seen_enemies(g, place, decision.side)
    if foes:
        if not g.setting.squads >> unit & 1:
            return 0.0
        own = strength(g, place, decision.side) + 2 * g.firepower(unit)
        other = sum(2 * max(g.firepower(u), 1) for u in members(foes & g.setting.personnel)) or 12
        kill, _ = kill_number(g, own, other)
        return (kill - 5) * 0.6 if must_act(g, decision.side) else (kill - 7) * 0.5
    return place_worth(g, decision.side, place) - stands_well(g, unit)


def _deploy(g: SquadState, decision: Decision, action: Action) -> float:
    """In cover, near what matters, not all in one place."""
    place = int(action.args[1])
    crowd = (g.stack(place, decision.side) & g.setting.squads).bit_count()
    row = chart_row(g, place)
    near = distance_to_goal(g, decision.side, place)
    return 2.0 * row.tem - 0.5 * near - 2.0 * max(0, crowd - 1)


def _face(g: SquadState, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Towards the middle of the map."""
    unit = int(action.args[0])
    wanted = inward(g, g.where[unit])
    return 1.0 if corner_of(str(action.args[1])) == wanted else 0.0


def _give(g: SquadState, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Weapons to squads, one each."""
    unit = int(action.args[1])
    return g.size(unit) - g.carried(unit).bit_count()


RATES: dict[str, Judge] = {
    "fire": _fire,
    "aim": _aim,
    "group": _group,
    "movement": _movement,
    "march": _march,
    "drive": _drive,
    "rally": _rally,
    "rout": _rout,
    "advance": _advance,
    "deploy": _deploy,
    "face": _face,
    "give": _give,
}
"""Who judges which question; the rest is all one, only not to end."""
