"""Chances of the refit phase: dice that must not be too high, and the end of a scenario."""

from __future__ import annotations

from salient.games.peiper.calendar import is_night
from salient.games.peiper.state import PeiperState

FACES = 6
ROLLS = FACES * FACES


def at_most(number: int) -> float:
    """The chance of two dice of at most a number.

    >>> round(at_most(7), 3), at_most(1), at_most(12)
    (0.583, 0.0, 1.0)
    """
    ways = sum(FACES - abs(7 - roll) for roll in range(2, min(number, 12) + 1))
    return ways / ROLLS


def ends_now(g: PeiperState) -> float:
    """The chance that the scenario ends with this player turn. Rule CG23."""
    faces = g.setting.charts.fortunes.end_chance(g.turn, night=is_night(g.date))
    return faces / FACES
