"""A village map while it is being made, and the drawing it is made from.

A *drawing* is a small file made by hand: spot heights, courses of water, ways, woods, fields and
houses, with the hexes of the map itself as coordinates. ``drawings/README.md`` explains its words.
"""

from __future__ import annotations

import csv
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from salient.boards.sight_lines import SIDE_NAMES, STEPS, own_side
from salient.boards.sight_map import Side, Spot, hex_name, parse_hex, side_between
from salient.engine.errors import DataError
from salient.theatre.geography import Point
from salient.theatre.planar import contains, distance_to

DRAWINGS = Path(__file__).parent.parent / "games" / "squad" / "data" / "drawings"

WORDS = (
    "title", "columns", "rows", "levels", "slopes", "no_slopes", "swell", "heights", "fixed",
    "fords", "houses", "names",
)  # fmt: skip
"""What a drawing says of the whole map."""

ITEMS = {
    "building": ("name", "kind", "storeys", "hexes", "steeple"),
    "cover": ("terrain", "ring", "hexes"),
    "field": ("edge", "ring", "hexes", "gaps"),
    "line": ("edge", "sides"),
    "railroad": ("name", "under", "line", "leaves"),
    "river": ("name", "level", "line", "also"),
    "road": ("name", "paved", "line", "leaves"),
    "slope": ("falls",),
    "stream": ("name", "line", "leaves"),
    "street": ("sides", "paved"),
}
"""The things that a drawing may have many of, and the words of each."""


class Fact(NamedTuple):
    """Something that the documents say of a printed map.

    Attributes:
        at: A hex, or two for the hexside between them.
        what: What is known: ``level``, ``terrain``, ``side``, ``slope`` …
        value: What is said of it.
        rule: Where it is said.
    """

    at: tuple[Spot, ...]
    what: str
    value: str
    rule: str


class Drawing(NamedTuple):
    """A drawing and the facts that the map made from it must satisfy."""

    map: str
    words: dict[str, Any]
    facts: tuple[Fact, ...]

    def items(self, kind: str) -> list[dict[str, Any]]:
        """All things of a kind, in the order of the file."""
        return list(self.words.get(kind, []))

    def about(self, *kinds: str) -> Iterator[Fact]:
        """The facts of some kinds."""
        return (fact for fact in self.facts if fact.what in kinds)


@dataclass(slots=True)
class Plot:
    """A hex of a map being made. Sides are numbers, 0 = north, clockwise."""

    level: int = 0
    terrain: str = "open_ground"
    building: str = ""
    storeys: int = 1
    steeple: bool = False
    joins: set[int] = field(default_factory=set)
    under: str = ""
    under_sides: set[int] = field(default_factory=set)
    rails: set[int] = field(default_factory=set)
    road: set[int] = field(default_factory=set)
    paved: set[int] = field(default_factory=set)
    bridge: bool = False
    ford: bool = False
    name: str = ""
    printed: set[str] = field(default_factory=set)
    rules: list[str] = field(default_factory=list)


class Village:
    """A map being made: its plots and what lies on their sides.

    Attributes:
        plots: The hexes, column by column.
        sides: Walls, hedges and fences.
        streets: Narrow streets, ``paved`` or ``unpaved``.
        slopes: For each slope hexside the hex that lies up-slope.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.plots = {spot: Plot() for spot in map_spots(columns, rows)}
        self.sides: dict[Side, str] = {}
        self.streets: dict[Side, str] = {}
        self.slopes: dict[Side, Spot] = {}

    def near(self, spot: Spot) -> Iterator[tuple[int, Spot]]:
        """The neighbours of a hex on the map, each with the side it lies across."""
        for side in range(6):
            there = beyond(spot, side)
            if there in self.plots:
                yield side, there

    def owner(self, side: Side) -> tuple[Spot, int]:
        """The hex in whose line a hexside is written, and which of its sides it is."""
        spot = side[:2]
        if spot in self.plots:
            return spot, side[2]
        return beyond(spot, side[2]), (side[2] + 3) % 6


def map_spots(columns: int, rows: int) -> list[Spot]:
    """The hexes of a map: every column has as many, every second one begins with row 0.

    >>> [hex_name(spot) for spot in map_spots(2, 2)]
    ['A1', 'A2', 'B0', 'B1']
    """
    return [(column, 2 * row - column % 2) for column in range(columns) for row in range(rows)]


def beyond(spot: Spot, side: int) -> Spot:
    """The hex across a side."""
    step = STEPS[side % 6]
    return spot[0] + step[0], spot[1] + step[1]


def side_of(a: Spot, b: Spot) -> int:
    """Which side of a hex another one lies across."""
    return STEPS.index((b[0] - a[0], b[1] - a[1]))


def between(a: Spot, b: Spot) -> Side:
    """The hexside between two neighbours."""
    side = side_between(a, b)
    if side is None:
        raise ValueError(f"{hex_name(a)} and {hex_name(b)} do not touch")
    return side


def centre(spot: Spot) -> Point:
    """The centre of a hex on the plane, with hexsides of length 1."""
    return 1.5 * spot[0], spot[1] * math.sqrt(3) / 2


def side_words(sides: Iterable[int]) -> str:
    """Sides as map files write them.

    >>> side_words({3, 0})
    'N S'
    """
    return " ".join(SIDE_NAMES[side] for side in sorted(sides))


def spots(text: str) -> list[Spot]:
    """The hexes named in a text."""
    return [parse_hex(word) for word in text.split()]


def pairs(text: str) -> list[Side]:
    """The hexsides named in a text, e.g. ``S17-T16``."""
    return [between(*map(parse_hex, word.split("-"))) for word in text.split()]


def region(village: Village, text: str) -> list[Spot]:
    """The hexes within a ring of hexes, those of the ring included."""
    corners = [centre(spot) for spot in spots(text)]
    ring = [*corners, corners[0]]
    return [
        spot
        for spot in village.plots
        if contains(corners, centre(spot)) or distance_to(ring, centre(spot)) < 0.5
    ]


def all_sides(spot: Spot) -> list[Side]:
    """The sides of a hex by their one name."""
    return [own_side(*spot, side) for side in range(6)]


def load_drawing(name: str) -> Drawing:
    """Read a drawing and the facts about its map."""
    words = tomllib.loads((DRAWINGS / f"{name}.toml").read_text(encoding="utf-8"))
    check_words(f"{name}.toml", words)
    return Drawing(name, words, tuple(_facts(name)))


def check_words(file: str, words: Mapping[str, Any]) -> None:
    """Complain about words that a drawing cannot have: a misspelt one would draw nothing.

    Raises:
        DataError: With the thing that has the word, and the words that it may have.
    """
    known = {*WORDS, *ITEMS}
    for word in words.keys() - known:
        raise _unknown(file, word, known)
    for kind, allowed in ITEMS.items():
        for number, item in enumerate(words.get(kind, []), 1):
            for word in item.keys() - set(allowed):
                raise _unknown(file, f"[[{kind}]] {number}, {word}", allowed)


def _unknown(file: str, place: str, known: Iterable[str]) -> DataError:
    expected = ", ".join(sorted(known))
    return DataError("data-entry", file=file, place=place, expected=expected)


def _facts(name: str) -> Iterator[Fact]:
    with (DRAWINGS / "facts.csv").open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        for row in csv.DictReader(lines):
            if row["map"] == name:
                at = tuple(parse_hex(word) for word in row["at"].split("-") if word)
                yield Fact(at, row["what"], row["value"], row["rule"])
