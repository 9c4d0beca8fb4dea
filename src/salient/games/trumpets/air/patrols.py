"""Patrol areas (5.5): where strafing aircraft hold up the enemy's movement."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.games.trumpets.state import Aircraft, TrumpetsState

PATROL_RADIUS = 3
"""Rule rc-air-2."""


def patrol_area(g: TrumpetsState, craft: Aircraft) -> int:
    """The hexes a strafer patrols. Rule rc-air-2."""
    return g.setting.board.within(1 << craft.centre, PATROL_RADIUS)


def patrolled(g: TrumpetsState, side: int) -> int:
    """The hexes in which enemy patrols hinder a side's movement. Rule sop-24d."""
    found = 0
    for craft in g.aircraft:
        if craft.side == enemy(side) and craft.mission == "strafe":
            found |= patrol_area(g, craft)
    return found
