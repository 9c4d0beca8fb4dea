"""Covered arcs: what guns, hulls and turrets face. Rules C3.2, D3.1.

A gun or vehicle faces a corner of its hex. Its arc is the sixth of the map between the two rows of
hexes that begin beyond the two sides at that corner.
"""

from __future__ import annotations

from functools import cache

from salient.boards.bits import set_of
from salient.boards.sight_lines import STEPS
from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.games.squad.core.state import SquadState

CORNERS = 6

ARCS: Memo[tuple[int, int], int] = Memo("arcs of fire", 20_000)
"""The locations in an arc, by its hex and the corner faced."""


def front_sides(corner: int) -> tuple[int, int]:
    """The two hexsides at a corner.

    >>> front_sides(0), front_sides(2)
    ((5, 0), (1, 2))
    """
    return (corner - 1) % CORNERS, corner


def faces(corner: int, columns: int, heights: int) -> bool:
    """Whether an offset in doubled coordinates lies in the arc of a corner. Rule C3.2.

    >>> faces(2, 3, 0), faces(2, 0, -4), faces(2, 2, 2)
    (True, False, True)
    """
    return corner in corners_facing(columns, heights)


@cache
def corners_facing(columns: int, heights: int) -> tuple[int, ...]:
    """The corners in whose arcs an offset lies."""
    return tuple(corner for corner in range(CORNERS) if _is_within(corner, columns, heights))


def _is_within(corner: int, columns: int, heights: int) -> bool:
    """Whether an offset lies between the two rows of hexes at a corner. Rule C3.2."""
    (a, b), (c, d) = (STEPS[side] for side in front_sides(corner))
    whole = a * d - b * c
    first, second = columns * d - heights * c, a * heights - b * columns
    return first * whole >= 0 and second * whole >= 0


def facing_of(g: SquadState, unit: Piece, *, turret: bool) -> int:
    """The corner a unit's gun faces: its turret's, or its own without one. Rule D3.1."""
    setting = g.setting
    if turret and setting.vehicles >> unit & 1 and setting.vehicle_row(unit).turret != "NT":
        return g.turret[unit]
    return g.facing[unit]


def arc_of(g: SquadState, unit: Piece, *, turret: bool) -> int:
    """The locations in the arc of a gun or hull; those of its own hex always are. Rule C3.2."""
    board, corner = g.setting.board, facing_of(g, unit, turret=turret)
    arcs, key = g.setting.memory.of(ARCS), (board.hex_of[g.where[unit]], corner)
    found = arcs.get(key)
    if found is None:
        c, h = board.hex(g.where[unit]).spot
        spots = ((place, board.hexes[at].spot) for place, at in enumerate(board.hex_of))
        found = arcs.keep(key, set_of(
            place for place, (d, i) in spots if (c, h) == (d, i) or faces(corner, d - c, i - h)
        ))  # fmt: skip
    return found


def turns_to(g: SquadState, unit: Piece, place: Place, *, turret: bool) -> tuple[int, int]:
    """How many corners a gun must turn to have a location in its arc, and to which. Rule C3.2."""
    (c, h), (d, i) = g.setting.board.hex(g.where[unit]).spot, g.setting.board.hex(place).spot
    now = facing_of(g, unit, turret=turret)
    if (c, h) == (d, i):
        return 0, now
    options = [
        (min((corner - now) % CORNERS, (now - corner) % CORNERS), corner)
        for corner in corners_facing(d - c, i - h)
    ]
    return min(options)


def aspect(g: SquadState, vehicle: Piece, origin: Place, *, turret: bool) -> str:
    """Which armour fire from a location meets: ``front``, ``side`` or ``rear``. Rule D3.2."""
    (c, h), (d, i) = g.setting.board.hex(g.where[vehicle]).spot, g.setting.board.hex(origin).spot
    corner = facing_of(g, vehicle, turret=turret)
    if (c, h) == (d, i) or faces(corner, d - c, i - h):
        return "front"
    return "rear" if faces((corner + 3) % CORNERS, d - c, i - h) else "side"
