"""How far hexes lie from what counts."""

from __future__ import annotations

from collections.abc import Iterable

from salient.engine.ids import Place, enemy
from salient.engine.memory import Memo
from salient.games.peiper.state import PeiperState
from salient.games.squad.terrain.board import Hexagon, each_hex

FAR = 255

FIELDS: Memo[tuple[int, ...], bytes] = Memo("distances from hexes", 64)


def distances(g: PeiperState, hexes: Iterable[Place]) -> bytes:
    """For each hex of the map, how far the nearest of some hexes is."""
    board, key = g.setting.board, tuple(hexes)
    fields = g.setting.memory.of(FIELDS)
    found = fields.get(key)
    if found is None:
        nowhere = bytes([FAR]) * len(board.hexes)
        rows = [board.ranges(here) for here in key]
        found = fields.keep(key, bytes(map(min, zip(nowhere, *rows, strict=True))))
    return found


def prizes(g: PeiperState, side: int, *, held: bool) -> list[Hexagon]:
    """Hexes with victory points that a side holds, or does not."""
    own, board = g.control[side], g.setting.board
    found = {board.hex_of[place] for place in g.setting.lvp if bool(own >> place & 1) == held}
    return sorted(found)


def front(g: PeiperState, side: int) -> list[Hexagon]:
    """Where the enemy comes from: the hexes of his points, or of his entry areas."""
    theirs = prizes(g, enemy(side), held=True)
    if theirs:
        return theirs
    return [
        entry.centre for entry in g.setting.entries
        if (since := entry.since(enemy(side))) is not None and since <= g.date
    ]  # fmt: skip


def away_from_gates(g: PeiperState, side: int) -> list[Hexagon]:
    """The hexes by which a side comes onto the map: its entry areas that are open."""
    return [
        here for entry in g.setting.entries if entry.open_colours(side, g.date)
        for here in each_hex(entry.hexes)
    ]  # fmt: skip
