"""Scaling: up or down the outside of a tower or a railroad bridge. B23.424, B32.43b, B34.42.

Reading of B23.424: infantry that has not moved spends its whole move on it, in hazardous movement,
and takes no more along than it carries without loss.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.actions import PLACE
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.infantry.entering import enter
from salient.games.squad.terrain.board import NO_SIDE
from salient.games.squad.terrain.railroads import ELEVATED

LOAD = 3
"""Portage points that a unit can take up or down (reading)."""


def scaled_from(g: SquadState, place: Place) -> Place:
    """The location above or below that one gets to by scaling; ``NOWHERE`` if there is none.

    The tower over the ground of its hex, the bridge of an elevated railroad over the road.
    """
    board = g.setting.board
    where = board.locations[place]
    above = board.special.get((where.hex, "tower"), NOWHERE)
    if above == NOWHERE and board.hexes[where.hex].crossing == ELEVATED:
        above = board.special.get((where.hex, "bridge"), NOWHERE)
    if where.floor == "ground":
        return above
    return where.hex if place == above else NOWHERE


def scaling_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Scaling, for those who have not moved. Rules B32.43b, B34.42."""
    first = march.units[0]
    if march.spent or g.where[first] == NOWHERE or first in g.bypass:
        return
    to, side = scaled_from(g, g.where[first]), g.side(first)
    if to == NOWHERE or any(is_laden(g, unit) for unit in march.units):
        return
    units = sum(1 << unit for unit in march.units)
    if may_pass(g, to, side) and has_room(g, to, units, side):
        yield Action("scale", (to,))


def is_laden(g: SquadState, unit: Piece) -> bool:
    """Whether a unit carries too much to scale anything."""
    setting, items = g.setting, g.carried(unit)
    if items & setting.guns:
        return True
    return sum(setting.weapon_row(item).pp for item in each_piece(items)) > LOAD


def scale(g: SquadState, action: Action, log: Log) -> int:
    """Scale: the whole move, in the enemy's view. Rules B23.424, A4.62."""
    march = g.moving
    first = march.units[0]
    entry = Entry(first, "infantry", g.where[first], action.place(0), NO_SIDE)
    if enter(g, entry, mf_left(g, march), log):
        g.change_march(hazardous=True)
    return 0


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"rails", "tower"}),
    orders=(scaling_orders,),
    verbs={"scale": (PLACE,)},
    carry_out={"scale": scale},
)
