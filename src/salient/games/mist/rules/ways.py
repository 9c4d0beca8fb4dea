"""Chapter 8.3: what movement costs, and the cheapest ways over the map."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from salient.boards.areas import AreaBoard

FORD_COST = 3
"""Rule 8.33: crossing a river where the bridge is blown."""


class Range(NamedTuple):
    """Places a group can reach: cost so far and the place before, by place."""

    cost: dict[int, int]
    before: dict[int, int]

    def route(self, to: int) -> tuple[int, ...]:
        """The places entered on the way, the destination last."""
        path = [to]
        while path[-1] in self.before:
            path.append(self.before[path[-1]])
        return tuple(path[-2::-1])


class Ground(NamedTuple):
    """All that a movement range depends on, apart from the road net.

    Attributes:
        start: Where the group is.
        spent: Movement points it has used.
        cap: Movement points it has in all; less than ``spent`` if it may not move.
        blown: Blown bridges.
        ford: What crossing there costs; 0 if the group cannot.
        allowed: Places it may enter.
        crowded: Areas that cost one more to enter, because units are there (8.36a).
        fighting: Areas with enemies: one more to leave (8.36b).
        hindered: Areas that cost one more to enter and to leave (14.22).
        barred_from: Places from which it may not enter enemies (8.27).
        passable: Places it may go on from.
    """

    start: int
    spent: int
    cap: int
    blown: int
    ford: int
    allowed: int
    crowded: int
    fighting: int
    hindered: int
    barred_from: int
    passable: int


@lru_cache(maxsize=8192)
def find_ways(board: AreaBoard, ground: Ground) -> Range:
    """The cheapest way to every place within reach. Rules 8.33, 8.36-8.38.

    Places are taken in order of cost, from one list for each number of points spent. The range is
    remembered: it is asked for when moves are offered, and again when one is ordered.
    """
    start, spent, cap, blown, ford, allowed, crowded, fighting, hindered, barred, passable = ground
    roads = board.roads(blown, ford)
    cost, before = {start: spent}, {}
    queue: list[list[int]] = [[] for _ in range(cap + 1)]
    if spent <= cap:
        queue[spent].append(start)
    for used, places in enumerate(queue):
        for place in places:
            if cost[place] != used:
                continue
            leaving = used + (fighting >> place & 1) + (hindered >> place & 1)
            open_ = allowed & ~fighting if barred >> place & 1 else allowed
            for to, bit, road in roads[place]:
                if open_ & bit:
                    total = leaving + road
                    if crowded & bit:
                        total += 1
                    if hindered & bit:
                        total += 1
                    if total <= cap and total < cost.get(to, 99):
                        cost[to] = total
                        before[to] = place
                        if passable & bit:
                            queue[total].append(to)
    return Range(cost, before)
