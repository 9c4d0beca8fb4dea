"""The scenarios that tests over all games play."""

from __future__ import annotations

from salient.games import GAMES, find_game
from tests.amounts import SOAK

LARGE = {"trumpets": ("clervaux", "losheim", "bastogne")}
"""Of games with a thousand pieces the scenarios that stand for all with every change."""

SCENARIOS = [
    (name, scenario)
    for name in GAMES
    for scenario in find_game(name).scenarios
    if SOAK or scenario in LARGE.get(name, (scenario,))
]
