"""What can happen in *A Time for Trumpets*, as data."""

from __future__ import annotations

from typing import ClassVar

from salient.engine.events import AnyPiece, AnyPieces, AnyPlace, Event, Modifier, Side


class TurnBegan(Event, frozen=True, tag="turn"):
    """A turn begins. Rule def-turns."""

    turn: str


class SegmentBegan(Event, frozen=True, tag="segment"):
    """A player's segment begins. Rules sop-13, sop-32."""

    side: Side


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit is set up."""

    counted: ClassVar[bool] = True

    unit: AnyPiece
    hex: AnyPlace


class Activated(Event, frozen=True, tag="activated"):
    """A corps is taken, active or resting. Rules sop-14, sop-15."""

    formation: str
    state: str


class Entered(Event, frozen=True, tag="entered"):
    """Units come onto the map. Rule sop-23."""

    units: AnyPieces
    to: AnyPlace


class LostStep(Event, frozen=True, tag="lost_step"):
    """A unit loses a step and lives. Rule rc-unit-2."""

    unit: AnyPiece


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit is eliminated."""

    unit: AnyPiece
    reason: str


class Retreated(Event, frozen=True, tag="retreated"):
    """A unit retreats. Rule rc-ret-1."""

    unit: AnyPiece
    to: AnyPlace


class Advanced(Event, frozen=True, tag="advanced"):
    """Units advance after combat. Rules tab-adv, rc-adv-1."""

    unit: AnyPiece
    to: AnyPlace


class Disrupted(Event, frozen=True, tag="disrupted"):
    """A unit is disrupted. Rule 29.3."""

    unit: AnyPiece
    cause: str


class CombatResolved(Event, frozen=True, tag="combat"):
    """Factors, odds, shifts, dice and result of a ground combat. Rules gc-8 to gc-15."""

    reveals: ClassVar[bool] = True

    target: AnyPlace
    attack: int
    defence: int
    odds: str
    shifts: tuple[Modifier, ...]
    drm: tuple[Modifier, ...]
    column: str
    red: int
    white: int
    attrition: str
    result: str


class ModeChanged(Event, frozen=True, tag="mode"):
    """Guns or an HQ deploy or go to march formation. Rule rc-mode-1."""

    unit: AnyPiece
    mode: str


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """Units attack a hex, with their guns. Rules gc-6a, gc-6c."""

    units: AnyPieces
    target: AnyPlace
    guns: AnyPieces
    manner: str


class GunsAnswered(Event, frozen=True, tag="guns_answered"):
    """Guns support a defence. Rule gc-6f."""

    guns: AnyPieces
    target: AnyPlace


class CombatCancelled(Event, frozen=True, tag="combat_cancelled"):
    """The sides lose sight of each other. Rules cancel-1, cancel-2."""

    reveals: ClassVar[bool] = True

    target: AnyPlace
    red: int
    white: int


class AttackBrokenOff(Event, frozen=True, tag="broken_off"):
    """An attack ends before its dice. Rules res-ba-s, res-ba-a."""

    target: AnyPlace


class BlitzResolved(Event, frozen=True, tag="blitz"):
    """Factors, odds, shifts, die and result of a blitzkrieg attack. Rule tab-blitz."""

    reveals: ClassVar[bool] = True

    target: AnyPlace
    attack: int
    defence: int
    odds: str
    shifts: tuple[Modifier, ...]
    drm: tuple[Modifier, ...]
    column: str
    die: int
    result: str


class Barrage(Event, frozen=True, tag="barrage"):
    """Guns fire a barrage into a hex. Rules tab-bd, tab-ba.

    Attributes:
        side: Whose guns.
        column: From 1 to 8.
        die: Of coordination, 0 if none was needed (note-bd-b).
        roll: Of the table, 0 if the fire was not coordinated.
        result: The cell.
    """

    reveals: ClassVar[bool] = True

    side: Side
    target: AnyPlace
    cf: int
    column: int
    die: int
    roll: int
    result: str


class Marked(Event, frozen=True, tag="marked"):
    """Units get a marker: ``engaged``, ``ca`` or ``shock``. Rules res-crt-eng, res-crt-ca."""

    units: AnyPieces
    marker: str


class StoodFast(Event, frozen=True, tag="stood"):
    """An all-out effort: units do not retreat. Rule gc-18."""

    units: AnyPieces
    leader: str


class Declined(Event, frozen=True, tag="declined"):
    """A hex does not make the counter-attack it owes. Rule rc-ca-1."""

    hex: AnyPlace
