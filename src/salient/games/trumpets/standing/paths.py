"""Command and supply paths: spreads from an HQ over what the enemy leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from salient.engine.ids import enemy
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.state import TrumpetsState


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


def dry_sides(g: TrumpetsState) -> list[int]:
    """Hexsides a supply path may cross: no unbridged water but fords. Rule sop-9h."""
    country = g.setting.country
    bridged = country.site_masks(passable(g, heavy=False))
    return [
        country.board.all & ~(water & ~ford & ~bridge)
        for water, ford, bridge in zip(country.any_water, country.fords, bridged, strict=True)
    ]


def road_sides(g: TrumpetsState) -> list[int]:
    """Hexsides with a road and, over water, a bridge that stands. Rule sop-9b."""
    country = g.setting.country
    broken = country.site_masks(g.setting.all_sites & ~passable(g, heavy=False))
    return [road & ~gap for road, gap in zip(country.any_road, broken, strict=True)]


def spread(
    g: TrumpetsState,
    start: int,
    through: int,
    ends: int,
    sides: Sequence[int] | None = None,
    steps: int = 1 << 20,
    until: int = 0,
) -> int:
    """The hexes a path from a set reaches.

    Args:
        g: The position.
        start: Where it begins.
        through: Hexes it may run through.
        ends: Hexes where it may end.
        sides: For each direction the hexes that may be left that way; all if missing.
        steps: How long it may be.
        until: Hexes of which one is enough: the rest is not looked for.
    """
    board = g.setting.board
    seen = front = start
    while front and steps and not seen & until:
        steps -= 1
        front = board.around(front) if sides is None else board.step(front, sides)
        front &= ends & ~seen
        seen |= front
        front &= through
    return seen
