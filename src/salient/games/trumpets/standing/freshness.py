"""Freshness of HQs (4.0, 13.0): resting, fatigued, exhausted, and whom it concerns."""

from __future__ import annotations

from salient.games.trumpets.state import TrumpetsState

FOLLOWERS = frozenset({"cp", "fa_group"})
"""HQs that share the state of the one above them (rc-act-1, rc-fresh-3)."""


def governing_hq(g: TrumpetsState, unit: int) -> int:
    """The HQ whose state a unit shares: its own, not those above; -1 for none (rc-fresh-3)."""
    formations = g.setting.roster.formations
    formation = g.under[unit]
    while formation >= 0 and formations[formation].level in FOLLOWERS:
        formation = g.parents[formation]
    return formations[formation].hq if formation >= 0 else -1


def is_resting(g: TrumpetsState, unit: int) -> bool:
    """Whether a unit rests in this turn, through its HQ. Rule sop-13c."""
    hq = governing_hq(g, unit)
    return hq >= 0 and bool(g.resting >> hq & 1)


def is_exhausted(g: TrumpetsState, unit: int) -> bool:
    """Whether a unit is exhausted, through its HQ. Rule tab-fresh."""
    hq = governing_hq(g, unit)
    return hq >= 0 and bool(g.exhausted >> hq & 1)


def is_low_on_fuel(g: TrumpetsState, unit: int) -> bool:
    """Whether a unit's formation has Low Fuel. Rule sop-11."""
    return any(
        hq >= 0 and g.low_fuel >> hq & 1
        for hq in (g.setting.roster.formations[f].hq for f in g.chain(g.under[unit]))
    )
