"""Chapter 8.3: what movement costs, and the cheapest ways over the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from salient.boards.areas import AreaBoard, Reach
from salient.boards.bits import each_place, set_of, spread
from salient.engine.ids import Place, Places, enemy
from salient.engine.memory import Answers, Memo
from salient.games.mist.rules import special
from salient.games.mist.rules.supply import lines
from salient.games.mist.setting import ALLIED, GERMAN
from salient.games.mist.state import MistState

FORD_COST = 3
"""Rule 8.33: crossing a river where the bridge is blown."""

Roads = tuple[tuple[tuple[Place, int], ...], ...]
"""Ways out of each place: where to, and for how much."""

CLOSED = 99
"""More movement points than anybody has: what entering costs where it is not allowed."""


class Way(NamedTuple):
    """A way over the map.

    Attributes:
        places: The places entered, the destination last.
        costs: What entering each of them costs in all: leaving, road, and the place itself.
    """

    places: Places
    costs: tuple[int, ...]


class Range(msgspec.Struct, frozen=True, gc=False):
    """Places a group can reach.

    Attributes:
        reached: All of them, and the place it starts from, as a set.
        before: The place before on the cheapest way, by place, in the order they were found.
        border: Movement points used at the border of each place.
        entering: What entering each place costs beside the road.
    """

    reached: int
    before: dict[Place, Place]
    border: Sequence[int]
    entering: bytes

    def spent(self, place: Place) -> int:
        """Movement points used on arrival in a place within reach."""
        return self.border[place] + self.entering[place]

    def way(self, to: Place) -> Way:
        """The way to a place, step by step; an empty one if it is out of reach."""
        path = [to]
        while path[-1] in self.before:
            path.append(self.before[path[-1]])
        path.reverse()
        costs = tuple(self.spent(next_) - self.spent(place) for place, next_ in pairwise(path))
        return Way(tuple(path[1:]), costs)


class March(msgspec.Struct, frozen=True, gc=False):
    """What a movement range depends on apart from the ground.

    Attributes:
        start: Where the group is.
        spent: Movement points it has used.
        cap: Movement points it has in all; more than ``spent``.
        fords: Whether it crosses at blown bridges; a bridge that stands must be used (qa-6).
        far: Whether it may go further than the next place.
        closed: Places it may not enter.
        friends: Areas with friends: one movement point more to enter (8.36a).
    """

    start: Place
    spent: int
    cap: int
    fords: bool
    far: bool
    closed: int
    friends: int


class Ground(msgspec.Struct, frozen=True):
    """What a side meets on the map while its enemies stand still, whichever group moves.

    Attributes:
        board: The road net.
        roads: Roads that may be taken, on wheels and through rivers.
        supply: Where the side can trace supply lines.
        fighting: Areas with enemies: one movement point more to enter and to leave (8.36a, 8.36b).
        hindered: Areas that cost one more to enter and to leave (14.22).
        leaving: What leaving each place costs beside the road (8.36b, 14.22).
        onward: The same on the way; too much where a move ends.
        ranges: The ranges found so far: asked for when moves are offered, and when one is ordered.
    """

    board: AreaBoard
    roads: tuple[Roads, Roads]
    supply: Reach
    fighting: int
    hindered: int
    leaving: bytes
    onward: bytes
    ranges: Answers[March, Range]

    def range(self, march: March) -> Range:
        """The movement range of a group."""
        return self.ranges.get(march) or self.ranges.keep(march, _find_ways(self, march))


GROUNDS: Memo[tuple[int, int, int, int, int], Ground] = Memo("grounds", 32)
"""By side, enemy places, blown bridges, hindered area and (for option origin) control."""

RANGES = 128
"""How many ranges are kept for a ground."""


def survey(g: MistState, side: int) -> Ground:
    """The ground as a side finds it now."""
    hindered = special.hindered_area(g) if side == ALLIED else 0
    control = g.german_control if g.setting.controlled_origin else 0
    key = (side, g.present[enemy(side)], g.blown, hindered, control)
    grounds = g.setting.memory.of(GROUNDS)
    return grounds.get(key) or grounds.keep(key, _survey(g, side, hindered))


def _survey(g: MistState, side: int, hindered: int) -> Ground:
    """The ground, looked at anew.

    A move ends among enemies (8.22) and in Allied zones, which Germans may enter though Allied
    units are there (11.21b, 12.25). Only in areas do units cost movement points and lead to a
    battle, zones cost the road alone (8.26, 11.21c).
    """
    setting = g.setting
    fighting = g.present[enemy(side)] & setting.all_areas
    ends = fighting | setting.exit_zones if side == GERMAN else fighting
    return Ground(
        board=setting.board,
        roads=(_open_roads(g, side, 0), _open_roads(g, side, FORD_COST)),
        supply=lines(g, side),
        fighting=fighting,
        hindered=hindered,
        leaving=_tolls(setting.board, 0, fighting, hindered),
        onward=_tolls(setting.board, ends, fighting, hindered),
        ranges=Answers(RANGES),
    )


def _open_roads(g: MistState, side: int, ford: int) -> Roads:
    """The roads out of each place, with blown bridges at the cost of a ford, or without them.

    None leads out of the scenario's section (s1-rules-1, s2-rules-1), and none from enemies
    straight to others (8.27).
    """
    setting, fighting = g.setting, g.present[enemy(side)] & g.setting.all_areas
    roads = list(setting.board.roads(g.blown, ford))
    for place in each_place(_barred_origins(g, side)):
        roads[place] = tuple(road for road in roads[place] if not fighting >> road[0] & 1)
    if setting.section != setting.everywhere:
        for place in each_place(setting.section):
            roads[place] = tuple(road for road in roads[place] if setting.section >> road[0] & 1)
    return tuple(roads)


def _barred_origins(g: MistState, side: int) -> int:
    """Areas, not zones, from which one may not go straight into enemies.

    Rule 8.27 (option origin).
    """
    theirs = g.present[enemy(side)]
    if g.setting.controlled_origin:
        theirs = g.german_control if side == ALLIED else ~g.german_control
    return theirs & g.setting.all_areas


def _find_ways(ground: Ground, march: March) -> Range:
    """The cheapest way to every place within reach. Rules 8.33, 8.34b, 8.36, 8.37, 8.38, 14.22.

    Whatever a move costs, it costs here: an order pays for the way found, step by step. Places are
    taken in order of cost, from one list for each number of points spent. Entering a place costs
    the same from everywhere, so the ways to it are compared at its border.
    """
    board, fighting, hindered = ground.board, ground.fighting, ground.hindered
    start, spent, cap = march.start, march.spent, march.cap
    roads = ground.roads[march.fords]
    entering = _tolls(board, march.closed, march.friends | fighting, hindered)
    leaving = bytearray(ground.onward if march.far else [CLOSED] * board.count)
    leaving[start] = ground.leaving[start]
    border = list(entering.translate(_too_many(cap)))
    border[start] = spent - entering[start]
    before: dict[Place, Place] = {}
    found: list[list[Place]] = [[] for _ in range(cap + 1)]
    found[spent].append(start)
    for points in range(spent, cap):
        for place in found[points]:
            left = points + leaving[place]
            if left >= cap:
                continue
            for to, road in roads[place]:  # 8.2
                arrived = left + road
                if arrived < border[to]:
                    border[to] = arrived
                    before[to] = place
                    found[arrived + entering[to]].append(to)
    return Range(set_of(before) | 1 << start, before, border, entering)


@lru_cache
def _too_many(cap: int) -> bytes:
    """By what entering costs: the points spent at the border that are one too many."""
    return bytes(max(cap + 1 - toll, 0) for toll in range(256))


def stay(board: AreaBoard, place: Place) -> Range:
    """The range of a group that may not go on."""
    return Range(1 << place, {}, [CLOSED] * board.count, bytes(board.count))


def _tolls(board: AreaBoard, closed: int, *dearer: int) -> bytes:
    """What each place costs beside the road: a point for each set it is in, or too much."""
    points = CLOSED * spread(closed) + sum(map(spread, dearer))
    return points.to_bytes(board.count, "little")
