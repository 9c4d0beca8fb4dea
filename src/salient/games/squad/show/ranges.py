"""Where a unit could go by itself if it were to move now: on foot, or by vehicle."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.games.squad.core.courses import find_course
from salient.games.squad.core.paths import find_reach
from salient.games.squad.core.points import ONE, allotment, mp_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.vehicles.driving import can_drive


def range_of(g: SquadState, unit: Piece) -> tuple[int, ...]:
    """The locations a unit on the map can reach alone with all of its points, whoever's turn it is.

    The broken, the pinned and those in close combat go nowhere, nor do guns and weapons by
    themselves. What has been done in this turn does not count. Rules A4.1, A10.4, B3.4, D2.1.
    """
    setting = g.setting
    if g.where[unit] == NOWHERE or unit in g.aboard or (g.lost | g.exited | g.aside()) >> unit & 1:
        return ()
    if setting.vehicles >> unit & 1:
        drives = can_drive(g, unit)
        # A vehicle at a standstill pays one MP to start (D2.12).
        left = mp_of(g, unit) - (0 if g.motion >> unit & 1 else ONE)
        return tuple(sorted(find_course(g, unit, left).ends)) if drives else ()
    if not setting.personnel >> unit & 1 or (g.broken | g.pinned | g.melee) >> unit & 1:
        return ()
    reach = find_reach(g, (unit,), allotment(g, (unit,)), fresh=True, on_road=True)
    return tuple(sorted(reach.ends))
