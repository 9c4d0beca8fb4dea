"""Boards and expected sightings in two plain tables, and how far we agree with them.

``boards.csv`` has one line for each hex of each board: board, hex, level, terrain, what stands on
its sides (``0:Wall 2:Hedge``; sides count from 0 = north, clockwise) and the sides across which it
is up-slope. ``cases.csv`` has one line for each pair of hexes: whether the line is blocked, the
total hindrance, and how near it passes to a corner. A line that nearly touches a corner *grazes*:
there a program that works with pixels may see something else, so such cases are counted apart.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from salient.boards.sight import Sighting, look
from salient.boards.sight_lines import SIDE_NAMES
from salient.boards.sight_map import Eye, SightMap, parse_hex
from salient.games.squad.errors import SquadDataError
from salient.games.squad.terrain.kinds import Terrain
from salient.games.squad.terrain.maps import Source, build_map
from salient.games.squad.terrain.rows import HexRow

GRAZING = 3
"""Below this distance from a corner a line grazes."""


class Case(NamedTuple):
    """An expected sighting.

    Attributes:
        line: Its line in the file.
        board: The board.
        viewer, target: The hexes.
        blocked: Whether nothing is seen.
        hindrance: The total hindrance, if the file says it.
        grazing: Whether the line grazes a corner.
    """

    line: int
    board: str
    viewer: str
    target: str
    blocked: bool
    hindrance: int | None
    grazing: bool


class Found(msgspec.Struct, frozen=True):
    """A case on which we disagree, or would.

    Attributes:
        line: Its line in the file.
        board: The board.
        viewer, target: The hexes.
        about: ``sight`` or only ``hindrance``.
        expected: What the file says.
        found: What we say.
        where: Where we say it is blocked.
        rules: The rules that our story stands on.
    """

    line: int
    board: str
    viewer: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    about: str
    expected: str
    found: str
    where: str
    rules: list[str]


class Tally(msgspec.Struct):
    """How far we agree on one board.

    Attributes:
        firm: Cases whose line does not graze a corner.
        agree: How many of them we judge the same.
        hindrance: How many of them have the same total hindrance, too, or are blocked.
        grazing: Cases whose line grazes.
        grazing_agree: How many of those we judge the same.
        grazing_hindrance: How many of those have the same total hindrance, too, or are blocked.
    """

    firm: int = 0
    agree: int = 0
    hindrance: int = 0
    grazing: int = 0
    grazing_agree: int = 0
    grazing_hindrance: int = 0


class Comparison(msgspec.Struct):
    """The comparison of a whole file."""

    boards: dict[str, Tally]
    disagreements: list[Found]
    grazing_disagreements: list[Found]


def compare(boards: Mapping[str, SightMap], cases: Sequence[Case]) -> Comparison:
    """Look along every line and compare with what is expected."""
    found = Comparison({name: Tally() for name in boards}, [], [])
    for case in cases:
        board = boards[case.board]
        sighting = look(board, _eye(board, case.viewer), _eye(board, case.target))
        sight = sighting.clear != case.blocked
        hindrance = sight and (
            case.blocked or case.hindrance is None or sighting.hindrance == case.hindrance
        )
        _count(found.boards[case.board], case, sight=sight, hindrance=hindrance)
        if not hindrance:
            into = found.grazing_disagreements if case.grazing else found.disagreements
            into.append(_found(board, case, sighting, "hindrance" if sight else "sight"))
    return found


def _count(tally: Tally, case: Case, *, sight: bool, hindrance: bool) -> None:
    if case.grazing:
        tally.grazing += 1
        tally.grazing_agree += sight
        tally.grazing_hindrance += hindrance
    else:
        tally.firm += 1
        tally.agree += sight
        tally.hindrance += hindrance


def _found(board: SightMap, case: Case, sighting: Sighting, about: str) -> Found:
    blocked = sighting.blocked
    return Found(
        line=case.line, board=case.board, viewer=case.viewer, target=case.target, about=about,
        expected="blocked" if case.blocked else f"+{case.hindrance or 0}",
        found="blocked" if blocked else f"+{sighting.hindrance}",
        where=board.cells[blocked.spot].name if blocked and blocked.spot in board.cells else "",
        rules=sorted({rule for note in sighting.notes for rule in note.rules}),
    )  # fmt: skip


def _eye(board: SightMap, name: str) -> Eye:
    return board.eye(parse_hex(name))


# -- reading --------------------------------------------------------------------------------------


def read_boards(path: Path, terrain: Terrain) -> dict[str, SightMap]:
    """The boards of a file, by name."""
    rows: dict[str, list[HexRow]] = {}
    lines: dict[str, dict[str, int]] = {}
    table = _Reader(path, ("board", "hex", "level", "terrain"), ("hexside_terrain", "slope_sides"))
    for line in table:
        board, name = line.text("board"), line.hex("hex")
        slopes = [line.side("slope_sides", word) for word in line.words("slope_sides")]
        row = HexRow(
            hex=name,
            level=line.number("level"),
            sides=" ".join(line.walls("hexside_terrain")),
            slopes=" ".join(slopes),
            **_filling(line.text("terrain"), terrain),
        )
        rows.setdefault(board, []).append(row)
        lines.setdefault(board, {}).setdefault(name, line.number_in_file)
    return {
        board: build_map(hexes, terrain, Source(path, lines[board]))
        for board, hexes in rows.items()
    }


_STOREYS = re.compile(r"(.*), *(\d) Levels?")


def _filling(name: str, terrain: Terrain) -> dict[str, Any]:
    """What a hex is full of; a building fills it, and a depression crosses all of its sides."""
    upper = _STOREYS.fullmatch(name)
    kind = terrain.find(upper[1] if upper else name, "building", "under")
    if kind is None:
        return {"terrain": name}
    sides = " ".join(SIDE_NAMES)
    if kind.place == "under":
        return {"under": kind.name, "under_sides": sides}
    return {"building": kind.name, "joins": sides, "storeys": int(upper[2]) + 1 if upper else 1}


def read_cases(path: Path, boards: Mapping[str, SightMap]) -> list[Case]:
    """The cases of a file; each must be about hexes that exist."""
    table = _Reader(
        path, ("board", "from_hex", "to_hex", "blocked"), ("hindrance_total", "nearest_vertex_px")
    )
    return [_case(line, boards) for line in table]


def _case(line: _Line, boards: Mapping[str, SightMap]) -> Case:
    board = line.one_of("board", sorted(boards))
    ends = []
    for column in ("from_hex", "to_hex"):
        name = line.hex(column)
        if parse_hex(name) not in boards[board].cells:
            raise line.wrong("los-no-hex", column, board)
        ends.append(name)
    return Case(
        line.number_in_file, board, ends[0], ends[1],
        blocked=line.one_of("blocked", ["0", "1"]) == "1",
        hindrance=line.number("hindrance_total") if line.text("hindrance_total") else None,
        grazing=line.grazes("nearest_vertex_px"),
    )  # fmt: skip


class _Reader:
    """A CSV table whose optional columns may carry an explanation after their name."""

    def __init__(self, path: Path, required: Sequence[str], optional: Sequence[str]) -> None:
        self.path = path
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                self.rows = list(csv.reader(file))
        except FileNotFoundError:
            raise SquadDataError("data-missing", file=str(path)) from None
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise SquadDataError("data-unreadable", file=str(path), reason=str(error)) from None
        header = self.rows[0] if self.rows else []
        self.columns = {
            name: place
            for name in (*required, *optional)
            for place, title in enumerate(header)
            if title == name or (name in optional and title.startswith(name))
        }
        self.width = len(header)
        for name in required:
            if name not in self.columns:
                raise SquadDataError("data-key", file=path.name, line=1, column=name)

    def __iter__(self) -> Iterator[_Line]:
        for number, row in enumerate(self.rows[1:], 2):
            if not row:
                continue
            if len(row) != self.width:
                raise SquadDataError(
                    "data-cells", file=self.path.name, line=number, count=len(row),
                    expected=self.width,
                )  # fmt: skip
            values = {name: row[place].strip() for name, place in self.columns.items()}
            yield _Line(self.path, number, values)


class _Line(NamedTuple):
    """One line of a table."""

    path: Path
    number_in_file: int
    values: dict[str, str]

    def text(self, column: str) -> str:
        return self.values.get(column, "")

    def words(self, column: str) -> list[str]:
        return self.text(column).split()

    def wrong(
        self, code: str, column: str, expected: str, value: str | None = None
    ) -> SquadDataError:
        return SquadDataError(
            code, file=self.path.name, line=self.number_in_file, column=column,
            value=self.text(column) if value is None else value, expected=expected,
        )  # fmt: skip

    def hex(self, column: str) -> str:
        name = self.text(column)
        try:
            parse_hex(name)
        except ValueError:
            raise self.wrong("map-hex", column, "") from None
        return name

    def number(self, column: str) -> int:
        try:
            return int(self.text(column))
        except ValueError:
            raise self.wrong("data-number", column, "") from None

    def one_of(self, column: str, names: Sequence[str]) -> str:
        if self.text(column) not in names:
            raise self.wrong("data-name", column, ", ".join(names))
        return self.text(column)

    def side(self, column: str, word: str) -> str:
        if word not in ("0", "1", "2", "3", "4", "5"):
            raise self.wrong("data-name", column, "0, 1, 2, 3, 4, 5", word)
        return SIDE_NAMES[int(word)]

    def walls(self, column: str) -> Iterator[str]:
        for word in self.words(column):
            side, _, name = word.partition(":")
            yield f"{self.side(column, side)}:{name}"

    def grazes(self, column: str) -> bool:
        text = self.text(column)
        try:
            return bool(text) and Fraction(text) < GRAZING
        except (ValueError, ZeroDivisionError):
            raise self.wrong("data-number", column, "") from None
