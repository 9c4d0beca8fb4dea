"""Whole games at random: they end, keep the invariants, replay, and survive saving."""

from __future__ import annotations

import itertools

import pytest

from salient.games import find_game
from salient.lab.fuzz import fuzz
from salient.testing.contract import check_contract
from tests.amounts import amount

GAME = find_game("bulge")
pytestmark = pytest.mark.play


@pytest.mark.parametrize("seed", range(amount(1, soak=2)))
def test_random_games_end_replay_and_keep_the_invariants(seed: int) -> None:
    finished = list(fuzz(GAME, games=3, seed=f"tests/{seed}", save_every=60))
    assert len(finished) == 3


def test_every_third_state_of_a_game_survives_saving_and_loading() -> None:
    (finished,) = itertools.islice(fuzz(GAME, games=1, seed="every", save_every=3), 1)
    assert finished.saves == -(-finished.decisions // 3)


@pytest.mark.parametrize("seed", range(amount(1, soak=2)))
def test_the_game_keeps_the_contract(seed: int) -> None:
    check_contract(GAME, games=1, seed=f"contract/{seed}")
