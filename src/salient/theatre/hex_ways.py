"""The cheapest way through a graph, the same one every time."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Node = TypeVar("Node", bound=tuple[Any, ...])


def cheapest_way(
    starts: Mapping[Node, float],
    goals: Mapping[Node, float],
    steps: Callable[[Node], Iterable[tuple[Node, float]]],
) -> list[Node]:
    """The cheapest way from any start to any goal; empty if there is none.

    Args:
        starts: Where it may begin, and what beginning there costs.
        goals: Where it may end, and what ending there costs.
        steps: The nodes next to a node, and what going there costs.
    """
    best = dict(starts)
    came: dict[Node, Node] = {}
    queue = [(cost, 0, node) for node, cost in starts.items()]
    heapq.heapify(queue)
    while queue:
        cost, done, node = heapq.heappop(queue)
        if done:
            way = [node]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        if cost > best[node]:
            continue
        if node in goals:
            heapq.heappush(queue, (cost + goals[node], 1, node))
        for there, price in steps(node):
            if cost + price < best.get(there, math.inf):
                best[there] = cost + price
                came[there] = node
                heapq.heappush(queue, (cost + price, 0, there))
    return []
