"""Leaving a road aside where one may: rules B32.4b and B35.3.

A unit that comes along a road to a crossing with a railroad, or to light woods, may go beside the
road and pay what the hex costs; a vehicle on a road through light woods may turn off into them.
Nobody has to, so it is an order of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.bogging import bog_checks
from salient.games.squad.core.actions import PLACE
from salient.games.squad.core.arcs import front_sides
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.locations import by_road, terrain_at
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left, mp_left, mp_of
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.infantry.entering import enter
from salient.games.squad.terrain.board import NO_SIDE, Hexagon, Link


def may_leave_road(g: SquadState, to: Place) -> bool:
    """Whether a hex is one where the road may be left aside. Rules B32.4b, B35.3."""
    return bool(g.setting.board.hex(to).crossing) or terrain_at(g, to) == "light_woods"


def aside_entries(g: SquadState, march: March) -> Iterator[Entry]:
    """The hexes next door, reached by road, that may be entered beside it."""
    first, setting = march.units[0], g.setting
    place, side = g.where[first], g.side(first)
    if place == NOWHERE or first in g.bypass:
        return
    units, drives = sum(1 << unit for unit in march.units), setting.vehicles >> first & 1
    way = setting.vehicle_row(first).move if drives else "infantry"
    left = mp_left(g, march) if drives else mf_left(g, march)
    whole = mp_of(g, first) if drives else left + march.spent
    links = [
        link for link in setting.board.links[place]
        if may_leave_road(g, link.to) and by_road(g, place, link.to, link.side)
        and (not drives or link.side in front_sides(g.facing[first]))
    ]  # fmt: skip
    if drives and turns_off(g, first):
        links.append(Link(place, NO_SIDE))
    for link in links:
        entry = Entry(first, way, place, link.to, link.side, off_road=True)
        cost = entry_cost(g, entry, whole)
        if cost.bar or cost.total > left or not may_pass(g, link.to, side):
            continue
        if has_room(g, link.to, units, side):
            yield entry


def turns_off(g: SquadState, vehicle: Piece) -> bool:
    """Whether a vehicle is on a road through light woods and may turn off into them. B35.3."""
    place = g.where[vehicle]
    road = g.setting.board.hex(place).road and g.setting.board.on_road(place)
    aside = g.beside_road.get(vehicle) == place
    return bool(road) and not aside and terrain_at(g, place) == "light_woods"


def aside_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Going beside the road into the next hex. Rules B32.4b, B35.3."""
    yield from (Action("aside", (entry.to,)) for entry in aside_entries(g, march))


def go_aside(g: SquadState, action: Action, log: Log) -> int:
    """Enter beside the road, with the bog check of a vehicle. The points are spent by entering."""
    march = g.moving
    first = march.units[0]
    place, to = g.where[first], action.place(0)
    links = g.setting.board.links[place]
    side = NO_SIDE if to == place else next(link.side for link in links if link.to == to)
    drives = g.setting.vehicles >> first & 1
    way = g.setting.vehicle_row(first).move if drives else "infantry"
    whole = mp_of(g, first) if drives else 0
    cost = entry_cost(g, Entry(first, way, place, to, side, off_road=True), whole)
    if enter(g, Entry(first, way, place, to, side, off_road=True), cost.total, log) and drives:
        g.beside_road[first] = Hexagon(to)
        bog_checks(g, first, cost.bogs, log)
    return 0


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"light_woods", "rails"}),
    orders=(aside_orders,),
    driver_orders=(aside_orders,),
    verbs={"aside": (PLACE,)},
    carry_out={"aside": go_aside},
)
