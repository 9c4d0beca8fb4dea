"""How many modules and functions a move of a kept game passes, one JSON line for each title.

Each action of the verbs asked for is carried out twice on copies of the position: alone
(``Step.take``), and together with the next question (``Game.play``). Counted are the modules and
functions of Salient that are called, the calls, and the hops: calls from one module into another.
The figures are medians.

    python benchmarks/hops.py squad:shoot mist:fight bulge:declare
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

from salient.engine import Action, AnyGame, State
from salient.engine.records import parse_record
from salient.games import find_game

RECORDS = Path(__file__).parents[1] / "tests" / "transcripts"
ASKED = ("squad:shoot", "mist:fight", "bulge:declare")


class Hops:
    """What a piece of work passes."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.functions: set[tuple[str, str]] = set()
        self.calls = self.hops = 0

    def of(self, work: Callable[[], object]) -> tuple[int, int, int, int]:
        """Modules, functions, calls and hops of some work."""
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)
        return len(self.modules), len(self.functions), self.calls, self.hops

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event != "call" or not module.startswith("salient."):
            return
        self.calls += 1
        self.modules.add(module)
        self.functions.add((module, frame.f_code.co_qualname))
        caller = frame.f_back.f_globals.get("__name__", "") if frame.f_back else ""
        self.hops += caller.startswith("salient.") and caller != module


def positions(game: AnyGame, verb: str) -> Iterator[tuple[State, Action]]:
    """The actions of a verb in the kept games, each with the position before it."""
    for path in sorted((RECORDS / game.id).rglob("*.record")):
        record = parse_record(path.read_text(encoding="utf-8"))
        assert record.seed is not None, "a kept game shows its seed"
        g, _ = game.start(record.identity.scenario, record.seed, record.identity.options)
        for _, text in record.actions:
            action = g.setting.lexicon.parse(text)
            if action.verb == verb:
                yield g, action
            game.play(g, action)


def measure(game: AnyGame, verb: str) -> dict[str, Any]:
    """The median figures of a verb."""
    alone, whole = [], []
    for g, action in positions(game, verb):
        here, there = g.copy(), g.copy()
        alone.append(Hops().of(partial(here.steps[-1].take, here, action, [])))
        whole.append(Hops().of(partial(game.play, there, action)))
    names = ("modules", "functions", "calls", "hops")
    return {
        "title": game.id, "verb": verb, "actions": len(alone),
        "alone": dict(zip(names, map(median, zip(*alone, strict=True)), strict=True)),
        "with the next question":
            dict(zip(names, map(median, zip(*whole, strict=True)), strict=True)),
    }  # fmt: skip


if __name__ == "__main__":
    for asked in sys.argv[1:] or ASKED:
        title, _, verb = asked.partition(":")
        print(json.dumps(measure(find_game(title), verb)), flush=True)
