"""The interfaces of PettingZoo and Gymnasium, held to those libraries' own tests."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from salient.engine import RuleViolation, SetupError
from salient.games import GAMES, find_game
from salient.research import Environment
from salient.research.zoo import AgainstBot, TwoPlayers

TASTE = (
    "Observation is not a NumPy array|Observation space for each agent|We recommend agents|.*render"
)
"""Advice that does not fit: observations are dictionaries, sides have names, pages draw."""


def two_players(title: str = "mist") -> TwoPlayers:
    return TwoPlayers(Environment(find_game(title)))


@pytest.mark.parametrize("title", GAMES)
def test_pettingzoo_finds_nothing_to_say(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", TASTE, UserWarning)
        api_test(two_players(title), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_finds_seeds_kept() -> None:
    seed_test(two_players, num_cycles=100)


def test_two_players_play_to_the_end_and_are_paid_once() -> None:
    env = two_players()
    env.reset(seed=7)
    rng = np.random.default_rng(1)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for side in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[side] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else int(rng.choice(legal)))
    assert tuple(paid.values()) == env.env.rewards
    assert env.agents == []


def test_only_who_is_asked_can_act() -> None:
    env = two_players()
    env.reset(seed=1)
    asked, other = (
        env.agent_selection,
        next(side for side in env.possible_agents if side != env.agent_selection),
    )
    assert env.observe(asked)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()
    with pytest.raises(RuleViolation):
        env.step(env.coder.most_actions - 1)
    assert env.agent_selection == asked


@pytest.mark.parametrize("side", ["german", "allied"])
def test_a_learner_plays_a_bot_to_the_end(side: str) -> None:
    env = AgainstBot(Environment(find_game("mist")), side, "random")
    rng = np.random.default_rng(2)
    for seed in (1, 2):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert env.observation_space.contains(seen)
            legal = np.flatnonzero(env.action_masks())
            assert (seen["action_mask"].nonzero()[0] == legal).all()
            seen, reward, over, cut, _ = env.step(rng.choice(legal))
            assert not cut
        assert reward == env.env.rewards[env.side]


def test_the_same_seed_is_the_same_game_against_a_bot() -> None:
    seen = []
    for _ in range(2):
        env = AgainstBot(Environment(find_game("squad")), "american")
        env.reset(seed=5)
        for _ in range(10):
            env.step(np.flatnonzero(env.action_masks())[0])
        seen.append(env.env.played)
    assert seen[0] == seen[1]


def test_who_is_not_there_is_said() -> None:
    env = Environment(find_game("mist"))
    with pytest.raises(ValueError, match="expected one of german, allied"):
        AgainstBot(env, "french")
    with pytest.raises(SetupError):
        AgainstBot(env, "german", "nobody")
