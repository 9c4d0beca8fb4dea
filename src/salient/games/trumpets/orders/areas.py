"""Army boundaries and areas of operation (8.0, 26.0): where units may go."""

from __future__ import annotations

from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

OVERLAP = 1
"""Hexes by which German units may leave their army's area (rc-area-1)."""


def open_area(g: TrumpetsState, unit: int) -> int:
    """The hexes a unit may enter as far as boundaries go. Rules sop-24j, sop-24k, rc-area-1."""
    setting = g.setting
    if not setting.strict_areas or setting.side_of[unit] != GERMAN:
        return setting.board.all
    army = setting.roster.formations[g.army_of(g.under[unit])].id
    area = setting.country.areas.get(army)
    return setting.board.all if area is None else setting.board.within(area, OVERLAP)
