"""The end of a game as it is told: who won and why, turn by turn, losses and moments.

Everything here is made from the contract of the engine and knows no game.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from salient.engine import Match
from salient.engine import aftermath as engine
from salient.engine.speech import Speech, say_clock
from salient.table.errors import TableError
from salient.table.room import Room
from salient.table.telling import speech_of, tell_result
from salient.table.wire import Aftermath, Highlight, LostPiece, Status, TurnLook

LINES = 4
"""So many sentences tell a moment."""

_known: WeakKeyDictionary[Match[object], engine.Aftermath] = WeakKeyDictionary()  # type: ignore[type-var]
"""What has been looked back at, as long as it is in memory."""


def tell_aftermath(room: Room, language: str) -> Aftermath:
    """How a game ended and how it came to that.

    Raises:
        TableError: ``still-running``; until then much of it is secret.
    """
    if room.status is not Status.OVER:
        raise TableError("still-running")
    match = room.match
    if match not in _known:
        _known[match] = engine.look_back(match)
    found, speech = _known[match], speech_of(room.game, match.state.setting, language)
    _, winner = room.ending()
    return Aftermath(
        winner="" if winner is None else room.game.sides[winner],
        result=tell_result(room, language),
        why=_why(room, speech),
        tracks={name: speech.texts.say(f"track.{name}") for name in found.chapters[-1].tracks},
        turns=[_turn(chapter, speech) for chapter in found.chapters],
        losses=[
            [LostPiece(piece, speech.name("piece", piece, long=True)) for piece in lost]
            for lost in found.losses
        ],
        highlights=[_highlight(each, found, speech) for each in found.highlights],
    )


def _why(room: Room, speech: Speech) -> list[str]:
    """The victory conditions with their figures, but for what would be so if the game ended now."""
    report, g = room.game.report, room.match.state
    verdict = report.verdict(g)
    return [speech.say(line) for line in report.describe_standing(g) if line != verdict]


def _turn(chapter: engine.Chapter, speech: Speech) -> TurnLook:
    return TurnLook(
        move=chapter.move,
        clock=say_clock(speech.texts, chapter.clock),
        tracks=chapter.tracks,
        strength=list(chapter.strength),
        held=[list(places) for places in chapter.held],
    )


def _highlight(highlight: engine.Highlight, found: engine.Aftermath, speech: Speech) -> Highlight:
    turn = next(chapter for chapter in found.chapters if chapter.move >= highlight.move)
    told = [speech.event(event) for event in highlight.events if not speech.heading(event)]
    return Highlight(
        kind=highlight.kind,
        move=highlight.move,
        side=highlight.side,
        clock=say_clock(speech.texts, turn.clock),
        lines=told[:LINES],
    )
