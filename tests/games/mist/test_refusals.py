"""What cannot be done is refused with the reason and its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from salient.engine import Match, RuleViolation, seed_from_text
from salient.games.mist import GAME
from tests.games.mist.table import Table


def refusal(match: Match[Any], text: str) -> str:
    """What a player is told who tries it."""
    with pytest.raises(RuleViolation) as caught:
        match.play(text)
    assert caught.value.describe("ja")
    return caught.value.describe("en")


@pytest.mark.parametrize(
    ("before", "text", "reason"),
    [
        ([], "activate 60AI/9A", "60AI/9A is not yours."),
        ([], "activate I-1/1SS", "I-1/1SS may not move in the first impulse, 16-1 (5.23, 5.24)."),
        ([], "activate CCA/10A", "CCA/10A is not yours."),
        (["activate 14/5FJ", "wait"], "activate 14/5FJ", "14/5FJ waits for the next impulse."),
        (
            ["activate 14/5FJ", "move Vianden"],
            "activate 14/5FJ",
            "14/5FJ has acted this turn (8.1, 8.25).",
        ),
        (["activate 14/5FJ"], "join 77/26VG", "77/26VG is in another area (8.21)."),
        (["activate 14/5FJ"], "move Roth", "The group is there."),
        (["activate 14/5FJ"], "move Luxembourg", "No road leads there that is not barred"),
        (["activate 14/5FJ"], "ford Vianden", "without leaving anything behind"),
        (["activate 14/5FJ"], "move Prum", "The way costs"),
    ],
)
def test_the_first_impulse_of_the_campaign(before: Sequence[str], text: str, reason: str) -> None:
    match = Match.start(GAME, "campaign", seed_from_text("refusals"))
    for each in before:
        match.play(each)
    assert reason in refusal(match, text)


def test_a_place_outside_the_scenario_is_said_to_be_so() -> None:
    match = Match.start(GAME, "seventh", seed_from_text("refusals"))
    match.play("activate 14/5FJ")
    assert "It lies outside the scenario." in refusal(match, "move Bastogne")


@pytest.mark.parametrize(
    ("unit", "start", "to", "reason"),
    [
        ("gi1", "Ash", "D", "The way costs"),
        ("ga1", "Elm", "Glen", "armor does not go through a river (8.33)"),
        ("gm1", "Elm", "Glen", "The bridge is blown: only infantry"),
    ],
)
def test_a_blown_bridge_is_told_from_a_long_way(
    unit: str, start: str, to: str, reason: str
) -> None:
    table = Table().put(start, unit)
    for link in (table.link("Elm", "Glen"), table.link("Dale", "Fern")):
        table.g.blown |= 1 << link
    match = Match(table.game, table.begin("german").g, [])
    match.play(f"activate {unit}")
    assert reason in refusal(match, f"move {to}")
