"""What happens to the game and on the ground: turns, setting up, coming to light, rubble, fires."""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import AnyPiece, AnyPieces, AnyPlace, Event, Side

# -- turns ----------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True, tag="turn"):
    """A game turn begins."""

    turn: int


class PhaseBegan(Event, frozen=True, tag="phase"):
    """A phase of a player turn begins. Rule A3."""

    side: Side
    phase: str


class Controlled(Event, frozen=True, tag="controlled"):
    """A side takes control of a location that counts. Rule A26.1."""

    side: Side
    place: AnyPlace


# -- setting up and appearing ---------------------------------------------------------------------


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit is set up. Rules A2.5, A12."""

    counted: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    place: AnyPlace


class Given(Event, frozen=True, tag="given"):
    """A unit gets a weapon or a gun. Rule A4.4."""

    side: Side
    item: AnyPiece
    unit: AnyPiece


class Dropped(Event, frozen=True, tag="dropped"):
    """A weapon is left behind. Rule A4.431."""

    item: AnyPiece
    place: AnyPlace


class Faced(Event, frozen=True, tag="faced"):
    """A gun or vehicle is turned. Rules C3.2, D3.1."""

    side: Side
    unit: AnyPiece
    corner: str


class Entered(Event, frozen=True, tag="entered"):
    """Units come onto the map. Rule A2.5."""

    units: AnyPieces
    place: AnyPlace


class Revealed(Event, frozen=True, tag="revealed"):
    """Units lose their concealment, or come out of hiding. Rules A12.14, A12.33."""

    reveals: ClassVar[bool] = True

    units: AnyPieces
    place: AnyPlace


class Concealed(Event, frozen=True, tag="concealed"):
    """A side's units in a location become concealed. Rule A12.12."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace
    count: int


# -- ground ---------------------------------------------------------------------------------------


class Rubbled(Event, frozen=True, tag="rubbled"):
    """A building falls. Rule B24.1."""

    reveals: ClassVar[bool] = True

    place: AnyPlace


class Kindled(Event, frozen=True, tag="kindled"):
    """Something catches fire, burns higher or spreads. Rule B25."""

    reveals: ClassVar[bool] = True

    place: AnyPlace
    fire: str


class FireRolled(Event, frozen=True, tag="fire_rolled"):
    """Dice say whether a fire burns higher or spreads to a place. Rules B25.151, B25.6."""

    reveals: ClassVar[bool] = True

    place: AnyPlace
    dice: tuple[int, ...]


class GroundRolled(Event, frozen=True, tag="ground_rolled"):
    """Dice say what becomes of a place: of a building under shells, of mines under bombs.

    Attributes:
        matter: ``building``, ``cars``, ``falling``, ``mines`` (text ``matter.<what>``).
    """

    reveals: ClassVar[bool] = True

    place: AnyPlace
    matter: str
    dice: tuple[int, ...]


class Marked(Event, frozen=True, tag="marked"):
    """A chapter puts something down or takes it away: a breach, debris, a trail break.

    Attributes:
        what: ``debris``, ``breach``, ``trail_break`` … (text ``what.<what>``).
        change: ``placed`` or ``removed``.
    """

    place: AnyPlace
    what: str
    change: str


class ZoneCleared(Event, frozen=True, tag="zone"):
    """A prepared fire zone is cleared, or a hidden one comes to light. Rules B36.2, fn-B21.

    Attributes:
        thing: What the hex is now: ``vineyard`` or ``open_ground``.
    """

    side: Side
    place: AnyPlace
    thing: str


class DummiesDrawn(Event, frozen=True, tag="dummies"):
    """A side learns how many dummy minefields it has. Rule P7.2e."""

    reveals: ClassVar[bool] = True

    side: Side
    dice: tuple[int, ...]
    count: int
