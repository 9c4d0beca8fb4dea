"""What cannot be taken back is asked for, even if nothing else is left."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from salient.engine import Match, parse_record, seed_from_text
from salient.games import find_game

SCENARIOS = [
    ("mist", "seventh"),
    ("bulge", "campaign"),
    ("squad", "station"),
    ("trumpets", "losheim"),
]


def play_until_held(title: str, scenario: str, most: int = 3000) -> Match[Any]:
    """A random game in which both sides are asked for what is momentous, up to the first time.

    They do everything else before it.
    """
    rng, match = Random(title), Match.start(find_game(title), scenario, seed_from_text(title))
    momentous = match.state.setting.lexicon.momentous
    while not match.is_held:
        decision = match.decision
        assert decision is not None
        assert len(match.log) < most
        light = [action for action in decision.actions if action.verb not in momentous]
        match.play(rng.choice(light or decision.actions), ask=True)
    return match


def give_the_word(match: Match[Any]) -> None:
    """Do the only thing that is left."""
    decision = match.decision
    assert decision is not None
    [only] = decision.actions
    match.play(only, ask=True)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_the_last_thing_left_waits_for_a_word_if_it_is_momentous(title: str, scenario: str) -> None:
    match = play_until_held(title, scenario)
    decision = match.decision
    assert decision is not None
    [only] = decision.actions
    assert only.verb in match.state.setting.lexicon.momentous
    assert decision.side == match.deeds[-1].side
    assert match.deeds[-1].action.verb not in match.state.setting.lexicon.momentous
    match.play(only, decision.side, ask=True)
    assert match.deeds[-1].forced


def test_what_led_to_it_can_still_be_taken_back() -> None:
    match = play_until_held("mist", "seventh")
    count = len(match.deeds)
    assert match.can_undo
    match.undo()
    assert len(match.deeds) == count - 1
    assert not match.is_held


def test_nobody_is_asked_who_does_not_want_to_be() -> None:
    asked = play_until_held("mist", "seventh")
    record = asked.record()
    free = Match.start(find_game("mist"), "seventh", seed_from_text("mist"))
    for _, text in record.actions:
        free.play(text)
    assert not free.is_held
    give_the_word(asked)
    assert free.game.dump(free.state) == asked.game.dump(asked.state)
    assert free.record() == asked.record()


def test_a_record_has_nothing_that_was_forced() -> None:
    match = play_until_held("mist", "seventh")
    actions = match.record().actions
    give_the_word(match)
    record = match.record()
    assert record.actions == actions
    again = Match.resume(match.game, parse_record(record.to_text()))
    assert again.game.dump(again.state) == match.game.dump(match.state)


def test_a_record_made_before_the_word_waits_for_it_again() -> None:
    match = play_until_held("mist", "seventh")
    again = Match.resume(match.game, parse_record(match.record().to_text()))
    assert again.is_held
    assert again.game.dump(again.state) == match.game.dump(match.state)
    assert again.can_undo


def test_a_record_without_stamps_knows_of_no_such_word() -> None:
    match = play_until_held("mist", "seventh")
    again = Match.resume(match.game, match.record()._replace(stamps=()))
    assert not again.is_held
