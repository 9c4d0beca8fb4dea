"""What cannot be done is refused with the reason and its rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from salient.engine import Match, RuleViolation, seed_from_text
from salient.games.squad import GAME

MOVEMENT = ["end"]
"""From the start of the practice scenario to the German movement phase."""


@pytest.mark.parametrize(
    ("before", "text", "reason"),
    [
        ([], "fire us666.1", "us666.1 is not yours."),
        ([], "fire ss91.1", "ss91.1 has nobody to serve it, or no shot left"),
        (["fire ss658.1"], "at A1", "No enemy is known to be there"),
        (MOVEMENT, "move us666.1", "us666.1 is not yours."),
        (MOVEMENT, "move ssLMG.1", "ssLMG.1 moves with whoever has it (A4.4)."),
        ([*MOVEMENT, "move ss658.1", "stop"], "move ss658.1", "ss658.1 has moved (A4.1)."),
        ([*MOVEMENT, "move ss658.1"], "go G4", "out of reach with the 4.0 MF left"),
    ],
)
def test_the_first_turn_of_the_practice_scenario(
    before: Sequence[str], text: str, reason: str
) -> None:
    match = Match.start(GAME, "practice", seed_from_text("refusals"))
    for each in before:
        match.play(each)
    with pytest.raises(RuleViolation) as caught:
        match.play(text)
    assert reason in caught.value.describe("en")
    assert caught.value.describe("ja")


def test_a_reinforcement_tells_its_turn() -> None:
    match = Match.start(GAME, "station", seed_from_text("refusals"))
    setting = match.state.setting
    late = next(
        row.token
        for row in setting.units
        if setting.scenario.group[row.group].turn > 1 and row.side == match.decision.side  # type: ignore[union-attr]
    )
    while match.decision is not None and match.decision.prompt != "movement":
        match.play("end")
    with pytest.raises(RuleViolation, match=r"is due in turn \d \(A2.5\)"):
        match.play(f"move {late}")
