"""Statistics over many games: how many legal actions there are, by prompt."""

from __future__ import annotations

from collections import defaultdict
from statistics import mean

from salient.bots import RandomBot
from salient.engine import seed_from_text
from salient.games import find_game


def main(games: int = 5) -> None:
    game, bot = find_game("mist"), RandomBot(1)
    choices: defaultdict[str, list[int]] = defaultdict(list)
    for number in range(games):
        g, _ = game.start("seventh", seed_from_text(str(number)))
        while (decision := game.decision(g)) is not None:
            choices[decision.prompt].append(len(decision.actions))
            game.play(g, bot.answer(game, g, decision))
    for prompt, counts in sorted(choices.items()):
        print(f"{prompt:24} asked {len(counts):5} times, {mean(counts):6.1f} actions on average")


if __name__ == "__main__":
    main()
