"""Smoke grenades. Rule A24.1."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.events.fire import SmokePlaced
from salient.games.squad.core.points import ONE
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.concealment import expose
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of

LAST = 6
"""The die that ends the move of a squad that throws."""

SNOW = frozenset({"snow", "deep_snow"})
"""Rule E3.74: on such ground smoke grenades do not burn."""


def smoke_places(g: SquadState, unit: Piece) -> list[tuple[Place, int]]:
    """Where a squad may throw smoke and the halves of MF it costs: here 1 MF, next to it 2."""
    if (
        g.special & SNOW
        or not g.is_squad(unit)
        or not g.row(unit).smoke
        or (g.broken | g.pinned) >> unit & 1
    ):
        return []
    here = g.where[unit]
    board = g.setting.board
    ways = [to for to, _ in board.links[here] if board.locations[to].floor == "ground"]
    near = sight_of(g).seen(eye_of(g, unit), here, set_of(ways))
    found = [(here, ONE), *((place, 2 * ONE) for place in ways if near >> place & 1)]
    return [(place, cost) for place, cost in found if place not in g.smoke]


def throw(g: SquadState, unit: Piece, place: Place, log: Log) -> bool:
    """A die of no more than the smoke exponent places smoke; a six ends the squad's move. A24.1.

    Whether its move is over.
    """
    die = g.die()
    done = die <= g.row(unit).smoke
    expose(g, 1 << unit, log)
    log.append(SmokePlaced(unit, place, (die,), "placed" if done else "failed"))
    if done:
        g.smoke[place] = g.setting.numbers.fire.smoke_grenade
        g.grenades |= 1 << place
    return die == LAST
