"""Dummies are set up where they can be concealed; hidden units show themselves to neighbours.

Rules A12.11, A12.33.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.core.events.movement import Appeared
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.sight.los import sees_unit


def dummy_bar(g: SquadState, unit: Piece, place: Place) -> str:
    """A dummy is set up in concealment terrain. Rule A12.11."""
    return "A12.11" if g.setting.dummies >> unit & 1 and not conceals(g, place) else ""


def step_forward(g: SquadState, entry: Entry, log: Log) -> None:
    """Hidden units that see an enemy come next to them are put on the map. Rule A12.33."""
    if not g.hidden or g.lost >> entry.unit & 1 or g.concealed >> entry.unit & 1:
        return
    side, board = enemy(g.side(entry.unit)), g.setting.board
    foes = g.hidden & g.setting.army[side] & (g.setting.personnel | g.setting.vehicles)
    near = board.within(entry.to, 1)
    found = {
        g.where[unit] for unit in each_piece(g.on_map(foes) & ~g.riding())
        if near >> g.where[unit] & 1 and sees_unit(g, unit, entry.unit)
    }  # fmt: skip
    for place in sorted(found):
        there = g.stack(place, side) & g.hidden
        g.hidden &= ~there
        g.concealed |= there
        log.append(Appeared(side, place))


CHAPTER: Chapters[SquadState] = Chapters(
    set_up_bars=(dummy_bar,),
    arrivals=(step_forward,),
)
