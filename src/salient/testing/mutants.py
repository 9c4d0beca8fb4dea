"""Whether tests prove what they say: rules are broken on purpose, and their tests run.

``python -m salient.testing.mutants mist --rows 40 --seed 7`` draws rows of a ledger. For each it
breaks the code that cites the row in small ways (:mod:`salient.testing.mutations`) and
runs the tests that name the row against each break. What becomes of a mutant:

* ``killed``: a test of the row turned red, or ran without end;
* ``other``: the tests of this row stayed green, and one of another row that is cited in the module
  turned red: it is that row which is broken;
* ``survived``: nothing turned red;
* ``red``: the tests are red without it, and say nothing;
* ``equivalent``: somebody has looked at it and says why it changes no game
  (``tests/equivalent.csv``).

Code belongs to the rows that are cited closest around it: at its statement, else for its function
or constant. Rows that are cited for no less than a class or a module cannot be tried in this way.
What serves the eye and what thinks carries no rule out and is left alone. Mutants are drawn for a
row, first where the fewest others are cited, until five have been its own (killed or survived) or
fifteen have been tried. The row holds if none survived and its own tests killed at least one.

Each mutant lives in a process of its own, forked before the game is imported. The tally is kept
(``.mutants/mist.csv``) with a digest of code and tests, so that a run goes on where it stopped and
does again only what has changed.
"""

from __future__ import annotations

import argparse
import ast
import csv
import hashlib
import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import islice
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

from salient import games
from salient.engine.ledger import Ledger
from salient.testing.citations import NUMBER, Owner, numbers_for, owners_of, texts_of
from salient.testing.mutations import Mutation, mutations

EQUIVALENT = Path("tests/equivalent.csv")
TALLY = Path(".mutants")
NO_RULES = ("show", "bot")
"""Rooms of a title that carry no rule out."""

PATIENCE = 20
"""Seconds that tests may take at least before they run without end; else ten times the usual."""

MEMORY = 4 << 30
"""Bytes that a mutant may use."""

TRIES = 3
"""How many mutants are tried at most for each that is to be the row's own."""

FATES = ("killed", "survived", "other", "equivalent", "red")
OWN = FATES[:2]


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


class Verdict(NamedTuple):
    """What became of a mutant under the tests of a row."""

    rule: str
    fate: str
    mutant: str
    digest: str


# -- where rows are carried out -----------------------------------------------------------------


def spans_of(source: str, rows: dict[str, set[str]]) -> dict[tuple[int, int], set[str]]:
    """The lines that rows are cited for, and the rows.

    A docstring speaks for its function or constant, a comment or a number in a string for its
    statement. What stands in the docstring of a class or a module speaks for nothing in particular.

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
        if not _in_docstring(statements, line):
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


def _in_docstring(statements: Iterable[ast.stmt], line: int) -> bool:
    return any(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.lineno <= line <= (node.end_lineno or 0)
        for node in statements
    )


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


def find_mutants(ledger: Ledger, folder: Path) -> list[Mutant]:
    """All mutants of a game."""
    sources = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] not in NO_RULES
    }
    cited = {
        match[0]
        for source in sources.values()
        for _, text in texts_of(source)
        for match in NUMBER.finditer(text)
    }
    rows: dict[str, set[str]] = {}
    for rule in ledger.rules:
        number = next((number for number in numbers_for(rule) if number in cited), None)
        if number:
            rows.setdefault(number, set()).add(rule)
    return [mutant for file, source in sources.items() for mutant in mutants_of(source, file, rows)]


def sample(
    rules: Sequence[str], mutants: Sequence[Mutant], rows: int, seed: int
) -> dict[str, list[Mutant]]:
    """Rows drawn by lot, and the mutants of each in the order in which they are tried."""
    breaks: dict[str, list[Mutant]] = {rule: [] for rule in rules}
    for mutant in mutants:
        for rule in mutant.rows & breaks.keys():
            breaks[rule].append(mutant)
    able = [rule for rule in rules if breaks[rule]]
    drawn = random.Random(seed).sample(able, min(rows, len(able)))
    chosen: dict[str, list[Mutant]] = {}
    for rule in drawn:
        found = breaks[rule]
        random.Random(f"{seed} {rule}").shuffle(found)
        chosen[rule] = sorted(found, key=lambda mutant: len(mutant.rows))
    return chosen


# -- processes ----------------------------------------------------------------------------------


class Broken(MetaPathFinder):
    """Imports one module with a mutation."""

    def __init__(self, module: str, path: Path, at: int) -> None:
        self.module, self.path, self.at = module, path, at

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the broken module, and of no other."""
        if name != self.module:
            return None
        packages = [str(self.path.parent)] if self.path.stem == "__init__" else None
        loader = _BrokenLoader(name, self.path, self.at)
        return spec_from_file_location(
            name, self.path, loader=loader, submodule_search_locations=packages
        )


class _BrokenLoader(SourceFileLoader):
    """Reads a module with a mutation, and keeps nothing of it."""

    def __init__(self, name: str, path: Path, at: int) -> None:
        super().__init__(name, str(path))
        self.at = at

    def get_code(self, fullname: str) -> CodeType:
        """The broken code."""
        tree = ast.parse(Path(self.path).read_bytes())
        broken: Mutation = list(mutations(tree))[self.at]
        broken.apply()
        return compile(tree, self.path, "exec", dont_inherit=True)


def in_a_process(work: Callable[[], int], seconds: float) -> int | None:
    """Do something in a forked process, silently; its answer, or nothing if it takes too long."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        answer = 70
        try:
            with Path(os.devnull).open("w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            answer = work()
        finally:
            os._exit(answer)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


QUIET = ("-q", "-x", "-p", "no:cacheprovider")


def run_tests(tests: Sequence[str], finder: MetaPathFinder | None = None) -> int:
    """Run tests in this process, with a mutant or none; nought if all are green."""
    if finder is not None:
        sys.meta_path.insert(0, finder)
    return int(pytest.main([*QUIET, *tests]))


class _Tests:
    """Notes the rules that tests name, while they are collected."""

    def __init__(self, game: str) -> None:
        self.prefix = f"{game}:"
        self.found: dict[str, set[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Every test names its rules."""
        for item in session.items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    if rule.startswith(self.prefix):
                        test = item.nodeid.partition("[")[0]
                        self.found.setdefault(rule.removeprefix(self.prefix), set()).add(test)


def collect_tests(game: str, kept: Path) -> dict[str, list[str]]:
    """The tests that name each row, collected in a process of its own."""

    def work() -> int:
        tests = _Tests(game)
        status = pytest.main(["--collect-only", *QUIET, "tests"], plugins=[tests])
        found = {rule: sorted(names) for rule, names in tests.found.items()}
        kept.write_text(json.dumps(found), encoding="utf-8")
        return int(status)

    if in_a_process(work, 600):
        raise SystemExit("the tests cannot be collected")
    found: dict[str, list[str]] = json.loads(kept.read_text(encoding="utf-8"))
    kept.unlink()
    return found


# -- the run ------------------------------------------------------------------------------------


class Run:
    """Mutants of one game under the tests of its rows."""

    def __init__(self, game: str, folder: Path) -> None:
        TALLY.mkdir(exist_ok=True)
        self.game, self.folder = game, folder
        self.ledger = Ledger.load(folder)
        self.tests = collect_tests(game, TALLY / f"{game}.json")
        self.tally = TALLY / f"{game}.csv"
        self.known = {(row.rule, row.mutant): row for row in read_tally(self.tally)}
        self.equivalent = read_equivalent(EQUIVALENT, game)
        self.cited: dict[str, set[str]] = {}
        self.usual: dict[tuple[str, ...], float | None] = {}

    def choose(self, rows: int, seed: int, rule: str | None) -> dict[str, list[Mutant]]:
        """The rows of this run, or one by name, with their mutants."""
        required = [row.id for row in self.ledger.required() if row.id in self.tests]
        mutants = find_mutants(self.ledger, self.folder)
        for mutant in mutants:
            self.cited.setdefault(mutant.file, set()).update(mutant.rows)
        return sample([rule] if rule else required, mutants, rows, seed)

    def try_row(self, rule: str, mutants: Iterable[Mutant], each: int) -> list[Verdict]:
        """Mutants of a row, until enough have been its own or too many have been tried."""
        verdicts: list[Verdict] = []
        for mutant in islice(mutants, TRIES * each):
            verdicts.append(self.judge(rule, mutant))
            own = sum(verdict.fate in OWN for verdict in verdicts)
            if own == each or verdicts[-1].fate == "red":
                break
        return verdicts

    def judge(self, rule: str, mutant: Mutant) -> Verdict:
        """What becomes of a mutant under the tests of a row; remembered if nothing has changed."""
        digest = self._digest(rule, mutant)
        if mutant.key in self.equivalent:
            return Verdict(rule, "equivalent", mutant.key, digest)
        known = self.known.get((rule, mutant.key))
        if known is None or known.digest != digest:
            known = Verdict(rule, self._fate(rule, mutant), mutant.key, digest)
            if known.fate == "red":
                return known
            self.known[rule, mutant.key] = known
            write_tally(self.tally, self.known.values())
        return known

    def _fate(self, rule: str, mutant: Mutant) -> str:
        own = self.tests[rule]
        if self._seconds(own) is None:
            return "red"
        if self._turns_red(own, mutant):
            return "killed"
        others = [test for test in self._tests_around(mutant) if test not in own]
        return "other" if others and self._turns_red(others, mutant) else "survived"

    def _tests_around(self, mutant: Mutant) -> list[str]:
        """The tests of all rows cited in a module, those cited closest to a mutant first."""
        rows = [*sorted(mutant.rows), *sorted(self.cited[mutant.file] - mutant.rows)]
        return list(dict.fromkeys(test for row in rows for test in self.tests.get(row, ())))

    def _turns_red(self, tests: Sequence[str], mutant: Mutant) -> bool:
        usual = self._seconds(tests)
        if usual is None:
            return False
        module = ".".join(("salient.games", self.game, *Path(mutant.file).with_suffix("").parts))
        path = self.folder / mutant.file
        finder = Broken(module.removesuffix(".__init__"), path, mutant.at)
        return in_a_process(lambda: run_tests(tests, finder), max(PATIENCE, 10 * usual)) != 0

    def _seconds(self, tests: Sequence[str]) -> float | None:
        """How long tests take without a mutant; nothing if they are not green."""
        key = tuple(tests)
        if key not in self.usual:
            begin = time.monotonic()
            green = in_a_process(lambda: run_tests(tests), 600) == 0
            self.usual[key] = time.monotonic() - begin if green else None
        return self.usual[key]

    def _digest(self, rule: str, mutant: Mutant) -> str:
        files = {Path(test.partition("::")[0]) for test in self.tests[rule]}
        whole = hashlib.blake2b((self.folder / mutant.file).read_bytes(), digest_size=6)
        for file in sorted(files):
            whole.update(file.read_bytes())
        whole.update(" ".join(self.tests[rule]).encode())
        return whole.hexdigest()


def read_tally(path: Path) -> list[Verdict]:
    """The verdicts of earlier runs."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Verdict(*row) for row in csv.reader(file)]


def write_tally(path: Path, verdicts: Iterable[Verdict]) -> None:
    """Keep verdicts for the next run."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(verdicts)


def read_equivalent(path: Path, game: str) -> dict[str, str]:
    """Why mutants of a game change no game, by their keys."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {row["mutant"]: row["reason"] for row in rows if row["game"] == game}


def holds(verdicts: Sequence[Verdict]) -> bool:
    """Whether the tests of a row notice its breaks.

    >>> killed, survived, other = (Verdict("8.1", fate, "", "") for fate in FATES[:3])
    >>> holds([killed, other]), holds([other]), holds([killed, survived])
    (True, False, False)
    """
    fates = {verdict.fate for verdict in verdicts}
    return "survived" not in fates and ("killed" in fates or fates == {"equivalent"})


def report(verdicts: dict[str, list[Verdict]]) -> Iterator[str]:
    """The figures of a run, and what must be looked at."""
    for rule, found in verdicts.items():
        if not holds(found):
            yield f"{rule} does not hold:"
            yield from (
                f"  {v.fate}: {v.mutant}" for v in found if v.fate not in ("killed", "equivalent")
            )
    mutants = [verdict.fate for found in verdicts.values() for verdict in found]
    good = sum(map(holds, verdicts.values()))
    yield f"mutants: {len(mutants)}: " + ", ".join(f"{mutants.count(f)} {f}" for f in FATES)
    yield f"rows: {len(verdicts)}: {good} hold, {good / max(1, len(verdicts)):.1%}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Try the tests of sampled rows."""
    parser = argparse.ArgumentParser(description="break rules and see whether their tests notice")
    parser.add_argument("game", choices=games.GAMES)
    parser.add_argument("--rows", type=int, default=40, help="how many rows are drawn")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--each", type=int, default=5, help="how many mutants of its own a row gets"
    )
    parser.add_argument("--rule", help="try this row only")
    said = parser.parse_args(arguments)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(TALLY / "hypothesis")
    run = Run(said.game, Path(games.__file__).parent / said.game)
    verdicts: dict[str, list[Verdict]] = {}
    for rule, mutants in run.choose(said.rows, said.seed, said.rule).items():
        verdicts[rule] = run.try_row(rule, mutants, said.each)
        fates = [verdict.fate for verdict in verdicts[rule]]
        counted = ", ".join(f"{fates.count(fate)} {fate}" for fate in FATES if fate in fates)
        print(f"{rule}: {counted}", flush=True)
    print("\n".join(report(verdicts)))


if __name__ == "__main__":
    main()
