"""The practice maps that ship, as lines of a :class:`~tests.games.squad.table.Table`."""

from __future__ import annotations

import csv

from salient.games.squad.terrain.kinds import FOLDER

from .table import FIELDS, Table


def lines_of(name: str, *hexes: str) -> tuple[str, ...]:
    """The hexes of a map file, or some of them."""
    path = FOLDER / "data" / "maps" / f"{name}.csv"
    text = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return tuple(
        " ".join((row["hex"], *_words(row)))
        for row in csv.DictReader(text)
        if not hexes or row["hex"] in hexes
    )


def _words(row: dict[str, str]) -> list[str]:
    return [
        f"{field}={row[field].replace(' ', ',')}"
        for field in FIELDS[1:]
        if row.get(field)
    ]  # fmt: skip


def table_on(name: str, *changes: str, german: str = "", american: str = "", **more: str) -> Table:
    """A table on a map that ships, with some hexes changed."""
    lines = (*lines_of(name), "A1", *changes)
    return Table(*lines, german=german, american=american, size=(0, 0), **more)
