"""Random campaigns: the contract of all games, words for everything, whole maps, saves, replays."""

from __future__ import annotations

import random

import pytest

from salient.engine import Match, seed_from_text
from salient.lab.fuzz import fuzz
from salient.testing.contract import check_contract
from salient.testing.texts import check_said
from tests.amounts import amount
from tests.games.peiper.table import GAME
from tests.games.peiper.test_campaigns import choose

pytestmark = pytest.mark.play

MOST = 60_000
"""Decisions within which a campaign at random must be over."""


def test_the_game_keeps_the_contract() -> None:
    check_contract(GAME, games=amount(1, soak=6), most=amount(250, soak=20_000))


def test_random_campaigns_end_replay_and_keep_the_invariants() -> None:
    count = amount(1, soak=9)
    finished = list(fuzz(GAME, games=count, seed="tests", save_every=60))
    assert len(finished) == count


@pytest.mark.parametrize("name", GAME.scenarios)
@pytest.mark.parametrize("seed", range(amount(1, soak=10)))
def test_campaigns_come_to_their_end_and_replay(name: str, seed: int) -> None:
    """To the end in the long campaign of tests, the first scenario with every change."""
    rng = random.Random(f"{name} {seed}")
    options = {option.id: rng.choice(option.choices) for option in GAME.options}
    match = Match.start(GAME, name, seed_from_text(f"{name} {seed}"), options)
    dates = match.state.setting.dates
    last = dates[-1] if amount(0, soak=1) else dates[0]
    count = 0
    while (decision := match.decision) is not None and match.state.date <= last:
        if count % 10 == 0:
            GAME.check(match.state)
        if count % 60 == 0 or (match.state.refit and count % 15 == 0):
            loaded = GAME.load(GAME.dump(match.state))
            assert GAME.decision(loaded) == decision
            assert GAME.fingerprint(loaded) == GAME.fingerprint(match.state)
        match.play(choose(decision, rng), decision.side)
        count += 1
        assert count < MOST
    GAME.check(match.state)
    again = Match.resume(GAME, match.record())
    assert GAME.fingerprint(again.state) == GAME.fingerprint(match.state)
    assert match.decision is not None or GAME.result(match.state) is not None


@pytest.mark.parametrize("name", GAME.scenarios[: amount(1, soak=3)])
def test_everything_in_a_random_campaign_can_be_said(name: str) -> None:
    rng = random.Random(name)
    match = Match.start(GAME, name, seed_from_text("words"))
    for number in range(amount(400, soak=3000)):
        if match.decision is None:
            break
        if number % 40 == 0:
            for side in (-1, 0, 1):
                check_said(match, side, "en" if number % 80 else "ja")
        match.play(choose(match.decision, rng))
