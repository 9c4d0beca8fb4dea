"""Freshness of HQs (4.0, 13.0): resting, fatigued, exhausted, and whom it concerns."""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.state import Log
from salient.games.trumpets.calendar import is_predawn
from salient.games.trumpets.events import FreshnessFound
from salient.games.trumpets.state import TrumpetsState

FOLLOWERS = frozenset({"cp", "fa_group"})
"""HQs that share the state of the one above them (rc-act-1, rc-fresh-3)."""


def judge_freshness(g: TrumpetsState, log: Log) -> None:
    """Step 4, in pre-dawn turns: every HQ by its markers. Rules sop-4, note-fresh-1.

    Rested markers are used up; the new state replaces the old one (rc-fresh-1).
    """
    if not is_predawn(g.turn):
        return
    for hq in members(g.on_map(g.setting.roster.hqs)):
        if g.setting.units[hq].size in FOLLOWERS:
            continue
        bit = 1 << hq
        state = fresh_state(g, hq)
        if state == "exhausted" or (state == "fatigued" and not g.fatigued & bit):
            log.append(FreshnessFound(hq, state))
        if g.exhausted & bit:
            g.exhausted_yesterday |= bit  # note-fuel-2
        else:
            g.exhausted_yesterday &= ~bit
        g.fatigued = g.fatigued | bit if state == "fatigued" else g.fatigued & ~bit
        g.exhausted = g.exhausted | bit if state == "exhausted" else g.exhausted & ~bit
        g.rested.pop(hq, None)


def fresh_state(g: TrumpetsState, hq: int) -> str:
    """What an HQ becomes by its markers; Night Movement does not count (note-fresh-2).

    Two Rested without Fatigued are not printed: as good as one (rc-fresh-1).
    """
    fatigued, exhausted = g.fatigued >> hq & 1, g.exhausted >> hq & 1
    rested = min(g.rested.get(hq, 0), 2 if fatigued else 1)
    for line in g.setting.preparation.freshness:
        wanted = ((line.rested, rested), (line.fatigued, fatigued), (line.exhausted, exhausted))
        if all(need is None or need == has for need, has in wanted):
            return line.becomes
    return "fresh"


def governing_hq(g: TrumpetsState, unit: int) -> int:
    """The HQ whose state a unit shares: its own, not those above; -1 for none (rc-fresh-3)."""
    formations = g.setting.roster.formations
    chain = g.chain(g.under[unit])
    own = next((one for one in chain if formations[one].level not in FOLLOWERS), -1)
    return formations[own].hq if own >= 0 else -1


def is_resting(g: TrumpetsState, unit: int) -> bool:
    """Whether a unit rests in this turn, through its HQ. Rule sop-13c."""
    hq = governing_hq(g, unit)
    return hq >= 0 and bool(g.resting >> hq & 1)


def is_exhausted(g: TrumpetsState, unit: int) -> bool:
    """Whether a unit is exhausted, through its HQ. Rule tab-fresh."""
    hq = governing_hq(g, unit)
    return hq >= 0 and bool(g.exhausted >> hq & 1)
