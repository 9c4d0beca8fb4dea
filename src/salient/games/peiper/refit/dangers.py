"""Step 8.604: the encircled, those in minefields, the bogged and the shocked."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.peiper.events import UnitDiced, UnitFared
from salient.games.peiper.standing.pool import lose, lose_guns_of_wrecks
from salient.games.peiper.state import PeiperState
from salient.games.squad.combat.mines import meet_mines
from salient.games.squad.combat.morale import leader_help, reduce
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.infantry.prisoners import held_by, rearm
from salient.games.squad.vehicles.crews import abandon

FREE, STUCK = 4, 6
"""The highest dice on which a bogged vehicle gets free, and stays manned. Rule P8.6043."""

RECOVERS = 3
"""The highest die on which a shocked crew recovers. Rule P8.6044."""


def face_dangers(g: PeiperState, log: Log) -> None:
    """Step 8.604."""
    hooked = dict(g.towed)
    check_encircled(g, log)
    check_mines(g, log)
    free_the_bogged(g, log)
    wake_the_shocked(g, log)
    lose_guns_of_wrecks(g, hooked)


def task_check(g: PeiperState, unit: Piece, plus: int, log: Log, rule: str) -> bool:
    """A task check in the refit phase, with a leader's help; whether it is passed."""
    modifiers = leader_help(g, unit)
    if plus:
        modifiers = (Modifier(rule, plus), *modifiers)
    dice = g.dice()
    need = g.morale(unit)
    passed = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
    result = "passed" if passed else "failed"
    log.append(UnitDiced(g.side(unit), unit, "task_check", dice, need, modifiers, result, rule))
    return passed


def check_encircled(g: PeiperState, log: Log) -> None:
    """Each encircled unit takes a 1TC or is lost. Rules P8.6041a, P8.6041b."""
    for unit in each_piece(g.on_map(g.encircled & g.setting.personnel) & ~g.aside()):
        if not task_check(g, unit, 1, log, "P8.6041a"):
            prisoners, dropped = held_by(g, unit), g.carried(unit)
            lose(g, unit)
            take_up_arms(g, prisoners, dropped, log)


def take_up_arms(g: PeiperState, prisoners: list[Piece], dropped: int, log: Log) -> None:
    """Prisoners whom nobody takes over arm themselves with what their guard leaves. P8.6041b."""
    free = [unit for unit in prisoners if unit not in g.captive and g.setting.squads >> unit & 1]
    for unit, item in zip(free, each_piece(dropped), strict=False):
        g.owner[item] = unit
        if g.setting.side_of[item] != g.setting.side_of[unit]:
            g.captured |= 1 << item  # A21.11
    rearm(g, log)


def check_mines(g: PeiperState, log: Log) -> None:
    """Those in minefields who cannot leave in safety are attacked or check. P8.6042a, P8.6042b."""
    for place in sorted(g.mines):
        if all(field.kind == "dummy" for field in g.mines[place]):
            continue
        there = g.stacks.get(place, 0) & ~g.wrecks & ~g.aside()
        for unit in each_piece(there & (g.setting.vehicles & ~g.immobile | g.setting.personnel)):
            if not g.lost >> unit & 1 and not has_safe_way(g, unit, place):
                suffer(g, unit, place, log)


def suffer(g: PeiperState, unit: Piece, place: Place, log: Log) -> None:
    """A vehicle is attacked as if it left; infantry takes a NTC among A-P mines. P8.6042a, b."""
    if g.setting.vehicles >> unit & 1:
        meet_mines(g, (unit,), place, log)
        return
    deadly = any(field.kind == "ap" for field in g.mines[place])
    if deadly and not task_check(g, unit, 0, log, "P8.6042b"):
        reduce(g, unit, "mines", log)


def has_safe_way(g: PeiperState, unit: Piece, place: Place) -> bool:
    """Whether a unit could leave without mines or an enemy's hex in its way. Rule P8.6042c.

    Mines attack who leaves their hex, too (B28.41), so that there is none but by stairs.
    """
    held = g.control[enemy(g.side(unit))]
    return any(
        link.side < 0 and link.to not in g.mines and not held >> link.to & 1
        for link in g.setting.board.links[place]
    )


def free_the_bogged(g: PeiperState, log: Log) -> None:
    """Each bogged or mired vehicle gets free, or is stuck for good. Rule P8.6043."""
    setting = g.setting
    for vehicle in each_piece((g.bogged | g.mired) & ~g.wrecks):
        side, place = g.side(vehicle), g.where[vehicle]
        modifiers = []
        if g.mired >> vehicle & 1:
            modifiers.append(Modifier("P8.6043", 1))
        if setting.vehicle_row(vehicle).move != "tracked":
            modifiers.append(Modifier("P8.6043", 1))
        if has_tractor(g, vehicle, place, side):
            modifiers.append(Modifier("P8.6043", -1))
        die = g.die()
        final = die + sum(modifier.value for modifier in modifiers)
        result = "free" if final <= FREE else "immobile" if final <= STUCK else "abandoned"
        log.append(
            UnitDiced(side, vehicle, "bog", (die,), FREE, tuple(modifiers), result, "P8.6043")
        )
        g.bogged &= ~(1 << vehicle)
        g.mired &= ~(1 << vehicle)
        if result != "free":
            g.immobile |= 1 << vehicle
        if result == "abandoned":
            abandon(g, vehicle, log)


def has_tractor(g: PeiperState, vehicle: Piece, place: Place, side: int) -> bool:
    """Whether another mobile tracked AFV of its side stands by. Rule P8.6043."""
    setting = g.setting
    stuck = g.bogged | g.mired | g.immobile | g.wrecks | 1 << vehicle
    near = setting.ground.beside[setting.board.hex_of[place]] | 1 << setting.board.hex_of[place]
    return any(
        near >> g.hex(other) & 1 and setting.vehicle_row(other).move == "tracked"
        for other in each_piece(g.on_map(setting.army[side] & setting.armour) & ~stuck)
    )


def wake_the_shocked(g: PeiperState, log: Log) -> None:
    """Shocked crews recover, or their vehicle is a wreck; the recalled leave. Rule P8.6044."""
    for vehicle in each_piece(g.shocked & ~g.wrecks):
        die = g.die()
        recovers = die <= RECOVERS
        result, side = "recovers" if recovers else "wreck", g.side(vehicle)
        log.append(UnitDiced(side, vehicle, "shock", (die,), RECOVERS, (), result, "P8.6044"))
        g.shocked &= ~(1 << vehicle)
        if not recovers:
            wreck(g, vehicle, log, burns=False)
    for vehicle in each_piece(g.recalled & ~g.wrecks):
        log.append(UnitFared(g.side(vehicle), vehicle, "recalled", "P8.6044"))
        lose(g, vehicle)
