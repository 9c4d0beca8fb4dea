"""Trying a pack out: values out of all proportion, and games that break or never go on.

A pack may make a game bad, but not break it. What a file's form cannot tell is tried: numbers are
compared with those they stand for, and every scenario is begun and played at random for a while in
a process of its own, which can be ended.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterable
from multiprocessing.connection import Connection
from pathlib import Path

from salient.engine import DataError, seed_from_text
from salient.games import find_game

ACTIONS = 60
"""Of each scenario's trial."""

SECONDS = 120.0
"""That one scenario may take."""

MOST_TIMES = 100
"""So many times as great as the value it stands for may a number be."""

LEAST_GREAT = 1000
"""A number up to this is never too great."""

MEMORY = 4 << 30


def check_number(file: str, place: str, before: str | None, value: str) -> None:
    """Refuse a number that is out of all proportion to the one it stands for.

    Raises:
        DataError: ``pack-number``.
    """
    old, new = _number(before), _number(value)
    if old is None or new is None:
        return
    most = max(MOST_TIMES * abs(old), LEAST_GREAT)
    least = -most if old < 0 else 0
    if not least <= new <= most:
        raise DataError(
            "pack-number", file=file, place=place, value=value, least=f"{least:g}", most=f"{most:g}"
        )


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def try_out(game_id: str, folder: Path, scenarios: Iterable[str]) -> None:
    """Begin every scenario with a pack and play it at random for a while.

    Raises:
        DataError: ``pack-breaks``, with the scenario and what happened.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    trial = context.Process(target=_play_all, args=(game_id, folder, list(scenarios), there))
    trial.start()
    there.close()
    scenario = ""
    try:
        while here.poll(SECONDS):
            scenario, problem = here.recv()
            if problem:
                raise DataError("pack-breaks", scenario=scenario, reason=problem)
            if not scenario:
                return
        raise DataError("pack-breaks", scenario=scenario, reason=f"> {SECONDS:g} s")
    except EOFError:
        reason = f"exit {trial.exitcode}"
        raise DataError("pack-breaks", scenario=scenario, reason=reason) from None
    finally:
        trial.kill()
        trial.join()


# -- in the process of the trial ------------------------------------------------------------------


def _play_all(game_id: str, folder: Path, scenarios: Iterable[str], told: Connection) -> None:
    """Try one scenario after the other, telling each before; in the end tell of none."""
    _limit_memory()
    for scenario in scenarios:
        told.send((scenario, ""))
        try:
            _play(game_id, folder, scenario)
        except Exception as error:  # whatever a pack makes the rules do
            told.send((scenario, f"{type(error).__name__} {error}".strip()))
            return
    told.send(("", ""))


def _play(game_id: str, folder: Path, scenario: str) -> None:
    game, chance = find_game(game_id), random.Random(scenario)
    g, _ = game.start(scenario, seed_from_text("pack"), None, [folder])
    for _ in range(ACTIONS):
        decision = game.decision(g)
        if decision is None:
            return
        for side in (-1, 0, 1):
            game.view(game.known(g, side, random.Random(0)), side)
        game.play(g, chance.choice(decision.actions))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
