"""Where those whom an attack drives off may end up: perhaps beside one's own supply road."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.ids import Place, enemy
from salient.engine.state import once
from salient.games.trumpets.bot.survey import prizes_of
from salient.games.trumpets.harm.retreat import retreat_ends
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.standing.paths import enterable, road_sides, spread, supply_hexes
from salient.games.trumpets.state import TrumpetsState

LONGEST = 4
"""Hexes of the longest retreat of the results."""


def driven(g: TrumpetsState, side: int, target: Place) -> int:
    """The points that a side may lose if those in a hex retreat to where they bar its roads."""
    return once(g, ("driven", side, target), lambda: _driven(g, side, target))


def _driven(g: TrumpetsState, side: int, target: Place) -> int:
    now = _reached(g, side, 0)
    if not now:
        return 0
    board = g.setting.board
    has_zone = board.around(1 << target) & zone(g, enemy(side), afv=False)
    reach = 1 if has_zone else 0
    ends = set(_ends(g, side, target))
    return max((now - _reached(g, side, board.within(1 << end, reach)) for end in ends), default=0)


def _ends(g: TrumpetsState, side: int, target: Place) -> Iterator[int]:
    """The hexes in which those of a hex may end a retreat of any length."""
    foes = g.setting.board.around(1 << target) & g.held[side]
    for unit in each_piece(g.stack(target, enemy(side)) & g.setting.roster.combat):
        for distance in range(1, LONGEST + 1):
            yield from retreat_ends(g, unit, distance, foes).ways


def _reached(g: TrumpetsState, side: int, barred: int) -> int:
    """The points of the places taken that supply roads reach if some more hexes are barred."""
    through = supply_hexes(g, side) & ~barred
    sources = g.setting.sources[side] & through
    roads = spread(g, sources, through, enterable(g, side), road_sides(g)) & g.control
    return sum(points for place, points in prizes_of(g).items() if roads >> place & 1)
