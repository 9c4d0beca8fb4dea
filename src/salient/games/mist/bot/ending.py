"""The end of the scenario: what the last impulses can still win or lose.

On the last day nobody marches for tomorrow. What counts is where everybody stands when the game
is over: break-outs that somebody in the way would have stopped, and holes in the line.
"""

from __future__ import annotations

from salient.boards.areas import disjoint_routes
from salient.boards.bits import each_place, members, set_of
from salient.engine import remembered
from salient.engine.ids import Place
from salient.games.mist.bot.day import in_the_field
from salient.games.mist.rules.groups import FOOT_ALLOWANCE
from salient.games.mist.rules.victory import GAP
from salient.games.mist.rules.ways import FORD_COST
from salient.games.mist.setting import ALLIED, GERMAN, MistSetting
from salient.games.mist.state import MistState

COLUMN_ALLOWANCE = 8

Column = tuple[int, int, int]
"""A place, the movement points of the units there that can leave, and their strength."""


class Line:
    """The Allied line against break-outs on the last day: what standing in a place saves."""

    def __init__(self, g: MistState, blocks: int) -> None:
        self.g, self.blocks = g, blocks & g.setting.all_areas
        self.columns = _columns(g)
        self.open = self._loss(self.blocks)

    def saved(self, place: Place) -> float:
        """Victory points that a unit in a place denies the Germans."""
        g = self.g
        if not self.open or not (g.setting.all_areas & ~self.blocks) >> place & 1:
            return 0.0
        return self.open - self._loss(self.blocks | 1 << place)

    def _loss(self, blocks: int) -> float:
        g = self.g
        near = blocks & _hinterland(g.setting)
        return _breakout(g.setting, self.columns, near, g.blown) + _holes(g, blocks)


@remembered(most=16)
def _hinterland(setting: MistSetting) -> int:
    """The areas from which an exit zone is within a day's march: blocks elsewhere stop nobody."""
    found = 0
    for zone in each_place(setting.exit_zones & setting.section):
        found |= _country(setting, zone)
    return found


@remembered(most=64)
def _country(setting: MistSetting, zone: Place) -> int:
    """The areas from which a zone is within a day's march."""
    return set_of(_ways_out(setting, zone, 0, 0, 0)) & setting.all_areas


def _columns(g: MistState) -> tuple[Column, ...]:
    """The Germans who can break out before the Allies act again, if then the game is ending."""
    if g.clock // 3 + 1 < g.setting.last_clock // 3:
        return ()
    setting, found = g.setting, dict[tuple[int, int], int]()
    for unit in members(in_the_field(g, ALLIED)):
        place = g.where[unit]
        if place >= 0 and setting.all_areas >> place & 1:
            foot = (setting.foot | g.on_foot) >> unit & 1
            key = (int(place), FOOT_ALLOWANCE if foot else COLUMN_ALLOWANCE)
            found[key] = found.get(key, 0) + g.strength[unit]
    return tuple((place, mp, strength) for (place, mp), strength in sorted(found.items()))


@remembered(most=4096)
def _breakout(setting: MistSetting, columns: tuple[Column, ...], blocks: int, blown: int) -> float:
    """The points of all German columns that find an open road to an exit zone."""
    if not columns:
        return 0.0
    best: dict[int, list[tuple[int, int]]] = {}
    for zone in each_place(setting.exit_zones & setting.section):
        m, near = setting.multiplier[zone], blocks & _country(setting, zone)
        for place, cost in _ways_out(setting, zone, near, blown, 0).items():
            best.setdefault(place, []).append((m, cost))
        for place, cost in _ways_out(setting, zone, near, blown, FORD_COST).items():
            if cost <= FOOT_ALLOWANCE:
                best.setdefault(place, []).append((m, cost))
    total = 0.0
    for place, mp, strength in columns:
        total += strength * max((m for m, cost in best.get(place, ()) if cost <= mp), default=0)
    return total


@remembered(most=4096)
def _ways_out(
    setting: MistSetting, zone: Place, blocks: int, blown: int, ford: int
) -> dict[int, int]:
    """What it costs to reach a zone, by place; nobody passes the blocks."""
    exits, cost = setting.board.exits, {int(zone): 0}
    open_ = setting.all_areas & setting.section
    queue: list[list[int]] = [[] for _ in range(COLUMN_ALLOWANCE + 1)]
    queue[0].append(zone)
    for spent, places in enumerate(queue):
        for place in places:
            # A block stands in nobody's way out of its own area, but nobody enters it.
            if cost[place] != spent or blocks >> place & 1:
                continue
            for origin, link, road, bridge in exits[place]:
                if not open_ >> origin & 1:
                    continue
                if bridge and blown >> link & 1:
                    if not ford:
                        continue
                    road = ford
                total = spent + road
                if total < cost.get(origin, COLUMN_ALLOWANCE + 1):
                    cost[origin] = total
                    queue[total].append(origin)
    return cost


def _holes(g: MistState, blocks: int) -> float:
    """The points for holes in the line when nobody else will move. Rule s3-vp-5."""
    setting = g.setting
    if setting.scenario.scoring != "three_days" or g.clock != setting.last_clock:
        return 0.0
    return float(GAP * _gaps(setting, blocks | g.present[ALLIED] & setting.all_zones, g.blown))


@remembered(most=4096)
def _gaps(setting: MistSetting, allies: int, blown: int) -> int:
    starts, exits = setting.home_zones[GERMAN], setting.exit_zones
    closed = allies | (setting.all_zones & ~starts & ~exits)
    return disjoint_routes(setting.board, starts, exits, closed, blown)
