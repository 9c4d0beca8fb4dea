"""What a plain staff officer would do: the sense of the simple bot.

He looks at the map (:mod:`~salient.games.trumpets.bot.survey`), weighs attacks by all their dice
(:mod:`~salient.games.trumpets.bot.battle`), sends the Germans to the places that count and the
Allies into them, keeps HQs and guns behind the front, digs where the enemy is near, builds every
bridge he can, and rests who is far from the enemy at night.
"""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.state import Decision
from salient.games.trumpets.bot.battle import planned, worth
from salient.games.trumpets.bot.survey import Survey, survey
from salient.games.trumpets.bot.weights import (
    ALWAYS,
    CHARGE_NEAR,
    CONTACT,
    CROWD,
    DIG_NEAR,
    DUG_IN,
    EXPOSED,
    GROUND,
    NEVER,
    POST,
    REAR,
    REST_FAR,
    SHELTER,
)
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.fight.combat import CombatSegment
from salient.games.trumpets.fight.situation import defenders_of
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.command import hq_range
from salient.games.trumpets.state import TrumpetsState

Judge = Callable[[Survey, Action], float]
GOOD_GROUND = ("broken", "forest", "woods", "town", "city")


def judge(g: TrumpetsState, decision: Decision) -> list[float]:
    """A worth for each offered action."""
    look = survey(g, decision.side)
    rate = JUDGES.get(decision.prompt)
    if rate is None:
        return [_default(look, action) for action in decision.actions]
    return [rate(look, action) for action in decision.actions]


def _default(_look: Survey, action: Action) -> float:
    """Do what is offered rather than nothing."""
    return 0.0 if action.verb in ("end", "pass", "done", "stop", "wait") else 1.0


# -- preparation and activation -------------------------------------------------------------------


def _mission(look: Survey, action: Action) -> float:
    """Patrol where most of the enemy are; fighters of the attacker are held for the fight."""
    if action.verb == "hold":
        return 1.5 if look.side == GERMAN else 1.0
    area = look.g.setting.board.within(1 << action.place(1), 3)
    return 0.5 * look.g.units_in(area, look.g.setting.army[enemy(look.side)]).bit_count()


def _activation(look: Survey, action: Action) -> float:
    """Every corps acts; at night one that is far from the enemy rests."""
    if action.verb in ("army", "end"):
        return 1.0 if action.verb == "army" else 0.0
    g = look.g
    units = members(g.on_map(g.corps_units(g.setting.formation(action.choice(0)))))
    nearest = min((look.distance(g.where[unit]) for unit in units), default=12)
    rest = is_night(g.turn) and nearest > REST_FAR
    return 2.0 if (action.verb == "rest") is rest else 1.0


def _division(look: Survey, action: Action) -> float:
    """At night a division without a Rested marker rests if no enemy is near."""
    if action.verb == "go":
        return 0.0
    g, hq = look.g, action.piece(0)
    tired = not g.rested.get(hq) and is_night(g.turn)
    return 1.0 if tired and look.distance(g.where[hq]) > DIG_NEAR + 2 else -1.0


# -- orders ---------------------------------------------------------------------------------------


def _order(look: Survey, action: Action) -> float:
    """Bridges always; works and charges where the enemy is near; nothing is shuffled about."""
    g = look.g
    if action.verb == "end":
        return 0.0
    if action.verb == "burn":
        return 1.0
    if action.verb in ("attach", "reserve", "explode", "lift", "ferry"):
        return NEVER
    distance = look.distance(g.where[action.piece(0)])
    if action.verb == "bridge":
        return ALWAYS
    if action.verb == "prime":
        return 5.0 if look.side == ALLIED and distance <= CHARGE_NEAR else NEVER
    defends = look.side == ALLIED or distance <= 1
    return 2.0 if defends and distance <= DIG_NEAR and not _advances(look) else NEVER


def _advances(look: Survey) -> bool:
    """The Germans go forward on the first days: they do not dig."""
    return look.side == GERMAN


# -- movement -------------------------------------------------------------------------------------


def _pick(look: Survey, action: Action) -> float:
    """Everybody is looked at once, the foremost first."""
    if action.verb != "pick":
        return 0.0
    place = look.g.where[action.piece(0)]
    return 2.0 - (look.distance(place) / 12 if place >= 0 else 1.0)


def _move(look: Survey, action: Action) -> float:
    """Where a stack is worth most."""
    g = look.g
    units = g.steps[-1].units
    unit, here = units[0], g.where[units[0]]
    if action.verb in ("wait", "stop"):
        return _place(look, unit, here, stays=True) if here >= 0 else 0.0
    if action.verb == "enter":
        return ALWAYS
    if action.verb == "overrun":
        return 5.0
    if action.verb in ("join", "leave", "infiltrate"):
        return NEVER
    if action.verb == "exit":
        return 10.0
    if action.verb in ("deploy", "pack"):
        return _mode(look, unit, here, action.verb)
    return _place(look, unit, action.place(0)) - 0.01 * (action.verb == "foot")


def _place(look: Survey, unit: int, place: int, *, stays: bool = False) -> float:
    """The worth of a unit in a hex."""
    roster = look.g.setting.roster
    if roster.hqs >> unit & 1:
        return _behind(look, place, 5)
    if roster.guns >> unit & 1:
        return _behind(look, place, max(2, look.g.setting.units[unit].range - 2))
    worth = -GROUND * look.way(place)
    if look.near >> place & 1:
        worth += CONTACT if look.side == GERMAN else -EXPOSED * _neighbours(look, place)
        worth += SHELTER * _shelter(look, place)
    friends = (look.g.stack(place, look.side) & roster.combat & ~(1 << unit)).bit_count()
    worth -= CROWD * friends
    if _is_post(look, place):
        worth += POST / (1 + friends)
    if look.side == ALLIED and stays and look.g.positions.get(place):
        worth += DUG_IN
    return worth + 0.05 * stays


def _neighbours(look: Survey, place: int) -> int:
    """Hexes next to a place from which the enemy may come."""
    return (look.g.setting.board.around(1 << place) & look.foes).bit_count()


def _shelter(look: Survey, place: int) -> float:
    country = look.g.setting.country
    return 1.0 if any(country.terrain[kind] >> place & 1 for kind in GOOD_GROUND) else 0.0


def _is_post(look: Survey, place: int) -> bool:
    g = look.g
    return any(g.setting.at(prize.hex) == place for prize in g.setting.scenario.prizes)


def _behind(look: Survey, place: int, wanted: int) -> float:
    """HQs and guns want to be so many hexes from the enemy."""
    distance = look.distance(place)
    lag = abs(distance - wanted) * REAR * (2 if distance < wanted else 1)
    return -lag - 0.02 * look.way(place)


def _mode(look: Survey, unit: int, here: int, verb: str) -> float:
    """Deploy where it serves, pack up where it does not."""
    g = look.g
    distance = look.distance(here)
    if g.setting.roster.hqs >> unit & 1:
        serves = 2 <= distance <= max(6, hq_range(g, unit) - 2)
    else:
        serves = 1 < distance <= g.setting.units[unit].range
    if verb == "deploy":
        return 3.0 if serves else NEVER
    return NEVER if serves else 0.5


# -- combat ---------------------------------------------------------------------------------------


def _mark(look: Survey, action: Action) -> float:
    """A hex that is worth attacking with all there is."""
    if action.verb in ("done", "end", "decline"):
        return 0.0
    step = look.g.steps[-1]
    assert isinstance(step, CombatSegment)
    attack = planned(look.g, look.side, step.corps, action.place(0))
    return worth(look.g, attack) if attack.attackers else NEVER


def _gather(_look: Survey, action: Action) -> float:
    """All attackers, all guns that reach, then the attack."""
    match action.verb:
        case "all":
            return 5.0
        case "commit":
            return 4.0
        case "guns":
            return 3.0
        case "air":
            return 2.5
        case "gun":
            return NEVER
        case "attack":
            return 1.0
        case _:  # It was weighed when the hex was chosen: no second thoughts.
            return NEVER


def _answer(look: Survey, action: Action) -> float:
    """Guns and aircraft where the attack might succeed."""
    if action.verb == "done":
        return 0.0
    fight = look.g.fight
    strength = sum(look.g.af(unit) for unit in fight.attackers)
    defence = sum(look.g.df(unit) for unit in members(defenders_of(look.g, fight)))
    return NEVER if action.verb == "gun" else 1.0 if strength * 2 >= defence else -1.0


def _lose(look: Survey, action: Action) -> float:
    """The weakest unit with steps to spare."""
    unit = action.piece(0)
    return look.g.steps_left[unit] - 0.1 * look.g.af(unit)


def _retreat(look: Survey, action: Action) -> float:
    """Away from the enemy, not too far from the goals; a leader holds what counts."""
    if action.verb == "stand":
        return 1.0
    if action.verb == "pass":
        return 0.0
    place = action.place(1)
    return look.distance(place) - 0.02 * look.way(place)


def _advance(look: Survey, action: Action) -> float:
    """Forward, if it leads towards a goal or holds one."""
    if action.verb == "end":
        return 0.0
    unit, place = action.piece(0), action.place(1)
    gain = look.way(look.g.where[unit]) - look.way(place)
    return GROUND * gain + (POST if _is_post(look, place) else 0.2)


def _always(verb: str) -> Judge:
    def rate(_look: Survey, action: Action) -> float:
        return 1.0 if action.verb == verb else 0.0

    return rate


JUDGES: dict[str, Judge] = {
    "mission": _mission, "army": _activation, "corps": _activation, "divisions": _division,
    "orders": _order, "movement": _pick, "stack": _move, "onward": _move, "marking": _mark,
    "choosing": _mark,
    "gathering": _gather, "answering": _answer, "losses": _lose, "retreat": _retreat,
    "advancing": _advance, "crossing": _always("blow"), "avoid": _always("pay"),
    "exchange": _always("end"), "released": _pick, "response": _always("pass"),
    "exploitation": _always("end"), "peiper": _always("reserve"), "peiper_exploits": _pick,
}  # fmt: skip
"""Who judges which question; others are answered by doing what is offered."""
