"""The hexside that moving infantry has just crossed, as the enemy sees it. Rule A8.15.

Who goes from one location to another without bypass is for a moment on the hexside between them.
It is seen at the lower of the two levels (reading), from end to end or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from salient.boards.pieces import NOWHERE
from salient.boards.sight_lines import opposite
from salient.boards.sight_map import Eye
from salient.engine.ids import Place
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry, Look
from salient.games.squad.sight.los import see, sight_of
from salient.games.squad.sight.stories import entering
from salient.games.squad.terrain.board import NO_HEXSIDE, OFF_MAP, SIDES, Hexside


class Crossing(NamedTuple):
    """A hexside just crossed.

    Attributes:
        left, to: The locations left and entered.
        side: The hexside as numbered in the hex left.
    """

    left: Place
    to: Place
    side: int

    @property
    def back(self) -> int:
        """The hexside as numbered in the hex entered."""
        return opposite(self.side)

    @property
    def corners(self) -> tuple[int, int]:
        """Its two corners as the hex left names them."""
        return self.side, (self.side + 1) % SIDES


def crossed_side(g: SquadState, entry: Entry) -> Hexside:
    """The hexside, ``6 * hex + side``, that an entry makes a target of; -1 for none.

    Neither who comes out of bypass nor who goes into it crosses a hexside in its middle, and
    inside a building that spans it nobody is seen there (reading).
    """
    if not entry.crossing or not entry.on_foot or entry.manner == "bypass":
        return NO_HEXSIDE
    if entry.unit in g.bypass or is_indoors(g, entry.origin, entry.side):
        return NO_HEXSIDE
    return Hexside(SIDES * g.setting.board.hex_of[entry.origin] + entry.side)


def is_indoors(g: SquadState, place: Place, side: int) -> bool:
    """Whether a building spans a hexside: both of its hexes must stand. Rule B23."""
    board = g.setting.board
    here = board.hex(place)
    near = here.near[side]
    spans = here.joins >> side & 1 or (
        near != OFF_MAP and board.hexes[near].joins >> opposite(side) & 1
    )
    return bool(spans) and here.index not in g.rubble and near not in g.rubble


def crossing_of(g: SquadState) -> Crossing | None:
    """The hexside that the moving units have just crossed."""
    march = g.march
    if march is None or march.crossed == NO_HEXSIDE:
        return None
    to = next((g.where[unit] for unit in march.units if g.where[unit] != NOWHERE), NOWHERE)
    return None if to == NOWHERE else Crossing(march.left, to, march.crossed % SIDES)


def corner_eye(g: SquadState, crossing: Crossing, corner: int, origin: Place) -> tuple[Eye, Place]:
    """A corner of the hexside as seen from a location, and the location it counts to.

    That is the lower one of the two, of equals the nearer.
    """
    board, left, to = g.setting.board, crossing.left, crossing.to
    higher = board.level(to) - board.level(left)
    if higher > 0 or (not higher and board.range(origin, left) <= board.range(origin, to)):
        return board.eye_at(left, corner), left
    own = (corner + 4) % SIDES if corner == crossing.side else crossing.back
    return board.eye_at(to, own), to


def look_at_corner(
    g: SquadState, viewer: Eye, origin: Place, crossing: Crossing, corner: int
) -> Look:
    """What is seen from a location of one corner of the hexside."""
    eye, place = corner_eye(g, crossing, corner, origin)
    return see(g, viewer, origin, eye, place)


def look_at_corners(
    g: SquadState, viewer: Eye, origin: Place, crossing: Crossing
) -> Iterator[Look]:
    """What is seen of both corners."""
    for corner in crossing.corners:
        yield look_at_corner(g, viewer, origin, crossing, corner)


def sees_whole(g: SquadState, viewer: Eye, origin: Place, crossing: Crossing) -> bool:
    """Whether both corners are seen."""
    sight, key = sight_of(g), (viewer, origin, crossing)
    found = sight.sides.get(key)
    if found is None:
        hindrance = sight.hindrance
        found = sight.sides[key] = all(
            hindrance(viewer, origin, *corner_eye(g, crossing, corner, origin)) >= 0
            for corner in crossing.corners
        )
    return found


def is_crossed_by_fire(g: SquadState, viewer: Eye, origin: Place, crossing: Crossing) -> bool:
    """Whether fire from a location at one of the two hexes would cross the hexside."""
    eyes = g.setting.board.eyes
    for place, side in ((crossing.left, crossing.side), (crossing.to, crossing.back)):
        look = see(g, viewer, origin, eyes[place], place)
        if side in entering(g, look):
            return True
    return False
