"""The lines that units live by, of supply or of command, over any board.

A line that is cut is told by the one that would come nearest to it: past the fewest obstacles, and
the shortest of those.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)

Ways = Callable[[N], Iterable[tuple[N, str]]]
"""Where a line may go on from a node, and what bars that step; empty if nothing does."""


class Stretch(NamedTuple):
    """A step of a line: the place it leads to, and what bars it."""

    place: int
    bar: str


def find_line(
    start: Iterable[N], ways: Ways[N], is_end: Callable[[N], bool], place_of: Callable[[N], int]
) -> list[Stretch]:
    """The line past the fewest bars, the shortest of those; empty if there is none at all.

    >>> ring = lambda here: [((here + 1) % 6, "wall" if here == 1 else ""), ((here - 1) % 6, "")]
    >>> find_line([0], ring, lambda here: here == 2, int)[-1]
    Stretch(place=2, bar='')
    >>> row = lambda here: [(here + 1, "wall" if here == 1 else "")]
    >>> [stretch.bar for stretch in find_line([0], row, lambda here: here == 3, int)]
    ['', '', 'wall', '']

    Args:
        start: Where it begins.
        ways: Where it may go on.
        is_end: Whether it may end at a node.
        place_of: The place of the board that a node stands for.
    """
    order = count()
    open_ = [(0, 0, next(order), node) for node in start]
    before: dict[N, tuple[N, str] | None] = {node: None for *_, node in open_}
    cost = {node: (0, 0) for *_, node in open_}
    while open_:
        bars, length, _, here = heappop(open_)
        if (bars, length) > cost[here]:
            continue
        if is_end(here):
            return _walk_back(here, before, place_of)
        for to, bar in ways(here):
            price = bars + bool(bar), length + 1
            if to not in cost or price < cost[to]:
                cost[to], before[to] = price, (here, bar)
                heappush(open_, (*price, next(order), to))
    return []


def _walk_back(
    node: N, before: dict[N, tuple[N, str] | None], place_of: Callable[[N], int]
) -> list[Stretch]:
    """The stretches of a line, from its beginning; steps on the spot are none."""
    found: list[Stretch] = []
    while (last := before[node]) is not None:
        origin, bar = last
        if place_of(origin) != place_of(node) or bar:
            found.append(Stretch(place_of(node), bar))
        node = origin
    return [Stretch(place_of(node), ""), *reversed(found)]
