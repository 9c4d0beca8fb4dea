"""Figures of the environment for research, one JSON line each."""

from __future__ import annotations

from random import Random

from benchmarks.games import emit, microseconds
from salient.games import GAMES, find_game
from salient.research import Environment
from salient.research.arrays import Coder

WALK = 100


def main() -> None:
    """Measure the first scenario of each title."""
    for title in GAMES:
        measure(title)


def measure(title: str) -> None:
    """Measure some way into a random game."""
    env = Environment(find_game(title))
    rng = Random(1)
    for _ in range(WALK):
        env.step(rng.randrange(len(env.observe().actions)))
    coder, seen = Coder(env), env.observe()
    notes = {"game": title, "unit": "µs"}
    emit("fork and step", microseconds(lambda: env.fork().step(0)), **notes)
    emit("observation", microseconds(env.observe), **notes)
    emit("arrays", microseconds(lambda: coder.write(seen)), **notes)
    emit("imagined game", microseconds(lambda: env.imagine(rng)), **notes)


if __name__ == "__main__":
    main()
