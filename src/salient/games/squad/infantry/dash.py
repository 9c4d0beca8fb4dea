"""Dash: infantry runs across a road from one side of it to the other. Rule A4.63.

Reading: it is the whole move of fresh units that do not double-time; they begin and end off the
road, and first fire at them on the road, but neither residual fire nor a fire lane, is halved.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.boards.sight_lines import opposite
from salient.engine.ids import Pieces, Place
from salient.games.squad.core.cost_memory import tolls_of
from salient.games.squad.core.paths import march_entry
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.terrain.board import NO_SIDE, SIDES


def has_road(g: SquadState, place: Place) -> bool:
    """Whether a road runs through a location; rubble has buried it. Rules B3, B24."""
    board = g.setting.board
    return board.on_road(place) and bool(board.hex(place).road) and place not in g.rubble


def is_across(road: int, enter: int, leave: int) -> bool:
    """Whether a road that crosses some sides of a hex runs between two other sides.

    >>> road = 0b001001  # north to south
    >>> is_across(road, 1, 5), is_across(road, 1, 2), is_across(road, 0, 4)
    (True, False, False)
    """
    if (road >> enter | road >> leave) & 1:
        return False
    turns = range(1, (leave - enter) % SIDES)
    between = sum(road >> (enter + turn) % SIDES & 1 for turn in turns)
    return 0 < between < road.bit_count()


def dashes(g: SquadState, units: Pieces, left: int) -> Iterator[tuple[Place, Place]]:
    """The road locations that units can dash across, and where to. Rule A4.63."""
    board, side = g.setting.board, g.side(units[0])
    start = g.where[units[0]]
    if start == NOWHERE or units[0] in g.bypass or has_road(g, start):
        return
    tolls = tolls_of(g, units[0], "infantry", "dash", left)
    for first in board.links[start]:
        if first.side == NO_SIDE or not has_road(g, first.to):
            continue
        entry = march_entry(g, units, first.to, first.side)._replace(manner="dash")
        cost = tolls.cost(entry)
        if cost.bar or not may_pass(g, first.to, side):
            continue
        for second in board.links[first.to]:
            if second.side == NO_SIDE or has_road(g, second.to):
                continue
            if not is_across(board.hex(first.to).road, opposite(first.side), second.side):
                continue
            beyond = entry._replace(origin=first.to, to=second.to, side=second.side)
            more = tolls.cost(beyond)
            if more.bar or cost.total + more.total > left or not may_pass(g, second.to, side):
                continue
            if has_room(g, second.to, set_of(units), side):
                yield first.to, second.to
