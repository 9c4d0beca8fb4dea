"""Stacking (23.0, 24.0, tab-stack): how many units and which may be together in a hex."""

from __future__ import annotations

from collections import Counter

from salient.boards.bits import members
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

HQ_LEVELS = {"brigade": "division", "group": "division"}
"""Levels of command that count as one for HQs: 1 division or brigade (stack-1, stack-2)."""


def may_stop(g: TrumpetsState, units: int, place: int) -> bool:
    """Whether units of one side may end in a hex with those that are there.

    Rules stack-1, stack-2, stack-3, stack-4, stack-5, stack-6, stack-7, stack-8.

    HQs may always, and substitutes with other guns: they are disrupted then (dis-2, dis-3).
    """
    setting = g.setting
    army = setting.army[setting.side_of[units.bit_length() - 1]]
    return legal(g, (g.stacks.get(place, 0) & army) | units)


def legal(g: TrumpetsState, units: int) -> bool:
    """Whether a side's units may be together, HQs apart."""
    roster, stacking = g.setting.roster, g.setting.stacking
    units &= ~roster.hqs
    if not units & (units - 1):
        return True
    side = roster.side_of[units.bit_length() - 1]
    if _count(g, units) > stacking.units[side]:  # stack-3, stack-4
        return False
    if side == GERMAN:  # stack-3, stack-6; substitutes may and suffer for it (dis-3)
        guns = units & stacking.artillery_formations & ~roster.substitutes
        if guns.bit_count() > stacking.artillery_units:
            return False
    elif (units & roster.tanks).bit_count() > stacking.tank_battalions:  # stack-4, stack-5
        return False
    return _may_mix(g, units)


def legal_under(g: TrumpetsState, unit: int, formation: int, others: int) -> bool:
    """Whether a unit might be with others if it were under a formation. Rule rc-stack-1."""
    old, g.under[unit] = g.under[unit], formation
    try:
        return legal(g, others | 1 << unit)
    finally:
        g.under[unit] = old


def _count(g: TrumpetsState, units: int) -> int:
    """How many units they count as: two of the Führer Escort Brigade are one. Rule stack-7."""
    return units.bit_count() - any(not pair & ~units for pair in g.setting.stacking.counted_as_one)


def _may_mix(g: TrumpetsState, units: int) -> bool:
    """Units of one division, with corps and army troops, or one of the pairs. Rule rc-stack-1."""
    divisions = {division_of(g, unit) for unit in members(units)} - {-1}
    if len(divisions) <= 1:
        return True
    families = [_common(g, units, division) for division in divisions]
    return len(families) == 2 and any(
        any(a in one and b in other for one, other in (families, families[::-1]))
        for a, b in g.setting.stacking.pairs
    )


def _common(g: TrumpetsState, units: int, division: int) -> frozenset[int]:
    """The formations to which all of the units of a division belong: a pair may be of its parts."""
    chains = [g.chain(g.under[u]) for u in members(units) if division_of(g, u) == division]
    return frozenset(chains[0]).intersection(*chains[1:])


def division_of(g: TrumpetsState, unit: int) -> int:
    """The division or brigade of a unit; -1 for corps and army troops, which go with any."""
    formations = g.setting.roster.formations
    for formation in g.chain(g.under[unit]):
        if formations[formation].level in ("division", "brigade"):
            return formation
    return -1


def crowded_hqs(g: TrumpetsState, place: int) -> int:
    """HQs of one level that are more than one in a hex: they are disrupted. Rules stack-1, 2."""
    setting = g.setting
    hqs = members(g.stacks.get(place, 0) & setting.roster.hqs)
    level = {hq: HQ_LEVELS.get(setting.units[hq].size, setting.units[hq].size) for hq in hqs}
    count = Counter(level.values())
    return sum(1 << hq for hq in hqs if count[level[hq]] > 1)


def crowded_guns(g: TrumpetsState, place: int) -> int:
    """Substitutes that stand with other units of German artillery formations. Rule dis-3."""
    setting = g.setting
    guns = g.stacks.get(place, 0) & setting.stacking.artillery_formations
    return guns & setting.roster.substitutes if guns & (guns - 1) else 0
