"""Undo is no mine detector: who may have met mines cannot take it back, met or not."""

from __future__ import annotations

import pytest

from salient.engine import Match
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.state import SquadState
from salient.games.squad.knowledge import unseen_units
from tests.games.squad.table import GAME, Table

LAID = "mines = { american = { regular = 6 } }\n"
HIDDEN = """
[[fortification]]
kind = "ap_mines"
side = "american"
at = "J9"
strength = 6
hidden = true
"""
"""Two ways in which a scenario says that there may be mines."""


def alone(scenario: str, *, mined: bool) -> Table:
    """Germans before whom nobody hides; perhaps there are mines in D3."""
    table = Table(german="ss658 2", american="us666", scenario=scenario)
    table.put("C3", "ss658.1").put("C5", "ss658.2")
    table.g.lost |= table.g.setting.army[1]
    assert not unseen_units(table.g, 1)
    if mined:
        table.g.mines[table.place("D3")] = (Minefield("ap", 6, 1, known=False),)
    return table


def order(table: Table, *texts: str) -> Match[SquadState]:
    """Give orders at a table; the undo of the last one is looked at."""
    match = Match(GAME, table.g, [])
    for text in texts:
        table.dice(..., ...)
        match.play(text)
    return match


WAYS = [
    ("move", ("move ss658.1", "go D3")),
    ("move", ("move ss658.1", "assault D3")),
    ("advance", ("advance ss658.1 D3",)),
]


@pytest.mark.rule("squad:B28.1", "squad:A12.3")
@pytest.mark.parametrize("scenario", [LAID, HIDDEN], ids=["laid", "on the map"])
@pytest.mark.parametrize(("phase", "texts"), WAYS)
def test_who_enters_a_hex_takes_it_back_neither_with_mines_in_it_nor_without(
    scenario: str, phase: str, texts: tuple[str, ...]
) -> None:
    met = []
    for mined in (True, False):
        match = order(alone(scenario, mined=mined).phase(phase), *texts)
        met.append(any(getattr(event, "means", "") == "mines" for event in match.log[-1][1]))
        assert not match.can_undo, f"mined: {mined}"
    assert met == [True, False], "the same order was given in two worlds"


@pytest.mark.parametrize(("phase", "texts"), WAYS)
def test_where_nobody_can_have_laid_mines_it_is_taken_back(
    phase: str, texts: tuple[str, ...]
) -> None:
    assert order(alone("", mined=False).phase(phase), *texts).can_undo
