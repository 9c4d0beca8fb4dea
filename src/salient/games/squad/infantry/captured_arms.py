"""Weapons and guns of the enemy. Rules A21.11, A21.12.

Whoever picks up a weapon or a gun that the enemy has left may use it: it breaks down two pips
sooner, hits worse by two and has a rate of fire lower by one. Reading: vehicles of the enemy are
not manned. All of it is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import NOBODY, SquadState

WORD = "captured_arms"
STRANGE = Modifier("A21.12", 2)
"""What it adds To Hit that the gun is the enemy's."""

BREAKS, SLOWER = -2, -1
"""What it adds to the breakdown number and to the rate of fire."""


def spoils(g: SquadState, side: int) -> Iterator[Action]:
    """Arms that the enemy has left where somebody in Good Order could pick them up. A21.11."""
    items = g.setting.items & g.arsenal(enemy(side)) & ~g.rallied
    for item in each_piece(g.on_map(items)):
        if g.owner[item] != NOBODY or item in g.towed or item in g.charges_laid:
            continue
        takers = g.people(g.where[item], side) & g.setting.squads & g.good_order()
        for unit in each_piece(takers & ~(g.rallied | g.hidden)):
            if not g.carried(unit):
                yield Action("recover", (unit, item))


def strange_aim(g: SquadState, unit: Piece, place: Place, turns: int) -> Iterable[Modifier]:  # noqa: ARG001
    """They hit worse. Rule A21.12."""
    return (STRANGE,) if g.captured >> unit & 1 else ()


def slower(g: SquadState, unit: Piece) -> int:
    """A lower rate of fire. Rule A21.12."""
    return SLOWER if g.captured >> unit & 1 else 0


def sooner(g: SquadState, unit: Piece) -> int:
    """A lower breakdown number. Rule A21.11."""
    return BREAKS if g.captured >> unit & 1 else 0


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    rally_orders=(spoils,),
    hit_cases=(strange_aim,),
    rates=(slower,),
    breakdowns=(sooner,),
)
