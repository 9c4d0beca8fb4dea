"""Fire at aircraft. Rule E7.5.

Reading: anti-aircraft guns, and AFVs with a machine-gun on top whose crew looks out, within 12
hexes of the target of a plane fire at it if they have not fired in this phase. Two dice of no more
than 3 shoot it down, 4 for the faster guns; one of no more than 5 drives it off.
"""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.firepower import able_to_fire, crew_of, mark_fired
from salient.games.squad.core.events.fire import FlakFired
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.unit_rows import GunRow, VehicleRow
from salient.games.squad.sight.concealment import reveal

RANGE, FAST, DRIVEN_OFF = 12, 8, 5
"""How far flak reaches, the rate (IFE) from which a gun is fast, and what drives a plane off."""


def is_flak(g: SquadState, unit: Piece) -> bool:
    """Whether something can be fired at aircraft. Rule E7.5."""
    row = g.setting.units[unit].row
    if isinstance(row, GunRow):
        return row.kind == "AA" and unit not in g.towed
    if not isinstance(row, VehicleRow):
        return False
    return row.branch in ("AAht", "AAtr", "SPAA") or bool(row.aamg and not g.buttoned >> unit & 1)


def downs(g: SquadState, unit: Piece) -> int:
    """The highest roll that shoots a plane down. Rule E7.5."""
    row, numbers = g.setting.units[unit].row, g.setting.numbers.aircraft
    rate = row.ife if isinstance(row, GunRow | VehicleRow) else 0
    return numbers.flak + (rate >= FAST)


def gunners(g: SquadState, side: int, place: Place) -> list[Piece]:
    """Who can fire at a plane over a hex. Rule E7.5."""
    done = g.first_fired | g.final_fired | g.malfunctioned | g.abandoned
    units = g.setting.army[side] & (g.setting.guns | g.setting.vehicles) & ~done
    near = g.setting.board.within(place, RANGE)
    return [
        unit for unit in each_piece(able_to_fire(g, units))
        if near >> g.where[unit] & 1 and is_flak(g, unit)
    ]  # fmt: skip


def change(g: SquadState, number: int, **changes: bool) -> None:
    """Something becomes of a plane."""
    planes = list(g.aircraft)
    planes[number] = msgspec.structs.replace(planes[number], **changes)
    g.aircraft = tuple(planes)


def shoot_at(g: SquadState, unit: Piece, plane: int, log: Log) -> None:
    """Fire at a plane: who does so has fired, and is seen. Rules E7.5, A12.14."""
    need, dice = downs(g, unit), g.dice()
    down, off = sum(dice) <= need, sum(dice) <= DRIVEN_OFF
    mark_fired(g, unit, "first", final=True)
    reveal(g, 1 << crew_of(g, unit) | 1 << unit, log)
    log.append(FlakFired(unit, dice, need, "downed" if down else "driven_off" if off else "missed"))
    if off:
        change(g, plane, gone=True)
