"""Seeded games kept as readable files.

A record per scenario proves that the rules still lead the same way; a whole story in English and
Japanese shows what players read. ``python -m tests.transcripts`` (``make transcripts``) writes
them anew after a change of the rules or the data that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from salient.bots import RandomBot
from salient.engine import AnyGame, Match, Record, replay, seed_from_text
from salient.engine.events import seen_events
from salient.engine.speech import Speech
from salient.games import GAMES, find_game
from salient.lab.arena import play_out

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "ja")


def play_record(game: AnyGame, scenario: str) -> Record:
    """A random game of a scenario, always the same."""
    match = Match.start(game, scenario, seed_from_text(f"transcript/{scenario}"))
    play_out(match, [RandomBot(1), RandomBot(2)])
    return match.record()


def story(game: AnyGame, record: Record, language: str) -> Iterator[str]:
    """A recorded game in words."""
    moves = replay(game, record)
    for (side, text), (state, events) in zip([("", ""), *record.actions], moves, strict=True):
        speech = Speech(game, state.setting, language)
        if text:
            yield f"> {side} {text}"
        yield from (speech.event(event) for event in seen_events(events, None))


def transcripts() -> Iterator[tuple[Path, str]]:
    """All files and what they must contain."""
    for name in GAMES:
        game = find_game(name)
        for scenario in game.scenarios:
            record = play_record(game, scenario)
            yield FOLDER / f"{name}-{scenario}.record", record.to_text()
            if scenario == game.scenarios[0]:
                for language in LANGUAGES:
                    text = "\n".join(story(game, record, language))
                    yield FOLDER / f"{name}-{scenario}.{language}.txt", text + "\n"
