"""The end of a game as lines of text: who won and why, how it went, losses and moments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from salient.engine.aftermath import Aftermath, Highlight, look_back
from salient.engine.speech import say_clock
from salient.terminal.screen import HEADING_STYLE, side_style

if TYPE_CHECKING:
    from salient.terminal.session import Session

BARS = "▁▂▃▄▅▆▇█"
LINES = 3
"""So many sentences tell a moment."""


def ending_lines(session: Session) -> Iterator[Text]:
    """The victory conditions with their figures, the curves, the losses and the best moments."""
    report, g, speech = session.report, session.match.state, session.speech
    verdict, say = report.verdict(g), session.say
    for line in report.describe_standing(g):
        if line != verdict:
            yield Text(f"  {speech.say(line)}")
    found = look_back(session.match)
    yield Text(say("terminal.ending.course"), HEADING_STYLE)
    for name in found.chapters[-1].tracks:
        values = [chapter.tracks.get(name, 0) for chapter in found.chapters]
        if len(set(values)) > 1:
            yield _curve(say(f"track.{name}"), values, -1)
    for side in (0, 1):
        words = say("terminal.ending.strength", side=speech.side(side))
        yield _curve(words, [chapter.strength[side] for chapter in found.chapters], side)
        yield _losses(session, found, side)
    if found.highlights:
        yield Text(say("terminal.ending.moments"), HEADING_STYLE)
    for highlight in found.highlights:
        yield from _moment(session, found, highlight)


def _curve(name: str, values: list[int], side: int) -> Text:
    """A row of bars, with the first and the last number."""
    low, high = min(0, *values), max(1, *values)
    top = len(BARS) - 1
    bars = "".join(BARS[round((value - low) * top / (high - low))] for value in values)
    return Text(f"  {name}: ").append(f"{values[0]} {bars} {values[-1]}", side_style(side))


def _losses(session: Session, found: Aftermath, side: int) -> Text:
    speech, lost = session.speech, found.losses[side]
    words = session.say("terminal.ending.lost", side=speech.side(side), count=len(lost))
    names = session.say("list.comma").join(speech.name("piece", piece) for piece in lost)
    return Text(f"  {words}{session.say('terminal.colon')}{names}" if lost else f"  {words}")


def _moment(session: Session, found: Aftermath, highlight: Highlight) -> Iterator[Text]:
    speech = session.speech
    turn = next(chapter for chapter in found.chapters if chapter.move >= highlight.move)
    words = session.say(f"terminal.ending.{highlight.kind}", side=speech.side(highlight.side))
    clock = say_clock(speech.texts, turn.clock)
    yield Text(f"  {words} ({clock}, {highlight.move})", side_style(highlight.side))
    told = [speech.event(event) for event in highlight.events if not speech.heading(event)]
    yield from (Text(f"    {line}") for line in told[:LINES])
