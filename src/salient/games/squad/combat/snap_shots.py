"""Snap shots: fire at infantry on the hexside that it has just crossed. Rule A8.15.

It comes before any fire at the location entered, is halved as area fire, leaves no residual fire,
and is for small arms only. Range and arc are counted to the location entered (reading).
"""

from __future__ import annotations

from salient.games.squad.combat.firepower import bearing_on
from salient.games.squad.core.questions import Occasion
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.crossings import crossing_of, sees_whole
from salient.games.squad.sight.los import eye_of


def can_snap(g: SquadState, unit: int, occasion: Occasion) -> bool:
    """Whether a unit's small arms can fire at the hexside just crossed: it sees all of it."""
    crossing, setting = crossing_of(g), g.setting
    if crossing is None or not (setting.personnel | setting.mgs | setting.vehicles) >> unit & 1:
        return False
    if not bearing_on(g, unit, (crossing.to,), occasion):
        return False
    return sees_whole(g, eye_of(g, unit), g.where[unit], crossing)
