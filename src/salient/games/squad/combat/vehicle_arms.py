"""The weapons of a vehicle: its main gun and its machine-guns. Rules D1.3, D1.8, D3.5.

Each fires by itself, at a target of its own: the gun and the coaxial machine-gun where the turret
looks, the bow machine-gun where the hull looks, the one on top in any direction while the hatches
are open. A set of them is an int, a bit each.
"""

from __future__ import annotations

from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.games.squad.core.arcs import arc_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.core.unit_rows import VehicleRow

ARMS = GUN, BOW, COAXIAL, TOP = 1, 2, 4, 8
MACHINE_GUNS = {"bow": BOW, "coaxial": COAXIAL, "top": TOP}
"""The machine-guns by the words they are chosen by."""

TWICE = ("first", "defensive")
"""Occasions on which machine-guns that have fired may fire once more (A8.3, A8.4)."""


ALL_ARMS: Memo[int, int] = Memo("weapons of vehicles", 4096)
"""All the weapons of a vehicle, by unit: looked at for each target."""


def arms_of(row: VehicleRow) -> int:
    """All the weapons of a kind of vehicle."""
    arms = ((GUN, row.calibre), (BOW, row.bmg), (COAXIAL, row.cmg), (TOP, row.aamg))
    return sum(arm for arm, there in arms if there)


def usable_arms(g: SquadState, vehicle: Piece) -> int:
    """The weapons that work: not a gun out of order, behind closed hatches or gone. D5.3."""
    known = g.setting.memory.of(ALL_ARMS)
    arms = known.get(vehicle, 0) or known.keep(vehicle, arms_of(g.setting.vehicle_row(vehicle)))
    arms &= ~GUN if g.malfunctioned >> vehicle & 1 else ~0
    return arms & ~TOP if (g.buttoned | g.dismounted) >> vehicle & 1 else arms


def fresh_arms(g: SquadState, vehicle: Piece) -> int:
    """The weapons that have not fired yet."""
    return usable_arms(g, vehicle) & ~g.arms_fired.get(vehicle, 0)


def arms_left(g: SquadState, vehicle: Piece, occasion: Occasion) -> int:
    """The weapons that may still fire on an occasion; protective fire is for personnel. D1.8."""
    if occasion == "protective":  # A8.31
        return 0
    fresh = fresh_arms(g, vehicle)
    if occasion not in TWICE:
        return fresh
    left = fresh | usable_arms(g, vehicle) & ~(g.arms_spent.get(vehicle, 0) | GUN)
    return left & ~exhausted(g, vehicle) if occasion == "first" else left


def exhausted(g: SquadState, vehicle: Piece) -> int:
    """The weapons that have fired as often as points were spent just now. Rule A8.14."""
    if g.march is None or not g.march.volleys:
        return 0
    most = max(1, g.march.last // 2)
    fired = [arms for unit, arms in g.march.volleys if unit == vehicle]
    return sum(arm for arm in ARMS if sum(bool(arms & arm) for arms in fired) >= most)


def field_of(g: SquadState, vehicle: Piece, arms: int) -> int:
    """The locations that any of some machine-guns looks at. Rules D1.81, D1.82, D1.83."""
    found = -1 if arms & TOP else 0
    if arms & COAXIAL:
        found |= arc_of(g, vehicle, turret=True)
    if arms & BOW:
        found |= arc_of(g, vehicle, turret=False)
    return found


def mgs_at(g: SquadState, vehicle: Piece, place: Place, occasion: Occasion) -> int:
    """The machine-guns that can fire at a location together: fresh ones, or else used ones."""
    left = arms_left(g, vehicle, occasion) & ~GUN
    bearing = sum(
        arm for arm in MACHINE_GUNS.values()
        if left & arm and field_of(g, vehicle, arm) >> place & 1
    )  # fmt: skip
    return bearing & fresh_arms(g, vehicle) or bearing


def mg_firepower(row: VehicleRow, arms: int) -> int:
    """Printed firepower of some machine-guns of a kind of vehicle."""
    guns = ((BOW, row.bmg), (COAXIAL, row.cmg), (TOP, row.aamg))
    return sum(power for arm, power in guns if arms & arm)


def fire_arms(
    g: SquadState, vehicle: Piece, arms: int, occasion: Occasion, *, keeps: bool = False
) -> None:
    """Remember that weapons have fired. Rules A3.2, A8.3, C2.24.

    After prep fire the vehicle neither moves nor fires on, even if its gun ``keeps`` its rate of
    fire; what fires again has no fire left.
    """
    g.flash(vehicle)  # E1.8
    if occasion == "prep":
        g.prep_fired |= 1 << vehicle
    else:
        g.first_fired |= 1 << vehicle
    if occasion == "first":
        g.change_march(volleys=(*g.moving.volleys, (vehicle, arms)))
    if keeps:
        return
    before = g.arms_fired.get(vehicle, 0)
    g.arms_fired[vehicle] = before | arms
    out = arms & (before | GUN) if occasion == "first" else arms
    g.arms_spent[vehicle] = g.arms_spent.get(vehicle, 0) | out
    if occasion != "prep" and not usable_arms(g, vehicle) & ~g.arms_spent[vehicle]:
        g.final_fired |= 1 << vehicle


def reload_vehicles(g: SquadState, side: int) -> None:
    """All the weapons of a side's vehicles may fire again."""
    for fired in (g.arms_fired, g.arms_spent):
        for vehicle in [unit for unit in fired if g.side(unit) == side]:
            del fired[vehicle]
