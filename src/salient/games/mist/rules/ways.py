"""Chapter 8.3: what movement costs, and the cheapest ways over the map."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from salient.boards.areas import AreaBoard
from salient.boards.bits import set_of, spread

FORD_COST = 3
"""Rule 8.33: crossing a river where the bridge is blown."""

CLOSED = 99
"""More movement points than anybody has: what entering costs where it is not allowed."""


class Range(NamedTuple):
    """Places a group can reach.

    Attributes:
        reached: All of them, and the place it starts from, as a set.
        spent: Movement points used on arrival, by place.
        before: The place before on the cheapest way, by place, in the order they were found.
    """

    reached: int
    spent: list[int]
    before: dict[int, int]

    def route(self, to: int) -> tuple[int, ...]:
        """The places entered on the way, the destination last."""
        path = [to]
        while path[-1] in self.before:
            path.append(self.before[path[-1]])
        return tuple(path[-2::-1])


class Ground(msgspec.Struct, frozen=True):
    """All that a movement range depends on, apart from the road net.

    Attributes:
        start: Where the group is.
        spent: Movement points it has used.
        cap: Movement points it has in all.
        blown: Blown bridges.
        ford: What crossing there costs; 0 if the group cannot.
        closed: Places it may not enter.
        crowded: Areas that cost one more to enter, because units are there (8.36a).
        fighting: Areas with enemies: one more to leave (8.36b).
        hindered: Areas that cost one more to enter and to leave (14.22).
        barred_from: Places from which it may not enter enemies (8.27).
        halting: Places it may not go on from once it has entered them.
    """

    start: int
    spent: int
    cap: int
    blown: int
    ford: int
    closed: int
    crowded: int
    fighting: int
    hindered: int
    barred_from: int
    halting: int


@lru_cache(maxsize=8192)
def find_ways(board: AreaBoard, ground: Ground) -> Range:
    """The cheapest way to every place within reach. Rules 8.33, 8.36, 8.37, 8.38.

    Places are taken in order of cost, from one list for each number of points spent. The range is
    remembered: it is asked for when moves are offered, and again when one is ordered.
    """
    start, cap, fighting, hindered = ground.start, ground.cap, ground.fighting, ground.hindered
    barred = ground.barred_from
    roads = board.roads(ground.blown, ground.ford)
    enter = _tolls(board, ground.closed, ground.crowded, hindered)
    leave = _tolls(board, ground.halting & ~(1 << start), fighting, hindered)
    spent, before = [cap + 1] * board.count, {}
    spent[start] = ground.spent
    queue: list[list[int]] = [[] for _ in range(cap + 1)]
    queue[ground.spent].append(start)
    for used in range(ground.spent, cap):
        for place in queue[used]:
            leaving = used + leave[place]
            if leaving < cap and spent[place] == used:
                exits = roads[place]
                if barred >> place & 1:
                    exits = tuple(exit_ for exit_ in exits if not fighting >> exit_[0] & 1)
                for to, road in exits:
                    total = leaving + road + enter[to]
                    if total < spent[to]:
                        spent[to] = total
                        before[to] = place
                        queue[total].append(to)
    return Range(set_of(before) | 1 << start, spent, before)


def stay(board: AreaBoard, place: int) -> Range:
    """The range of a group that may not go on."""
    return Range(1 << place, [CLOSED] * board.count, {})


@lru_cache(maxsize=1024)
def _tolls(board: AreaBoard, closed: int, *dearer: int) -> bytes:
    """What each place costs beside the road: a point for each set it is in, or too much."""
    points = CLOSED * spread(closed) + sum(map(spread, dearer))
    return points.to_bytes(board.count, "little")
