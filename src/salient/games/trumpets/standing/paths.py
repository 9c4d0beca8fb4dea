"""Command and supply paths: spreads from an HQ over what the enemy leaves open."""

from __future__ import annotations

from salient.boards.hexes import Ways
from salient.engine.ids import Place, enemy
from salient.engine.memory import Memo
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.state import TrumpetsState

DRY_SIDES: Memo[int, Ways] = Memo("sides that supply crosses, by the bridges that stand", 64)
ROAD_SIDES: Memo[int, Ways] = Memo("sides that supply roads cross, by the bridges that stand", 64)


def enterable(g: TrumpetsState, side: int) -> int:
    """Hexes where a side's path may end: not held by the enemy."""
    return g.setting.board.all & ~g.occupied[enemy(side)]


def command_hexes(g: TrumpetsState, side: int) -> int:
    """Hexes a command path may run through: a friend lifts the enemy's zone. Rule rc-cmd-1."""
    held_up = zone(g, enemy(side), afv=False) & ~g.held[side]
    return enterable(g, side) & ~held_up


def supply_hexes(g: TrumpetsState, side: int) -> int:
    """Hexes a supply road or path may run through: a friend does not help. Rules sop-9i, sop-9j."""
    return enterable(g, side) & ~zone(g, enemy(side), afv=False)


def dry_sides(g: TrumpetsState) -> Ways:
    """Hexsides a supply path may cross: no unbridged water but fords. Rule sop-9h."""
    country, whole = g.setting.country, passable(g, heavy=False)
    known = g.setting.memory.of(DRY_SIDES)
    if (found := known.get(whole)) is None:
        bridged = country.site_masks(whole)
        masks = [
            country.board.all & ~(water & ~ford & ~bridge)
            for water, ford, bridge in zip(country.any_water, country.fords, bridged, strict=True)
        ]
        found = known.keep(whole, country.board.by_shift(masks))
    return found


def road_sides(g: TrumpetsState) -> Ways:
    """Hexsides with a road and, over water, a bridge that stands. Rule sop-9b."""
    country, whole = g.setting.country, passable(g, heavy=False)
    known = g.setting.memory.of(ROAD_SIDES)
    if (found := known.get(whole)) is None:
        broken = country.site_masks(g.setting.all_sites & ~whole)
        masks = [road & ~gap for road, gap in zip(country.any_road, broken, strict=True)]
        found = known.keep(whole, country.board.by_shift(masks))
    return found


def spread(
    g: TrumpetsState,
    start: int,
    through: int,
    ends: int,
    sides: Ways | None = None,
    steps: int = 1 << 20,
) -> int:
    """The hexes a path from a set reaches.

    Args:
        g: The position.
        start: Where it begins.
        through: Hexes it may run through.
        ends: Hexes where it may end.
        sides: The hexes that may be left each way; all if missing.
        steps: How long it may be.
    """
    board = g.setting.board
    fresh, seen, front = ends & ~start, start, start
    while front and steps:
        steps -= 1
        front = (board.around(front) if sides is None else board.stride(front, sides)) & fresh
        fresh ^= front
        seen |= front
        front &= through
    return seen


class Net:
    """What paths of any length join: the parts of the land they run through, each found once."""

    def __init__(self, g: TrumpetsState, through: int, ends: int) -> None:
        """Look at the land.

        Args:
            g: The position.
            through: Hexes a path may run through.
            ends: Hexes where it may end.
        """
        self.g, self.through, self.ends = g, through, ends
        self._parts: list[int] = []

    def joins(self, place: Place, goals: int) -> bool:
        """Whether a path leads from a hex to one of some others."""
        board, start = self.g.setting.board, 1 << place
        beside = board.around(start) & self.ends
        if goals & (start | beside):
            return True
        left = beside & self.through
        while left:
            part = self._part(left & -left)
            if goals & self.ends & (part | board.around(part)):
                return True
            left &= ~part
        return False

    def _part(self, hex_: int) -> int:
        """The part of the land that a hex belongs to."""
        for part in self._parts:
            if part & hex_:
                return part
        self._parts.append(spread(self.g, hex_, self.through, self.through))
        return self._parts[-1]
