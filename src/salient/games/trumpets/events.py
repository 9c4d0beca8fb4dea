"""What can happen in *A Time for Trumpets*, as data."""

from __future__ import annotations

from typing import ClassVar

import msgspec

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


class MovedUnseen(Event, frozen=True, tag="moved_unseen"):
    """So many units of a side went from one hex to another; its enemy does not see who.

    Rules gc-6b, gc-6e.
    """

    side: Side
    count: int
    origin: AnyPlace
    to: AnyPlace

    def join(self, previous: Event) -> tuple[Event, ...]:
        """A march is told as one."""
        if (
            isinstance(previous, MovedUnseen)
            and previous.to == self.origin
            and (previous.side, previous.count) == (self.side, self.count)
        ):
            return (msgspec.structs.replace(previous, to=self.to),)
        return previous, self


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
    """Factors, odds, shifts, dice and result of a ground combat.

    Rules gc-8, gc-9, gc-10, gc-11, gc-12, gc-13, gc-14, gc-15.
    """

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

    @property
    def thrown(self) -> tuple[int, ...]:
        """The red die and the white one."""
        return self.red, self.white


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

    @property
    def thrown(self) -> tuple[int, ...]:
        """The red die and the white one."""
        return self.red, self.white


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

    @property
    def thrown(self) -> tuple[int, ...]:
        """The die."""
        return (self.die,)


class Barrage(Event, frozen=True, tag="barrage"):
    """Guns fire a barrage into a hex. Rules tab-bd, tab-ba.

    Attributes:
        side: Whose guns.
        column: From 1 to 8.
        die: Of coordination, 0 if none was needed (note-bd-b).
        roll: Of the table, 0 if the fire was not coordinated.
        dice: All of these as they fell.
        result: The cell.
    """

    reveals: ClassVar[bool] = True

    side: Side
    target: AnyPlace
    cf: int
    column: int
    die: int
    roll: int
    dice: tuple[int, ...]
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


class GroundFound(Event, frozen=True, tag="ground"):
    """The ground of the turn was rolled. Rule sop-2."""

    reveals: ClassVar[bool] = True

    ground: str
    faces: tuple[int, ...]


class WeatherFound(Event, frozen=True, tag="weather"):
    """The weather of an army area was rolled. Rule sop-3."""

    reveals: ClassVar[bool] = True

    area: str
    weather: str
    faces: tuple[int, ...]
    squalls: bool


class FreshnessFound(Event, frozen=True, tag="freshness"):
    """An HQ tires. Rule sop-4."""

    unit: AnyPiece
    state: str


class CommandJudged(Event, frozen=True, tag="command"):
    """Units fall out of command. Rule sop-7."""

    units: AnyPieces


class SupplyFound(Event, frozen=True, tag="supply"):
    """The supply of units changes. Rule sop-9."""

    units: AnyPieces
    status: str


class RanLow(Event, frozen=True, tag="low_fuel"):
    """A formation runs short of fuel. Rule sop-11a."""

    unit: AnyPiece


class FuelCaptured(Event, frozen=True, tag="fuel_captured"):
    """Germans capture fuel. Rule sop-12b."""

    place: AnyPlace
    amount: int


class FuelSpent(Event, frozen=True, tag="fuel_spent"):
    """Captured fuel ends a shortage. Rule sop-12a."""

    unit: AnyPiece


class WorkBegan(Event, frozen=True, tag="work_began"):
    """A unit begins to build. Rule sop-19c."""

    unit: AnyPiece
    work: str


class Built(Event, frozen=True, tag="built"):
    """A position is finished. Rule pet-1."""

    place: AnyPlace
    work: str


class EngineersSet(Event, frozen=True, tag="engineers"):
    """Engineers are told to ferry, to bridge or to lay charges. Rules sop-20, sop-21, sop-22."""

    unit: AnyPiece
    work: str
    to: AnyPlace


class BridgeGrew(Event, frozen=True, tag="bridge"):
    """A bridge reaches a stage; 0 is taken up. Rules pet-3, rc-bridge-1."""

    a: AnyPlace
    b: AnyPlace
    stage: int


class BridgeBlown(Event, frozen=True, tag="blown"):
    """A bridge is blown. Rule note-blow-1."""

    reveals: ClassVar[bool] = True

    a: AnyPlace
    b: AnyPlace


class Withdrew(Event, frozen=True, tag="withdrew"):
    """Guns of a destroyed division leave. Rule pet-4."""

    unit: AnyPiece


class TeamMoved(Event, frozen=True, tag="team"):
    """A commando team is placed, found, or goes elsewhere. Rule tab-commando."""

    place: AnyPlace
    fate: str


class Bombed(Event, frozen=True, tag="bombed"):
    """Heavy bombers come, and a town may lie in rubble. Rule sop-5a."""

    reveals: ClassVar[bool] = True

    faces: tuple[int, ...]
    place: AnyPlace


class SquadronsFound(Event, frozen=True, tag="squadrons"):
    """The squadrons of the turn, and the die that says of what type each is. Rule sop-5b."""

    reveals: ClassVar[bool] = True

    types: tuple[str, ...]
    faces: tuple[int, ...] = ()


class MissionGiven(Event, frozen=True, tag="mission"):
    """A squadron patrols or is held. Rules sop-5d, sop-5e."""

    side: Side
    type: str
    mission: str
    place: AnyPlace


class Strafed(Event, frozen=True, tag="strafed"):
    """An aircraft strafes a unit, and the guns answer.

    Rules proc-strafe-1, proc-strafe-2, proc-strafe-3.
    """

    reveals: ClassVar[bool] = True

    type: str
    unit: AnyPiece
    place: AnyPlace
    red: int
    attack: tuple[Modifier, ...]
    hit: bool
    white: int
    answer: tuple[Modifier, ...]
    home: bool

    @property
    def thrown(self) -> tuple[int, ...]:
        """The red die and the white one."""
        return self.red, self.white


class FuelBurnt(Event, frozen=True, tag="fuel_burnt"):
    """A dump is burnt. Rule rc-fuel-3."""

    place: AnyPlace


class Attached(Event, frozen=True, tag="attached"):
    """A unit passes to another HQ. Rule sop-18b."""

    unit: AnyPiece
    hq: AnyPiece


class CorpsEvent(Event, frozen=True, tag="corps_event"):
    """Something befalls a German corps. Rule sop-15a."""

    reveals: ClassVar[bool] = True

    formation: str
    happening: str


class HqReturned(Event, frozen=True, tag="hq_returned"):
    """An HQ is raised anew, or formed. Rules rc-hq-2, sop-18c."""

    unit: AnyPiece
    place: AnyPlace


class GunsExchanged(Event, frozen=True, tag="guns_exchanged"):
    """A substitute becomes battalions, or the reverse. Rule met-15."""

    unit: AnyPiece
    exchange: str


class LeftMap(Event, frozen=True, tag="left_map"):
    """Units leave the map. Rules rc-off-1, rc-exit-1."""

    units: AnyPieces
    place: AnyPlace


class Overran(Event, frozen=True, tag="overran"):
    """A stack overruns a hex. Rule rc-over-1."""

    units: AnyPieces
    target: AnyPlace


class ArrivalsDue(Event, frozen=True, tag="arrivals"):
    """Units arrive in this turn. Rule sop-1."""

    units: AnyPieces


class Dropped(Event, frozen=True, tag="dropped"):
    """Paratroops land, or are lost. Rule rc-drop-1."""

    reveals: ClassVar[bool] = True

    unit: AnyPiece
    place: AnyPlace
    faces: tuple[int, ...]
