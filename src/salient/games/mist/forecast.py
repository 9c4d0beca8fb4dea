"""What a battle will probably bring: the arithmetic a staff officer does before he attacks.

Averages instead of dice: each side's fire is its strength times its chance to hit, the defender's
losses to the attacker come first (9.3), and excess is cut off. Good to about half a hit.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from salient.boards.bits import members
from salient.games.mist.artillery import (
    ATTACKERS_SHOT,
    DEFENDERS_SHOT,
    STRENGTH_PER_REQUEST,
    request_need,
)
from salient.games.mist.dice import DIE
from salient.games.mist.state import MistState, enemy
from salient.games.mist.supply import out_of_supply

FOCUS = 0.85
"""Share of hits that count: fire must be spread over all targets (9.55), and excess is lost."""

SPREAD = 0.75
"""Variance of the number of hits per expected hit: dice with chances of about a quarter."""


class Force(NamedTuple):
    """One side of a battle, added up.

    Attributes:
        strength: Strength points, each a die.
        values: Sum over the dice of the attack or defence value they roll against.
        calls: Artillery requests (9.42).
        mixed: Whether infantry and armor are both there (9.6).
        dug_in: Strength points in entrenchments.
    """

    strength: int
    values: int
    calls: int
    mixed: bool
    dug_in: int


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


def force(g: MistState, units: int, *, attacking: bool) -> Force:
    """Add up a set of units of one side. Rules 9.21, 9.42, 9.6, 9.71, 13.22."""
    setting = g.setting
    table = setting.attack if attacking else setting.defence
    lost = out_of_supply(g, units) if units else 0
    strength = values = supplied = dug_in = 0
    for unit in members(units):
        points = g.strength[unit]
        strength += points
        values += points * table[unit]
        if lost >> unit & 1:
            values -= points
        else:
            supplied += points
        if g.dug_in >> unit & 1:
            dug_in += points
    calls = supplied // STRENGTH_PER_REQUEST
    if not attacking and supplied:
        calls = max(calls, 1)
    infantry = setting.foot if setting.foot_for_combined_arms else ~setting.armor
    mixed = bool(units & setting.armor and units & infantry)
    return Force(strength, values, calls, mixed, 0 if attacking else dug_in)


def forecast(g: MistState, area: int, side: int, attackers: int, *, river: bool) -> Odds:
    """What an attack of some units on all enemies in an area should bring.

    Args:
        g: The state.
        area: The area of the battle.
        side: The attacking side.
        attackers: The units that attack; they need not be there yet.
        river: Whether all of them come across a river (9.71d).
    """
    foe = enemy(side)
    return expect(
        force(g, attackers, attacking=True),
        force(g, g.stack(area, foe), attacking=False),
        (request_need(g, area, side), request_need(g, area, foe)),
        river,
    )


@lru_cache(maxsize=65536)
def expect(attack: Force, defence: Force, guns: tuple[int, int], river: bool) -> Odds:
    """The expected outcome of one round between two forces.

    Args:
        attack: The attackers.
        defence: The defenders.
        guns: Highest roll with which an artillery request succeeds, attacker's and defender's.
        river: Whether the attackers come across a river.

    >>> ten, one = Force(10, 35, 3, True, 0), Force(1, 4, 1, False, 1)
    >>> expect(ten, one, (6, 8), False).clear > 0.9
    True
    """
    if not defence.strength:
        return Odds(1.0, 0.0, 0.0)
    if not attack.strength:
        return Odds(0.0, 0.0, 0.0)
    support = 1 - (1 - guns[0] / DIE) ** attack.calls if attack.mixed else 0.0
    easier = (1 - support) + river
    fire = (defence.values + easier * defence.strength) / DIE
    shells = defence.calls * guns[1] / DIE * (DEFENDERS_SHOT + easier) / DIE
    losses = min(attack.strength, FOCUS * (fire + shells))
    left = 1 - losses / attack.strength
    cover = defence.dug_in / defence.strength
    fire = left * (attack.values - cover * attack.strength) / DIE
    shells = attack.calls * guns[0] / DIE * (ATTACKERS_SHOT - cover) / DIE
    hits = FOCUS * (fire + shells)
    missing = defence.strength - 0.5 - hits
    clear = 0.5 * (1 - erf(missing / sqrt(2 * SPREAD * hits + 0.02)))
    return Odds(clear, min(hits, defence.strength), losses)
