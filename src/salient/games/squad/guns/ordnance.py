"""Guns and anti-tank weapons: To Hit, To Kill, and shells on the fire table. Rules C3-C8, C13."""

from __future__ import annotations

from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike, strike_those_aboard, struck, told_by
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import (
    ON_THE_MOVE,
    breakdown_of,
    crew_of,
    keep_rate,
    malfunction,
    mark_fired,
    rate_of,
)
from salient.games.squad.combat.rubble import shake
from salient.games.squad.combat.vehicle_arms import GUN, fire_arms
from salient.games.squad.combat.vehicle_damage import kill_roll
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.arcs import turns_to
from salient.games.squad.core.events.fire import HitRolled, Malfunctioned
from salient.games.squad.core.events.movement import Turned
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.core.unit_rows import VehicleRow, WeaponRow
from salient.games.squad.guns.armament import Shot, heat_shot, shot_of
from salient.games.squad.guns.backblast import blast_back
from salient.games.squad.guns.indirect import column_for, he_power
from salient.games.squad.guns.to_hit import (
    MOST_ACQUIRED,
    basic_number,
    hit_cases,
    own_number,
    roll_to_hit,
)
from salient.games.squad.sight.concealment import expose, reveal


def turn_gun(g: SquadState, unit: Piece, place: Place, log: Log) -> int:
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


def finish_shot(
    g: SquadState, unit: Piece, dice: tuple[int, int], occasion: Occasion, place: Place, log: Log
) -> None:
    """Rate of fire, breakdown, acquisition, concealment. Rules C2.24, A9.7, C6.5."""
    setting, shot, crew = g.setting, shot_of(g, unit), crew_of(g, unit)
    g.call_sniper(g.side(unit), sum(dice))
    if setting.latws >> unit & 1:
        row = setting.weapon_row(unit)
        if sum(dice) >= breakdown_of(g, unit, row.breakdown):
            malfunction(g, unit, log)
        mark_fired(g, unit, occasion)
    else:
        assert shot is not None
        if sum(dice) >= breakdown_of(g, unit, shot.breakdown):
            g.malfunctioned |= 1 << unit
            log.append(Malfunctioned(unit, "malfunctioned"))
        rate = rate_of(g, unit, shot.rof)
        keeps = dice[0] <= rate and not (occasion in ON_THE_MOVE and g.moved >> unit & 1)
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
    unit: Piece,
    place: Place,
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
    cases = hit_cases(g, unit, place, turns, occasion, NOBODY, desperate=desperate)
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
        answer(g, place, shot.calibre, blast, column, log) for answer in g.setting.chapters.blasts
    ):
        return
    strike(g, shell, column, blast, (), targets, log, told=first)
    if is_building(g, place):  # B24.11
        shake(g, place, shot.calibre, sum(blast), column, log)


def shell_column(g: SquadState, shot: Shot, *, critical: bool) -> int:
    """The column of a shell of a calibre; twice the firepower for a critical hit. Rule C8.31."""
    power = shot.ife or he_power(g, shot.calibre)
    return column_for(2 * power if critical else power)  # C3.7


def shoot_at_vehicle(
    g: SquadState,
    unit: Piece,
    target: Piece,
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
