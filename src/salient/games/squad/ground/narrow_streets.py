"""Narrow streets: roads along hexsides (rule P5.1), and how one moves along them (P5.11, P5.126).

Units on a narrow street bypass along its hexside. A hexside is known by the two points where it
begins and ends, so that it is the same one for both of its hexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from salient.boards.bits import each_piece
from salient.boards.sight_lines import CORNERS
from salient.boards.sight_map import Barrier, Feature, SightMap, Spot
from salient.engine.ids import Piece, Place
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.points import ONE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry, Part
from salient.games.squad.terrain.board import NO_SIDE, OFF_MAP, SIDES, Board, Hexagon

Point = tuple[int, int]
Edge = frozenset[Point]
"""A hexside: the points of its two corners."""


# -- where streets run ----------------------------------------------------------------------------


def corner_point(board: Board, hexagon: Place, corner: int) -> Point:
    """Where a corner of a hex is."""
    column, height = board.hexes[hexagon].spot
    x, y = CORNERS[corner % SIDES]
    return 3 * column + x, height + y


def edge_of(board: Board, hexagon: Place, side: int) -> Edge:
    """A side of a hex, the same for both hexes that share it."""
    return frozenset(corner_point(board, hexagon, corner) for corner in (side, side + 1))


def is_street(g: SquadState, hexagon: Place, side: int) -> bool:
    """Whether a narrow street runs along a side of a hex. Rule P5.1."""
    return side != NO_SIDE and bool(g.setting.board.hexes[hexagon].streets[side])


def street_under(g: SquadState, unit: Piece) -> tuple[Hexagon, int] | None:
    """The hex and side of the narrow street that a unit bypasses along. Rule P5.11b."""
    if unit not in g.bypass:
        return None
    hexagon, side = g.hex(unit), g.bypass[unit][0]
    return (hexagon, side) if is_street(g, hexagon, side) else None


def is_crest_line(g: SquadState, hexagon: Place, side: int) -> bool:
    """Whether the ground is higher on one side of a hexside than on the other."""
    here = g.setting.board.hexes[hexagon]
    near = here.near[side]
    return near != OFF_MAP and g.setting.board.hexes[near].level != here.level


@lru_cache(maxsize=16)
def one_lane_roads(board: Board) -> tuple[tuple[Point, ...], ...]:
    """The narrow streets of a map, each from its first corner to its last. Rule fn-B8.

    A road ends where its hexsides end, and where three of them meet.
    """
    joins: dict[Point, set[Point]] = {}
    for here in board.hexes:
        for side, kind in enumerate(here.streets):
            if kind:
                a, b = edge_of(board, here.index, side)
                joins.setdefault(a, set()).add(b)
                joins.setdefault(b, set()).add(a)
    found: list[tuple[Point, ...]] = []
    done: set[Edge] = set()
    ends = [point for point in sorted(joins) if len(joins[point]) != 2]
    for start in (*ends, *sorted(joins)):
        for after in sorted(joins[start]):
            if frozenset((start, after)) not in done:
                road = _follow(joins, start, after)
                done |= {frozenset(pair) for pair in pairwise(road)}
                found.append(road)
    return tuple(found)


def _follow(joins: dict[Point, set[Point]], start: Point, after: Point) -> tuple[Point, ...]:
    road = [start, after]
    while len(joins[road[-1]]) == 2 and road[-1] != start:
        (onward,) = joins[road[-1]] - {road[-2]}
        road.append(onward)
    return tuple(road)


def heading(board: Board, origin: Point, to: Point) -> tuple[int, int] | None:
    """On which road a street hexside lies, and whether it is gone along forwards or backwards."""
    for number, road in enumerate(one_lane_roads(board)):
        for pair in pairwise(road):
            if pair == (origin, to):
                return number, 1
            if pair == (to, origin):
                return number, -1
    return None


# -- whether one can go along ---------------------------------------------------------------------


def has_room_along(g: SquadState, hexagon: Place, side: int) -> bool | None:
    """Whether a street hexside can be bypassed along in a hex. Rules P5.11b, P5.11c, P5.126a.

    It can whatever stands beside it, but not past fire, rubble or another vehicle; at a crest line
    only in the lower hex. None if no street runs there.
    """
    if not is_street(g, hexagon, side):
        return None
    board = g.setting.board
    here = board.hexes[hexagon]
    near = here.near[side]
    if near != OFF_MAP and board.hexes[near].level < here.level:
        return False
    for beside in (hexagon, near):
        if beside != OFF_MAP and (beside in g.rubble or (g.flames | g.blazes) >> beside & 1):
            return False
    return not vehicles_along(g, edge_of(board, hexagon, side))


def vehicles_along(g: SquadState, edge: Edge) -> list[Piece]:
    """Vehicles and wrecks in bypass along a hexside, but not who moves now."""
    moving = g.march.units if g.march is not None else ()
    return [
        vehicle for vehicle in each_piece(g.setting.vehicles)
        if vehicle in g.bypass and vehicle not in moving
        and edge_of(g.setting.board, g.hex(vehicle), g.bypass[vehicle][0]) == edge
    ]  # fmt: skip


def foot_bar(g: SquadState, entry: Entry) -> str:
    """Neither dash along or across a narrow street, nor rout along it. Rule P5.11f."""
    hexes = g.setting.board.hex_of
    along = any(is_street(g, hexes[entry.to], side) for side in (*entry.passed, entry.along))
    across = entry.crossing and is_street(g, hexes[entry.origin], entry.side)
    if (entry.manner == "dash" and (along or across)) or (entry.manner == "rout" and along):
        return "P5.11f"
    return ""


# -- what it costs --------------------------------------------------------------------------------


def street_cost(g: SquadState, entry: Entry) -> Part | None:
    """Bypass along narrow streets only.

    Those on foot pay as for any bypass and may still earn the road bonus; vehicles pay half of
    what bypass costs elsewhere, which is the cost of open ground.
    """
    if entry.manner != "bypass" or not entry.passed:
        return None
    if not all(is_street(g, entry.to, side) for side in entry.passed):
        return None
    price = g.setting.tables.chart.prices["open_ground"][entry.way]
    assert price is not None
    if entry.on_foot:  # P5.11d
        return Part("P5.11d", price.halves, "road")
    return Part("P5.11c", price.halves, "street")


def is_off_street(g: SquadState, entry: Entry) -> bool:
    """From or across a narrow street an obstacle is never entered at the road's rate. P5.11e."""
    across = is_street(g, g.setting.board.hex_of[entry.origin], entry.side)
    along = street_under(g, entry.unit) is not None
    return (across or along) and is_obstacle(g, entry.to)


def street_extras(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Smoke beside the street. Rule P5.11g."""
    beside = (near for side in entry.passed for near in across_street(g, entry.to, side))
    if entry.to not in g.smoke and any(near in g.smoke for near in beside):
        yield Part("P5.11g", ONE, "smoke")


def across_street(g: SquadState, hexagon: Place, side: int) -> Iterator[Hexagon]:
    """The hex on the other side of a street, if it counts too: not at a crest line.

    Rules P5.11g, P5.131, P5.142c, P5.142d.
    """
    near = g.setting.board.hexes[hexagon].near[side]
    if is_street(g, hexagon, side) and near != OFF_MAP and not is_crest_line(g, hexagon, side):
        yield near


def block_barrier(board: SightMap, feature: Feature, first: Spot, second: Spot) -> Barrier:
    """A roadblock as an obstacle: from the centre of one hex to the centre of the other.

    It stands on the lower ground of the two: that is where the street runs (P5.11b).
    """
    base = min(board.cells[first].ground, board.cells[second].ground)
    return Barrier(first, second, feature, base)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"street"}),
    base_costs=(street_cost,),
    extra_costs=(street_extras,),
    bars=(foot_bar,),
    off_roads=(is_off_street,),
    bypasses=(has_room_along,),
)
