"""Chapters 8.2, 8.3 and 11.14: a group of units, its movement points and where it can go."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from salient.boards.bits import each_place, set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.games.mist.rules.stacking import full_areas, has_room
from salient.games.mist.rules.ways import FORD_COST, Ground, March, Range, Way, stay, survey
from salient.games.mist.setting import GERMAN
from salient.games.mist.state import MistState

FOOT_ALLOWANCE = 5
"""Rules 8.32, 8.34a: movement points of infantry and of units without their vehicles."""

SHIFT_COST = 2
"""Rule 11.14: movement points per zone of displacement."""

_group = lru_cache(maxsize=1024)(set_of)
"""A group of units as a set."""


def allowance(g: MistState, unit: Piece) -> int:
    """A unit's movement points for the turn. Rules 8.31, 8.32, 8.34a, 8.35b."""
    return FOOT_ALLOWANCE if g.on_foot >> unit & 1 else g.setting.allowance[unit]


class Group(msgspec.Struct, frozen=True):
    """Units that move together.

    Attributes:
        side: The moving side.
        units: The group; all were in one place when the impulse began (8.21).
        mp: Movement points of its slowest unit for the whole activation.
        spent: Movement points used.
        moved: Whether the group has set out.
        oos: Set of the units that were out of supply before the move (8.29, 13.15).
    """

    side: int
    units: Pieces
    mp: int
    spent: int = 0
    moved: bool = False
    oos: int = 0

    @property
    def left(self) -> int:
        """Movement points the group has left; none if it has lost more than that at a bridge."""
        return max(self.mp - self.spent, 0)

    @property
    def group(self) -> int:
        """The group as a set of units."""
        return _group(self.units)

    def moves(self, g: MistState) -> list[Action]:
        """All places the group can go to and stop in."""
        side, group = self.side, self.group
        move, ford = g.setting.move, g.setting.ford
        plain = self.range(g, self.mp, fords=self.walks(g))
        full = full_areas(g, side, group, plain.reached)
        open_ = [to for to in plain.before if not full >> to & 1] if full else plain.before
        actions = list(map(move.__getitem__, open_))
        if not group & g.setting.armor:  # 8.35a
            actions += [ford[to] for to in self._fords(g, plain) if has_room(g, to, side, group)]
        if not self.moved and not group & ~g.waiting:  # 11.14
            actions += self._shifts(g)
        return actions

    def _fords(self, g: MistState, plain: Range) -> list[Place]:
        """Places the group wades to where a plain move would not cross the river.

        A group with vehicles gives them up on the way, as long as it has not spent more than
        infantry could (8.35a, qa-7). Any group but armor may go straight through the river though
        the cheapest way leads round by bridges: the choice of the road is the owner's.
        """
        banks = g.setting.board.ends(g.blown) & plain.reached
        if not banks:
            return []
        here, cap = g.where[self.units[0]], min(self.mp, FOOT_ALLOWANCE)
        if all(plain.spent(bank) + FORD_COST > cap for bank in each_place(banks)):
            return []
        found = []
        if not self.walks(g):
            beyond = self.range(g, cap, fords=True).before
            found += [to for to in beyond if to not in plain.before]
        # 8.34c: a blown bridge is a site to cross the river at, and there is no other.
        across = [
            to
            for to, link, _, _ in g.setting.board.exits[here]
            if g.blown >> link & 1 and plain.before.get(to, here) != here
        ]
        if across:
            next_door = self.range(g, cap, fords=True, far=False).before
            found += [to for to in across if to in next_door]
        return found

    def way(self, g: MistState, to: Place, *, ford: bool) -> Way:
        """The way an order leads: the cheapest one, or straight through the river next door."""
        if not ford:
            return self.range(g, self.mp, fords=self.walks(g)).way(to)
        link = g.setting.board.link_between(g.where[self.units[0]], to)
        straight = link is not None and bool(g.blown >> link & 1)
        cap = min(self.mp, FOOT_ALLOWANCE)
        return self.range(g, cap, fords=True, far=not straight).way(to)

    def walks(self, g: MistState) -> bool:
        """Whether the whole group crosses rivers on foot as it is. Rules 8.33, 8.34a, qa-4."""
        return not self.group & ~(g.setting.foot | g.on_foot)

    def range(self, g: MistState, cap: int, *, fords: bool, far: bool = True) -> Range:
        """The cheapest way to every place the group can reach with ``cap`` movement points.

        Args:
            g: The state.
            cap: Movement points for the whole activation.
            fords: Whether the group crosses at blown bridges.
            far: Whether it may go further than the next place; out of supply it may not.
        """
        here = g.where[self.units[0]]
        group = self.group
        if self.spent >= cap or self._must_stay(g, here, group):
            return stay(g.setting.board, here)
        ground = survey(g, self.side)
        far = far and not self.oos & group  # 8.29, 13.23-2
        march = March(
            start=here,
            spent=self.spent,
            cap=cap,
            fords=fords,
            far=far,
            closed=self._closed(g, ground, group),
            friends=g.present[self.side] & g.setting.all_areas,
        )
        return ground.range(march)

    def _must_stay(self, g: MistState, here: Place, group: int) -> bool:
        """Whether the group may not go on from where it is.

        It was out of supply and has moved its one area; it entered an Allied zone; it is a
        reinforcement and would enter the map from a zone the Germans hold, which binds nobody who
        came to the zone from the map.
        """
        setting = g.setting
        if self.oos & group & g.entered:  # 8.29, 13.23-2
            return True
        if not setting.all_zones >> here & 1:
            return False
        if self.side == GERMAN:  # 12.25
            return bool(setting.exit_zones >> here & 1)
        # 11.21a
        return bool(group & g.waiting and g.present[GERMAN] >> here & 1)

    def _closed(self, g: MistState, ground: Ground, group: int) -> int:
        """Places the group may not enter at all.

        Zones may be closed to its side; nobody in supply moves out of it, not even for a moment.
        """
        setting, supply = g.setting, ground.supply
        closed = setting.everywhere & ~setting.enterable[self.side]  # 11.22, 11.23
        supplied = group & ~self.oos  # qa-3
        if supplied:  # 8.28, 13.23-1, qa-2
            closed |= setting.section & ~(supply.dry if supplied & setting.armor else supply.wet)
        return closed

    def _shifts(self, g: MistState) -> list[Action]:
        """Entering from another zone than the scheduled one. Rules 11.14, qa-17."""
        setting, here = g.setting, g.where[self.units[0]]
        waited = min(g.clock - g.arrived_at[unit] for unit in self.units)
        affordable = self.mp // SHIFT_COST
        return [
            Action("shift", (zone,))
            for zone in each_place(setting.home_zones[self.side] & setting.section)
            if 0 < abs(zone - here) <= min(waited, affordable)
            and not g.present[enemy(self.side)] >> zone & 1
        ]
