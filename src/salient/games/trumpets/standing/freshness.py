"""Freshness of HQs (4.0, 13.0): resting, fatigued, exhausted, and whom it concerns."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.trumpets.calendar import is_predawn
from salient.games.trumpets.events import FreshnessFound
from salient.games.trumpets.ladder import FOLLOWERS
from salient.games.trumpets.state import TrumpetsState


def judge_freshness(g: TrumpetsState, log: Log) -> None:
    """Step 4, in pre-dawn turns: every HQ by its markers. Rules sop-4, note-fresh-1.

    Rested markers are used up; the new state replaces the old one (rc-fresh-1).
    """
    if not is_predawn(g.turn):
        return
    for hq in each_piece(g.on_map(g.setting.roster.hqs)):
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


def fresh_state(g: TrumpetsState, hq: Piece) -> str:
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


def is_resting(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit rests in this turn, through its HQ. Rules sop-13c, rc-fresh-3."""
    hq = g.ladder.governing[g.under[unit]]
    return hq >= 0 and bool(g.resting >> hq & 1)


def is_exhausted(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit is exhausted, through its HQ. Rules tab-fresh, rc-fresh-3."""
    hq = g.ladder.governing[g.under[unit]]
    return hq >= 0 and bool(g.exhausted >> hq & 1)
