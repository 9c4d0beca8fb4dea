"""Playing: orders, positions, the board, and what one asks about them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from salient.engine.events import Lot, Modifier
from salient.engine.views import ActionView, Marker, PieceView
from salient.table.wire.base import Key, Request, Seq, Short
from salient.table.wire.catalogue import Choice
from salient.table.wire.games import Clocks


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

    And what one cannot take back alone: asked for, allowed, refused.

    Attributes:
        kind: ``undo``, ``resign``, ``offer``, ``accept``, ``decline``, ``abandon``, ``plead``,
            ``allow`` or ``refuse``.
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
        lots: Lots as they were drawn, each a die as well: which of how many.
        moved: Whether the pieces it names went the way of the places it names.
    """

    text: str
    kind: str
    side: int = -1
    pieces: list[int] = []
    places: list[int] = []
    rules: list[str] = []
    faces: list[int] = []
    lots: list[Lot] = []
    moved: bool = False


class Entry(msgspec.Struct):
    """One entry of a game's journal, told in words.

    Attributes:
        seq: Its number; the entries of a game are numbered from 1 without holes. Number 0 tells
            the set-up.
        kind: ``start``, ``action``, ``confirm`` (an action that was asked for because it is
            momentous, though it was the only one left), ``undo``, ``resign``, ``offer``,
            ``accept``, ``decline``, ``abandon``, ``plead`` (to take back one's last
            action and all since), ``allow``, ``refuse``, ``pause`` (the table was away),
            ``timeout``.
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
        momentous: Whether it cannot be taken back: it throws dice, takes a loss or ends a phase.
        warning: What it costs for good, to be said before it is ordered; empty if nothing.
    """

    action: ActionView
    label: str
    note: str
    figure: str = ""
    momentous: bool = False
    warning: str = ""


class Question(msgspec.Struct):
    """What the viewer is asked.

    Attributes:
        prompt: The question.
        details: What one must have in mind to answer it.
        rules: The rules it stands on.
        verbs: The text of each verb that is offered.
        offers: All legal actions, and only they.
        acting: The pieces the question is about: "it" in its sentence.
        places: The places that its sentence names.
        left_out: How many pieces would miss their chance if the phase ended now.
    """

    prompt: str
    details: list[str]
    rules: list[str]
    verbs: dict[str, str]
    offers: list[Offer]
    acting: list[int]
    places: list[int]
    left_out: int = 0


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
        time: The clocks, if there are any.
        plea: Id of the side that asks to take something back.
        can_plead: Whether the viewer may ask for that.
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
    time: Clocks | None = None
    plea: str = ""
    can_plead: bool = False


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
        svg: The bare map; every place has an element with the id ``place-<index>``.
        counter: Side of a counter in map units.
        overlays: What can be laid over the map.
        values: The words for the numbers on a piece, in their order.
        kind_values: The same for kinds of troops whose numbers mean something else.
        flags: The words for the states of pieces.
        symbols: The words for the kinds of troops.
        hides: Whether pieces can be on the map that the viewer does not see.
        sight: Whether lines of sight can be asked for.
        ranges: Whether it can be asked where any piece could go.
        lifelines: Whether it can be asked what a piece lives by: supply, command.
        die: How many sides the dice have.
        count: How many pieces the game has; what has a higher number is seen, but not known.
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
    ranges: bool = False
    lifelines: bool = False
    die: int = 6
    count: int = 0


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


class Lifeline(msgspec.Struct):
    """A line that a piece lives by.

    Attributes:
        what: ``supply``, ``command`` or what else a game has.
        title: The same in words.
        sound: Whether it holds.
        way: The places it passes, from the piece to its end; of one that is cut, those of the line
            that would come nearest to holding.
        cuts: The positions in the way at which it is cut, on the step that leads there.
        lines: The judgement first, then each cut.
        rules: The rules these cite.
    """

    what: str
    title: str
    sound: bool
    way: list[int]
    cuts: list[int]
    lines: list[str]
    rules: list[str]


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


class Reason(msgspec.Struct):
    """Why something cannot be done now, with the rules that bar it; empty if nobody knows."""

    text: str
    rules: list[str]


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
