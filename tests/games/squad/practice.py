"""Practice maps: small boards on which one rule at a time can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from salient.boards.sight import Sighting
from salient.boards.sight_map import SightMap
from salient.games.squad.show.los import look_from
from salient.games.squad.terrain.kinds import FOLDER, load_terrain
from salient.games.squad.terrain.maps import build_map, load_rows
from salient.games.squad.terrain.rows import HexRow

TERRAIN = load_terrain()

Hexes = dict[str, Any]
"""Hexes that are not open ground, and what their rows of the map file say."""


def rows(
    columns: str, first: int, last: int, level: int = 0, **hexes: Mapping[str, Any]
) -> list[HexRow]:
    """A rectangle of open ground with some hexes that are different."""
    return [
        HexRow(hex=name, **{"level": level, **hexes.get(name, {})})
        for letter in columns
        for row in range(first, last + 1)
        for name in [f"{letter}{row}"]
    ]


def practice(
    columns: str = "ABCDEFGH", first: int = 1, last: int = 9, level: int = 0, **hexes: Any
) -> SightMap:
    """A practice map."""
    return build_map(rows(columns, first, last, level, **hexes), TERRAIN)


def shipped(name: str, **hexes: Mapping[str, Any]) -> SightMap:
    """A practice map that ships, with some hexes changed."""
    lines = load_rows(FOLDER / "data" / "maps" / f"{name}.csv")
    changed = [msgspec.structs.replace(row, **hexes.get(row.hex, {})) for row in lines]
    return build_map(changed, TERRAIN)


def sees(board: SightMap, viewer: str, target: str) -> bool:
    """Whether two places see each other, asked both ways (rule A6.5)."""
    there, back = look_from(board, viewer, target), look_from(board, target, viewer)
    assert there.clear == back.clear
    assert there.hindrance == back.hindrance
    return there.clear


def hindrance(board: SightMap, viewer: str, target: str) -> int:
    """The hindrance between two places that see each other."""
    assert sees(board, viewer, target)
    return look_from(board, viewer, target).hindrance


def rules_of(sighting: Sighting) -> set[str]:
    """All rules that a story cites."""
    return {rule for note in sighting.notes for rule in note.rules}


def stopped_by(board: SightMap, viewer: str, target: str) -> tuple[str, str] | None:
    """What stops a line first, and where."""
    note = look_from(board, viewer, target).blocked
    return None if note is None else (note.what, board.cells[note.spot].name)
