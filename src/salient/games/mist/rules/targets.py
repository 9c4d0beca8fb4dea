"""Chapter 9.5: who may fire at whom.

Pure functions over small lists, so that battles, odds and tests share them. Readings taken where
the rulebook's clauses meet: coverage (9.55) before quality (9.52) before the waiver for
one-strength attackers (9.53) before priority (9.57).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Target(NamedTuple):
    """An enemy unit in sight.

    Attributes:
        quality: Rank of its type (9.51).
        strength: Current strength.
        firers: How many units aim at it already.
    """

    quality: int
    strength: int
    firers: int


def allowed_by_quality(quality: int, targets: Sequence[Target]) -> list[int]:
    """Targets of equal or lower quality; if there is none, the lowest above. Rule 9.52."""
    lower = [i for i, target in enumerate(targets) if target.quality <= quality]
    if lower:
        return lower
    lowest = min(target.quality for target in targets)
    return [i for i, target in enumerate(targets) if target.quality == lowest]


def preferred(quality: int, targets: Sequence[Target], among: Sequence[int]) -> list[int]:
    """Own quality, else the highest below, else the lowest above. Rule 9.57b."""
    at_most = [i for i in among if targets[i].quality <= quality]
    if at_most:
        best = max(targets[i].quality for i in at_most)
        return [i for i in at_most if targets[i].quality == best]
    best = min(targets[i].quality for i in among)
    return [i for i in among if targets[i].quality == best]


def legal_targets(
    quality: int, targets: Sequence[Target], *, alone: bool, defending: bool
) -> list[int]:
    """The targets a firer may choose, by position.

    Args:
        quality: The firer's quality.
        targets: All enemy units in the battle.
        alone: Whether the firer is its side's only unit (9.54a).
        defending: Whether it fires in defence (9.53).

    >>> infantry, mechanized, armor = 1, 3, 4
    >>> seen = [Target(armor, 2, 0), Target(infantry, 2, 0)]
    >>> legal_targets(mechanized, seen, alone=True, defending=True)
    [1]
    """
    if alone:
        # 9.54a: any target within 9.52; 9.53 only ever widens the choice of a defender.
        return allowed_by_quality(quality, targets)
    least = min(target.firers for target in targets)
    candidates = [i for i, target in enumerate(targets) if target.firers == least]
    if least:  # 9.56
        return candidates
    if not defending:
        return preferred(quality, targets, candidates)
    return _with_waiver(quality, targets, candidates)


def _with_waiver(quality: int, targets: Sequence[Target], candidates: Sequence[int]) -> list[int]:
    """The defender's choice among uncovered targets. Rules 9.53, 9.54b, qa-12.

    Attackers of strength 1 need not be fired at: one may go down the order of priority past them,
    as far as the first type that holds a stronger one, but never beyond what 9.52 permits.
    """
    permitted = [
        candidates[n] for n in allowed_by_quality(quality, [targets[i] for i in candidates])
    ]
    chosen: list[int] = []
    while permitted and all(targets[i].strength == 1 for i in chosen):
        chosen += preferred(quality, targets, permitted)
        permitted = [i for i in permitted if i not in chosen]
    return sorted(chosen)
