"""Copies of states share what cannot change, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
import pytest

from salient.engine import AnyGame, State, seed_from_text
from salient.engine.copies import make_copy
from salient.games import GAMES, find_game


class Point(msgspec.Struct, frozen=True):
    x: int


class Ledger(msgspec.Struct):
    x: int


class Desk(msgspec.Struct):
    """Every kind of column there may be."""

    number: int = 0
    word: Literal["a", "b"] = "a"
    point: Point | None = None
    pair: tuple[int, str] = (0, "")
    row: list[int] = []
    table: dict[int, tuple[Point, ...]] = {}
    names: set[str] = set()
    lists: dict[str, dict[int, int]] = {}
    grid: list[list[int]] = []


def test_what_can_change_is_copied_to_the_bottom_and_the_rest_is_shared() -> None:
    desk = Desk(3, "b", Point(1), (1, "x"), [1], {1: (Point(2),)}, {"n"}, {"a": {1: 1}}, [[1]])
    twin = make_copy(Desk, shared=frozenset())(desk)
    assert twin == desk
    assert twin.point is desk.point
    twin.row.append(2)
    twin.table[2] = ()
    twin.names.add("m")
    twin.lists["a"][1] = 2
    twin.grid[0].append(2)
    assert desk.row == [1]
    assert desk.table == {1: (Point(2),)}
    assert desk.names == {"n"}
    assert desk.lists == {"a": {1: 1}}
    assert desk.grid == [[1]]


@pytest.mark.parametrize(
    "kind", [Ledger, list[Ledger], tuple[list[int], ...], dict[int, set[Ledger]]]
)
def test_a_column_that_cannot_be_copied_is_named(kind: Any) -> None:
    wrong = msgspec.defstruct("Wrong", [("books", kind)])
    with pytest.raises(TypeError, match=r"Wrong\.books.*cannot be copied\. Expected"):
        make_copy(wrong, shared=frozenset())


def test_a_derived_state_copies_its_own_columns_as_well() -> None:
    class Wider(State, kw_only=True):
        seen: list[int] = []

    g, _ = find_game("mist").start("seventh", seed_from_text("wider"))
    wider = Wider(setting=g.setting, seed=b"", seen=[1])
    wider.copy().seen.append(2)
    assert wider.seen == [1]


def mutable(value: Any) -> Iterator[int]:
    """Identities of all lists and dicts in a value."""
    if isinstance(value, list | dict | set):
        yield id(value)
        for item in value.values() if isinstance(value, dict) else value:
            yield from mutable(item)


@pytest.mark.parametrize("name", GAMES)
def test_no_game_shares_anything_that_changes(name: str) -> None:
    game: AnyGame = find_game(name)
    g, _ = game.start(game.scenarios[0], seed_from_text("copies"))
    twin = g.copy()
    columns = [field for field in g.__struct_fields__ if field not in ("setting", "offered")]
    for column in columns:
        own, other = getattr(g, column), getattr(twin, column)
        assert own == other, column
        assert not set(mutable(own)) & set(mutable(other)), column
