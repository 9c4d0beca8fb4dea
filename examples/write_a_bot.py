"""A bot that looks one action ahead, and how it does against one that does not look at all."""

from __future__ import annotations

from typing import Any

from salient.bots import Bot, RandomBot
from salient.engine import Action, Decision, Match, seed_from_text
from salient.games import find_game


class Greedy(Bot):
    """Takes the action after which the position looks best."""

    name = "greedy"

    def choose(self, game: Any, g: Any, decision: Decision) -> Action:
        """Try each action on a copy; ``g`` is what the bot's side knows."""

        def worth(action: Action) -> float:
            trial = g.copy()
            game.play(trial, action)
            return float(game.value(trial, decision.side))

        return max(decision.actions, key=worth)


def main() -> None:
    game = find_game("mist")
    for bots in ([Greedy(1), RandomBot(2)], [RandomBot(1), Greedy(2)]):
        match = Match.start(game, "seventh", seed_from_text("greedy"))
        while (decision := match.decision) is not None:
            match.play(bots[decision.side].answer(game, match.state, decision))
        result = game.result(match.state)
        assert result is not None
        winner = "nobody" if result.winner is None else bots[result.winner].name
        print(f"{bots[0].name} against {bots[1].name}: {winner} wins ({result.outcome})")


if __name__ == "__main__":
    main()
