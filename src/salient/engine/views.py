"""What one side sees, in the same shape for every game.

The terminal, the page and the map renderer draw views and nothing else. A view is built per side
from nothing, so that it cannot contain what the side may not know.
"""

from __future__ import annotations

import msgspec

from salient.engine.actions import ArgKind
from salient.engine.state import Ref


class PieceView(msgspec.Struct, frozen=True):
    """A piece on the board or waiting beside it.

    Attributes:
        id: Index of the piece.
        name: Its short token, as in action texts.
        side: Index of its side.
        symbol: What kind of troops it shows (``armor``, ``infantry`` …).
        colour: Key of its colour (service or nation).
        values: The numbers printed on it, in order.
        place: Index of its place, or -1 when off the board.
        flags: States such as ``moved`` or ``entrenched``.
        enters: When it is due, for pieces still to come.
    """

    id: int
    name: str
    side: int
    symbol: str
    colour: str
    values: tuple[int, ...]
    place: int
    flags: tuple[str, ...]
    enters: str = ""


class Marker(msgspec.Struct, frozen=True):
    """Something lying on the board that is not a piece: a blown bridge, a flag, a score."""

    kind: str
    places: tuple[int, ...]
    text: str = ""


class ActionView(msgspec.Struct, frozen=True):
    """A legal action with its text and its typed arguments."""

    text: str
    verb: str
    args: tuple[tuple[ArgKind, int | str], ...]


class DecisionView(msgspec.Struct, frozen=True):
    """The question put to the viewing side."""

    prompt: str
    values: dict[str, Ref | int | str]
    rules: tuple[str, ...]
    actions: tuple[ActionView, ...]
    acting: tuple[int, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """The part of a view that a game draws itself: what a side sees on the table.

    Attributes:
        clock: The turn as the players call it (``17-2``).
        pieces: All pieces.
        markers: Markers on the board.
        tracks: Named numbers (victory points …).
    """

    clock: str
    pieces: tuple[PieceView, ...]
    markers: tuple[Marker, ...]
    tracks: dict[str, int]


class View(msgspec.Struct, frozen=True):
    """Everything a side can see.

    Attributes:
        game: Game id.
        scenario: Scenario id.
        side: The viewing side's index, or -1 for a spectator.
        clock: The turn as the players call it (``17-2``).
        to_decide: Index of the side that decides now, or -1 when the game is over.
        pieces: All pieces.
        markers: Markers on the board.
        tracks: Named numbers (victory points …).
        decision: The pending decision, if it is this side's.
        result: Message id of the result when the game is over.
    """

    game: str
    scenario: str
    side: int
    clock: str
    to_decide: int
    pieces: tuple[PieceView, ...]
    markers: tuple[Marker, ...]
    tracks: dict[str, int]
    decision: DecisionView | None
    result: str
