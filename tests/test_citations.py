"""Rules in the code: every rule that must be proven can be found by its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from salient.engine import Ledger, Rule
from salient.games import GAMES, find_game
from salient.testing.citations import (
    find_citations,
    find_data_citations,
    find_ranges,
    make_index,
    uncited,
)

CODE = '''"""Chapter 8. Rules 8.1, 8.2-8.5."""

COST = 3
"""Rule 8.33."""

SHARE = Modifier("9.71a", "11.4 or so")


class Step:
    """A step. Rules 6.2-2 to 6.2-7."""

    cost: int = 4
    """Rule 8.52."""

    def run(self) -> None:
        """Go. Rule B13."""
        spend("B24")  # 8.36a: a point more, beside B7
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "steps.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def test_a_number_belongs_to_the_innermost_thing_around_it(package: Path) -> None:
    found = {number: code for number, code in find_citations(package) if "-" not in number}
    assert found == {
        "8.1": "rules/steps.py",
        "8.33": "rules/steps.py::COST",
        "9.71a": "rules/steps.py::SHARE",
        "8.52": "rules/steps.py::Step.cost",
        "8.36a": "rules/steps.py::Step.run",
        "B13": "rules/steps.py::Step.run",
        "B24": "rules/steps.py::Step.run",
    }


def test_data_cite_rules_in_a_column_or_alone_in_a_value(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "chart.csv").write_text("# B9\nterrain,rule\nwoods,B13\nmud,\n", "utf-8")
    (tmp_path / "data" / "sight.toml").write_text('[rules]\nblind = "A6.4"\nmost = 3\n', "utf-8")
    assert [tuple(found) for found in find_data_citations(tmp_path)] == [
        ("B13", "data/chart.csv::woods"),
        ("A6.4", "data/sight.toml::blind"),
    ]


def test_ranges_are_found(package: Path) -> None:
    assert [tuple(found) for found in find_ranges(package)] == [
        ("8.2-8.5", "rules/steps.py"),
        ("6.2-2 to 6.2-7", "rules/steps.py::Step"),
    ]


def test_a_number_stands_for_its_parts_and_for_its_example(package: Path) -> None:
    rows = [
        Rule(rule, "rule", "", "", "", "") for rule in ("8.33b", "ex-8.33", "8.36a", "8.36b", "8.3")
    ]
    ledger = Ledger(rows, {})
    index = make_index(ledger, package)
    assert index["8.33b"] == index["ex-8.33"] == ["rules/steps.py::COST"]
    assert uncited(ledger, index) == ["8.36b", "8.3"]


@pytest.mark.parametrize("name", GAMES)
class TestEveryGame:
    def test_every_rule_that_must_be_proven_is_cited(self, name: str) -> None:
        game = find_game(name)
        assert uncited(game.ledger, make_index(game.ledger, game.folder)) == []

    def test_no_rules_are_cited_by_the_first_and_the_last(self, name: str) -> None:
        assert find_ranges(find_game(name).folder) == []

    def test_the_kept_index_is_current(self, name: str) -> None:
        game = find_game(name)
        assert game.ledger.code == make_index(game.ledger, game.folder), "make index"
