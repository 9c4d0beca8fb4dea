"""Entry areas and location victory points on a map.

Rules CG6, CG20, P8.2-entry-area, P8.2-LVP-a.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from salient.boards.bits import set_of
from salient.engine.errors import DataError
from salient.engine.ids import Place
from salient.games.peiper.calendar import parse_date
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.rows import ENTRIES, LVP, EntryRow, LvpRow
from salient.games.squad.terrain.board import Board, Hexagon

EACH_WAY = 4
"""Edge hexes on each side of the arrow that belong to its area. Rule P8.2-entry-area."""
WITHOUT_VALUE = ("rooftop", "culvert")
"""Locations that never have LVP. Rule P8.2-LVP-a."""


class Entry(msgspec.Struct, frozen=True):
    """An entry area with its holding box. Rules CG6, P8.2-entry-area, P8.2-holding-box.

    Attributes:
        centre: The hex of its arrow.
        hexes: The nine edge hexes.
        colours: Its colours by side, each with the date from which it may be used.
        vehicles: Whether vehicles may use it (CG20).
    """

    centre: Hexagon
    hexes: int
    name: str
    ja: str
    colours: tuple[dict[str, int], dict[str, int]]
    vehicles: bool

    def since(self, side: int) -> int | None:
        """The date from which a side may use it, None if never. Rule CG6c-1."""
        return min(self.colours[side].values(), default=None)

    def open_colours(self, side: int, date: int) -> frozenset[str]:
        """The colours by which a side may enter there on a date. Rule CG6a."""
        return frozenset(c for c, since in self.colours[side].items() if since <= date)


def edge_of(board: Board) -> tuple[Hexagon, ...]:
    """The hexes along the edge of a map, once round it."""
    columns: dict[int, list[Hexagon]] = {}
    for here in sorted(board.hexes, key=lambda here: here.spot[1]):
        columns.setdefault(here.spot[0], []).append(here.index)
    order = [columns[number] for number in sorted(columns)]
    top = [column[0] for column in order]
    right = order[-1][1:-1]
    bottom = [column[-1] for column in reversed(order)]
    left = list(reversed(order[0][1:-1]))
    return (*top, *right, *bottom, *left)


def entries_of(board: Board, name: str, rows: Sequence[EntryRow]) -> tuple[Entry, ...]:
    """The entry areas of a map, as its data file lists them."""
    edge = edge_of(board)
    found: dict[int, Entry] = {}
    for row in rows:
        if row.map != name:
            continue
        centre = board.named.get(row.hex.casefold())
        if centre is None or centre not in edge:
            raise DataError.entry(ENTRIES.file, f"{name} {row.hex}", "a hex at the edge of the map")
        if centre not in found:
            at = edge.index(centre)
            nine = (edge[(at + step) % len(edge)] for step in range(-EACH_WAY, EACH_WAY + 1))
            found[centre] = Entry(
                centre, set_of(nine), row.name, row.ja, ({}, {}), row.vehicles == "yes"
            )
        found[centre].colours[SIDES.index(row.side)][row.colour] = parse_date(row.since)
    return tuple(found.values())


def lvp_of(board: Board, name: str, rows: Sequence[LvpRow]) -> dict[Place, int]:
    """The value of each location with LVP. Rule P8.2-LVP-a.

    A marker gives its value to every location of the building but roofs and cellars, or to the
    bridge.
    """
    values: dict[Place, int] = {}
    for row in rows:
        if row.map != name:
            continue
        marked = board.named.get(row.hex.casefold())
        if marked is None:
            raise DataError.entry(LVP.file, f"{name} {row.hex}", "a hex of the map")
        hexes = _building(board, marked)
        for place in board.locations:
            inside = place.floor not in WITHOUT_VALUE
            bridge = board.special.get((place.hex, "bridge"))
            if place.hex in hexes and inside and bridge in (None, place.index):
                values[place.index] = row.value
    return values


def _building(board: Board, marked: Hexagon) -> set[Hexagon]:
    """All hexes of the building that a hex belongs to."""
    found, queue = {marked}, [marked]
    while queue:
        here = board.hexes[queue.pop()]
        for side, near in enumerate(here.near):
            if here.joins >> side & 1 and near not in found:
                found.add(near)
                queue.append(near)
    return found
