"""In an attacker's last turn: who may yet bar the road, and who stands in his way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.hexes import Prices
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import once
from salient.games.trumpets.bot.survey import bars, prizes_of
from salient.games.trumpets.march.allowance import allowance
from salient.games.trumpets.march.ranges import Movers
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.standing.control import zone_from
from salient.games.trumpets.standing.paths import enterable, road_sides, spread, supply_hexes
from salient.games.trumpets.standing.supply import supply_roads
from salient.games.trumpets.state import TrumpetsState

INROAD = 4
"""Hexes from a supply road from which an enemy may step beside it."""

Barring = tuple[int, int, int, int, int, tuple[tuple[str, str], ...]]
BARRED: Memo[Barring, dict[Place, int]] = Memo("points that one more enemy would bar, by hex", 64)


class Threat(NamedTuple):
    """An enemy who may step to where he bars the road to points.

    Attributes:
        start: His hex.
        costs: What steps cost him.
        held: Hexes in which zones stop him.
        open: Hexes he may enter.
        budget: Half MF that he has.
        bars: Points that he takes in each hex.
        size: How many hexes he reaches.
        share: Points that he takes on average if he goes anywhere.
    """

    start: Place
    costs: Prices
    held: int
    open: int
    budget: int
    bars: dict[Place, int]
    size: int
    share: float


def screened(g: TrumpetsState, side: int, unit: Piece, place: Place) -> float:
    """The points that a unit keeps by standing in a hex, in the way of those who threaten them."""
    found = once(g, ("threats", side, unit), lambda: list(_threats(g, side, unit)))
    around = g.setting.board.within(1 << place, 1)
    return sum(
        threat.share - _share(g, threat, 1 << place, around)
        for threat, reach in found
        if reach & around
    )


def _threats(g: TrumpetsState, side: int, unit: Piece) -> Iterator[tuple[Threat, int]]:
    """Who could bar roads if a unit were not there, with the hexes that he reaches."""
    board, foe = g.setting.board, enemy(side)
    hoped, roads = once(g, ("hoped", side), lambda: _hoped(g, side))
    twin = _without(g, 1 << unit)
    near_roads = board.within(roads, 1)
    near = board.within(roads, INROAD) & hoped.held[foe]
    for one in each_piece(g.units_in(near, g.setting.roster.combat & g.setting.army[foe])):
        movers, budget = Movers(twin, foe, (one,)), allowance(g, one)
        reach = movers.reach(budget, fresh=True)
        barred = _bars(hoped, side, one, each_place(reach.hexes & near_roads), roads)
        if barred:
            held, open_ = movers.zones(), enterable(twin, foe)
            size = reach.hexes.bit_count()
            share = sum(barred.values()) / size
            costs = reach.flood.prices
            threat = Threat(movers.start, costs, held, open_, budget, barred, size, share)
            yield threat, reach.hexes


def _hoped(g: TrumpetsState, side: int) -> tuple[TrumpetsState, int]:
    """The position when those who bar the road now have been thrown out, and the roads then."""
    there = set_of(bars(g, side))
    hoped = _without(g, g.units_in(there, g.setting.army[enemy(side)]))
    return hoped, supply_roads(hoped, side)


def _without(g: TrumpetsState, units: int) -> TrumpetsState:
    """The position without some units."""
    twin = g.copy()
    for unit in each_piece(units & g.present):
        twin.put(unit, NOWHERE)
    return twin


def _share(g: TrumpetsState, threat: Threat, taken: int, watched: int) -> float:
    """What is left of that with a hex taken and those around it watched."""
    flood = g.setting.board.flood(
        {0: 1 << threat.start}, threat.costs, threat.held | watched, threat.open & ~taken,
        threat.budget,
    )  # fmt: skip
    lost = sum(points for place, points in threat.bars.items() if flood.hexes >> place & 1)
    return lost / threat.size


def _bars(
    g: TrumpetsState, side: int, foe: Piece, places: Sequence[Place], roads: int
) -> dict[Place, int]:
    """The points that an enemy takes in some hexes: those that no road reaches then."""
    through, held = supply_hexes(g, side), roads & g.control
    kind, weather = g.setting.roster.zone_of[foe], tuple(sorted(g.weather.items()))
    key = (through, held, passable(g, heavy=False), kind, g.turn, weather)
    known = g.setting.memory.of(BARRED)
    found = known.get(key)
    if found is None:
        found = known.keep(key, {})
    for place in places:
        if place not in found:
            lost = held & ~_left(g, side, through & ~(1 << place | zone_from(g, foe, place)))
            found[place] = sum(n for at, n in prizes_of(g).items() if lost >> at & 1)
    return {place: found[place] for place in places if found[place]}


def _left(g: TrumpetsState, side: int, through: int) -> int:
    """The supply roads that run through some hexes."""
    sources = g.setting.sources[side] & through
    return spread(g, sources, through, enterable(g, side), road_sides(g))
