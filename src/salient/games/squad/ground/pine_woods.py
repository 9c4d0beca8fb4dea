"""Pine woods (rule P1): woods in everything but their height and what they cost on foot.

Their height (P1.2) is in ``data/terrain.csv``; what they share with woods (P1.1b) is a line of
``data/chart.csv`` like that of woods.
"""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.games.squad.core.locations import terrain_at, uses_road
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry, Part

ON_FOOT = 3
"""Halves of MF (P1.3); vehicles pay what woods cost."""


def pine_cost(g: SquadState, entry: Entry) -> Part | None:
    """What entering pine woods costs infantry in place of woods. Rule P1.3.

    On a road, in bypass and down a ladder one does not go through the trees.
    """
    if not entry.on_foot or entry.manner == "bypass":
        return None
    from_outside = entry.crossing or entry.origin in (NOWHERE, entry.to)
    if not from_outside or terrain_at(g, entry.to) != "pine_woods":
        return None
    if uses_road(g, entry):
        return None
    return Part("P1.3", ON_FOOT, "pine_woods")


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"pine_woods"}),
    base_costs=(pine_cost,),
)
