"""Activation (13.0, 14.0, 15.0, 16.0): corps and divisions act or rest."""

from __future__ import annotations

from collections.abc import Sequence

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log
from salient.games.trumpets.calendar import day, part
from salient.games.trumpets.ladder import FOLLOWERS
from salient.games.trumpets.orders.staff import proposed_divisions
from salient.games.trumpets.setting import GO, STAFF
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

ALL_ACTIVE_DAY = 16
"""All HQs are active on this day (sop-13a, scn-first-day)."""


def rest_or_act(g: TrumpetsState, corps: int, *, active: bool) -> None:
    """All HQs of a corps take its state. Rules sop-13c to sop-13e, sop-15, sop-15b, rc-act-1."""
    for hq in each_piece(corps_hqs(g, corps)):
        set_state(g, hq, active=active)


def corps_hqs(g: TrumpetsState, corps: int) -> int:
    """The HQs of a corps on the map that have a state of their own."""
    hqs = g.on_map(g.corps_units(corps) & g.setting.roster.hqs)
    return sum(1 << hq for hq in each_piece(hqs) if g.setting.units[hq].size not in FOLLOWERS)


def set_state(g: TrumpetsState, hq: Piece, *, active: bool) -> None:
    """Resting, Night Movement or no marker. Rules sop-13c, sop-13d, sop-13e."""
    bit = 1 << hq
    g.resting = g.resting & ~bit if active else g.resting | bit
    if active and part(g.turn) == "EV":
        g.night_movement |= bit


class Divisions(TrumpetsStep, frozen=True, tag="divisions"):
    """Which HQs of an active corps rest all the same. Rule sop-16."""

    side: int
    corps: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Name those that rest, then go."""
        hqs = self._active(g)
        if day(g.turn) == ALL_ACTIVE_DAY or not hqs:  # sop-13a
            return None
        offers = [GO, *g.setting.offer["idle"].of(hqs)]
        if self.proposed(g):
            offers.append(STAFF)
        return Decision(self.side, "divisions", offers, ("sop-16", "sop-13b"))

    def proposed(self, g: TrumpetsState) -> list[Piece]:
        """The HQs that the staff would let rest."""
        return proposed_divisions(g, self._active(g))

    def _active(self, g: TrumpetsState) -> Sequence[Piece]:
        """The active HQs below that of the corps."""
        hqs = corps_hqs(g, self.corps) & ~g.resting
        own = g.setting.roster.formations[self.corps].hq
        return each_piece(hqs & ~(1 << own) if own >= 0 else hqs)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """A division rests, or the corps goes on."""
        if action == GO:
            g.steps.pop()
        elif action == STAFF:  # rc-staff-1
            for hq in self.proposed(g):
                set_state(g, hq, active=False)
        else:
            set_state(g, action.piece(0), active=False)
