"""Whom the table asks about when a phase ends: who would miss a chance, and nobody else."""

from __future__ import annotations

from typing import Any

from salient.engine import Action, Match, seed_from_text
from salient.games import find_game

SEED = seed_from_text("left out")


def left_out(match: Match[Any]) -> int:
    """How many pieces would miss their chance."""
    assert match.decision is not None
    return len(match.game.report.left_out(match.state, match.decision))


def test_who_does_not_prep_fire_misses_nothing_but_who_does_not_move_does() -> None:
    match = Match.start(find_game("squad"), "practice", SEED)
    assert match.state.phase == "prep"
    assert left_out(match) == 0
    match.play(Action("end"))
    assert match.state.phase == "move"
    assert left_out(match) > 0


def test_works_of_a_corps_are_rarely_ordered_but_its_units_move() -> None:
    match = Match.start(find_game("trumpets"), "clervaux", SEED, {"events": "no"})
    for text in ("army 5pa", "corps xlvii"):
        match.play(match.state.setting.lexicon.parse(text))
    assert any(action.verb == "dig" for action in match.decision.actions)  # type: ignore[union-attr]
    assert left_out(match) == 0
    match.play(Action("end"))
    assert left_out(match) == sum(
        action.verb == "pick" for action in match.decision.actions  # type: ignore[union-attr]
    )  # fmt: skip


def test_those_whom_a_phase_is_for_are_counted() -> None:
    match = Match.start(find_game("bulge"), "campaign", SEED)
    assert left_out(match) == 57
