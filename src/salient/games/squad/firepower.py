"""Who may fire at what, and with how much. Rules A7.1-A7.36, A8.3, A8.4, A9.

Firepower is counted in eighths, so that halving is exact.
"""

from __future__ import annotations

from typing import Literal

from salient.boards.bits import members
from salient.games.squad.arcs import in_arc
from salient.games.squad.los import look_at, look_between
from salient.games.squad.questions import Look
from salient.games.squad.state import NOBODY, NOWHERE, SquadState, enemy
from salient.games.squad.tables import COLUMNS

EIGHTHS = 8
Occasion = Literal["prep", "first", "defensive", "advancing"]
"""When fire happens: the three fire phases, and first fire at moving units."""

VEHICLE_RANGE = 12
"""Normal range of a vehicle's machine-guns (reading of D1.81)."""


def has_fired(g: SquadState, unit: int, occasion: Occasion) -> bool:
    """Whether a unit or weapon has no fire left on an occasion. Rules A8.3, A8.4."""
    bit = 1 << unit
    if occasion in ("first", "defensive"):
        return bool(g.final_fired & bit)
    return bool((g.prep_fired | g.final_fired) & bit)


def is_again(g: SquadState, unit: int, occasion: Occasion) -> bool:
    """Whether it would fire a second time in this player turn. Rules A8.3, A8.4."""
    return occasion in ("first", "defensive") and bool(g.first_fired >> unit & 1)


def crew_of(g: SquadState, item: int) -> int:
    """Who serves a weapon or gun; a vehicle or a squad serves itself."""
    if (g.setting.weapons | g.setting.guns) >> item & 1:
        return g.owner[item]
    return item


def can_act(g: SquadState, unit: int) -> bool:
    """Whether a unit, or the one that serves it, is able to fire at all. Rules A7.1, A10.4."""
    setting = g.setting
    crew = crew_of(g, unit)
    if (
        crew == NOBODY
        or g.where[unit] == NOWHERE
        or (g.malfunctioned >> unit & 1 and (not setting.vehicles >> unit & 1))
    ):
        return False
    idle = g.broken | g.melee | g.wrecks | g.shocked | g.ti | g.lost
    return not idle >> crew & 1 and (crew == unit or g.where[crew] == g.where[unit])


def firers(g: SquadState, side: int, occasion: Occasion) -> int:
    """A side's units and machine-guns that may fire on an occasion, whatever there is to hit."""
    setting = g.setting
    shooters = setting.personnel | setting.mgs | setting.vehicles | setting.guns
    shooters |= setting.latws | setting.flamethrowers
    found = 0
    for unit in members(g.on_map(setting.army[side] & shooters)):
        if has_fired(g, unit, occasion) or not can_act(g, unit):
            continue
        if (setting.personnel >> unit & 1) and not g.firepower(unit):
            continue
        if hands(g, unit, occasion):
            found |= 1 << unit
    return found


def hands(g: SquadState, unit: int, occasion: Occasion) -> bool:
    """Whether there are hands enough: a squad uses two of firepower and weapons, others one.

    Rules A7.35, A7.351.
    """
    setting = g.setting
    crew = crew_of(g, unit)
    if setting.vehicles >> crew & 1:
        return True
    used = 0
    for item in (crew, *members(g.carried(crew))):
        busy = (
            g.first_fired | g.final_fired
            if occasion in ("first", "defensive")
            else (g.prep_fired | g.final_fired)
        )
        if item != unit and busy >> item & 1:
            used += 1
    return used < (2 if g.is_squad(crew) else 1)


# -- targets --------------------------------------------------------------------------------------


def small_arms_range(g: SquadState, unit: int) -> int:
    """Normal range of personnel, a machine-gun or a vehicle's machine-guns."""
    if g.setting.vehicles >> unit & 1:
        return VEHICLE_RANGE
    if g.setting.guns >> unit & 1:
        return 0
    return g.reach(unit)


def small_arms(g: SquadState, unit: int, place: int) -> int:
    """Printed firepower of a unit's small arms towards a location; 0 if it has none."""
    setting = g.setting
    if setting.personnel >> unit & 1:
        return g.firepower(unit)
    if (setting.mgs | setting.flamethrowers) >> unit & 1:
        return setting.weapon_row(unit).fp
    if not setting.vehicles >> unit & 1:
        return 0
    row = setting.vehicle_row(unit)
    total = row.aamg if not g.buttoned >> unit & 1 else 0
    if in_arc(g, unit, place, turret=True):
        total += row.cmg
    if in_arc(g, unit, place, turret=False):
        total += row.bmg
    return total


def target_places(g: SquadState, side: int) -> list[int]:
    """Locations with enemies that small arms can hurt, as far as a side sees them."""
    setting = g.setting
    own = setting.army[side] & setting.personnel
    soft = setting.personnel | (setting.vehicles & ~setting.armour & ~g.wrecks)
    foes = setting.army[enemy(side)] & soft & ~g.hidden
    return sorted(p for p, units in g.stacks.items() if units & foes and not units & own)


def can_hit(g: SquadState, unit: int, place: int, occasion: Occasion) -> Look | None:
    """The line of a unit's small-arms fire at a location, or None if it may not fire there."""
    away = g.setting.board.range(g.where[unit], place)
    reach = small_arms_range(g, unit)
    most = reach if g.setting.flamethrowers >> unit & 1 else 2 * reach
    if away > most or not small_arms(g, unit, place):
        return None
    if is_again(g, unit, occasion) and not may_fire_again(g, unit, away, occasion):
        return None
    look = look_at(g, unit, place)
    return look if look.clear else None


def may_fire_again(g: SquadState, unit: int, away: int, occasion: Occasion) -> bool:
    """Subsequent first fire, and final fire after first fire. Rules A8.3, A8.4.

    In the movement phase within normal range and no farther than the nearest enemy seen; in the
    defensive fire phase at adjacent units only.
    """
    if occasion == "defensive":
        return away <= 1
    if away > small_arms_range(g, unit):
        return False
    board = g.setting.board
    foes = g.on_map(g.setting.army[enemy(g.side(unit))]) & g.armed() & ~g.hidden & ~g.concealed
    for foe in members(foes):
        if board.range(g.where[unit], g.where[foe]) < away and look_between(g, unit, foe).clear:
            return False
    return True


# -- how much -------------------------------------------------------------------------------------


def eighths(
    g: SquadState, unit: int, place: int, occasion: Occasion, *, concealed: bool = False
) -> int:
    """Firepower of a unit against a location in eighths of a factor. Rules A7.2-A7.36.

    Args:
        g: The state.
        unit: Personnel, a machine-gun or a vehicle.
        place: The target.
        occasion: When.
        concealed: Whether all that is fired at is concealed (A12.13).
    """
    setting = g.setting
    power = small_arms(g, unit, place) * EIGHTHS
    away = setting.board.range(g.where[unit], place)
    flame = setting.flamethrowers >> unit & 1
    if not flame:
        if g.where[unit] == place:
            power *= 3
        elif away <= 1:
            power *= 2
    long = away > small_arms_range(g, unit)
    crew = crew_of(g, unit)
    pinned = bool(g.pinned >> crew & 1)
    halves = (
        long, concealed, pinned, occasion == "advancing", is_again(g, unit, occasion),
    )  # fmt: skip
    power >>= sum(halves)
    if occasion == "advancing" and not long and not pinned and has_assault_fire(g, unit):
        power = (power + EIGHTHS - 1) // EIGHTHS * EIGHTHS + EIGHTHS
    return power


def has_assault_fire(g: SquadState, unit: int) -> bool:
    """Rule A7.36."""
    return bool(g.setting.squads >> unit & 1) and g.row(unit).assault == "yes"


def column_of(power: int) -> int:
    """The column that a number of eighths reaches; -1 if none. Rule A7.3.

    >>> [column_of(fp * 8) for fp in (0, 1, 7, 8, 40)], column_of(4)
    ([-1, 0, 3, 4, 10], -1)
    """
    found = -1
    for index, factor in enumerate(COLUMNS):
        if power >= factor * EIGHTHS:
            found = index
    return found
