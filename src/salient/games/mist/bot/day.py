"""The clock of the day: who can still act, and before whom.

A unit acts once a day (8.1b), Germans first in each of three impulses. So what the enemy can do
before we act again is known: it is done by those who have not acted yet.
"""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.games.mist.rules.special import LAST_IMPULSE
from salient.games.mist.setting import ALLIED, GERMAN, SIDES
from salient.games.mist.state import MistState


def is_last_day(g: MistState) -> bool:
    """Whether everybody acts for the last time in the game."""
    return g.clock // 3 == g.setting.last_clock // 3


def impulses_left(g: MistState) -> int:
    """How many impulses of the day a side has after this one."""
    return min(LAST_IMPULSE - g.impulse, g.setting.last_clock - g.clock)


def answering(g: MistState, side: int) -> int:
    """The enemy's units that can act before a side acts again.

    The Allies answer on the same day. The Germans do after the Allies' first and second impulse;
    after the third the night lies between, and all are fresh.
    """
    setting, units = g.setting, g.setting.army[enemy(side)]
    if g.clock == setting.last_clock and SIDES.index(setting.scenario.last_side) == side:
        return 0
    if side == GERMAN and g.clock == 0:
        units &= setting.free
    if side == ALLIED and g.impulse == LAST_IMPULSE:
        return units
    return units & ~g.acted


def in_the_field(g: MistState, side: int) -> int:
    """The enemy's units that can act again in this game, sooner or later."""
    return answering(g, side) if is_last_day(g) else g.setting.army[enemy(side)]
