"""The rule ledger: every statement of a rulebook as a numbered row, and the tests that prove it.

``rules.csv`` has the rows (id, kind, title and summary in English and Japanese, in our own words).
``proof.csv`` beside it is generated from a full, passing test run: one line per rule and test.
The run fails if the file no longer agrees with it. ``code.csv`` names the code that cites each rule
(:mod:`salient.testing.citations`): so one comes from a rule to its code and to its tests.
"""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec

from salient.engine.data import Table, load_table

PROOFS, CODE = "proof.csv", "code.csv"

PROVABLE = frozenset({"rule", "table", "setup", "victory", "example", "faq"})


class Rule(msgspec.Struct, frozen=True):
    """One row of the ledger."""

    id: str
    kind: str
    title: str
    summary: str
    title_ja: str
    summary_ja: str

    def say(self, language: str) -> tuple[str, str]:
        """Title and summary in a language."""
        return (self.title_ja, self.summary_ja) if language == "ja" else (self.title, self.summary)


class Ledger:
    """The rows of one game, the code that carries them out and the tests that prove them."""

    def __init__(
        self,
        rules: list[Rule],
        proofs: dict[str, list[str]],
        code: dict[str, list[str]] | None = None,
    ) -> None:
        self.rules = {rule.id: rule for rule in rules}
        self.proofs = proofs
        self.code = code or {}

    @classmethod
    def load(cls, folder: Path) -> Ledger:
        """Read ``rules.csv``, ``proof.csv`` and ``code.csv`` of a game's package."""
        rules = load_table(Table("rules.csv", Rule, ("id",)), [folder])
        return cls(rules, read_index(folder / PROOFS), read_index(folder / CODE))

    def required(self) -> list[Rule]:
        """The rows that a test must prove."""
        return [rule for rule in self.rules.values() if rule.kind in PROVABLE]

    def unproven(self) -> list[Rule]:
        """Required rows without a test."""
        return [rule for rule in self.required() if not self.proofs.get(rule.id)]

    def find(self, citation: str) -> list[Rule]:
        """The rows a citation means: ``8.36`` finds 8.36a to 8.36e as well.

        >>> rows = [Rule(i, "rule", "", "", "", "") for i in ("8.3", "8.36a", "8.36b")]
        >>> [rule.id for rule in Ledger(rows, {}).find("8.36")]
        ['8.36a', '8.36b']
        """
        if citation in self.rules:
            return [self.rules[citation]]
        return [
            rule
            for id_, rule in self.rules.items()
            if id_.startswith(citation) and not id_[len(citation)].isdigit()
        ]


def read_index(path: Path) -> dict[str, list[str]]:
    """Tests or code by rule id; empty if the file does not exist."""
    index: dict[str, list[str]] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            next(rows)
            for rule, found in rows:
                index.setdefault(rule, []).append(found)
    return index


def write_index(path: Path, what: str, index: dict[str, list[str]]) -> None:
    """Write tests or code by rule id in a stable order.

    Args:
        path: ``proof.csv`` or ``code.csv``.
        what: The title of the second column.
        index: What stands for each rule.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["rule", what])
        for rule in sorted(index):
            writer.writerows([rule, found] for found in sorted(index[rule]))
