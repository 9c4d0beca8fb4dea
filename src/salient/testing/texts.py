"""All texts that a game needs, and one call that asks for them.

from salient.testing.texts import check_texts

def test_my_texts() -> None:
check_texts(MyGame())
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from typing import Any

from salient.engine import AnyGame, Match, View, condense, seed_from_text, seen_events
from salient.engine.speech import Number, Speech, say_clock
from salient.engine.texts import LANGUAGES

TEXT_TABLES = {
    "game": "title, about, clock and score of the game",
    "side": "its sides",
    "side_short": "its sides, in a letter or two",
    "scenario": "the names of its scenarios",
    "about": "what each scenario is about",
    "option": "a table for each option: its title and its choices",
    "verb": "what each verb means",
    "choice": "the words that are arguments of actions",
    "prompt": "the questions that are asked",
    "event": "what happened, by the tag of the event",
    "heading": "the titles of events that begin something, such as a turn",
    "roll": "what dice were thrown for",
    "modifier": "why a roll or odds are modified, where the ledger does not say it briefly enough",
    "phase": "the phases that the clock names",
    "result": "the outcomes",
    "track": "the numbers beside the board",
    "kind": "the kinds of pieces, by their symbol",
    "kind_short": "the kinds of pieces, in a few letters",
    "value": "what the numbers on a piece mean, by their order",
    "values": "the same for one kind of pieces, joined by slashes",
    "flag": "the states of pieces",
    "flag_short": "the states of pieces, in a letter or two",
    "piece": "a piece in a line (brief, flag), and what the letters mean (legend, sketch)",
    "marker": "what lies on the board",
    "marker_short": "what lies on the board, in a letter or two",
    "enters": "where a piece is that is not on the board",
    "forecast": "the figures and tables of a forecast",
    "chance": "the outcomes in the tables of a forecast",
    "overlay": "what can be laid over the map",
    "shade": "the layers of these",
    "report": "the notes of the game's report",
    "command": "the commands that only this game has",
    "error": "the mistakes that only this game knows",
}
"""The tables of a game's catalogue; a game leaves out what it does not have. Words that are fields
of its events stand in tables named after the fields (``cause.fight``)."""

ALWAYS = ("game.title", "game.about", "game.clock", "game.score", "piece.brief", "piece.flag")


def named_texts(game: AnyGame) -> Iterator[str]:
    """The texts for everything that a game declares."""
    yield from ALWAYS
    for side in game.sides:
        yield from (f"side.{side}", f"side_short.{side}")
    for scenario in game.scenarios:
        yield from (f"scenario.{scenario}", f"about.{scenario}")
    for option in game.options:
        yield from (f"option.{option.id}.{word}" for word in ("title", *option.choices))
    for verb in game.setting(game.scenarios[0]).lexicon.verbs:
        yield f"verb.{verb}"


def seen_texts(view: View) -> Iterator[str]:
    """The texts for everything in a view."""
    yield from (f"marker.{marker.kind}" for marker in view.markers)
    yield from (f"track.{track}" for track in view.tracks)
    for piece in view.pieces:
        yield from (f"kind.{piece.symbol}", f"kind_short.{piece.symbol}")
        for flag in piece.flags:
            yield from (f"flag.{flag}", f"flag_short.{flag}")
        table, _, key = piece.enters.partition(":")
        if key:
            yield f"enters.{table}"


def fields_of(template: str) -> set[str]:
    """The values that a template names."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def check_texts(game: AnyGame, games: int = 2, seed: str = "texts") -> None:
    """Ask for every text in every language: what is declared, and what random games come upon."""
    _check_catalogues(game)
    for language in LANGUAGES:
        lacking = [text for text in named_texts(game) if text not in game.texts(language)]
        assert not lacking, f"{language}: {lacking}"
        for number in range(games):
            _check_game(game, language, f"{seed}/{number}")


def _check_catalogues(game: AnyGame) -> None:
    """The languages have the same ids with the same values, and every template can be said."""
    first, *others = (game.texts(language).as_mapping() for language in LANGUAGES)
    for message, template in first.items():
        for other in (first, *others):
            assert message in other, message
            assert fields_of(other[message]) == fields_of(template), message
            other[message].format(**{name: Number(1) for name in fields_of(template)})
    assert all(other.keys() == first.keys() for other in others)


def _check_game(game: AnyGame, language: str, seed: str) -> None:
    rng = random.Random(seed)
    options = {option.id: rng.choice(option.choices) for option in game.options}
    match = Match.start(game, rng.choice(game.scenarios), seed_from_text(seed), options)
    while True:
        for side in (-1, *range(len(game.sides))):
            check_said(match, side, language)
        decision = match.decision
        if decision is None:
            return
        match.play(rng.choice(decision.actions))


def check_said(match: Match[Any], side: int, language: str) -> None:
    """Say to a side (-1: a spectator) what there is to say of a position and of what led to it."""
    game, g = match.game, match.state
    speech = Speech(game, g.setting, language)
    for event in condense(seen_events(match.log[-1][1], side)):
        assert speech.event(event), event
        speech.heading(event)
    lacking = [text for text in seen_texts(game.view(g, side)) if text not in speech.texts]
    assert not lacking, f"{language}: {lacking}"
    assert say_clock(speech.texts, game.clock(g))
    known = game.known(g, side, random.Random(0))
    decision, result = match.decision, game.result(g)
    if decision is not None and decision.side == side:
        assert speech.prompt(decision)
        for action in decision.actions:
            assert speech.action(action)
        for value in game.report.describe_actions(known, decision):
            speech.say(value)
        for value in game.report.describe_decision(known, decision):
            assert speech.say(value)
    for value in game.report.describe_standing(known):
        assert speech.say(value)
    for name, chart in game.report.charts(known).items():
        assert speech.texts.say(f"chart.{name}")
        for row in (chart.head, *chart.rows):
            assert len([speech.say(value) for value in row]) == len(chart.head), name
    if result is not None:
        assert f"result.{result.outcome}" in speech.texts
    for name in game.report.overlays(known):
        assert f"overlay.{name}" in speech.texts
