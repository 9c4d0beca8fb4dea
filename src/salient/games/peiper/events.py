"""What can happen in a campaign besides what happens in its scenarios, as data."""

from __future__ import annotations

from typing import Annotated, ClassVar

from salient.engine.events import AnyPiece, AnyPlace, Event, Modifier, Side

ChartGroup = Annotated[int, "group"]
"""A group of the charts by its number, told by its name."""


class DateBegan(Event, frozen=True, tag="cg_date"):
    """A CG date begins. Rule P8.6121."""

    date: str


class RefitStep(Event, frozen=True, tag="refit_step"):
    """A step of the refit phase begins. Rule P8.6.

    Attributes:
        phase: Its name (``phase.<phase>``).
    """

    number: int
    phase: str


class Told(Event, frozen=True, tag="told"):
    """A line of the refit report: what a step came to for a side.

    Attributes:
        line: What it says (``line.<line>``).
        number: The number in it, if any.
        rule: The rule behind it.
    """

    side: Side
    line: str
    number: int = 0
    rule: str = ""


class AllRallied(Event, frozen=True, tag="all_rallied"):
    """Every broken unit of both sides rallies. Rule P8.6031a."""

    count: int


class WeatherRolled(Event, frozen=True, tag="weather_rolled"):
    """Dice for the weather of a date, and for whether aircraft fly. Rules P8.617, P8.6171, CG3."""

    reveals: ClassVar[bool] = True

    dice: tuple[int, ...]


class Weathered(Event, frozen=True, tag="weather"):
    """The weather of a date. Rule P8.617."""

    mist: str
    cloud: str


class Diced(Event, frozen=True, tag="diced"):
    """Dice of the refit phase.

    Attributes:
        purpose: What for (``purpose.<purpose>``).
        need: What was needed, at most.
        result: What came of it (``result_of.<result>``).
    """

    reveals: ClassVar[bool] = True

    side: Side
    purpose: str
    dice: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    result: str
    rule: str


class UnitDiced(Event, frozen=True, tag="unit_diced"):
    """Dice of the refit phase about one counter."""

    reveals: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    purpose: str
    dice: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    result: str
    rule: str


class UnitFared(Event, frozen=True, tag="unit_fared"):
    """What became of a counter without dice (``fate.<fate>``)."""

    side: Side
    unit: AnyPiece
    fate: str
    rule: str


class ContentsRolled(Event, frozen=True, tag="contents_rolled"):
    """Dice for what a group turns out to be. Rules P8.6202, P8.6203, P8.6204, P8.6205.

    Attributes:
        matter: ``type``, ``coming`` or ``leader`` (text ``matter.<what>``).
    """

    reveals: ClassVar[bool] = True

    side: Side
    group: ChartGroup
    matter: str
    dice: tuple[int, ...]


class Arrived(Event, frozen=True, tag="arrived"):
    """A counter joins an order of battle. Rule P8.620."""

    counted: ClassVar[bool] = True

    side: Side
    unit: AnyPiece
    group: ChartGroup


class Bought(Event, frozen=True, tag="bought"):
    """A group is bought. Rule P8.619."""

    side: Side
    group: ChartGroup
    placing: str
    price: int
    left: int


class Points(Event, frozen=True, tag="points"):
    """Purchase points come in. Rule P8.616."""

    reveals: ClassVar[bool] = True

    side: Side
    dice: tuple[int, int]
    modifiers: tuple[Modifier, ...]
    total: int


class Built(Event, frozen=True, tag="built"):
    """A fortification is built. Rule P8.621."""

    side: Side
    work: str
    place: AnyPlace
    left: int


class NotBuilt(Event, frozen=True, tag="not_built"):
    """For a fortification that was planned something is in the way. Rule P8.621."""

    side: Side
    work: str
    place: AnyPlace


class Objective(Event, frozen=True, tag="objective"):
    """A group's objective hex is named. Rule P8.2-objective-a."""

    side: Side
    group: ChartGroup
    place: AnyPlace


class ObjectiveShown(Event, frozen=True, tag="objective_shown"):
    """An objective hex is taken and shown. Rule P8.2-objective-b."""

    side: Side
    place: AnyPlace


class ChitLaid(Event, frozen=True, tag="chit_laid"):
    """A side lays its chit. Rule P8.6231."""

    side: Side
    chit: str


class BattleJoined(Event, frozen=True, tag="battle"):
    """What the chits lead to: an attack, a dual attack or an idle date. Rules P8.6232, P8.6233.

    Attributes:
        battle: Which of them (``battle.<battle>``).
        first: Who moves first: ``german``, ``american`` or ``nobody``.
    """

    battle: str
    first: str


class GameEndRolled(Event, frozen=True, tag="game_end"):
    """The die for the end of a scenario. Rule CG23."""

    reveals: ClassVar[bool] = True

    side: Side
    die: int
    modifiers: tuple[Modifier, ...]
    need: int
    result: str

    @property
    def thrown(self) -> tuple[int, ...]:
        """The die."""
        return (self.die,)


class ScenarioEnded(Event, frozen=True, tag="scenario_ended"):
    """A CG scenario has ended. Rules P8.6032a, P8.6033.

    Attributes:
        winner: Message id of who won: ``german``, ``american`` or ``nobody``.
    """

    winner: str
    german_lvp: int
    american_lvp: int
    german_total: int
    american_total: int


class ReserveReleased(Event, frozen=True, tag="reserve_released"):
    """Reserves come out from under their cloaking counter. Rule CG7b-2."""

    side: Side
    place: AnyPlace


class ReserveMoved(Event, frozen=True, tag="reserve_moved"):
    """Reserves go out of a fire. Rule CG7b-7."""

    side: Side
    origin: AnyPlace
    place: AnyPlace


class BridgeFell(Event, frozen=True, tag="bridge_fell"):
    """A bridge is destroyed. Rule P8.52-VC."""

    side: Side
    place: AnyPlace
