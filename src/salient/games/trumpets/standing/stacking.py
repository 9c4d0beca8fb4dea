"""Stacking (23.0, 24.0, tab-stack): how many units and which may be together in a hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from salient.boards.bits import each_piece, members
from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.games.trumpets.ladder import Ladder
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

HQ_LEVELS = {"brigade": "division", "group": "division"}
"""Levels of command that count as one for HQs: 1 division or brigade (stack-1, stack-2)."""

LEGAL: Memo[tuple[int, tuple[int, ...], Ladder], bool] = Memo("who may be together", 1 << 14)


def may_stop(g: TrumpetsState, units: int, place: Place) -> bool:
    """Whether units of one side may end in a hex with those that are there.

    Rules stack-1, stack-2, stack-3, stack-4, stack-5, stack-6, stack-7, stack-8.

    HQs may always, and substitutes with other guns: they are disrupted then (dis-2, dis-3).
    """
    setting = g.setting
    army = setting.army[setting.side_of[units.bit_length() - 1]]
    return legal(g, (g.stacks.get(place, 0) & army) | units)


def legal(g: TrumpetsState, units: int) -> bool:
    """Whether a side's units may be together, HQs apart."""
    units &= ~g.setting.roster.hqs
    if not units & (units - 1):
        return True
    under = g.under
    return _is_legal(g, units, tuple([under[unit] for unit in each_piece(units)]))


def legal_under(g: TrumpetsState, unit: Piece, formation: int, others: int) -> bool:
    """Whether a unit might be with others if it were under a formation. Rule rc-stack-1."""
    units, under = (others | 1 << unit) & ~g.setting.roster.hqs, g.under
    if not units & (units - 1):
        return True
    formations = [formation if one == unit else under[one] for one in each_piece(units)]
    return _is_legal(g, units, tuple(formations))


def _is_legal(g: TrumpetsState, units: int, formations: tuple[int, ...]) -> bool:
    """Whether units that are under some formations may be together, looked up where known."""
    known, key = g.setting.memory.of(LEGAL), (units, formations, g.ladder)
    found = known.get(key)
    return known.keep(key, _judge(g, units, formations)) if found is None else found


def _judge(g: TrumpetsState, units: int, formations: tuple[int, ...]) -> bool:
    """By their number, their kinds and their divisions."""
    roster, stacking = g.setting.roster, g.setting.stacking
    side = roster.side_of[units.bit_length() - 1]
    if _count(g, units) > stacking.units[side]:  # stack-3, stack-4
        return False
    if side == GERMAN:  # stack-3, stack-6; substitutes may and suffer for it (dis-3)
        guns = units & stacking.artillery_formations & ~roster.substitutes
        if guns.bit_count() > stacking.artillery_units:
            return False
    elif (units & roster.tanks).bit_count() > stacking.tank_battalions:  # stack-4, stack-5
        return False
    return _may_mix(g, formations)


def _count(g: TrumpetsState, units: int) -> int:
    """How many units they count as: two of the Führer Escort Brigade are one. Rule stack-7."""
    return units.bit_count() - any(not pair & ~units for pair in g.setting.stacking.counted_as_one)


def _may_mix(g: TrumpetsState, formations: tuple[int, ...]) -> bool:
    """Units of one division, with corps and army troops, or one of the pairs. Rule rc-stack-1."""
    division_of = g.ladder.divisions
    divisions = {division_of[formation] for formation in formations} - {-1}
    if len(divisions) <= 1:
        return True
    families = [
        _common(g, [one for one in formations if division_of[one] == division])
        for division in divisions
    ]
    return len(families) == 2 and any(
        any(a in one and b in other for one, other in (families, families[::-1]))
        for a, b in g.setting.stacking.pairs
    )


def _common(g: TrumpetsState, formations: Sequence[int]) -> frozenset[int]:
    """The formations to which all of some belong: a pair may be of parts of a division."""
    chains = [g.chain(formation) for formation in formations]
    return frozenset(chains[0]).intersection(*chains[1:])


def division_of(g: TrumpetsState, unit: Piece) -> int:
    """The division or brigade of a unit; -1 for corps and army troops, which go with any."""
    return g.ladder.divisions[g.under[unit]]


def crowded_hqs(g: TrumpetsState, units: int) -> int:
    """HQs of one level that are more than one in a hex: they are disrupted. Rules stack-1, 2."""
    setting = g.setting
    hqs = members(units & setting.roster.hqs)
    level = {hq: HQ_LEVELS.get(setting.units[hq].size, setting.units[hq].size) for hq in hqs}
    count = Counter(level.values())
    return sum(1 << hq for hq in hqs if count[level[hq]] > 1)


def crowded_guns(g: TrumpetsState, units: int) -> int:
    """Substitutes that stand with other units of German artillery formations. Rule dis-3."""
    setting = g.setting
    guns = units & setting.stacking.artillery_formations
    return guns & setting.roster.substitutes if guns & (guns - 1) else 0


def crowds(g: TrumpetsState, unit: Piece, place: Place) -> bool:
    """Whether somebody is disrupted if a unit stops in a hex. Rules dis-2, dis-3."""
    units = g.stacks.get(place, 0) | 1 << unit
    return bool(crowded_hqs(g, units) | crowded_guns(g, units))
