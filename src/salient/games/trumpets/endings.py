"""The ends of segments: lists 58.0, 60.0 and 61.0."""

from __future__ import annotations

from salient.games.trumpets.calendar import code
from salient.games.trumpets.fight.combat import SUPPORT
from salient.games.trumpets.fight.engaged import release_unthreatened
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

ALERT_TURNS = ("16EV", "17PD")
"""Rule rc-kgp-4: in these turns Alert comes off after Peiper's exploitation."""


def end_of_combat(g: TrumpetsState, side: int) -> None:
    """The list of 58.0, after the last corps of a player. Rules sop-29, eoc-1 to eoc-8.

    Fired, CA, Engaged, Shock and spent leaders stay (eoc-4 to eoc-8); Engaged where it applies.
    """
    g.marked = 0  # eoc-1
    if side != GERMAN or code(g.turn) not in ALERT_TURNS:
        g.alert = 0  # eoc-2
    g.aircraft = tuple(plane for plane in g.aircraft if plane.mission != SUPPORT)  # eoc-3
    release_unthreatened(g)  # eoc-6
