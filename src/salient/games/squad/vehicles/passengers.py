"""Passengers and riders: who is carried by what, getting on and off.

Rules D6.1, D6.2, D6.4, D6.5, D5.31. Half-tracks and lorries carry passengers, closed tanks carry
riders. Those aboard are where their vehicle is; they neither move, fire, fight nor hold anything by
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.mines import meet_mines
from salient.games.squad.combat.morale import check_morale
from salient.games.squad.combat.riding import alight, fall_off, is_rider, people_aboard
from salient.games.squad.core.actions import PIECE, PLACE
from salient.games.squad.core.events.movement import Boarded, BouncedBack, Stopped
from salient.games.squad.core.locations import by_road
from salient.games.squad.core.march import March
from salient.games.squad.core.points import (
    ONE,
    allotment,
    loading_cost,
    mp_gone,
    mp_of,
    mp_unspent,
    part_of_mp,
    ridden,
)
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Entry, Look
from salient.games.squad.ground.streams import troubles_riders
from salient.games.squad.ground.street_vehicles import loading_places
from salient.games.squad.sight.concealment import expose, reveal

SQUAD, HALF, LEADER = 10, 5, 1
"""Portage points that people count as when they are carried (D6.1)."""

RIDERS = 14
"""Portage points that a tank carries (D6.2)."""

ARMOURED_SIDES = Cover("D5.31", 2, "tem")
"""Cover of passengers behind the sides of an open-topped AFV."""


# -- who and how many -----------------------------------------------------------------------------


def bulk(g: SquadState, units: Iterable[Piece]) -> int:
    """Portage points of units with their weapons; a gun does not count, it is towed. Rule D6.1."""
    total = 0
    for unit in units:
        total += (LEADER, HALF, SQUAD)[g.size(unit)]
        items = g.carried(unit) & g.setting.weapons
        total += sum(g.setting.weapon_row(item).pp for item in each_piece(items))
    return total


def capacity(g: SquadState, vehicle: Piece) -> int:
    """Portage points that a vehicle can carry: as passengers, or on top of a tank. D6.1, D6.2."""
    row = g.setting.vehicle_row(vehicle)
    if row.capacity:
        return row.capacity
    return RIDERS if row.armoured and row.move == "tracked" and row.open == "no" else 0


def takes(g: SquadState, vehicle: Piece, units: Pieces) -> bool:
    """Whether a vehicle can take units aboard: it stands, and there is room. Rule D6.4."""
    if (g.wrecks | g.lost | g.exited | g.motion | g.hidden) >> vehicle & 1:
        return False
    first = units[0]
    if g.where[first] == NOWHERE:
        if g.where[vehicle] != NOWHERE or not g.enters_with(first, vehicle):
            return False
    elif g.where[vehicle] == NOWHERE or g.where[first] not in loading_places(g, vehicle):
        return False
    return bulk(g, (*people_aboard(g, vehicle), *units)) <= capacity(g, vehicle)


# -- getting on -----------------------------------------------------------------------------------


def board_orders(g: SquadState, march: March, left: int) -> Iterator[Action]:
    """The vehicles that moving units can get on, beside the map for nothing. Rules D6.4, P5.125."""
    first = march.units[0]
    if first in g.bypass or (left < ONE and g.where[first] != NOWHERE):
        return
    for vehicle in each_piece(g.setting.army[g.side(first)] & g.setting.vehicles):
        if takes(g, vehicle, march.units):
            yield Action("board", (vehicle,))


def board(g: SquadState, action: Action, log: Log) -> int:
    """The moving units get on; their vehicle loses MP. Rules D6.4, D6.5.

    A quarter, or the part that they have used of their MF with getting on, if that is more.
    """
    vehicle = action.piece(0)
    march = g.moving
    have = allotment(g, march.units, rushed=march.rushed)
    for unit in march.units:
        get_on(g, unit, vehicle, log)
    walked = -(-mp_of(g, vehicle) * (march.spent + ONE) // have)
    return charge_loading(g, vehicle, max(part_of_mp(g, vehicle, 4), walked))


def charge_loading(g: SquadState, vehicle: Piece, halves: int) -> int:
    """A vehicle on the map pays for what it takes on; the MF that those who load pay. D6.4."""
    if g.where[vehicle] == NOWHERE:
        return 0
    g.loading[vehicle] = max(halves, g.loading.get(vehicle, 0))
    return ONE


def get_on(g: SquadState, unit: Piece, vehicle: Piece, log: Log) -> None:
    """A unit is aboard; both are concealed, or neither is. Rules D6.4, A12.14."""
    bits = 1 << unit | 1 << vehicle
    if bits & ~g.concealed:
        reveal(g, bits, log)
    g.entrenched &= ~(1 << unit)
    g.crest.pop(unit, None)
    if g.where[unit] != g.where[vehicle]:
        g.put(unit, g.where[vehicle])
    g.aboard[unit] = vehicle
    log.append(unseen(g, Boarded(g.side(unit), unit, vehicle)))


# -- getting off ----------------------------------------------------------------------------------


def exits_of(g: SquadState, unit: Piece) -> Iterator[Action]:
    """Where somebody aboard can get off; a crew whose gun is towed unhooks it. D6.5, P5.125."""
    if any(gun in g.towed for gun in each_piece(g.carried(unit))):
        return
    for place in loading_places(g, g.aboard[unit]):
        if may_pass(g, place, g.side(unit)) and has_room(g, place, 1 << unit, g.side(unit)):
            yield Action("unload", (unit, place))


def unload_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Who can get off the moving vehicle if it stops. Rule D6.5."""
    vehicle = march.units[0]
    if stopping_cost(g, vehicle, 1) > mp_unspent(g, march):
        return
    for unit in people_aboard(g, vehicle):
        if not (g.pinned | g.ti) >> unit & 1:
            yield from exits_of(g, unit)


def stopping_cost(g: SquadState, vehicle: Piece, quarters: int) -> int:
    """Halves of MP of stopping for some quarters of them, once in a place. Rule D6.5."""
    stop = ONE if g.motion >> vehicle & 1 else 0
    stands = g.unloading.get(vehicle) == g.where[vehicle]
    return stop if stands and not stop else stop + quarters * part_of_mp(g, vehicle, 4)


def stop_to_unload(g: SquadState, vehicle: Piece, quarters: int, log: Log) -> int:
    """The vehicle stops to let people or a gun off; the halves of MP it costs. Rule D6.5."""
    cost = stopping_cost(g, vehicle, quarters)
    if g.motion >> vehicle & 1:
        g.motion &= ~(1 << vehicle)
        log.append(Stopped(vehicle))
    g.unloading[vehicle] = g.where[vehicle]
    return cost


def unload(g: SquadState, action: Action, log: Log) -> int:
    """Somebody gets off the moving vehicle and moves no more; what it costs the vehicle. D6.5."""
    unit, place = action.piece(0), action.place(1)
    cost = stop_to_unload(g, g.aboard[unit], 1, log)
    get_off(g, unit, place, log)
    g.moved |= 1 << unit
    return cost


def own_exits(g: SquadState, side: int) -> Iterator[Action]:
    """Those aboard vehicles that stand may begin their own move by getting off. Rule D6.5.

    They have as large a part of their MF left as the vehicle of its MP, of which letting them off
    takes a quarter.
    """
    out = g.moved | g.prep_fired | g.ti | g.pinned
    for unit, vehicle in sorted(g.aboard.items()):
        if g.side(unit) != side or out >> unit & 1 or g.where[vehicle] == NOWHERE:
            continue
        legs = allotment(g, (unit,)) - ridden(g, unit, vehicle)
        if legs >= ONE and may_let_off(g, vehicle, 1):
            yield from exits_of(g, unit)


def may_let_off(g: SquadState, vehicle: Piece, quarters: int) -> bool:
    """Whether a vehicle stands and has the MP to let people or a gun off. Rules D6.5, C10.12."""
    if g.motion >> vehicle & 1:
        return False
    left = mp_of(g, vehicle) - mp_gone(g, vehicle)
    return stopping_cost(g, vehicle, quarters) <= left


def let_off(g: SquadState, vehicle: Piece, quarters: int, log: Log) -> None:
    """A vehicle that does not move lets people or a gun off, once in a place. Rule D6.5."""
    g.loading[vehicle] = loading_cost(g, vehicle) + stop_to_unload(g, vehicle, quarters, log)


def get_off(g: SquadState, unit: Piece, place: Place, log: Log) -> None:
    """A unit gets off at a place, and meets the mines there. Rules D6.5, B28.41, A12.42.

    If it finds hidden enemies there, it stays aboard.
    """
    hidden = g.stack(place, enemy(g.side(unit))) & g.hidden
    if hidden:
        reveal(g, hidden, log)
        log.append(BouncedBack((unit,), place))
        return
    alight(g, unit, place, log)
    expose(g, 1 << unit, log)
    meet_mines(g, (unit,), place, log)


# -- answers to the core --------------------------------------------------------------------------


def carrier_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Passengers of a half-track crouch behind its sides. Rule D5.31."""
    if not is_rider(g, unit) and g.setting.armour >> g.aboard[unit] & 1:
        yield ARMOURED_SIDES


def forget_loading(g: SquadState, log: Log) -> None:  # noqa: ARG001
    """With the player turn ends what loading has cost."""
    g.loading.clear()
    g.driven.clear()
    g.unloading.clear()


def sweep_riders(g: SquadState, entry: Entry, log: Log) -> None:
    """Branches sweep riders off where a tank leaves the road for woods or an orchard.

    Rule D6.23 (reading: they take a morale check).
    """
    vehicle = entry.unit
    if not g.aboard or vehicle in g.bypass:
        return
    if not troubles_riders(g, vehicle):  # P4.11c, B33.11c
        return
    if by_road(g, entry.origin, entry.to, entry.side):
        return
    for unit in people_aboard(g, vehicle):
        if is_rider(g, unit):
            fall_off(g, unit, log)
            check_morale(g, unit, 0, log, "bail_out")


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"vehicle"}),
    arrivals=(sweep_riders,),
    covers=(("aboard", carrier_cover),),
    driver_orders=(unload_orders,),
    verbs={"board": (PIECE,), "unload": (PIECE, PLACE)},
    carry_out={"board": board, "unload": unload},
    player_turn_ends=(forget_loading,),
)
