"""Chapters 7.4 and 10.4: what a step costs, and what passing through a hex means."""

from __future__ import annotations

from salient.boards.hexes import Direction, Prices
from salient.engine.ids import Piece, Pieces, Place
from salient.engine.memory import Memo
from salient.games.bulge.rows import Pace
from salient.games.bulge.rules.supply import note_captures
from salient.games.bulge.setting import ALLIED, GERMAN, BulgeSetting
from salient.games.bulge.state import BulgeState

SLOWED: Memo[tuple[Pace, int], Prices] = Memo("prices by pace and hexes with air markers", 256)


def air_reach(g: BulgeState, side: int) -> int:
    """The hexes in which air markers hamper a side's road movement. Rule 10.4a."""
    if side != GERMAN or not g.interdicted:
        return 0
    return g.interdicted | g.setting.board.around(g.interdicted)


def prices(g: BulgeState, side: int, pace: Pace) -> Prices:
    """Entry costs, air interdiction included. Rules 7.4, 10.4b."""
    setting, reach = g.setting, air_reach(g, side)
    if not reach:
        return setting.prices[pace]
    known = setting.memory.of(SLOWED)
    key = (pace, reach)
    return known.get(key) or known.keep(key, _slowed(setting, setting.prices[pace], reach))


def _slowed(setting: BulgeSetting, base: Prices, reach: int) -> Prices:
    """One more MP for each road step into the reach of an air marker. Rule 10.4b."""
    board = setting.board
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
    return Prices(board, found)


def entry_price(g: BulgeState, side: int, edge: Place) -> int:
    """What it costs to come onto the map: the road into the edge hex. Rules 9.3, 10.4b."""
    return g.setting.road_cost + (air_reach(g, side) >> edge & 1)


def step_price(costs: Prices, here: Place, to: Place) -> int:
    """What one step costs, EZOC apart."""
    for cost, origin in costs.into(to):
        if origin == here:
            return cost
    raise ValueError("a route takes no barred step")


def leaves_trace(g: BulgeState, unit: Piece, place: Place) -> bool:
    """Whether a unit that passes through a hex takes it from the enemy. Rules 9.5-2e, 13.3-2."""
    last = GERMAN if g.german_last >> place & 1 else ALLIED
    return last != g.setting.side_of[unit] or bool(g.opened >> place & 1)


def pass_through(g: BulgeState, units: Pieces, to: Place) -> None:
    """Note who was last in a hex."""
    setting, bit = g.setting, 1 << to
    if setting.commandos >> units[0] & 1:  # 9.5-2b, 9.5-2c
        if setting.main_hexes & bit:
            g.opened |= bit
        return
    if setting.side_of[units[0]] == GERMAN:  # 9.5-2d, 13.3-2
        g.german_last |= bit
    elif g.german_last & bit:
        g.german_last ^= bit
    if g.opened & bit:  # 9.5-2d, 9.5-2e
        g.opened ^= bit
    note_captures(g)
