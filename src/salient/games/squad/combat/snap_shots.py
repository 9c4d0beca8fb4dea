"""Snap shots: fire at infantry on the hexside that it has just crossed. Rule A8.15.

It comes before any fire at the location entered, is halved as area fire, leaves no residual fire,
and is for small arms only. Range and arc are counted to the location entered (reading).
"""

from __future__ import annotations

from salient.games.squad.combat.firepower import bears_on
from salient.games.squad.core.questions import Occasion
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.crossings import crossing_of, look_at_corners
from salient.games.squad.sight.glances import eye_of


def can_snap(g: SquadState, unit: int, occasion: Occasion) -> bool:
    """Whether a unit's small arms can fire at the hexside just crossed: it sees all of it."""
    crossing = crossing_of(g)
    setting = g.setting
    small = setting.personnel | setting.mgs | setting.vehicles
    if crossing is None or not small >> unit & 1 or not bears_on(g, unit, crossing.to, occasion):
        return False
    looks = look_at_corners(g, eye_of(g, unit), g.where[unit], crossing)
    return all(look.clear for look in looks)
