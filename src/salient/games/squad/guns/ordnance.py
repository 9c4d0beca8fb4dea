"""Guns and anti-tank weapons: To Hit, To Kill, and shells on the fire table. Rules C3-C8, C13."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from salient.boards.bits import members, set_of
from salient.engine.events import Modifier
from salient.engine.ids import enemy
from salient.engine.memory import Memo
from salient.engine.state import Log, once
from salient.games.squad.combat.attack import strike, strike_those_aboard, struck, told_by
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import (
    ON_THE_MOVE,
    crew_of,
    is_again,
    keep_rate,
    malfunction,
    mark_fired,
)
from salient.games.squad.combat.rubble import shake
from salient.games.squad.combat.vehicle_arms import GUN, arms_left, fire_arms
from salient.games.squad.combat.vehicle_damage import kill_roll
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.arcs import turns_to
from salient.games.squad.core.events import HitRolled, Malfunctioned, Turned
from salient.games.squad.core.locations import is_building, is_obstacle, takes_heat, terrain_at
from salient.games.squad.core.points import ONE
from salient.games.squad.core.questions import Attack, Occasion
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.tables import COLUMNS, GunRow, UnitRow, VehicleRow, WeaponRow
from salient.games.squad.guns.backblast import backblast_cases, blast_back
from salient.games.squad.sight.concealment import expose, reveal
from salient.games.squad.sight.los import eye_of, sight_of

BAND = 6
"""Hexes of a range band of the To Hit table (C3.3)."""

CRITICAL = 2
FARTHEST = 9 * BAND
MOST_ACQUIRED = -2
MOVING = 2
"""Case J against a vehicle in motion."""

DASHING = 2
"""Case J against infantry that dashes across a road (A4.63)."""

IN_MOTION = "C5.35"
"""Case C4: the rule by which the lower die counts twice."""

LATE, LATE_AMONG_OBSTACLES = 2, 3
"""Case B, in the open and in woods, buildings or rubble."""

TURN_COST = {"T": (1, 1), "ST": (2, 1), "NT": (3, 1), "gun": (3, 1)}
"""Rule C5.11: what the first corner turned adds, and each further one."""

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


def heat_shot(g: SquadState, unit: int) -> Shot | None:
    """The shaped charge of a light anti-tank weapon against infantry. Rules C8.31, C13."""
    row = g.setting.units[unit].row
    if not isinstance(row, WeaponRow) or not g.setting.latws >> unit & 1:
        return None
    return Shot(0, "", row.rof, row.fp, True, "T", row.breakdown, heat=True)


def shot_of(g: SquadState, unit: int) -> Shot | None:
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


def can_shoot(g: SquadState, unit: int, occasion: Occasion) -> bool:
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
    g: SquadState, unit: int, occasion: Occasion, among: int = -1
) -> Iterator[int]:
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
    for place in members(sight_of(g).seen(eye_of(g, unit), g.where[unit], held)):
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


def _may_burst(g: SquadState, unit: int, place: int) -> bool:
    """Whether a shaped charge can be fired at infantry in a location. Rules C8.31, C13."""
    away = g.setting.board.range(g.where[unit], place)
    return away <= g.setting.weapon_row(unit).range and takes_heat(g, place)


def may_bear(g: SquadState, unit: int, place: int) -> bool:
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


# -- To Hit ---------------------------------------------------------------------------------------


def basic_number(g: SquadState, shot: Shot, away: int, row: str) -> int:
    """The To Hit number before modifiers. Rules C3.3, C4."""
    tables = g.setting.tables.hit
    band = min(max(away - 1, 0) // BAND, 9)
    number = int(tables[row][band])
    if shot.barrel:
        number += int(tables[shot.barrel][band])
    if shot.calibre <= 40:
        number += int(tables["40"][band])
    elif shot.calibre <= 57:
        number += int(tables["57"][band])
    return number


def own_number(g: SquadState, unit: int, away: int) -> int:
    """The To Hit number of a light anti-tank weapon, which has numbers of its own. Rule C13."""
    return int(g.setting.weapon_row(unit).th.split()[away])


def hit_cases(
    g: SquadState,
    unit: int,
    place: int,
    turns: int,
    occasion: Occasion,
    target: int,
    *,
    desperate: bool = False,
) -> list[Modifier]:
    """The modifiers of a To Hit roll, case by case.

    Args:
        g: The state.
        unit: The firing gun, vehicle or light anti-tank weapon.
        place: Location of the target.
        turns: Corners its gun is turned.
        occasion: When.
        target: A vehicle aimed at, or -1.
        desperate: Whether the firer takes a backblast for a better aim (C13.81).
    """
    setting, found = g.setting, []
    shot, crew = shot_of(g, unit), crew_of(g, unit)
    board = setting.board
    closed = is_obstacle(g, g.where[unit]) and unit not in g.bypass
    if shot is not None and turns:  # C5.11
        first, more = TURN_COST[shot.mount]
        value = first + more * (turns - 1)
        found.append(Modifier("C5.11", value * (2 if closed else 1)))
    if occasion in ON_THE_MOVE:
        found += late_cases(g, unit, occasion, closed=closed and not among_cars(g, unit))
    found += backblast_cases(g, unit, desperate=desperate)
    if g.pinned >> crew & 1:  # C5.4
        found.append(Modifier("C5.4", 2))
    if g.where[unit] == place:  # C5.5
        found.append(Modifier("C5.5", 4 if closed and not among_cars(g, unit) else 2))
    if g.buttoned >> unit & 1:  # C5.9
        found.append(Modifier("C5.9", 1))
    if g.cx >> crew & 1:  # A4.51
        found.append(Modifier("A4.51", 1))
    found.append(Modifier("D3.44", setting.commander.get(unit, 0)))
    if target >= 0:
        found += vehicle_cases(g, target, board.range(g.where[unit], place))
    away = board.range(g.where[unit], place)
    if target < 0 and occasion == "first" and g.is_dashing(place):  # C6.1
        found.append(Modifier("C6.1", DASHING))
    if target < 0 and away <= 2 and away:  # C6.4
        found.append(Modifier("C6.4", -2 if away == 1 else -1))
    if unit in g.acquired and g.acquired[unit][0] == place:  # C6.5
        found.append(Modifier("C6.5", g.acquired[unit][1]))
    for answer in g.setting.chapters.hit_cases:
        found += answer(g, unit, place, turns)
    return [modifier for modifier in found if modifier.value]


def among_cars(g: SquadState, unit: int) -> bool:
    """Whether a firer stands between rail cars, about which B32.54 has its own word."""
    return terrain_at(g, g.where[unit]) == "rail_cars"


def late_cases(g: SquadState, unit: int, occasion: Occasion, *, closed: bool) -> Iterator[Modifier]:
    """Fire in the advancing fire phase, after moving and while driving.

    Case C comes on top of Case B. What a light anti-tank weapon pays in that phase is Case C3.
    """
    if not (g.setting.vehicles | g.setting.guns) >> unit & 1:  # C5.34
        yield Modifier("C5.34", LATE)
        return
    yield Modifier("C5.2", LATE_AMONG_OBSTACLES if closed else LATE)
    if not (g.moved >> unit & 1 or occasion == "bounding"):  # C5.3
        return
    shot = shot_of(g, unit)
    yield Modifier("C5.3", 3 if shot is not None and shot.mount == "NT" else 2)
    if occasion == "bounding":  # C5.33
        seen = g.moving.seen
        yield Modifier("C5.33", 2 if seen <= 2 * ONE else 1 if seen <= 3 * ONE else 0)


def vehicle_cases(g: SquadState, target: int, away: int) -> list[Modifier]:
    """Cases of a vehicle as target: it moves, it is large, it is near.

    Of a concealed target, vehicle or not, nobody knows how it moves or how large it is.
    """
    near = [Modifier("C6.4", -2 if away == 1 else -1)] if away in (1, 2) else []
    if g.concealed >> target & 1:  # C6.2
        return [*near, Modifier("C6.2", 2)]
    size = Modifier("C6.7", g.setting.vehicle_row(target).size)
    return [Modifier("C6.1", moving_target(g, target)), size, *near]


def moving_target(g: SquadState, target: int) -> int:
    """What a vehicle in motion is harder to hit: more if it was seen for a short way. Rule C6.1."""
    if not g.motion >> target & 1:
        return 0
    if g.march is None or target not in g.march.units:
        return MOVING
    return MOVING + (2 if g.march.seen <= ONE else 1 if g.march.seen <= 3 * ONE else 0)


def turn_gun(g: SquadState, unit: int, place: int, log: Log) -> int:
    """Bring a gun to bear; how many corners it was turned, -1 if it would not.

    Rules C5.1, P5.122a.
    """
    turns, corner = turns_to(g, unit, place, turret=True)
    if not turns:
        return 0
    row = g.setting.units[unit].row
    if isinstance(row, VehicleRow) and row.turret != "NT":
        if sum(answer(g, unit, corner, log) for answer in g.setting.chapters.swings):
            return -1
        g.turret[unit] = corner
    else:
        g.facing[unit] = corner
        g.turret[unit] = corner
    log.append(Turned(unit, CORNER_WORDS[corner]))
    return turns


class HitRoll(NamedTuple):
    """A To Hit roll: the dice, the number they had to reach, and what counted. Rule C3."""

    dice: tuple[int, int]
    need: int
    modifiers: tuple[Modifier, ...]

    @property
    def critical(self) -> bool:
        """Whether it is a critical hit. Rule C3.7."""
        return sum(self.dice) == CRITICAL

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.critical or sum(self.dice) <= self.need

    @property
    def result(self) -> str:
        """What to call it."""
        return "critical" if self.critical else "hit" if self.hit else "missed"


def roll_to_hit(g: SquadState, unit: int, basic: int, modifiers: Iterable[Modifier]) -> HitRoll:
    """Roll to hit; for a vehicle in motion the lower die counts twice (Case C4). C3, C5.35."""
    dice, found = g.dice(), tuple(modifiers)
    if g.motion >> unit & 1:
        found += (Modifier(IN_MOTION, min(dice)),)
    return HitRoll(dice, basic - sum(modifier.value for modifier in found), found)


def finish_shot(
    g: SquadState, unit: int, dice: tuple[int, int], occasion: Occasion, place: int, log: Log
) -> None:
    """Rate of fire, breakdown, acquisition, concealment. Rules C2.24, C2.28, C6.5."""
    setting, shot, crew = g.setting, shot_of(g, unit), crew_of(g, unit)
    g.call_sniper(g.side(unit), sum(dice))
    if setting.latws >> unit & 1:
        row = setting.weapon_row(unit)
        if sum(dice) >= row.breakdown:
            malfunction(g, unit, log)
        mark_fired(g, unit, occasion)
    else:
        assert shot is not None
        if sum(dice) >= shot.breakdown:
            g.malfunctioned |= 1 << unit
            log.append(Malfunctioned(unit, "malfunctioned"))
        keeps = dice[0] <= shot.rof and not (occasion in ON_THE_MOVE and g.moved >> unit & 1)
        if setting.vehicles >> unit & 1:
            fire_arms(g, unit, GUN, occasion, keeps=keeps and occasion != "bounding")
        elif keeps:
            keep_rate(g, unit, occasion)
        else:
            mark_fired(g, unit, occasion)
        now = g.acquired.get(unit, (-1, 0))
        level = now[1] - 1 if now[0] == place else -1
        g.acquired[unit] = (place, max(level, MOST_ACQUIRED))
    if g.hidden >> crew & 1 or g.hidden >> unit & 1:
        reveal(g, 1 << crew | 1 << unit, log)
    expose(g, 1 << crew, log)


# -- shooting -------------------------------------------------------------------------------------


def shoot_at_place(
    g: SquadState,
    unit: int,
    place: int,
    occasion: Occasion,
    log: Log,
    *,
    desperate: bool = False,
) -> None:
    """Fire at infantry or guns in a location; a hit is a shell on the fire table. Rule C8.31.

    The cover counts in the To Hit roll, not on the table.
    """
    shot = shot_of(g, unit) or heat_shot(g, unit)
    assert shot is not None
    side, origin = g.side(unit), g.where[unit]
    turns = 0 if shot.heat else turn_gun(g, unit, place, log)  # C5.11
    if turns < 0:
        return
    away = g.setting.board.range(g.where[unit], place)
    moving = occasion == "first"
    there = struck(g, place, enemy(side), moving=moving) & ~(g.hidden | g.riding())
    targets = there & g.setting.personnel
    attack = Attack("ordnance", side, (g.where[unit],), place, moving, (unit,))
    first = told_by(g, there)
    cases = hit_cases(g, unit, place, turns, occasion, -1, desperate=desperate)
    modifiers = [*cases, *cover(g, attack, first)]  # C6.8
    if not targets & ~g.concealed:  # C6.2
        modifiers.append(Modifier("C6.2", 2))
    basic = own_number(g, unit, away) if shot.heat else basic_number(g, shot, away, "infantry")
    roll = roll_to_hit(g, unit, basic, modifiers)
    finish_shot(g, unit, roll.dice, occasion, place, log)
    log.append(HitRolled(unit, place, roll.dice, roll.need, roll.modifiers, roll.result))
    if desperate:  # C13.81
        blast_back(g, side, origin, roll.dice[0], log)
    if not roll.hit:
        return
    column = shell_column(g, shot, critical=roll.critical)
    blast = g.dice()
    shell = Attack("impact", side, (), place, False, (unit,))
    if any(
        answer(g, place, shot.calibre, sum(blast), column, log)
        for answer in g.setting.chapters.blasts
    ):
        return
    strike(g, shell, column, blast, (), targets, log, told=first)
    if is_building(g, place):  # B24.11
        shake(g, place, shot.calibre, sum(blast), column, log)


def shell_column(g: SquadState, shot: Shot, *, critical: bool) -> int:
    """The column of a shell of a calibre; twice the firepower for a critical hit. Rule C8.31."""
    power = shot.ife or next(
        (power for least, power in g.setting.tables.shells if shot.calibre >= least), 1
    )
    power *= 2 if critical else 1  # C3.7
    return max(index for index, factor in enumerate(COLUMNS) if factor <= max(power, 1))


def shoot_at_vehicle(
    g: SquadState,
    unit: int,
    target: int,
    occasion: Occasion,
    log: Log,
    *,
    desperate: bool = False,
) -> None:
    """Fire at a vehicle, or at a concealed unit taken for one: To Hit, To Kill. C3.32, C7, C13."""
    setting = g.setting
    place, side, origin = g.where[target], g.side(unit), g.where[unit]
    row = setting.units[unit].row
    turns = 0 if isinstance(row, WeaponRow) else turn_gun(g, unit, place, log)
    if turns < 0:
        return
    away = setting.board.range(g.where[unit], place)
    attack = Attack("ordnance", side, (g.where[unit],), place, occasion == "first", (unit,))
    cases = hit_cases(g, unit, place, turns, occasion, target, desperate=desperate)
    if isinstance(row, WeaponRow):
        basic = own_number(g, unit, away)
    else:
        shot = shot_of(g, unit)
        assert shot is not None
        basic = basic_number(g, shot, away, "vehicle")
    roll = roll_to_hit(g, unit, basic, (*cases, *cover(g, attack, target)))
    dice, critical = roll.dice, roll.critical
    hit = roll.hit and bool(setting.vehicles >> target & 1)
    gun = shot_of(g, unit)
    finish_shot(g, unit, dice, occasion, place, log)
    result = roll.result if hit else "missed"
    log.append(HitRolled(unit, place, dice, roll.need, roll.modifiers, result))
    if desperate:  # C13.81
        blast_back(g, side, origin, dice[0], log)
    if not hit:
        return
    hull = dice[0] >= dice[1]
    if isinstance(row, WeaponRow):
        kill_roll(g, unit, target, row.tk or 0, 0, log, hull=hull, critical=critical)
    else:
        assert gun is not None
        kill_roll(
            g, unit, target, to_kill(g, gun), range_bonus(g, gun.calibre, away), log,
            hull=hull, critical=critical, calibre=gun.calibre,
        )  # fmt: skip
    shell = gun or heat_shot(g, unit)
    assert shell is not None
    strike_those_aboard(g, unit, target, shell_column(g, shell, critical=critical), log)


def to_kill(g: SquadState, shot: Shot) -> int:
    """The basic To Kill number of a gun's AP shot. Rule C7.31."""
    name = f"{shot.calibre}{shot.barrel}"
    kills = g.setting.tables.kill
    return kills.get(name, kills.get(str(shot.calibre), 5))


def range_bonus(g: SquadState, calibre: int, away: int) -> int:
    """What the range adds to a To Kill number. Rule C7.31."""
    bands = g.setting.numbers.bands
    line = bands.small if calibre <= 25 else bands.medium if calibre <= 57 else bands.large
    band = 0 if away <= 1 else 1 if away == 2 else 2 if away <= 6 else 2 + (away - 1) // 6
    return line[min(band, len(line) - 1)]
