"""Pieces on places: both columns always agree, whatever is put where."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE, AreaPieces, Pieces
from salient.engine.ids import Place

PLACES, PIECES = range(4), 5
SETTING = SimpleNamespace(side_of=(0, 0, 1, 1, 1), army=(0b00011, 0b11100))


class Hexes(Pieces, msgspec.Struct):
    setting: Any
    where: list[Place]
    stacks: dict[int, int]


class Areas(AreaPieces, msgspec.Struct):
    setting: Any
    where: list[Place]
    stacks: list[int]


def boards() -> list[Hexes | Areas]:
    empty = [NOWHERE] * PIECES
    return [Hexes(SETTING, empty.copy(), {}), Areas(SETTING, empty.copy(), [0] * len(PLACES))]


@given(st.lists(st.tuples(st.integers(0, PIECES - 1), st.integers(NOWHERE, len(PLACES) - 1))))
def test_the_columns_agree_after_any_moves(moves: list[tuple[int, int]]) -> None:
    for board in boards():
        held = [0, 0]
        for piece, place in moves:
            old = board.where[piece]
            board.put(piece, place)
            board.keep_presence(held, piece, old)
            board.check_places(PLACES)
        everyone = (1 << PIECES) - 1
        assert held == board.presence(everyone)
        assert board.on_map(everyone) == set_of(p for p in range(PIECES) if board.where[p] >= 0)
        for side in (0, 1):
            for place in PLACES:
                there = set_of(p for p in range(PIECES) if board.where[p] == place)
                assert board.stack(place, side) == there & SETTING.army[side]


@pytest.mark.parametrize("number", [0, 1])
def test_a_board_that_contradicts_itself_is_refused(number: int) -> None:
    board = boards()[number]
    board.put(0, 1)
    board.where[0] = Place(2)
    with pytest.raises(ValueError, match="stacks agree"):
        board.check_places(PLACES)
    board.where[0] = Place(9)
    with pytest.raises(ValueError, match="places of the board"):
        board.check_places(PLACES)


def test_no_empty_stack_is_kept_on_a_board_of_many_places() -> None:
    board = boards()[0]
    board.put(0, 1)
    board.put(0, NOWHERE)
    assert board.stacks == {}
