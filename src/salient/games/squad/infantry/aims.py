"""What a unit or weapon can fire at, with small arms and otherwise. Rules A7.1, A8.1, C3.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from salient.boards.bits import ALL, each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import once
from salient.games.squad.combat.attack import moving_place
from salient.games.squad.combat.firepower import (
    AT_MOVERS,
    can_hit_any,
    can_hit_of,
    is_target_place,
    target_places,
    unspent,
)
from salient.games.squad.combat.vehicle_arms import MACHINE_GUNS, mgs_at
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.guns.armament import ordnance_targets
from salient.games.squad.guns.machine_guns import mg_aims
from salient.games.squad.guns.mortars import mortar_targets
from salient.games.squad.guns.panzerfausts import faust_aims, may_have_fausts
from salient.games.squad.guns.smoke_shells import SMOKE_OCCASIONS, loads
from salient.games.squad.guns.vehicle_targets import ordnance_vehicles, suspects
from salient.games.squad.infantry.detonation import throws
from salient.games.squad.sight.lines import lookouts
from salient.games.squad.sight.los import sight_of


def blind(g: SquadState) -> int:
    """Weapons for which others see: mortars and charges. Rules C9.3, A23.6."""
    return g.setting.mortars | g.setting.demolitions


def onlookers(g: SquadState, side: int, occasion: Occasion) -> int:
    """A side's units and weapons that may have something to fire at, by where they stand.

    Small arms hurt only whom one sees. Guns have other targets too, others see for a mortar or a
    charge, and vehicles off the middle of their hex may be seen from elsewhere.
    """
    return once(g, ("onlookers", side, occasion), lambda: _onlookers(g, side, occasion))


def _onlookers(g: SquadState, side: int, occasion: Occasion) -> int:
    setting, units = g.setting, unspent(g, side, occasion)
    if not units:
        return 0
    sight, beside = sight_of(g), setting.vehicles & g.off_centre()
    unseeing = units & blind(g)
    if occasion in AT_MOVERS:
        place = moving_place(g)
        if g.march is None or place == NOWHERE:
            return 0
        if set_of(g.march.units) & beside:
            return units
        return unseeing | sight.viewers(lookouts(g, units ^ unseeing, place), place)
    foes = setting.army[enemy(side)] & ~g.hidden
    if foes & beside:
        return units
    held = set_of(place for place, stack in g.stacks.items() if stack & foes)
    found = unseeing | units & setting.ordnance
    units &= ~found
    board, farthest, odd = setting.board, setting.farthest, units & g.off_centre()
    for origin, stack in g.stacks.items():
        there = stack & units
        if not there:
            continue
        near = held & board.within(origin, farthest)
        if there & odd or sight.sees_any(board.eyes[origin], origin, near):
            found |= there
    return found


def with_target(g: SquadState, units: int, side: int, occasion: Occasion) -> list[Piece]:
    """Those of a set of units and weapons that have anything to fire at."""
    return [unit for unit in each_piece(units) if has_target(g, unit, side, occasion)]


def has_target(g: SquadState, unit: Piece, side: int, occasion: Occasion) -> bool:
    """Whether a unit or weapon has anything to fire at."""
    targets = targets_of(g, side, occasion)
    if targets.places and can_hit_any(g, unit, targets.places, occasion):
        return True
    return next(other_aims(g, unit, occasion, targets), None) is not None


def aims(g: SquadState, unit: Piece, side: int, occasion: Occasion) -> Iterator[Action]:
    """Everything a unit or weapon can fire at, with small arms and with its gun."""
    targets = targets_of(g, side, occasion)
    if targets.places:
        for place in can_hit_of(g, unit, targets.places, occasion):
            yield Action("at", (place,))
            if g.setting.vehicles >> unit & 1:
                yield from bursts(g, unit, place, occasion)
    yield from other_aims(g, unit, occasion, targets)


def other_aims(
    g: SquadState, unit: Piece, occasion: Occasion, targets: Targets
) -> Iterator[Action]:
    """Everything a unit or weapon can fire at otherwise than with small arms at infantry."""
    if g.setting.mgs >> unit & 1 and targets.aim:
        yield from mg_aims(g, unit, occasion, targets.aim)
    if not has_only_small_arms(g, unit):
        yield from special_aims(g, unit, occasion, targets)


def bursts(g: SquadState, vehicle: Piece, place: Place, occasion: Occasion) -> Iterator[Action]:
    """The single machine-guns of a vehicle that can fire at a location, if several can. D1.8."""
    arms = mgs_at(g, vehicle, place, occasion)
    words = [word for word, arm in MACHINE_GUNS.items() if arms & arm]
    if len(words) > 1:
        yield from (Action("burst", (place, word)) for word in words)


def special_aims(
    g: SquadState, unit: Piece, occasion: Occasion, targets: Targets
) -> Iterator[Action]:
    """Everything a unit or weapon can fire at otherwise than with small arms."""
    setting = g.setting
    at, shell, aim = targets.at, targets.shell, targets.aim
    ordnance = setting.ordnance >> unit & 1
    if ordnance and shell:
        for place in ordnance_targets(g, unit, occasion, shell):
            yield Action("shell", (place,))
    if setting.mortars >> unit & 1 and shell:
        for place in mortar_targets(g, unit, occasion, shell):
            yield Action("shell", (place,))
    if ordnance and aim:
        for foe in ordnance_vehicles(g, unit, occasion, aim):
            yield Action("aim", (foe,))
    if setting.demolitions >> unit & 1:
        yield from throws(g, unit, occasion, at)
    if aim and setting.personnel >> unit & 1:
        yield from faust_aims(g, unit, occasion, aim)
    if shell:
        yield from suspects(g, unit, occasion, shell)
    if occasion in SMOKE_OCCASIONS:
        yield from loads(g, unit, occasion)
    for answer in setting.chapters.aims:
        yield from answer(g, unit, occasion)


def has_only_small_arms(g: SquadState, unit: Piece) -> bool:
    """Whether a unit fires nothing but small arms: no gun, no charge, no panzerfaust at tanks."""
    setting = g.setting
    if not (setting.personnel | setting.mgs | setting.flamethrowers) >> unit & 1:
        return False
    tanks = setting.vehicles & setting.army[enemy(GERMAN)]
    return not tanks or not may_have_fausts(g) >> unit & 1


class Targets(NamedTuple):
    """What a side may fire at.

    Attributes:
        places: Locations where small arms hurt somebody.
        at, shell, aim: The only locations that charges are thrown into and that shells are fired
            at, and the only vehicles aimed at.
    """

    places: int
    at: int = ALL
    shell: int = ALL
    aim: int = ALL


def targets_of(g: SquadState, side: int, occasion: Occasion) -> Targets:
    """What a side may fire at, looked for once a question."""
    return once(g, ("targets", side, occasion), lambda: find_targets(g, side, occasion))


def find_targets(g: SquadState, side: int, occasion: Occasion) -> Targets:
    """What a side may fire at; first fire is aimed at the moving units only (A8.1)."""
    if occasion not in AT_MOVERS:
        return Targets(target_places(g, side))
    place = moving_place(g)
    if g.march is None or place == NOWHERE:
        return Targets(0, 0, 0, 0)
    vehicle, here = g.march.units[0], 1 << place
    if not g.setting.vehicles >> vehicle & 1 or g.concealed >> vehicle & 1:
        afoot = set_of(g.march.units) & ~(g.riding() & ~g.concealed)  # Not who has just got on.
        hurt = here if is_target_place(g, side, place) else 0
        return Targets(hurt, here, here if afoot else 0, 0)
    people = set_of(g.march.units) & g.setting.personnel & ~g.lost
    soft = not g.setting.armour >> vehicle & 1 or people or g.load(vehicle) & g.setting.personnel
    at = here if soft else 0
    hurt = at if at and is_target_place(g, side, place) else 0
    return Targets(hurt, at, here if people else 0, 1 << vehicle)
