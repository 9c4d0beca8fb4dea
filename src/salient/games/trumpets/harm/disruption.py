"""Disruption (29.3): what brings it, and what it does to a unit."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Place
from salient.engine.state import Log
from salient.games.trumpets.events import Disrupted
from salient.games.trumpets.standing.stacking import crowded_guns, crowded_hqs
from salient.games.trumpets.state import TrumpetsState


def disrupt(g: TrumpetsState, units: int, cause: str, log: Log) -> None:
    """Give units Disrupted 2, for a cause of the chart. Rules tab-dis, dis-9, dis-10, rc-dis-1.

    Guns and HQs go to march formation (proc-strafe-9).
    """
    g.disrupted2 |= units
    g.disrupted1 &= ~units
    g.deployed &= ~units
    g.reserve &= ~units
    log.extend(Disrupted(unit, cause) for unit in each_piece(units))


def disrupt_crowds(g: TrumpetsState, place: Place, log: Log) -> None:
    """Overstacked HQs and substitutes are disrupted where they stop. Rules dis-2, dis-3."""
    there = g.stacks.get(place, 0)
    for units, cause in ((crowded_hqs(g, there), "dis-2"), (crowded_guns(g, there), "dis-3")):
        if units & ~g.disrupted2:
            disrupt(g, units & ~g.disrupted2, cause, log)
