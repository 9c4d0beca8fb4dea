"""Chapters 7.4 and 10.4: what a step costs, and what passing through a hex means."""

from __future__ import annotations

from functools import lru_cache

from salient.boards.hexes import Direction, Flood, Prices
from salient.games.bulge.rules.supply import note_captures
from salient.games.bulge.setting import GERMAN, BulgeSetting
from salient.games.bulge.state import BulgeState


def prices(g: BulgeState, side: int, *, mech: bool, main: bool = False) -> Prices:
    """Entry costs, air interdiction included. Rules 7.4, 10.4b."""
    return price_table(g.setting, mech, main, g.interdicted if side == GERMAN else 0)


@lru_cache(maxsize=256)
def price_table(setting: BulgeSetting, mech: bool, main: bool, interdicted: int) -> Prices:
    """Entry costs on a map with air markers in some hexes, for the side they hamper."""
    base = setting.enter_mech if mech else setting.enter_foot
    if main:
        base = setting.enter_main
    return _slowed(setting, base, interdicted) if interdicted else base


def _slowed(setting: BulgeSetting, base: Prices, interdicted: int) -> Prices:
    """One more MP for each road step into the reach of an air marker. Rule 10.4a, 10.4b."""
    board = setting.board
    reach = interdicted | board.around(interdicted)
    into = [board.shift[way.opposite](reach) & setting.any_road[way] for way in Direction]
    found = {
        cost: [mask & ~into[way] for way, mask in enumerate(masks)]
        for cost, masks in base.enter.items()
    }
    for cost, masks in base.enter.items():
        slow = [mask & into[way] for way, mask in enumerate(masks)]
        if any(slow):
            row = found.setdefault(cost + 1, [0] * 6)
            for way in Direction:
                row[way] |= slow[way]
    return board.prices(dict(sorted(found.items())))


@lru_cache(maxsize=64)
def find_range(
    setting: BulgeSetting,
    start: tuple[tuple[int, int], ...],
    table: tuple[bool, bool, int],
    stop: int,
    within: int,
    budget: int,
) -> Flood:
    """A movement range; remembered, because a move is ordered from the range that offered it.

    Args:
        setting: The map.
        start: Pairs of cost and starting hexes.
        table: Which price table: mechanized, main roads only, hexes with air markers.
        stop: Hexes that end a move.
        within: Hexes that may be entered.
        budget: Movement points.
    """
    return setting.board.flood(dict(start), price_table(setting, *table), stop, within, budget)


def entry_price(g: BulgeState, side: int, edge: int) -> int:
    """What it costs to come onto the map: the road into the edge hex. Rules 9.3, 10.4b."""
    reach = g.interdicted | g.setting.board.around(g.interdicted)
    return g.setting.road_cost + (side == GERMAN and reach >> edge & 1)


def step_price(setting: BulgeSetting, costs: Prices, here: int, to: int) -> int:
    """What one step costs, EZOC apart."""
    way = setting.board.neighbours[here].index(to)
    for cost, masks in costs.enter.items():
        if masks[way] >> here & 1:
            return cost
    raise ValueError("a route takes no barred step")


def pass_through(g: BulgeState, units: tuple[int, ...], to: int) -> None:
    """Note who was last in a hex. Rules 9.5-2, 13.3-2."""
    setting, bit = g.setting, 1 << to
    if setting.commandos >> units[0] & 1:
        if setting.main_hexes & bit:
            g.opened |= bit
        return
    if setting.side_of[units[0]] == GERMAN:
        g.german_last |= bit
    else:
        g.german_last &= ~bit
    g.opened &= ~bit
    note_captures(g)
