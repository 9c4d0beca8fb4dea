"""Random play with half-tracks, riders, towed guns and charges keeps the invariants."""

from __future__ import annotations

import random

import pytest

from salient.engine import seed_from_text
from salient.games.squad.sequence import GameTurn
from tests.amounts import amount
from tests.games.squad.table import GAME, Table

GERMAN = "ss658 4 ss91 ssDC 2 SPW251 PzIVH Opel ss228 2 pak40 leig18"
AMERICAN = "us666 4 usDC usBAZ M3ht Truck M4A3 us57 us227"
GROUNDS = ("woods", "orchard", "brush", "stone_building", "open_ground")
DECISIONS = 250


def battle(rng: random.Random) -> Table:
    """Both sides some hexes apart, many of them aboard."""
    hexes = [f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 9)]
    lines = [f"{name} {rng.choice(GROUNDS)}" for name in hexes if rng.random() < 0.3]
    table = Table(*lines, german=GERMAN, american=AMERICAN, size=(8, 8))
    rows = rng.sample(range(1, 9), 3)
    a, b, c = (f"{rng.choice('BC')}{row}" for row in rows)
    x, y, z = (f"{rng.choice('EF')}{row}" for row in rows)
    table.put(a, "SPW251.1", facing="e").aboard("SPW251.1", "ss658.1+ssDC.1", "ss91.1")
    table.put(a, "ss658.2+ssDC.2").put(b, "PzIVH.1", facing="e").aboard("PzIVH.1", "ss658.3")
    table.put(b, "ss658.4").put(c, "Opel.1", facing="e")
    table.aboard("Opel.1", "ss228.1", towing="pak40.1").put(c, "ss228.2+leig18.1", facing="e")
    table.put(x, "M3ht.1", facing="w").aboard("M3ht.1", "us666.1+usDC.1")
    table.put(y, "us666.2+usBAZ.1", "us666.3").put(y, "M4A3.1", facing="w")
    return table.put(z, "Truck.1", "us227.1+us57.1", facing="w").put(z, "us666.4")


@pytest.mark.play
@pytest.mark.parametrize("seed", range(amount(2, soak=8)))
def test_a_battle_of_carriers_is_played_through(seed: int) -> None:
    rng = random.Random(seed)
    table = battle(rng)
    table.g.seed = seed_from_text(f"carriers {seed}")
    table.run(GameTurn())
    for _ in range(DECISIONS):
        decision = table.decision
        if decision is None:
            break
        scores = table.game.judge(table.g, decision)
        assert len(scores) == len(decision.actions)
        verbs = sorted({action.verb for action in decision.actions})
        verb = rng.choice(verbs)
        action = rng.choice([a for a in decision.actions if a.verb == verb])
        table.events += table.game.play(table.g, action)
        table.look_after()
        for side in (-1, 0, 1):
            GAME.view(table.g, side)
