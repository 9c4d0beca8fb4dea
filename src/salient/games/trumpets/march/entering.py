"""What happens when units enter a hex or stop in it."""

from __future__ import annotations

from salient.engine.ids import Pieces, Place
from salient.engine.state import Log
from salient.games.trumpets.harm.disruption import disrupt, disrupt_crowds
from salient.games.trumpets.roster import ALLIED
from salient.games.trumpets.standing.fuel import capture_fuel
from salient.games.trumpets.state import TrumpetsState


def enter_hex(g: TrumpetsState, units: Pieces, place: Place, log: Log) -> None:
    """Units have entered a hex: dumps are taken, guns next to it disturbed.

    Rules note-dump-1, dis-4.
    """
    capture_fuel(g, units, place, log)
    roster = g.setting.roster
    if roster.side_of[units[0]] == ALLIED:
        near = g.setting.board.around(1 << place)
        disturbed = g.units_in(near, roster.substitutes) & ~g.disrupted2
        if disturbed:
            disrupt(g, disturbed, "dis-4", log)


def stop_in_hex(g: TrumpetsState, place: Place, log: Log) -> None:
    """A move has ended in a hex: overstacked HQs and substitutes are disrupted (dis-2, dis-3)."""
    disrupt_crowds(g, place, log)
