"""Figures of *Tigers in the Mist*, one JSON line each: random play, copies, saves, ranges, odds.

The line ``plain_python`` measures a fixed piece of plain Python in the same run, so that figures
of different machines, or of one machine on different days, can be compared as ratios.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter

from salient.engine import seed_from_text
from salient.games import find_game
from salient.lab.arena import play_match
from salient.lab.bench import measure

SECONDS = 4.0


def rate(work: Callable[[], object], seconds: float = 0.5) -> float:
    """How often a second something can be done."""
    done, begin = 0, perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        work()
        done += 1
    return done / spent


def plain_python() -> int:
    """A fixed amount of plain work: a thousand additions and look-ups."""
    table = dict.fromkeys(range(100), 1)
    return sum(table[i % 100] for i in range(1000))


def emit(name: str, value: float, **notes: object) -> None:
    """Print one figure."""
    print(json.dumps({"figure": name, "value": round(value, 3), **notes}), flush=True)


def main() -> None:
    """Measure everything."""
    game = find_game("mist")
    emit("plain_python", rate(plain_python), unit="per second")
    for scenario in game.scenarios:
        figures = measure(game, scenario, "bench", SECONDS)
        emit("decisions", figures.decisions_per_second, unit="per second", scenario=scenario)
        emit("games", figures.games_per_second, unit="per second", scenario=scenario)
        emit("copy", figures.copy_microseconds, unit="microseconds", scenario=scenario)
        emit("save", figures.save_bytes, unit="bytes", scenario=scenario)
    state, _ = game.start("campaign", seed_from_text("bench"))
    emit("view", 1e6 / rate(lambda: game.view(state, 0)), unit="microseconds")
    words = {"attackers": "armor:4,mechanized:3,infantry:3", "defenders": "infantry:4e,armor:3"}
    setting = game.setting("campaign")
    odds = rate(lambda: game.describe_combat(setting, words))
    emit("odds", 1e3 / odds, unit="milliseconds")
    begin = perf_counter()
    list(play_match(game, "campaign", ["simple", "simple"], 2, "bench"))
    emit("simple_bot_game", (perf_counter() - begin) / 2, unit="seconds", scenario="campaign")


if __name__ == "__main__":
    main()
