"""Set-up areas, no man's land, front lines and isolation. Rules P8.2, P8.605.

All of it follows from the hexes of the strategic locations that each side controls. Sets of hexes
are ints: bit *n* is hex *n* of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from salient.boards.bits import members, set_of, union
from salient.games.squad.core.tables import Tables, parse_cost
from salient.games.squad.terrain.board import OFF_MAP, Board, Hexagon

Pair = tuple[int, int]
"""A set for each side."""


class Ground:
    """The map as the refit phase looks at it.

    Attributes:
        everywhere: All hexes.
        beside: For each hex, its neighbours.
        around: For each hex, those no farther than two, itself included.
        closed: Hexes that infantry can never enter (P8.2-enterable).
    """

    def __init__(self, board: Board, tables: Tables) -> None:
        count = len(board.hexes)
        self.everywhere = (1 << count) - 1
        self.beside = tuple(
            set_of(near for near in here.near if near != OFF_MAP) for here in board.hexes
        )
        self.around = board.around[:count]
        self.closed = set_of(
            here.index for here in board.hexes
            if not here.row.bridge
            and parse_cost(tables.chart.rows[here.row.terrain].infantry) is None
        )  # fmt: skip

    def near(self, hexes: int) -> int:
        """The hexes within two of some."""
        return union(self.around[here] for here in members(hexes))

    def flood(self, start: int, within: int) -> int:
        """The hexes that can be reached from some, step by step inside a set."""
        found = edge = start & within
        while edge:
            edge = union(self.beside[here] for here in members(edge)) & within & ~found
            found |= edge
        return found

    def parts(self, hexes: int) -> tuple[int, ...]:
        """The connected parts of a set, those with the lowest hexes first."""
        found = []
        while hexes:
            part = self.flood(hexes & -hexes, hexes)
            found.append(part)
            hexes &= ~part
        return tuple(found)


class Areas(NamedTuple):
    """How the map is divided between two scenarios. Rule P8.605.

    Attributes:
        near: For each side, the hexes within two of its strategic hexes.
        setup: For each side, its set-up areas together (P8.2-setup-area).
        parts: For each side, its set-up areas one by one.
        front: For each side, its front-line hexes (P8.2-front-line).
        isolated: For each side, the hexes of its isolated areas (P8.2-isolated).
        no_mans_land: Near both sides and nobody's stronghold (P8.2-no-mans-land).
        uncontrolled: The rest (P8.2-uncontrolled).
    """

    near: Pair
    setup: Pair
    parts: tuple[tuple[int, ...], tuple[int, ...]]
    front: Pair
    isolated: Pair
    no_mans_land: int
    uncontrolled: int

    def area_of(self, side: int, here: Hexagon) -> int:
        """The number of a side's set-up area that a hex lies in, or -1."""
        return next((n for n, part in enumerate(self.parts[side]) if part >> here & 1), -1)


def survey(ground: Ground, held: Pair, gates: Pair = (0, 0), blazes: int = 0) -> Areas:
    """Divide the map.

    Args:
        ground: The map.
        held: The hexes of the strategic locations that each side controls.
        gates: Hexes to which each side may trace: its eligible entry areas, and for the Germans at
            La Gleize the headquarters (P8.2-isolated).
        blazes: Hexes that burn: nobody enters them (P8.2-enterable).
    """
    open_hexes = ground.everywhere & ~(ground.closed | blazes)
    near = (ground.near(held[0]), ground.near(held[1]))
    no_mans_land = near[0] & near[1] & ~(held[0] | held[1])  # P8.6051
    setup = tuple(
        ground.flood(own, own | near[side] & ~near[1 - side] & open_hexes)
        for side, own in enumerate(held)
    )
    uncontrolled = ground.everywhere & ~(setup[0] | setup[1] | no_mans_land)
    return Areas(
        near,
        (setup[0], setup[1]),
        (ground.parts(setup[0]), ground.parts(setup[1])),
        (_front(ground, setup[0]), _front(ground, setup[1])),
        (
            _isolated(ground, setup[0], uncontrolled, gates[0], open_hexes),
            _isolated(ground, setup[1], uncontrolled, gates[1], open_hexes),
        ),
        no_mans_land,
        uncontrolled,
    )


def _front(ground: Ground, setup: int) -> int:
    """The hexes of an area next to anything else; the map's edge does not count. Rule P8.6054."""
    return set_of(here for here in members(setup) if ground.beside[here] & ~setup)


def _isolated(ground: Ground, setup: int, uncontrolled: int, gates: int, open_hexes: int) -> int:
    """The hexes of areas from which no way leads to a gate. Rule P8.6052."""
    ways = (setup | uncontrolled) & open_hexes
    joined = ground.flood(gates, ways)
    # A stronghold on ground that cannot be entered (a bridge cut off) still lies beside its ways.
    return setup & ~(joined | set_of(_next_to(ground, setup & ~open_hexes, joined)))


def _next_to(ground: Ground, hexes: int, joined: int) -> Iterable[int]:
    return (here for here in members(hexes) if ground.beside[here] & joined)
