"""Talking, live updates, and errors."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from salient.table.wire.base import NO_NUL, Request
from salient.table.wire.company import Company
from salient.table.wire.games import GameCard
from salient.table.wire.playing import Entry, Position


class Saying(Request):
    """Something to say at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=2000, pattern=NO_NUL)]


class Said(msgspec.Struct):
    """Something that was said."""

    id: int
    name: str
    text: str
    at: datetime


class Notes(Request):
    """A player's private notes on a game."""

    text: Annotated[str, Meta(max_length=20_000, pattern=NO_NUL)]


# -- live ---------------------------------------------------------------------------------------


class News(msgspec.Struct, omit_defaults=True):
    """A live update.

    The first message after connecting brings everything after ``since``; each later one brings
    what is new. A client applies entries in the order of their numbers and ignores numbers that
    it has.

    Attributes:
        seq: The journal number after these entries.
        entries: New entries, oldest first.
        position: What the viewer sees now.
        card: The head of the page, when it changed.
        said: New words of the chat.
        company: Who is at the table, when that changed; told to its players alone.
        now: The time of the server, by which deadlines are to be read.
    """

    seq: int
    entries: list[Entry] = []
    position: Position | None = None
    card: GameCard | None = None
    said: list[Said] = []
    company: Company | None = None
    now: datetime | None = None


class Problem(msgspec.Struct):
    """Every error, whatever its status.

    Attributes:
        status: The HTTP status.
        code: Stable name of the mistake.
        message: What was wrong and what was expected, in the asked language.
        seq: The game's present number, when the client's was stale.
    """

    status: int
    code: str
    message: str
    seq: int | None = None
