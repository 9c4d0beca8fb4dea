"""Steps 8 to 14 of ground combat: strengths, odds, final column and die modifier."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from salient.boards.bits import each_piece
from salient.engine.events import Modifier
from salient.games.trumpets.charts.cells import half_up
from salient.games.trumpets.charts.combat import ODDS, Rolls
from salient.games.trumpets.fight.artillery import LIMIT, attack_fire, defence_fire
from salient.games.trumpets.fight.modifiers import (
    Entry,
    air_support,
    defence_multiplier,
    modifiers,
)
from salient.games.trumpets.fight.situation import Situation, situation
from salient.games.trumpets.state import Attack, TrumpetsState

EVEN = ODDS.index("1-1")
TABLE = Rolls(0, len(ODDS) - 1)
"""The columns of the table: odds beyond it use its ends (note-crt-2)."""

SHOCK = Fraction(1, 2)
"""Rule res-bd-s."""


class Odds(NamedTuple):
    """The odds of an attack. Columns are counted from 1-4 as 0.

    Attributes:
        attack, defence: Total strengths.
        base: Column before the shifts, within the table (gc-8d).
        entries: Every line that shifts it or modifies the dice.
        limits: The lowest and the highest die modifier.
    """

    attack: int
    defence: int
    base: int
    entries: tuple[Entry, ...]
    limits: Rolls

    @property
    def unlimited(self) -> int:
        """The column after all shifts, on a scale without ends (note-crt-3).

        Rules gc-10, gc-11, gc-12, gc-13.
        """
        return self.base + sum(entry.shift for entry in self.entries)

    @property
    def column(self) -> int:
        """The final column; no terrain bars 7-1. Rules gc-14a, gc-14b, note-crt-1."""
        return TABLE.row(self.unlimited)

    @property
    def drm(self) -> int:
        """The final die modifier. Rules gc-14c, gc-14d, note-crt-4."""
        return self.limits.row(sum(entry.drm for entry in self.entries))

    @property
    def shifts(self) -> tuple[Modifier, ...]:
        """The shifts with their rules."""
        return tuple(Modifier(entry.rule, entry.shift) for entry in self.entries if entry.shift)

    @property
    def drms(self) -> tuple[Modifier, ...]:
        """The die modifiers with their rules."""
        return tuple(Modifier(entry.rule, entry.drm) for entry in self.entries if entry.drm)


def odds_column(attack: int, defence: int) -> int:
    """The column of a ratio, fractions in the defender's favour. Rules gc-8c, gc-8d.

    >>> [ODDS[odds_column(*pair)] for pair in ((41, 21), (29, 10), (100, 5), (1, 9), (10, 19))]
    ['3-2', '2-1', '7-1', '1-4', '1-2']
    """
    if defence <= 0:
        return TABLE.high
    if attack <= 0:
        return TABLE.low
    if attack >= 2 * defence:
        return TABLE.row(EVEN + attack // defence)
    if attack >= defence:
        return EVEN + (2 * attack >= 3 * defence)
    return TABLE.row(EVEN + 1 + -defence // attack)  # 1-n for the next whole n.


def attack_strength(s: Situation) -> int:
    """Attackers, guns and aircraft. Rules gc-8a, rc-art-5."""
    troops = sum(s.g.af(unit) for unit in each_piece(s.attackers))
    guns = min(attack_fire(s.g, s.attack), LIMIT * troops)
    return troops + guns + sum(air_support(s, plane).cf for plane in s.attack.planes)


def defence_strength(s: Situation) -> int:
    """Units of the hex, guns and aircraft. Rules gc-8b, rc-art-5; shock halves (res-bd-s)."""
    troops = defence_multiplier(s) * sum(s.g.df(unit) for unit in each_piece(s.defenders))
    guns = min(defence_fire(s.g, s.attack), LIMIT * troops)
    if s.attack.shocked:
        troops = half_up(troops * SHOCK)
    return troops + guns + sum(air_support(s, plane).cf for plane in s.attack.defending_planes)


def work_out(g: TrumpetsState, attack: Attack) -> Odds:
    """The odds of an attack as it is planned.

    Rules gc-8, gc-9, gc-10, gc-11, gc-12, gc-13, gc-14.
    """
    s = situation(g, attack)
    ours, theirs = attack_strength(s), defence_strength(s)
    return Odds(ours, theirs, odds_column(ours, theirs), modifiers(s), s.charts.drm)
