"""The berserk run at the enemy. Rule A15.42."""

from __future__ import annotations

from salient.engine.actions import Action
from salient.engine.state import Log
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.march import March
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.infantry.heat_of_battle import WORD, prey_of
from salient.games.squad.phases.movement import Marching


def charge(g: SquadState, action: Action, log: Log) -> None:  # noqa: ARG001
    """Run as near to the nearest enemy in sight as the legs carry. Rule A15.42."""
    unit = action.piece(0)
    prey = prey_of(g, unit)
    assert prey is not None, "it sees somebody"
    board, goal, here = g.setting.board, g.where[prey], g.where[unit]
    g.march = March((unit,))
    marching = Marching(g.side(unit))
    reach = marching.reach(g, g.march)
    best = min(reach.ends, key=lambda place: (board.range(place, goal), place), default=here)
    if board.range(best, goal) >= board.range(here, goal):
        g.march = None
        g.moved |= 1 << unit
        return
    g.steps.append(Marching(g.side(unit), route=reach.route(best)))


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    move_deeds={"charge": charge},
    verbs={"charge": (PIECE,)},
)
