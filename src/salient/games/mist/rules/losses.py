"""Hits and losses: how a unit grows weaker and leaves the map (9.2)."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.mist.events import Eliminated, LostStrength
from salient.games.mist.state import MistState


def lose_strength(g: MistState, unit: Piece, hits: int, log: Log) -> None:
    """Take hits off a unit; what exceeds its strength is lost. Rules 9.21b, 9.22, 9.23."""
    lost = min(hits, g.strength[unit])
    if not lost:
        return
    g.strength[unit] -= lost
    if g.strength[unit]:
        log.append(LostStrength(unit, lost, g.strength[unit]))
    else:
        remove(g, unit)
        log.append(Eliminated(unit))


def remove(g: MistState, unit: Piece) -> None:
    """Take a unit off the map for good, with its entrenchment. Rule 8.58."""
    keep = ~(1 << unit)
    g.put(unit, NOWHERE)
    g.strength[unit] = 0
    g.dug_in &= keep
    g.attacking &= keep
    g.waiting &= keep
    g.on_foot &= keep
