"""Whom ordnance and panzerfausts can fire at as vehicles. Rules C3.32, C6.2, C13, A12.1.

Whoever knows a vehicle aims at it by name; at question marks he fires on suspicion. Such a shot is
rolled for as one at a concealed vehicle of no known size or motion. It hits only if there is one,
which then comes to light; at anything else it is wasted.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import ALL, each_piece, each_place, set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.attack import struck
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.guns.armament import can_shoot, may_bear
from salient.games.squad.guns.ordnance import shoot_at_vehicle
from salient.games.squad.guns.panzerfausts import faust_reaches, fire_faust, may_fire_faust
from salient.games.squad.sight.los import sees, sees_unit

FLOORS = ("ground", "bridge")
"""Where vehicles can be."""


def ordnance_vehicles(
    g: SquadState, unit: Piece, occasion: Occasion, among: int = ALL
) -> Iterator[Piece]:
    """Enemy vehicles that a unit knows and that its ordnance can fire at. Rules C3.32, C13.

    Of the set of vehicles ``among`` which it asks, or of all.
    """
    if not fires_at_vehicles(g, unit, occasion):
        return
    foes = g.setting.army[enemy(g.side(unit))] & g.setting.vehicles
    foes &= ~(g.hidden | g.concealed | g.wrecks)
    for foe in each_piece(g.on_map(foes & among)):
        if reaches_vehicles(g, unit, g.where[foe]) and sees_unit(g, unit, foe):
            yield foe


def fires_at_vehicles(g: SquadState, unit: Piece, occasion: Occasion) -> bool:
    """Whether a unit has ordnance for vehicles and may fire it; mortars are none. Rule C3.32."""
    setting = g.setting
    return bool((setting.ordnance & ~setting.mortars) >> unit & 1) and can_shoot(g, unit, occasion)


def reaches_vehicles(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a vehicle in a location is in the range and arc of a unit's ordnance. C5.1, C13."""
    if g.setting.latws >> unit & 1:
        away = g.setting.board.range(g.where[unit], place)
        return away <= g.setting.weapon_row(unit).range
    return may_bear(g, unit, place)


# -- question marks -------------------------------------------------------------------------------


def has_unknown_vehicles(g: SquadState, side: int) -> bool:
    """Whether a side has vehicles on the map that its enemy does not know but can count."""
    vehicles = g.setting.army[side] & g.setting.vehicles
    return bool(vehicles & (g.absent | g.on_map(g.hidden | g.concealed)))


def suspects(g: SquadState, unit: Piece, occasion: Occasion, among: int = ALL) -> Iterator[Action]:
    """The locations of question marks that a unit can fire at as if there were a vehicle.

    Of the set of locations ``among`` which it asks, or of all. Rules C3.32, C13.
    """
    foe = enemy(g.side(unit))
    ordnance = fires_at_vehicles(g, unit, occasion)
    if not (ordnance or may_fire_faust(g, unit, occasion)) or not has_unknown_vehicles(g, foe):
        return
    reaches = reaches_vehicles if ordnance else faust_reaches
    for place in each_place(set_of(g.stacks) & among):
        if g.setting.board.locations[place].floor not in FLOORS:
            continue
        if not question_marks(g, place, foe, occasion) or not reaches(g, unit, place):
            continue
        if sees(g, unit, place):
            yield Action("suspect", (place,))


def question_marks(g: SquadState, place: Place, side: int, occasion: Occasion) -> int:
    """A side's question marks that an attack on a location would strike. Rules A7.4, A8.1."""
    return marks_in(g, place, side) & struck(g, place, side, moving=occasion == "first")


def marks_in(g: SquadState, place: Place, side: int) -> int:
    """A side's question marks in a location: concealed units, those aboard not counted."""
    shown = g.setting.personnel | g.setting.vehicles
    return g.stack(place, side) & shown & g.concealed & ~g.riding()


def fire_on_suspicion(
    g: SquadState,
    unit: Piece,
    place: Place,
    occasion: Occasion,
    log: Log,
    *,
    desperate: bool = False,
) -> None:
    """Fire at a vehicle that may be concealed in a location. Rules C6.2, C13.3."""
    marks = question_marks(g, place, enemy(g.side(unit)), occasion)
    target = each_piece(marks & g.setting.vehicles or marks)[0]
    fire = fire_faust if g.setting.personnel >> unit & 1 else shoot_at_vehicle
    fire(g, unit, target, occasion, log, desperate=desperate)
