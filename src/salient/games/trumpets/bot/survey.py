"""What the simple bot sees on the map: goals, ways to them, the front."""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.bits import members, set_of
from salient.engine.ids import enemy
from salient.engine.memory import Memo
from salient.games.trumpets.march.costs import prices
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

FAR = 60
"""Half MF beyond which a goal is as good as out of reach."""

WAYS: Memo[tuple[int, int, int, int], tuple[int, ...]] = Memo("ways to goals", 64)


class Survey(NamedTuple):
    """The map as a side looks at it.

    Attributes:
        g: The position.
        side: Who looks.
        ways: For each hex how far it is to a goal, in half MF of trucks.
        near: Hexes next to the enemy.
    """

    g: TrumpetsState
    side: int
    ways: tuple[int, ...]
    near: int

    @property
    def foes(self) -> int:
        """Hexes with enemies."""
        return self.g.occupied[enemy(self.side)]

    def way(self, place: int) -> int:
        """How far it is from a hex to a goal."""
        return self.ways[place]

    def distance(self, place: int) -> int:
        """Hexes from a place to the nearest enemy combat unit, at most 12."""
        held, board = self.g.held[enemy(self.side)], self.g.setting.board
        ring, steps = 1 << place, 0
        while steps < 12 and not ring & held:
            ring, steps = ring | board.around(ring), steps + 1
        return steps


def survey(g: TrumpetsState, side: int) -> Survey:
    """Look at the map."""
    found = goals(g, side)
    known, key = g.setting.memory.of(WAYS), (found, g.down, g.turn, side)
    ways = known.get(key)
    if ways is None:
        ways = known.keep(key, _ways(g, side, found))
    near = g.setting.board.around(g.occupied[enemy(side)])
    return Survey(g, side, ways, near)


def goals(g: TrumpetsState, side: int) -> int:
    """Where a side wants to be: places that count and are not its own; else the enemy.

    The Allies want to be in their own places that count, before the Germans are.
    """
    prizes = set_of(g.setting.at(prize.hex) for prize in g.setting.scenario.prizes)
    if side == GERMAN:
        return prizes & ~g.control or g.held[enemy(side)] or prizes
    threatened = prizes & g.setting.board.within(g.held[GERMAN], 10)
    return threatened or prizes


def _ways(g: TrumpetsState, side: int, found: int) -> tuple[int, ...]:
    """A flood backwards from the goals: costs are nearly the same both ways."""
    board = g.setting.board
    flood = board.flood({0: found}, prices(g, side, ("cross_country",)), 0, board.all, FAR)
    ways = [FAR + 1] * (board.rows * board.width)
    for cost, level in enumerate(flood.levels):
        for place in members(level):
            ways[place] = cost
    return tuple(ways)
