"""Good sense hand to hand: who advances, and into which close combats."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision
from salient.games.squad.bot.company import company
from salient.games.squad.bot.marksmanship import chance_of, price_of
from salient.games.squad.bot.survey import (
    Outlook,
    crowding,
    is_wanted,
    place_worth,
    stands_well,
)
from salient.games.squad.bot.weights import (
    COMFORT,
    DARING,
    FORWARD,
    MELEE_PRIZE,
    UNKNOWN_POWER,
    WEAK,
)
from salient.games.squad.core.stacking import has_room, seen_enemies
from salient.games.squad.core.state import SquadState
from salient.games.squad.phases.close_combat import (
    Combat,
    kill_number,
    strength,
    vehicle_modifiers,
    vehicle_strength,
    vehicle_value,
)
from salient.games.squad.show.odds import close_chance


def advance(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Advance where it is better, and into close combat with good odds."""
    g = o.g
    stay = FORWARD if o.must_act else COMFORT
    if action.verb == "end":
        return stay
    unit, place = action.piece(0), action.place(1)
    if g.carried(unit) & g.setting.mortars:
        return 0.0
    foes = seen_enemies(g, place, o.side)
    if not foes:
        more = 0.0
        if g.setting.leaders >> unit & 1:
            more = company(o, place, unit) - company(o, g.where[unit], unit)
        return place_worth(o, place, 1 << unit) - stands_well(o, unit) + more
    if not g.setting.squads >> unit & 1:
        return 0.0
    promise = close_combat_worth(o, unit, place, foes)
    return stay + promise + (crowding(o, g.where[unit], 1 << unit) if promise > 0 else 0.0)


def close_combat_worth(o: Outlook, unit: Piece, place: Place, foes: int) -> float:
    """What close combat promises, together with all who can still come from next door.

    Squads that it wins less those that it costs, and less what makes it worth while.
    """
    g = o.g
    comers = (unit, *followers(o, unit, place))
    own = strength(g, place, o.side) + sum(2 * g.firepower(one) for one in comers)
    prize = o.by_time(MELEE_PRIZE) if is_wanted(o, place) else 0.0
    least = DARING[0] - o.late * DARING[0] if o.must_act else DARING[1]
    people = foes & ~(g.setting.vehicles & ~g.concealed)
    if not people:
        return tank_hunt(o, unit, foes, own) - least
    defence, power, value = sums_of(g, people)
    won = chance_of(kill_number(g, own, defence)[0] - 1 + WEAK * (not people & ~g.broken))
    lost = chance_of(kill_number(g, power, own)[0] - 1) if power else 0.0
    return won * (value + prize) - lost * (1 - won / 2) * len(comers) - least


def followers(o: Outlook, unit: Piece, place: Place) -> list[Piece]:
    """Squads that can follow a unit into a location, as many as it holds. Rules A4.7, A5.1.

    Those beside it come first, then others from next door.
    """
    g = o.g
    here = g.where[unit]
    doors = [here, *(to for to in {link.to for link in g.setting.board.links[place]} if to != here)]
    able = g.setting.squads & g.good_order() & ~(g.pinned | g.advanced | g.ti) & ~(1 << unit)
    found: list[Piece] = []
    together = 1 << unit
    for door in doors:
        for mate in each_piece(g.people(door, o.side) & able):
            if has_room(g, place, together | 1 << mate, o.side):
                together |= 1 << mate
                found.append(mate)
    return found


def sums_of(g: SquadState, people: int) -> tuple[int, int, float]:
    """Defence and attack of infantry in close combat, in halves, and its worth in squads.

    The broken do not fight back, the pinned half (A11.16, A7.8); who is unknown is a squad.
    """
    defence = power = 0
    value = 0.0
    for unit in each_piece(people):
        if g.concealed >> unit & 1:
            own, size = 2 * UNKNOWN_POWER, 2
        else:
            own, size = 2 * max(g.firepower(unit), 1), g.size(unit) or 1
        defence += own
        value += size / 2
        if not g.broken >> unit & 1:
            power += own // 2 if g.pinned >> unit & 1 else own
    return defence, power, value


def tank_hunt(o: Outlook, unit: Piece, foes: int, own: int) -> float:
    """What an attack on vehicles promises: A11.5, against their machine-guns (A11.62)."""
    g = o.g
    target = each_piece(foes)[0]
    drm = sum(modifier.value for modifier in vehicle_modifiers(g, unit, target))
    won = chance_of(vehicle_value(g, unit) - drm) * price_of(g, target)
    power = sum(vehicle_strength(g, vehicle) for vehicle in each_piece(foes))
    lost = chance_of(kill_number(g, power, own)[0] - 1) if power else 0.0
    return won - lost


def surrender(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Prisoners are taken, by those who fight worst."""
    return -1.0 if action.verb == "refuse" else 10.0 - o.g.firepower(action.piece(0))


def withdraw(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Out of a melee that is about lost, to where one stands well."""
    g = o.g
    if action.verb in ("end", "pass"):
        return 0.0
    unit, place = action.piece(0), action.place(1)
    here = g.where[unit]
    own, foes = strength(g, here, o.side), strength(g, here, enemy(o.side))
    if is_wanted(o, here) or 2 * own > foes:
        return -1.0
    return 1.0 + place_worth(o, place, 1 << unit) / 100.0


def combat(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Attack those of whom most will be gone."""
    g, step = o.g, o.g.steps[-1]
    assert isinstance(step, Combat)
    foes = g.people(step.place, enemy(o.side))
    prize = 1 << action.piece(0) if action.verb == "engage" else foes
    return close_chance(g, action)[3] * sum(1 + g.firepower(unit) for unit in each_piece(prize))
