"""Single steps of the sequence of play, and looks at supply, occupation and victory points."""

from __future__ import annotations

from salient.boards.bits import members
from salient.games.bulge.rules.supply import SupplyCheck, occupied_hexes
from salient.games.bulge.sequence import EndOfTurn, Recording
from salient.games.bulge.setting import SIDES
from tests.games.bulge.table import Table


def check_supply(table: Table, side: str) -> Table:
    """The supply check at the end of a side's second combat phase (11.1)."""
    return table.run(SupplyCheck(SIDES.index(side)))


def record(table: Table, side: str = "german") -> int:
    """The German points recorded at the end of a side's player turn (4.2-A5, 4.2-B5)."""
    return table.run(Recording(SIDES.index(side))).g.vp


def end_turn(table: Table) -> Table:
    """The end of the Allied player turn and of the game turn (4.2, 13.1)."""
    return table.run(EndOfTurn(), Recording(SIDES.index("allied")))


def status(table: Table, unit: str) -> str:
    """The supply status of a unit."""
    if table.is_("isolated", unit):
        return "isolated"
    return "out_of_supply" if table.is_("oos", unit) else "supplied"


def occupied(table: Table, side: str) -> set[str]:
    """The hexes a side occupies (13.3)."""
    hexes = members(occupied_hexes(table.g, SIDES.index(side)))
    return {str(table.g.setting.board.hex(place)) for place in hexes}
