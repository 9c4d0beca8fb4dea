"""Chapters 7.4 and 10.4: what a step costs, and what passing through a hex means."""

from __future__ import annotations

from salient.boards.hexes import Direction, Enter
from salient.games.bulge.setting import GERMAN
from salient.games.bulge.state import BulgeState
from salient.games.bulge.supply import note_captures


def prices(g: BulgeState, side: int, *, mech: bool, main: bool = False) -> Enter:
    """Entry costs by cost and direction, air interdiction included. Rules 7.4, 10.4b."""
    setting = g.setting
    base: Enter = (
        setting.enter_main if main else (setting.enter_mech if mech else setting.enter_foot)
    )
    if side != GERMAN or not g.interdicted:
        return base
    return _slowed(g, base)


def _slowed(g: BulgeState, base: Enter) -> Enter:
    """One more MP for each road step into the reach of an air marker. Rule 10.4a, 10.4b."""
    setting, board = g.setting, g.setting.board
    reach = g.interdicted | board.around(g.interdicted)
    into = [board.shift[way.opposite](reach) & setting.any_road[way] for way in Direction]
    found = {cost: [mask & ~into[way] for way, mask in enumerate(m)] for cost, m in base.items()}
    for cost, masks in base.items():
        slow = [mask & into[way] for way, mask in enumerate(masks)]
        if any(slow):
            row = found.setdefault(cost + 1, [0] * 6)
            for way in Direction:
                row[way] |= slow[way]
    return dict(sorted(found.items()))


def entry_price(g: BulgeState, side: int, edge: int) -> int:
    """What it costs to come onto the map: the road into the edge hex. Rules 9.3, 10.4b."""
    reach = g.interdicted | g.setting.board.around(g.interdicted)
    return g.setting.road_cost + (side == GERMAN and reach >> edge & 1)


def step_price(g: BulgeState, side: int, here: int, to: int, mech: bool, mode: str) -> int:
    """What one step costs, EZOC apart."""
    setting = g.setting
    way = setting.board.direction(here, to)
    assert way is not None, "a route goes from hex to hex"
    enter = prices(g, side, mech=mech, main=mode == "strategic")
    return next(cost for cost, masks in enter.items() if masks[way] >> here & 1)


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
