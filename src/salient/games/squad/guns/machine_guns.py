"""Machine-guns against armoured vehicles. Rule A9.61.

Within its normal range and at full strength a machine-gun may be fired at an AFV as if it were a
small gun: To Hit, then To Kill with 4, one of .50 inches with 5. Readings: neither in the advancing
fire phase, nor pinned, nor as a second fire; the machine-guns of vehicles are not fired so; nobody
fires where the armour cannot be pierced at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import ALL, each_piece
from salient.engine.actions import Action
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import (
    breakdown_of,
    crew_of,
    is_again,
    keep_rate,
    malfunction,
    mark_fired,
    rate_of,
)
from salient.games.squad.combat.vehicle_damage import armour_of, kill_roll
from salient.games.squad.core.arcs import aspect
from salient.games.squad.core.events.fire import HitRolled
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.guns.armament import Shot
from salient.games.squad.guns.ordnance import range_bonus
from salient.games.squad.guns.to_hit import basic_number, hit_cases, roll_to_hit
from salient.games.squad.sight.concealment import expose, reveal
from salient.games.squad.sight.los import sees_unit

CALIBRE = 12
"""What a machine-gun counts as on the tables by calibre."""

AT_FULL_STRENGTH = ("prep", "first", "defensive")
LEAST = 2
"""The least roll of two dice."""


def mg_aims(g: SquadState, unit: Piece, occasion: Occasion, among: int = ALL) -> Iterator[Action]:
    """The known AFVs that a machine-gun can pierce. Rule A9.61."""
    setting = g.setting
    foes = setting.army[enemy(g.side(unit))] & setting.armour & ~(g.hidden | g.concealed | g.wrecks)
    if not foes or occasion not in AT_FULL_STRENGTH or is_again(g, unit, occasion):
        return
    if g.pinned >> crew_of(g, unit) & 1:
        return
    for foe in each_piece(g.on_map(foes & among)):
        away = setting.board.range(g.where[unit], g.where[foe])
        if away <= g.reach(unit) and pierces(g, unit, foe) and sees_unit(g, unit, foe):
            yield Action("aim", (foe,))


def mg_kill_number(g: SquadState, unit: Piece, target: Piece) -> int:
    """The To Kill number of a machine-gun at a range, before the armour. Rules A9.61, C7.31."""
    away = g.setting.board.range(g.where[unit], g.where[target])
    return (g.setting.weapon_row(unit).tk or 0) + range_bonus(g, CALIBRE, away)


def pierces(g: SquadState, unit: Piece, target: Piece) -> bool:
    """Whether any hit could do something to an AFV."""
    need = mg_kill_number(g, unit, target)
    faces = ((hull, aspect(g, target, g.where[unit], turret=not hull)) for hull in (True, False))
    return any(need - armour_of(g, target, face, hull=hull) >= LEAST for hull, face in faces)


def mg_hit_number(g: SquadState, unit: Piece, target: Piece) -> int:
    """The To Hit number of a machine-gun against an AFV, before modifiers. Rules A9.61, C3.3."""
    away = g.setting.board.range(g.where[unit], g.where[target])
    return basic_number(g, Shot(CALIBRE, "", 0, 0, False, "T", 0), away, "vehicle")


def shoot_mg(g: SquadState, unit: Piece, target: Piece, occasion: Occasion, log: Log) -> None:
    """Fire a machine-gun at an AFV: To Hit, To Kill, rate of fire and breakdown. Rule A9.61."""
    place, crew, row = g.where[target], crew_of(g, unit), g.setting.weapon_row(unit)
    attack = Attack("ordnance", g.side(unit), (g.where[unit],), place, occasion == "first", (unit,))
    cases = hit_cases(g, unit, place, 0, occasion, target)
    need = mg_kill_number(g, unit, target)
    basic = mg_hit_number(g, unit, target)
    roll = roll_to_hit(g, unit, basic, (*cases, *cover(g, attack, target)))
    g.call_sniper(g.side(unit), sum(roll.dice))
    if sum(roll.dice) >= breakdown_of(g, unit, row.breakdown):  # A9.7
        malfunction(g, unit, log)
    if roll.dice[0] <= rate_of(g, unit, row.rof):  # A9.2
        keep_rate(g, unit, occasion)
    else:
        mark_fired(g, unit, occasion)
    if g.hidden >> crew & 1:  # A12.14
        reveal(g, 1 << crew, log)
    expose(g, 1 << crew, log)  # A12.14
    log.append(HitRolled(unit, place, roll.dice, roll.need, roll.modifiers, roll.result))
    if roll.hit:
        hull = roll.dice[0] >= roll.dice[1]
        kill_roll(g, unit, target, need, 0, log, hull=hull, critical=roll.critical, calibre=CALIBRE)
