"""A pytest plugin: tests name the rules they prove, and a full run checks the table of proofs.

``@pytest.mark.rule("mist:8.27")`` says that the test would fail without rule 8.27 of *mist*.
``pytest --proofs=write`` (after a full, passing run) writes each game's ``proof.csv``;
``--proofs=check`` fails the run if a file does not agree with it. Both work under pytest-xdist.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from salient.engine.ledger import Ledger, read_proofs, write_proofs
from salient.games import GAMES, find_game

_KEY = "salient_rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--proofs``."""
    parser.addoption(
        "--proofs",
        choices=("off", "check", "write"),
        default="off",
        help="compare or write the table of rules and the tests that prove them",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker and the collector."""
    config.addinivalue_line("markers", "rule(*ids): rules (game:id) that this test proves")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Collector(config), "salient-proof-collector")


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Let each test carry its rules into its report, which also crosses process borders."""
    for item in items:
        for mark in item.iter_markers("rule"):
            for citation in mark.args:
                item.user_properties.append((_KEY, citation))


def _ledger(game: str) -> Ledger:
    return find_game(game).ledger


class _Collector:
    """Gathers the rules of passed tests."""

    def __init__(self, config: pytest.Config) -> None:
        self.mode = str(config.getoption("--proofs"))
        self.proofs: dict[str, dict[str, set[str]]] = {game: {} for game in GAMES}
        self.problems: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a passed test proves; parametrised cases count as one test."""
        if report.when != "call" or not report.passed:
            return
        test = report.nodeid.partition("[")[0]
        for key, citation in report.user_properties:
            if key == _KEY:
                game, _, rule = str(citation).partition(":")
                if game not in self.proofs or rule not in _ledger(game).rules:
                    self.problems.append(f"{test}: no rule {citation}")
                else:
                    self.proofs[game].setdefault(rule, set()).add(test)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write or check the tables after a run without failures."""
        if self.mode == "off" or exitstatus != pytest.ExitCode.OK:
            return
        for name in self.proofs:
            game = find_game(name)
            path = game.folder / "proof.csv"
            found = {rule: sorted(tests) for rule, tests in self.proofs[name].items()}
            if self.mode == "write":
                write_proofs(path, found)
            elif found != {rule: sorted(tests) for rule, tests in read_proofs(path).items()}:
                self.problems.append(f"{path.name} of {name} is not up to date: make proofs")
            unproven = [rule.id for rule in game.ledger.required() if rule.id not in found]
            if unproven:
                self.problems.append(f"{name}: rules without a proof: {', '.join(unproven)}")
        if self.problems:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what is wrong with the proofs."""
        for problem in self.problems:
            terminalreporter.write_line(f"proofs: {problem}", red=True)
