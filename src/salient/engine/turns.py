"""The turn track: which turns a game has, which phases a turn has, and where one stands."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from salient.engine.messages import Value
from salient.engine.views import PieceView


class TurnTrack(msgspec.Struct, frozen=True):
    """The turns of a scenario and the phases of the present one.

    Attributes:
        turns: All turns as the players call them, as :attr:`PieceView.enters` names them.
        now: Index of the present one.
        phases: What is done in a turn, in order, with the side that does it (-1: both).
        phase: Index of the present phase, or -1 between phases.
        round: How often the phases have begun, in a turn that goes through them more than once.
    """

    turns: tuple[str, ...]
    now: int
    phases: tuple[tuple[int, Value], ...] = ()
    phase: int = -1
    round: int = 0


def due_turn(piece: PieceView) -> str:
    """The turn in which a piece off the map is due: ``due:17-2:D`` and ``turn:7 NW`` say so.

    >>> piece = PieceView(0, "", 0, "", "", (), -1, (), "turn:7 NW")
    >>> due_turn(piece)
    '7'
    """
    _, _, rest = piece.enters.partition(":")
    return re.split("[: ]", rest)[0]


def arrivals(pieces: Iterable[PieceView]) -> dict[str, list[PieceView]]:
    """The pieces still to come by the turn in which they are due."""
    found: dict[str, list[PieceView]] = {}
    for piece in pieces:
        if piece.place < 0 and piece.enters:
            found.setdefault(due_turn(piece), []).append(piece)
    return found
