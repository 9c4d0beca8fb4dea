"""Snipers. Rule A14.

A side whose enemy rolls its sniper activation number has its sniper called. Readings: rolls of the
fire table, To Hit rolls, morale and pin checks count; the sniper shoots when the phase ends, once
for each call. A die of 1 hits, of 2 pins; whom, is left to chance among the enemies who are not
hidden, neither in a culvert (P4.24c) nor in melee. A hit breaks a squad, or wounds a leader.
"""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.squad.combat.morale import crush, pin, wound
from salient.games.squad.core.events import Sniped
from salient.games.squad.core.locations import is_subterranean
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.concealment import reveal

HIT, PINS = 1, 2


def shoot_at_random(g: SquadState, log: Log) -> None:
    """The snipers who were called in this phase shoot. Rule A14.1."""
    calls, g.calls = g.calls, (0, 0)
    for side in (0, 1):
        for _ in range(calls[side]):
            snipe(g, side, log)


def eligible(g: SquadState, side: int) -> list[int]:
    """Whom a side's sniper may hit. Rules A14.22, P4.24c."""
    foes = g.on_map(g.setting.army[enemy(side)] & g.setting.personnel) & ~(g.hidden | g.melee)
    return [unit for unit in members(foes) if not is_subterranean(g, g.where[unit])]


def snipe(g: SquadState, side: int, log: Log) -> None:
    """One shot. Rule A14.3."""
    die, targets = g.die(), eligible(g, side)
    if die > PINS or not targets:
        log.append(Sniped(side, (die,), (), "missed"))
        return
    unit = targets[g.roll(len(targets)) - 1]
    reveal(g, 1 << unit, log)
    log.append(Sniped(side, (die,), (unit,), "hit" if die == HIT else "pins"))
    if die == PINS:
        pin(g, unit, log)
        return
    if g.setting.leaders >> unit & 1:
        wound(g, unit, log)
    else:
        crush(g, unit, log)
