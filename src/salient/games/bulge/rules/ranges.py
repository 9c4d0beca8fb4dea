"""Chapters 5.4, 5.5, 7.2, 7.4, 7.6, 7.7 and 7.8: how far a stack can go.

Figures show it in the rulebook: round a zone of control and out of one (ex-fig-5-I, ex-fig-5-II),
across country and by road (ex-fig-7-I-1, ex-fig-7-I-2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from salient.boards.bits import each_piece, each_place, set_of, union
from salient.boards.hexes import Flood
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Pieces, Place, enemy
from salient.engine.memory import Memo
from salient.games.bulge.rows import Pace
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.limits import allowed_hexes
from salient.games.bulge.rules.stacking import may_stack
from salient.games.bulge.rules.ways import air_reach, entry_price, prices
from salient.games.bulge.setting import ALLIED, GERMAN, BulgeSetting
from salient.games.bulge.state import BulgeState

LEAVING_EZOC = 2
"""Rules 5.5a, 7.8: movement points to leave an enemy zone of control."""

FREE: Memo[tuple[Pace, Place], Flood] = Memo("ranges on the empty map, by pace and hex", 8192)


class Stack:
    """Units that move together, and what the map lets them do just now.

    Attributes:
        g: The state; it does not change while the stack is looked at.
        side: Whose units they are.
        units: The units.
        group: The same as a set.
        here: Their hex, or ``NOWHERE`` while they wait at the map edge.
        start: Their hex, or that in which they come on.
        sneaks: Whether it is a commando, alone as ever. Rule 9.5-3a.
        hostile: Enemy zones of control that hold the stack up; none holds a commando. Rule 5.4.
        open: Hexes it may enter at all; a commando may go where enemies are.
    """

    __slots__ = ("g", "group", "here", "hostile", "open", "side", "sneaks", "start", "units")

    def __init__(self, g: BulgeState, side: int, units: Pieces, entry: int = -1) -> None:
        """Look at the map.

        Args:
            g: The state.
            side: Whose units they are.
            units: The units.
            entry: Where they come on, if they wait at the map edge.
        """
        self.g, self.side, self.units, self.group = g, side, units, set_of(units)
        self.here = g.where[units[0]]
        self.start = g.setting.entry_hex[entry] if self.here == NOWHERE else self.here
        self.sneaks = bool(g.setting.commandos & self.group)
        self.hostile = 0 if self.sneaks else ezoc(g, side)
        self.open = allowed_hexes(g, units)
        if not self.sneaks:  # 6.2-1
            self.open &= ~g.occupied[enemy(side)]

    @property
    def pace(self) -> Pace:
        """Vehicles in a stack make it move at their prices. Rule 7.4."""
        return "mech" if self.g.setting.mech & self.group else "foot"

    def combat_range(
        self, left: int, *, fresh: bool, avoid: int, pace: Pace | None = None
    ) -> Flood:
        """Combat movement: terrain costs, stop in EZOC, two more MP to leave one.

        Rules 7.4, 7.7.

        Args:
            left: Movement points the stack has left.
            fresh: Whether it has not moved yet.
            avoid: Hexes not to be entered.
            pace: What steps cost, if not what they cost such units.
        """
        hostile, within, pace = self.hostile, self.open & ~avoid, pace or self.pace
        if self.g.wary & self.group:  # 8.5-3c
            within &= ~hostile
        if self.here == NOWHERE:
            return self._come_on(pace, hostile, within, left)
        if not hostile >> self.here & 1:
            return self._range(pace, hostile, within, left)
        # 7.8
        return self._disengage(pace, hostile, within, left) if fresh else self._none(pace)

    def strategic_range(self, left: int, *, avoid: int) -> Flood:
        """Strategic movement along main roads through own hexes. Rule 7.2.

        Args:
            left: Movement points the stack has left.
            avoid: Hexes not to be entered.
        """
        g, hostile = self.g, self.hostile
        within = g.setting.main_hexes & self.open & ~avoid
        within &= ~g.closed_cities if self.sneaks else g.march_hexes & ~hostile
        if self.here == NOWHERE:
            return self._come_on("main", 0, within, left)
        if hostile >> self.here & 1:
            return self._none("main")
        return self._range("main", 0, within, left)

    def full(self, reached: int, movable: int) -> int:
        """The hexes of a range in which the stack may not end its move, that where it is included.

        It may end in a hex where it is one too many while friends there can still move away:
        the limits count at the end of the phase. Rule 6.3a.

        Args:
            reached: The range.
            movable: Friends that can still move.
        """
        g = self.g
        settled = g.setting.regulars[self.side] & ~movable
        found = 0 if self.here == NOWHERE else reached & 1 << self.here
        for place in each_place(reached & g.occupied[self.side]):
            staying = g.stacks[place] & settled
            if staying and not may_stack(g, place, staying | self.group):
                found |= 1 << place
        return found

    @property
    def dangers(self) -> int:
        """Hexes the stack had better not pass: air markers (10.4c), those it meets in 9.5-3b."""
        g = self.g
        if self.sneaks:
            return g.occupied[ALLIED] | g.interdicted
        if self.side == GERMAN:
            return g.interdicted
        return set_of(g.where[unit] for unit in each_piece(g.on_map(g.setting.commandos)))

    def _none(self, pace: Pace) -> Flood:
        """The range of a stack that can go nowhere."""
        return Flood((), 0, {}, self.g.setting.prices[pace], 0)

    def _come_on(self, pace: Pace, stop: int, within: int, left: int) -> Flood:
        """From the map edge; in an EZOC the first hex is the last. Rules 5.4, 9.3."""
        price = entry_price(self.g, self.side, self.start)
        if price > left or not within >> self.start & 1:
            return self._none(pace)
        inland = self._range(pace, stop, within, 0 if stop >> self.start & 1 else left - price)
        levels = [0] * price + [*inland.levels]
        return inland._replace(levels=levels, start={price: 1 << self.start})

    def _disengage(self, pace: Pace, stop: int, within: int, left: int) -> Flood:
        """From an EZOC: first of all out of it. Rules 5.5, 7.8."""
        board, enter = self.g.setting.board, prices(self.g, self.side, pace).enter
        start = {
            cost + LEAVING_EZOC: board.step(1 << self.here, ways) & within & ~stop
            for cost, ways in enter.items()
        }
        return self._flood(pace, start, stop, within, left)

    def _range(self, pace: Pace, stop: int, within: int, left: int) -> Flood:
        """From where the stack is: as on the empty map, up to where something is in the way."""
        free, slow = free_range(self.g.setting, pace, self.start), air_reach(self.g, self.side)
        levels = free.levels[: left + 1]
        clear = within & ~(stop | slow) | 1 << self.start
        for cost, level in enumerate(levels):
            if level & clear != level:
                known = [*levels[:cost], level & within] if not level & slow else levels[:cost]
                return self._flood(pace, free.start, stop, within, left, known)
        if left > self.g.setting.most_points[pace]:
            return self._flood(pace, free.start, stop, within, left, levels)
        return Flood(levels, union(levels), free.start, free.prices, 0)

    def _flood(
        self,
        pace: Pace,
        start: Mapping[int, int],
        stop: int,
        within: int,
        left: int,
        known: Sequence[int] = (),
    ) -> Flood:
        costs = prices(self.g, self.side, pace)
        return self.g.setting.board.flood(start, costs, stop, within, left, known)


def free_range(setting: BulgeSetting, pace: Pace, start: Place) -> Flood:
    """What could be reached from a hex if nobody were in the way, with the most points there are.

    With fewer points it is the same up to their number.
    """
    known = setting.memory.of(FREE)
    found = known.get((pace, start))
    if found is None:
        board, most = setting.board, setting.most_points[pace]
        flood = board.flood({0: 1 << start}, setting.prices[pace], 0, board.all, most)
        found = known.keep((pace, start), flood)
    return found
