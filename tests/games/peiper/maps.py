"""The three maps and the charts, read once for all tests of the campaign."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from salient.boards.bits import set_of
from salient.games.peiper.areas import Ground
from salient.games.peiper.charts.charts import Charts
from salient.games.squad.core.setting import FOLDER as SQUAD
from salient.games.squad.core.tables import Tables
from salient.games.squad.terrain.board import Board
from salient.games.squad.terrain.kinds import Terrain

DATA = Path(__file__).parents[3] / "src/salient/games/peiper/data"
GERMAN, AMERICAN = 0, 1


@cache
def charts() -> Charts:
    """The charts as they are, without packs."""
    return Charts([DATA])


@cache
def tables() -> Tables:
    """The tables of the squad game."""
    return Tables([SQUAD / "data"])


@cache
def board(name: str) -> Board:
    """A whole map."""
    return Board(SQUAD / "data" / "maps" / f"{name}.csv", Terrain.load([]))


@cache
def ground(name: str) -> Ground:
    """A whole map as the refit phase looks at it."""
    return Ground(board(name), tables())


def hexes(name: str, text: str) -> int:
    """The set of some hexes of a map."""
    return set_of(board(name).named[word.casefold()] for word in text.split())


def names(name: str, bits: int) -> set[str]:
    """What people call the hexes of a set."""
    return {here.name for here in board(name).hexes if bits >> here.index & 1}


def houses(name: str) -> int:
    """The hexes with buildings and bridges."""
    return set_of(here.index for here in board(name).hexes if here.row.building or here.row.bridge)
