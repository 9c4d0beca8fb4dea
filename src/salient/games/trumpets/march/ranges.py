"""Where a stack can go (24.0, 25.0): floods by cost, held up by zones of control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from salient.boards.bits import each_place, set_of, union
from salient.boards.hexes import Flood, Prices, Ways
from salient.engine.ids import Piece, Place, enemy
from salient.engine.memory import Memo
from salient.games.trumpets.march.allowance import is_bound_to_one_hex
from salient.games.trumpets.march.costs import prices, river_steps
from salient.games.trumpets.march.surprise import closed_route
from salient.games.trumpets.orders.areas import open_area
from salient.games.trumpets.roster import is_foot
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.state import TrumpetsState

LEAVING_ZONE = LEAVING_ENGAGED = 2
"""Half MF to leave a hex in an enemy zone (rc-zoc-2), or a fight (rc-eng-1)."""

RECON_IN_ZONE = 4
"""Half MF that reconnaissance pays for each hex in an enemy zone (rc-zoc-1)."""

CONGESTION = 2
"""Half MF that a road hex costs vehicles of a congested corps at least (rc-ev-2)."""

STRATEGIC_DISTANCE = 3
"""Hexes that strategic movement keeps from enemy combat units (rc-strat-1)."""

SLOWED: Memo[tuple[Prices, int], Prices] = Memo("prices of reconnaissance among zones", 64)


DRY_STEPS: Memo[Prices, Ways] = Memo("steps that do not cross water, by prices", 64)


class Reach(NamedTuple):
    """Where a stack can go from its hex.

    Attributes:
        start: Its hex.
        flood: What it reaches step by step.
        ends: Hexes with their cost that end a move at once: across a river into a zone, or one hex
            dearer than all it has (rc-move-4).
    """

    start: Place
    flood: Flood
    ends: dict[Place, int]

    @property
    def hexes(self) -> int:
        """All hexes it can move to."""
        return (self.flood.hexes | set_of(self.ends)) & ~(1 << self.start)

    def route(self, g: TrumpetsState, to: Place) -> tuple[tuple[Place, int], ...]:
        """The hexes of a cheapest way, each with what entering it costs."""
        cost = self.flood.cost(to)
        if cost is None:
            return ((to, self.ends[to]),)
        way = g.setting.board.way(self.flood, to)
        if way[0] == self.start:
            way = way[1:]
        spent, found = 0, []
        for place in way:
            reached = self.flood.cost(place) or 0
            found.append((place, reached - spent))
            spent = reached
        return tuple(found)


class Movers:
    """Units in one hex that move together: highest cost, least allowance. Rule rc-move-3."""

    def __init__(
        self,
        g: TrumpetsState,
        side: int,
        units: Sequence[Piece],
        *,
        on_foot: bool = False,
        kgp: bool = False,
    ) -> None:
        """Look at a stack.

        Args:
            g: The position.
            side: Whose it is.
            units: Its units, all in one hex.
            on_foot: Whether they leave their vehicles behind.
            kgp: Whether it is Peiper's in his exploitation, which zones do not stop (kgp-5).
        """
        self.kgp = kgp
        self.g, self.side, self.units = g, side, tuple(units)
        self.group = set_of(units)
        self.kinds = [movement_class(g, unit, on_foot=on_foot) for unit in units]
        self.start = g.where[units[0]]
        self.one_hex = any(is_bound_to_one_hex(g, unit, on_foot=on_foot) for unit in units)

    # -- zones --------------------------------------------------------------------------------

    def zones(self, *, moved: bool = False) -> int:
        """The hexes in which an enemy zone holds one of them up. Rules tab-zoc, rc-zoc-3.

        Args:
            moved: Whether they stand where they have moved to: they do not lift the zone there.
        """
        g, roster, found = self.g, self.g.setting.roster, 0
        if self.kgp or not self.group & ~g.slipping:  # kgp-5, rc-ev-1
            return 0
        if self.group & roster.afv:
            found |= zone(g, enemy(self.side), afv=True)
        if self.group & ~roster.afv:
            found |= zone(g, enemy(self.side), afv=False)
        friends = g.held[self.side]
        if moved and not g.stack(self.start, self.side) & roster.combat & ~self.group:
            friends &= ~(1 << self.start)
        return found & ~friends

    def leaving(self) -> int:
        """Half MF to leave their hex at all. Rules rc-zoc-2, rc-eng-1."""
        g, roster = self.g, self.g.setting.roster
        others = g.stack(self.start, self.side) & roster.combat & ~self.group
        held = 0
        if not others and not self.kgp:
            against = [bool(roster.afv >> unit & 1) for unit in self.units]
            held = any(zone(g, enemy(self.side), afv=afv) >> self.start & 1 for afv in against)
        return LEAVING_ZONE * bool(held) + LEAVING_ENGAGED * bool(g.engaged & self.group)

    # -- ranges -------------------------------------------------------------------------------

    def reach(self, left: int, *, fresh: bool, rested: bool = True) -> Reach:
        """Where they can move with so many half MF left.

        Args:
            left: Half MF left.
            fresh: Whether their move begins here: rivers on foot, and one hex at any price.
            rested: Whether they have spent nothing yet; else no hex that is too dear (rc-move-4).
        """
        g = self.g
        crawling = any(g.congested >> g.corps_of(g.under[unit]) & 1 for unit in self.units)
        congestion = CONGESTION if crawling else 0
        costs = prices(g, self.side, self.kinds, congestion=congestion)
        held, open_ = self.zones(), self._open()
        if not self.group & ~g.setting.roster.recon:
            costs, held = self._slowed(costs, held), 0
        if self.group & g.setting.roster.hqs:
            open_ &= ~held  # rc-zoc-4
        leave = self.leaving() if fresh else 0
        if self.one_hex:
            return self._one_hex(costs, open_) if fresh else self._nowhere(costs)
        start, ends = {leave: 1 << self.start}, dict[Place, int]()
        if fresh and all(map(is_foot, self.kinds)):
            for cost, hexes in river_steps(g, self.side, self.kinds[0], self.start).items():
                beyond = hexes & open_
                if leave + cost > left:
                    continue
                if beyond & ~held:
                    start[leave + cost] = start.get(leave + cost, 0) | beyond & ~held
                ends |= dict.fromkeys(each_place(beyond & held), leave + cost)
        flood = g.setting.board.flood(start, costs, held, open_, left)
        if fresh and rested:
            for place in each_place(self._next(costs, open_ & ~held) & ~flood.hexes):
                ends.setdefault(place, left)  # rc-move-4
        return Reach(self.start, flood, ends)

    def strategic(self, left: int) -> Reach:
        """Where they can go by strategic movement. Rules tab-strat, note-strat-1, rc-strat-1."""
        g = self.g
        board = g.setting.board
        near = board.within(g.held[enemy(self.side)], STRATEGIC_DISTANCE)
        costs = prices(g, self.side, self.kinds, strategic=True)
        if near >> self.start & 1:
            return self._nowhere(costs)
        open_ = self._open() & ~near & ~self.zones()
        flood = board.flood({0: 1 << self.start}, costs, 0, open_, left)
        return Reach(self.start, flood, {})

    def unseen(self, left: int) -> Reach:
        """Where they can go through the enemy's zones and hexes. Rule note-skor-1."""
        g = self.g
        costs = prices(g, self.side, self.kinds)
        area = g.setting.board.all
        for unit in self.units:
            area &= open_area(g, unit)
        flood = g.setting.board.flood({0: 1 << self.start}, costs, 0, area, left)
        return Reach(self.start, flood, {})

    def _open(self) -> int:
        """Hexes free of the enemy in the area where they may go. Rules sop-24j, sop-24k, kgp-11."""
        g = self.g
        free = g.setting.board.all & ~g.occupied[enemy(self.side)]
        for unit in self.units:
            free &= open_area(g, unit)
        return free & ~closed_route(g) if self.kgp else free

    def _one_hex(self, costs: Prices, open_: int) -> Reach:
        """One hex that they could enter, whatever it costs. Rules low-1, low-2, low-3."""
        board = self.g.setting.board
        most = max((cost for cost, _, _ in costs.shifts), default=0)
        flood = board.flood({0: 1 << self.start}, costs, board.all, open_, most)
        return Reach(self.start, flood, {})

    def _next(self, costs: Prices, open_: int) -> int:
        """The next hexes open to them, not across water. Rule rc-move-4."""
        board, known = self.g.setting.board, self.g.setting.memory.of(DRY_STEPS)
        ways = known.get(costs)
        if ways is None:
            wet = self.g.setting.country.any_water
            masks = [
                union(masks[way] for masks in costs.enter.values()) & ~wet[way] for way in range(6)
            ]
            ways = known.keep(costs, board.by_shift(masks))
        return board.stride(1 << self.start, ways) & open_

    def _nowhere(self, costs: Prices) -> Reach:
        start = {0: 1 << self.start}
        return Reach(self.start, Flood([1 << self.start], 1 << self.start, start, costs, 0), {})

    def _slowed(self, costs: Prices, held: int) -> Prices:
        """Prices with what reconnaissance pays in zones. Rule rc-zoc-1."""
        known = self.g.setting.memory.of(SLOWED)
        found = known.get((costs, held))
        if found is not None:
            return found
        board = self.g.setting.board
        into = [board.shift[(way + 3) % 6](held) for way in range(6)]
        enter: dict[int, list[int]] = {}
        for cost, masks in costs.enter.items():
            for way, mask in enumerate(masks):
                enter.setdefault(cost, [0] * 6)[way] |= mask & ~into[way]
                enter.setdefault(cost + RECON_IN_ZONE, [0] * 6)[way] |= mask & into[way]
        return known.keep((costs, held), Prices(board, enter))
