"""Good sense on wheels and tracks: where vehicles drive, what they face, when they fire."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision
from salient.games.squad.bot.marksmanship import best_aim, chance_of
from salient.games.squad.bot.survey import Outlook, distance_to_goal, peril
from salient.games.squad.bot.weights import (
    AIMED,
    ALONE,
    BLOCKED,
    CARGO,
    CLOSE_FIRE,
    DISMOUNT,
    FRONT,
    HALT,
    HURT,
    MANY,
    NEAR_BY,
    NEXT_DOOR,
    ORDERS,
    PREY,
    ROCKETS,
    STILL,
    SUPPORT,
    TARGETS,
    THRESHOLD,
    TURNING,
)
from salient.games.squad.combat.vehicle_damage import armour_of
from salient.games.squad.core.arcs import CORNERS, corners_facing
from salient.games.squad.core.locations import chart_row
from salient.games.squad.core.setting import corner_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.guns.armament import Shot, shot_of
from salient.games.squad.guns.ordnance import range_bonus, to_kill
from salient.games.squad.guns.to_hit import basic_number
from salient.games.squad.sight.los import look_across

ROCKET_RANGE = 3
"""Hexes within which a rocket launcher usually hits."""


def drive(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Drive to where the enemy can be fired at, not into its arms; then face it and stop."""
    g = o.g
    vehicle = g.moving.units[0]
    here = g.where[vehicle]
    match action.verb:
        case "drive" | "reverse":
            return position(o, vehicle, action.place(0))
        case "bypass":
            # Beside what fills the hex a vehicle is not in it: so narrow streets are driven.
            place = action.place(0)
            return position(o, vehicle, place) + BLOCKED * is_blocked(g, place)
        case "stop" | "end" if here == NOWHERE:
            return -ORDERS
        case "stop":
            return resting(o, vehicle) + STILL
        case "end":
            return resting(o, vehicle)
        case "turn":
            corner = corner_of(action.choice(0))
            return resting(o, vehicle, hull=corner, swing=True) + STILL - TURNING
        case "turret":
            return resting(o, vehicle, turret=corner_of(action.choice(0))) + STILL
        case "fire":
            pays = best_aim(o, vehicle, "bounding") > THRESHOLD["bounding"]
            return resting(o, vehicle) + (STILL + AIMED if pays else -STILL)
        case "unload" | "unhook":
            return ORDERS / 2 if is_there(o, here) else -ORDERS
        case "exit":
            return ORDERS
    return -ORDERS


def is_there(o: Outlook, place: Place) -> bool:
    """Whether those aboard a vehicle have got to where they are needed."""
    return not o.must_act or distance_to_goal(o, place) <= DISMOUNT


def has_work(o: Outlook, vehicle: Piece) -> bool:
    """Whether a vehicle sees an enemy where it stands."""
    here = o.g.where[vehicle]
    return any(look_across(o.g, battery.place, here).clear for battery in o.batteries)


# -- places ---------------------------------------------------------------------------------------


def position(o: Outlook, vehicle: Piece, place: Place) -> float:
    """How good a place is for a vehicle: enemies in sight, none next door, friends at hand."""
    g, board = o.g, o.g.setting.board
    loaded = bool(g.load(vehicle) & g.setting.personnel)
    near = distance_to_goal(o, place)
    worth = -float(abs(near - (DISMOUNT if loaded else SUPPORT)))
    worth -= BLOCKED * is_blocked(g, place)
    worth -= HURT * sum(chance for _, chance in threats(o, vehicle, place))
    if loaded:
        worth -= CARGO * peril(o, place)
    own = g.on_map(g.setting.army[o.side] & g.setting.squads & g.good_order() & ~g.riding())
    alone = min((board.range(g.where[unit], place) for unit in each_piece(own)), default=0)
    worth -= ALONE * max(0, alone - SUPPORT)
    if loaded:
        return worth
    in_sight = 0.0
    for battery in o.batteries:
        away = board.range(battery.place, place)
        if away > ROCKET_RANGE and in_sight >= MANY:
            continue
        worth -= NEXT_DOOR * (away <= 1) + NEAR_BY * (away == 2)
        if away <= 1 or not look_across(g, battery.place, place).clear:
            continue
        in_sight += 1.0 if away <= CLOSE_FIRE else 0.5
        worth -= ROCKETS * (1 < away <= ROCKET_RANGE and has_rockets(o, battery.place))
    return worth + TARGETS * min(in_sight, MANY) + PREY * prey(o, vehicle, place)


def prey(o: Outlook, vehicle: Piece, place: Place) -> float:
    """The best chance to destroy a vehicle of the enemy from a place, if it shows its front."""
    g = o.g
    shot = shot_of(g, vehicle)
    if shot is None:
        return 0.0
    foes = g.on_map(g.setting.army[enemy(o.side)] & g.setting.vehicles)
    foes &= ~(g.concealed | g.hidden | g.wrecks)
    return max(
        (kill_chance(o, shot, place, foe, g.where[foe]) for foe in each_piece(foes)), default=0
    )


def kill_chance(
    o: Outlook, shot: Shot, origin: Place, vehicle: Piece, place: Place, face: str = "front"
) -> float:
    """The chance that a gun destroys a vehicle elsewhere that shows it one of its sides."""
    g = o.g
    if not look_across(g, origin, place).clear:
        return 0.0
    away = g.setting.board.range(origin, place)
    hit = chance_of(basic_number(g, shot, away, "vehicle"))
    kill = to_kill(g, shot) + range_bonus(g, shot.calibre, away)
    parts = (chance_of(kill - armour_of(g, vehicle, face, hull=hull)) for hull in (True, False))
    return hit * sum(parts) / 2


def is_blocked(g: SquadState, place: Place) -> bool:
    """Whether trees or a house fill a location."""
    return chart_row(g, place).obstacle == "yes"


def has_rockets(o: Outlook, place: Place) -> bool:
    """Whether a side knows of enemies in a location with a rocket launcher."""
    g = o.g
    return bool(g.stack(place, enemy(o.side)) & g.setting.latws & ~(g.concealed | g.hidden))


def tank_killers(o: Outlook) -> Iterator[Piece]:
    """The enemy's guns and armed vehicles that a side knows."""
    g = o.g
    known = g.on_map(g.setting.army[enemy(o.side)]) & (g.setting.guns | g.setting.vehicles)
    known &= ~(g.concealed | g.hidden | g.wrecks | g.malfunctioned) & ~set_of(g.towed)
    return (foe for foe in each_piece(known) if shot_of(g, foe) is not None)


def threats(
    o: Outlook, vehicle: Piece, place: Place, *, face: str = "front"
) -> Iterator[tuple[int, float]]:
    """The guns that see a place, and their chances to destroy a vehicle that shows its front."""
    for foe in tank_killers(o):
        shot, origin = shot_of(o.g, foe), o.g.where[foe]
        if shot is not None and look_across(o.g, origin, place).clear:
            yield foe, kill_chance(o, shot, origin, vehicle, place, face)


# -- facing ---------------------------------------------------------------------------------------


def resting(
    o: Outlook, vehicle: Piece, *, hull: int = -1, turret: int = -1, swing: bool = False
) -> float:
    """How well a vehicle stands, or would with its hull or its turret turned elsewhere."""
    g = o.g
    here = g.where[vehicle]
    now, gun = g.facing[vehicle], g.turret[vehicle]
    if swing:
        gun = (gun + hull - now) % CORNERS
    worth = position(o, vehicle, here) + HALT
    worth += front(o, vehicle, now if hull < 0 else hull)
    if g.setting.vehicle_row(vehicle).turret != "NT":
        worth += aimed(o, vehicle, gun if turret < 0 else turret)
    return worth


def front(o: Outlook, vehicle: Piece, corner: int) -> float:
    """What it is worth that a hull faces a corner: the armour that it turns to guns in sight.

    Without any, what is to be feared lies where the enemy is.
    """
    g, here = o.g, o.g.where[vehicle]
    sides = dict(threats(o, vehicle, here, face="side"))
    if not sides:
        origin = nearest_enemy(o, here)
        return -AIMED * turns_away(g, here, origin, corner) if origin != NOWHERE else 0.0
    fronts = dict(threats(o, vehicle, here))
    return -sum(
        (AIMED + FRONT * (sides[foe] - fronts[foe])) * turns_away(g, here, g.where[foe], corner)
        for foe in sides
    )


def aimed(o: Outlook, vehicle: Piece, corner: int) -> float:
    """What it is worth that a turret faces a corner: it need not be turned to fire (C5.1)."""
    here = o.g.where[vehicle]
    origin = nearest_enemy(o, here)
    return -AIMED * turns_away(o.g, here, origin, corner) if origin != NOWHERE else 0.0


def nearest_enemy(o: Outlook, place: Place) -> Place:
    """Where the nearest enemy in sight is, or the nearest that is known at all."""
    g, board = o.g, o.g.setting.board
    found = min(
        o.batteries,
        key=lambda one: (not look_across(g, one.place, place).clear, board.range(one.place, place)),
        default=None,
    )
    return NOWHERE if found is None else found.place


def turns_away(g: SquadState, here: Place, origin: Place, corner: int) -> int:
    """How many corners one must turn from a corner to face a location."""
    (c, h), (d, i) = g.setting.board.hex(here).spot, g.setting.board.hex(origin).spot
    if (c, h) == (d, i):
        return 0
    ways = ((to - corner) % CORNERS for to in corners_facing(d - c, i - h))
    return min(min(way, CORNERS - way) for way in ways)
