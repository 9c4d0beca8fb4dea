"""Games: their cards, seats and clocks, and how they are set up."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from salient.table.wire.base import Request, Short


class Status(StrEnum):
    """Where a game stands; a halted one can only be read, for the rules have changed under it."""

    OPEN = "open"
    RUNNING = "running"
    HALTED = "halted"
    OVER = "over"


class Seat(msgspec.Struct):
    """One side of a game and who plays it.

    Attributes:
        side: Id of the side.
        text: Its name in the asked language.
        player: Name of the person or bot, empty while the seat is free.
        bot: Whether a bot sits there.
        mine: Whether it is the asking person's.
        away: Until when the player is on vacation.
        person: Whether a person with a profile sits there.
        kept: For whom the free seat is kept, if for anybody.
        for_me: Whether it is kept for the asking person.
        online: Whether the player is about; told only to who plays in the same game.
    """

    side: str
    text: str
    player: str = ""
    bot: bool = False
    mine: bool = False
    away: datetime | None = None
    person: bool = False
    kept: str = ""
    for_me: bool = False
    online: bool = False


class TimeLimit(msgspec.Struct):
    """The limit of time that a game has: seconds, or days."""

    main: int
    increment: int
    days: int


class ChosenTime(Request):
    """A limit of time: seconds for the game, free ones for each answer, or days for each turn.

    Attributes:
        main: Seconds that each side has for the whole game, from 60 to 86,400; 0 for no clock.
        increment: Seconds of each answer that do not count, up to 600 (and never less than 5).
        days: Days that a side has each time it is asked, from 1 to 30, instead of the others.
    """

    main: Annotated[int, Meta(ge=0, le=86_400)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    days: Annotated[int, Meta(ge=0, le=30)] = 0


class Clocks(msgspec.Struct):
    """The clocks of a game.

    Attributes:
        limit: What was chosen.
        left: Seconds that each side had when it was last asked, in the order of the sides; empty
            before the first action.
        deadline: When the side that is asked runs out of time; null while no clock runs.
    """

    limit: TimeLimit
    left: list[float]
    deadline: datetime | None = None


class GameCard(msgspec.Struct):
    """A game in a list, and the head of its page.

    Attributes:
        id: Its name in addresses.
        seq: Number of its last journal entry.
        to_move: Ids of the sides that are asked now (empty when it is over).
        my_turn: Whether the asking person decides.
        commitment: Hash of the dice, published before the first throw.
        seed: The dice themselves, once the game is over.
        result: How it ended, in words.
        winner: Id of the winning side.
        invite: The link's secret, for those who sit at the table.
        problem: Why it cannot be played on here (another version of the rules), or empty.
        note: That it was begun under an earlier version of the rules and goes on under the
            present one, or empty.
        time: Its clocks, if it has any.
        rated: Whether it counts for the ratings of its players.
        rematch: Id of its rematch, for those who play in both.
    """

    id: str
    title: str
    title_text: str
    scenario: str
    scenario_text: str
    options: dict[str, str]
    rules: str
    status: Status
    seats: list[Seat]
    open: bool
    pace: str
    created: datetime
    moved: datetime
    seq: int
    to_move: list[str]
    my_turn: bool
    clock: str = ""
    commitment: str = ""
    seed: str = ""
    result: str = ""
    winner: str = ""
    invite: str = ""
    problem: str = ""
    note: str = ""
    time: Clocks | None = None
    rated: bool = False
    rematch: str = ""


class NewGame(Request):
    """A table to be set up.

    Attributes:
        title: Id of the game.
        scenario: Id of the scenario.
        options: Switches that differ from their defaults.
        seats: Per side id: ``me``, ``open`` (by invitation or from the lobby), ``bot:<name>`` or
            ``person:<name>``, for whom the seat is kept.
        open: Whether strangers may take an open seat from the lobby.
        pace: ``live`` or ``slow``.
        time: A clock; for games between two people.
        rated: Whether it counts for their ratings; for two accounts, with a clock.
    """

    title: Short
    scenario: Short
    seats: dict[str, Short]
    options: dict[str, Short] = {}
    open: bool = False
    pace: Annotated[str, Meta(max_length=10)] = "live"
    time: ChosenTime = msgspec.field(default_factory=ChosenTime)
    rated: bool = False


class Joining(Request):
    """Taking a seat; without ``invite`` only open games can be joined."""

    side: Short
    invite: Short = ""


class RecordText(Request):
    """A record to be imported.

    Attributes:
        bots: The bots that go on with it, by the id of their side; the others are one's own.
    """

    text: Annotated[str, Meta(max_length=4_000_000)]
    bots: dict[str, Short] = {}
