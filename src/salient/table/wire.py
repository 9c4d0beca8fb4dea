"""What travels between the server and its clients, as typed JSON.

These structs are the API: Litestar reads and writes them as they are, and the OpenAPI document
at ``/schema`` is made from them. A client that knows this module knows everything.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from salient.engine.events import Modifier
from salient.engine.views import ActionView, Marker, PieceView

Name = Annotated[str, Meta(min_length=2, max_length=24, pattern=r"^[\w][\w .'-]*[\w.]$(?!\n)")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
Short = Annotated[str, Meta(max_length=200)]
NO_NUL = r"^[^\x00]*$"  # PostgreSQL cannot keep it
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """Base of what a client sends: an unknown field is a mistake and is refused."""


# -- people -------------------------------------------------------------------------------------


class Credentials(Request):
    """A name and its password."""

    name: Name
    password: Password


class Account(msgspec.Struct):
    """Who is signed in, with the settings that nobody else sees.

    Attributes:
        guest: Whether this is a guest of a local table, without a password.
        email: Where "your turn" goes, if anywhere.
        webhook: Address that "your turn" is posted to, if any.
        webhook_kind: Its form: ``json``, ``discord`` or ``slack``.
        vacation: Until when they are away (nobody ever loses by being away; the others see it).
        language: The language of their notifications.
    """

    id: int
    name: str
    guest: bool
    language: str = "en"
    email: str = ""
    webhook: str = ""
    webhook_kind: str = "json"
    vacation: datetime | None = None


class Settings(Request):
    """A change of the settings; what is left out stays."""

    language: Annotated[str, Meta(max_length=5)] | msgspec.UnsetType = msgspec.UNSET
    email: Short | msgspec.UnsetType = msgspec.UNSET
    webhook: Annotated[str, Meta(max_length=500)] | msgspec.UnsetType = msgspec.UNSET
    webhook_kind: Annotated[str, Meta(max_length=10)] | msgspec.UnsetType = msgspec.UNSET
    vacation: Annotated[datetime, Meta(tz=True)] | msgspec.UnsetType | None = msgspec.UNSET


class NewPassword(Request):
    """A change of the password."""

    old: Password
    new: Password


class Token(msgspec.Struct):
    """A key for programs, shown once: ``Authorization: Bearer <token>``."""

    token: str


# -- what can be played -------------------------------------------------------------------------


class Choice(msgspec.Struct):
    """A named thing: an id and its text in the asked language."""

    id: str
    text: str
    about: str = ""


class OptionCard(msgspec.Struct):
    """A switch of a game's rules; the first choice is the default."""

    id: str
    text: str
    rule: str
    choices: list[Choice]


class Title(msgspec.Struct):
    """A game of the engine with what can be chosen when it is set up."""

    id: str
    text: str
    about: str
    rules: str
    sides: list[Choice]
    scenarios: list[Choice]
    options: list[OptionCard]


class Catalogue(msgspec.Struct):
    """Everything a newcomer chooses from, smallest scenario first."""

    titles: list[Title]
    bots: list[Choice]
    guests: bool
    version: str


# -- games --------------------------------------------------------------------------------------


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
    """

    side: str
    text: str
    player: str = ""
    bot: bool = False
    mine: bool = False
    away: datetime | None = None


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


class NewGame(Request):
    """A table to be set up.

    Attributes:
        title: Id of the game.
        scenario: Id of the scenario.
        options: Switches that differ from their defaults.
        seats: Per side id: ``me``, ``open`` (by invitation or from the lobby) or ``bot:<name>``.
        open: Whether strangers may take an open seat from the lobby.
        pace: ``live`` or ``slow``.
    """

    title: Short
    scenario: Short
    seats: dict[str, Short]
    options: dict[str, Short] = {}
    open: bool = False
    pace: Annotated[str, Meta(max_length=10)] = "live"


class Joining(Request):
    """Taking a seat; without ``invite`` only open games can be joined."""

    side: Short
    invite: Short = ""


class RecordText(Request):
    """A record to be imported."""

    text: Annotated[str, Meta(max_length=4_000_000)]


# -- playing ------------------------------------------------------------------------------------


class Order(Request):
    """An action as a client orders it.

    Attributes:
        text: Its canonical text, one of those offered.
        after: The sequence number the client has seen; another one is answered with 409.
        key: A word the client made up for this order: repeating it is harmless.
    """

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    after: Seq
    key: Key


class Gesture(Request):
    """Undo, resignation, a draw offered, accepted or declined, a halted game abandoned.

    Attributes:
        kind: ``undo``, ``resign``, ``offer``, ``accept``, ``decline`` or ``abandon``.
        side: Who makes it; needed only by one who plays both sides.
    """

    kind: Annotated[str, Meta(max_length=10)]
    after: Seq
    key: Key
    side: Short = ""


class Acknowledgement(msgspec.Struct):
    """The order is stored: it survives a crash from now on.

    Attributes:
        seq: Its number in the journal.
        repeated: Whether it had been stored before (the same key was sent again).
    """

    seq: int
    repeated: bool = False


class Line(msgspec.Struct):
    """A sentence of the log.

    Attributes:
        text: The sentence.
        kind: ``heading``, ``dice`` or ``event``.
        side: Index of the side it is about, or -1.
        pieces: Pieces it names.
        places: Places it names.
        rules: Rules it cites.
        faces: Dice as they fell.
    """

    text: str
    kind: str
    side: int = -1
    pieces: list[int] = []
    places: list[int] = []
    rules: list[str] = []
    faces: list[int] = []


class Entry(msgspec.Struct):
    """One entry of a game's journal, told in words.

    Attributes:
        seq: Its number; the entries of a game are numbered from 1 without holes. Number 0 tells
            the set-up.
        kind: ``start``, ``action``, ``undo``, ``resign``, ``offer``, ``accept``, ``decline``,
            ``abandon``.
        move: How many actions stand in the record after it.
        side: Id of the side that made it, empty for the start.
        text: The action's text; empty for those who may not know what was ordered.
        at: When.
        lines: What came of it.
        undone: Whether a later entry took it back.
        played: Whether it takes effect under the present rules; a halted game ends with entries
            that do not.
        clock: The turn after it.
        tracks: Victory points and such after it.
    """

    seq: int
    kind: str
    move: int
    side: str
    text: str
    at: datetime
    lines: list[Line]
    undone: bool = False
    played: bool = True
    clock: str = ""
    tracks: dict[str, int] = {}


class Offer(msgspec.Struct):
    """A legal action with the words for its button.

    Attributes:
        action: Verb and typed arguments; its ``text`` is what an order sends.
        label: The action in the reader's language.
        note: What it costs or means.
        figure: A figure to be written on the map where it leads.
    """

    action: ActionView
    label: str
    note: str
    figure: str = ""


class Question(msgspec.Struct):
    """What the viewer is asked.

    Attributes:
        prompt: The question.
        details: What one must have in mind to answer it.
        rules: The rules it stands on.
        verbs: The text of each verb that is offered.
        offers: All legal actions, and only they.
        acting: The pieces the question is about: "it" in its sentence.
    """

    prompt: str
    details: list[str]
    rules: list[str]
    verbs: dict[str, str]
    offers: list[Offer]
    acting: list[int]


class Track(msgspec.Struct):
    """A number beside the board."""

    id: str
    text: str
    value: int


class PieceCard(msgspec.Struct):
    """What never changes about a piece: for the order of battle and the list of losses."""

    id: int
    name: str
    long: str
    side: int
    symbol: str
    look: str


class Position(msgspec.Struct):
    """Everything a viewer sees of a game at one moment.

    Attributes:
        seq: The journal entry after which it is so.
        move: How many actions stand in the record.
        side: Index of the viewing side, or -1 for a spectator.
        to_decide: Index of the side that decides, or -1.
        clock: The turn in words.
        pieces: All pieces in view; one that is missing has been lost or is not seen.
        met: The cards of those that the board does not name.
        looks: The picture of each piece, an SVG group whose corner is at (0, 0). In a live update
            only those that changed since the last one on this connection.
        markers: Markers as data.
        marks: The same as an SVG group to be laid over the map.
        whereabouts: Where the pieces off the map are, or when they are due, in words.
        question: The pending question, if it is the viewer's.
        waiting: Whom the table waits for, in words, if it is not the viewer.
        can_undo: Whether the viewer may take their last action back.
        draw_offer: Id of the side that has offered a draw.
        result: How the game ended, in words.
    """

    seq: int
    move: int
    side: int
    to_decide: int
    clock: str
    tracks: list[Track]
    pieces: list[PieceView]
    looks: dict[int, str]
    markers: list[Marker]
    marks: str
    whereabouts: dict[int, str]
    question: Question | None
    waiting: str
    can_undo: bool
    draw_offer: str = ""
    result: str = ""
    met: list[PieceCard] = []


class PlaceCard(msgspec.Struct):
    """A place of the board: its name and where its stack stands on the map.

    Attributes:
        home: The place it lies above or below: it is a floor of a house, a bridge and such.
    """

    name: str
    x: float | None = None
    y: float | None = None
    home: int | None = None


class Board(msgspec.Struct):
    """What never changes in a game: map, names, sides, overlays.

    Attributes:
        svg: The bare map; every place has an element with the id ``place-<index>`` and
            ``data-place``.
        counter: Side of a counter in map units.
        overlays: What can be laid over the map.
        values: The words for the numbers on a piece, in their order.
        kind_values: The same for kinds of troops whose numbers mean something else.
        flags: The words for the states of pieces.
        symbols: The words for the kinds of troops.
        hides: Whether pieces can be on the map that the viewer does not see.
        sight: Whether lines of sight can be asked for.
    """

    title: str
    svg: str
    width: float
    height: float
    counter: float
    sides: list[Choice]
    places: list[PlaceCard]
    pieces: list[PieceCard]
    overlays: list[Choice]
    values: list[str]
    flags: dict[str, str]
    symbols: dict[str, str]
    kind_values: dict[str, list[str]] = {}
    hides: bool = False
    sight: bool = False


class Sight(msgspec.Struct):
    """Whether two places see each other.

    Attributes:
        clear: Whether they do.
        lines: Why: the judgement first, then what the line meets on its way.
        places: The places it meets.
    """

    clear: bool
    lines: list[str]
    places: list[int]


class Layer(msgspec.Struct):
    """One shading of an overlay.

    Attributes:
        text: What it shows.
        side: Index of the side it belongs to, or -1.
        places: The places shaded.
        notes: A few words on some of the places.
    """

    text: str
    side: int
    places: list[int]
    notes: dict[int, str] = {}


class Inspection(msgspec.Struct):
    """All that is to be known of a place."""

    place: int
    lines: list[str]


class Trace(msgspec.Struct):
    """The places an action passes through, first to last."""

    places: list[int]


class OddsTable(msgspec.Struct):
    """A distribution: outcomes in order, with their chances."""

    text: str
    outcomes: list[str]
    chances: list[float]


class OddsFigure(msgspec.Struct):
    """A single number of a forecast, in words."""

    text: str
    value: float


class OddsModifier(msgspec.Struct):
    """A modifier with its reason and rule."""

    text: str
    modifier: Modifier


class Odds(msgspec.Struct):
    """The exact chances of a combat."""

    place: int
    attackers: str
    defenders: str
    figures: list[OddsFigure]
    modifiers: list[OddsModifier]
    tables: list[OddsTable]


class RuleText(msgspec.Struct):
    """A rule in our own words."""

    id: str
    title: str
    summary: str


# -- talking ------------------------------------------------------------------------------------


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
    """

    seq: int
    entries: list[Entry] = []
    position: Position | None = None
    card: GameCard | None = None
    said: list[Said] = []


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
