"""A pytest plugin: tests name the rules they prove, and a full run checks the table of proofs.

``@pytest.mark.rule("mist:8.27")`` says that the test would fail without rule 8.27 of *mist*.
``pytest --proofs=write`` (after a full, passing run) writes each game's ``proof.csv``;
``--proofs=check`` fails the run if a file does not agree with it. Both work under pytest-xdist.
Games outside the tree take part if the setting ``salient_games`` names their modules.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import pytest

from salient.engine import AnyGame
from salient.engine.ledger import PROOFS, read_index, write_index
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
    parser.addini("salient_games", "modules with a GAME of one's own, named by its id", "linelist")


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


class _Collector:
    """Gathers the rules of passed tests."""

    def __init__(self, config: pytest.Config) -> None:
        self.mode = str(config.getoption("--proofs"))
        self.others = {name.rpartition(".")[2]: name for name in config.getini("salient_games")}
        self.proofs: dict[str, dict[str, set[str]]] = {game: {} for game in (*GAMES, *self.others)}
        self.problems: list[str] = []

    def game(self, name: str) -> AnyGame:
        """The game with an id, in the tree or outside it."""
        if name not in self.others:
            return find_game(name)
        game: AnyGame = import_module(self.others[name]).GAME
        return game

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a passed test proves; parametrised cases count as one test."""
        if report.when != "call" or not report.passed:
            return
        test = report.nodeid.partition("[")[0]
        for key, citation in report.user_properties:
            if key == _KEY:
                game, _, rule = str(citation).partition(":")
                if game not in self.proofs or rule not in self.game(game).ledger.rules:
                    self.problems.append(f"{test}: no rule {citation}")
                elif not self.game(game).ledger.is_in_play(rule):
                    self.problems.append(f"{test}: {citation} is not in play")
                else:
                    self.proofs[game].setdefault(rule, set()).add(test)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write or check the tables after a run without failures."""
        if self.mode == "off" or exitstatus != pytest.ExitCode.OK:
            return
        for name in self.proofs:
            game = self.game(name)
            path = game.folder / PROOFS
            found = {rule: sorted(tests) for rule, tests in self.proofs[name].items()}
            if self.mode == "write":
                write_index(path, "test", found)
            elif found != {rule: sorted(tests) for rule, tests in read_index(path).items()}:
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
