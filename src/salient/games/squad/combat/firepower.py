"""Who may fire at what, and with how much. Rules A7.1, A7.24, A7.351, A7.36, A8.3, A8.4, A9.

Firepower is counted in eighths, so that halving is exact.
"""

from __future__ import annotations

from salient.boards.bits import ALL, each_piece, each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, Places, enemy
from salient.engine.state import Log, once
from salient.games.squad.combat.vehicle_arms import (
    GUN,
    arms_left,
    field_of,
    fresh_arms,
    mg_firepower,
    mgs_at,
)
from salient.games.squad.core.events.fire import Malfunctioned
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.sight.crossings import Crossing, crossing_of, sees_whole
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of

EIGHTHS = 8

AT_MOVERS = ("first", "protective")
"""Occasions on which moving units are fired at, in their movement phase (A8.1)."""

ON_THE_MOVE = ("advancing", "bounding")
"""Occasions on which the side that moves fires at half strength (A7.24, D3.3)."""

VEHICLE_RANGE = 12
"""Normal range of a vehicle's machine-guns (reading of D1.81)."""


def is_again(g: SquadState, unit: Piece, occasion: Occasion) -> bool:
    """Whether it would fire a second time in this player turn, or a third. A8.3, A8.4."""
    if occasion == "protective":  # A8.31
        return True
    return occasion in ("first", "defensive") and bool(g.first_fired >> unit & 1)


def crew_of(g: SquadState, item: Piece) -> Piece:
    """Who serves a weapon or gun; a vehicle or a squad serves itself."""
    if g.setting.items >> item & 1:
        return g.owner[item]
    return item


def firers(g: SquadState, side: int, occasion: Occasion, among: int = ALL) -> int:
    """A side's units and machine-guns that may fire on an occasion, whatever there is to hit.

    Of a set of units ``among`` which it asks, or of all.
    """
    units = among & unspent(g, side, occasion)
    return once(g, ("firers", units, occasion), lambda: _firers(g, units, occasion))


def unspent(g: SquadState, side: int, occasion: Occasion) -> int:
    """A side's units and weapons that are able to fire and have fire left, if anybody serves them.

    A superset of :func:`firers`, sooner found.
    """
    return once(g, ("unspent", side, occasion), lambda: _unspent(g, side, occasion))


def _unspent(g: SquadState, side: int, occasion: Occasion) -> int:
    units = g.arsenal(side) & g.setting.shooters & with_fire_left(g, occasion)
    if g.captive and occasion == "prep":  # A20.5
        for guard in each_piece(g.guards()):
            units &= ~(1 << guard | g.carried(guard))
    return able_to_fire(g, units) if units else 0


def _firers(g: SquadState, able: int, occasion: Occasion) -> int:
    setting = g.setting
    if not able:
        return 0
    turn = occasion in ("first", "protective", "defensive")
    busy = (g.first_fired if turn else g.prep_fired) | g.final_fired
    used: dict[int, int] = {}
    for unit in each_piece(busy):
        crew = crew_of(g, unit)
        used[crew] = used.get(crew, 0) + 1
    found = set_of(
        unit for unit in each_piece(able & setting.vehicles) if arms_left(g, unit, occasion)
    )
    for unit in each_piece(able & ~setting.vehicles):
        if setting.personnel >> unit & 1 and not g.firepower(unit):
            continue
        crew = crew_of(g, unit)
        if crew not in used or hands(g, crew) > used[crew] - (busy >> unit & 1):
            found |= 1 << unit
    return found


def with_fire_left(g: SquadState, occasion: Occasion) -> int:
    """All that has not fired for good on an occasion.

    Who has prep fired fires on in that phase only, with what has kept its rate of fire or has not
    fired yet. Protective fire is left to personnel and machine-guns that have nothing else left;
    a machine-gun that keeps a fire lane up does nothing else. The weapons of a vehicle are
    counted one by one (:mod:`~salient.games.squad.combat.vehicle_arms`).
    """
    if occasion == "protective":  # A8.31
        small = g.setting.personnel | g.setting.mgs
        return g.final_fired & small & ~set_of(lane.weapon for lane in g.lanes)
    if occasion in ("first", "defensive"):  # A8.3, A8.4
        return ~g.final_fired | g.setting.vehicles
    if occasion == "prep":  # A9.2, C2.24
        return ~g.prep_fired | g.kept_rate | g.setting.vehicles
    # A3.2
    return ~(g.prep_fired | g.final_fired & ~g.setting.vehicles)


def able_to_fire(g: SquadState, units: int) -> int:
    """Those of some units who, or who serves them, are able to fire at all. Rule A7.1."""
    setting, owner, where = g.setting, g.owner, g.where
    units = g.on_map(units) & ~(g.malfunctioned & ~setting.vehicles)
    # A10.4
    idle = g.broken | g.melee | g.wrecks | g.shocked | g.ti | g.lost | g.abandoned | g.riding()
    idle |= g.berserk  # A15.43
    found = units & ~setting.items & ~idle
    for item in each_piece(units & setting.items):
        crew = owner[item]
        if crew != NOBODY and not idle >> crew & 1 and where[crew] == where[item]:
            found |= 1 << item
    return found


def hands(g: SquadState, crew: Piece) -> int:
    """How much a crew fires at a time: a squad two of firepower and weapons, others one.

    Rules A7.35, A7.351.
    """
    return 2 if g.is_squad(crew) else 1


# -- targets --------------------------------------------------------------------------------------


def small_arms_range(g: SquadState, unit: Piece) -> int:
    """Normal range of personnel, a machine-gun or a vehicle's machine-guns."""
    if g.setting.vehicles >> unit & 1:
        return VEHICLE_RANGE
    if g.setting.guns >> unit & 1:
        return 0
    return g.reach(unit)


def small_arms(g: SquadState, unit: Piece, place: Place, occasion: Occasion, arms: int = 0) -> int:
    """Printed firepower of a unit's small arms towards a location; 0 if it has none.

    A vehicle fires the machine-guns that are chosen (``arms``), or all that can fire there.
    """
    setting = g.setting
    if setting.personnel >> unit & 1:
        return g.firepower(unit)
    if (setting.mgs | setting.flamethrowers) >> unit & 1:
        return setting.weapon_row(unit).fp
    if not setting.vehicles >> unit & 1:
        return 0
    return mg_firepower(setting.vehicle_row(unit), arms or mgs_at(g, unit, place, occasion))


def fires_again(g: SquadState, unit: Piece, place: Place, occasion: Occasion) -> bool:
    """Whether fire at a location would be a second fire, also of a vehicle's machine-guns. A8.3."""
    if not g.setting.vehicles >> unit & 1:
        return is_again(g, unit, occasion)
    return not mgs_at(g, unit, place, occasion) & fresh_arms(g, unit)


def target_places(g: SquadState, side: int) -> int:
    """Locations with enemies that small arms can hurt, as far as a side knows them.

    Whatever is concealed could be such a one.
    """
    foes, own, found = soft_foes(g, side), g.setting.army[side] & g.setting.personnel, 0
    for place, stack in g.stacks.items():
        if stack & foes and not stack & own:
            found |= 1 << place
    return found


def is_target_place(g: SquadState, side: int, place: Place) -> bool:
    """Whether a location is one of :func:`target_places`."""
    stack, own = g.stacks.get(place, 0), g.setting.army[side] & g.setting.personnel
    return not stack & own and bool(stack & soft_foes(g, side))


def soft_foes(g: SquadState, side: int) -> int:
    """The enemies of a side that small arms can hurt, as far as it knows."""
    setting = g.setting
    soft = setting.personnel | (setting.vehicles & (~setting.armour | g.concealed) & ~g.wrecks)
    return setting.army[enemy(side)] & soft & ~g.hidden


def can_hit(g: SquadState, unit: Piece, place: Place, occasion: Occasion) -> bool:
    """Whether a unit's small arms may fire at a location."""
    return can_hit_any(g, unit, 1 << place, occasion)


def can_hit_any(g: SquadState, unit: Piece, places: int, occasion: Occasion) -> bool:
    """Whether a unit's small arms may fire at any of a set of locations."""
    near = _in_range(g, unit, places)
    near = near and _bearing(g, unit, near, occasion)
    return bool(near) and sight_of(g).sees_any(eye_of(g, unit), g.where[unit], near)


def can_hit_of(g: SquadState, unit: Piece, places: int, occasion: Occasion) -> Places:
    """Those of a set of locations that a unit's small arms may fire at."""
    near = _in_range(g, unit, places)
    if not near:
        return ()
    seen = sight_of(g).seen(eye_of(g, unit), g.where[unit], near)
    return each_place(_bearing(g, unit, seen, occasion))


def bears_on(g: SquadState, unit: Piece, place: Place, occasion: Occasion) -> bool:
    """Whether a location is in the range and arc of a unit's small arms. Rules A7.2, A8.3."""
    near = _in_range(g, unit, 1 << place)
    return bool(near and _bearing(g, unit, near, occasion))


def _in_range(g: SquadState, unit: Piece, places: int) -> int:
    """Those of a set of locations in the range of a unit's small arms, if it has any. Rule A7.2."""
    reach = far_range(g, unit)
    return places & g.setting.board.within(g.where[unit], reach) if reach >= 0 else 0


def far_range(g: SquadState, unit: Piece) -> int:
    """How far a unit's small arms fire: twice their normal range; -1 if it has none. Rule A7.2."""
    setting = g.setting
    if setting.personnel >> unit & 1:
        reach = 2 * g.reach(unit) if g.firepower(unit) else -1
    elif setting.vehicles >> unit & 1:  # Which of its arms bear depends on the target.
        reach = 2 * VEHICLE_RANGE
    elif setting.mgs >> unit & 1:
        row = setting.weapon_row(unit)
        reach = 2 * row.range if row.fp else -1
    elif setting.flamethrowers >> unit & 1:
        row = setting.weapon_row(unit)
        reach = row.range if row.fp else -1
    else:
        return -1
    return min(reach, 1) if g.low >> unit & 1 else reach  # A19.131


def _bearing(g: SquadState, unit: Piece, near: int, occasion: Occasion) -> int:
    """Those of a set of locations in range that small arms may fire at: arcs, fire before. A8.3."""
    if g.setting.vehicles >> unit & 1:
        left = arms_left(g, unit, occasion) & ~GUN
        fresh = near & field_of(g, unit, left & fresh_arms(g, unit))
        again = near & field_of(g, unit, left) & ~fresh
    elif is_again(g, unit, occasion):
        fresh, again = 0, near
    else:
        return near
    if again:
        away = g.setting.board.ranges(g.where[unit])
        for place in each_place(again):
            if may_fire_again(g, unit, away[g.setting.board.hex_of[place]], occasion):
                fresh |= 1 << place
    return fresh


def may_fire_again(g: SquadState, unit: Piece, away: int, occasion: Occasion) -> bool:
    """Subsequent first fire, protective fire, and final fire after first fire.

    In the movement phase within normal range and no farther than the nearest enemy seen (A8.3); in
    the defensive fire phase (A8.4), and as protective fire (A8.31), at adjacent units only.
    """
    if occasion in ("protective", "defensive"):
        return away <= 1
    if away > small_arms_range(g, unit):
        return False
    board, sight = g.setting.board, sight_of(g)
    foes = g.on_map(g.setting.army[enemy(g.side(unit))]) & g.armed() & ~g.hidden & ~g.concealed
    for foe in each_piece(foes):
        if board.range(g.where[unit], g.where[foe]) < away and sight.sees_unit(g, unit, foe):
            return False
    return True


# -- how much -------------------------------------------------------------------------------------


def eighths(
    g: SquadState,
    unit: Piece,
    place: Place,
    occasion: Occasion,
    *,
    concealed: bool = False,
    snap: bool = False,
    arms: int = 0,
) -> int:
    """Firepower of a unit against a location in eighths of a factor. Rule A7.3.

    Args:
        g: The state.
        unit: Personnel, a machine-gun or a vehicle.
        place: The target.
        occasion: When.
        concealed: Whether all that is fired at is concealed.
        snap: Whether it is a snap shot at the hexside just crossed.
        arms: The machine-guns of a vehicle that fire, if not all.
    """
    setting = g.setting
    power = small_arms(g, unit, place, occasion, arms) * EIGHTHS
    away = setting.board.range(g.where[unit], place)
    flame = setting.flamethrowers >> unit & 1
    if not flame:
        if g.where[unit] == place:
            power *= 3
        elif away <= 1:
            power *= 2
    long = away > small_arms_range(g, unit)
    pinned = g.pinned >> crew_of(g, unit) & 1  # A7.8
    halves = long + pinned
    if g.captive:  # A20.5
        halves += g.guards() >> crew_of(g, unit) & 1
    halves += concealed  # A12.13
    halves += occasion in ON_THE_MOVE  # A7.24
    halves += fires_again(g, unit, place, occasion)  # A8.3
    halves += snap  # A8.15
    halves += not snap and occasion in AT_MOVERS and g.is_dashing(place)  # A4.63
    halves += g.motion >> unit & 1  # D2.42
    power >>= halves
    # A7.36
    if occasion == "advancing" and not long and not pinned and has_assault_fire(g, unit):
        power = (power + EIGHTHS - 1) // EIGHTHS * EIGHTHS + EIGHTHS
    return power


def has_assault_fire(g: SquadState, unit: Piece) -> bool:
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


def mark_fired(g: SquadState, unit: Piece, occasion: Occasion, *, final: bool = False) -> None:
    """Remember that a unit or weapon has fired, perhaps for good. Rules A8.3, A8.4, E1.8."""
    g.flash(unit)
    mark_spent(g, unit, occasion, final=final)


def mark_spent(g: SquadState, unit: Piece, occasion: Occasion, *, final: bool = False) -> None:
    """Remember that a unit has done what others fire for. Rules A8.3, A8.4."""
    bit = 1 << unit
    if occasion == "prep":
        g.kept_rate &= ~bit
        g.prep_fired |= bit
    elif occasion == "first" and not final:
        g.first_fired |= bit
    else:
        g.first_fired |= bit
        g.final_fired |= bit


def keep_rate(g: SquadState, unit: Piece, occasion: Occasion) -> None:
    """A weapon or gun keeps its rate of fire; in prep fire it has fired all the same."""
    g.flash(unit)  # E1.8
    if occasion == "prep":
        g.prep_fired |= 1 << unit  # A3.2
        g.kept_rate |= 1 << unit  # A9.2, C2.24


def rate_of(g: SquadState, unit: Piece, printed: int) -> int:
    """The rate of fire of a gun or weapon as it is served now. Rules A9.2, C2.24."""
    return max(0, printed + sum(answer(g, unit) for answer in g.setting.chapters.rates))


def breakdown_of(g: SquadState, unit: Piece, printed: int) -> int:
    """The roll from which a gun or weapon breaks down as it is served now. Rule A9.7."""
    return printed + sum(answer(g, unit) for answer in g.setting.chapters.breakdowns)


def malfunction(g: SquadState, weapon: Piece, log: Log) -> None:
    """A weapon breaks down, or is gone for good. Rule A9.7."""
    row = g.setting.weapon_row(weapon)
    if row.lost == "yes":
        g.put(weapon, NOWHERE)
        g.lost |= 1 << weapon
        g.owner[weapon] = NOBODY
        log.append(Malfunctioned(weapon, "lost"))
    else:
        g.malfunctioned |= 1 << weapon
        log.append(Malfunctioned(weapon, "malfunctioned"))


def can_snap(g: SquadState, unit: Piece, occasion: Occasion) -> bool:
    """Whether a unit's small arms can fire at the hexside just crossed: it sees all of it. A8.15.

    A snap shot comes before any fire at the location entered, is halved as area fire, and leaves
    no residual fire.
    """
    crossing = crossing_of(g)
    if crossing is None or not bears_on_crossing(g, unit, crossing, occasion):
        return False
    return sees_whole(g, eye_of(g, unit), g.where[unit], crossing)


def bears_on_crossing(g: SquadState, unit: Piece, crossing: Crossing, occasion: Occasion) -> bool:
    """Whether a hexside is in the range and arc of a unit's small arms, if they can fire at one.

    Both are counted to the location entered (reading of A8.15).
    """
    setting = g.setting
    if not (setting.personnel | setting.mgs | setting.vehicles) >> unit & 1:
        return False
    return bears_on(g, unit, crossing.to, occasion)
