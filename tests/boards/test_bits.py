"""Sets of small integers against sets of Python."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from salient.boards.bits import members, pick, set_of, union

LAST = 299
numbers = st.sets(st.integers(0, LAST), max_size=40)


@given(numbers)
def test_the_members_of_a_set_come_in_ascending_order(found: set[int]) -> None:
    assert members(set_of(found)) == tuple(sorted(found))


@given(st.lists(numbers, max_size=5))
def test_a_union_holds_the_members_of_all_its_sets(sets: list[set[int]]) -> None:
    assert union(map(set_of, sets)) == set_of(set().union(*sets))


@given(numbers)
def test_items_are_picked_by_their_numbers_in_their_order(found: set[int]) -> None:
    items = [f"item {number}" for number in range(LAST + 1)]
    assert pick(items, set_of(found)) == [items[number] for number in sorted(found)]
