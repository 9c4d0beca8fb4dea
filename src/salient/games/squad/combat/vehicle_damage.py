"""What fire does to vehicles. Rules A7.308, C7, D5.34, D10."""

from __future__ import annotations

from collections.abc import Mapping

from salient.boards.bits import each_piece
from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.combat.morale import credit, eliminate, worth
from salient.games.squad.combat.riding import fall_off, is_rider, people_aboard
from salient.games.squad.combat.stunning import (
    BEHIND_ARMOUR,
    button_up,
    expose_crew,
    roll_for_shock,
)
from salient.games.squad.core.arcs import aspect
from salient.games.squad.core.events.fire import KillRolled, Tried
from salient.games.squad.core.events.men import Became, Wrecked
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.sight.concealment import reveal

SHAPED_CHARGE = 11
"""To Kill number of a shaped charge against an unarmoured vehicle (C7.34)."""

ON_TOP = -2
"""Reading of D6.9: who rides on top of a tank gets off it more easily."""


def fire_at_vehicles(g: SquadState, column: int, finals: Mapping[Piece, int], log: Log) -> None:
    """An attack on the fire table against vehicles in the location. Rules A7.308, D5.34.

    An unarmoured vehicle is destroyed by a final roll under the kill number of the column and
    immobilised by that roll itself; the crew of an AFV closes its hatches under any effective
    fire. Only who is hurt comes to light.

    Args:
        g: The state.
        column: Index of the column.
        finals: The final roll against each vehicle, its cover included.
        log: What happened.
    """
    for vehicle, final in finals.items():
        if g.setting.armour >> vehicle & 1:
            if not g.buttoned >> vehicle & 1:
                expose_crew(g, vehicle, g.setting.tables.result(column, final + BEHIND_ARMOUR), log)
                if g.setting.tables.result(column, final):
                    button_up(g, vehicle, log)
            continue
        match soft_result(g, column, final):
            case "burning" | "wrecked" as result:
                wreck(g, vehicle, log, burns=result == "burning")
            case "immobilised":
                reveal(g, 1 << vehicle, log)  # A12.14
                immobilise(g, vehicle, log)
                shake_crew(g, vehicle, log)


def soft_result(g: SquadState, column: int, final: int) -> str:
    """What the vehicle line of the fire table says of an unarmoured vehicle. Rule A7.308."""
    if column < 0:
        return ""
    kill = g.setting.tables.vehicle_line[COLUMNS[column]]
    if final > kill:
        return ""
    return "immobilised" if final == kill else "burning" if final <= kill // 2 else "wrecked"


def armour_of(g: SquadState, vehicle: Piece, face: str, *, hull: bool) -> int:
    """The armour factor that a hit meets. Rules D1.6, D1.61."""
    row = g.setting.vehicle_row(vehicle)
    if face == "front":
        return row.front if hull else row.turret_front
    return row.side_armour if hull else row.turret_side


def skirts(g: SquadState, vehicle: Piece, face: str, calibre: int) -> int:
    """What skirts add to the armour of a side against a shaped charge. Rule D11.2."""
    hung = "skirts" in g.setting.vehicle_row(vehicle).fittings.split()
    return int(hung and face == "side" and not calibre)


def soft_number(g: SquadState, calibre: int) -> int:
    """The To Kill number against an unarmoured vehicle; a shaped charge has no calibre. C7.34."""
    if not calibre:
        return SHAPED_CHARGE
    return next((kill for least, kill in g.setting.tables.soft if calibre >= least), 7)


def kill_roll(
    g: SquadState,
    unit: Piece,
    target: Piece,
    basic: int,
    bonus: int,
    log: Log,
    *,
    hull: bool,
    critical: bool = False,
    calibre: int = 0,
) -> None:
    """A To Kill roll. Rule C7.

    Args:
        g: The state.
        unit: The firing gun or weapon.
        target: The vehicle hit.
        basic: Basic To Kill number; doubled for a critical hit.
        bonus: What the range adds.
        log: What happened.
        hull: Whether the hull is hit, else the turret.
        critical: Whether it is a critical hit.
        calibre: Calibre, for unarmoured targets; 0 for a shaped charge.
    """
    reveal(g, 1 << target, log)
    face = aspect(g, target, g.where[unit], turret=not hull)
    if g.setting.armour >> target & 1:
        armour = armour_of(g, target, face, hull=hull) + skirts(g, target, face, calibre)
        need = (basic + bonus) * (2 if critical else 1) - armour
    else:
        need = soft_number(g, calibre) * (2 if critical else 1)
    dice = g.dice()
    result = kill_result(sum(dice), need, hull=hull)
    part = f"{'hull' if hull else 'turret'}_{face}"
    log.append(KillRolled(unit, target, part, dice, need, result))
    match result:
        case "burning" | "wrecked":
            wreck(g, target, log, burns=result == "burning")
        case "immobilised":
            immobilise(g, target, log)
            shake_crew(g, target, log)
        case "shocked":
            g.shocked |= 1 << target
            log.append(Became(target, "shocked"))


def kill_result(roll: int, need: int, *, hull: bool) -> str:
    """What a To Kill roll does. Rule C7.7.

    >>> [kill_result(roll, 8, hull=True) for roll in (4, 7, 8, 9)]
    ['burning', 'wrecked', 'immobilised', 'none']
    """
    if roll > need:
        return "none"
    if roll == need:
        return "immobilised" if hull else "shocked"
    return "burning" if roll * 2 <= need else "wrecked"


def wreck(g: SquadState, vehicle: Piece, log: Log, *, burns: bool = False) -> None:
    """A vehicle is a wreck; those aboard may survive (D5.6). Rule D10."""
    bit = 1 << vehicle
    if g.wrecks & bit:
        return
    credit(g, vehicle, worth(g, vehicle))
    reveal(g, bit, log)
    g.wrecks |= bit
    for name in ("motion", "buttoned", "bogged", "mired", "immobile", "shocked", "melee"):
        setattr(g, name, getattr(g, name) & ~bit)
    if burns:
        g.burning |= bit
        g.smoke[g.where[vehicle]] = max(
            g.smoke.get(g.where[vehicle], 0), g.setting.numbers.fire.burning_wreck
        )
    g.stunned.pop(vehicle, None)
    g.recalled &= ~bit
    log.append(Wrecked(vehicle, "burning" if burns else "wrecked"))
    leave_wreck(g, vehicle, log)
    for answer in g.setting.chapters.wreckings:
        answer(g, vehicle, burns, log)


def immobilise(g: SquadState, vehicle: Piece, log: Log) -> None:
    """A vehicle can no longer move. Rule D8.1."""
    bit = 1 << vehicle
    if not g.immobile & bit:
        g.immobile |= bit
        g.motion &= ~bit
        log.append(Became(vehicle, "immobile"))


def shake_crew(g: SquadState, vehicle: Piece, log: Log) -> None:
    """Fire has immobilised a vehicle; what its crew makes of it. Rule D5.5."""
    for answer in g.setting.chapters.immobilisings:
        answer(g, vehicle, log)


def leave_wreck(g: SquadState, vehicle: Piece, log: Log) -> None:
    """Those aboard a destroyed vehicle survive with a roll of its survival number or less.

    Rules D5.6, D6.9 (reading: each for himself; its own crew is a matter of :mod:`.crews`).
    A towed gun is left behind.
    """
    need = g.setting.vehicle_row(vehicle).crew
    for unit in people_aboard(g, vehicle):
        modifiers = (Modifier("D6.9", ON_TOP),) if is_rider(g, unit) else ()
        dice = g.dice()
        lives = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
        log.append(Tried(unit, "survival", dice, modifiers, "passed" if lives else "failed"))
        if lives:
            fall_off(g, unit, log)
        else:
            eliminate(g, unit, "wreck", log)
    for gun in each_piece(g.load(vehicle)):
        g.towed.pop(gun, None)


def settle_shock(g: SquadState, side: int, log: Log) -> None:
    """As a side's rally phase begins, its shocked crews come round or are lost. Rule C7.42."""
    for vehicle in roll_for_shock(g, side, log):
        wreck(g, vehicle, log)
