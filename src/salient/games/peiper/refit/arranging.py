"""What may be arranged while a side sets up: guns on the hook, crews, radios. CG9, CG12c, CG22c."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Event, Secret
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.events.movement import Hooked
from salient.games.squad.core.events.play import Given
from salient.games.squad.core.setting import AMERICAN
from salient.games.squad.core.state import NOBODY
from salient.games.squad.vehicles.crews import abandon, can_abandon
from salient.games.squad.vehicles.crews import man as get_in
from salient.games.squad.vehicles.passengers import bulk, capacity
from salient.games.squad.vehicles.towing import can_tow

VERBS = ("hook", "unhook", "abandon", "man", "give")


def take_off_hooks(g: PeiperState) -> None:
    """Before the set-up guns are unhooked; who was towed may set up anywhere. CG12b, CG12c."""
    for gun, vehicle in g.towed.items():
        crew = g.owner[gun]
        if not (g.immobile | g.dry | g.wrecks) >> vehicle & 1:
            g.rolling |= 1 << gun
        if crew != NOBODY:
            g.put(gun, g.where[crew])
    g.towed.clear()


def arrangements(g: PeiperState, side: int) -> Iterator[Action]:
    """All that a side may arrange once its units are on the map."""
    yield from hookings(g, side)
    yield from crew_changes(g, side)
    yield from handovers(g, side)


def arrange(g: PeiperState, side: int, action: Action, log: Log) -> None:
    """Do it; the enemy learns nothing of it."""
    own: list[Event] = []
    first = action.piece(0)
    match action.verb:
        case "hook":
            hook(g, first, own)
        case "unhook":
            unhook(g, first, own)
        case "abandon":
            leave(g, first, own)
        case "man":
            get_in(g, action, own)
            g.home.pop(first, None)
        case "give":
            leader = action.piece(1)
            g.owner[first] = leader
            g.put(first, g.where[leader])
            own.append(Given(side, first, leader))
    log.extend(event if isinstance(event, Secret) else Secret(side, event) for event in own)


# -- guns -----------------------------------------------------------------------------------------


def hookings(g: PeiperState, side: int) -> Iterator[Action]:
    """Guns that can be hooked up or taken off the hook where they are set up. Rule CG12c.

    American guns of the first scenario at Stoumont set up unhooked (SSR-I.3).
    """
    if g.terms.initial and g.setting.cg == "stoumont" and side == AMERICAN:
        return
    for vehicle in each_piece(g.on_map(g.setting.army[side] & g.setting.vehicles) & ~g.wrecks):
        if gun_for(g, vehicle) >= 0:
            yield Action("hook", (vehicle,))
    for gun in each_piece(g.on_map(g.setting.army[side] & g.setting.guns)):
        if gun in g.towed:
            yield Action("unhook", (gun, g.where[gun]))


def gun_for(g: PeiperState, vehicle: Piece) -> Piece:
    """A gun with its crew that a vehicle beside it can tow, or -1. Rule C10.1."""
    there = g.stacks[g.where[vehicle]] & g.setting.guns & g.setting.army[g.side(vehicle)]
    for gun in each_piece(there):
        crew = g.owner[gun]
        if gun in g.towed or crew == NOBODY or crew in g.aboard:
            continue
        if can_tow(g, vehicle, gun) and bulk(g, (crew,)) <= capacity(g, vehicle):
            return gun
    return NOBODY


def hook(g: PeiperState, vehicle: Piece, log: Log) -> None:
    """A gun is hooked up, its crew aboard. Rule CG12c."""
    gun = gun_for(g, vehicle)
    g.towed[gun] = g.aboard[g.owner[gun]] = vehicle
    log.append(Hooked(g.side(gun), gun, vehicle, "hooked"))


def unhook(g: PeiperState, gun: Piece, log: Log) -> None:
    """A gun is off the hook, its crew beside it. Rule CG12c."""
    vehicle = g.towed.pop(gun)
    g.aboard.pop(g.owner[gun], None)
    log.append(Hooked(g.side(gun), gun, vehicle, "unhooked"))


# -- crews ----------------------------------------------------------------------------------------


def crew_changes(g: PeiperState, side: int) -> Iterator[Action]:
    """Vehicles kept from the last scenario that start abandoned, or are manned again. Rule CG9."""
    kept = g.on_map(g.setting.army[side] & g.setting.vehicles) & ~(g.wrecks | g.reserve)
    for vehicle in each_piece(kept):
        if vehicle not in g.home:
            continue
        if can_abandon(g, vehicle):
            yield Action("abandon", (vehicle,))
        elif g.abandoned >> vehicle & 1:
            yield from (Action("man", (unit, vehicle)) for unit in hands_for(g, vehicle, side))


def hands_for(g: PeiperState, vehicle: Piece, side: int) -> list[Piece]:
    """Squads and crews on foot in the same area as a vehicle that nobody mans. Rule CG9."""
    areas = areas_of(g)
    number = areas.area_of(side, g.hex(vehicle))
    men = g.on_map(g.setting.army[side] & g.setting.squads) & ~(g.riding() | g.aside() | g.reserve)

    def is_near(unit: Piece) -> bool:
        here = g.hex(unit)
        return here == g.hex(vehicle) or (number >= 0 and areas.area_of(side, here) == number)

    return [
        unit for unit in each_piece(men) if not g.carried(unit) & g.setting.guns and is_near(unit)
    ]


def leave(g: PeiperState, vehicle: Piece, log: Log) -> None:
    """A crew gets out, with the machine-gun on top; it starts in the same area. Rule CG9."""
    before = g.on_map(g.setting.army[g.side(vehicle)])
    abandon(g, vehicle, log)
    for unit in each_piece(g.on_map(g.setting.army[g.side(vehicle)]) & ~before):
        g.home[unit] = g.home[vehicle]


# -- radios ---------------------------------------------------------------------------------------


def handovers(g: PeiperState, side: int) -> Iterator[Action]:
    """Radios and phones go to another leader of the area where they are. Rule CG22c."""
    areas = areas_of(g)
    leaders = g.on_map(g.setting.army[side] & g.setting.leaders) & ~(g.reserve | g.riding())
    for item in each_piece(g.on_map(g.setting.radios & g.setting.army[side])):
        if g.owner[item] == NOBODY:
            continue
        number = areas.area_of(side, g.hex(item))
        for leader in each_piece(leaders & ~(1 << g.owner[item])):
            if not g.carried(leader) and areas.area_of(side, g.hex(leader)) == number:
                yield Action("give", (item, leader))
