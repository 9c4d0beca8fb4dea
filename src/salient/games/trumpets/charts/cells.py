"""How the cells of the cards are read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from salient.engine.data import load_grid
from salient.engine.errors import DataError

Grid = dict[tuple[str, ...], dict[str, str]]


def read_chart(name: str, key: tuple[str, ...], folders: Sequence[Path]) -> Grid:
    """A chart of the game: cells by key and column."""
    return load_grid(f"charts/{name}.csv", key, folders)


def half_mf(cell: str, chart: str) -> int:
    """A cost in half movement factors.

    >>> half_mf("0.5", "road"), half_mf("3", "road")
    (1, 6)
    """
    try:
        halves = Fraction(cell) * 2
    except ValueError:
        raise DataError.entry(f"{chart}.csv", cell, "a number of movement factors") from None
    return int(halves)


def half_up(value: Fraction) -> int:
    """A number rounded to the nearest, halves up.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(9, 4))
    (3, 2)
    """
    return int(value + Fraction(1, 2))
