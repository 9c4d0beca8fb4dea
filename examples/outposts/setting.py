"""The map and the counters (chapter 1): what all states of the game share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from salient.boards.bits import set_of
from salient.engine import Action, ArgKind, DataError, Identity, Lexicon, Setting, Table, load_table

FOLDER = Path(__file__).parent
GERMAN, AMERICAN = 0, 1
SIDES = ("german", "american")


class PlaceRow(msgspec.Struct, frozen=True):
    """A place on the map: its names, where it is drawn, and its victory points."""

    id: str
    name: str
    ja: str
    x: int
    y: int
    vp: int


class RoadRow(msgspec.Struct, frozen=True):
    """A road between two places."""

    a: str
    b: str


class CounterRow(msgspec.Struct, frozen=True):
    """A counter and where it is set up. Rule 1.2."""

    id: str
    side: Literal["german", "american"]
    start: str


PLACES = Table("places.csv", PlaceRow, ("id",))
ROADS = Table("roads.csv", RoadRow, ("a", "b"))
COUNTERS = Table("counters.csv", CounterRow, ("id",))
TABLES: tuple[Table[Any], ...] = (PLACES, ROADS, COUNTERS)

VERBS = {"move": (ArgKind.PIECE, ArgKind.PLACE), "pass": ()}
PASS = Action("pass")
MOMENTOUS = frozenset({"pass"})
"""What gives the turn away is asked for even where nothing else is left."""


class OutpostSetting(Setting):
    """Places and counters are numbers, in the order of their rows; sets of them are ints."""

    def __init__(self, identity: Identity, folders: Sequence[Path]) -> None:
        self.places = load_table(PLACES, folders)
        self.counters = load_table(COUNTERS, folders)
        self.index = {row.id: number for number, row in enumerate(self.places)}
        self.near = [0] * len(self.places)
        for row in load_table(ROADS, folders):
            a, b = self.place(row.a, ROADS.file), self.place(row.b, ROADS.file)
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a
        self.start = [self.place(row.start, COUNTERS.file) for row in self.counters]
        self.side_of = [SIDES.index(row.side) for row in self.counters]
        self.army = [set_of(p for p, s in enumerate(self.side_of) if s == side) for side in (0, 1)]
        self.goals = set_of(place for place, row in enumerate(self.places) if row.vp)
        tokens = [row.id for row in self.counters], [row.id for row in self.places]
        super().__init__(identity, Lexicon(VERBS, *tokens, momentous=MOMENTOUS))

    def place(self, name: str, file: str) -> int:
        """The place that a data file names; a wrong name is an error of that file."""
        if name not in self.index:
            expected = f"a place of {PLACES.file}, not {name!r}"
            raise DataError("data-entry", file=file, place=name, expected=expected)
        return self.index[name]

    def read_options(self, options: Mapping[str, str]) -> None:
        """The reading of a tie. Rule 3.2."""
        self.tie_kills = options["ties"] == "both"

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """A counter by its token, a place by its name."""
        if kind == "piece":
            return super().name(kind, index, language, long=long)
        row = self.places[index]
        return row.ja if language == "ja" else row.name
