"""What a battle will probably bring: the arithmetic a staff officer does before an attack.

Averages instead of dice: each side's fire is its strength times its chance to hit, the defender's
losses to the attacker come first (9.3), and excess is cut off. Good to about half a hit.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from salient.boards.areas import Reach
from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place, enemy
from salient.games.mist.rules.artillery import (
    ATTACKERS_SHOT,
    DEFENDERS_SHOT,
    STRENGTH_PER_REQUEST,
    request_need,
)
from salient.games.mist.rules.supply import lines
from salient.games.mist.state import DIE, MistState

FOCUS = 0.9
"""Share of the attacker's hits that count: fire is spread over all targets (9.55)."""

SPREAD = 0.75
"""Variance of the number of hits per expected hit: dice with chances of about a quarter."""


class Force(NamedTuple):
    """One side of a battle, added up.

    Attributes:
        strength: Strength points, each a die.
        values: Sum over the dice of the attack or defence value they roll against.
        supplied: Strength points in supply, which may call artillery (13.22).
        armor: Strength points of armor.
        dug_in: Strength points in entrenchments.
    """

    strength: int = 0
    values: int = 0
    supplied: int = 0
    armor: int = 0
    dug_in: int = 0

    def joined(self, other: Force) -> Force:
        """Both forces together."""
        return Force(
            self.strength + other.strength,
            self.values + other.values,
            self.supplied + other.supplied,
            self.armor + other.armor,
            self.dug_in + other.dug_in,
        )

    @property
    def mixed(self) -> bool:
        """Whether armor and others fight together, as combined arms want it (9.6)."""
        return 0 < self.armor < self.strength


class Odds(NamedTuple):
    """The expected outcome of one round.

    Attributes:
        clear: Chance that no defender is left.
        kills: Strength points the defender loses.
        losses: Strength points the attacker loses.
    """

    clear: float
    kills: float
    losses: float


def attack_of(g: MistState, unit: Piece, reach: Reach, area: Place) -> Force:
    """What a unit adds to an attack in an area, wherever it is now. Rules 9.21, 9.71b, 13.16."""
    setting, points = g.setting, g.strength[unit]
    tank = setting.armor >> unit & 1
    fed = (reach.dry if tank else reach.wet) >> area & 1
    value = setting.attack[unit] - (not fed)
    return Force(points, points * value, points * fed, points * tank)


def attack_force(g: MistState, side: int, area: Place, units: int) -> Force:
    """A set of attackers, added up."""
    reach, total = lines(g, side), Force()
    for unit in each_piece(units):
        total = total.joined(attack_of(g, unit, reach, area))
    return total


def defence_force(g: MistState, side: int, area: Place) -> Force:
    """All defenders of an area, added up. Rules 9.15, 9.21, 9.71, 13.16."""
    setting, reach = g.setting, lines(g, side)
    strength = values = supplied = armor = dug_in = 0
    for unit in each_piece(g.stack(area, side)):
        points, tank = g.strength[unit], setting.armor >> unit & 1
        fed = (reach.dry if tank else reach.wet) >> area & 1
        strength += points
        values += points * (setting.defence[unit] - (not fed))
        supplied += points * fed
        armor += points * tank
        dug_in += points * (g.dug_in >> unit & 1)
    return Force(strength, values, supplied, armor, dug_in)


def guns(g: MistState, area: Place, side: int) -> tuple[int, int]:
    """The highest rolls with which requests succeed, the attacker's and the defender's."""
    return request_need(g, area, side), request_need(g, area, enemy(side))


@lru_cache(maxsize=65536)
def expect(attack: Force, defence: Force, guns: tuple[int, int], river: bool) -> Odds:
    """The expected outcome of one round between two forces.

    Args:
        attack: The attackers.
        defence: The defenders.
        guns: Highest roll with which an artillery request succeeds, attacker's and defender's.
        river: Whether the attackers come across a river.

    >>> ten, one = Force(10, 35, 10, 5, 0), Force(1, 4, 1, 0, 1)
    >>> expect(ten, one, (6, 8), False).clear > 0.9
    True
    """
    if not defence.strength:
        return Odds(1.0, 0.0, 0.0)
    if not attack.strength:
        return Odds(0.0, 0.0, 0.0)
    calls = attack.supplied // STRENGTH_PER_REQUEST
    answers = max(1, defence.supplied // STRENGTH_PER_REQUEST) if defence.supplied else 0
    support = 1 - (1 - guns[0] / DIE) ** calls if attack.mixed else 0.0
    easier = (1 - support) + river
    fire = (defence.values + easier * defence.strength) / DIE
    shells = answers * guns[1] / DIE * (DEFENDERS_SHOT + easier) / DIE
    losses = min(attack.strength, fire + shells)
    left = 1 - losses / attack.strength
    cover = defence.dug_in / defence.strength
    fire = left * (attack.values - cover * attack.strength) / DIE
    shells = calls * guns[0] / DIE * (ATTACKERS_SHOT - cover) / DIE
    hits = FOCUS * (fire + shells)
    missing = defence.strength - 0.5 - hits
    clear = 0.5 * (1 - erf(missing / sqrt(2 * SPREAD * hits + 0.02)))
    # Beyond the last defender hits are lost, so that even sure kills stay below that strength.
    return Odds(clear, min(hits, defence.strength * (1 + clear) / 2), losses)
