"""Bypass: going along the hexsides of a hex beside what fills it. Rules A4.3, D2.3."""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.pieces import NOWHERE
from salient.boards.sight_lines import opposite
from salient.engine.ids import Piece, Place
from salient.games.squad.core.stacking import may_bypass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.terrain.board import NO_SIDE, OFF_MAP, SIDES, Hexagon


class Passage(NamedTuple):
    """A way to bypass: the hex, the last hexside gone along, the corner reached, side crossed.

    ``passed`` are all hexsides gone along, in order.
    """

    to: Place
    along: int
    corner: int
    side: int
    passed: tuple[int, ...] = ()

    def entry(self, g: SquadState, unit: Piece, way: str) -> Entry:
        """Entering the hex in bypass."""
        return Entry(
            unit, way, g.where[unit], self.to, self.side, "bypass", self.along,
            passed=self.passed, corner=self.corner,
        )  # fmt: skip


def passages(g: SquadState, unit: Piece) -> list[Passage]:
    """All ways to bypass from where a unit stands, one or two hexsides long.

    From the middle of a hex one goes to a corner of the hexside shared with the bypassed hex and
    on from there; from a corner along either hexside of a hex that has that corner.
    """
    board = g.setting.board
    place = g.where[unit]
    if place == NOWHERE or board.locations[place].floor != "ground":
        return []
    here = board.hexes[place]
    found: list[Passage] = []
    if unit not in g.bypass:
        for side, near in enumerate(here.near):
            if near != OFF_MAP:
                back = opposite(side)
                found += _along(g, near, side, (back + 1) % SIDES, 1)
                found += _along(g, near, side, (back - 1) % SIDES, -1)
        return found
    corner = g.bypass[unit][1]
    for hexagon, own, side in around_corner(g, here.index, corner):
        found += _along(g, hexagon, side, own, 1)
        found += _along(g, hexagon, side, (own - 1) % SIDES, -1)
    return [p for p in found if (p.to, p.along) != (place, g.bypass[unit][0])]


def around_corner(g: SquadState, place: Hexagon, corner: int) -> list[tuple[Hexagon, int, int]]:
    """The hexes at a corner of a hex: each with its own name for it and the side crossed.

    Corner ``i`` of a hex lies between its sides ``i - 1`` and ``i``.
    """
    here = g.setting.board.hexes[place]
    found = [(place, corner, NO_SIDE)]
    for side, own in ((corner, (corner + 4) % SIDES), ((corner - 1) % SIDES, (corner + 2) % SIDES)):
        if here.near[side] != OFF_MAP:
            found.append((here.near[side], own, side))
    return found


def _along(g: SquadState, hexagon: Hexagon, side: int, first: int, turn: int) -> list[Passage]:
    """One or two hexsides of a hex in a direction: clockwise (1) or back (-1)."""
    found = []
    along, passed = first, []
    for _ in range(2):
        if not may_bypass(g, hexagon, along):
            break
        corner = (along + 1) % SIDES if turn > 0 else along
        passed.append(along)
        found.append(Passage(hexagon, along, corner, side, tuple(passed)))
        along = (along + turn) % SIDES
    return found


def exits(g: SquadState, unit: Piece) -> set[int]:
    """The sides through which a unit in bypass leaves its hex: those at its corner."""
    corner = g.bypass[unit][1]
    return {corner, (corner - 1) % SIDES}
