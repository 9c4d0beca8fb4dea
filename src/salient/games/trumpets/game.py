"""*A Time for Trumpets* as a game of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from salient.boards.bits import each_piece, each_place, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.forecast import Forecast
from salient.engine.game import Game, Result, require
from salient.engine.ids import Place
from salient.engine.setting import Option
from salient.engine.state import Log
from salient.games.trumpets.bot.judge import judge
from salient.games.trumpets.bot.value import evaluate
from salient.games.trumpets.calendar import day, turn_of
from salient.games.trumpets.fight.forecast import attack_forecast
from salient.games.trumpets.harm.losses import MARKERS
from salient.games.trumpets.knowledge import could_learn, known, shroud, unseen_units
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.roster import ALLIED, GERMAN, SIDES, ZONE_CLASSES
from salient.games.trumpets.sequence import Opening, PlayerSegment
from salient.games.trumpets.setting import DATA_FILES, FOLDER, TrumpetsSetting
from salient.games.trumpets.show.odds import described_attack, planned_attack
from salient.games.trumpets.show.report import TrumpetsReport
from salient.games.trumpets.show.sheet import lay_out
from salient.games.trumpets.show.view import clock, markers, pieces, tracks
from salient.games.trumpets.standing.stacking import legal
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

KEPT_OFF_MAP = frozenset({"deployed", "fired"})
"""Flags that say something of all battalions of a formation, the lost ones too."""

FIRST_DAY = 16
"""The day of which the front is drawn on the map."""

OF_A_TURN = (
    "fought", "fired", "attacked", "marked", "marched", "resting", "idle_without_rest", "shock",
    "works", "ferrying", "bridging", "momentum", "congested", "slipping", "spotters", "named",
    "leaders_spent", "exploiting", "ghosts", "riders", "kgp_spent", "kgp_route",
)  # fmt: skip
"""What comes off at the end of a turn at the latest (58.0, 60.0, 61.0)."""


def check_state(g: TrumpetsState) -> None:
    """The invariants every state of the game keeps."""
    setting = g.setting
    everybody = (1 << len(setting.units)) - 1
    g.check_places(setting.country.rows)
    require(len(g.steps_left) == len(g.under) == len(setting.units), "columns for each unit")
    on_map = set_of(unit for unit, place in enumerate(g.where) if place != NOWHERE)
    require(not g.unseen & ~on_map, "those who are not looked at are on the map")
    require(g.present == on_map, "those on the map agree with the units' places")
    require(g.presence(everybody) == g.occupied, "occupied hexes agree with the units' places")
    require(g.presence(setting.roster.combat) == g.held, "held hexes agree with combat units")
    for number, units in enumerate(setting.roster.of_zone):
        place = g.presence(units)[number // len(ZONE_CLASSES)]
        require(place == g.zones[number], "zone classes agree with the units' places")
    require(not g.occupied[GERMAN] & g.occupied[ALLIED], "the sides do not share hexes")
    for unit, (place, steps) in enumerate(zip(g.where, g.steps_left, strict=True)):
        require(0 <= steps <= setting.units[unit].steps, "units have no more steps than printed")
        require(steps > 0 or place == NOWHERE, "eliminated units are off the map")
    _check_gone(g)
    _check_works(g)
    _check_bridges(g)
    if PlayerSegment(GERMAN) in g.steps:
        _check_new_turn(g)
    moving = union(step.group for step in g.steps if isinstance(step, Moving))
    for place, units in g.stacks.items():
        side = setting.side_of[units.bit_length() - 1]
        require(
            legal(g, units & setting.army[side] & ~moving),
            f"stacking in {setting.country.number(place)}",
        )


def _check_gone(g: TrumpetsState) -> None:
    """Those who are off the map for good, and those still to come."""
    gone = set_of(unit for unit, steps in enumerate(g.steps_left) if not steps)
    for name in set(MARKERS) - KEPT_OFF_MAP:
        require(not getattr(g, name) & gone, f"eliminated units carry no marker: {name}")
    require(not g.on_map(g.exited | set_of(g.waiting)), "those who left or wait are off the map")
    require(not g.disrupted1 & g.disrupted2, "one degree of disruption for each unit")
    require(not g.fatigued & g.exhausted, "one state of freshness for each HQ")
    require(all(pool >= 0 for pool in g.fuel.values()), "no more fuel spent than captured")
    require(
        not g.low_fuel or g.turn >= g.setting.preparation.fuel_starts, "fuel is enough at first"
    )


def _check_works(g: TrumpetsState) -> None:
    """One job for each unit. Rules sop-19d, sop-20d, sop-22b."""
    jobs = [*g.works, *g.ferrying, *g.bridging, *g.ready]
    require(len(jobs) == len(set(jobs)), "one job for each unit")
    require(set_of(g.works) == g.building, "units under Construction build something")


def _check_bridges(g: TrumpetsState) -> None:
    """A bridge is whole, blown or in a stage, never two. Rule rc-bridge-1."""
    require(not set_of(g.stages) & ~g.down, "only blown bridges are built anew")
    require(g.stages.keys() == g.builders.keys(), "a bridge has a builder")
    require(g.columns.keys() <= g.stages.keys(), "a column is in a bridge")
    require(not g.on_map(set_of(g.columns.values())), "the columns of bridges are off the map")


def _check_new_turn(g: TrumpetsState) -> None:
    """Before the first segment nothing of the last turn is left (61.0)."""
    for name in OF_A_TURN:
        require(not getattr(g, name), f"nothing of the last turn is left: {name}")


class TimeForTrumpets(Game[TrumpetsState, TrumpetsSetting]):
    """Battalions on one-mile hexes, four turns a day, HQs that tire, 16-26 December 1944."""

    id = "trumpets"
    title = "A Time for Trumpets"
    rules_version = "3"
    difficulty = 5
    sides = SIDES
    scenarios = (
        "clervaux", "losheim", "army_7", "bastogne", "st_vith", "panzer_6", "panzer_5",
        "campaign", "meuse", "iii_corps", "salm_ourthe", "end_game",
    )  # fmt: skip
    options: ClassVar[tuple[Option, ...]] = (
        Option("rules", ("standard", "advanced"), "doc-advanced"),
        Option("events", ("yes", "no"), "sop-15a"),
        Option("areas", ("strict", "free"), "sop-24j"),
        Option("fuel_rolls", ("turn", "day"), "rc-fuel-1"),
        Option("demolition", ("a", "b", "c"), "tab-blow"),
        Option("inspection", ("open", "adjacent"), "gc-6b"),
    )
    data_files = DATA_FILES
    folder = FOLDER
    data_folder = FOLDER / "data"
    state_type = TrumpetsState
    step_type = TrumpetsStep
    on_table = ("turn", "where", "steps_left", "deployed", "oos", "ooc", "points")

    hides = True
    report = TrumpetsReport()

    known = staticmethod(known)
    could_learn = staticmethod(could_learn)
    build_setting = TrumpetsSetting
    clock = staticmethod(clock)
    pieces = staticmethod(pieces)
    markers = staticmethod(markers)
    tracks = staticmethod(tracks)
    sheet = staticmethod(lay_out)
    value = staticmethod(evaluate)
    judge = staticmethod(judge)
    describe_combat = staticmethod(described_attack)
    check = staticmethod(check_state)

    def set_up(self, setting: TrumpetsSetting, seed: bytes) -> TrumpetsState:
        """Everybody in place as the scenario lists them. Rules rc-scn-1, rc-scn-2, rc-fresh-2."""
        roster, count = setting.roster, len(setting.units)
        g = TrumpetsState(
            setting=setting,
            seed=seed,
            steps=[Opening()],
            turn=setting.scenario.first_turn,
            where=[NOWHERE] * count,
            steps_left=[unit.steps for unit in setting.units],
            held=[0, 0],
            zones=[0] * (2 * len(ZONE_CLASSES)),
            occupied=[0, 0],
            under=tuple(unit.formation for unit in setting.units),
            deployed=roster.emplaced,
            down=sum(1 << i for i, site in enumerate(setting.country.sites) if site.blown),
        )
        _place_units(g)
        _schedule_arrivals(g)
        g.control |= german_ground(g)
        for hq in each_piece(g.on_map(roster.hqs)):
            g.rested[hq] = 1
        return g

    def hides_in(self, options: Mapping[str, str]) -> bool:
        """Only with the option that lets a side look into adjacent stacks alone (gc-6b, gc-6e)."""
        return options.get("inspection") == "adjacent"

    def before(self, g: TrumpetsState) -> int:
        """The units that the enemy does not look at."""
        if not g.setting.inspects_adjacent:
            return 0
        return union(unseen_units(g, owner) for owner in (GERMAN, ALLIED))

    def after(self, g: TrumpetsState, log: Log, before: int) -> bool:
        """What units do that nobody looks at is told to their side only (gc-6b, gc-6e)."""
        if before:
            shroud(g, before, log)
        return False

    def result(self, g: TrumpetsState) -> Result | None:
        """The outcome once the game has ended."""
        if not g.outcome:
            return None
        winner = {"german": GERMAN, "allied": ALLIED}.get(g.outcome.split("_")[0])
        return Result(g.outcome, winner, g.score)

    def forecast(self, g: TrumpetsState, place: Place) -> Forecast | None:
        """The exact chances of the attack on a hex."""
        planned = planned_attack(g, place)
        return attack_forecast(g, planned) if planned else None


def german_ground(g: TrumpetsState) -> int:
    """What the Germans control before anybody moves: what lies behind their front. Rule rc-vic-1.

    On 16 December that is known; later a hex belongs to those who stand nearer to it.
    """
    if day(g.turn) == FIRST_DAY:
        return g.setting.behind_german_lines
    around, (german, allied) = g.setting.board.around, g.held
    grown = -1
    while grown != german | allied:
        grown = german | allied
        allied |= around(allied) & ~german
        german |= around(german) & ~allied
    return german


def _place_units(g: TrumpetsState) -> None:
    """The rows of the set-up."""
    setting = g.setting
    for row in setting.setup:
        unit = setting.unit(row.unit)
        if row.steps:
            g.steps_left[unit] = row.steps
        if row.mode == "march":
            g.deployed &= ~(1 << unit)
        if row.under:
            g.assign(unit, setting.formation(row.under.casefold()))
        if row.hex:
            place = setting.at(row.hex)
            g.put(unit, place)
            if row.position:
                g.positions[place] = row.position
    for place in each_place(setting.country.wall):
        g.positions.setdefault(place, "fortress")


def _schedule_arrivals(g: TrumpetsState) -> None:
    """When and where the others come on. Rules sop-1, rc-arr-1."""
    setting = g.setting
    for row in setting.arrivals:
        unit = setting.unit(row.unit)
        g.waiting[unit] = turn_of(row.turn)
        g.gate[unit] = setting.at(row.hex)
        g.deployed &= ~(1 << unit)
        if row.under:
            g.assign(unit, setting.formation(row.under.casefold()))
