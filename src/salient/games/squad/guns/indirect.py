"""Shells that come down from above, of mortars and of artillery. Rules C1.5, C3.33, B13.3.

Terrain counts on the fire table, not in a To Hit roll; trees make shells burst in the air. Walls
and heights protect from nothing that falls from the sky, and nobody in a culvert is hurt (P4.24b).
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.rubble import shake
from salient.games.squad.core.locations import is_building, is_subterranean
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.core.tables import COLUMNS


def he_power(g: SquadState, calibre: int) -> int:
    """Firepower of a high-explosive shell of a calibre. Rule C8.31."""
    return next((power for least, power in g.setting.tables.shells if calibre >= least), 1)


def column_for(power: int) -> int:
    """The column that a firepower reaches, at least the first.

    >>> column_for(3), column_for(20)
    (1, 7)
    """
    return max(index for index, factor in enumerate(COLUMNS) if factor <= max(power, 1))


def exposed_to_shells(g: SquadState, units: int) -> int:
    """Those of some units that shells from above can hurt. Rule P4.24b."""
    found = 0
    for unit in each_piece(units):
        if not is_subterranean(g, g.where[unit]):
            found |= 1 << unit
    return found


def burst(
    g: SquadState, attack: Attack, calibre: int, column: int, targets: int, log: Log
) -> tuple[int, int]:
    """A shell from above goes off; the dice as they fell. Rules C1.5, C3.33, B24.11, P5.1411d."""
    dice = g.dice()
    place, roll = attack.target, sum(dice)
    if any(answer(g, place, calibre, dice, column, log) for answer in g.setting.chapters.blasts):
        return dice
    strike(g, attack, column, dice, (), exposed_to_shells(g, targets), log)
    for answer in g.setting.chapters.bursts:
        answer(g, attack, roll, column, log)
    if is_building(g, place):
        shake(g, place, calibre, roll, column, log)
    return dice
