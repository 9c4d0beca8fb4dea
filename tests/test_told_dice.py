"""Every die that falls is told in the log, once: by the seed, everyone can throw it again.

Rule tests hold each rule to it (:meth:`tests.games.playing.Playing.telling_all`); here whole games
do, die by die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import salient.engine.state
from salient.bots import RandomBot
from salient.engine import AnyGame, Event, seed_from_text
from salient.engine.dice import draw
from salient.engine.events import seen_events
from salient.games import find_game
from tests.amounts import amount
from tests.scenarios import SCENARIOS

DECISIONS = amount(400, 100_000)
"""How far a game is played."""


class Die(int):
    """A die that knows its number, wherever it is told."""

    number: int


class Cup:
    """Throws the dice of one game, and hands out ones that know their numbers."""

    def __init__(self) -> None:
        self.fallen: list[int] = []
        self.faces: list[int] = []

    def draw(self, seed: bytes, count: int, sides: int) -> tuple[int, int]:
        """Draw one die, in place of :func:`salient.engine.dice.draw`."""
        face, after = draw(seed, count, sides)
        die = Die(face)
        die.number = count
        self.fallen.append(count)
        self.faces.append(face)
        return die, after


def told(events: list[Event]) -> Iterator[int]:
    """The numbers of the dice that events tell when the game is over."""
    for event in seen_events(events, None):
        for face in (*event.thrown, *(lot.number for lot in event.lots)):
            assert isinstance(face, Die), f"{event} tells a die that has not fallen"
            yield face.number


def play(game: AnyGame, scenario: str, options: dict[str, str], seed: str, cup: Cup) -> None:
    """A random game, in which each action tells the dice that it has thrown, and no others."""
    cup.fallen.clear()
    g, events = game.start(scenario, seed_from_text(seed), options)
    bots = [RandomBot(1), RandomBot(2)]
    for _ in range(DECISIONS):
        assert Counter(told(events)) == Counter(cup.fallen), events
        decision = game.decision(g)
        if decision is None:
            break
        action = bots[decision.side].answer(game, g, decision)
        cup.fallen.clear()
        events = game.play(g, action)


@pytest.mark.play
@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_die_is_told_once(title: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, cup = find_game(title), Cup()
    monkeypatch.setattr(salient.engine.state, "draw", cup.draw)
    turned = {each.id: each.choices[-1] for each in game.options}
    for options in ({}, turned):
        play(game, scenario, options, f"told/{title}/{scenario}", cup)
