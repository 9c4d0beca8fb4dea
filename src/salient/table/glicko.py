"""Glicko-2: how strong somebody is, how sure one can be of it, and how steady it is.

After Mark Glickman, "Example of the Glicko-2 system" (2013); the numbers of the steps are his.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

SCALE = 173.7178
"""Between the scale that people read and the one on which is reckoned (step 2)."""

CENTRE = 1500.0
TAU = 0.5
"""How much volatility may change (step 1)."""

CLOSE_ENOUGH = 1e-6
WIDEST = 350.0
"""No deviation is larger: so little one knows of a newcomer."""


class Rating(msgspec.Struct, frozen=True):
    """A player's strength."""

    rating: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06

    def rested(self, periods: float) -> Rating:
        """After some rating periods without a game: one is less sure of it (step 6)."""
        wider = math.hypot(self.deviation / SCALE, self.volatility * math.sqrt(max(periods, 0)))
        return msgspec.structs.replace(self, deviation=min(wider * SCALE, WIDEST))


def rate(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """A player's strength after the games of a rating period.

    Args:
        player: Before.
        games: The opponents as they were before, and 1, ½ or 0 for a win, a draw or a loss.
    """
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    precision = gain = 0.0
    for opponent, score in games:
        g, expected = _expect(mu, opponent)
        precision += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    variance = 1 / precision  # step 3
    sigma = _new_volatility(player.volatility, phi, variance, variance * gain)  # steps 4, 5
    phi_star = math.hypot(phi, sigma)  # step 6
    new_phi = 1 / math.sqrt(1 / phi_star**2 + 1 / variance)  # step 7
    new_mu = mu + new_phi**2 * gain
    return Rating(CENTRE + SCALE * new_mu, min(SCALE * new_phi, WIDEST), sigma)  # step 8


def _expect(mu: float, opponent: Rating) -> tuple[float, float]:
    """The weight of a game against somebody, and the expected score in it (step 3)."""
    phi = opponent.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)
    return g, 1 / (1 + math.exp(-g * (mu - (opponent.rating - CENTRE) / SCALE)))


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The root of f, by the Illinois algorithm (step 5)."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
