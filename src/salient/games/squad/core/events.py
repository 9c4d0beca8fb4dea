"""What can happen in the squad game, as data.

Some of it only one side may see: ``seen_by`` gives what a side sees of an event, the event itself,
a version without names, or nothing.
"""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import (
    AnyPiece,
    AnyPieces,
    AnyPlace,
    AnyPlaces,
    Event,
    Leg,
    Modifier,
    Side,
)

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


class Strayed(Event, frozen=True, tag="strayed"):
    """Units set out at night, and may lose their way. Rule E1.5."""

    reveals: ClassVar[bool] = True

    side: Side
    units: AnyPieces
    dice: tuple[int, ...]
    result: str


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


# -- tries ----------------------------------------------------------------------------------------


class Tried(Event, frozen=True, tag="tried"):
    """Somebody tries something that dice decide: turning a turret, clearing a roadblock.

    Attributes:
        attempt: ``turret``, ``roadblock`` … (text ``attempt.<what>``).
    """

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    attempt: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: str


# -- smoke, shells from afar, snipers -------------------------------------------------------------


class SmokePlaced(Event, frozen=True, tag="smoke"):
    """Smoke grenades are thrown. Rule A24.1."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    place: AnyPlace
    dice: tuple[int, ...]
    result: str


class SmokeLaid(Event, frozen=True, tag="smoke_laid"):
    """Smoke shells cover a location. Rule A24.2."""

    place: AnyPlace
    strength: int


class SmokeThinned(Event, frozen=True, tag="smoke_thinned"):
    """Smoke disperses; at 0 it is gone. Rule A24.4."""

    place: AnyPlace
    strength: int


class Depleted(Event, frozen=True, tag="depleted"):
    """A gun has no more shells of a kind. Rule C8.9."""

    reveals: ClassVar[bool] = True

    gun: AnyPiece
    ammunition: str


class Contacted(Event, frozen=True, tag="contacted"):
    """A leader calls artillery. Rule C1.2."""

    reveals: ClassVar[bool] = True

    side: Side
    leader: AnyPiece
    dice: tuple[int, ...]
    need: int
    result: str


class Barraged(Event, frozen=True, tag="barraged"):
    """Artillery fires a mission. Rules C1.3, C1.31.

    Attributes:
        mission: ``barrage`` or ``screen`` (text ``mission.<what>``).
        aimed: Where it was called.
        place: Where it falls.
    """

    reveals: ClassVar[bool] = True

    side: Side
    mission: str
    aimed: AnyPlace
    place: AnyPlace
    dice: tuple[int, ...]
    result: str


class Bombarded(Event, frozen=True, tag="bombarded"):
    """A hex is bombarded before play. Rule C1.822."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace


class Sniped(Event, frozen=True, tag="sniped"):
    """A sniper shoots. Rule A14.3."""

    reveals: ClassVar[bool] = True

    side: Side
    dice: tuple[int, ...]
    units: AnyPieces
    result: str


class Searched(Event, frozen=True, tag="searched"):
    """Units search what is around them. Rule A12.152."""

    reveals: ClassVar[bool] = True

    units: AnyPieces
    dice: tuple[int, ...]
    places: AnyPlaces


# -- fire -----------------------------------------------------------------------------------------


class Fired(Event, frozen=True, tag="fired"):
    """An attack on the fire table. Rule A7.3.

    Attributes:
        means: By what.
        column: Firepower column after cowering.
        result: What the table says without cover of single targets.
    """

    reveals: ClassVar[bool] = True

    side: Side
    firers: AnyPieces
    target: AnyPlace
    means: str
    column: int
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: str

    def rumour(self) -> Event:
        """The roll is thrown on the table, whoever fired (A12.14)."""
        return Overheard(
            self.side, (), self.target, self.means, self.column, self.dice, self.modifiers,
            self.result,
        )  # fmt: skip


class Overheard(Fired, frozen=True, tag="overheard"):
    """An attack by firers who stay unseen: the other side learns all of it but who. Rule A12.14."""


class Struck(Fired, frozen=True, tag="struck"):
    """An attack that nobody on the map makes: residual fire, mines, artillery. Rule A7.3."""


class Cowered(Event, frozen=True, tag="cowered"):
    """The firers cower. Rule A7.9."""

    columns: int


class ResidualLeft(Event, frozen=True, tag="residual"):
    """Residual fire stays in a location. Rule A8.2."""

    place: AnyPlace
    column: int


class LaneLaid(Event, frozen=True, tag="lane"):
    """A machine-gun lays a fire lane. Rule A9.22."""

    weapon: AnyPiece
    places: AnyPlaces


class Malfunctioned(Event, frozen=True, tag="malfunctioned"):
    """A weapon breaks down, or is gone for good. Rule A9.7."""

    weapon: AnyPiece
    result: str


class Repaired(Event, frozen=True, tag="repaired"):
    """A repair is tried. Rule A9.72."""

    reveals: ClassVar[bool] = True

    weapon: AnyPiece
    dice: tuple[int, ...]
    result: str


class Recovered(Event, frozen=True, tag="recovered"):
    """A unit tries to pick up a weapon. Rule A4.44."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    item: AnyPiece
    dice: tuple[int, ...]
    result: str


class HitRolled(Event, frozen=True, tag="to_hit"):
    """A To Hit roll. Rule C3."""

    reveals: ClassVar[bool] = True

    gun: AnyPiece
    target: AnyPlace
    dice: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    result: str

    def rumour(self) -> Event:
        """The roll without the gun (A12.14)."""
        return UnseenShot(self.target, self.dice, self.need, self.modifiers, self.result)


class UnseenShot(Event, frozen=True, tag="unseen_shot"):
    """A To Hit roll of a weapon that stays unseen, as the other side learns of it. Rule A12.14."""

    reveals: ClassVar[bool] = True

    target: AnyPlace
    dice: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    result: str


class KillRolled(Event, frozen=True, tag="to_kill"):
    """A To Kill roll. Rule C7."""

    reveals: ClassVar[bool] = True

    gun: AnyPiece
    vehicle: AnyPiece
    aspect: str
    dice: tuple[int, ...]
    need: int
    result: str

    def rumour(self) -> Event:
        """The roll without the gun (A12.14)."""
        return UnseenHit(self.vehicle, self.aspect, self.dice, self.need, self.result)


class UnseenHit(Event, frozen=True, tag="unseen_hit"):
    """A To Kill roll of a weapon that stays unseen, as the other side learns of it. Rule A12.14."""

    reveals: ClassVar[bool] = True

    vehicle: AnyPiece
    aspect: str
    dice: tuple[int, ...]
    need: int
    result: str


class MinesAttacked(Event, frozen=True, tag="mines"):
    """Mines go off. Rules B28.4, B28.5."""

    reveals: ClassVar[bool] = True

    place: AnyPlace
    kind: str
    dice: tuple[int, ...]
    result: str


# -- morale ---------------------------------------------------------------------------------------


class Checked(Event, frozen=True, tag="checked"):
    """A morale check, pin task check, task check or rally attempt. Rules A10.3, A7.8, A10.6.

    Attributes:
        check: ``mc``, ``ptc``, ``rally``, ``interdiction``, ``llmc`` …
        need: The highest final roll that passes.
        result: ``passed`` or ``failed``.
    """

    reveals: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    check: str
    dice: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    result: str


class Became(Event, frozen=True, tag="became"):
    """A unit's state changes: broken, pinned, rallied, wounded, reduced … Rules A7.8, A10, A17."""

    unit: AnyPiece
    state: str


class Replaced(Event, frozen=True, tag="replaced"):
    """A unit is replaced by one of lower quality. Rule A19.13."""

    unit: AnyPiece
    kind: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit is gone. Rule A7.302."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    cause: str


class Wrecked(Event, frozen=True, tag="wrecked"):
    """A vehicle is destroyed, perhaps burning. Rule D10."""

    vehicle: AnyPiece
    state: str


class Routed(Event, frozen=True, tag="routed"):
    """A broken unit routs into a location. Rule A10.5.

    It may be an enemy who has no choice, and who follows at once: news all the same.
    """

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    origin: AnyPlace
    to: AnyPlace


# -- close combat ---------------------------------------------------------------------------------


class Advanced(Event, frozen=True, tag="advanced"):
    """A unit advances. Rule A4.7."""

    side: Side
    unit: AnyPiece
    origin: AnyPlace
    to: AnyPlace

    def rumour(self) -> Event:
        """The enemy sees that something moves."""
        return Stirred(self.side, self.origin, self.to)


class AmbushRolled(Event, frozen=True, tag="ambush"):
    """Both sides roll for ambush. Rule A11.4."""

    reveals: ClassVar[bool] = True

    place: AnyPlace
    rolls: tuple[int, ...]
    result: str


class CloseCombat(Event, frozen=True, tag="close_combat"):
    """An attack in close combat. Rule A11.

    Attributes:
        odds: Attack and defence, as text.
        kill: The kill number.
        result: ``eliminated``, ``reduced``, ``immobilised`` or ``none``.
    """

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace
    odds: str
    kill: int
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: str


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
