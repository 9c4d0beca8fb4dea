"""Rules broken on purpose: what is broken, for whom it counts, and what is kept of it."""

from __future__ import annotations

import ast
import importlib
import sys
import time
from pathlib import Path

import pytest

from salient.testing.breaking import Broken, broken_functions, in_a_process, patch
from salient.testing.broken_rows import Mutant, mutants_of
from salient.testing.mutants import (
    Verdict,
    add_to_tally,
    holds,
    read_equivalent,
    read_tally,
    report,
    sample,
)
from salient.testing.mutations import mutations

CODE = '''"""Chapter 8. Rule 8.1."""

COST = 3
"""Rule 8.33."""


class Step:
    """A step. Rule 8.2."""

    spent: int = 4

    def run(self, log: list[str]) -> bool:
        """Go. Rules 8.4, 8.5."""
        log.append("gone")
        # 8.36a: a point more
        self.spent += 1
        return self.spent > COST

    def rest(self, days: int) -> int:
        """Stay.

        Args:
            days: How long, by rule 8.6.
        """
        return 7
'''

ROWS = {number: {number} for number in ("8.1", "8.2", "8.33", "8.4", "8.5", "8.36a", "8.6")}


def changes(source: str) -> list[str]:
    return [str(mutation) for mutation in mutations(ast.parse(source))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a <= b", ["a <= b => a < b"]),
        ("a in b and c", ["a in b and c => a in b or c", "a in b => a not in b"]),
        ("a = 2 + b", ["2 + b => 2 - b", "2 => 3", "2 => 1"]),
        ("a = True", ["True => False"]),
        ("max(a)", ["max(a) => pass", "max(a) => min(a)"]),
        ("a & ~b", ["a & ~b => a | ~b", "~b => b"]),
        ("if a: b()", ["a => not a", "b() => pass"]),
        ("if not a: b()", ["not a => a", "b() => pass"]),
        ("a = [b for b in c if b]", ["b => not b"]),
        ("a.b = c", ["a.b = c => pass"]),
        ("def a() -> list[int]: return b", ["return b => return []"]),
        ("def a() -> b | None: return c", ["return c => return None"]),
        ("def a(b: Literal[3] = 0) -> Literal[4]: 'says 5'", ["0 => 1"]),
        ("class A:\n b: int = 3", []),
    ],
)
def test_what_can_be_wrong(source: str, expected: list[str]) -> None:
    found = [text for text in changes(source) if not text.endswith("=> pass") or text in expected]
    assert found == expected


def test_a_mutation_changes_the_code_and_nothing_else() -> None:
    tree = ast.parse("def far(a):\n    return a > 8")
    (more,) = (found for found in mutations(tree) if str(found) == "a > 8 => a >= 8")
    more.apply()
    assert ast.unparse(tree) == "def far(a):\n    return a >= 8"
    compile(tree, "far", "exec")


def test_code_belongs_to_the_rows_cited_closest_around_it() -> None:
    found = {(mutant.text, *sorted(mutant.rows)) for mutant in mutants_of(CODE, "steps.py", ROWS)}
    assert found == {
        ("3 => 4", "8.33"),
        ("3 => 2", "8.33"),
        ("self.spent += 1 => pass", "8.36a"),
        ("1 => 2", "8.36a"),
        ("1 => 0", "8.36a"),
        ("return self.spent > COST => return not self.spent > COST", "8.4", "8.5"),
        ("self.spent > COST => self.spent >= COST", "8.4", "8.5"),
    }


def test_the_name_of_a_mutant_does_not_tell_its_line() -> None:
    keys = [mutant.key for mutant in mutants_of(CODE, "steps.py", ROWS)]
    assert keys[0] == "steps.py::COST [3 => 4] 1"
    assert keys == [mutant.key for mutant in mutants_of(f"\n\n{CODE}", "steps.py", ROWS)]


def test_rows_are_drawn_by_the_seed_and_their_own_code_comes_first() -> None:
    alone, shared = (
        Mutant("a.py", "", 1, 0, 1, "", frozenset(rows)) for rows in (["8.4"], ["8.4", "8.5"])
    )
    chosen = sample(["8.1", "8.4", "8.5"], [shared, alone], rows=9, seed=7)
    assert chosen == {"8.4": [alone, shared], "8.5": [shared]}
    rules = [f"8.{n}" for n in range(40)]
    many = [Mutant("a.py", rule, 1, 0, 1, "", frozenset([rule])) for rule in rules]
    drawn = [list(sample(rules, many, rows=5, seed=seed)) for seed in (7, 7, 8)]
    assert drawn[0] == drawn[1] != drawn[2]


def verdicts(*fates: str) -> list[Verdict]:
    return [Verdict("8.1", fate, f"m{index}", "") for index, fate in enumerate(fates)]


@pytest.mark.parametrize(
    ("fates", "expected"),
    [
        (["killed", "other", "equivalent"], True),
        (["killed", "survived"], False),
        (["other", "other"], False),
        (["equivalent"], True),
    ],
)
def test_a_row_holds_if_it_kills_and_nothing_survives(fates: list[str], expected: bool) -> None:
    assert holds(verdicts(*fates)) is expected


def test_the_report_names_what_must_be_looked_at() -> None:
    lines = list(report({"8.1": verdicts("killed", "survived"), "8.2": verdicts("killed")}))
    assert lines == [
        "8.1 does not hold:",
        "  survived: m1",
        "mutants: 3: 2 killed, 1 survived, 0 other, 0 equivalent, 0 red",
        "rows: 2: 1 hold, 50.0%",
    ]


def test_the_tally_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mist.csv"
    assert read_tally(path) == []
    killed, other = verdicts("killed", "other")
    add_to_tally(path, killed)
    add_to_tally(path, other)
    assert read_tally(path) == [killed, other]


def test_equivalent_mutants_have_a_reason() -> None:
    for game in ("mist", "bulge", "squad"):
        assert all(read_equivalent(Path("tests/equivalent.csv"), game).values())


def test_a_process_answers_or_is_ended() -> None:
    def endless() -> int:
        while True:
            time.sleep(1)

    def busy() -> int:
        while True:
            pass

    assert in_a_process(lambda: 3, 20) == 3
    begin = time.monotonic()
    assert in_a_process(endless, 0.2) is None
    assert time.monotonic() - begin < 20
    assert in_a_process(busy, 1) is None


def test_a_module_is_imported_broken(tmp_path: Path) -> None:
    path = tmp_path / "far_away.py"
    path.write_text("def far(a):\n    return a > 8\n", encoding="utf-8")

    def work() -> int:
        sys.meta_path.insert(0, Broken("far_away", path, at=0))
        return int(importlib.import_module("far_away").far(8))

    assert in_a_process(work, 20) == 1


def test_functions_and_methods_are_broken_in_place(tmp_path: Path) -> None:
    path = tmp_path / "near_by.py"
    path.write_text(NEAR, encoding="utf-8")
    texts = [str(mutation) for mutation in mutations(ast.parse(NEAR))]

    def work(text: str) -> int:
        sys.path.insert(0, str(tmp_path))
        near_by = importlib.import_module("near_by")
        found = near_by.near  # As others have it that imported it by name.
        if not patch(path, texts.index(text)):
            return 9
        return int(found(8)) + 2 * int(near_by.Line().near(7))

    assert in_a_process(lambda: work("a < 8 => a <= 8"), 20) == 1 + 2
    assert in_a_process(lambda: work("EDGE + 5 => EDGE - 5"), 20) == 0
    assert in_a_process(lambda: work("4 => 5"), 20) == 9, "a constant was worked out already"


def test_a_mutation_leaves_nothing_behind(tmp_path: Path) -> None:
    """Else functions that are as they were seem broken, and nobody tries the constant anew."""
    path = tmp_path / "by_and_by.py"
    source = "EDGE = 4\ndef later(a):\n    return not a.late and a.days < EDGE\n"
    path.write_text(source, encoding="utf-8")
    texts = [str(mutation) for mutation in mutations(ast.parse(source))]

    def work() -> int:
        sys.path.insert(0, str(tmp_path))
        importlib.import_module("by_and_by")
        for text in texts[2:]:
            assert len(broken_functions(path, texts.index(text))) == 1
        return len(broken_functions(path, texts.index("4 => 5")))

    assert "not a.late => a.late" in texts
    assert in_a_process(work, 20) == 0


def test_of_two_functions_in_a_line_neither_is_broken_in_place(tmp_path: Path) -> None:
    """One could be taken for the other: a new interpreter has to import them."""
    path = tmp_path / "twins.py"
    source = "TWINS = (lambda a: a < 8, lambda a: a > 2)\n"
    path.write_text(source, encoding="utf-8")

    def work() -> int:
        sys.path.insert(0, str(tmp_path))
        importlib.import_module("twins")
        return sum(len(broken_functions(path, at)) for at in range(len(texts)))

    texts = [str(mutation) for mutation in mutations(ast.parse(source))]
    assert "a < 8 => a <= 8" in texts
    assert in_a_process(work, 20) == 0


NEAR = """
EDGE = 4

@__import__("functools").cache
def near(a):
    return a < 8

class Line:
    def near(self, a):
        return a < 8 and a < EDGE + 5
"""
