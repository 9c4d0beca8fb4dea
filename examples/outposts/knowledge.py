"""What a side knows: which counters the enemy has, not which is which. Rule 1.3."""

from __future__ import annotations

from random import Random

from outposts.state import OutpostState
from salient.boards.bits import members


def known(g: OutpostState, side: int, rng: Random) -> OutpostState:
    """The position with the enemy's face-down counters dealt anew (-1: both sides')."""
    twin = g.copy()
    twin.seed = rng.randbytes(32)
    for foe, army in enumerate(g.setting.army):
        if foe != side:
            unseen = members(army & ~g.shown)
            # Sorted first: a guess must not depend on what is guessed.
            pool = sorted(g.strength[unit] for unit in unseen)
            rng.shuffle(pool)
            for unit, strength in zip(unseen, pool, strict=True):
                twin.strength[unit] = strength
    return twin
