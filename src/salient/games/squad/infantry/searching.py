"""Searching for what is hidden. Rule A12.152."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.ids import Pieces, enemy
from salient.engine.state import Log
from salient.games.squad.combat.mines import find_mines
from salient.games.squad.core.events.fire import Searched
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.concealment import reveal

FOUND = 4
"""Reading: a final die of no more than this finds what is hidden around the searchers."""


def search(g: SquadState, units: Pieces, log: Log) -> None:
    """Search the locations around: hidden and concealed enemies and mines are found.

    The searchers are TI for the rest of the turn.
    """
    here = g.where[units[0]]
    g.ti |= set_of(units)
    leader = g.best_leadership(units)
    tired = sum(g.cx >> unit & 1 for unit in units)
    more = -max(0, len([u for u in units if g.setting.squads >> u & 1]) - 1)
    reveal(g, set_of(units), log)
    die = g.die()
    if die + leader + tired + more > FOUND:
        log.append(Searched(units, (die,), ()))
        return
    side = enemy(g.side(units[0]))
    found = []
    for place in sorted({link.to for link in g.setting.board.links[here]} | {here}):
        secret = g.stack(place, side) & (g.hidden | g.concealed)
        if secret:
            reveal(g, secret, log)
            found.append(place)
        if find_mines(g, place, side, log):
            found.append(place)
    log.append(Searched(units, (die,), tuple(dict.fromkeys(found))))
