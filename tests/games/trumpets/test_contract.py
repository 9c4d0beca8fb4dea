"""The contract of all games: offers, refusals, saves, copies, replays, and words for everything."""

from __future__ import annotations

import random

import pytest

from salient.engine import Match, seed_from_text
from salient.games import find_game
from salient.lab.fuzz import fuzz
from salient.testing.contract import check_contract
from salient.testing.texts import check_said
from tests.amounts import amount

GAME = find_game("trumpets")
pytestmark = pytest.mark.play


def test_random_games_end_replay_and_keep_the_invariants() -> None:
    count = amount(4, soak=24)
    finished = list(fuzz(GAME, games=count, seed="tests", save_every=60))
    assert len(finished) == count


def test_the_game_keeps_the_contract() -> None:
    check_contract(GAME, games=amount(1, soak=4), seed="contract")


@pytest.mark.parametrize("scenario", ["clervaux", "losheim", "bastogne"])
def test_everything_in_a_random_game_can_be_said(scenario: str) -> None:
    rng = random.Random(scenario)
    options = {option.id: rng.choice(option.choices) for option in GAME.options}
    match = Match.start(GAME, scenario, seed_from_text("words"), options)
    for number in range(300):
        if number % 5 == 0:
            for side in (-1, 0, 1):
                check_said(match, side, "en" if number % 2 else "ja")
        if match.decision is None:
            break
        match.play(rng.choice(match.decision.actions))
