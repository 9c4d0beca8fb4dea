"""How fast a game is: random play in one process, copies, saves."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from salient.bots import RandomBot
from salient.engine import AnyGame, seed_from_text


class Figures(msgspec.Struct, frozen=True):
    """What was measured."""

    game: str
    scenario: str
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    mean_choices: float
    copies_per_second: float
    copy_microseconds: float
    save_bytes: int
    saves_per_second: float
    loads_per_second: float


def measure(game: AnyGame, scenario: str, seed: str, seconds: float) -> Figures:
    """Play random games for some seconds, then copy and save a state from the middle of one."""
    bot = RandomBot(1)
    games = decisions = choices = 0
    middle: Any = None
    begin = perf_counter()
    while games == 0 or perf_counter() - begin < seconds:
        g, _ = game.start(scenario, seed_from_text(f"{seed}/{games}"))
        while (decision := game.decision(g)) is not None:
            choices += len(decision.actions)
            game.play(g, bot.choose(game, g, decision))
            decisions += 1
            if games == 0 and decisions == 200:
                middle = g.copy()
        middle = middle or g
        games += 1
    spent = perf_counter() - begin
    saved = game.dump(middle)
    copy_rate = _rate(middle.copy)
    return Figures(
        game=game.id,
        scenario=scenario,
        games=games,
        decisions=decisions,
        seconds=round(spent, 3),
        decisions_per_second=round(decisions / spent, 1),
        games_per_second=round(games / spent, 2),
        mean_choices=round(choices / decisions, 2),
        copies_per_second=round(copy_rate, 1),
        copy_microseconds=round(1e6 / copy_rate, 3),
        save_bytes=len(saved),
        saves_per_second=round(_rate(lambda: game.dump(middle)), 1),
        loads_per_second=round(_rate(lambda: game.load(saved)), 1),
    )


def _rate(work: Callable[[], object], seconds: float = 0.3) -> float:
    """How often a second something can be done: the best of three runs."""
    best = 0.0
    for _ in range(3):
        done, begin = 0, perf_counter()
        while (spent := perf_counter() - begin) < seconds / 3:
            work()
            done += 1
        best = max(best, done / spent)
    return best
