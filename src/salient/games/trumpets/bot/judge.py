"""What a plain staff officer would do: the sense of the simple bot.

He looks at the map (:mod:`~salient.games.trumpets.bot.survey`), weighs attacks by all their dice
(:mod:`~salient.games.trumpets.bot.battle`) and hexes by what they are worth to attack from or to
hold (:mod:`~salient.games.trumpets.bot.ground`). Rest, works, bridges, guns and HQs he leaves to
the staff, whose proposals everybody gets (rc-staff-1).
"""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.ids import Place, enemy
from salient.engine.state import Decision, once, resting
from salient.games.trumpets.bot.battle import answered, enough, guns_needed, planned, worth
from salient.games.trumpets.bot.driven import driven
from salient.games.trumpets.bot.ground import hold_worth, place_worth
from salient.games.trumpets.bot.screen import screened
from salient.games.trumpets.bot.survey import Survey, survey
from salient.games.trumpets.bot.weights import (
    ALWAYS,
    CAUTION,
    CLEARED,
    DRIVEN_LATE,
    DRIVEN_POINT,
    FIRST,
    GROUND,
    LAST_STEP,
    NEVER,
    POST,
    SCREEN_POINT,
    STEP,
    WON_HEX,
)
from salient.games.trumpets.fight.artillery import attack_guns
from salient.games.trumpets.fight.combat import CombatSegment, named_guns
from salient.games.trumpets.fight.situation import defenders_of
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

Judge = Callable[[Survey, Action], float]


def judge(g: TrumpetsState, decision: Decision) -> list[float]:
    """A worth for each offered action."""
    rate = JUDGES.get(decision.prompt, _default)
    with resting(g):
        look = survey(g, decision.side)
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


def _activation(_look: Survey, action: Action) -> float:
    """Whom the staff lets rest rests; every other corps acts."""
    return {"staff": 3.0, "army": 1.0, "corps": 1.0, "rest": 0.5}.get(action.verb, 0.0)


def _division(_look: Survey, action: Action) -> float:
    """As the staff proposes."""
    return {"staff": 1.0, "go": 0.0}.get(action.verb, NEVER)


# -- orders ---------------------------------------------------------------------------------------


def _order(look: Survey, action: Action) -> float:
    """What the staff proposes, but none digs where or when he should not; fuel is not lost."""
    if action.verb in ("end", "staff", "burn"):
        return {"end": 0.0, "staff": NEVER, "burn": 1.0}[action.verb]
    step = look.g.steps[-1]
    assert isinstance(step, Orders)
    proposed = once(look.g, "proposed", lambda: frozenset(step.proposed(look.g)))
    if action not in proposed:
        return NEVER
    if action.verb in ("bridge", "prime"):
        return ALWAYS
    return NEVER if look.moves_last else hold_worth(look, action.piece(0))


# -- movement -------------------------------------------------------------------------------------


def _pick(look: Survey, action: Action) -> float:
    """Everybody is looked at once, the foremost first; then the staff brings up guns and HQs."""
    if action.verb != "pick":
        return {"staff": 0.5, "end": 0.0}.get(action.verb, NEVER)
    unit = action.piece(0)
    place = look.g.where[unit]
    if place < 0:
        return 1.0
    if look.g.setting.roster.emplaced >> unit & 1:
        return NEVER
    return 2.0 - look.distance(place) / 12


def _move(look: Survey, action: Action) -> float:
    """Where a stack is worth most."""
    g = look.g
    units = g.steps[-1].units
    unit, here = units[0], g.where[units[0]]
    if action.verb in ("wait", "stop"):
        return place_worth(look, unit, here, stays=True) if here >= 0 else 0.0
    if action.verb == "enter":
        return ALWAYS
    if action.verb == "overrun":
        return 5.0
    if action.verb == "exit":
        return ALWAYS if look.leavers >> unit & 1 else NEVER
    if action.verb in ("join", "leave", "infiltrate", "deploy", "pack"):
        return NEVER
    return place_worth(look, unit, action.place(0)) - 0.01 * (action.verb == "foot")


# -- combat ---------------------------------------------------------------------------------------


def _mark(look: Survey, action: Action) -> float:
    """A hex that is worth attacking with all there is.

    It is marked for the case that the enemy's guns are busy elsewhere, and fought for if it is
    worth it in spite of those that are left.
    """
    if action.verb in ("done", "end", "decline"):
        return 0.0
    step = look.g.steps[-1]
    assert isinstance(step, CombatSegment)
    target = action.place(0)
    attack = planned(look.g, look.side, step.corps, target)
    if not step.marking:
        attack = answered(look.g, attack)
    if not attack.attackers:
        return NEVER
    stake = look.stake(target)
    own = LAST_STEP if stake and look.is_last else STEP
    if not look.attacks and not (stake and look.moves_last):
        return worth(look.g, attack) - CAUTION
    value = worth(look.g, attack, WON_HEX + CLEARED * stake - _harm(look, target), own)
    return value + FIRST if stake and value > 0 else value


def _harm(look: Survey, target: Place) -> float:
    """What it costs near the end to drive enemies to where they bar the road to points."""
    if not look.attacks or look.g.turn < look.g.setting.scenario.last_turn - DRIVEN_LATE:
        return 0.0
    return DRIVEN_POINT * driven(look.g, look.side, target)


def _gather(look: Survey, action: Action) -> float:
    """As many attackers and guns as it needs, then the attack."""
    g = look.g
    match action.verb:
        case "commit":
            wanted = once(g, "wanted", lambda: enough(g, g.fight))
            return 4.0 if action.piece(0) in wanted else NEVER
        case "gun" | "guns":
            needed = once(g, "needed", lambda: guns_needed(g, g.fight))
            named = named_guns(g, action, attack_guns(g, g.fight))
            return 3.0 if needed.issuperset(named) else NEVER
        case "air":
            return 2.5
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
    defence = sum(look.g.df(unit) for unit in each_piece(defenders_of(look.g, fight)))
    if action.verb in ("gun", "guns"):
        return NEVER
    return 1.0 if strength * 2 >= defence else -1.0


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
    """Forward, if it leads towards a goal or holds one; out of a place that counts nobody goes."""
    if action.verb == "end":
        return 0.0
    unit, place = action.piece(0), action.place(1)
    here = look.g.where[unit]
    if not look.attacks:
        return place_worth(look, unit, place) - place_worth(look, unit, here, stays=True)
    gain = look.way_of(unit, here) - look.way_of(unit, place)
    worth = GROUND * gain + (POST if place in look.prizes else 0.2)
    if look.is_last:
        kept = [screened(look.g, look.side, unit, hex_) for hex_ in (place, here)]
        worth += SCREEN_POINT * (kept[0] - kept[1])
    return worth


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
