"""Final protective fire: at neighbours on the move, by those who have no fire left. Rule A8.31.

The dice of the attack are a morale check of all who fire, and of the leaders who direct them.
Who may fire so, and how much, is said where all fire is (``firepower``, occasion ``protective``).
"""

from __future__ import annotations

from collections.abc import Iterable

from salient.engine.state import Log
from salient.games.squad.combat.firepower import crew_of
from salient.games.squad.combat.morale import check_morale
from salient.games.squad.core.state import SquadState


def who_pays(g: SquadState, group: Iterable[int], leaders: Iterable[int]) -> tuple[int, ...]:
    """Those who check their morale: leaders first (A10.2), then who fires or serves a weapon."""
    return tuple(dict.fromkeys((*leaders, *(crew_of(g, unit) for unit in group))))


def pay(g: SquadState, payers: Iterable[int], dice: tuple[int, int], log: Log) -> None:
    """Check morale with the dice that the attack was rolled with."""
    for unit in payers:
        if not g.lost >> unit & 1:
            check_morale(g, unit, 0, log, "fpf", dice=dice)
