"""Whether tests prove what they say: rules are broken on purpose, and their tests run.

``python -m salient.testing.mutants mist --rows 40 --seed 7`` draws rows of a ledger. For each it
breaks the code that cites the row in small ways (:mod:`salient.testing.mutations`) and
runs the tests that name the row against each break. What becomes of a mutant:

* ``killed``: a test of the row turned red, or ran without end;
* ``other``: the tests of this row stayed green, and one of another row that is cited in the module
  turned red: it is that row which is broken;
* ``survived``: nothing turned red;
* ``red``: the tests of the row are red without it, and say nothing;
* ``equivalent``: somebody has looked at it and says why it changes no game
  (``tests/equivalent.csv``).

Which code is a row's is worked out in :mod:`salient.testing.broken_rows`. Mutants are drawn for a
row, first where the fewest others are cited, until five have been its own (killed or survived) or
fifteen have been tried. The row holds if none survived and its own tests killed at least one.

Each mutant lives in a process of its own (:mod:`salient.testing.breaking`). The tally is kept
(``.mutants/mist.csv``) with a digest of code and tests, so that a run goes on where it stopped and
tries again only survivors and what has changed.
"""

from __future__ import annotations

import argparse
import csv
import gc
import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import CO_OPTIMIZED
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

from salient import games
from salient.engine.ledger import Ledger
from salient.testing.breaking import (
    broken_functions,
    imported_functions,
    in_a_process,
    patch,
    start_anew,
)
from salient.testing.broken_rows import Mutant, find_mutants, numbers_in, rule_modules
from salient.testing.citations import numbers_for

EQUIVALENT = Path("tests/equivalent.csv")
TALLY = Path(".mutants")
PATIENCE = 5
"""Seconds of the processor that tests may take at least before they run without end; else ten
times the usual."""

IMPORTS = 40
"""Seconds that a new interpreter may take besides, to import everything."""

TRIES = 3
"""How many mutants are tried at most for each that is to be the row's own."""

FATES = ("killed", "survived", "other", "equivalent", "red")
OWN = FATES[:2]


class Verdict(NamedTuple):
    """What became of a mutant under the tests of a row."""

    rule: str
    fate: str
    mutant: str
    digest: str


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


# -- the run ------------------------------------------------------------------------------------


class Run:
    """Mutants of one game under the tests of its rows; a plugin that takes pytest's loop over."""

    def __init__(self, game: str, folder: Path, said: argparse.Namespace) -> None:
        TALLY.mkdir(exist_ok=True)
        self.game, self.folder, self.said = game, folder, said
        self.ledger = Ledger.load(folder)
        self.tally = TALLY / f"{game}.csv"
        self.known = {(row.rule, row.mutant): row for row in read_tally(self.tally)}
        self.equivalent = read_equivalent(EQUIVALENT, game)
        self.read: dict[Path, bytes] = {}
        self.unnoticed: set[str] = set()
        self.tests: dict[str, list[str]] = {}
        self.items: dict[str, list[pytest.Item]] = {}
        self.cited: dict[str, set[str]] = {}
        self.usual: dict[str, float | None] = {}
        self.anew: dict[tuple[str, ...], bool] = {}
        self.early: set[tuple[str, str]] = set()
        self.red = False

    # -- as a plugin ------------------------------------------------------------------------------

    def pytest_collection(self) -> None:
        """Watch which functions run while modules and tests are imported."""
        sys.setprofile(self._note_early)

    def _note_early(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(str(self.folder)):
            return
        if code.co_flags & CO_OPTIMIZED:  # A function: not the body of a module or a class.
            name = code.co_qualname.partition(".<locals>")[0]
            self.early.add((Path(code.co_filename).relative_to(self.folder).as_posix(), name))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note which tests name which rules, and what code and tests are."""
        sys.setprofile(None)
        tests = {Path(item.nodeid.partition("::")[0]) for item in session.items}
        for file in (*self.folder.rglob("*.py"), *tests):
            self._unchanged(file)
        for item in session.items:
            test = item.nodeid.partition("[")[0]
            self.items.setdefault(test, []).append(item)
            for mark in item.iter_markers("rule"):
                for game, _, rule in (str(name).partition(":") for name in mark.args):
                    if game == self.game and test not in self.tests.setdefault(rule, []):
                        self.tests[rule].append(test)

    def pytest_runtestloop(self) -> bool:
        """Try the mutants instead of running the tests."""
        imported_functions()
        gc.freeze()  # What all processes share is not copied to be looked through in each.
        verdicts: dict[str, list[Verdict]] = {}
        for rule, mutants in self.choose().items():
            verdicts[rule] = self.try_row(rule, mutants)
            fates = [verdict.fate for verdict in verdicts[rule]]
            counted = ", ".join(f"{fates.count(fate)} {fate}" for fate in FATES if fate in fates)
            print(f"{rule}: {counted}", flush=True)
        print("\n".join(report(verdicts)))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test is red."""
        self.red = self.red or report.failed

    # -- rows and mutants -------------------------------------------------------------------------

    def choose(self) -> dict[str, list[Mutant]]:
        """The rows of this run, or one by name, with their mutants."""
        wanted = [row for row in self.ledger.required() if self.said.kind in (None, row.kind)]
        required = [row.id for row in wanted if row.id in self.tests]
        mutants = find_mutants(self.ledger, self.folder)
        for file, source in rule_modules(self.folder).items():
            cited = numbers_in(source)
            rows = (rule for rule in self.tests if cited.intersection(numbers_for(rule)))
            self.cited[file] = set(rows)
        rules = [self.said.rule] if self.said.rule else required
        return sample(rules, mutants, self.said.rows, self.said.seed)

    def try_row(self, rule: str, mutants: Iterable[Mutant]) -> list[Verdict]:
        """Mutants of a row, until enough have been its own or too many have been tried."""
        verdicts: list[Verdict] = []
        for mutant in islice(mutants, TRIES * self.said.each):
            verdicts.append(self.judge(rule, mutant))
            own = sum(verdict.fate in OWN for verdict in verdicts)
            if own == self.said.each or verdicts[-1].fate == "red":
                break
        return verdicts

    def judge(self, rule: str, mutant: Mutant) -> Verdict:
        """What becomes of a mutant under the tests of a row; remembered if nothing has changed."""
        digest = self._digest(rule, mutant)
        if mutant.key in self.equivalent:
            return Verdict(rule, "equivalent", mutant.key, digest)
        known = self.known.get((rule, mutant.key))
        if known is None or known.digest != digest or known.fate == "survived":
            known = Verdict(rule, self._fate(rule, mutant), mutant.key, digest)
            if known.fate == "red":
                return known
            self.known[rule, mutant.key] = known
            add_to_tally(self.tally, known)
        return known

    def _fate(self, rule: str, mutant: Mutant) -> str:
        own = self._green(self.tests[rule])
        if not own:
            return "red"
        ways = self._ways(mutant)
        if any(turns_red(own, mutant) for turns_red in ways):
            return "killed"
        if self._noticed_for_others(mutant):
            return "other"
        if mutant.key in self.unnoticed:
            return "survived"
        others = self._green(test for test in self._tests_around(mutant) if test not in own)
        if any(turns_red(others, mutant) for turns_red in ways):
            return "other"
        self.unnoticed.add(mutant.key)
        return "survived"

    def _noticed_for_others(self, mutant: Mutant) -> bool:
        """Whether it has been seen already that a test of another row notices a mutant."""
        found = (self.known.get((rule, mutant.key)) for rule in mutant.rows & self.tests.keys())
        return any(
            known.fate in ("killed", "other") and known.digest == self._digest(known.rule, mutant)
            for known in found
            if known is not None
        )

    def _ways(self, mutant: Mutant) -> list[Callable[[Sequence[str], Mutant], bool]]:
        """How a mutant is tried: in place, and anew if something of it ran with an import."""
        ways: list[Callable[[Sequence[str], Mutant], bool]]
        ways = [self._turns_red_in_place, self._turns_red_anew]
        names = {name for file, name in self.early if file == mutant.file}
        if any(f"{mutant.name}.".startswith(f"{name}.") for name in names):
            return ways
        in_place = broken_functions(self.folder / mutant.file, mutant.at)
        return ways[:1] if in_place else ways[1:]

    def _tests_around(self, mutant: Mutant) -> list[str]:
        """The tests of all rows cited in a module, those cited closest to a mutant first."""
        rows = [*sorted(mutant.rows), *sorted(self.cited[mutant.file] - mutant.rows)]
        return list(dict.fromkeys(test for row in rows for test in self.tests.get(row, ())))

    def _digest(self, rule: str, mutant: Mutant) -> str:
        files = {Path(test.partition("::")[0]) for test in self.tests[rule]}
        whole = hashlib.blake2b(digest_size=6)
        for file in (self.folder / mutant.file, *sorted(files)):
            whole.update(self._unchanged(file))
        whole.update(" ".join(self.tests[rule]).encode())
        return whole.hexdigest()

    def _unchanged(self, file: Path) -> bytes:
        """What stands in a file; the run ends if that is no longer what it began with.

        A new interpreter would import other code and other tests than those that were read here,
        and the break with the same number would be another one.
        """
        now = file.read_bytes()
        if self.read.setdefault(file, now) != now:
            pytest.exit(f"{file} has changed since the run began: run again, it goes on from here")
        return now

    # -- running tests ----------------------------------------------------------------------------

    def _turns_red_in_place(self, tests: Sequence[str], mutant: Mutant) -> bool:
        """Whether tests notice that functions are broken; not for what they made before."""
        path = self.folder / mutant.file

        def work() -> int:
            return self._run(tests) if patch(path, mutant.at) else 0

        return bool(tests) and in_a_process(work, self._patience(tests)) != 0

    def _turns_red_anew(self, tests: Sequence[str], mutant: Mutant) -> bool:
        """Whether tests notice that a module was broken when it was imported.

        Those that are red in a new interpreter anyway notice nothing.
        """
        if not tests or self._run_anew(tests, mutant, mutant.at) == 0:
            return False
        key = tuple(tests)
        if key not in self.anew:
            self.anew[key] = self._run_anew(tests, mutant, None) == 0
        return self.anew[key]

    def _run_anew(self, tests: Sequence[str], mutant: Mutant, at: int | None) -> int | None:
        name = Path(mutant.file).with_suffix("")
        module = ".".join(("salient.games", self.game, *name.parts)).removesuffix(".__init__")
        path = self.folder / mutant.file
        seconds = IMPORTS + self._patience(tests)
        return in_a_process(lambda: start_anew(module, path, at, tests), seconds)

    def _patience(self, tests: Sequence[str]) -> float:
        """The seconds that tests are given."""
        return max(PATIENCE, 10 * sum(self.usual[test] or 0 for test in tests))

    def _green(self, tests: Iterable[str]) -> list[str]:
        """The tests that are green without a mutant, the quickest first.

        Those that are red prove nothing. Each is run once, when it is first asked for.
        """
        wanted = list(tests)
        new = [test for test in wanted if test not in self.usual]
        if new:
            found = self._time_tests(new)
            self.usual |= found
            for test in (test for test in new if found[test] is None):
                print(f"red without a break: {test}", flush=True)
        taken = {test: usual for test in wanted if (usual := self.usual[test]) is not None}
        return sorted(taken, key=taken.__getitem__)

    def _time_tests(self, tests: Sequence[str]) -> dict[str, float | None]:
        """The seconds that tests take without a mutant; none for one that is red."""
        path = TALLY / f"{self.game}.json"

        def work() -> int:
            usual: dict[str, float | None] = {}
            for test in tests:
                begin, self.red = time.process_time(), False
                usual[test] = None if self._run([test]) else time.process_time() - begin
            path.write_text(json.dumps(usual), encoding="utf-8")
            return 0

        in_a_process(work, 3600)
        usual: dict[str, float | None] = json.loads(path.read_text(encoding="utf-8"))
        path.unlink()
        return usual

    def _run(self, tests: Sequence[str]) -> int:
        """Run tests in this process, up to the first that is red."""
        items = [item for test in tests for item in self.items[test]]
        for item, after in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.red:
                return 1
        return 0


def read_tally(path: Path) -> list[Verdict]:
    """The verdicts of earlier runs."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Verdict(*row) for row in csv.reader(file)]


def add_to_tally(path: Path, *verdicts: Verdict) -> None:
    """Keep verdicts for the next run; of two for the same mutant the later one counts."""
    with path.open("a", encoding="utf-8", newline="") as file:
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
    parser.add_argument("--kind", help="draw rows of this kind only")
    said = parser.parse_args(arguments)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(TALLY / "hypothesis")
    run = Run(said.game, Path(games.__file__).parent / said.game, said)
    tests = [str(path) for path in Path("tests").rglob("*.py") if names_rules(path, said.game)]
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", *sorted(tests)], plugins=[run])


def names_rules(path: Path, game: str) -> bool:
    """Whether tests in a file name rules of a game."""
    return f'"{game}:' in path.read_text("utf-8")


if __name__ == "__main__":
    main()
