"""What the staff buys: the plan of the first day, then what is missing most."""

from __future__ import annotations

from collections.abc import Sequence

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.staff.fields import FAR, away_from_gates, distances, prizes
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import Force, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN

SHARES: tuple[dict[str, float], ...] = (
    {"infantry": 0.5, "heavy": 0.1, "vehicle": 0.25, "works": 0.1, "artillery": 0.05},
    {"infantry": 0.55, "vehicle": 0.25, "gun": 0.05, "artillery": 0.1, "aircraft": 0.05},
)
"""Parts of its points that a side puts into each kind of group, the Germans' first."""
ON_FOOT = {"infantry": 0.9, "artillery": 0.1}
"""The same for Americans who meet no tanks: houses are taken by men."""
KEPT = 10
"""Points that may be kept for the next date. Rule P8.616."""
DRY = 0.4
"""The share of vehicles without fuel from which the Germans buy no more of them."""
TANKS = ("LT", "MT", "HT")
"""Branches of vehicles that are tanks."""
WAYS = ("reserve", "enter", "map", "module", "radio", "set", "phone", "observer", "early")
"""How a group comes into play, what the staff likes best first."""
MARCH = 10
"""Hexes that those who enter can have before them and still be of use in the scenario."""


def choose_purchase(g: PeiperState, side: int, actions: Sequence[Action]) -> Action | None:
    """The next group to be bought, or None if it is enough."""
    offers = [action for action in actions if action.verb == "buy"]
    if g.date == g.setting.dates[0]:
        return by_plan(g, side, offers)
    chart = g.setting.charts.groups.sides[side]
    wanted, ways = missing(g, side), ways_to_come(g, side)
    best = max(
        offers,
        key=lambda a: (
            wanted.get(chart[a.choice(0).upper()].kind, -1.0),
            chart[a.choice(0).upper()].cpp,
            -ways.index(a.choice(1)),
        ),
        default=None,
    )
    if best is None or wanted.get(chart[best.choice(0).upper()].kind, -1.0) <= 0.0:
        return None
    return best


def ways_to_come(g: PeiperState, side: int) -> tuple[str, ...]:
    """How groups are to come, what the staff likes best first.

    Where the front is a long march from every entry area, those who enter come too late: they are
    paid for to set up on the map (P8.6194a).
    """
    away = distances(g, prizes(g, side, held=False))
    areas = areas_of(g)
    camp = areas.setup[side] & ~areas.isolated[side]
    from_camp = min((away[here] for here in members(camp)), default=FAR)
    from_gates = min((away[here] for here in away_from_gates(g, side)), default=FAR)
    return ("reserve", "map", *WAYS) if from_gates - from_camp > MARCH else WAYS


def by_plan(g: PeiperState, side: int, offers: Sequence[Action]) -> Action | None:
    """The next group of the plan for the first scenario."""
    plan = g.setting.charts.plans(g.setting.cg, side).get(1, [])
    bought: dict[str, int] = {}
    for force in g.forces:
        if force.side == side and not force.preset:
            bought[force.chart] = bought.get(force.chart, 0) + 1
    for row in plan:
        if bought.get(row.group, 0) >= row.count:
            bought[row.group] = bought.get(row.group, 0) - row.count
            continue
        ways = [action for action in offers if action.choice(0).upper() == row.group]
        wish = row.form or row.placing
        ways.sort(key=lambda a: (a.choice(1) != wish, WAYS.index(a.choice(1))))
        if ways:
            return ways[0]
    return None


def missing(g: PeiperState, side: int) -> dict[str, float]:
    """How many points each kind of group is short of its share."""
    chart = g.setting.charts.groups.sides[side]
    shares = ON_FOOT if side == AMERICAN and not meets_tanks(g) else SHARES[side]
    spent = dict.fromkeys(shares, 0.0)
    for force in g.forces:
        group = chart.get(force.chart)
        if force.side == side and group is not None and group.kind in spent:
            spent[group.kind] += worth_left(g, group, force)
    total = sum(spent.values()) + g.cpp[side]
    found = {kind: share * total - spent[kind] for kind, share in shares.items()}
    if side == GERMAN and dry_share(g) >= DRY:
        found["vehicle"] = 0.0
    if g.cpp[side] > KEPT:
        # What cannot be kept is spent on men at least.
        found["infantry"] = max(found["infantry"], 1.0)
    return found


def meets_tanks(g: PeiperState) -> bool:
    """Whether the Germans of the campaign can have any tanks: not at Cheneux."""
    vehicles = each_piece(g.setting.army[GERMAN] & g.setting.vehicles)
    return any(g.setting.vehicle_row(vehicle).branch in TANKS for vehicle in vehicles)


def worth_left(g: PeiperState, group: Group, force: Force) -> float:
    """What is left of a group, in points; what leaves no counters behind is used up.

    One of this date has not been raised yet (P8.620): it is there in full.
    """
    units = force.units
    if not units:
        return float(group.cpp) if group.kind == "works" or force.date == g.date else 0.0
    return group.cpp * (units & ~g.lost).bit_count() / units.bit_count()


def dry_share(g: PeiperState) -> float:
    """The share of German vehicles without fuel. Rule P8.618."""
    vehicles = g.mustered(GERMAN) & g.setting.armour
    return (vehicles & g.dry).bit_count() / max(1, vehicles.bit_count())
