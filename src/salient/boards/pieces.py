"""Pieces on places: where each stands, and who stands in each place.

A state with pieces derives from :class:`Pieces` (or :class:`AreaPieces`) beside
:class:`~salient.engine.state.State` and has the columns ``where`` and ``stacks``, which say the
same from both ends. They are changed together by :meth:`Pieces.put` and nowhere else. Its setting
has ``side_of`` (side of each piece) and ``army`` (set of pieces by side).
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from salient.boards.bits import members
from salient.engine.game import require
from salient.engine.ids import Place

NOWHERE = Place(-1)
"""The place of a piece that is not on the board."""


class Pieces:
    """Pieces on a board of many places: stacks are kept for those that hold any.

    Attributes:
        where: Place of each piece, or ``NOWHERE``.
        stacks: Set of pieces by place.
    """

    __slots__ = ()

    setting: Any
    where: list[Any]
    stacks: Any

    def put(self, piece: Any, place: Any) -> None:
        """Place a piece somewhere, or take it off the board (``NOWHERE``)."""
        stacks, bit, old = self.stacks, 1 << piece, self.where[piece]
        if old != NOWHERE:
            rest = stacks[old] ^ bit
            if rest:
                stacks[old] = rest
            else:
                del stacks[old]
        self.where[piece] = place
        if place != NOWHERE:
            stacks[place] = stacks.get(place, 0) | bit

    def stack(self, place: Any, side: int) -> int:
        """The set of a side's pieces in a place."""
        found: int = self.stacks.get(place, 0) & self.setting.army[side]
        return found

    def on_map(self, pieces: int) -> int:
        """Those of a set of pieces that stand on the board."""
        where, found = self.where, 0
        for piece in members(pieces):
            if where[piece] != NOWHERE:
                found |= 1 << piece
        return found

    def presence(self, pieces: int) -> list[int]:
        """The places where those of a set of pieces stand, by side."""
        found = [0] * len(self.setting.army)
        for piece in members(self.on_map(pieces)):
            found[self.setting.side_of[piece]] |= 1 << self.where[piece]
        return found

    def keep_presence(self, held: list[int], piece: int, old: int) -> None:
        """Keep a column that says what :meth:`presence` would, after a piece was put somewhere.

        Args:
            held: The column.
            piece: Which piece.
            old: Where it was.
        """
        side, place = self.setting.side_of[piece], self.where[piece]
        if old != NOWHERE and not self.stack(old, side):
            held[side] ^= 1 << old
        if place != NOWHERE:
            held[side] |= 1 << place

    def check_places(self, places: Container[int]) -> None:
        """Raise ``ValueError`` if the columns disagree, or pieces stand where there is no place."""
        require(len(self.where) == len(self.setting.side_of), "one place per piece")
        stacks: dict[int, int] = {}
        for piece, place in enumerate(self.where):
            if place != NOWHERE:
                require(place in places, "pieces stand in places of the board")
                stacks[place] = stacks.get(place, 0) | 1 << piece
        require(stacks == self._stacks(), "stacks agree with the pieces' places")

    def _stacks(self) -> dict[int, int]:
        stacks: dict[int, int] = self.stacks
        return stacks


class AreaPieces(Pieces):
    """Pieces on a board of few places: a stack is kept for each."""

    __slots__ = ()

    def put(self, piece: Any, place: Any) -> None:
        """Place a piece somewhere, or take it off the board (``NOWHERE``)."""
        stacks, bit, old = self.stacks, 1 << piece, self.where[piece]
        if old != NOWHERE:
            stacks[old] ^= bit
        self.where[piece] = place
        if place != NOWHERE:
            stacks[place] |= bit

    def stack(self, place: Any, side: int) -> int:
        """The set of a side's pieces in a place."""
        found: int = self.stacks[place] & self.setting.army[side]
        return found

    def _stacks(self) -> dict[int, int]:
        return {place: pieces for place, pieces in enumerate(self.stacks) if pieces}
