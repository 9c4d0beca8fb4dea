"""Where the code cites the rules: the index from a rule to the code that carries it out.

A citation is the number of a rule in a docstring, in the text below a constant, in a comment, or
alone in a string (``Modifier("9.71a", 1)``). It belongs to the innermost function, class or
constant around it, so that the index changes with the code and not with its lines. The number of a
whole chapter (``B13``) counts after the word *Rule*. Data cite rules in a column ``rule``, or as a
value of their own.

``code.csv`` beside a game's ledger holds the index; ``python -m salient.testing.citations`` writes
it for all games. A row of the ledger counts as cited by its own number or by the number it is a
part of (:func:`numbers_for`). Ranges (``8.2-8.5``) are
refused: nobody who looks for 8.3 finds them.
"""

from __future__ import annotations

import ast
import csv
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from salient.engine.ledger import CODE, Ledger, write_index
from salient.games import GAMES, find_game

NUMBER = re.compile(
    r"\w+(?:[.-]-?\w+)+|\bCG\d+[a-z]?\b|(?<=\bRule )[A-Z]\d+\b|(?<=\bRules )[A-Z]\d+\b"
)
"""Anything that can be the number of a rule: ``8.36a``, ``6.0-II-1``, ``s1-rules-2``, ``qa-7``,
``CG12b``."""

CHAPTER = re.compile(r"[A-Z]\d+")
"""The number of a whole chapter: ``B13``."""

RANGE = re.compile(
    r"""(?<![\w.]) (?:
    [A-Z]?\d+\.\d+[a-z]? [-–] [A-Z]?\d*\.\d+[a-z]?\b  # 8.2-8.5, A7.301-A7.304
    | (?: [A-Z]?\d+\.\d+[a-z]?(?:-\w+)? | \w+-[\w-]*\d )  # 6.2-2 to 6.2-7, s1-rules-1 to 3
      [ ]to[ ] (?: (?:\w+[.-])+\w+ | \d+\b )
    )""",
    re.VERBOSE,
)
"""Several rules by the first and the last."""


class Citation(NamedTuple):
    """A rule number in the code.

    Attributes:
        number: The number as it stands there; a range as a whole.
        code: File and name: ``rules/movement.py::Moving.ask``.
    """

    number: str
    code: str


class Owner(NamedTuple):
    """A function, class or constant, and the lines it takes."""

    first: int
    last: int
    name: str


def numbers_for(rule: str) -> list[str]:
    """The numbers that cite a row: its own, that of an example's rule, that it is a part of.

    >>> numbers_for("8.36a"), numbers_for("13.23-1"), numbers_for("8.36")
    (['8.36a', '8.36'], ['13.23-1', '13.23'], ['8.36'])
    >>> numbers_for("ex-P5.141b")
    ['ex-P5.141b', 'P5.141b', 'P5.141']
    """
    found = [rule]
    if rule.startswith("ex-"):
        found.append(rule.removeprefix("ex-"))
    if match := re.fullmatch(r"(.+\d)[a-z]|(.+[.-].+)-\w+", found[-1]):
        found.append(match[1] or match[2])
    return found


def find_citations(folder: Path, pattern: re.Pattern[str] = NUMBER) -> Iterator[Citation]:
    """All that looks like rule numbers in the modules below a folder."""
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        owners = list(owners_of(ast.parse(source)))
        file = path.relative_to(folder).as_posix()
        for line, text in texts_of(source):
            around = [owner for owner in owners if owner.first <= line <= owner.last]
            name = f"::{min(around, key=_length).name}" if around else ""
            for match in pattern.finditer(text):
                yield Citation(match[0], file + name)


def find_data_citations(folder: Path) -> Iterator[Citation]:
    """The rules that the data of a game cite: in a column ``rule``, or alone in a value."""
    for path in sorted((folder / "data").glob("*.csv")):
        lines = [line for line in path.read_text("utf-8").splitlines() if line[:1] != "#"]
        for row in csv.DictReader(lines):
            if number := row.get("rule"):
                yield Citation(number, f"data/{path.name}::{next(iter(row.values()))}")
    for path in sorted((folder / "data").glob("*.toml")):
        for table in tomllib.loads(path.read_text("utf-8")).values():
            for name, value in table.items() if isinstance(table, dict) else ():
                if isinstance(value, str) and NUMBER.fullmatch(value):
                    yield Citation(value, f"data/{path.name}::{name}")


def find_ranges(folder: Path) -> list[Citation]:
    """Rules cited by the first and the last of several."""
    return list(find_citations(folder, RANGE))


def _length(owner: Owner) -> int:
    return owner.last - owner.first


def texts_of(source: str) -> Iterator[tuple[int, str]]:
    """The lines of docstrings and comments, and strings that are a rule number alone."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                for offset, line in enumerate(text.splitlines()):
                    yield node.lineno + offset, line
            case ast.Constant(value=str(text)) if NUMBER.fullmatch(text):
                yield node.lineno, text
            case ast.Constant(value=str(text)) if CHAPTER.fullmatch(text):
                yield node.lineno, f"Rule {text}"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def owners_of(
    scope: ast.Module | ast.ClassDef | ast.FunctionDef, name: str = ""
) -> Iterator[Owner]:
    """What can own a citation: functions, classes, constants with the text below them."""
    for node, after in pairwise([*scope.body, ast.Pass(lineno=0, end_lineno=0)]):
        last = node.end_lineno or node.lineno
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                inner = f"{name}{node.name}"
                first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
                yield Owner(first, last, inner)
                yield from owners_of(node, f"{inner}.")
            case (
                ast.Assign(targets=[ast.Name(id=target), *_])
                | ast.AnnAssign(target=ast.Name(id=target))
            ) if not isinstance(scope, ast.FunctionDef):
                if isinstance(after, ast.Expr):
                    last = after.end_lineno or after.lineno
                yield Owner(node.lineno, last, f"{name}{target}")


# -- the index ----------------------------------------------------------------------------------


def make_index(ledger: Ledger, folder: Path) -> dict[str, list[str]]:
    """The code that carries out each row of a ledger, by row.

    Where the row's own number is not cited, the number it is a part of stands for it.
    """
    cited: dict[str, set[str]] = {}
    for number, code in (*find_citations(folder), *find_data_citations(folder)):
        cited.setdefault(number, set()).add(code)
    index: dict[str, list[str]] = {}
    for rule in ledger.rules:
        found = next((cited[number] for number in numbers_for(rule) if number in cited), ())
        if found:
            index[rule] = sorted(found)
    return index


def uncited(ledger: Ledger, index: dict[str, list[str]]) -> list[str]:
    """The rows that must be proven and that no code cites."""
    return [rule.id for rule in ledger.required() if rule.id not in index]


def main() -> None:
    """Write the index of every game."""
    for name in GAMES:
        game = find_game(name)
        write_index(game.folder / CODE, "code", make_index(game.ledger, game.folder))


if __name__ == "__main__":
    main()
