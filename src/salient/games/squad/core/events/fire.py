"""What happens under fire: smoke, artillery, aircraft, snipers, attacks. A7-A9, A14, C, E7."""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import (
    AnyPiece,
    AnyPieces,
    AnyPlace,
    AnyPlaces,
    Event,
    Lot,
    Modifier,
    Side,
)

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


class FlightArrived(Event, frozen=True, tag="flight"):
    """A die says in which turn aircraft come. Rule E7.2."""

    side: Side
    dice: tuple[int, ...]
    turn: int
    planes: int


class Sighted(Event, frozen=True, tag="sighted"):
    """A plane tries to make its target out. Rule E7.3."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: str


class FlakFired(Event, frozen=True, tag="flak"):
    """Fire at a plane. Rule E7.5."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    dice: tuple[int, ...]
    need: int
    result: str


class ChitDrawn(Event, frozen=True, tag="chit"):
    """A chit is drawn for a battery. Rule C1.21."""

    reveals: ClassVar[bool] = True

    side: Side
    colour: str
    lots: tuple[Lot, ...]


class Spotted(Event, frozen=True, tag="spotted"):
    """A spotting round falls. Rules C1.3, C1.32."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace


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
    """A sniper shoots, at somebody drawn by lot. Rule A14.3."""

    reveals: ClassVar[bool] = True

    side: Side
    dice: tuple[int, ...]
    lots: tuple[Lot, ...]
    units: AnyPieces
    result: str


class SniperPlaced(Event, frozen=True, tag="sniper_placed"):
    """A sniper takes a place, by lot or where he has shot. Rule A14.2."""

    reveals: ClassVar[bool] = True

    side: Side
    place: AnyPlace
    lots: tuple[Lot, ...] = ()


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
        same_dice: Whether the dice are those of another event, which tells them (A23.6, C13.81).
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
    same_dice: bool = False

    @property
    def thrown(self) -> tuple[int, ...]:
        """Its dice, unless they fell for something else."""
        return () if self.same_dice else self.dice

    def rumour(self) -> Event:
        """The roll is thrown on the table, whoever fired (A12.14)."""
        return Overheard(
            self.side, (), self.target, self.means, self.column, self.dice, self.modifiers,
            self.result, self.same_dice,
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
