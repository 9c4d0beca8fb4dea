"""What guns, anti-tank weapons and vehicles fire with, and what they can fire at. C2, C3.1, C13."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from salient.boards.bits import ALL, each_place, set_of
from salient.engine.ids import Piece, Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import once
from salient.games.squad.combat.firepower import crew_of, is_again
from salient.games.squad.combat.vehicle_arms import GUN, arms_left
from salient.games.squad.core.arcs import turns_to
from salient.games.squad.core.locations import takes_heat
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.core.unit_rows import GunRow, UnitRow, VehicleRow, WeaponRow
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of

BAND = 6
"""Hexes of a range band of the To Hit table (C3.3)."""
FARTHEST = 9 * BAND

BREAKDOWN = 12


class Shot(NamedTuple):
    """What a gun fires with: calibre, barrel, rate of fire, breakdown number, range."""

    calibre: int
    barrel: str
    rof: int
    ife: int
    he: bool
    mount: str
    breakdown: int
    heat: bool = False
    least: int = 0
    most: int = FARTHEST - 1
    mortar: bool = False


ARMAMENTS: Memo[int, Shot | None] = Memo("armaments", 4096)
"""What a unit's gun fires with, by unit."""


def heat_shot(g: SquadState, unit: Piece) -> Shot | None:
    """The shaped charge of a light anti-tank weapon against infantry. Rules C8.31, C13."""
    row = g.setting.units[unit].row
    if not isinstance(row, WeaponRow) or not g.setting.latws >> unit & 1:
        return None
    return Shot(0, "", row.rof, row.fp, True, "T", row.breakdown, heat=True)


def shot_of(g: SquadState, unit: Piece) -> Shot | None:
    """The main armament of a vehicle or gun; None for anything else, or if it is out of order."""
    if g.malfunctioned >> unit & 1:
        return None
    shots = g.setting.memory.of(ARMAMENTS)
    if unit not in shots:
        shots.keep(unit, armament(g.setting.units[unit].row))
    return shots[unit]


def armament(row: UnitRow) -> Shot | None:
    """What a kind of gun, mortar or vehicle fires with; None for anything else."""
    if isinstance(row, WeaponRow) and row.kind == "mortar":
        return Shot(
            row.fp, "*", row.rof, 0, True, "gun", row.breakdown,
            least=row.least, most=row.range, mortar=True,
        )  # fmt: skip
    if isinstance(row, GunRow):
        return Shot(
            row.calibre, row.barrel, row.rof, row.ife, row.he == "yes", "gun", BREAKDOWN,
            least=row.least, most=row.range or FARTHEST - 1, mortar=row.kind == "MTR",
        )  # fmt: skip
    if isinstance(row, VehicleRow) and row.calibre:
        mount, he = row.turret, row.he == "yes"
        return Shot(row.calibre, row.barrel, row.rof, row.ife, he, mount, row.breakdown)
    return None


def can_shoot(g: SquadState, unit: Piece, occasion: Occasion) -> bool:
    """Whether a unit has ordnance to fire: once for vehicles on the move, not twice. Rule C2.24."""
    setting = g.setting
    if setting.vehicles >> unit & 1:
        return bool(arms_left(g, unit, occasion) & GUN)
    if is_again(g, unit, occasion):
        return False
    if setting.latws >> unit & 1:
        return crew_of(g, unit) != NOBODY
    return shot_of(g, unit) is not None


def ordnance_targets(
    g: SquadState, unit: Piece, occasion: Occasion, among: int = ALL
) -> Iterator[Place]:
    """Locations of infantry and guns that a unit's ordnance can fire at. Rule C3.1.

    Of the set of locations ``among`` which it asks, or of all.
    """
    setting = g.setting
    if not setting.ordnance >> unit & 1:
        return
    shot = shot_of(g, unit) or heat_shot(g, unit)
    if not can_shoot(g, unit, occasion) or shot is None or not (shot.he or shot.ife):
        return
    if shot.mortar:
        return  # It fires at an area (C3.33).
    side = g.side(unit)
    held = among & once(g, ("shelled", side), lambda: _shelled_places(g, side))
    for place in each_place(sight_of(g).seen(eye_of(g, unit), g.where[unit], held)):
        if _may_burst(g, unit, place) if shot.heat else may_bear(g, unit, place):
            yield place


def _shelled_places(g: SquadState, side: int) -> int:
    """Locations of infantry that a side fires shells at, as far as it knows."""
    setting = g.setting
    own = setting.army[side] & setting.personnel
    foes = setting.army[enemy(side)]
    foes &= setting.personnel | setting.vehicles & g.concealed  # It could be infantry.
    foes &= ~(g.hidden | g.melee | g.riding())
    return set_of(at for at, stack in g.stacks.items() if stack & foes and not stack & own)


def _may_burst(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a shaped charge can be fired at infantry in a location. Rules C8.31, C13."""
    away = g.setting.board.range(g.where[unit], place)
    return away <= g.setting.weapon_row(unit).range and takes_heat(g, place)


def may_bear(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a gun may be turned on a location: a hull in motion keeps its course. Rule C5.1."""
    shot = shot_of(g, unit)
    if shot is None:
        return False
    if g.setting.board.range(g.where[unit], place) > shot.most:
        return False
    if shot.mount == "gun" or not (shot.mount == "NT" or g.setting.chapters.swing_bars):
        return True
    turns, corner = turns_to(g, unit, place, turret=True)
    if not turns:
        return True
    if shot.mount == "NT":
        held = any(answer(g, unit) for answer in g.setting.chapters.hull_bars)
        return not held and not (g.motion | g.immobile | g.bogged) >> unit & 1
    return not any(answer(g, unit, corner) for answer in g.setting.chapters.swing_bars)
