"""Leaders (17.0, 37.0, 38.0, 39.0), advanced: what each letter lets a formation do once a turn."""

from __future__ import annotations

from salient.engine.ids import Piece
from salient.games.trumpets.state import TrumpetsState

RESPONSE, STAND, DESIGNATE, EXPLOIT = "R", "H", "D", "E"
"""The letters of the chart (tab-leader)."""


def has_leader(g: TrumpetsState, formation: int, letter: str) -> bool:
    """Whether the leader of a formation has a letter and can still act (rc-lead-1, met-2).

    He is with the HQ of his formation: lost or off the map, he does nothing.
    """
    row = g.setting.roster.formations[formation]
    if not g.setting.advanced or letter not in row.letters or g.leaders_spent >> formation & 1:
        return False
    return row.hq >= 0 and g.where[row.hq] >= 0


def leaders_of(g: TrumpetsState, unit: Piece, letter: str) -> list[int]:
    """The formations above a unit whose leader may act for it, the nearest first (rc-lead-2).

    A unit out of command has no leader.
    """
    if g.ooc >> unit & 1:
        return []
    return [one for one in g.chain(g.under[unit]) if has_leader(g, one, letter)]


def spend(g: TrumpetsState, formation: int) -> None:
    """A leader has acted: he is turned over until the mutual end. Rules eoc-8, met-2."""
    g.leaders_spent |= 1 << formation
