"""Game data in small text files: CSV tables and TOML documents, checked cell by cell.

A table is described once by a :class:`Table` (file name, row type, key columns). Loading reads the
game's own file, lays the packs' files over it value by value, and turns each row into a typed
struct. A wrong value is reported with file, line, column and what was expected.

CSV files may begin with comment lines (``#``) saying where the values come from. The columns
``printed`` and ``history`` list the columns of a row that are facts of the printed game or of
history; what is in neither list is reconstructed.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from salient.engine.errors import DataError
from salient.engine.typed import convert

Row = TypeVar("Row", bound=msgspec.Struct)


class Sourced(msgspec.Struct, kw_only=True, frozen=True):
    """A row that says where its values come from.

    Attributes:
        printed: Columns whose values are facts of the printed game, separated by spaces.
        history: Columns whose values are facts of history or geography.
        note: A reason, where one is useful.
    """

    printed: str = ""
    history: str = ""
    note: str = ""


class Table(NamedTuple, Generic[Row]):
    """A CSV file of a game's data: one row per thing, identified by its key columns."""

    file: str
    row: type[Row]
    key: tuple[str, ...]


class _Cells(NamedTuple):
    """The raw text of one row and where it stands."""

    values: dict[str, str]
    path: Path
    line: int


def load_table(table: Table[Row], folders: Sequence[Path]) -> list[Row]:
    """Read a table from the game's folder with the packs' folders laid over it.

    Args:
        table: What to read.
        folders: The game's data folder first, then the packs in order.

    Returns:
        The rows in file order; rows that only a pack has come last.
    """
    known = msgspec.structs.fields(table.row)
    columns = {field.name for field in known}
    # An empty cell is a missing value, except where an empty text is a legal one.
    texts = {field.name for field in known if field.type is str or "" in get_args(field.type)}
    merged: dict[tuple[str, ...], _Cells] = {}
    for number, folder in enumerate(folders):
        path = folder / table.file
        if number and not path.exists():
            continue
        for cells in _read_csv(path, columns, table.key):
            key = tuple(cells.values[name] for name in table.key)
            if key in merged:
                if number == 0:
                    raise DataError(
                        "data-twice", file=path.name, line=cells.line, key=" ".join(key)
                    )
                cells = _Cells(merged[key].values | cells.values, path, cells.line)
            merged[key] = cells
    return [_convert(cells, table.row, texts) for cells in merged.values()]


def load_grid(
    file: str, key: tuple[str, ...], folders: Sequence[Path]
) -> dict[tuple[str, ...], dict[str, str]]:
    """Read a chart whose columns are values themselves (odds, terrain), as text by key and column.

    Args:
        file: The CSV file.
        key: The columns that name a row.
        folders: The game's data folder first, then the packs in order, laid over it cell by cell.
    """
    merged: dict[tuple[str, ...], dict[str, str]] = {}
    for number, folder in enumerate(folders):
        path = folder / file
        if number and not path.exists():
            continue
        known = next((set(cells) for cells in merged.values()), None)
        for cells in _read_csv(path, known, key):
            row = tuple(cells.values[name] for name in key)
            if number == 0 and row in merged:
                raise DataError("data-twice", file=path.name, line=cells.line, key=" ".join(row))
            merged[row] = merged.get(row, {}) | cells.values
    return merged


def _read_csv(path: Path, columns: set[str] | None, key: tuple[str, ...]) -> list[_Cells]:
    """The rows of a file; ``columns`` are those it may have, None for any."""
    lines = _text(path).splitlines()
    start = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    reader = csv.reader(lines[start:])
    header = next(reader, [])
    for name in header:
        if columns is not None and name not in columns:
            raise DataError(
                "data-column",
                file=path.name,
                line=start + 1,
                column=name,
                expected=", ".join(sorted(columns)),
            )
    for name in key:
        if name not in header:
            raise DataError("data-key", file=path.name, line=start + 1, column=name)
    rows = []
    for row in reader:
        line = start + reader.line_num
        if not row:
            continue
        if len(row) != len(header):
            raise DataError(
                "data-cells", file=path.name, line=line, count=len(row), expected=len(header)
            )
        rows.append(_Cells(dict(zip(header, row, strict=True)), path, line))
    return rows


def _convert(cells: _Cells, row: type[Row], texts: set[str]) -> Row:
    values = {name: value for name, value in cells.values.items() if value or name in texts}
    try:
        return convert(values, row, strict=False)
    except msgspec.ValidationError as error:
        column, expected = _explain(str(error))
        raise DataError(
            "data-value",
            file=cells.path.name,
            line=cells.line,
            column=column,
            value=cells.values.get(column, ""),
            expected=expected,
        ) from None


def _explain(message: str) -> tuple[str, str]:
    """Column and expectation out of msgspec's message."""
    missing = re.search(r"missing required field `(\w+)`", message)
    if missing:
        return missing.group(1), "a value"
    at = re.search(r" - at `\$\.(\w+)", message)
    return at.group(1) if at else "?", re.sub(r" - at `.*", "", message)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError("data-missing", file=str(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError("data-unreadable", file=str(path), reason=str(error)) from None


def load_document(file: str, folders: Sequence[Path]) -> dict[str, Any]:
    """Read a TOML document with the packs' versions laid over it, table by table."""
    merged: dict[str, Any] = {}
    for number, folder in enumerate(folders):
        path = folder / file
        if number == 0 or path.exists():
            _overlay(merged, read_toml(path))
    return merged


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file, reporting a syntax error with its line."""
    try:
        return tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError as error:
        raise DataError("data-syntax", file=path.name, reason=str(error)) from None


def _overlay(base: dict[str, Any], over: dict[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _overlay(base[key], value)
        else:
            base[key] = value


Document = TypeVar("Document", bound=msgspec.Struct)


def convert_document(file: str, where: str, value: object, into: type[Document]) -> Document:
    """Turn a part of a TOML document into a typed struct, naming file and key if it is wrong."""
    try:
        return convert(value, into)
    except msgspec.ValidationError as error:
        message = str(error)
        at = re.search(r" - at `\$\.?(.*)`", message)
        place = f"{where}.{at.group(1)}" if at and at.group(1) else where
        expected = re.sub(r" - at `.*", "", message)
        raise DataError("data-entry", file=file, place=place, expected=expected) from None
