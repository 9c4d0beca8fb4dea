"""Area boards agree with plain slow searches on random small boards."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.boards.areas import AreaBoard, Link, Reach, disjoint_routes
from salient.boards.bits import members, set_of
from salient.engine.ids import Place


class Case(NamedTuple):
    """A board and sets of its places and links."""

    board: AreaBoard
    starts: int
    goals: int
    closed: int
    broken: int


def link(a: int, b: int, *, bridge: bool = False) -> Link:
    """A road of one movement point."""
    return Link(Place(a), Place(b), 1, bridge)


@st.composite
def cases(draw: st.DrawFn, largest: int) -> Case:
    """A random board; starts and goals are apart, everything else is free."""
    count = draw(st.integers(2, largest))
    pairs = list(combinations(range(count), 2))
    joined = draw(st.lists(st.sampled_from(pairs), min_size=min(count, len(pairs)), unique=True))
    roles = draw(st.lists(st.sampled_from("sg..."), min_size=count, max_size=count))
    return Case(
        AreaBoard(count, [link(a, b, bridge=True) for a, b in joined]),
        set_of(place for place, role in enumerate(roles) if role == "s"),
        set_of(place for place, role in enumerate(roles) if role == "g"),
        set_of(draw(st.sets(st.sampled_from(range(count)), max_size=count // 2))),
        set_of(draw(st.sets(st.sampled_from(range(len(joined))), max_size=len(joined) // 2))),
    )


# -- lines ----------------------------------------------------------------------------------------


def broken_links_needed(case: Case, origin: int) -> int | None:
    """The fewest broken links on any line from a place to a source, found place by place."""
    best = {origin: 0}
    queue = deque([origin])
    found = []
    while queue:
        place = queue.popleft()
        if (case.goals & ~case.closed) >> place & 1:
            found.append(best[place])
        for to, link, _, _ in case.board.exits[place]:
            broken = best[place] + (case.broken >> link & 1)
            if not case.closed >> to & 1 and broken < best.get(to, 99):
                best[to] = broken
                queue.append(to)
    return min(found, default=None)


@settings(max_examples=400, deadline=None)
@given(cases(largest=8))
def test_lines_are_those_a_plain_search_finds(case: Case) -> None:
    needed = [broken_links_needed(case, place) for place in range(case.board.count)]
    assert case.board.trace(case.goals, case.closed, case.broken) == Reach(
        dry=set_of(place for place, count in enumerate(needed) if count == 0),
        wet=set_of(place for place, count in enumerate(needed) if count in (0, 1)),
    )


@given(cases(largest=9))
def test_what_is_traced_without_broken_links_is_traced_with_one(case: Case) -> None:
    dry, wet = case.board.trace(case.goals, case.closed, case.broken)
    assert not dry & ~wet


def chain(*, broken: int = 0, closed: int = 0) -> Reach:
    """Lines to place 0 along the chain 0-1-2-3."""
    board = AreaBoard(4, [link(a, a + 1, bridge=True) for a in range(3)])
    return board.trace(0b0001, closed, broken)


def test_a_line_may_begin_in_a_closed_place_but_not_pass_it() -> None:
    assert chain(closed=0b0100) == Reach(dry=0b0111, wet=0b0111)


def test_a_line_may_begin_in_a_closed_place_beyond_a_broken_link() -> None:
    assert chain(closed=0b1000, broken=0b001) == Reach(dry=0b0001, wet=0b1111)


def test_a_line_does_not_end_in_a_closed_source() -> None:
    assert chain(closed=0b0001) == Reach(dry=0, wet=0)


@pytest.mark.parametrize(
    ("broken", "reach"),
    [
        (0b000, Reach(dry=0b1111, wet=0b1111)),
        (0b010, Reach(dry=0b0011, wet=0b1111)),
        (0b110, Reach(dry=0b0011, wet=0b0111)),
    ],
)
def test_a_wet_line_uses_one_broken_link_at_most(broken: int, reach: Reach) -> None:
    assert chain(broken=broken) == reach


# -- routes ---------------------------------------------------------------------------------------


def routes(case: Case) -> Iterator[frozenset[int | Link]]:
    """What each route from a start to a goal keeps from the others: its places or its one link."""
    free = ~case.closed & ~case.starts & ~case.goals
    ends = case.goals & ~case.closed

    def go_on(path: tuple[int, ...]) -> Iterator[frozenset[int | Link]]:
        for to, link, _, _ in case.board.exits[path[-1]]:
            if case.broken >> link & 1:
                continue
            if ends >> to & 1:
                yield frozenset(path[1:]) or frozenset([case.board.links[link]])
            elif free >> to & 1 and to not in path:
                yield from go_on((*path, to))

    for start in members(case.starts & ~case.closed):
        yield from go_on((start,))


def most_apart(found: set[frozenset[int | Link]]) -> int:
    """The size of the largest choice of sets that have nothing in common."""
    if not found:
        return 0
    first, *others = found
    without = most_apart(set(others))
    return max(without, 1 + most_apart({route for route in others if not route & first}))


@settings(max_examples=300, deadline=None)
@given(cases(largest=6))
def test_disjoint_routes_are_as_many_as_can_be_chosen_by_trying(case: Case) -> None:
    assert disjoint_routes(*case) == most_apart(set(routes(case)))


def test_a_closed_place_is_neither_start_nor_goal() -> None:
    road = AreaBoard(2, [link(0, 1)])
    assert disjoint_routes(road, starts=0b01, goals=0b10, closed=0b00, broken=0) == 1
    assert disjoint_routes(road, starts=0b01, goals=0b10, closed=0b01, broken=0) == 0
    assert disjoint_routes(road, starts=0b01, goals=0b10, closed=0b10, broken=0) == 0


def test_two_routes_do_not_share_a_place() -> None:
    hourglass = AreaBoard(5, [link(a, b) for a, b in ((0, 2), (1, 2), (2, 3), (2, 4))])
    assert disjoint_routes(hourglass, starts=0b00011, goals=0b11000, closed=0, broken=0) == 1


def test_routes_may_share_their_ends() -> None:
    diamond = AreaBoard(4, [link(a, b) for a, b in ((0, 1), (0, 2), (1, 3), (2, 3))])
    assert disjoint_routes(diamond, starts=0b0001, goals=0b1000, closed=0, broken=0) == 2


def test_a_first_route_gives_way_to_two_others() -> None:
    # 0-1-4-5 is a route, but only 0-1-3-5 and 0-2-4-5 together are two.
    roads = ((0, 1), (1, 4), (4, 5), (1, 3), (3, 5), (0, 2), (2, 4))
    board = AreaBoard(6, [link(a, b) for a, b in roads])
    assert disjoint_routes(board, starts=0b000001, goals=0b100000, closed=0, broken=0) == 2


# -- links ----------------------------------------------------------------------------------------


@given(cases(largest=7))
def test_exits_and_links_say_the_same(case: Case) -> None:
    board = case.board
    seen = {(a, b): i for i, (a, b, _, _) in enumerate(board.links)}
    for a, b in combinations(map(Place, range(board.count)), 2):
        assert board.link_between(a, b) == board.link_between(b, a) == seen.get((a, b))
    for place, exits in enumerate(board.exits):
        assert all({place, to} == {*board.links[link][:2]} for to, link, _, _ in exits)
    assert sum(len(exits) for exits in board.exits) == 2 * len(board.links)
