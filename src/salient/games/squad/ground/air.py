"""What the ground is to aircraft: tables that the documents in hand add to.

Aircraft are not part of the core; whoever brings them asks here.
"""

from __future__ import annotations

from salient.games.squad.core.locations import terrain_at
from salient.games.squad.core.state import SquadState

SIGHTING = {"light_woods": 2, "rail_cars": 2, "graveyard": 1, "debris": 1}
"""What terrain adds to a sighting task check. Rules B35.1, E7.3 with err-E7.3."""

CRASH = {"rail_cars": 2, "debris": 2}
"""What terrain adds to a crash landing. Rule E8.23 with err-E8.23."""


def sighting_drm(g: SquadState, place: int) -> int:
    """What a location adds to a task check to sight somebody in it. Rules B35.1, err-E7.3."""
    return SIGHTING.get(terrain_at(g, place), 0)


def crash_drm(g: SquadState, place: int) -> int:
    """What a location adds to a crash landing in it. Rule err-E8.23."""
    return CRASH.get(terrain_at(g, place), 0)
