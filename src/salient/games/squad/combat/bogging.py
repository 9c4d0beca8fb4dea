"""Bogging down and getting free. Rules D8.2, D8.3."""

from __future__ import annotations

from collections.abc import Sequence

from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.combat.vehicle_damage import immobilise
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck

FREED, STUCK = 4, 5
"""Reading of D8.3: up to 4 it is free, 5 changes nothing, more makes it worse."""


def bog_modifiers(g: SquadState, vehicle: Piece, check: BogCheck) -> tuple[Modifier, ...]:
    """What adds to a bog check: the terrain, ground pressure, wheels, a gun behind. D8.21."""
    row = g.setting.vehicle_row(vehicle)
    found = [Modifier(check.rule, check.drm)]
    if check.alone:
        return tuple(modifier for modifier in found if modifier.value)
    found.append(Modifier("D1.4", row.pressure))
    if row.move != "tracked":
        found.append(Modifier("D8.21", 1))
    if row.move == "truck":
        found.append(Modifier("D8.21", 1))
    if vehicle in g.towed.values():
        found.append(Modifier("D8.21", 1))
    for answer in g.setting.chapters.bog_modifiers:
        found += answer(g, vehicle)
    return tuple(modifier for modifier in found if modifier.value)


def bog_checks(g: SquadState, vehicle: Piece, checks: Sequence[BogCheck], log: Log) -> None:
    """Make the bog checks of an entry; two that fail leave the vehicle mired. Rules D8.2, P3.3c."""
    failed = 0
    for check in checks:
        if g.wrecks >> vehicle & 1:
            return
        modifiers = bog_modifiers(g, vehicle, check)
        dice = g.dice()
        total = sum(dice) + sum(modifier.value for modifier in modifiers)
        bogs = total >= g.setting.numbers.bog.threshold
        failed += bogs
        log.append(BogChecked(vehicle, dice, modifiers, "bogged" if bogs else "passed"))
    if failed:
        g.bogged |= 1 << vehicle
        g.motion &= ~(1 << vehicle)
        if failed > 1:
            g.mired |= 1 << vehicle


def try_to_free(g: SquadState, vehicle: Piece, log: Log) -> None:
    """A bogged vehicle tries to get free; a mired one finds it harder. Rule D8.3."""
    bit = 1 << vehicle
    die = g.die()
    final = die + (1 if g.mired & bit else 0)
    if final <= FREED:
        g.bogged &= ~bit
        g.mired &= ~bit
        result = "freed"
    elif final <= STUCK:
        result = "bogged"
    elif g.mired & bit:
        immobilise(g, vehicle, log)
        result = "immobile"
    else:
        g.mired |= bit
        result = "mired"
    log.append(BogChecked(vehicle, (die,), (), result))
