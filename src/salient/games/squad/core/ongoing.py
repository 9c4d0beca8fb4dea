"""What goes on in a battle beside its units: fire lanes, mines, aircraft, artillery, starshells."""

from __future__ import annotations

import msgspec

from salient.engine.ids import Piece, Place
from salient.games.squad.terrain.board import OFF_MAP, Hexagon, Hexside


class Lane(msgspec.Struct, frozen=True):
    """A fire lane. Rule A9.22.

    Attributes:
        weapon: The machine-gun that fires along it.
        origin: Location of the weapon.
        hexes: The hexes it covers.
        column: Its firepower column.
        sides: The hexsides it runs along, ``6 * hex + side`` as each of their hexes names them.
    """

    weapon: Piece
    origin: Place
    hexes: tuple[Hexagon, ...]
    column: int
    sides: tuple[Hexside, ...] = ()


class Minefield(msgspec.Struct, frozen=True):
    """Mines in a location. Rules B28, P7.

    Attributes:
        kind: ``ap``, ``at`` or ``dummy``.
        strength: Firepower (A-P) or number of mines (A-T).
        side: Who laid it.
        known: Whether the enemy knows that it is there.
        shown: Whether the enemy knows its strength.
    """

    kind: str
    strength: int
    side: int
    known: bool = True
    shown: bool = False


class Aircraft(msgspec.Struct, frozen=True):
    """A plane over the battlefield. Rule E7.

    Attributes:
        turn: When it comes.
        flown: Whether it has attacked in this player turn.
        gone: Whether it is shot down, driven off or on its way home.
        sighted: Whether it has ever tried to make out a target.
    """

    side: int
    turn: int
    flown: bool = False
    gone: bool = False
    sighted: bool = False


class Mission(msgspec.Struct, frozen=True):
    """How things stand with a battery off the map. Rule C1.

    Attributes:
        black, red: Chits left in its pile; ``reds`` have been drawn.
        stage: Nothing on the map, a spotting round (``sr``), or shells falling (``ffe``).
        place: Where, as a hex.
        acted: Whether it has been called in this phase.
        fired: Whether shells have ever fallen.
    """

    black: int
    red: int
    reds: int = 0
    stage: str = ""
    place: Hexagon = OFF_MAP
    acted: bool = False
    fired: bool = False


class Starshell(msgspec.Struct, frozen=True):
    """A light over the battlefield. Rule E1.92.

    Attributes:
        place: The hex under it.
        left: Ends of player turns until it has burnt down.
    """

    place: Hexagon
    left: int
