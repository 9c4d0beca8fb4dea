"""Movement points: how many units have, and how many are left. Rules A4.1, A4.42, A4.5, D2.1, D6.4.

MF of infantry and MP of vehicles are counted in halves.
"""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Pieces
from salient.engine.state import once
from salient.games.squad.core.march import March
from salient.games.squad.core.state import SquadState

ONE = 2
"""One MF or MP, in halves."""

ROAD_BONUS = ONE
"""Rule B3.4: one MF more for a move along roads only."""

BERSERK = 8
"""MF of the berserk (A15.42)."""

CAPACITY = {"squad": 3, "half": 2, "leader": 1}
"""Rule A4.42: portage points carried without loss."""


# -- infantry -------------------------------------------------------------------------------------


def allotment(g: SquadState, units: Pieces, *, rushed: bool = False) -> int:
    """Halves of MF that a group has: the slowest counts; a leader adds two. Rule A4.1."""
    return once(g, ("MF", units, rushed), lambda: _allotment(g, units, rushed=rushed))


def _allotment(g: SquadState, units: Pieces, *, rushed: bool) -> int:
    """What :func:`allotment` remembers. Rule A4.1."""
    setting, numbers = g.setting, g.setting.numbers.movement
    bonus = numbers.double_time if rushed else 0  # A4.5
    if len(units) == 1:  # Nobody leads himself.
        return max(0, _points(g, units[0]) + bonus) * ONE
    led = numbers.leader_bonus if set_of(units) & setting.leaders & ~g.wounded else 0
    points = [_points(g, unit) + (led if setting.squads >> unit & 1 else 0) for unit in units]
    return max(0, min(points) + bonus) * ONE


def _points(g: SquadState, unit: Piece) -> int:
    """MF of a unit by itself: what it carries beyond its capacity is taken off. Rule A4.4."""
    points = _unladen(g, unit)
    if unit not in g.owner:
        return points
    items = each_piece(g.carried(unit) & g.setting.weapons)
    load = sum(g.setting.weapon_row(item).pp for item in items)
    return points - max(0, load - _capacity(g, unit))


def _unladen(g: SquadState, unit: Piece) -> int:
    """MF of a unit that carries nothing; untried squads have one less. Rule A4.1."""
    numbers = g.setting.numbers.movement
    if g.berserk >> unit & 1:  # A15.42
        return BERSERK
    if g.setting.leaders >> unit & 1:
        return numbers.wounded if g.wounded >> unit & 1 else numbers.smc
    return numbers.infantry - (g.row(unit).quality in ("green", "conscript"))


def _capacity(g: SquadState, unit: Piece) -> int:
    """Portage points that a unit carries without loss. Rule A4.42."""
    if g.setting.leaders >> unit & 1:
        return CAPACITY["leader"]
    return CAPACITY["squad"] if g.is_squad(unit) else CAPACITY["half"]


def mf_left(g: SquadState, march: March) -> int:
    """Halves of MF that moving infantry has left to go on with. Rules A4.1, A4.5, B27.4."""
    return allotment(g, march.units, rushed=march.rushed) - march.spent - getting_out(g, march)


def getting_out(g: SquadState, march: March) -> int:
    """Halves of MF that getting out of a foxhole takes; out of a trench none. B27.4, B27.5."""
    if not g.entrenched or not any(g.entrenched >> unit & 1 for unit in march.units):
        return 0
    return 0 if g.trenches >> g.where[march.units[0]] & 1 else ONE


# -- vehicles -------------------------------------------------------------------------------------


def mp_of(g: SquadState, vehicle: Piece) -> int:
    """Halves of MP of a vehicle; a quarter less if others than a crew drive it. D2.1, A21.22."""
    mp = g.setting.vehicle_row(vehicle).mp
    if g.crewing and g.has_strangers(vehicle):
        mp -= -(-mp // 4)
    return mp * ONE


def part_of_mp(g: SquadState, vehicle: Piece, part: int) -> int:
    """A part of a vehicle's MP, in halves; fractions of a point are rounded up."""
    return -(-g.setting.vehicle_row(vehicle).mp // part) * ONE


def loading_cost(g: SquadState, vehicle: Piece) -> int:
    """Halves of MP that a vehicle has lost in this turn by taking people or a gun on. Rule D6.4."""
    return g.loading.get(vehicle, 0)


def mp_gone(g: SquadState, vehicle: Piece) -> int:
    """Halves of MP that a vehicle has used up in this turn when it does not move. Rule D6.5."""
    return g.driven.get(vehicle, 0) + loading_cost(g, vehicle)


def ridden(g: SquadState, unit: Piece, vehicle: Piece) -> int:
    """Halves of MF that riding has taken: the part of its MP that the vehicle used. Rule D6.5.

    The quarter for letting people off is the MF that each of them pays for it.
    """
    gone = mp_gone(g, vehicle)
    if g.unloading.get(vehicle) == g.where[vehicle]:
        gone -= part_of_mp(g, vehicle, 4)
    return -(-allotment(g, (unit,)) * gone // mp_of(g, vehicle))


def mp_unspent(g: SquadState, march: March) -> int:
    """Halves of MP that the moving vehicle has not used up. Rules D2.1, D6.4."""
    vehicle = march.units[0]
    return mp_of(g, vehicle) - march.spent - loading_cost(g, vehicle)


def mp_left(g: SquadState, march: March) -> int:
    """Halves of MP that it has left to move with: one that stands must start. Rule D2.12."""
    vehicle = march.units[0]
    stands = g.where[vehicle] != NOWHERE and not g.motion >> vehicle & 1
    return mp_unspent(g, march) - (ONE if stands else 0)
