"""Good sense on the move: who moves, where to, and what they do there."""

from __future__ import annotations

from salient.boards.bits import members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.state import Decision
from salient.games.squad.bot.survey import (
    UNKNOWN_POWER,
    Outlook,
    distance_to_goal,
    gain_by_moving,
    peril,
    place_worth,
    stands_well,
)
from salient.games.squad.core.locations import chart_row, is_goal
from salient.games.squad.core.paths import Reach
from salient.games.squad.core.stacking import seen_enemies
from salient.games.squad.phases.close_combat import kill_number, strength
from salient.games.squad.phases.movement import Marching
from salient.games.squad.sight.los import look_across

DISMOUNT, TOO_FAR = 4, 9
"""Hexes from the goal at which people get off their vehicle, and from which they get on one."""

COMFORT = 0.5
"""How much better another place must be before somebody who need not move goes there."""

RISK = 3.0
"""What it is worth not to be shot down on the way."""

UNDER_COVER = 0.3
"""What it is worth to get into a foxhole where one stands."""

SMOKE_PAYS = 0.35
"""How dangerous a hex must be before smoke is thrown into it."""


# -- who ------------------------------------------------------------------------------------------


def movement(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Whoever is not where they are needed moves; those off the map first."""
    g = o.g
    if action.verb == "end":
        return 0.5
    unit = action.piece(0)
    if g.where[unit] == NOWHERE:
        return 5.5 if g.setting.personnel >> unit & 1 else 5.0  # So that they can get on.
    if action.verb in ("unload", "unhook"):
        return 2.0 if is_there(o, g.where[unit]) else 0.0
    if g.carried(unit) & (g.setting.guns | g.setting.mortars):
        return 0.0
    if g.setting.vehicles >> unit & 1:
        return 1.0 if o.must_act or (g.motion | g.bogged) >> unit & 1 else 0.0
    mates = g.people(g.where[unit], o.side) & g.setting.squads
    if g.setting.leaders >> unit & 1 and mates & (g.broken | ~g.moved):
        return 0.0  # He goes with others, or stays with those who need him.
    if o.must_act:
        near = distance_to_goal(o, g.where[unit])
        return 1.0 + 0.1 * (near + len(members(g.carried(unit) & g.setting.demolitions)))
    return 1.0 if gain_by_moving(o, unit) > COMFORT else 0.0


def is_there(o: Outlook, place: int) -> bool:
    """Whether those aboard a vehicle have got to where they are needed."""
    return not o.must_act or distance_to_goal(o, place) <= DISMOUNT


# -- on foot --------------------------------------------------------------------------------------


def march(o: Outlook, decision: Decision) -> list[float]:
    """Where infantry goes: where it is better than here, by a way that is not deadly."""
    g = o.g
    step = g.steps[-1]
    assert isinstance(step, Marching)
    reach = step.reach(g, g.moving)
    return [_march(o, reach, action) for action in decision.actions]


def _march(o: Outlook, reach: Reach, action: Action) -> float:
    g = o.g
    unit = g.moving.units[0]
    here = stands_well(o, unit)
    if g.where[unit] != NOWHERE and g.setting.leaders >> unit & 1 and len(g.moving.units) == 1:
        here += company(o, g.where[unit])
    match action.verb:
        case "stop":
            return here
        case "join":
            leader = g.setting.leaders >> action.piece(0) & 1
            return 50.0 if leader and len(g.moving.units) == 1 else here - 1.0
        case "exit" | "plant":
            return 100.0
        case "affix" | "blast":
            return here + 1.0 if o.must_act and waiting_vehicles(o, unit) else here - 2.0
        case "hook" if g.where[unit] == NOWHERE:
            return 60.0
        case "board" if g.setting.vehicle_row(action.piece(0)).capacity:
            far = g.where[unit] == NOWHERE or distance_to_goal(o, g.where[unit]) >= TOO_FAR
            return 60.0 if far and o.must_act else here - 2.0
        case "entrench":
            return here + UNDER_COVER
        case "rush":
            return rush(o, unit, here)
        case "smoke":
            return throw_smoke(o, action.place(0), here)
        case "go":
            place = action.place(0)
            return destination(o, place) - way_risk(o, reach.route(place))
        case "assault":
            place = action.place(0)
            return destination(o, place) - RISK * peril(o, place, moving=True, assault=True)
        case "dash":
            # The road is crossed under half the fire (A4.63).
            over, place = action.place(0), action.place(1)
            danger = (peril(o, over, moving=True) + peril(o, place, moving=True)) / 2
            return destination(o, place) - RISK * danger
    return here - 2.0


def destination(o: Outlook, place: int) -> float:
    """What it is worth to the moving units to get to a location."""
    first = o.g.moving.units[0]
    alone = o.g.setting.leaders >> first & 1 and len(o.g.moving.units) == 1
    return place_worth(o, place) + (company(o, place) if alone else 0.0) + 0.01


def company(o: Outlook, place: int) -> float:
    """What a leader is worth in a location: to the broken, and to those who have none."""
    g = o.g
    squads = g.people(place, o.side) & g.setting.squads
    others = g.people(place, o.side) & g.setting.leaders & ~g.broken
    if others.bit_count() > bool(g.march and others >> g.march.units[0] & 1):
        return 0.0
    return 1.5 * (squads & g.broken).bit_count() + 1.2 * (squads & ~g.broken).bit_count()


def way_risk(o: Outlook, route: tuple[int, ...]) -> float:
    """What the fire on the way costs: the chance to get through, location by location."""
    safe = 1.0
    for place in route:
        safe *= 1.0 - peril(o, place, moving=True)
    return RISK * (1.0 - safe)


def rush(o: Outlook, unit: int, here: float) -> float:
    """Double time pays far from the enemy only."""
    place = o.g.where[unit]
    if place == NOWHERE or not o.must_act:
        return here - 2.0
    far = distance_to_goal(o, place) >= TOO_FAR and not peril(o, place)
    return 45.0 if far else here - 2.0


def throw_smoke(o: Outlook, place: int, here: float) -> float:
    """Smoke into a deadly hex on the way, where others are to follow."""
    g = o.g
    board, at = g.setting.board, g.where[g.moving.units[0]]
    nearer = distance_to_goal(o, place) < distance_to_goal(o, at)
    if g.moving.spent or not o.must_act or not nearer:
        return here - 2.0
    others = g.on_map(g.setting.army[o.side] & g.setting.squads & g.good_order() & ~g.moved)
    others &= ~g.prep_fired & ~(1 << g.moving.units[0])
    near = sum(board.range(g.where[unit], at) <= 1 for unit in members(others))
    pays = near >= 1 and distance_to_goal(o, place) <= 2
    pays = pays and peril(o, place, moving=True) > SMOKE_PAYS
    return here + 0.5 if pays else here - 2.0


def waiting_vehicles(o: Outlook, unit: int) -> bool:
    """Whether own vehicles are near enough to use a street that a charge opens."""
    g = o.g
    own = g.on_map(g.setting.army[o.side] & g.setting.vehicles & ~(g.wrecks | g.immobile))
    board = g.setting.board
    return any(board.range(g.where[vehicle], g.where[unit]) <= TOO_FAR for vehicle in members(own))


# -- on wheels and tracks -------------------------------------------------------------------------


def drive(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Drive to where the enemy can be fired at, not into its arms."""
    g = o.g
    vehicle = g.moving.units[0]
    match action.verb:
        case "drive":
            return position(o, vehicle, action.place(0))
        case "stop" | "end":
            if g.where[vehicle] == NOWHERE:
                return -50.0
            stop = 0.2 if action.verb == "stop" else 0.0
            return position(o, vehicle, g.where[vehicle]) + 0.3 + stop
        case "unload" | "unhook":
            return 8.0 if is_there(o, g.where[vehicle]) else -50.0
        case "exit":
            return 100.0
    return -50.0


SUPPORT = 3
"""Hexes from the goal at which a tank supports best."""


def position(o: Outlook, vehicle: int, place: int) -> float:
    """How good a place is for a vehicle: enemies in sight, none next door, friends at hand."""
    g, board = o.g, o.g.setting.board
    loaded = bool(g.load(vehicle) & g.setting.personnel)
    near = distance_to_goal(o, place)
    worth = -float(abs(near - (DISMOUNT if loaded else SUPPORT)))
    worth -= 0.5 * (chart_row(g, place).obstacle == "yes")
    if loaded:
        return worth - 4.0 * peril(o, place)
    own = g.on_map(g.setting.army[o.side] & g.setting.squads & g.good_order())
    alone = min((board.range(g.where[unit], place) for unit in members(own)), default=0)
    worth -= 0.7 * max(0, alone - SUPPORT)
    in_sight = 0
    for battery in o.batteries:
        away = board.range(battery.place, place)
        worth -= 2.5 * (away <= 1) + 0.5 * (away == 2)
        if away > 1 and look_across(g, battery.place, place).clear:
            in_sight += 1
            worth -= GUN_IN_SIGHT * has_gun(o, battery.place)
    return worth + 0.7 * min(in_sight, 2)


GUN_IN_SIGHT = 1.5
"""What it costs a vehicle to be seen by a gun."""


def has_gun(o: Outlook, place: int) -> bool:
    """Whether a side knows of enemies in a location that kill tanks from afar."""
    g = o.g
    known = g.stack(place, enemy(o.side)) & ~(g.concealed | g.wrecks)
    guns = g.setting.guns | set_of(v for v in members(known & g.setting.vehicles)
                                   if g.setting.vehicle_row(v).calibre)  # fmt: skip
    return bool(known & guns & ~g.malfunctioned)


# -- advancing, running, setting up ---------------------------------------------------------------


def advance(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Advance where it is better, and into close combat with good odds."""
    g = o.g
    if action.verb == "end":
        return 0.3 if o.must_act else COMFORT
    unit, place = action.piece(0), action.place(1)
    if g.carried(unit) & g.setting.mortars:
        return 0.0
    foes = seen_enemies(g, place, o.side)
    if not foes:
        alone = g.setting.leaders >> unit & 1
        more = company(o, place) - company(o, g.where[unit]) if alone else 0.0
        return place_worth(o, place, 1 << unit) - stands_well(o, unit) + more
    if not g.setting.squads >> unit & 1:
        return 0.0
    return close_combat_worth(o, unit, place, foes)


def close_combat_worth(o: Outlook, unit: int, place: int, foes: int) -> float:
    """What close combat promises, together with all who can still come from the same place."""
    g = o.g
    mates = g.people(g.where[unit], o.side) & g.setting.squads & g.good_order()
    mates &= ~(g.pinned | g.advanced | g.ti) & ~(1 << unit)
    own = strength(g, place, o.side) + 2 * g.firepower(unit)
    own += sum(2 * g.firepower(mate) for mate in members(mates))
    known = members(foes & g.setting.personnel & ~g.concealed)
    other = sum(2 * max(g.firepower(foe), 1) for foe in known)
    other += 2 * UNKNOWN_POWER * (foes & g.concealed & ~g.riding()).bit_count()
    other = other or 12
    kill, _ = kill_number(g, own, other)
    weak = 1 if not foes & ~(g.broken | g.pinned) else 0
    least = 7.0 - 2.0 * o.late if o.must_act else 8.0
    goal = 1.0 if place in g.setting.goals and o.must_act else 0.0
    return (kill + weak + goal - least) * 0.6


def rout(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Broken units run to shelter out of fire."""
    if action.verb == "pass":
        return 1.0
    place = action.place(0)
    haven = 2.0 if is_goal(o.g, place) else 0.0
    return haven - 3.0 * peril(o, place) + (action.verb == "rout") * 0.5


def deploy(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """In cover, near what matters, not all in one place."""
    g = o.g
    unit, place = action.piece(0), action.place(1)
    row = chart_row(g, place)
    near = distance_to_goal(o, place)
    there = g.stack(place, o.side)
    if g.setting.leaders >> unit & 1:
        squads = (there & g.setting.squads).bit_count()
        return 3.0 * min(squads, 2) - 8.0 * (there & g.setting.leaders).bit_count() - 0.5 * near
    crowd = (there & g.setting.squads).bit_count()
    worth = -0.5 * near - 2.0 * max(0, crowd - o.must_act)
    if g.setting.vehicles >> unit & 1:
        return worth - 3.0 * (row.obstacle == "yes")
    return worth + 2.0 * row.tem + (place in g.setting.goals and not o.must_act)
