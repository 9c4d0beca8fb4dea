"""The charts of the battalion game, cell by cell against an independent copy in ``golden``."""

from __future__ import annotations

import csv
import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from salient.engine.ledger import Ledger

GAME = Path(__file__).parents[3] / "src/salient/games/trumpets"
CHARTS = GAME / "data/charts"
GOLDEN = Path(__file__).parent / "golden"
TABLES = sorted(path.name for path in GOLDEN.glob("*.csv") if path.name != "documents.csv")
DOCUMENTS = ("vocabulary.toml", "sequence_of_play.toml", "combat_procedure.toml")


def rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file below its comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [row for row in csv.reader(line for line in lines if not line.startswith("#")) if row]


def leaves(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every value of a TOML document under its full name."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{key}[{number}]")
    elif isinstance(value, bool):
        yield key, "yes" if value else "no"
    else:
        yield key, str(value)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_agrees_with_its_copy_in_every_cell(name: str) -> None:
    """Same columns, same rows, same cells; only the provenance stands behind them."""
    golden, ours = rows(GOLDEN / name), rows(CHARTS / name)
    width = len(golden[0])
    assert ours[0] == [*golden[0], "printed", "history", "note"]
    assert [row[:width] for row in ours] == golden


@pytest.mark.parametrize("name", sorted({row[0] for row in rows(GOLDEN / "documents.csv")[1:]}))
def test_a_document_agrees_with_its_copy_in_every_value(name: str) -> None:
    """Every number and every short word of a TOML chart; long sentences may differ in wording.

    Only names of our own formations and units may stand beside what the cards call them.
    """
    document = tomllib.loads((CHARTS / name).read_text(encoding="utf-8"))
    ours = dict(leaves(document))
    golden = {key: value for file, key, value in rows(GOLDEN / "documents.csv")[1:] if file == name}
    assert {key: ours.get(key) for key in golden} == golden
    added = [key for key in ours.keys() - golden.keys() if len(ours[key]) <= 60]
    assert all(re.search(r"\.(formations?|units?|hex)(\[\d\])?$", key) for key in added)


def test_every_chart_has_a_copy() -> None:
    """No chart escapes: each is compared, or holds only words."""
    copied = {*TABLES, *DOCUMENTS, *(row[0] for row in rows(GOLDEN / "documents.csv")[1:])}
    assert {path.name for path in CHARTS.iterdir()} == copied


@pytest.mark.parametrize("path", sorted(CHARTS.iterdir()), ids=lambda path: path.name)
def test_a_chart_says_what_is_printed(path: Path) -> None:
    """The second comment names what is printed; tables name the columns row by row."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("# printed: ")
    if path.suffix == ".csv":
        header, *body = rows(path)
        columns = set(header[:-3])
        for row in body:
            assert set(row[len(header) - 3].split()) <= columns, row


@pytest.mark.parametrize(
    ("file", "key", "column", "value"),
    [
        ("crt.csv", "-3", "1-4", "DR2"),
        ("crt.csv", "3", "3-2", "D1"),
        ("crt.csv", "10", "4-1", "1AR1"),
        ("crt.csv", "10", "7-1", "D1v"),
        ("barrage_on_defender.csv", "2", "c8", "CF+S***"),
        ("barrage_on_attacker.csv", "12", "c1", "1/4CF"),
        ("blitzkrieg.csv", "9", "5-1", "Eng"),
        ("air_support.csv", "b26", "fog_cf", "15"),
        ("fuel_dumps.csv", "stavelot", "dec_17", "2"),
    ],
)
def test_known_cells(file: str, key: str, column: str, value: str) -> None:
    """Cells that the notes on the cards single out."""
    header, *body = rows(CHARTS / file)
    row = next(row for row in body if row[0] == key)
    assert row[header.index(column)] == value


def test_the_ladder_of_results() -> None:
    """Each column of the results table walks down the ladder, best result first."""
    order = tomllib.loads((CHARTS / "crt_results.toml").read_text())["ladder"]["order"]
    header, *body = rows(CHARTS / "crt.csv")
    for column in range(1, 12):
        ranks = [order.index(row[column].replace("D1v", "D1")) for row in body]
        assert ranks == sorted(ranks), header[column]


def test_barrage_tables_are_constant_on_the_diagonal() -> None:
    """One column further is worth one pip less on two dice."""
    for name in ("barrage_on_defender.csv", "barrage_on_attacker.csv"):
        body = rows(CHARTS / name)[1:]
        for upper, lower in itertools.pairwise(body):
            assert upper[2:8] == lower[3:9] or upper[1:8] == lower[2:9], (name, upper[0])


def test_the_ledger_has_every_row_of_the_cards() -> None:
    """All 740 rows of the cards must be proven, and every reconstructed rule besides."""
    ledger = Ledger.load(GAME)
    required = [rule.id for rule in ledger.required()]
    cards = [id_ for id_ in required if not id_.startswith("rc-")]
    assert not ledger.absent
    assert len(cards) == 740
    assert len(required) - len(cards) >= 112
    for rule in ledger.rules.values():
        assert all((rule.title, rule.summary)), rule.id
        assert all(re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text) for text in rule.say("ja"))
        assert not re.search(r"\bseed\b|NOTES|roposal", rule.summary), rule.id
