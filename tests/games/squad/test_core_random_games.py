"""Whole games at random: invariants, saves, replays, and bots that finish."""

from __future__ import annotations

import random

import pytest

from salient.bots.players import make_bot
from salient.engine import Match, parse_record, replay, seed_from_text
from salient.testing.contract import check_contract
from tests.games.squad.table import GAME


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_the_invariants(scenario: str, seed: int) -> None:
    rng = random.Random(seed)
    options = {"setup": "free" if seed % 2 else "ready"}
    g, _ = GAME.start(scenario, seed_from_text(f"random {seed}"), options)
    while (decision := GAME.decision(g)) is not None:
        GAME.play(g, rng.choice(decision.actions))
        GAME.check(g)
    assert GAME.result(g) is not None


def test_the_contract_is_kept() -> None:
    check_contract(GAME, games=4)


def test_a_record_replays_to_the_same_end() -> None:
    match = Match.start(GAME, "practice", seed_from_text("record"))
    rng = random.Random(9)
    while (decision := match.decision) is not None:
        match.play(rng.choice(decision.actions))
    text = match.record().to_text()
    *_, (last, _) = replay(GAME, parse_record(text))
    assert GAME.fingerprint(last) == GAME.fingerprint(match.state)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_simple_bots_finish(scenario: str) -> None:
    bots = [make_bot("simple", 1), make_bot("simple", 2)]
    g, _ = GAME.start(scenario, seed_from_text("bots"))
    for _ in range(3000):
        decision = GAME.decision(g)
        if decision is None:
            break
        GAME.play(g, bots[decision.side].answer(GAME, g, decision))
    assert GAME.result(g) is not None
