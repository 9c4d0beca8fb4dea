"""What can happen in *Battle of the Bulge: Ardennes '44*, as data."""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import Event, Modifier, Side
from salient.engine.ids import Piece, Pieces, Place


class PhaseBegan(Event, frozen=True, tag="phase"):
    """A phase begins. Rule 4.2."""

    turn: int
    phase: str


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit is set up. Rules 9.1, 9.2."""

    counted: ClassVar[bool] = True

    unit: Piece
    hex: Place


class Entered(Event, frozen=True, tag="entered"):
    """Units come onto the map. Rule 9.3."""

    units: Pieces
    entry: Place
    to: Place


class BrokeThrough(Event, frozen=True, tag="broke_through"):
    """German units leave the map. Rule 13.5."""

    units: Pieces
    entry: Place


class Evacuated(Event, frozen=True, tag="evacuated"):
    """Allied units leave the map. Rule 13.9."""

    units: Pieces
    entry: Place


class GuardPosted(Event, frozen=True, tag="guard"):
    """An Allied unit is bound by a breakthrough. Rule 13.7."""

    unit: Piece
    entry: Place


class Dropped(Event, frozen=True, tag="dropped"):
    """Paratroops land. Rule 9.4."""

    reveals: ClassVar[bool] = True

    unit: Piece
    aimed: Place
    landed: Place


class DropFailed(Event, frozen=True, tag="drop_failed"):
    """Paratroops turn back or are lost. Rule 9.4."""

    reveals: ClassVar[bool] = True

    unit: Piece
    reason: str


class SkorzenyChosen(Event, frozen=True, tag="skorzeny"):
    """The use of Skorzeny's force is settled. Rule 9.5-1."""

    use: str


class CommandoFound(Event, frozen=True, tag="commando_found"):
    """A commando is discovered and removed. Rule 9.5-3b."""

    unit: Piece


class Misled(Event, frozen=True, tag="misled"):
    """Commandos send an Allied unit the wrong way. Rule 9.5-3e."""

    units: Pieces


class LinesDrawn(Event, frozen=True, tag="lines"):
    """The army boundary lines are extended. Rule 9.6."""

    line: str


class AirMission(Event, frozen=True, tag="air"):
    """An air support marker is used. Rules 10.3, 10.4, 10.5, 10.6, 10.7."""

    role: str
    hex: Place


class CombatDeclared(Event, frozen=True, tag="declared"):
    """An attack is announced. Rule 8.3-1."""

    attackers: Pieces
    target: Place


class CombatCancelled(Event, frozen=True, tag="cancelled"):
    """A declared attack cannot be made any more. Rule 8.2-1c."""

    target: Place


class CombatResolved(Event, frozen=True, tag="combat"):
    """Dice, odds, shifts and result of a combat. Rules 8.3-3, 8.3-4, 8.3-5."""

    reveals: ClassVar[bool] = True

    target: Place
    attack: int
    defence: int
    odds: str
    shifts: tuple[Modifier, ...]
    column: str
    dice: tuple[int, ...]
    result: str


class LostStep(Event, frozen=True, tag="lost_step"):
    """A unit is turned to its reduced side. Rule 2.3."""

    unit: Piece


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit is removed from the map for good. Rules 2.3b, 13.4."""

    unit: Piece
    reason: str

    def join(self, previous: Event) -> tuple[Event, ...]:
        """The loss of a commando that was found need not be told again."""
        return (previous,) if previous == CommandoFound(self.unit) else (previous, self)


class Retreated(Event, frozen=True, tag="retreated"):
    """A unit retreats into a hex, the last one or one on its way. Rule 8.5."""

    unit: Piece
    to: Place

    def join(self, previous: Event) -> tuple[Event, ...]:
        """A short log tells where the retreat ended."""
        on_the_way = isinstance(previous, Retreated) and previous.unit == self.unit
        return (self,) if on_the_way else (previous, self)


class Withdrew(Event, frozen=True, tag="withdrew"):
    """The defender chooses to give ground. Rule 8.5-3."""

    target: Place


class Pursued(Event, frozen=True, tag="pursued"):
    """A unit follows into the vacated hex. Rule 8.6."""

    unit: Piece
    to: Place


class SupplyChanged(Event, frozen=True, tag="supply"):
    """A unit's supply gets better or worse. Rules 11.3, 11.4, 11.5."""

    unit: Piece
    status: str


class Recorded(Event, frozen=True, tag="recorded"):
    """The German victory points at the end of a player turn. Rules 4.2-A5, 4.2-B5."""

    side: Side
    total: int
