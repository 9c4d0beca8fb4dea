"""What a side sees on the table."""

from __future__ import annotations

from collections.abc import Iterator

from outposts.state import OutpostState
from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine import Marker, PieceView


def clock(g: OutpostState) -> str:
    """The number of the turn."""
    return str(g.turn)


def tracks(g: OutpostState) -> dict[str, int]:
    """German victory points."""
    return {"vp": g.score}


def markers(g: OutpostState, _side: int) -> Iterator[Marker]:
    """The goals that the Germans hold."""
    return (Marker("held", (place,)) for place in members(g.held))


def pieces(g: OutpostState, side: int) -> Iterator[PieceView]:
    """The counters; of the enemy's only what is face up."""
    for unit, row in enumerate(g.setting.counters):
        owner, up = g.setting.side_of[unit], bool(g.shown >> unit & 1)
        known = up or owner == side
        kind = "unknown" if not known else "patrol" if g.strength[unit] else "decoy"
        yield PieceView(
            id=unit,
            name=row.id,
            side=owner,
            symbol=kind,
            colour=row.side,
            values=(g.strength[unit],) if known else (),
            place=g.where[unit],
            flags=() if up else ("face_down",),
            enters="gone:removed" if g.where[unit] == NOWHERE else "",
        )
