"""The guns that the staff proposes for a combat (rc-staff-1): no more than move the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from salient.engine.ids import Piece
from salient.games.trumpets.fight.artillery import attack_guns, defence_guns
from salient.games.trumpets.fight.odds import work_out
from salient.games.trumpets.state import Attack, TrumpetsState

Fire = Callable[[Iterable[Piece]], Attack]


def proposed_attack_guns(g: TrumpetsState, attack: Attack) -> list[Piece]:
    """The fewest guns with which an attack has the best odds that guns can give it."""
    if not attack.attackers:
        return []

    def firing(guns: Iterable[Piece]) -> Attack:
        return msgspec.structs.replace(attack, guns=(*attack.guns, *guns))

    return _fewest(g, attack_guns(g, attack), firing, 1)


def proposed_defence_guns(g: TrumpetsState, attack: Attack) -> list[Piece]:
    """The fewest guns with which a defence stands best."""

    def firing(guns: Iterable[Piece]) -> Attack:
        return msgspec.structs.replace(attack, defending_guns=(*attack.defending_guns, *guns))

    return _fewest(g, defence_guns(g, attack), firing, -1)


def _fewest(g: TrumpetsState, guns: list[Piece], firing: Fire, sign: int) -> list[Piece]:
    """The shortest list of guns, the heaviest first, with the best column; none if none helps."""
    guns = sorted(guns, key=g.cf, reverse=True)
    best, count = sign * work_out(g, firing(())).column, 0
    most = sign * work_out(g, firing(guns)).column
    while best < most:
        count += 1
        best = max(best, sign * work_out(g, firing(guns[:count])).column)
    return guns[:count]
