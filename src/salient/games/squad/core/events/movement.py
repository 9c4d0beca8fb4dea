"""What happens on the move: on foot, in the dark, with vehicles. Rules A4, C10, D2, D6, E1."""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import AnyPiece, AnyPieces, AnyPlace, Event, Leg, Modifier, Side

# -- movement -------------------------------------------------------------------------------------


class Stirred(Event, frozen=True, tag="stirred"):
    """Concealed units move: what their enemy sees of it. Rule A12.11."""

    side: Side
    origin: AnyPlace
    to: AnyPlace


class Moved(Leg, Event, frozen=True, tag="moved"):
    """Units enter a location. Rule A4."""

    side: Side
    units: AnyPieces
    origin: AnyPlace
    to: AnyPlace
    cost: int

    def rumour(self) -> Event:
        """The enemy sees that something moves."""
        return Stirred(self.side, self.origin, self.to)


class Bypassed(Event, frozen=True, tag="bypassed"):
    """Units go along a hexside of a hex. Rules A4.3, D2.3."""

    side: Side
    units: AnyPieces
    origin: AnyPlace
    to: AnyPlace
    hexside: str
    cost: int

    def rumour(self) -> Event:
        """The enemy sees that something moves."""
        return Stirred(self.side, self.origin, self.to)


class Hastened(Event, frozen=True, tag="hastened"):
    """Units double-time and are CX. Rule A4.5."""

    side: Side
    units: AnyPieces


class LetGo(Event, frozen=True, tag="let_go"):
    """First fire was not used. Rule A8.1.

    Where the enemy goes on to is news, so that it cannot be taken back; nobody needs to be told.
    """

    reveals: ClassVar[bool] = True

    side: Side

    def seen_by(self, side: int | None) -> Event | None:
        """Only who sees everything is told."""
        return self if side is None else None


class Vanished(Event, frozen=True, tag="vanished"):
    """A question mark was a dummy. Rule A12.11."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace


class Appeared(Event, frozen=True, tag="appeared"):
    """Hidden units are put on the map, under question marks. Rule A12.33."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace


class Strayed(Event, frozen=True, tag="strayed"):
    """Units set out at night, and may lose their way. Rule E1.5."""

    reveals: ClassVar[bool] = True

    side: Side
    units: AnyPieces
    dice: tuple[int, ...]
    result: str


class Darkened(Event, frozen=True, tag="darkened"):
    """How far one sees in this turn of a night. Rules E1.1, E1.12."""

    dice: tuple[int, ...]
    nvr: int


class Freed(Event, frozen=True, tag="freed"):
    """Units have freedom of movement from now on. Rule E1.21."""

    units: AnyPieces
    place: AnyPlace


class LightFired(Event, frozen=True, tag="light_fired"):
    """Somebody tries to put a starshell over a hex. Rule E1.92."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace
    dice: tuple[int, ...]
    result: str


class LightFaded(Event, frozen=True, tag="light_faded"):
    """A starshell has burnt down. Rule E1.92."""

    place: AnyPlace


class BouncedBack(Event, frozen=True, tag="bounced"):
    """Units run into hidden enemies and are thrown back. Rule A12.42."""

    reveals: ClassVar[bool] = True

    units: AnyPieces
    place: AnyPlace


class FellBack(Event, frozen=True, tag="fell_back"):
    """A unit does not get past a place and goes back to where it came from. Rule B34.43b."""

    unit: AnyPiece
    place: AnyPlace
    to: AnyPlace


class Exited(Event, frozen=True, tag="exited"):
    """Units leave the map. Rule A2.6."""

    units: AnyPieces
    place: AnyPlace


# -- vehicles -------------------------------------------------------------------------------------


class Boarded(Event, frozen=True, tag="boarded"):
    """A unit gets on a vehicle. Rule D6.4."""

    side: Side
    unit: AnyPiece
    vehicle: AnyPiece


class Alighted(Event, frozen=True, tag="alighted"):
    """A unit gets off a vehicle, or falls off it. Rules D6.5, D6.24."""

    side: Side
    unit: AnyPiece
    vehicle: AnyPiece
    place: AnyPlace


class Hooked(Event, frozen=True, tag="hooked"):
    """A gun is hooked to a vehicle, or unhooked. Rule C10.1."""

    side: Side
    gun: AnyPiece
    vehicle: AnyPiece
    change: str


class Turned(Event, frozen=True, tag="turned"):
    """A vehicle or gun turns to a corner. Rules D2.11, C5.1."""

    unit: AnyPiece
    corner: str


class CrossedAt(Event, frozen=True, tag="crossed"):
    """Somebody passes a roadblock across a street at a corner of its hexside. Rule P5.141e."""

    side: Side
    place: AnyPlace
    corner: str


class Started(Event, frozen=True, tag="started"):
    """A vehicle starts. Rule D2.12."""

    unit: AnyPiece


class Stopped(Event, frozen=True, tag="stopped"):
    """A vehicle stops. Rule D2.13."""

    unit: AnyPiece


class Buttoned(Event, frozen=True, tag="buttoned"):
    """A vehicle closes or opens its hatches. Rule D5.3."""

    unit: AnyPiece
    hatch: str


class BogChecked(Event, frozen=True, tag="bog"):
    """A bog check. Rule D8.2."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: str
