"""Units that a scenario speaks of by a word: ``KGP``, ``front_line of 2PZ``."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.games.trumpets.state import TrumpetsState


def chosen(g: TrumpetsState, who: str) -> int:
    """The units a condition speaks of: ``KGP``, ``front_line of 2PZ``, ``front_line_afv``."""
    roster = g.setting.roster
    arm, _, formation = who.rpartition(" of ")
    if who == "front_line_afv":
        return roster.front & roster.afv
    number = g.setting.formation(formation.casefold())
    mine = set_of(u for u, under in enumerate(g.under) if number in g.chain(under))
    return mine & roster.front if arm == "front_line" else mine & roster.combat
