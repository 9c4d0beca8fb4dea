"""Games between bots, and matches of many games."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from salient.bots import Bot, make_bot
from salient.engine import AnyGame, Match, Result, SetupError, seed_from_text

Z = 1.959964
"""So many standard deviations to either side hold 95 % of what chance does."""


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
        decisions: The length of each game.
    """

    games: int = 0
    wins: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    scores: list[int] = []
    decisions: list[int] = []

    def add(self, finished: Finished, sides: Sequence[str]) -> None:
        """Count one more game."""
        winner = finished.result.winner
        self.games += 1
        self.wins = dict(
            Counter(self.wins) + Counter(["none" if winner is None else sides[winner]])
        )
        self.outcomes = dict(Counter(self.outcomes) + Counter([finished.result.outcome]))
        self.scores = [*self.scores, finished.result.score]
        self.decisions = [*self.decisions, finished.decisions]

    def interval(self, side: str) -> tuple[float, float]:
        """Where a side's share of the decided games would lie in a longer match."""
        decided = self.games - self.wins.get("none", 0)
        return wilson(self.wins.get(side, 0), decided)


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share that has been counted, after Wilson.

    >>> [round(bound, 3) for bound in wilson(33, 98)]
    [0.251, 0.435]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not total:
        return 0.0, 1.0
    share = count / total
    middle = share + Z * Z / (2 * total)
    reach = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def play_out(match: Match[Any], bots: Sequence[Bot]) -> int:
    """Let bots finish a match; return the number of their decisions."""
    count = 0
    while (decision := match.decision) is not None:
        match.play(bots[decision.side].answer(match.game, match.state, decision))
        count += 1
    return count


def hire(name: str, seed: int = 0) -> Bot:
    """A bot by its name, or by ``module:Class`` for one of your own.

    It imports what it is told to: never with a name from the network.

    Raises:
        SetupError: ``no-bot``, or ``not-a-bot`` if that is not where one is.
    """
    module, _, kind = name.partition(":")
    if not kind:
        return make_bot(name, seed)
    try:
        found = getattr(import_module(module), kind)
    except (ImportError, AttributeError, ValueError) as error:
        raise SetupError("not-a-bot", bot=name, reason=str(error)) from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise SetupError("not-a-bot", bot=name, reason=repr(found))
    return found(seed)


class Errand(msgspec.Struct, frozen=True):
    """What a match plays again and again; it can be sent to another process."""

    scenario: str
    bots: tuple[str, ...]
    options: dict[str, str]
    packs: tuple[Path, ...]

    def play(self, game: AnyGame, number: int, seed: str) -> Finished:
        """Play one game with dice of its own."""
        match = Match.start(game, self.scenario, seed_from_text(seed), self.options, self.packs)
        players = [hire(name, hash_seed(seed, side)) for side, name in enumerate(self.bots)]
        decisions = play_out(match, players)
        result = game.result(match.state)
        assert result is not None, "a game without decisions is over"
        return Finished(number, seed, result, decisions)


@cache
def _instance(kind: type[AnyGame]) -> AnyGame:
    """The title in a process that has only been told its class."""
    return kind()


def _play_apart(kind: type[AnyGame], errand: Errand, number: int, seed: str) -> Finished:
    return errand.play(_instance(kind), number, seed)


def play_match(
    game: AnyGame,
    scenario: str,
    bots: Sequence[str],
    games: int,
    seed: str,
    options: Mapping[str, str] | None = None,
    packs: Sequence[Path] = (),
    jobs: int = 1,
) -> Generator[Finished, None, None]:
    """Play games between two bots, each with its own dice: the same ones however many at a time.

    Args:
        game: The title.
        scenario: What is played.
        bots: A bot for each side, by name or as ``module:Class``.
        games: How many.
        seed: Where the dice of all games come from.
        options: Options of the title.
        packs: Folders with other data.
        jobs: Processes that play at the same time.

    Raises:
        SetupError: There is no such bot, scenario or option, or not one bot for each side.
    """
    if len(bots) != len(game.sides):
        raise SetupError("bot-count", given=len(bots), expected=", ".join(game.sides))
    for name in bots:
        hire(name)
    game.setting(scenario, options, packs)
    errand = Errand(scenario, tuple(bots), dict(options or {}), tuple(packs))
    seeds = [f"{seed}/{number}" for number in range(games)]
    if jobs == 1:
        yield from (errand.play(game, number, own) for number, own in enumerate(seeds))
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    try:
        work = partial(_play_apart, type(game), errand)
        yield from pool.map(work, range(games), seeds)
    finally:
        pool.shutdown(cancel_futures=True)


def hash_seed(text: str, side: int) -> int:
    """A whole number for a bot's own random choices, the same on every machine."""
    return int.from_bytes(seed_from_text(f"{text}/bot/{side}")[:8], "big")
