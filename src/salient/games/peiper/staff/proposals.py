"""The staff's answer to every question of the refit phase.

It is made from what the side itself knows: its own papers, who controls what, the calendar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.games.peiper.calendar import is_night
from salient.games.peiper.staff.fields import away_from_gates, distances, front, prizes
from salient.games.peiper.staff.purchases import choose_purchase
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.actions import END
from salient.games.squad.core.locations import chart_row
from salient.games.squad.core.setting import AMERICAN, GERMAN

STAFF = Action("staff")
"""To leave the rest of a step to the staff."""

Advice = Callable[[PeiperState, int, Sequence[Action]], Action]

FOXHOLES = ("foxhole2", "foxhole1", "foxhole3")
"""Works that the staff builds, what it likes best first; and roadblocks that are given."""
RICH = 12
"""Points from which a patrol is paid for."""
STRONG = 1.2
"""How much stronger one must be to attack without need."""
FANATICS = 12
"""Squads that make fanaticism worth declaring."""
KNOWN_SQUAD = 2.0
"""What an enemy counter is taken for, in casualty points, where nobody sees it."""


def propose(g: PeiperState, side: int, prompt: str, actions: Sequence[Action]) -> Action:
    """What the staff would do; the end of the step if it has no opinion."""
    if prompt != "deploy":
        actions = [action for action in actions if action != STAFF]
    advice = ADVICE.get(prompt)
    return advice(g, side, actions) if advice else ending(actions)


def ending(actions: Sequence[Action]) -> Action:
    """To leave it at that, or else whatever is offered first."""
    return END if END in actions else actions[0]


# -- buying ---------------------------------------------------------------------------------------


def buy(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """What is missing most."""
    return choose_purchase(g, side, actions) or ending(actions)


def enter_by(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """The entry area nearest to what is to be taken."""
    away = distances(g, prizes(g, side, held=False))
    return min(actions, key=lambda action: (away[action.place(0)], action.place(0)))


def objective(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """A hex in cover on the way to the nearest point of the enemy's. Rule P8.2-objective-a."""
    goal = distances(g, prizes(g, side, held=False))
    home = distances(g, prizes(g, side, held=True) or away_from_gates(g, side))
    taken = {force.objective for force in g.forces if force.side == side}

    def worth(action: Action) -> tuple[float, int]:
        here = action.place(0)
        cover = chart_row(g, here).tem
        twice = 20.0 * (here in taken)
        return goal[here] + 0.6 * home[here] - cover + twice, here

    return min(actions, key=worth)


def fort(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """Foxholes, and roadblocks that are given. Rule P8.621."""
    works = [Action("fort", (work,)) for work in (*FOXHOLES, "roadblock")]
    return next((work for work in works if work in actions), ending(actions))


def site(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """By the houses that count, towards the enemy. Rule P8.621."""
    near, beyond = distances(g, prizes(g, side, held=True)), distances(g, front(g, side))
    places = [action for action in actions if action.verb == "site"]
    return min(places, key=lambda a: (near[a.place(0)] + 0.3 * beyond[a.place(0)], a.place(0)))


# -- the days between -----------------------------------------------------------------------------


def recon(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """One patrol, if there are points to spare. Rule P8.622."""
    return actions[0] if g.cpp[side] >= RICH and not g.watched[side] else ending(actions)


def watch(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """The hex nearest to the enemy's points."""
    away = distances(g, prizes(g, enemy(side), held=True))
    places = [action for action in actions if action.verb == "watch"]
    return min(places, key=lambda a: (away[a.place(0)], a.place(0)))


def isolated(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """Who holds points stays; others get out. Rule P8.6057."""
    held = set(prizes(g, side, held=True))
    for action in actions:
        if action.verb == "escape" and g.hex(action.piece(0)) not in held:
            return action
    return next((action for action in actions if action.verb in ("stay_all", "stay")), actions[0])


def best_unit(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """The squad with the most firepower goes up."""
    units = [action for action in actions if action.args]
    return max(units, key=lambda a: (g.firepower(a.piece(0)), -a.piece(0)), default=actions[0])


def worst_unit(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """The squad with the least firepower goes down."""
    units = [action for action in actions if action.args]
    return min(units, key=lambda a: (g.firepower(a.piece(0)), a.piece(0)), default=actions[0])


def best_leader(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """The best leader goes up."""
    return min(actions, key=lambda a: (g.leadership(a.piece(0)), a.piece(0)))


# -- chits ----------------------------------------------------------------------------------------


def chit(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """Attack with the stronger force, or when there is no other way to the points needed."""
    attack = Action("chit", ("attack",))
    if attack not in actions:
        return actions[0]
    return attack if wants_to_attack(g, side) else Action("chit", ("idle",))


def wants_to_attack(g: PeiperState, side: int) -> bool:
    """Whether a side attacks on this date. Rule P8.6231.

    Where only the last date counts (P8.52-VC) the Americans let a night pass and gather their
    platoons; where every scenario adds points they cannot wait (P8.6033).
    """
    left = g.setting.campaign.side(side).chits - g.chits[side]
    dates = sum(date >= g.date for date in g.setting.dates)
    ratio = strength(g, side) / max(1.0, strength(g, enemy(side)))
    if side == GERMAN:
        return ratio >= STRONG and not is_night(g.date) and bool(prizes(g, GERMAN, held=False))
    if not g.setting.campaign.victory.cg_lvp:
        return not is_night(g.date)
    if left >= dates:
        return True
    return ratio >= 1.0 and (not is_night(g.date) or left > dates // 2)


def strength(g: PeiperState, side: int) -> float:
    """What a side can bring into the field, as far as it is known: casualty points."""
    setting = g.setting
    units = g.mustered(side) & (setting.squads | setting.vehicles) & ~g.aside()
    total = 0.0
    for unit in each_piece(units):
        if setting.vehicles >> unit & 1:
            total += setting.vehicle_row(unit).cvp * (0.5 if g.dry >> unit & 1 else 1.0)
        else:
            total += KNOWN_SQUAD * g.size(unit) / 2
    return total


# -- the scenario ---------------------------------------------------------------------------------


def release(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """Reserves come out when they may. Rule CG7b-2."""
    return next((action for action in actions if action.verb == "release"), actions[0])


def first_offered(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """Whatever comes first."""
    return actions[0]


def all_beside(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """Everybody who may comes onto the map. Rule CG7-2."""
    return next((action for action in actions if action.verb == "beside_all"), actions[0])


def fanatic(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """In the last scenario, or when the points run away, with men enough. Rule CG14."""
    needs = g.setting.campaign.victory
    last = g.date == g.setting.dates[-1]
    close = bool(needs.cg_lvp) and g.cg_lvp[AMERICAN] * 3 >= needs.cg_lvp * 2
    squads = g.on_map(g.setting.army[side] & g.setting.squads).bit_count()
    answer = "yes" if squads >= FANATICS and (last or close) else "no"
    return Action("fanatic", (answer,))


def set_up(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:  # noqa: ARG001
    """All at once."""
    return STAFF if STAFF in actions else ending(actions)


def shift(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """Nobody, but for those who are cut off."""
    cut_off = areas_of(g).isolated[side]
    for action in actions:
        on_map = action.verb == "relocate" and g.on_map(1 << action.piece(0))
        if on_map and cut_off >> g.hex(action.piece(0)) & 1:
            return action
    return ending(actions)


def shift_to(g: PeiperState, side: int, actions: Sequence[Action]) -> Action:
    """Towards what is to be taken."""
    away = distances(g, prizes(g, side, held=False))
    places = [action for action in actions if action.verb == "to"]
    return min(
        places, key=lambda a: (away[g.setting.board.hex_of[a.place(0)]], a.place(0)),
        default=ending(actions),
    )  # fmt: skip


ADVICE: dict[str, Advice] = {
    "buy": buy,
    "enter_by": enter_by,
    "objective": objective,
    "fort": fort,
    "site": site,
    "shift": shift,
    "shift_to": shift_to,
    "recon": recon,
    "watch": watch,
    "isolated": isolated,
    "upgrade": best_unit,
    "downgrade": worst_unit,
    "promotion": best_leader,
    "beside": all_beside,
    "lay_anew": first_offered,
    "leave_fire": first_offered,
    "chit": chit,
    "release": release,
    "fanatic": fanatic,
    "deploy": set_up,
}
"""Who answers which question; the rest is left as it is."""
