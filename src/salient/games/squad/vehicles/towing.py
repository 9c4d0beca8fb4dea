"""Guns behind vehicles: hooking up, towing, unhooking. Rules C10.1, C10.2, P5.124a, P5.125.

A vehicle tows a gun whose manhandling number is not below its tow number. The crew rides along.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.actions import PIECE, PLACE
from salient.games.squad.core.arcs import CORNERS
from salient.games.squad.core.events.movement import Hooked
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left, mp_unspent, part_of_mp
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.narrow_streets import is_street
from salient.games.squad.ground.street_vehicles import loading_places, may_unhook
from salient.games.squad.vehicles.passengers import (
    charge_loading,
    get_off,
    get_on,
    may_let_off,
    stop_to_unload,
    stopping_cost,
    takes,
)

HALF = 2
"""Quarters of a vehicle's MP that hooking or unhooking takes (reading of C10.11)."""

STREET_MORTARS = range(76, 108)
"""Calibres of mortars that are hooked and unhooked even on a narrow street (P5.125)."""


def guns_of(g: SquadState, unit: Piece) -> list[Piece]:
    """The guns that a crew could hook up: its own, or beside the map a free one of its group."""
    if g.where[unit] != NOWHERE:
        return [gun for gun in each_piece(g.carried(unit) & g.setting.guns) if gun not in g.towed]
    free = each_piece(g.setting.guns & ~g.lost & ~g.exited)
    return [
        gun for gun in free
        if g.where[gun] == NOWHERE and g.owner[gun] in (unit, NOBODY) and gun not in g.towed
        and g.enters_with(unit, gun)
    ]  # fmt: skip


def can_tow(g: SquadState, vehicle: Piece, gun: Piece) -> bool:
    """Whether a vehicle is strong enough for a gun and has none yet. Rule C10.1."""
    if vehicle in g.towed.values():
        return False
    return g.setting.vehicle_row(vehicle).tow <= g.setting.gun_row(gun).manhandling


def is_free_to_hook(g: SquadState, vehicle: Piece, gun: Piece) -> bool:
    """Whether a gun can be hooked or unhooked where a vehicle is. Rules P5.124a, P5.125."""
    if g.where[vehicle] == NOWHERE:
        return True
    row = g.setting.gun_row(gun)
    if row.kind == "MTR" and row.calibre in STREET_MORTARS:
        return True
    return may_unhook(g, vehicle)


def hook_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The vehicles that a crew can hook its gun to, before it does anything else. Rule C10.11."""
    crew = march.units[0]
    guns = guns_of(g, crew)
    if march.spent or len(march.units) > 1 or not guns or not g.setting.squads >> crew & 1:
        return
    for vehicle in each_piece(g.setting.army[g.side(crew)] & g.setting.vehicles):
        ready = takes(g, vehicle, march.units) and is_free_to_hook(g, vehicle, guns[0])
        if ready and can_tow(g, vehicle, guns[0]):
            yield Action("hook", (vehicle,))


def hook(g: SquadState, action: Action, log: Log) -> int:
    """A crew hooks its gun up and gets on: all its MF, half of the vehicle's MP. Rule C10.11."""
    crew, vehicle = g.moving.units[0], action.piece(0)
    gun = guns_of(g, crew)[0]
    g.owner[gun] = crew
    get_on(g, crew, vehicle, log)
    g.towed[gun] = vehicle
    g.acquired.pop(gun, None)
    log.append(unseen(g, Hooked(g.side(gun), gun, vehicle, "hooked")))
    half = HALF * part_of_mp(g, vehicle, 4)
    return mf_left(g, g.moving) if charge_loading(g, vehicle, half) else 0


def unhook_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The gun that the moving vehicle can leave here if it stops. Rules C10.12, P5.124a."""
    vehicle = march.units[0]
    if stopping_cost(g, vehicle, HALF) <= mp_unspent(g, march):
        yield from unhookings(g, vehicle)


def own_unhookings(g: SquadState, side: int) -> Iterator[Action]:
    """Guns that their crews may unhook from vehicles that stand, as their own move. C10.12."""
    out = g.moved | g.prep_fired | g.ti | g.pinned
    for gun, vehicle in sorted(g.towed.items()):
        crew = g.owner[gun]
        if g.side(gun) != side or crew == NOBODY or out >> crew & 1:
            continue
        if g.where[vehicle] != NOWHERE and may_let_off(g, vehicle, HALF):
            yield from unhookings(g, vehicle)


def unhookings(g: SquadState, vehicle: Piece) -> Iterator[Action]:
    """Where the gun behind a vehicle can be left."""
    for gun, by in g.towed.items():
        if by != vehicle or not is_free_to_hook(g, vehicle, gun):
            continue
        people = 0 if g.owner[gun] == NOBODY else 1 << g.owner[gun]
        for place in loading_places(g, vehicle):
            if not may_pass(g, place, g.side(gun)) or gun_bar(g, gun, place):
                continue
            if has_room(g, place, people, g.side(gun)):
                yield Action("unhook", (gun, place))


def gun_bar(g: SquadState, gun: Piece, place: Place) -> str:
    """The rule that keeps a gun out of a location. Rule C10.12."""
    if g.setting.board.locations[place].floor not in ("ground", "bridge"):
        return "C2.7"
    return next(
        (rule for bar in g.setting.chapters.set_up_bars if (rule := bar(g, gun, place))), ""
    )


def leave_gun(g: SquadState, action: Action, log: Log) -> int:
    """The moving vehicle stops and leaves its gun; what that costs it. Rule C10.12."""
    gun, place = action.piece(0), action.place(1)
    cost = stop_to_unload(g, g.towed[gun], HALF, log)
    release(g, gun, place, log)
    return cost


def release(g: SquadState, gun: Piece, place: Place, log: Log) -> None:
    """A gun is off the hook, its muzzle to the rear; its crew gets off with it. Rule C10.12."""
    vehicle, crew = g.towed[gun], g.owner[gun]
    if crew != NOBODY:
        g.moved |= 1 << crew | 1 << gun
        get_off(g, crew, place, log)
        if crew in g.aboard:
            return
    del g.towed[gun]
    g.put(gun, place)
    g.facing[gun] = g.turret[gun] = (g.facing[vehicle] + 3) % CORNERS
    log.append(unseen(g, Hooked(g.side(gun), gun, vehicle, "unhooked")))


def towing_bar(g: SquadState, entry: Entry) -> str:
    """With a gun behind it a vehicle neither backs nor bypasses, but on a narrow street.

    Rules C10.2 (reading), P5.124a.
    """
    if entry.on_foot or entry.unit not in g.towed.values():
        return ""
    along = entry.manner == "bypass" and not all(is_street(g, entry.to, s) for s in entry.passed)
    return "C10.2" if entry.back or along else ""


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"gun"}),
    bars=(towing_bar,),
)

UNHOOKING: Chapters[SquadState] = Chapters(
    needs=frozenset({"gun"}),
    driver_orders=(unhook_orders,),
    verbs={"hook": (PIECE,), "unhook": (PIECE, PLACE)},
    carry_out={"hook": hook, "unhook": leave_gun},
)
