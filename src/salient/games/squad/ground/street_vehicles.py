"""Vehicles on narrow streets: one lane, long barrels, no room to turn.

Rules P5.11a, P5.12, P5.121, P5.122, P5.123, P5.124a, P5.125, P5.126.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, Places
from salient.engine.state import Log
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.movement import Turned
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mp_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.core.unit_rows import VehicleRow
from salient.games.squad.ground.narrow_streets import (
    corner_point,
    edge_of,
    heading,
    is_street,
    street_under,
)
from salient.games.squad.terrain.board import OFF_MAP, SIDES

LONG_GUN = 50
"""Calibre from which a gun is in the way on a narrow street (P5.121, P5.122a)."""

SWING_NEED, SWING_TRIES, SWING_COST = 3, 2, 4
"""Rules P5.122a, P5.122b: the final die, tries in a phase, MP halves of one in vain."""

BARREL_DRM = {"LL": 2, "L": 1, "*": -1}
BUTTONED_DRM = 1
VERY_SMALL = 2
"""Target size of a very small vehicle (D1.75), as a To Hit modifier."""

ABOUT = Action("about")


# -- going along ----------------------------------------------------------------------------------


def street_bar(g: SquadState, entry: Entry) -> str:
    """Why a vehicle cannot go along a narrow street. Rules P5.11a, P5.121, P5.123b."""
    if entry.on_foot or (street_under(g, entry.unit) is None and entry.manner != "bypass"):
        return ""
    if is_turning_back(g, entry):
        return "P5.123b"
    along = any(is_street(g, entry.to, side) for side in entry.passed)
    if (along or street_under(g, entry.unit) is not None) and not is_gun_aligned(g, entry.unit):
        return "P5.121"
    if not along:
        return ""
    return "P5.11a" if meets_oncoming(g, entry) else ""


def is_turning_back(g: SquadState, entry: Entry) -> bool:
    """Whether a vehicle on a street would go where it does not face. Rule P5.123b.

    At a corner it goes on along one of the other hexsides; after turning about only back along
    its own.
    """
    under = street_under(g, entry.unit)
    if under is None:
        return False
    back = g.facing[entry.unit] != g.bypass[entry.unit][1]
    if not entry.passed:
        return back
    board = g.setting.board
    same = edge_of(board, entry.to, entry.passed[0]) == edge_of(board, *under)
    return same != back


def meets_oncoming(g: SquadState, entry: Entry) -> bool:
    """Whether another vehicle comes the other way on the same one-lane road. Rules P5.11a, B6.43.

    Reading: on a one-lane road all vehicles go the same way, and none passes another.
    """
    board = g.setting.board
    ways = {_course(g, entry.to, side, _end(entry, side)) for side in entry.passed}
    for other in each_piece(g.setting.vehicles & ~g.wrecks & ~(1 << entry.unit)):
        if street_under(g, other) is None:
            continue
        side, _ = g.bypass[other]
        ends = edge_of(board, g.hex(other), side)
        ahead = corner_point(board, g.hex(other), g.facing[other])
        (behind,) = ends - {ahead} if ahead in ends else (ahead,)
        theirs = heading(board, behind, ahead)
        if theirs is not None and (theirs[0], -theirs[1]) in ways:
            return True
    return False


def _end(entry: Entry, side: int) -> int:
    """The corner at which a bypass leaves one of its hexsides."""
    clockwise = entry.corner == (entry.along + 1) % SIDES
    return (side + 1) % SIDES if clockwise else side


def _course(g: SquadState, hexagon: Place, side: int, corner: int) -> tuple[int, int] | None:
    board = g.setting.board
    to = corner_point(board, hexagon, corner)
    (origin,) = edge_of(board, hexagon, side) - {to}
    return heading(board, origin, to)


# -- turrets --------------------------------------------------------------------------------------


def is_gun_aligned(g: SquadState, vehicle: Piece) -> bool:
    """Whether a vehicle may roll on a narrow street with its turret as it is. Rule P5.121."""
    row = g.setting.vehicle_row(vehicle)
    if row.turret == "NT" or row.calibre < LONG_GUN or row.barrel == "*":
        return True
    return (g.turret[vehicle] - g.facing[vehicle]) % 3 == 0


def is_hemmed_in(g: SquadState, vehicle: Piece) -> bool:
    """Whether a vehicle has no room to swing a long gun. Rule P5.122a.

    On a narrow street, and under the special rule ``one_lane_roads`` (SSR KGP7, of which no more is
    known; reading: all roads that are not paved) on a one-lane road.
    """
    if street_under(g, vehicle) is not None:
        return True
    if "one_lane_roads" not in g.special or vehicle in g.bypass:
        return False
    board, place = g.setting.board, g.where[vehicle]
    here = board.hex(place)
    return bool(here.road) and board.on_road(place) and not here.row.paved


def swing_bar(g: SquadState, vehicle: Piece, corner: int) -> str:
    """Why a turret between houses may not be turned to a corner. Rules P5.121, P5.122b."""
    if not is_hemmed_in(g, vehicle):
        return ""
    row = g.setting.vehicle_row(vehicle)
    if row.calibre < LONG_GUN or corner == g.facing[vehicle]:
        return ""
    rolling = g.motion >> vehicle & 1 and street_under(g, vehicle) is not None
    if rolling and row.barrel != "*" and (corner - g.facing[vehicle]) % 3:
        return "P5.121"
    return "P5.122b" if g.swings.get(vehicle, 0) >= SWING_TRIES else ""


def swing_modifiers(row: VehicleRow, *, buttoned: bool, leader: int = 0) -> tuple[Modifier, ...]:
    """What counts for turning a gun among houses. Rule P5.122c.

    Args:
        row: The vehicle.
        buttoned: Whether its hatches are closed.
        leader: The modifier of its armour leader.
    """
    values = (BARREL_DRM.get(row.barrel, 0), BUTTONED_DRM if buttoned else 0, leader)
    return tuple(Modifier("P5.122c", value) for value in values if value)


def swing(g: SquadState, vehicle: Piece, corner: int, log: Log) -> int:
    """Turn a turret on a narrow street or one-lane road; a die decides. Rules P5.122a, P5.122b.

    Gives 0 if it turns, else the MP halves that the try costs in a movement phase.
    """
    row = g.setting.vehicle_row(vehicle)
    hemmed_in = is_hemmed_in(g, vehicle)
    if not hemmed_in or row.calibre < LONG_GUN or corner == g.facing[vehicle]:
        return 0
    leader = g.setting.commander.get(vehicle, 0)
    modifiers = swing_modifiers(row, buttoned=bool(g.buttoned >> vehicle & 1), leader=leader)
    die = g.die()
    turns = die + sum(modifier.value for modifier in modifiers) <= SWING_NEED
    g.swings[vehicle] = g.swings.get(vehicle, 0) + 1
    log.append(Tried(vehicle, "turret", (die,), modifiers, "passed" if turns else "failed"))
    return 0 if turns else SWING_COST


# -- hulls ----------------------------------------------------------------------------------------


def hull_bar(g: SquadState, vehicle: Piece) -> str:
    """On a narrow street no hull turns but at the corners it drives past. Rule P5.123b."""
    return "P5.123b" if street_under(g, vehicle) is not None else ""


def about_cost(row: VehicleRow) -> int:
    """MP halves of turning about on a narrow street; 0 if there is no room. Rule P5.123a."""
    return row.mp * ONE // 2 if row.size >= VERY_SMALL else 0


def about_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Very small vehicles may turn about. Rule P5.123a."""
    vehicle = march.units[0]
    cost = about_cost(g.setting.vehicle_row(vehicle))
    if cost and street_under(g, vehicle) and cost <= mp_left(g, march):
        yield ABOUT


def turn_about(g: SquadState, action: Action, log: Log) -> int:  # noqa: ARG001
    """The VCA is reversed: it faces the other end of its hexside. Rule P5.123a."""
    vehicle = g.moving.units[0]
    side = g.bypass[vehicle][0]
    (corner,) = {side, (side + 1) % SIDES} - {g.facing[vehicle]}
    turned = corner - g.facing[vehicle]
    g.facing[vehicle] = corner
    g.turret[vehicle] = (g.turret[vehicle] + turned) % SIDES
    log.append(Turned(vehicle, CORNER_WORDS[corner]))
    return about_cost(g.setting.vehicle_row(vehicle))


# -- what vehicles carry and tow ------------------------------------------------------------------


def may_unhook(g: SquadState, vehicle: Piece) -> bool:
    """Whether a gun can be unhooked where a vehicle is: not on a narrow street. Rule P5.124a."""
    return street_under(g, vehicle) is None


def loading_places(g: SquadState, vehicle: Piece) -> Places:
    """The ground-level locations where those aboard may get off, and others on. Rule P5.125.

    On a narrow street both of its hexes (mortars of 76-107 mm are hooked and unhooked there, too).
    """
    under = street_under(g, vehicle)
    if under is None:
        return (g.where[vehicle],)
    hexagon, side = under
    near = g.setting.board.hexes[hexagon].near[side]
    return (hexagon, near) if near != OFF_MAP else (hexagon,)


def may_remove(g: SquadState, vehicle: Piece) -> bool:
    """Whether a wreck can be pushed aside (D10.4): not on a narrow street. Rule P5.126b."""
    return street_under(g, vehicle) is None


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"street", "one_lane_roads"}),
    bars=(street_bar,),
    hull_bars=(hull_bar,),
    swing_bars=(swing_bar,),
    swings=(swing,),
    driver_orders=(about_orders,),
    verbs={"about": ()},
    carry_out={"about": turn_about},
)
