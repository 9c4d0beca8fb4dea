"""A player who plans on what his side knows: tries every action on imagined games, and counts."""

from __future__ import annotations

from random import Random

from salient.bots import make_bot
from salient.games import find_game
from salient.research import Environment

PLANS = 3
LONGEST = 60


def main() -> None:
    env = Environment(find_game("mist"), "seventh")
    env.reset("an example")
    me, rng = env.side, Random(1)
    for _ in range(8):
        if env.side == me:
            env.step(best_action(env, rng))
        else:
            env.let_play(make_bot("random", 2))
    played = [env.setting.lexicon.text(action) for action in env.played]
    print(f"{len(played)} actions, the last of them: {played[-1]}")
    print(
        f"The next question is {env.observe().prompt!r}, with {len(env.observe().actions)} answers."
    )


def best_action(env: Environment, rng: Random) -> int:
    """The number of the action after which imagined games go best."""
    side = env.side
    worth = [
        sum(play_on(env.imagine(rng), number, side, rng) for _ in range(PLANS))
        for number in range(len(env.observe().actions))
    ]
    return worth.index(max(worth))


def play_on(plan: Environment, number: int, side: int, rng: Random) -> float:
    """How an imagined game stands for a side a while after an action, played on at random."""
    plan.step(number)
    for _ in range(LONGEST):
        if plan.over:
            return plan.rewards[side]
        plan.let_play(make_bot("random", rng.randrange(1 << 30)))
    return plan.worth(side)


if __name__ == "__main__":
    main()
