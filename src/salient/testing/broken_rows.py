"""Which code carries which row of a ledger out, and the small breaks of it.

Code belongs to the rows that are cited closest around it: at its statement, else for its function
or constant. Rows that are cited for no less than a class or a module cannot be broken in this way.
What serves the eye and what thinks carries no rule out and is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from salient.engine.ledger import Ledger
from salient.testing.citations import NUMBER, Owner, numbers_for, owners_of, texts_of
from salient.testing.mutations import mutations

NO_RULES = ("show", "bot")
"""Rooms of a title that carry no rule out."""

ARGUMENTS = "Args:"
"""The heading in a docstring below which numbers speak of an argument and not of what is done."""


class Mutant(NamedTuple):
    """A small break of code that cites rules.

    Attributes:
        file: The module, from the folder of its game.
        name: The function, class or constant around it; empty for none.
        number: Which one, of those in the module that are the same by file, name and text.
        at: Its place among the mutations of the module.
        line: The line in the module.
        text: What it does.
        rows: The rows that are cited closest around it.
    """

    file: str
    name: str
    number: int
    at: int
    line: int
    text: str
    rows: frozenset[str]

    @property
    def key(self) -> str:
        """A name that stays while the code does."""
        return f"{self.file}::{self.name} [{self.text}] {self.number}"


def spans_of(source: str, rows: dict[str, set[str]]) -> dict[tuple[int, int], set[str]]:
    """The lines that rows are cited for, and the rows.

    A docstring speaks for its function or constant, but not where it lists arguments; a comment or
    a number in a string speaks for its statement. What stands in the docstring of a class or a
    module speaks for nothing in particular.

    Args:
        source: A module.
        rows: The rows that each number stands for.
    """
    tree, lines = ast.parse(source), source.splitlines()
    whole = Owner(1, len(lines), "")
    owners = [whole, *owners_of(tree)]
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    wide = {whole[:2], *(_lines(node) for node in statements if isinstance(node, ast.ClassDef))}
    spans: dict[tuple[int, int], set[str]] = {}
    for line, text in texts_of(source):
        cited = {row for match in NUMBER.finditer(text) for row in rows.get(match[0], ())}
        if not cited:
            continue
        first, last, _ = _innermost(owners, line)
        docstring = _docstring_at(statements, line)
        if docstring is not None:
            if ARGUMENTS in map(str.strip, lines[docstring.lineno - 1 : line]):
                continue
        else:
            alone = lines[line - 1].lstrip().startswith("#")
            first, last = _statement(statements, line, alone=alone) or (first, last)
        if (first, last) not in wide:
            spans.setdefault((first, last), set()).update(cited)
    return spans


def _lines(node: ast.stmt) -> tuple[int, int]:
    """The first and the last line of a statement, with its decorators."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(item.lineno for item in decorators)])
    return first, node.end_lineno or node.lineno


def _innermost(owners: Iterable[Owner], line: int) -> Owner:
    around = (owner for owner in owners if owner.first <= line <= owner.last)
    return min(around, key=lambda owner: owner.last - owner.first)


def _docstring_at(statements: Iterable[ast.stmt], line: int) -> ast.stmt | None:
    """The docstring that a line belongs to."""
    found = (
        node
        for node in statements
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )
    return next((node for node in found if node.lineno <= line <= (node.end_lineno or 0)), None)


def _statement(statements: Iterable[ast.stmt], line: int, *, alone: bool) -> tuple[int, int] | None:
    """The statement a comment speaks of: that of its line, or the next if it stands alone."""
    spans = [_lines(node) for node in statements]
    if alone:
        return min((span for span in spans if span[0] > line), default=None)
    around = (span for span in spans if span[0] <= line <= span[1])
    return min(around, key=lambda span: span[1] - span[0], default=None)


def mutants_of(source: str, file: str, rows: dict[str, set[str]]) -> Iterator[Mutant]:
    """The mutants of a module that break rows."""
    tree = ast.parse(source)
    owners = [Owner(1, len(source.splitlines()), ""), *owners_of(tree)]
    spans = sorted(spans_of(source, rows).items(), key=lambda item: item[0][1] - item[0][0])
    seen: dict[tuple[str, str], int] = {}
    for at, mutation in enumerate(mutations(tree)):
        line, text = mutation.line, str(mutation)
        around = (item for item in spans if item[0][0] <= line <= item[0][1])
        _, cited = next(around, ((0, 0), set()))
        name = _innermost(owners, line).name
        number = seen[name, text] = seen.get((name, text), 0) + 1
        if cited:
            yield Mutant(file, name, number, at, line, text, frozenset(cited))


def rule_modules(folder: Path) -> dict[str, str]:
    """The modules of a game that carry rules out."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] not in NO_RULES
    }


def numbers_in(source: str) -> set[str]:
    """All rule numbers that a module cites."""
    return {match[0] for _, text in texts_of(source) for match in NUMBER.finditer(text)}


def find_mutants(ledger: Ledger, folder: Path) -> list[Mutant]:
    """All mutants of a game."""
    sources = rule_modules(folder)
    cited = set[str]().union(*map(numbers_in, sources.values()))
    rows: dict[str, set[str]] = {}
    for rule in ledger.rules:
        number = next((number for number in numbers_for(rule) if number in cited), None)
        if number:
            rows.setdefault(number, set()).add(rule)
    return [mutant for file, source in sources.items() for mutant in mutants_of(source, file, rows)]
