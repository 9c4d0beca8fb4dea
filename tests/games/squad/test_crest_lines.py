"""Crest lines that run through a hex, under woods: footnote fn-B3A."""

from __future__ import annotations

import pytest

from salient.games.squad.sight.los import look_across
from tests.games.squad.grounds import table_on
from tests.games.squad.practice import stopped_by

AGREED = 'special = ["crest_lines"]'


@pytest.mark.rule("squad:ex-fn-B3A")
@pytest.mark.parametrize(("scenario", "clear"), [(AGREED, True), ("", False)])
def test_the_woods_of_h8_and_g9_do_not_block_where_they_stand_lower(
    scenario: str, clear: bool
) -> None:
    """J9 and E8 are at level 2; the line passes the parts of H8 and G9 that are at level 1."""
    table = table_on("practice_crest", german="ss658", scenario=scenario)
    j9, e8 = table.place("J9"), table.place("E8")
    assert look_across(table.g, j9, e8).clear is look_across(table.g, e8, j9).clear is clear
    if not clear:
        assert stopped_by(table.g.setting.board.sight, "J9", "E8") == ("woods", "H8")


@pytest.mark.rule("squad:ex-fn-B3A")
def test_on_the_top_of_the_hill_they_do() -> None:
    table = table_on("practice_crest", german="ss658", scenario=AGREED)
    assert stopped_by(table.g.setting.board.sight, "J8", "E8") == ("woods", "H8")
