"""Glicko-2 against the example of its paper, and what must hold of any rating."""

from __future__ import annotations

import pytest

from salient.table.glicko import WIDEST, Rating, rate


def test_the_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rate(player, games)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_one_is_less_sure() -> None:
    rested = Rating(1500, 200, 0.06).rested(1)
    assert rested.deviation == pytest.approx(200.27, abs=0.01)
    assert (rested.rating, rested.volatility) == (1500, 0.06)
    assert Rating(1500, 340, 0.06).rested(10_000).deviation == WIDEST
    assert Rating(1500, 50, 0.06).rested(0) == Rating(1500, 50, 0.06)


def test_who_wins_rises_as_the_other_falls() -> None:
    newcomer = Rating()
    won, lost = rate(newcomer, [(newcomer, 1.0)]), rate(newcomer, [(newcomer, 0.0)])
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1600
    assert won.deviation < newcomer.deviation


def test_a_win_over_a_stronger_one_counts_more() -> None:
    player = Rating(1500, 80)
    gains = [rate(player, [(Rating(other, 80), 1.0)]).rating for other in (1200, 1500, 1900)]
    assert gains == sorted(gains)
    assert gains[0] > 1500


def test_a_surprise_makes_one_less_steady() -> None:
    """Where the result is far from what was expected, the other branch of step 5 is taken."""
    steady = Rating(2200, 40, 0.06)
    games = [(Rating(1000, 40), 0.0)] * 6
    assert rate(steady, games).volatility > 0.06
