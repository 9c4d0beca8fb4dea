"""What one side sees, in the same shape for every game.

The terminal, the page and the map renderer draw views and nothing else. A view is built per side
from nothing, so that it cannot contain what the side may not know.
"""

from __future__ import annotations

import msgspec

from salient.engine.actions import Action, ArgKind, Lexicon


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


def view_action(lexicon: Lexicon, action: Action) -> ActionView:
    """An action as it is shown."""
    kinds = lexicon.verbs[action.verb]
    args = tuple(zip(kinds, action.args, strict=True))
    return ActionView(lexicon.text(action), action.verb, args)


class View(msgspec.Struct, frozen=True):
    """What a side sees on the table.

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
