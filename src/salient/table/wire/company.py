"""Who is about: ratings, profiles, and what the table holds about a person."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from salient.table.wire.base import NO_NUL, Request, Seq, Short
from salient.table.wire.games import GameCard, Status
from salient.table.wire.people import Account


class Company(msgspec.Struct):
    """Who is at the table: the sides whose players are, and how many others look on."""

    present: list[str]
    watching: int = 0


class RatingCard(msgspec.Struct):
    """A rating in one title: the number, how sure it is, from how many games, and the last change.

    Attributes:
        settled: Whether so much is known that it stands in the table of the best.
    """

    title: str
    text: str
    rating: int
    deviation: int
    games: int
    settled: bool


class Tally(msgspec.Struct):
    """Results of somebody with one side of a title, against people or against bots."""

    title: str
    text: str
    side: str
    side_text: str
    bots: bool
    won: int = 0
    lost: int = 0
    drawn: int = 0


class PastGame(msgspec.Struct):
    """A finished game in somebody's history.

    Attributes:
        score: ``won``, ``lost`` or ``drawn``, for that person.
        change: By how much it changed their rating, if it was rated.
    """

    card: GameCard
    score: str
    change: int | None = None


class Profile(msgspec.Struct):
    """What everybody may know of a person; private games only if the reader played in them.

    Attributes:
        mine: Whether it is the asking person's own.
        online: Whether they are about; told only to who plays with them.
    """

    name: str
    since: datetime
    mine: bool
    online: bool
    ratings: list[RatingCard]
    tallies: list[Tally]
    games: list[PastGame]


class Ranked(msgspec.Struct):
    """A place in the table of the best."""

    place: int
    name: str
    rating: int
    deviation: int
    games: int
    mine: bool


VariationName = Annotated[str, Meta(max_length=60, pattern=NO_NUL)]


class NewVariation(Request):
    """What if: a game to be played on from a moment of a finished one.

    Attributes:
        move: After so many actions.
        name: What one calls it.
        bots: The bots that play with one, by the id of their side.
    """

    move: Seq
    name: VariationName = ""
    bots: dict[str, Short] = {}


class NamedVariation(Request):
    """Another name for a variation."""

    name: VariationName


class Variation(msgspec.Struct):
    """A variation of one's own.

    Attributes:
        id: The game that it is.
        of: The game it began in.
        move: After how many actions it begins.
        clock: The turn at that moment.
        invite: The secret by which others may see it.
    """

    id: str
    of: str
    move: int
    clock: str
    name: str
    status: Status
    moved: datetime
    invite: str


class Variations(msgspec.Struct):
    """The variations of a game.

    Attributes:
        of: If the game is a variation itself: of which game, after so many actions, by which name.
        own: One's own variations of it, or of the game it began in, the newest first.
    """

    of: str
    move: int
    name: str
    own: list[Variation]


class Farewell(Request):
    """The wish to have one's account deleted; members prove it with their password."""

    password: Annotated[str, Meta(max_length=200)] = ""


class HeldGame(msgspec.Struct):
    """A game as the export of one's data has it."""

    id: str
    title: str
    scenario: str
    sides: list[str]
    status: str
    result: str
    created: datetime
    moved: datetime
    rated: bool


class HeldEntry(msgspec.Struct):
    """An entry that one made in a journal."""

    game: str
    seq: int
    kind: str
    text: str
    at: datetime


class HeldText(msgspec.Struct):
    """Words of one's own at a table: said, or noted in private."""

    game: str
    text: str
    at: datetime | None = None


class HeldSession(msgspec.Struct):
    """A session of a browser, or the token of a program (which has no end)."""

    created: datetime
    expires: datetime | None


class HeldAttempt(msgspec.Struct):
    """Something that was counted, for limits: what, and when."""

    what: str
    at: datetime


class HeldBrowser(msgspec.Struct):
    """A browser to which messages are pushed."""

    endpoint: str
    created: datetime


class Holdings(msgspec.Struct):
    """Everything that the table holds about a person."""

    account: Account
    created: datetime
    sessions: list[HeldSession]
    games: list[HeldGame]
    entries: list[HeldEntry]
    words: list[HeldText]
    notes: list[HeldText]
    ratings: list[RatingCard]
    challenges: list[str]
    variations: list[HeldText]
    browsers: list[HeldBrowser]
    letters: list[str]
    attempts: list[HeldAttempt]
