"""Fire that stays: residual fire and fire lanes. Rules A8.2, A9.22."""

from __future__ import annotations

from salient.boards.sight_lines import STEPS, Contact, opposite, trace
from salient.engine.ids import Piece, Pieces, Place
from salient.engine.state import Log
from salient.games.squad.combat.cover import look_hindrance
from salient.games.squad.combat.firepower import column_of
from salient.games.squad.core.events.fire import LaneLaid, ResidualLeft
from salient.games.squad.core.ongoing import Lane
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.sight.crossings import Crossing
from salient.games.squad.sight.los import look_across
from salient.games.squad.sight.slopes import lane_stays_level
from salient.games.squad.terrain.board import OFF_MAP, Hexagon, Hexside

EIGHTHS = 8


def leave_residual(
    g: SquadState, attack: Attack, column: int, log: Log, *, leadership: int = 0
) -> None:
    """First fire leaves half its column behind, at most 12. Rule A8.2.

    Hindrance lowers it, and so does a leader who is a hindrance himself.
    """
    if column < 0:
        return
    most = g.setting.numbers.fire.residual_most
    half = min(COLUMNS[column] * EIGHTHS // 2, most * EIGHTHS)
    left = column_of(half)
    worst = max((look_hindrance(g, origin, attack.target) for origin in attack.origins), default=0)
    left -= worst + max(0, leadership)
    if left > g.residual.get(attack.target, -1):
        g.residual[attack.target] = left
        log.append(ResidualLeft(attack.target, COLUMNS[left]))


def grain(columns: int, heights: int) -> tuple[int, int] | None:
    """The step of the hex grain, or of the alternate grain, that an offset lies on.

    >>> grain(0, -6), grain(4, 0), grain(3, 1)
    ((0, -2), (2, 0), None)
    """
    ways = [*STEPS, *((a + c, b + d) for (a, b), (c, d) in zip(
        STEPS, (*STEPS[1:], STEPS[0]), strict=True))]  # fmt: skip
    for a, b in ways:
        for times in range(1, 40):
            if (a * times, b * times) == (columns, heights):
                return a, b
    return None


def can_lay(g: SquadState, group: Pieces, target: Place) -> bool:
    """Whether a machine-gun that fires alone may lay a fire lane along its line. Rule A9.22."""
    setting = g.setting
    weapon = group[0]
    if len(group) != 1 or not setting.mgs >> weapon & 1 or g.first_fired >> weapon & 1:
        return False
    board = setting.board
    here, there = board.hex(g.where[weapon]), board.hex(target)
    way = grain(there.spot[0] - here.spot[0], there.spot[1] - here.spot[1])
    return way is not None and board.range(g.where[weapon], target) <= g.reach(weapon)


def lay_lane(g: SquadState, weapon: Piece, target: Place, log: Log) -> None:
    """Lay a lane through the target as far as the weapon's normal range. Rules A9.22, P2.31."""
    origin = g.where[weapon]
    here, last = g.setting.board.hex(origin).index, lane_end(g, weapon, target)
    hexes = lane_hexes(g, here, last)
    half = column_of(g.setting.weapon_row(weapon).fp * EIGHTHS // 2)
    sides = lane_sides(g, here, last)
    g.lanes = (*g.lanes, Lane(weapon, origin, hexes, max(half, 0), sides))
    log.append(LaneLaid(weapon, hexes))


def lane_end(g: SquadState, weapon: Piece, target: Place) -> Place:
    """The last hex of a lane through the target. Rules A9.22, P2.31."""
    board = g.setting.board
    origin = g.where[weapon]
    here, there = board.hex(origin), board.hex(target)
    way = grain(there.spot[0] - here.spot[0], there.spot[1] - here.spot[1])
    assert way is not None
    column, height = there.spot
    last = there.index
    while True:
        column, height = column + way[0], height + way[1]
        beyond = board.at.get((column, height))
        if beyond is None or board.range(origin, beyond) > g.reach(weapon):
            return last
        if not is_swept(g, origin, beyond):
            return last
        last = beyond


def lane_hexes(g: SquadState, here: Place, last: Place) -> tuple[Hexagon, ...]:
    """The hexes a lane covers: those its line meets with more than a corner. Rule A9.221."""
    board = g.setting.board
    (a, b), (c, d) = board.hexes[here].spot, board.hexes[last].spot
    found = []
    for contact in trace(c - a, d - b).hexes:
        index = board.at.get((a + contact.column, b + contact.height))
        if index is not None and index != here and contact.contact is not Contact.AT:
            found.append(index)
    return tuple(found)


def lane_sides(g: SquadState, here: Place, last: Place) -> tuple[Hexside, ...]:
    """The hexsides that a lane runs along, as each of their hexes names them. Rule A9.221."""
    board = g.setting.board
    (a, b), (c, d) = board.hexes[here].spot, board.hexes[last].spot
    found = []
    for contact in trace(c - a, d - b).sides:
        index = board.at.get((a + contact.column, b + contact.height))
        if contact.contact is not Contact.ALONG or index is None:
            continue
        found.append(Hexside(len(STEPS) * index + contact.side))
        near = board.hexes[index].near[contact.side]
        if near != OFF_MAP:
            found.append(Hexside(len(STEPS) * near + opposite(contact.side)))
    return tuple(found)


def lanes_along(g: SquadState, crossing: Crossing) -> list[Lane]:
    """The lanes that run along a hexside just crossed and sweep both of its hexes. Rule A9.221."""
    key = len(STEPS) * g.setting.board.hex_of[crossing.left] + crossing.side
    return [
        lane for lane in g.lanes
        if key in lane.sides
        and all(is_swept(g, lane.origin, place) for place in (crossing.left, crossing.to))
    ]  # fmt: skip


def snap_column(column: int) -> int:
    """The column of a fire lane against a hexside: half, like any snap shot. Rules A8.15, A9.221.

    >>> [snap_column(column) for column in (0, 1, 4)]
    [-1, 0, 2]
    """
    return column_of(COLUMNS[column] * EIGHTHS // 2)


def lanes_at(g: SquadState, place: Place) -> list[Lane]:
    """The lanes that sweep a location: same level as the weapon, in its sight. Rule A9.22."""
    board = g.setting.board
    return [
        lane for lane in g.lanes
        if board.hex_of[place] in lane.hexes and is_swept(g, lane.origin, place)
    ]  # fmt: skip


def is_swept(g: SquadState, origin: Place, place: Place) -> bool:
    """Whether a lane from a location can reach another: seen, at one level. Rules A9.22, P2.31."""
    look = look_across(g, origin, place)
    return look.clear and lane_stays_level(g, origin, place, look)
