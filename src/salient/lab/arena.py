"""Games between bots, and matches of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from salient.bots import Bot, make_bot
from salient.engine import AnyGame, Match, Result, SetupError, seed_from_text


class Finished(msgspec.Struct, frozen=True):
    """One game of a match."""

    number: int
    seed: str
    result: Result
    decisions: int


class Tally(msgspec.Struct):
    """The score of a match so far.

    Attributes:
        wins: Games won by each side name, and ``none``.
        outcomes: Games by level of victory.
        scores: The final score of each game.
    """

    games: int = 0
    wins: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    scores: list[int] = []

    def add(self, finished: Finished, sides: Sequence[str]) -> None:
        """Count one more game."""
        winner = finished.result.winner
        self.games += 1
        self.wins = dict(
            Counter(self.wins) + Counter(["none" if winner is None else sides[winner]])
        )
        self.outcomes = dict(Counter(self.outcomes) + Counter([finished.result.outcome]))
        self.scores = [*self.scores, finished.result.score]


def play_out(match: Match[Any], bots: Sequence[Bot]) -> int:
    """Let bots finish a match; return the number of their decisions."""
    count = 0
    while (decision := match.decision) is not None:
        match.play(bots[decision.side].answer(match.game, match.state, decision))
        count += 1
    return count


def play_match(
    game: AnyGame,
    scenario: str,
    bots: Sequence[str],
    games: int,
    seed: str,
    options: Mapping[str, str] | None = None,
    packs: Sequence[Path] = (),
) -> Iterator[Finished]:
    """Play games between two bots, one after the other, each with its own dice."""
    if len(bots) != len(game.sides):
        raise SetupError("bot-count", given=len(bots), expected=", ".join(game.sides))
    for name in bots:
        make_bot(name)
    for number in range(games):
        own_seed = f"{seed}/{number}"
        match = Match.start(game, scenario, seed_from_text(own_seed), options, packs)
        players = [make_bot(name, hash_seed(own_seed, side)) for side, name in enumerate(bots)]
        decisions = play_out(match, players)
        result = game.result(match.state)
        assert result is not None, "a game without decisions is over"
        yield Finished(number, own_seed, result, decisions)


def hash_seed(text: str, side: int) -> int:
    """A whole number for a bot's own random choices, the same on every machine."""
    return int.from_bytes(seed_from_text(f"{text}/bot/{side}")[:8], "big")
