"""The changing part of a campaign: the squad game's, and all that lasts from date to date."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Self

import msgspec

from salient.boards.bits import each_piece, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places
from salient.engine.state import Decision, Log, at_rest
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.charts import PLANES
from salient.games.peiper.setting import PeiperSetting
from salient.games.squad.combat.morale import credit, worth
from salient.games.squad.core.columns import Unit, Units
from salient.games.squad.core.scenario import Battery, Bombardment, Flight, Victory
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.terrain.board import OFF_MAP, Hexagon

NOBODY = -1
ENTERING, EXITED = 0, 1
"""The two parts of a holding box (8.15)."""

SNIPERS = 2
"""Snipers of a side on a map of more than one section. Rule CG16a."""

AIR, BARRAGE = "FB", "B"
"""The groups of aircraft and of a bombardment. Rule P8.6191."""

HELD = 99
"""In place of a turn: a group waits for a die to be let onto the map."""


class Terms(msgspec.Struct, frozen=True):
    """What the CG scenario being played, or last played, is fought under.

    Attributes:
        first: Who moves first.
        attacker: The Scenario Attacker, or -1 in a dual attack (8.623).
        initial: Whether it is the first of the campaign.
        words: Special rules in force, sorted.
        san: Sniper activation numbers.
        lvp: LVP of each side when it began.
        fanatic: Whether the Germans have declared fanaticism (CG14).
    """

    first: int = 0
    attacker: int = NOBODY
    initial: bool = False
    words: tuple[str, ...] = ()
    san: tuple[int, int] = (0, 0)
    lvp: tuple[int, int] = (0, 0)
    fanatic: bool = False


class Weather(msgspec.Struct, frozen=True):
    """The weather of a CG date. Rule P8.617.

    Attributes:
        flying: Whether aircraft can fly.
    """

    mist: str = "clear"
    cloud: str = "overcast"
    moon: str = ""
    ground: str = "damp"
    snowfall: bool = False
    flying: bool = False


class Force(msgspec.Struct, frozen=True):
    """A reinforcement group in an order of battle: a line of the purchase record. Rule P8.6198.

    Attributes:
        chart: Its id in the chart; of loose counters of a first order of battle their kind.
        date: When it was bought.
        preset: Whether it was given.
        placing: How it comes into play: ``reserve``, ``map``, ``enter`` or ``early``.
        form: Which of two forms was bought: ``module`` of a mortar section, ``radio``, ``phone``
            or ``observer`` of artillery.
        entry: The entry area named for it, or -1.
        strength: ``full`` or ``reduced``; empty until it is diced.
        units: Its counters.
        objective: Its objective hex, or -1.
        since: The turn from which it may enter.
        new: Whether it has never been set up or entered.
    """

    chart: str
    side: int
    date: int
    preset: bool = False
    placing: str = "map"
    form: str = ""
    entry: int = -1
    strength: str = ""
    units: int = 0
    objective: Hexagon = OFF_MAP
    since: int = 1
    new: bool = True


class Line(msgspec.Struct, frozen=True):
    """A line of the campaign roster: one CG date. Rule P8.14.

    Attributes:
        date: Which.
        chits: What each side played, empty for the initial scenario.
        battle: ``initial``, ``attack``, ``dual`` or ``idle``.
        attacker: The attacker, or -1.
        winner: Who won the scenario, or -1.
        lvp, cg_lvp, cvp: Of each side at its end.
        bought: Ids of what each side bought on the date.
    """

    date: int
    battle: str
    chits: tuple[str, str] = ("", "")
    attacker: int = NOBODY
    winner: int = NOBODY
    lvp: tuple[int, int] = (0, 0)
    cg_lvp: tuple[int, int] = (0, 0)
    cvp: tuple[int, int] = (0, 0)
    bought: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class PeiperState(SquadState, kw_only=True):
    """Everything that changes.

    Attributes:
        date: The CG date (see :mod:`.calendar`).
        refit: The step of the refit phase being done, 0 in play.
        terms: What the scenario is fought under.
        weather: That of the date.
        box: For counters off the map: 2 * entry area + part of its holding box (8.15).
        home: For counters kept on the map between scenarios: the hex where they ended (8.6055).
        forces: The reinforcement groups of both sides.
        reserve: Units under reserve cloaking counters (CG7a).
        cpp: Purchase points of each side.
        fpp: Fortification points of each side, in the step only.
        chits: Attack chits that each side has played.
        chosen: Chits laid face down on this date.
        cg_lvp: CG-LVP totals (8.6033).
        snipers: What each side has added to its SAN.
        san_now: SAN of each side on this date (8.6122).
        ammo_short: Whether the Germans are short of ammunition (8.618).
        short: American units in ammunition shortage (6057, CG17).
        dry: Vehicles without fuel.
        declared: How often fanaticism has been declared (CG14).
        objectives: Revealed objective hexes of each side, strategic for good.
        early: Entry areas opened by early entry (CG6c-2).
        fausts: Halves of panzerfaust shots (CG13).
        idle: Whether an idle date has intervened since the last scenario.
        released: Reserve counters released in this scenario (SSR-III.6).
        watched: Hexes of each side that reconnaissance has named (8.622).
        settled: Units that have been set up in this step (8.624).
        burnt: Burnt-out wrecks (CG19b).
        guns_behind: Batteries of the scenario (CG15).
        planned: Works that are built when the scenario begins: side, work, hex.
        barrages: What is bombarded before the scenario.
        fallen: Bridges that are destroyed, and by whom (P8.52-VC).
        veiled: Units from which step 8.602 took question marks, of whom the enemy learns nothing.
        rolling: Guns that need not set up near where they stood (CG12b).
        unlaid: Guns whose facing is not settled yet (SSR-I.3).
        flamers, asked: Tanks with a flamethrower, and those for which one was asked (CG8).
        noted: Units whose states are on paper (CG10).
        dug: Foxholes and trenches that the enemy does not know, with whose they are.
        bore: Where a machine-gun stood and what it was sighted in on for the night (CG12a).
        fled: Reserves that have moved out of a fire (CG7b-7).
        beside: Units placed beside the map in this player turn (CG7-2).
        sharing: Who gets ammunition in this player turn, and from whom (CG17a).
        roster: The campaign roster.
    """

    musters_in_secret: ClassVar[bool] = True

    setting: PeiperSetting
    date: int = 0
    refit: int = 0
    terms: Terms = Terms()
    weather: Weather = Weather()
    box: dict[Unit, int] = {}
    home: dict[Unit, Hexagon] = {}
    forces: list[Force] = []
    reserve: Units = 0
    cpp: list[int]
    fpp: list[int]
    chits: list[int]
    chosen: list[str]
    cg_lvp: list[int]
    snipers: list[int]
    san_now: list[int]
    ammo_short: bool = False
    short: Units = 0
    dry: Units = 0
    declared: int = 0
    objectives: list[int]
    early: int = 0
    fausts: int = 0
    idle: bool = False
    released: int = 0
    watched: list[int]
    settled: Units = 0
    burnt: Units = 0
    guns_behind: list[Battery] = []
    planned: list[tuple[int, str, Hexagon]] = []
    roster: list[Line] = []
    barrages: list[Bombardment] = []
    fallen: dict[Place, int] = {}
    veiled: Units = 0
    rolling: Units = 0
    unlaid: Units = 0
    flamers: Units = 0
    asked: Units = 0
    noted: Units = 0
    dug: dict[Hexagon, int] = {}
    bore: dict[Unit, tuple[Place, Place]] = {}
    fled: Units = 0
    beside: Units = 0
    sharing: dict[Unit, int] = {}

    # -- what holds in this battle --------------------------------------------------------------

    @property
    def special(self) -> frozenset[str]:
        """The special rules in force."""
        return _set(self.terms.words)

    @property
    def first(self) -> int:
        """The side that moves first."""
        return self.terms.first

    @property
    def turns(self) -> int:
        """No fixed number. Rule CG23."""
        return 0

    @property
    def victory(self) -> Victory:
        """The side that attacks wants every LVP there is: all count for the campaign. P8.6033."""
        side = self.terms.attacker if self.terms.attacker != NOBODY else self.terms.first
        return Victory(SIDES[side], "control", len(self.setting.lvp_places) + 1)

    @property
    def attackers(self) -> tuple[int, ...]:
        """In a dual attack both sides. Rule P8.6233."""
        return (0, 1) if self.terms.attacker == NOBODY else (self.terms.attacker,)

    @property
    def goals(self) -> Places:
        """The locations that are worth LVP."""
        return self.setting.lvp_places

    @property
    def san(self) -> tuple[int, ...]:
        """Sniper activation numbers by side. Rule P8.6122."""
        return self.terms.san

    @property
    def panzerfausts(self) -> int | None:
        """How many panzerfausts there are in this scenario: a half is none yet. Rule CG13b."""
        return self.fausts // 2

    @property
    def batteries(self) -> Sequence[Battery]:
        """Artillery off the map. Rule CG15a."""
        return self.guns_behind

    @property
    def sniper_counters(self) -> tuple[int, ...]:
        """Two snipers a side, one at Cheneux. Rule CG16a."""
        count = min(SNIPERS, self.setting.campaign.sections)
        return count, count

    @property
    def flights(self) -> Sequence[Flight]:
        """Aircraft that were bought, if the weather lets them fly. Rules CG22d, P8.617."""
        if not self.weather.flying:
            return ()
        return [Flight(SIDES[force.side], PLANES) for force in self.forces if force.chart == AIR]

    @property
    def bombardments(self) -> Sequence[Bombardment]:
        """What is bombarded before play. Rule P8.625."""
        return self.barrages

    def put(self, piece: Piece, place: Place) -> None:
        """Place a counter; who leaves the map is no reserve any more. Rule CG7b-8."""
        super().put(piece, place)
        if place == NOWHERE:
            self.reserve &= ~(1 << piece)

    def stock(self) -> int:
        """Counters for half-squads, heroes and leaders from the ranks: not those to be bought.

        They are kept apart in the box (rc-pool); what came back when half-squads recombined is one
        of them, too (A1.32).
        """
        mustered = union(force.units for force in self.forces)
        return self.spare & (self.setting.spares | mustered)

    def unseen(self) -> int:
        """Who is veiled between scenarios is not seen either. Rule P8.602."""
        return super().unseen() | self.veiled

    def good_order(self) -> int:
        """Personnel in Good Order; reserves lead nobody and hold nothing. Rules CG7b-3, CG7b-6."""
        return super().good_order() & ~self.reserve

    def snipers_prey(self) -> int:
        """Whom snipers may hit: not reserves. Rule CG7b-5."""
        return super().snipers_prey() & ~self.reserve

    def elr(self, unit: Piece) -> int:
        """Experience level rating of a unit. Rules CG4a, CG4c."""
        return self.setting.elr_of(unit, self.side(unit)) - self.is_night_defender(unit)

    def is_night_defender(self, unit: Piece) -> bool:
        """Whether a unit is of the Scenario Defender at night. Rules CG4c, CG5b."""
        attacker = self.terms.attacker
        return "night" in self.special and attacker not in (NOBODY, self.side(unit))

    def entry_turn(self, unit: Piece) -> int:
        """The turn from which a unit in a holding box may enter; 0 if it does not. Rule CG6."""
        part = self.box.get(unit, EXITED)
        if part % 2 == EXITED:
            return 0
        force = self.force_of(unit)
        return force.since if force is not None else 1

    def area(self, unit: Piece) -> int:
        """Where a unit in a holding box enters, or one on the map leaves it. Rules CG6, CG21a."""
        if unit in self.box:
            return self.setting.entries[self.box[unit] // 2].hexes
        side = self.side(unit)
        areas = self.setting.entries
        return union(area.hexes for area in areas if area.since(side) is not None)

    def enters_with(self, unit: Piece, other: Piece) -> bool:
        """Whether two units off the map wait in the same box and may both enter. Rule CG6."""
        if unit not in self.box or self.box[unit] != self.box.get(other):
            return False
        if (self.setting.personnel | self.setting.vehicles) >> other & 1 & ~(self.beside >> other):
            return False  # CG7-2
        return 0 < self.entry_turn(other) <= self.turn

    def may_leave(self, unit: Piece) -> bool:
        """Whether a unit may leave the map: at its edge, for good or not. Rules CG21a, CG21c."""
        return bool(self.setting.edge >> self.where[unit] & 1)

    def exit_at(self, unit: Piece, here: Hexagon) -> int:
        """The entry area by which a unit can leave the map in a hex, or -1. Rules CG20, CG21a."""
        side, machine = self.side(unit), self.setting.vehicles >> unit & 1
        for number, area in enumerate(self.setting.entries):
            since = area.since(side)
            open_now = (since is not None and since <= self.date) or self.early >> number & 1
            held = side == AMERICAN or self.control[GERMAN] >> area.centre & 1
            if open_now and held and area.hexes >> here & 1 and (area.vehicles or not machine):
                return number
        return -1

    def is_away(self, unit: Piece) -> bool:
        """Whether a unit waits in a holding box. Rule P8.15."""
        return unit in self.box

    def leave(self, units: int, place: Place) -> None:
        """Units have left the map: they wait in the box, or are gone. Rules CG21a, CG21c."""
        first = each_piece(units & ~self.setting.items or units)[0]
        trapped = self.side(first) == GERMAN and self.setting.cg == "la_gleize"
        number = self.exit_at(first, self.setting.board.hex_of[place])
        if trapped or number < 0:
            for crew in [crew for crew, vehicle in self.crewing.items() if units >> vehicle & 1]:
                del self.crewing[crew]
                units |= 1 << crew
            for unit in each_piece(units):
                credit(self, unit, worth(self, unit))
            self.lost |= units
            return
        self.exited |= units
        for unit in each_piece(units):
            self.box[unit] = 2 * number + EXITED

    # -- groups ---------------------------------------------------------------------------------

    def force_of(self, unit: Piece) -> Force | None:
        """The group that a unit belongs to, if any."""
        number = self.force_number(unit)
        return self.forces[number] if number >= 0 else None

    def force_number(self, unit: Piece) -> int:
        """The number of the group that a unit belongs to, or -1."""
        bit = 1 << unit
        return next((n for n, force in enumerate(self.forces) if force.units & bit), -1)

    def change_force(self, number: int, **values: object) -> None:
        """Change a line of the purchase record."""
        self.forces[number] = msgspec.structs.replace(self.forces[number], **values)

    def in_boxes(self, side: int, part: int | None = None) -> int:
        """A side's counters in holding boxes, or in one part of them. Rule P8.15."""
        own = self.setting.army[side]
        return set_of(
            unit for unit, box in self.box.items()
            if own >> unit & 1 and (part is None or box % 2 == part)
        )  # fmt: skip

    def mustered(self, side: int) -> int:
        """A side's order of battle: all on the map or in a holding box. Rule P8.2-OB."""
        return self.on_map(self.setting.army[side]) & ~self.wrecks | self.in_boxes(side)

    def tractor(self, unit: Piece) -> Piece:
        """The vehicle on whose hook a gun of a unit is, or -1."""
        own = (gun for gun in self.towed if self.owner[gun] == unit)
        return next((self.towed[gun] for gun in own), Piece(-1))

    def train(self, unit: Piece) -> int:
        """A unit and all that goes with it in the refit phase. Rule P8.6031b.

        Who rode with a vehicle has got off; but the gun on its hook stays there, and the crew of
        the gun goes with it.
        """
        found = 1 << unit | self.carried(unit) | self.load(unit)
        for gun, vehicle in self.towed.items():
            if vehicle == unit and self.owner[gun] != NOBODY:
                found |= 1 << self.owner[gun] | self.carried(self.owner[gun])
        return found

    def take_out(self, units: int) -> None:
        """Counters are no longer in a holding box, and in play again if they had left the map."""
        self.exited &= ~units
        for unit in each_piece(units):
            self.box.pop(unit, None)


class PeiperStep(SquadStep, frozen=True):
    """A step of a campaign that is not one of the squad game."""

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """The decision to put, or None."""
        return self.question(of_campaign(g))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Carry out the answer."""
        self.answer(of_campaign(g), action, log)

    def run(self, g: SquadState, log: Log) -> None:
        """Act when there is nothing to ask."""
        self.act(of_campaign(g), log)

    def question(self, g: PeiperState) -> Decision | None:
        """The decision to put, or None."""
        return None

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """Carry out the answer."""
        raise NotImplementedError

    def act(self, g: PeiperState, log: Log) -> None:
        """Act when there is nothing to ask. Must change the stack."""
        g.steps.pop()

    def as_enemy_knows(self) -> Self | None:
        """The step without what its side has in mind."""
        return self


def of_campaign(g: SquadState) -> PeiperState:
    """A state, which is one of a campaign."""
    assert isinstance(g, PeiperState)
    return g


@cache
def _set(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words)
