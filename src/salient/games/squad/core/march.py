"""The units that move at the moment. Rules A4, A8.1, D2."""

from __future__ import annotations

import msgspec

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Pieces, Place
from salient.games.squad.terrain.board import NO_HEXSIDE, Hexside


class March(msgspec.Struct, frozen=True):
    """The units moving at the moment and how: what fire at them depends on.

    Attributes:
        units: The units that move together.
        spent: Halves of MF or MP spent in this phase.
        seen: Halves of MP spent in the present location (To Hit cases J1, J2).
        rushed: Whether infantry double-times (A4.5).
        assault: Whether they use assault movement (A4.61).
        hazardous: Whether their last expenditure was hazardous movement (A4.62).
        held: Whether the enemy holds fire for the rest of this move.
        last: Halves spent in the last expenditure: attacks per location (A8.14).
        shots: Who has fired at that expenditure: no oftener than points were spent (A8.14).
        volleys: Vehicles that have, and with which of their weapons.
        left: The location that infantry has just left across a hexside, or ``NOWHERE`` (A8.15).
        crossed: That hexside, ``6 * hex + side`` as the hex left names it; -1 for none.
        vertex: The corner of the hex left at which a blocked hexside was crossed (P5.141e).
        dashing: The road location that infantry dashes across (A4.63).
    """

    units: Pieces
    spent: int = 0
    seen: int = 0
    assault: bool = False
    hazardous: bool = False
    held: bool = False
    last: int = 0
    shots: Pieces = ()
    volleys: tuple[tuple[Piece, int], ...] = ()
    left: Place = NOWHERE
    crossed: Hexside = NO_HEXSIDE
    vertex: int = -1
    dashing: Place = NOWHERE
    rushed: bool = False
