"""The ledger knows every rule that the data of sight names."""

from __future__ import annotations

import re

import msgspec
import pytest

from salient.engine.ledger import Ledger
from salient.games.squad.terrain.kinds import FOLDER, load_terrain

IN_HAND = re.compile(r"P\d|B3[2-7]")
"""Chapters whose text we have; the core rules before them are only cited."""


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return Ledger.load(FOLDER)


def test_data_names_rules_that_exist(ledger: Ledger) -> None:
    terrain = load_terrain()
    cited = {kind.rule for kind in terrain.kinds.values()}
    reasons = msgspec.structs.asdict(terrain.reasons)
    cited |= {rule for rule in reasons.values() if isinstance(rule, str)}
    for rule in cited:
        assert not IN_HAND.match(rule) or ledger.find(rule), rule


def test_every_row_has_both_languages(ledger: Ledger) -> None:
    for rule in ledger.rules.values():
        assert all((rule.title, rule.summary, rule.title_ja, rule.summary_ja)), rule.id
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", rule.summary_ja + rule.title_ja), rule.id
