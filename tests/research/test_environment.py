"""The environment: reproducible, strict, and honest about what a side knows."""

from __future__ import annotations

from random import Random

import pytest

from salient.bots import make_bot
from salient.engine import Action, Match, RuleViolation, replay, seen_events
from salient.games import GAMES, find_game
from salient.research import Environment

SMALL = {"mist": "seventh", "squad": "practice", "trumpets": "clervaux"}
"""Scenarios that are soon over."""


def walk(env: Environment, steps: int, seed: int = 1) -> Environment:
    """Play at random for a while."""
    rng = Random(seed)
    for _ in range(steps):
        if env.over:
            break
        env.step(rng.randrange(len(env.observe().actions)))
    return env


@pytest.mark.parametrize("title", GAMES)
def test_the_same_seed_and_actions_give_the_same_game(title: str) -> None:
    first, again = Environment(find_game(title)), Environment(find_game(title))
    for env in (first, again):
        env.reset("seed")
        walk(env, 60)
    assert first.played == again.played
    assert first.observe() == again.observe()
    again.reset("another seed")
    assert again.played == []


@pytest.mark.parametrize("title", SMALL)
def test_a_whole_game_ends_with_a_reward_and_replays(title: str) -> None:
    game = find_game(title)
    env = Environment(game, SMALL[title])
    env.reset("whole")
    bots = [make_bot("simple", 1), make_bot("random", 2)]
    rewards: list[tuple[float, ...]] = [env.rewards]
    while not env.over:
        rewards.append(env.let_play(bots[env.side]).rewards)
    assert set(rewards[:-1]) == {(0.0, 0.0)}, "nothing until the end"
    result = env.result
    assert result is not None
    if result.winner is None:
        assert env.rewards == (0.0, 0.0)
    else:
        assert env.rewards[result.winner] == 1.0
        assert sum(env.rewards) == 0.0
    *_, (end, _) = replay(game, env.record())
    assert game.result(end) == result
    assert env.side == -1
    assert env.observe().actions == ()


def test_an_action_is_given_as_such_as_text_or_by_its_number() -> None:
    game = find_game("mist")
    envs = [Environment(game, "seventh") for _ in range(3)]
    action = envs[0].observe().actions[1]
    text: str = envs[0].setting.lexicon.text(action)
    forms: list[Action | str | int] = [action, text, 1]
    for env, form in zip(envs, forms, strict=True):
        env.step(form)
    assert [env.played for env in envs] == [[action]] * 3
    assert len({repr(env.observe()) for env in envs}) == 1


@pytest.mark.parametrize(
    ("action", "code"),
    [(999, "no-such-offer"), (-1, "no-such-offer"), ("march nowhere", "unknown-verb"),
     (Action("end", (3,)), "not-offered")],
)  # fmt: skip
def test_what_is_not_legal_is_refused_and_changes_nothing(
    action: Action | str | int, code: str
) -> None:
    env = Environment(find_game("mist"), "seventh")
    before = env.observe()
    with pytest.raises(RuleViolation) as refused:
        env.step(action)
    assert refused.value.code == code
    assert env.observe() == before
    assert env.played == []


def test_a_game_that_is_over_goes_on_for_nobody() -> None:
    env = walk(Environment(find_game("mist"), "seventh"), 10_000)
    assert env.over
    with pytest.raises(RuleViolation, match="is over"):
        env.step(0)
    with pytest.raises(RuleViolation, match="is over"):
        env.let_play(make_bot("random"))


@pytest.mark.parametrize("title", GAMES)
def test_planning_goes_on_from_what_a_side_knows_and_leaves_the_game_alone(title: str) -> None:
    env = walk(Environment(find_game(title)), 40)
    before = env.observe()
    plans = [env.imagine(Random(number)) for number in (1, 1, 2)]
    for plan in plans:
        assert plan.observe() == before, "it looks the same, and the same is asked"
        walk(plan, 30, seed=5)
    assert env.observe() == before
    assert plans[0].played == plans[1].played
    assert plans[0].observe() == plans[1].observe()
    with pytest.raises(RuleViolation, match="imagined"):
        plans[0].record()


def test_imagined_dice_are_not_the_true_ones() -> None:
    env = Environment(find_game("squad"), "practice")
    ends = set()
    for number in range(4):
        plan = env.imagine(Random(number))
        walk(plan, 200, seed=3)
        ends.add(repr(plan.observe(0)))
    assert len(ends) > 1


def test_a_fork_is_the_true_game_and_goes_its_own_way() -> None:
    env = walk(Environment(find_game("mist"), "seventh"), 20)
    fork = env.fork()
    walk(fork, 30, seed=9)
    walk(env, 30, seed=9)
    assert fork.observe() == env.observe(), "the same dice fall"
    assert fork.record().to_text() == env.record().to_text()


def test_what_happens_unseen_is_in_nobodys_outcome_but_his_own() -> None:
    env = Environment(find_game("squad"), "village")
    env.reset("secrets")
    match = Match(env.game, *env.game.begin(env.setting, env.seed))
    hidden = 0
    rng = Random(6)
    for _ in range(300):
        side, action = env.side, rng.choice(env.observe().actions)
        happened = match.play(action)
        hidden += sum(event.seen_by(side) != event for event in happened)
        assert list(env.step(action).events) == seen_events(happened, side)
    assert hidden
