"""Army boundaries and areas of operation (8.0, 26.0): where units may go."""

from __future__ import annotations

from salient.boards.hexes import HexBoard
from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.games.trumpets.conditions import StaysWest
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

OVERLAP = 1
"""Hexes by which German units may leave their army's area (rc-area-1)."""

BRITISH_COLUMN, ALARM_COLUMN = 30, 45
"""The British stay west of the one until a German unit is west of the other (4.26)."""

NEARER: Memo[tuple[int, int], int] = Memo("what is nearer to an area than a hex", 512)
WEST: Memo[int, int] = Memo("hexes west of a column", 8)


def open_area(g: TrumpetsState, unit: Piece) -> int:
    """The hexes a unit may enter as far as boundaries go. Rules sop-24j, sop-24k."""
    setting = g.setting
    if not setting.strict_areas:
        return setting.board.all
    if setting.side_of[unit] == GERMAN:
        return _army_area(g, unit)
    return _operations(g, unit) & _kept_west(g, unit)


def _army_area(g: TrumpetsState, unit: Piece) -> int:
    """German armies leave their area by one hex at most. Rule rc-area-1."""
    setting = g.setting
    army = setting.roster.formations[g.army_of(g.under[unit])].id
    area = setting.country.areas.get(army, 0)
    if not area:
        return setting.board.all
    return _or_nearer(g, unit, setting.board.within(area, OVERLAP))


def _operations(g: TrumpetsState, unit: Piece) -> int:
    """A US corps stays in its area; a unit outside may only move towards it. Rule rc-area-2."""
    setting = g.setting
    if setting.roster.british >> unit & 1:
        return _british_area(g, unit)
    corps = setting.roster.formations[g.corps_of(g.under[unit])]
    if corps.level != "corps" or corps.hq < 0 or g.where[corps.hq] < 0:
        return setting.board.all
    area = 0
    for turn, hexes in setting.operations.get(corps.id, []):
        if turn <= g.turn:
            area = hexes
    return _or_nearer(g, unit, area) if area else setting.board.all


def _british_area(g: TrumpetsState, unit: Piece) -> int:
    setting = g.setting
    if g.occupied[GERMAN] & _west(g, ALARM_COLUMN):
        return setting.board.all
    west = _west(g, BRITISH_COLUMN)
    return _or_nearer(g, unit, west) if west else setting.board.all


def _west(g: TrumpetsState, column: int) -> int:
    """The hexes west of a column."""
    known = g.setting.memory.of(WEST)
    if (found := known.get(column)) is None:
        found = known.keep(column, g.setting.country.west_of_column(column))
    return found


def _or_nearer(g: TrumpetsState, unit: Piece, area: int) -> int:
    """An area, or, for a unit outside it, what lies nearer to it."""
    place, board = g.where[unit], g.setting.board
    if place < 0 or area >> place & 1:
        return area
    known = g.setting.memory.of(NEARER)
    if (found := known.get((area, place))) is None:
        found = known.keep((area, place), _nearer(board, area, place))
    return found


def _nearer(board: HexBoard, area: int, place: Place) -> int:
    """An area with all that is nearer to it than a place, and the place."""
    nearer = area
    while nearer != board.all:
        wider = board.within(nearer, 1)
        if wider >> place & 1 or wider == nearer:
            return nearer | 1 << place
        nearer = wider
    return nearer


def _kept_west(g: TrumpetsState, unit: Piece) -> int:
    """Formations that a scenario keeps west of a river (6.5)."""
    setting, found = g.setting, g.setting.board.all
    formations = setting.roster.formations
    for condition in setting.conditions:
        if isinstance(condition, StaysWest):
            chain = [formations[one].id for one in g.chain(g.under[unit])]
            if condition.who in chain:
                found &= setting.country.west_of(condition.river)
    return found
