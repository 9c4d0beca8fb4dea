"""The streets of the figure to P5.141, for the tests of narrow streets: a practice map.

The ground is at level 3. Squad F stands in P17, G in N17, H in O18; O17 and O19 are stone houses,
N18 a wooden one. Paved streets run along N16-O17, N17-O17, O16-O17, N17-O18 and O17-O18, unpaved
ones along N18-O18, N18-O19 and N19-O19.
"""

from __future__ import annotations

from typing import Any

import msgspec

from salient.games.squad.core.setting import corner_of, side_of
from salient.games.squad.ground.street_blocks import set_block
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

GERMAN = "ss658 3 ss91 PzIVH 2 PzVG Opel"
AMERICAN = "us666 3 M4"


def street(*lines: str, german: str = GERMAN, american: str = AMERICAN, **more: Any) -> Table:
    """The streets, with more lines for some hexes."""
    return table_on("practice_streets", *lines, german=german, american=american, **more)


def on_street(table: Table, unit: str, place: str, side: str, corner: str) -> Table:
    """Put a unit on a street: bypassing along a side of a hex, at a corner."""
    table.put(place, unit, facing=corner)
    table.g.bypass[table.unit(unit)] = (side_of(side), corner_of(corner))
    return table


def block(table: Table, place: str = "O18", side: str = "n", corner: str = "ne") -> Table:
    """A roadblock: by itself that of the figure, on O17-O18 with its arrow at O17-O18-P17."""
    set_block(table.g, table.place(place), side_of(side), corner_of(corner))
    return table


def retool(table: Table, unit: str, **changes: Any) -> Table:
    """Give a unit another row; the table must be one of its own (a scenario comment will do)."""
    units, index = table.g.setting.units, table.unit(unit)
    row = msgspec.structs.replace(units[index].row, **changes)
    units[index] = msgspec.structs.replace(units[index], row=row)
    return table


def passage(table: Table, unit: str, place: str, side: str, way: str = "infantry") -> Any:
    """The way to bypass along a side of a hex from where a unit is, as an entry."""
    from salient.games.squad.core.bypass import passages

    found = passages(table.g, table.unit(unit))
    want = (table.place(place), side_of(side))
    one = next(p for p in found if (p.to, p.along) == want)
    return one.entry(table.g, table.unit(unit), way)
