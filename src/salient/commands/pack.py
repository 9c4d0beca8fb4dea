"""``salient pack check``: whether a pack is sound, and what it changes."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from salient.commands.shell import Shell, guarded, shell_of

if TYPE_CHECKING:
    from salient.engine import AnyGame
    from salient.engine.packs import Manifest


class Change(NamedTuple):
    """One value that a pack changes; ``old`` is None where it is new."""

    file: str
    row: str
    column: str
    old: str | None
    new: str


@guarded
def check(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Load a pack, try every scenario with it, and print what it changes."""
    from salient.commands.pack_trial import check_number, try_out
    from salient.engine import DataError
    from salient.engine.data import convert_document, read_toml
    from salient.engine.packs import MANIFEST, Manifest

    shell = shell_of(context)
    if not folder.is_dir():
        raise DataError("pack-missing", folder=str(folder))
    manifest = convert_document(MANIFEST, "pack", read_toml(folder / MANIFEST), Manifest)
    game = shell.game(manifest.game)
    for scenario in game.scenarios:
        _begin(game, scenario, folder)
    changes = list(find_changes(game, folder))
    for change in changes:
        check_number(change.file, f"{change.row} {change.column}".strip(), change.old, change.new)
    try_out(game.id, folder, game.scenarios)
    if as_json:
        shell.json(_data(manifest, game, changes))
    else:
        _print(shell, manifest, game, changes)


def _begin(game: AnyGame, scenario: str, folder: Path) -> None:
    """Set a scenario up with a pack; what breaks there is the pack's fault."""
    from salient.engine import DataError, SalientError, seed_from_text

    try:
        game.start(scenario, seed_from_text("pack"), None, [folder])
    except SalientError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__} {error}"
        raise DataError("pack-breaks", scenario=scenario, reason=reason) from None


def _data(manifest: Manifest, game: AnyGame, changes: Sequence[Change]) -> dict[str, object]:
    return {
        "name": manifest.name,
        "game": manifest.game,
        "title": manifest.title,
        "scenarios": list(game.scenarios),
        "changes": [change._asdict() for change in changes],
    }


def _print(shell: Shell, manifest: Manifest, game: AnyGame, changes: Sequence[Change]) -> None:
    from rich.table import Table

    say, out = shell.texts.say, shell.out
    count = len(game.scenarios)
    out.print(say("command.check.sound", title=manifest.title, game=game.id, count=count))
    if not changes:
        out.print(say("command.check.nothing"))
        return
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("file", "row", "column", "old", "new"):
        table.add_column(say(f"command.check.{heading}"))
    for change in changes:
        old = say("command.check.absent") if change.old is None else change.old
        table.add_row(change.file, change.row, change.column, old, change.new)
    out.print(table)


# -- what a pack changes ------------------------------------------------------------------------


def find_changes(game: AnyGame, folder: Path) -> Iterator[Change]:
    """Every value of the pack that differs from the game's own."""
    from salient.engine.data import read_toml

    for file in game.data_files:
        own, other = game.folder / "data" / file, folder / file
        if not other.exists():
            continue
        if file.endswith(".csv"):
            yield from _table_changes(file, own, other)
        elif file.endswith(".toml"):
            yield from _document_changes(file, "", read_toml(own), read_toml(other))
        else:
            yield Change(file, "", "", None, "")


def _table_changes(file: str, own: Path, other: Path) -> Iterator[Change]:
    mine, theirs = _rows(own), _rows(other)
    key = _key(mine)
    known = {tuple(row[name] for name in key): row for row in mine}
    for row in theirs:
        names = tuple(row[name] for name in key)
        before = known.get(names)
        for column, value in row.items():
            old = None if before is None else before.get(column, "")
            if column not in key and old != value:
                yield Change(file, " ".join(names), column, old, value)


def _rows(path: Path) -> list[dict[str, str]]:
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def _key(rows: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """The columns that identify a row: the fewest first ones whose values never repeat."""
    columns = tuple(rows[0]) if rows else ()
    for count in range(1, len(columns) + 1):
        key = columns[:count]
        if len({tuple(row[name] for name in key) for row in rows}) == len(rows):
            return key
    return columns


def _document_changes(
    file: str, place: str, mine: Mapping[str, Any], theirs: Mapping[str, Any]
) -> Iterator[Change]:
    for name, value in theirs.items():
        before = mine.get(name)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            yield from _document_changes(file, f"{place}.{name}".lstrip("."), before, value)
        elif before != value:
            yield Change(file, place, name, None if before is None else str(before), str(value))
