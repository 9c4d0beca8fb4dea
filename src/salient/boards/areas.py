"""Area boards: places joined by links, some of them bridges over rivers.

Places and links are numbered from 0; sets of them are ints (see :mod:`salient.boards.bits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import members
from salient.engine.ids import Place


class Link(NamedTuple):
    """A road between two places.

    Attributes:
        a: One end.
        b: The other end.
        cost: Movement points along it.
        bridge: Whether it crosses a river.
    """

    a: Place
    b: Place
    cost: int
    bridge: bool


class Exit(NamedTuple):
    """A link as seen from one of its ends."""

    to: Place
    link: int
    cost: int
    bridge: bool


class Reach(NamedTuple):
    """Where lines of communication can be traced from, see :meth:`AreaBoard.trace`.

    Attributes:
        dry: Places with a line that uses no broken link.
        wet: Places with a line that uses at most one broken link.
    """

    dry: int
    wet: int


class AreaBoard:
    """A graph of places.

    >>> board = AreaBoard(3, [Link(0, 1, 1, False), Link(1, 2, 2, True)])
    >>> board.exits[1]
    (Exit(to=0, link=0, cost=1, bridge=False), Exit(to=2, link=1, cost=2, bridge=True))
    """

    def __init__(self, count: int, links: Sequence[Link]) -> None:
        self.count = count
        self.links = tuple(links)
        exits: list[list[Exit]] = [[] for _ in range(count)]
        for index, link in enumerate(self.links):
            exits[link.a].append(Exit(link.b, index, link.cost, link.bridge))
            exits[link.b].append(Exit(link.a, index, link.cost, link.bridge))
        self.exits = tuple(tuple(row) for row in exits)
        self._between = {
            ends: index
            for index, (a, b, _, _) in enumerate(self.links)
            for ends in ((a, b), (b, a))
        }
        # Tracing and the like are pure functions of a few ints, asked for again and again.
        self.trace = lru_cache(maxsize=65536)(self._trace)
        self._joined = lru_cache(maxsize=4096)(self._join)
        self.roads = lru_cache(maxsize=4096)(self._roads)
        self.ends = lru_cache(maxsize=4096)(self._ends)

    def link_between(self, a: Place, b: Place) -> int | None:
        """The link that joins two places, if there is one."""
        return self._between.get((a, b))

    def _roads(self, broken: int, ford: int) -> tuple[tuple[tuple[Place, int], ...], ...]:
        """Ways out of each place as (place, cost), for use in tight loops.

        Args:
            broken: Links that are broken.
            ford: What crossing at a broken link costs; 0 if it cannot be crossed.
        """
        return tuple(
            tuple(
                (to, ford if broken >> link & 1 else cost)
                for to, link, cost, _ in exits
                if ford or not broken >> link & 1
            )
            for exits in self.exits
        )

    def _ends(self, links: int) -> int:
        """The places at the ends of some links."""
        found = 0
        for link in members(links):
            found |= 1 << self.links[link].a | 1 << self.links[link].b
        return found

    def _join(self, broken: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Neighbour sets over sound links and over broken links."""
        sound, damaged = [0] * self.count, [0] * self.count
        for index, (a, b, _, _) in enumerate(self.links):
            row = damaged if broken >> index & 1 else sound
            row[a] |= 1 << b
            row[b] |= 1 << a
        return tuple(sound), tuple(damaged)

    def _trace(self, sources: int, closed: int, broken: int) -> Reach:
        """Trace lines from everywhere to a set of sources.

        Args:
            sources: Where lines may end.
            closed: Places no line may pass through; it may still begin there.
            broken: Links that are broken.
        """
        sound, damaged = self._joined(broken)
        core = _flood(sources & ~closed, ~closed, sound)
        dry = core | _around(core, sound)
        over = _around(core, damaged)
        beyond = _flood(core | over & ~closed, ~closed, sound)
        wet = dry | over | beyond | _around(beyond, sound)
        return Reach(dry, wet)


def _around(places: int, neighbours: Sequence[int]) -> int:
    """Everything next to a set of places."""
    found = 0
    for place in members(places):
        found |= neighbours[place]
    return found


def _flood(start: int, within: int, neighbours: Sequence[int]) -> int:
    """Everything connected to a start set without leaving ``within``."""
    seen = front = start
    while front:
        front = _around(front, neighbours) & within & ~seen
        seen |= front
    return seen


def disjoint_routes(board: AreaBoard, starts: int, goals: int, closed: int, broken: int) -> int:
    """The greatest number of routes from starts to goals that share no place in between.

    Starts and goals themselves may be shared; a direct link from a start to a goal is one route.
    No route touches a closed place, not even at its ends, or uses a broken link.

    >>> diamond = AreaBoard(4, [Link(a, b, 1, False) for a, b in ((0, 1), (0, 2), (1, 3), (2, 3))])
    >>> disjoint_routes(diamond, starts=1, goals=8, closed=0, broken=0)
    2
    """
    # Maximum flow with unit capacities, one augmenting route after the other.
    residual = _flow_network(board, starts & ~closed, goals & ~closed, closed, broken)
    routes = 0
    while parents := _search(residual):
        node = _SINK
        while node != _SOURCE:
            before = parents[node]
            residual[before][node] -= 1
            residual[node][before] += 1
            node = before
        routes += 1
    return routes


_Node = tuple[int, int]
_SOURCE, _SINK = (-1, 0), (-2, 0)


def _flow_network(
    board: AreaBoard, starts: int, goals: int, closed: int, broken: int
) -> dict[_Node, dict[_Node, int]]:
    """Residual capacities; each place is an in-node and an out-node joined by capacity one."""
    free = ~closed & ~starts & ~goals
    residual: dict[_Node, dict[_Node, int]] = {_SOURCE: {}, _SINK: {}}

    def arc(tail: _Node, head: _Node) -> None:
        onward, back = residual.setdefault(tail, {}), residual.setdefault(head, {})
        onward[head] = onward.get(head, 0) + 1
        back.setdefault(tail, 0)

    for place in range(board.count):
        if free >> place & 1:
            arc((place, 0), (place, 1))
    for index, link in enumerate(board.links):
        if broken >> index & 1:
            continue
        for here, there in ((link.a, link.b), (link.b, link.a)):
            if (free | starts) >> here & 1 and (free | goals) >> there & 1:
                tail = _SOURCE if starts >> here & 1 else (here, 1)
                arc(tail, _SINK if goals >> there & 1 else (there, 0))
    return residual


def _search(residual: dict[_Node, dict[_Node, int]]) -> dict[_Node, _Node]:
    """Where each node is reached from on a route to the sink; empty if there is none."""
    parents = {_SOURCE: _SOURCE}
    queue = [_SOURCE]
    for node in queue:
        for head, capacity in residual[node].items():
            if capacity and head not in parents:
                parents[head] = node
                queue.append(head)
    return parents if _SINK in parents else {}
