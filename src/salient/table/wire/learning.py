"""What one reads: briefings, tables, the turn track, the rulebook."""

from __future__ import annotations

import msgspec


class ForceCard(msgspec.Struct):
    """What a side has: how many pieces of each kind are on the map, and how many are to come."""

    side: int
    kinds: list[tuple[str, int]]
    coming: int


class Brief(msgspec.Struct):
    """The briefing before the first turn.

    Attributes:
        about: Length and theme in a sentence or two.
        situation: What is happening, and where.
        victory: How the game is won.
        standing: Who would win as things stand at the start, line by line.
        forces: What each side has as far as the reader knows.
        hints: A word to each side, in the order of the sides.
    """

    about: str
    situation: str
    victory: str
    standing: list[str]
    forces: list[ForceCard]
    hints: list[str]


class ChartTable(msgspec.Struct):
    """A table of the game that players look things up in."""

    id: str
    text: str
    head: list[str]
    rows: list[list[str]]
    rules: list[str]


class KeySample(msgspec.Struct):
    """A sign of the map and what it means: an SVG group around (0, 0), 48 by 32 units."""

    text: str
    svg: str


class LessonCard(msgspec.Struct):
    """A step of the guided first turn, and the verb of the action it waits for, if any."""

    text: str
    verb: str


class Reference(msgspec.Struct):
    """What one is told before the first turn, and what guides through it.

    Attributes:
        brief: The briefing.
        lessons: The guided first turn, if there is one for the reader.
    """

    brief: Brief
    lessons: list[LessonCard] = []


class Handbook(msgspec.Struct):
    """What one looks up during a game.

    Attributes:
        charts: The tables.
        key_head: SVG that the samples of the key need beside them.
        key: The signs of the map.
        badges: The states that pieces show.
    """

    charts: list[ChartTable]
    key_head: str
    key: list[KeySample]
    badges: list[KeySample] = []


class Coming(msgspec.Struct):
    """Pieces of a side that are due in a turn."""

    side: int
    names: list[str]


class TurnCard(msgspec.Struct):
    """A turn of the track, with those who arrive in it."""

    text: str
    coming: list[Coming]


class PhaseCard(msgspec.Struct):
    """A phase of a turn and the index of the side that acts in it (-1: both)."""

    side: int
    text: str


class Standing(msgspec.Struct):
    """How a game stands: who would win, and where one is in the sequence of play.

    Attributes:
        seq: The journal entry after which it is so.
        verdict: Who would win now, in one sentence; empty if the game cannot say.
        lines: Why, line by line.
        turns: The turns of the scenario; empty if it has no fixed length.
        now: Index of the present turn.
        phases: The phases of a turn.
        phase: Index of the present phase, or -1.
    """

    seq: int
    verdict: str
    lines: list[str]
    turns: list[TurnCard]
    now: int
    phases: list[PhaseCard]
    phase: int


class TurnLook(msgspec.Struct):
    """The table at the end of a turn.

    Attributes:
        move: How many actions had been played.
        clock: The turn in words.
        tracks: Victory points and such.
        strength: What each side had on the map.
        held: The places that each side held.
    """

    move: int
    clock: str
    tracks: dict[str, int]
    strength: list[int]
    held: list[list[int]]


class LostPiece(msgspec.Struct):
    """A piece that was lost, with its full name."""

    id: int
    name: str


class Highlight(msgspec.Struct):
    """A moment worth looking at again.

    Attributes:
        kind: ``swing``, ``lucky`` or ``unlucky``.
        move: How many actions had been played after it.
        side: Index of the side whose moment it was.
        clock: The turn in words.
        lines: What happened.
    """

    kind: str
    move: int
    side: int
    clock: str
    lines: list[str]


class Aftermath(msgspec.Struct):
    """A game that is over, looked back at.

    Attributes:
        winner: Id of the winning side, or empty.
        result: How it ended, in words.
        why: The victory conditions with their figures, line by line.
        tracks: The words for victory points and such.
        turns: The turns, first to last.
        losses: The pieces that each side has lost.
        highlights: The best moments, in the order in which they came.
    """

    winner: str
    result: str
    why: list[str]
    tracks: dict[str, str]
    turns: list[TurnLook]
    losses: list[list[LostPiece]]
    highlights: list[Highlight]


class Article(msgspec.Struct):
    """A rule as it stands in the rulebook.

    Attributes:
        kind: What it is, in words; empty for a plain rule.
        summary: Its words and the citations in them alternately, words first.
        cited_by: The rules that refer to it.
        absent: What it speaks of and the game does not have, or empty.
    """

    id: str
    title: str
    summary: list[str]
    kind: str = ""
    cited_by: list[str] = []
    absent: str = ""


class BookChapter(msgspec.Struct):
    """A chapter of a rulebook."""

    id: str
    title: str
    articles: list[Article]


class Book(msgspec.Struct):
    """The whole rulebook of a title in our own words."""

    title: str
    text: str
    chapters: list[BookChapter]
