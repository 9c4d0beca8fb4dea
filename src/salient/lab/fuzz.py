"""Random games that try to break a game: the referee's own test."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import msgspec

from salient.bots import RandomBot
from salient.engine import AnyGame, Match, Record, parse_record, replay, seed_from_text
from salient.lab.arena import hash_seed


class Fuzzed(msgspec.Struct, frozen=True):
    """One random game that was checked: to its end, or without an outcome when time was up."""

    number: int
    scenario: str
    options: dict[str, str]
    decisions: int
    outcome: str
    saves: int
    recalls: int


class Broken(Exception):
    """A game misbehaved; the record shows how to get there."""

    def __init__(self, what: str, record: Record) -> None:
        super().__init__(what)
        self.record = record


def fuzz(
    game: AnyGame,
    games: int,
    seed: str,
    save_every: int = 97,
    forget_every: int = 61,
    seconds: float = math.inf,
    scenarios: Sequence[str] = (),
) -> Iterator[Fuzzed]:
    """Play random games over all option values and all scenarios, or those that are named.

    Each state is checked against the game's invariants, every ``save_every``-th state is saved,
    loaded and asked for the same legal actions, and each record is replayed to the same end.
    Every ``forget_every``-th question is put again to a twin of the state whose setting remembers
    nothing. When the ``seconds`` are up, the game that is being played is broken off where it is.

    Raises:
        Broken: At the first thing that is not as it must be.
    """
    until = monotonic() + seconds
    among = scenarios or game.scenarios
    first = hash_seed(seed, 0) % len(among)
    turns = itertools.islice(itertools.cycle(among), first, None)
    for number, scenario in zip(range(games), turns, strict=False):
        rng = random.Random(hash_seed(f"{seed}/{number}", 0))
        options = {option.id: rng.choice(option.choices) for option in game.options}
        match = Match.start(game, scenario, seed_from_text(f"{seed}/{number}"), options)
        try:
            bot = RandomBot(rng.getrandbits(64))
            decisions, saves, recalls = _play(match, bot, save_every, forget_every, until)
            _replay(match)
        except Exception as error:
            raise Broken(f"game {number}: {error!r}", match.record()) from error
        result = game.result(match.state)
        assert (result is None) == (match.decision is not None), "without decisions a game is over"
        outcome = "" if result is None else result.outcome
        yield Fuzzed(number, scenario, options, decisions, outcome, saves, recalls)
        if monotonic() >= until:
            return


def _play(
    match: Match[Any], bot: RandomBot, save_every: int, forget_every: int, until: float
) -> tuple[int, int, int]:
    game, decisions, saves, recalls = match.game, 0, 0, 0
    while (decision := match.decision) is not None and monotonic() < until:
        if not decision.actions:
            raise ValueError("a decision without legal actions")
        game.check(match.state)
        if decisions % save_every == 0:
            _save_and_load(game, match.state)
            saves += 1
        if decisions % forget_every == 0:
            _forget_and_ask(game, match.state)
            recalls += 1
        match.play(bot.answer(game, match.state, decision), decision.side)
        decisions += 1
    game.check(match.state)
    return decisions, saves, recalls


def _save_and_load(game: AnyGame, g: Any) -> None:
    saved = game.dump(g)
    loaded = game.load(saved)
    if game.dump(loaded) != saved:
        raise ValueError("a loaded state differs from the saved one")
    if game.decision(loaded) != game.decision(g):
        raise ValueError("a loaded state offers other actions")


def _forget_and_ask(game: AnyGame, g: Any) -> None:
    twin = g.copy()
    twin.setting, twin.offered = g.setting.afresh(), None
    if game.decision(twin) != game.decision(g):
        raise ValueError("what is remembered of earlier questions changes what is offered")


def _replay(match: Match[Any]) -> None:
    record = parse_record(match.record().to_text())
    for _ in replay(match.game, record):
        pass
