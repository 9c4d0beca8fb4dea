"""The rule ledger: every statement of a rulebook as a numbered row, and the tests that prove it.

``rules.csv`` has the rows (id, kind, title and summary in English and Japanese, in our own words).
``proof.csv`` beside it is generated from a full, passing test run: one line per rule and test.
The run fails if the file no longer agrees with it. ``code.csv`` names the code that cites each rule
(:mod:`salient.testing.citations`): so one comes from a rule to its code and to its tests.

A row may speak of what a game does not have: cavalry, aircraft. ``absent.csv`` says so, of a whole
row or of a part of it. A row that is not in play need not be proven, and no test may claim it.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from salient.engine.data import Table, load_table

PROOFS, CODE, ABSENT = "proof.csv", "code.csv", "absent.csv"

PROVABLE = frozenset({"rule", "core", "table", "setup", "victory", "example", "faq"})


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


class Absence(msgspec.Struct, frozen=True):
    """What a row speaks of and the game does not have.

    Attributes:
        rule: The row.
        whole: Whether the row speaks of nothing else.
        what: What is not in play.
        what_ja: The same in Japanese.
    """

    rule: str
    whole: Literal["yes", "no"]
    what: str
    what_ja: str

    def say(self, language: str) -> str:
        """What is not in play, in a language."""
        return self.what_ja if language == "ja" else self.what


class Ledger:
    """The rows of one game, the code that carries them out and the tests that prove them.

    Attributes:
        behind: The ledger of the game with whose rules this one is played as well, if any: what is
            not found here is looked up there.
    """

    behind: Ledger | None = None

    def __init__(
        self,
        rules: list[Rule],
        proofs: dict[str, list[str]],
        code: dict[str, list[str]] | None = None,
        absent: Sequence[Absence] = (),
    ) -> None:
        self.rules = {rule.id: rule for rule in rules}
        self.proofs = proofs
        self.code = code or {}
        self.absent = {absence.rule: absence for absence in absent}

    @classmethod
    def load(cls, folder: Path) -> Ledger:
        """Read ``rules.csv`` of a game's package and what stands beside it."""
        rules = load_table(Table("rules.csv", Rule, ("id",)), [folder])
        missing = (folder / ABSENT).exists()
        absent = load_table(Table(ABSENT, Absence, ("rule",)), [folder]) if missing else ()
        return cls(rules, read_index(folder / PROOFS), read_index(folder / CODE), absent)

    def is_in_play(self, rule: str) -> bool:
        """Whether anything of a row is in play.

        >>> row = Rule("P2.51b", "rule", "Skis", "", "", "")
        >>> skis = Absence("P2.51b", "yes", "skis", "")
        >>> Ledger([row], {}).is_in_play("P2.51b"), Ledger([row], {}, {}, [skis]).required()
        (True, [])
        """
        return rule not in self.absent or self.absent[rule].whole == "no"

    def required(self) -> list[Rule]:
        """The rows that a test must prove."""
        rows = self.rules.values()
        return [rule for rule in rows if rule.kind in PROVABLE and self.is_in_play(rule.id)]

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
        found = [
            rule
            for id_, rule in self.rules.items()
            if id_.startswith(citation) and not id_[len(citation)].isdigit()
        ]
        return found if found or self.behind is None else self.behind.find(citation)


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
