"""Ammunition shortage. Rule A19.131.

Weapons that are short of ammunition break down one pip sooner and have a rate of fire lower by one;
a squad or crew whose own fire rolls two sixes fires no farther than the next hex from then on.
Captured weapons are never short. All of it is reconstructed.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.core.events.men import Became
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState

SPENT = 12
"""The roll after which a squad has to save its rounds."""


def is_short(g: SquadState, unit: Piece) -> bool:
    """Whether a unit or weapon is short of ammunition. Rules A19.131, A21.11."""
    return bool(g.short & ~g.captured) and bool((g.short & ~g.captured) >> unit & 1)


def slower(g: SquadState, unit: Piece) -> int:
    """A lower rate of fire. Rule A19.131."""
    return -is_short(g, unit)


def sooner(g: SquadState, unit: Piece) -> int:
    """A lower breakdown number. Rule A19.131."""
    return -is_short(g, unit)


def run_low(g: SquadState, units: int, roll: int, log: Log) -> None:
    """Squads that have fired their rounds. Rule A19.131."""
    if roll != SPENT:
        return
    for unit in each_piece(units & g.setting.squads & g.short & ~g.low):
        g.low |= 1 << unit
        log.append(Became(unit, "low"))


CHAPTER: Chapters[SquadState] = Chapters(
    rates=(slower,),
    breakdowns=(sooner,),
    small_arms_fired=(run_low,),
)
