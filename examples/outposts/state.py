"""The changing part of the game, and what happens in it."""

from __future__ import annotations

from outposts.setting import OutpostSetting
from salient.boards.pieces import Pieces
from salient.engine import Event, Piece, Place, Side, State, Step


class OutpostState(Pieces, State, kw_only=True):
    """Where everybody is and what is known of them.

    Attributes:
        turn: The game turn, from 1.
        where: Place of each counter, or ``NOWHERE``.
        stacks: Set of counters by place.
        strength: Of each counter (1.3).
        shown: Counters that are face up (3.1).
        held: Goals that the Germans hold (4.1).
        outcome: How the game ended.
    """

    setting: OutpostSetting
    turn: int = 0
    where: list[Place]
    stacks: dict[int, int] = {}
    strength: list[int]
    shown: int = 0
    held: int = 0
    outcome: str = ""

    @property
    def score(self) -> int:
        """German victory points. Rule 4.1."""
        return sum(row.vp for p, row in enumerate(self.setting.places) if self.held >> p & 1)


class OutpostStep(Step[OutpostState], frozen=True):
    """A step of the sequence of play."""


class Dealt(Event, frozen=True, tag="dealt"):
    """A side looks at its counters. Rule 1.3."""

    units: tuple[Piece, ...]
    strengths: tuple[int, ...]


class TurnBegan(Event, frozen=True, tag="turn"):
    """A turn begins. Rule 2.1."""

    turn: int


class Fought(Event, frozen=True, tag="fought"):
    """Two counters fight. Rules 3.1, 3.2."""

    reveals = True

    side: Side
    place: Place
    attacker: Piece
    attack: int
    defender: Piece
    defence: int


class Removed(Event, frozen=True, tag="removed"):
    """A counter leaves the game. Rules 3.2, 3.3."""

    reveals = True

    unit: Piece
    cause: str
