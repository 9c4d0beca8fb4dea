"""Hex sets against a plain, slow way of doing the same."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.boards.bits import members, set_of
from salient.boards.hexes import Direction, Hex, HexBoard, Prices

ROWS, COLUMNS = 9, 8
BOARD = HexBoard(ROWS, COLUMNS)
hexes = st.builds(Hex, st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
hex_sets = st.sets(hexes, max_size=12).map(lambda found: set_of(map(BOARD.index, found)))


def plain_neighbour(hex_: Hex, direction: Direction) -> Hex | None:
    """A neighbour by the rule for even and odd rows, without bits."""
    row, column = hex_
    right = row % 2
    step = {
        Direction.E: (0, 1),
        Direction.W: (0, -1),
        Direction.NE: (1, right),
        Direction.NW: (1, right - 1),
        Direction.SE: (-1, right),
        Direction.SW: (-1, right - 1),
    }[direction]
    found = Hex(row + step[0], column + step[1])
    inside = 0 <= found.row < ROWS and 0 <= found.column < COLUMNS
    return found if inside else None


@given(hexes, st.sampled_from(Direction))
def test_neighbours_are_those_of_the_plain_rule(hex_: Hex, direction: Direction) -> None:
    expected = plain_neighbour(hex_, direction)
    index = BOARD.neighbours[BOARD.index(hex_)][direction]
    assert (None if index < 0 else BOARD.hex(index)) == expected


@given(hex_sets, st.sampled_from(Direction))
def test_a_shift_moves_every_hex_of_a_set(start: int, direction: Direction) -> None:
    moved = {plain_neighbour(BOARD.hex(i), direction) for i in members(start)} - {None}
    assert {BOARD.hex(i) for i in members(BOARD.shift[direction](start))} == moved


@given(hex_sets)
def test_around_is_the_union_of_the_six_shifts(start: int) -> None:
    together = 0
    for shift in BOARD.shift:
        together |= shift(start)
    assert BOARD.around(start) == together


@given(hexes, hexes)
def test_distance_is_the_number_of_rings_needed(a: Hex, b: Hex) -> None:
    start, goal = BOARD.index(a), BOARD.index(b)
    steps, reached = 0, 1 << start
    while not reached >> goal & 1:
        reached = BOARD.within(reached, 1)
        steps += 1
    assert BOARD.distance(start, goal) == steps


@given(hexes, hexes)
def test_a_direction_leads_from_a_hex_to_its_neighbour(a: Hex, b: Hex) -> None:
    direction = BOARD.direction(BOARD.index(a), BOARD.index(b))
    touching = [d for d in Direction if plain_neighbour(a, d) == b]
    assert ([direction] if direction is not None else []) == touching
    if direction is not None:
        assert plain_neighbour(b, direction.opposite) == a


costs = st.lists(
    st.lists(st.integers(1, 4), min_size=6, max_size=6),
    min_size=BOARD.rows * BOARD.width,
    max_size=BOARD.rows * BOARD.width,
)


def as_masks(table: list[list[int]]) -> dict[int, list[int]]:
    enter = {cost: [0] * 6 for cost in range(1, 5)}
    for index, row in enumerate(table):
        for direction, cost in enumerate(row):
            enter[cost][direction] |= 1 << index
    return enter


def plain_range(
    start: int, table: list[list[int]], stop: int, within: int, budget: int
) -> dict[int, int]:
    """Cheapest costs by Dijkstra with a heap."""
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (here != start and stop >> here & 1):
            continue
        for direction in Direction:
            to = BOARD.neighbours[here][direction]
            if to < 0 or not within >> to & 1:
                continue
            total = spent + table[here][direction]
            if total <= budget and total < best.get(to, 99):
                best[to] = total
                heapq.heappush(queue, (total, to))
    return best


@settings(deadline=None, max_examples=60)
@given(hexes, costs, hex_sets, hex_sets, st.integers(0, 10))
def test_a_flood_finds_the_cheapest_costs(
    hex_: Hex, table: list[list[int]], stop: int, closed: int, budget: int
) -> None:
    start = BOARD.index(hex_)
    within = BOARD.all & ~closed
    prices = Prices(BOARD, as_masks(table))
    levels = BOARD.flood({0: 1 << start}, prices, stop, within, budget).levels
    found = {index: cost for cost, level in enumerate(levels) for index in members(level)}
    assert found == plain_range(start, table, stop, within, budget)


@settings(deadline=None, max_examples=60)
@given(hexes, costs, hex_sets, st.integers(1, 10))
def test_a_way_follows_the_flood_and_costs_what_it_says(
    hex_: Hex, table: list[list[int]], stop: int, budget: int
) -> None:
    start, prices = BOARD.index(hex_), Prices(BOARD, as_masks(table))
    flood = BOARD.flood({0: 1 << start}, prices, stop, BOARD.all, budget)
    for cost, level in enumerate(flood.levels):
        for to in members(level):
            here, total = start, 0
            for step in BOARD.way(flood, to)[1:]:
                direction = BOARD.direction(here, step)
                assert direction is not None
                total += table[here][direction]
                here = step
            assert (here, total) == (to, cost)


@settings(deadline=None)
@given(hexes, st.lists(hex_sets, min_size=6, max_size=6), hex_sets)
def test_spreading_reaches_what_steps_reach(hex_: Hex, leave: list[int], closed: int) -> None:
    start, within = BOARD.index(hex_), BOARD.all & ~closed
    seen, queue = {start}, [start]
    for here in queue:
        for direction in Direction:
            to = BOARD.neighbours[here][direction]
            open_ = leave[direction] >> here & 1 and to >= 0 and within >> to & 1
            if open_ and to not in seen:
                seen.add(to)
                queue.append(to)
    assert BOARD.spread(1 << start, leave, within) == set_of(seen)


@pytest.mark.parametrize("text", ["", "19", "19a2", "19220"])
def test_a_wrong_hex_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="four-digit"):
        Hex.parse(text)
