"""The briefing and the turn track as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from salient.engine.briefing import brief
from salient.engine.speech import Speech
from salient.engine.turns import arrivals
from salient.engine.views import PieceView
from salient.terminal.screen import HEADING_STYLE, NOTE_STYLE, side_style

if TYPE_CHECKING:
    from salient.terminal.session import Session


def briefing_lines(session: Session) -> Iterator[Text]:
    """Situation, forces as they stand now, how to win, and a word to each side."""
    told = brief(session.game, session.known, session.asked, session.language)
    yield from _part(session, "situation", told.situation)
    yield from _part(session, "victory", told.victory)
    for line in told.standing:
        yield Text(f"  {line}")
    yield Text(session.say("terminal.briefing.forces"), HEADING_STYLE)
    for force in told.forces:
        kinds = session.say("list.comma").join(f"{name} {count}" for name, count in force.kinds)
        coming = session.say("terminal.briefing.coming", count=force.coming) if force.coming else ""
        name = Text(f"  {session.speech.side(force.side)}  ", side_style(force.side))
        yield name.append(f"{kinds}{coming}", "default")
    for side, hint in enumerate(told.hints):
        if hint:
            heading = session.say("terminal.briefing.hint", side=session.speech.side(side))
            yield Text(heading, f"{HEADING_STYLE} {side_style(side)}")
            yield Text(f"  {hint}")


def _part(session: Session, name: str, text: str) -> Iterator[Text]:
    if text:
        yield Text(session.say(f"terminal.briefing.{name}"), HEADING_STYLE)
        yield Text(f"  {text}")


def turn_lines(session: Session) -> Iterator[Text]:
    """The turns, the present one marked, each with those who arrive; then the phases."""
    track = session.report.turn_track(session.known)
    if track is None:
        return
    due, speech = arrivals(session.view().pieces), session.speech
    for index, turn in enumerate(track.turns):
        now = index == track.now
        line = Text(
            f"{'→' if now else ' '} {speech.word('turn', turn)}",
            HEADING_STYLE if now else NOTE_STYLE,
        )
        yield line.append(_names(due.get(turn, []), speech), "not bold not dim")
    for index, (side, phase) in enumerate(track.phases):
        now = index == track.phase
        owner = f"{speech.side(side)}: " if side >= 0 else ""
        text = f"{'→' if now else ' '} {owner}{speech.say(phase)}"
        yield Text(text, HEADING_STYLE if now else NOTE_STYLE)


def _names(pieces: list[PieceView], speech: Speech) -> str:
    parts = []
    for side in range(len(speech.game.sides)):
        names = [piece.name for piece in pieces if piece.side == side]
        if names:
            parts.append(f"  {speech.side(side)}: {speech.texts.say('list.comma').join(names)}")
    return "".join(parts)
