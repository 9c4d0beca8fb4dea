"""What becomes of men: morale, rout, surrender, spirit, close combat. A10, A11, A15, A20."""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import AnyPiece, AnyPieces, AnyPlace, Event, Modifier, Side
from salient.games.squad.core.events.movement import Stirred

# -- morale ---------------------------------------------------------------------------------------


class Checked(Event, frozen=True, tag="checked"):
    """A morale check, pin task check, task check or rally attempt. Rules A10.3, A7.8, A10.6.

    Attributes:
        check: ``mc``, ``ptc``, ``rally``, ``interdiction``, ``llmc`` …
        need: The highest final roll that passes.
        result: ``passed`` or ``failed``.
        same_dice: Whether the dice are those of the check's own fire, which tells them (A8.31).
    """

    reveals: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    check: str
    dice: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    result: str
    same_dice: bool = False

    @property
    def thrown(self) -> tuple[int, ...]:
        """Its dice, unless they fell for something else."""
        return () if self.same_dice else self.dice


class Selected(Event, frozen=True, tag="selected"):
    """Random selection: a die for each of some units. Rule A.9.

    Attributes:
        side: Whose units.
        units: In the order of their dice; none for those who do not see them.
    """

    reveals: ClassVar[bool] = True
    chooses: ClassVar[bool] = True

    side: Side
    place: AnyPlace
    units: AnyPieces
    dice: tuple[int, ...]

    def rumour(self) -> Event:
        """The dice without the units."""
        return Selected(self.side, self.place, (), self.dice)


class Became(Event, frozen=True, tag="became"):
    """A unit's state changes: broken, pinned, rallied, wounded, reduced … Rules A7.8, A10, A17."""

    unit: AnyPiece
    state: str


class Replaced(Event, frozen=True, tag="replaced"):
    """A unit is replaced by one of lower quality. Rule A19.13."""

    unit: AnyPiece
    kind: str


class Split(Event, frozen=True, tag="split"):
    """A squad deploys into two half-squads. Rule A1.31."""

    side: Side
    unit: AnyPiece
    other: AnyPiece


class Recombined(Event, frozen=True, tag="recombined"):
    """Two half-squads are a squad again. Rule A1.32."""

    side: Side
    unit: AnyPiece
    other: AnyPiece


class Abandoned(Event, frozen=True, tag="abandoned"):
    """A crew gives its vehicle up. Rule D5.4."""

    side: Side
    unit: AnyPiece
    vehicle: AnyPiece


class Manned(Event, frozen=True, tag="manned"):
    """Somebody mans a vehicle that was given up. Rule D5.4."""

    side: Side
    unit: AnyPiece
    vehicle: AnyPiece


class Captured(Event, frozen=True, tag="captured"):
    """A unit is taken prisoner. Rule A20.5."""

    reveals: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    guard: AnyPiece


class Guarded(Event, frozen=True, tag="guarded"):
    """A prisoner gets another guard. Rule A20.5."""

    side: Side
    unit: AnyPiece
    guard: AnyPiece


class Escaped(Event, frozen=True, tag="escaped"):
    """A prisoner is free, without arms. Rule A20.551."""

    side: Side
    unit: AnyPiece
    place: AnyPlace


class Rearmed(Event, frozen=True, tag="rearmed"):
    """Freed men have arms again. Rule A20.551."""

    unit: AnyPiece
    kind: str


class Refused(Event, frozen=True, tag="refused"):
    """A surrender is refused. Rule A20.3."""

    reveals: ClassVar[bool] = True

    side: Side
    unit: AnyPiece


class Massacred(Event, frozen=True, tag="massacred"):
    """Prisoners are killed. Rule A20.4."""

    side: Side
    guard: AnyPiece
    units: AnyPieces


class HeatRolled(Event, frozen=True, tag="heat"):
    """Heat of battle. Rule A15.1."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: str


class HeroMade(Event, frozen=True, tag="hero"):
    """A hero rises. Rule A15.21."""

    unit: AnyPiece
    place: AnyPlace


class Hardened(Event, frozen=True, tag="hardened"):
    """A unit is hardened by battle, or fanatic. Rule A15.3."""

    unit: AnyPiece
    kind: str


class LeaderMade(Event, frozen=True, tag="leader_made"):
    """A leader comes up from the ranks, or not. Rule A18.2."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    kind: str


class Disengaged(Event, frozen=True, tag="disengaged"):
    """A unit gets out of a melee. Rules A11.2, A11.22."""

    reveals: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    origin: AnyPlace
    to: AnyPlace


class Withdrew(Event, frozen=True, tag="withdrew"):
    """A recalled vehicle leaves the map for good. Rule D5.341."""

    vehicle: AnyPiece
    place: AnyPlace


class ShockRolled(Event, frozen=True, tag="shock"):
    """A shocked crew comes round, or does not. Rule C7.42."""

    reveals: ClassVar[bool] = True

    vehicle: AnyPiece
    dice: tuple[int, ...]
    result: str


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
    dice: tuple[int, ...]


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
