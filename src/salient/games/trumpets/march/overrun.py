"""Overruns (35.0, 36.0): a column drives through what cannot stop it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from salient.boards.bits import each_piece, each_place, set_of
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.events import Overran
from salient.games.trumpets.harm.losses import lose_step
from salient.games.trumpets.harm.retreat import Retreat
from salient.games.trumpets.march.costs import prices
from salient.games.trumpets.march.surprise import is_surprised
from salient.games.trumpets.standing.passage import movement_class, water_between
from salient.games.trumpets.state import TrumpetsState

RATIO, SURPRISED_RATIO = 7, 4
"""Times the defence that a stack needs; the second against those Peiper surprises (kgp-8)."""

COST = 2
"""Half MF besides those of the hex (rc-over-1)."""

OPEN_GROUND = ("clear", "woods", "broken")
UNSHAKEN = frozenset({"roadblock", "strongpoint", "fortress"})
"""Works that cannot be overrun (tab-pos-overrun)."""

CROWD = 3
"""So many units overrun without an AFV (rc-over-1)."""

RETREAT = 2
HONSFELD = "Honsfeld"
"""The village that Peiper may overrun (kgp-9)."""


class Overrunners(NamedTuple):
    """A stack that might overrun: Peiper's in its exploitation has it easier (kgp-8, kgp-9)."""

    g: TrumpetsState
    side: int
    units: Pieces
    kgp: bool = False

    def targets(self, left: int) -> dict[Place, int]:
        """Hexes that the stack may overrun from where it is, with their cost. Rule rc-over-1."""
        g = self.g
        here = g.where[self.units[0]]
        near = g.setting.board.around(1 << here) & g.occupied[enemy(self.side)]
        found = {}
        for target in each_place(near):
            cost = self._cost(here, target)
            if cost is not None and cost <= left and self._may(here, target):
                found[target] = cost
        return found

    def _cost(self, here: Place, target: Place) -> int | None:
        """The price of the hex, and a movement factor more."""
        kinds = [movement_class(self.g, unit) for unit in self.units]
        steps = prices(self.g, self.side, kinds).into(target)
        cost = next((cost for cost, origin in steps if origin == here), None)
        return None if cost is None else cost + COST

    def _may(self, here: Place, target: Place) -> bool:
        g, roster = self.g, self.g.setting.roster
        group = set_of(self.units)
        surprised = self.kgp and is_surprised(g, target)
        if is_night(g.turn) and not surprised:
            return False
        if not self._open_hex(target) or g.positions.get(target, "") in UNSHAKEN - _void(surprised):
            return False
        if g.weather_at(target) in ("heavy_fog", "snow") or self._over_water(here, target):
            return False
        if not group & roster.afv and len(self.units) < CROWD:
            return False
        defence = sum(g.df(unit) for unit in each_piece(g.stack(target, enemy(self.side))))
        times = SURPRISED_RATIO if surprised else RATIO
        return sum(g.af(unit) for unit in self.units) >= times * defence

    def _open_hex(self, target: Place) -> bool:
        """Clear, woods or broken without a settlement; Honsfeld is open to Peiper (kgp-9)."""
        row = self.g.setting.country.rows[target]
        if self.kgp and row.name == HONSFELD:
            return True
        return row.terrain in OPEN_GROUND and not row.settlement

    def _over_water(self, here: Place, target: Place) -> bool:
        """Whether unbridged water lies between: the price list knows only bridges and fords."""
        site = self.g.setting.country.site_at.get((here, target))
        return bool(water_between(self.g, here, target)) and site is None


def _void(surprised: bool) -> frozenset[str]:
    """Surprised units have no benefit from roadblocks and strongpoints (kgp-19)."""
    return frozenset({"roadblock", "strongpoint"}) if surprised else frozenset()


def overrun(g: TrumpetsState, side: int, units: Sequence[Piece], target: Place, log: Log) -> None:
    """Every unit of the hex loses a step and retreats two hexes. Rule rc-over-1."""
    foes = each_piece(g.stack(target, enemy(side)))
    log.append(Overran(tuple(units), target))
    g.steps.append(Retreat(enemy(side), foes, RETREAT, 1 << g.where[units[0]], may_stand=False))
    for foe in foes:
        lose_step(g, foe, log, "overrun")
