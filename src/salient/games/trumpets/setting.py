"""The map, the units and the charts of *A Time for Trumpets* as one scenario uses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from salient.boards.bits import set_of
from salient.engine.actions import Action, ArgKind, Lexicon, Offers
from salient.engine.data import load_table
from salient.engine.ids import Piece, Place, Places
from salient.engine.setting import Identity, Setting
from salient.engine.texts import package_texts
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.charts.air import AirCharts
from salient.games.trumpets.charts.combat import CombatCharts
from salient.games.trumpets.charts.movement import MovementCharts
from salient.games.trumpets.charts.preparation import PreparationCharts
from salient.games.trumpets.charts.special import SpecialCharts
from salient.games.trumpets.charts.stacking import StackingChart
from salient.games.trumpets.conditions import CONDITIONS, read_conditions
from salient.games.trumpets.country import Country
from salient.games.trumpets.ladder import Ladder, ladders
from salient.games.trumpets.roster import SIDES, Roster
from salient.games.trumpets.rows import (
    AREAS,
    ARRIVALS,
    FORMATIONS,
    GATES,
    HEXES,
    HEXSIDES,
    SUBSTITUTES,
    TABLES,
    TRANSFERS,
    UNITS,
    AreaRow,
    GateRow,
    TransferRow,
    setup_table,
)
from salient.games.trumpets.scenario import SCENARIOS, read_scenario, section_of

FOLDER = Path(__file__).parent
PIECE, PLACE, NUMBER, CHOICE = ArgKind.PIECE, ArgKind.PLACE, ArgKind.NUMBER, ArgKind.CHOICE

VERBS: dict[str, tuple[ArgKind, ...]] = {
    # Air (sop-5), supply and fuel (sop-10, sop-12).
    "strafe": (NUMBER, PLACE),
    "hold": (NUMBER, CHOICE),
    "hit": (PLACE,),
    "intercept": (NUMBER,),
    "drop": (PIECE,),
    "spend": (PIECE,),
    "pass": (),
    # Activation (sop-13, sop-14, sop-15, sop-16).
    "army": (CHOICE,),
    "corps": (CHOICE,),
    "rest": (CHOICE,),
    "idle": (PIECE,),
    "go": (),
    # Orders and works (sop-18, sop-19, sop-20, sop-21, sop-22).
    "attach": (PIECE, PIECE),
    "reserve": (PIECE,),
    "dig": (PIECE,),
    "fortify": (PIECE,),
    "block": (PIECE,),
    "strengthen": (PIECE,),
    "ferry": (PIECE, PLACE),
    "bridge": (PIECE, PLACE),
    "lift": (PIECE, PLACE),
    "prime": (PIECE, PLACE),
    "explode": (PIECE, PLACE),
    "burn": (PLACE,),
    # Arrivals and movement (sop-23, sop-24).
    "enter": (PLACE,),
    "pick": (PIECE,),
    "group": (CHOICE,),
    "to": (PLACE,),
    "halt": (),
    "back": (),
    "follow": (),
    "join": (PIECE,),
    "move": (PLACE,),
    "foot": (PLACE,),
    "march": (PLACE,),
    "overrun": (PLACE,),
    "infiltrate": (PLACE,),
    "team": (PLACE,),
    "deploy": (),
    "pack": (),
    "leave": (PLACE,),
    "exit": (),
    "stop": (),
    "wait": (),
    "end": (),
    "staff": (),
    # Interrupts.
    "blow": (),
    "keep": (),
    "avoid": (),
    "pay": (),
    # Response and exploitation (sop-26, sop-30).
    "respond": (CHOICE,),
    "shift": (PIECE,),
    "exploit": (CHOICE,),
    # Combat (sop-27, sop-28).
    "mark": (PLACE,),
    "fight": (PLACE,),
    "commit": (PIECE,),
    "all": (),
    "guns": (CHOICE,),
    "gun": (PIECE,),
    "air": (NUMBER,),
    "attack": (),
    "blitz": (),
    "cancel": (),
    "done": (),
    "lose": (PIECE,),
    "stand": (CHOICE,),
    "retreat": (PIECE, PLACE),
    "decline": (),
    "choose": (PLACE,),
    "name": (PIECE,),
    "advance": (PIECE, PLACE),
    # Mutual end (met-15).
    "split": (PIECE,),
    "gather": (PIECE,),
}

MOMENTOUS = frozenset(
    {
        "hit", "pass", "go", "explode", "burn", "overrun", "exit", "end", "attack", "blitz", "done",
        "decline", "lose", "choose", "blow", "avoid",
    }
)  # fmt: skip
"""What cannot be taken back: dice, lost steps, what is blown up or burnt, the end of a phase."""

SOUTHERN_ROUTE = ("9018", "8515", "8314", "7815", "7314")
"""Losheimergraben, Büllingen, Bütgenbach, Waimes, Malmedy (rc-kgp-3)."""

JAM_COLUMN = 90
"""East of this column the roads of I SS Panzer Corps are jammed (tab-jam-1)."""

END, STOP, WAIT, PASS, GO, STAFF = (
    Action(verb) for verb in ("end", "stop", "wait", "pass", "go", "staff")
)
DATA_FILES = (*(table.file for table in TABLES), SCENARIOS, CONDITIONS)


class TrumpetsSetting(Setting):
    """Everything that does not change while a scenario is played.

    Places are the hexes of the section by their number on its board; pieces are the scenario's
    battalions, HQs and substitutes.
    """

    def __init__(self, identity: Identity, folders: Sequence[Path]) -> None:
        """Load the data.

        Args:
            identity: Scenario, options and packs.
            folders: The data folder, then those of the packs laid over it.
        """
        self.scenario = read_scenario(identity.scenario, folders)
        self.country = Country(
            section_of(self.scenario),
            self.scenario.closed,
            load_table(HEXES, folders),
            load_table(HEXSIDES, folders),
        )
        self.board = self.country.board
        self.setup = load_table(setup_table(self.scenario.setup), folders)
        self.arrivals = [
            row for row in load_table(ARRIVALS, folders) if row.scenario == identity.scenario
        ]
        self.roster = Roster(
            [*(row.unit for row in self.setup), *(row.unit for row in self.arrivals)],
            load_table(FORMATIONS, folders),
            load_table(UNITS, folders),
            load_table(SUBSTITUTES, folders),
        )
        self.units, self.side_of = self.roster.units, self.roster.side_of
        self.army = self.roster.army
        self._formations = {row.id.casefold(): i for i, row in enumerate(self.roster.formations)}
        self.ladders = self._chains_of_command(load_table(TRANSFERS, folders))
        self.movement = MovementCharts(folders)
        self.preparation = PreparationCharts(folders)
        self.special = SpecialCharts(folders)
        self.air = AirCharts(folders)
        self.stacking = StackingChart(folders, self.roster)
        self.all_sites = (1 << len(self.country.sites)) - 1
        self.jam_areas = self._jam_areas()
        self.sources = self._sources()
        self.operations = self._operations(load_table(AREAS, folders))
        conditions = read_conditions(identity.scenario, folders)
        self.conditions, self.levels = conditions.points, conditions.levels
        self.gates = self._gates(load_table(GATES, folders))
        self.southern_route = self._southern_route()
        self.beyond_meuse = self.board.all & ~self.country.east_of("Meuse")
        self.behind_german_lines = self.country.east
        self.combat = CombatCharts(folders)
        super().__init__(identity, self._lexicon())
        self.offer = {verb: Offers(verb) for verb, kinds in VERBS.items() if len(kinds) == 1}

    def _chains_of_command(self, rows: Sequence[TransferRow]) -> tuple[Ladder, ...]:
        """The chain of command in each turn, before the first too. Rule rc-form-4."""
        number = self.roster.formation_index
        return ladders(
            self.roster.formations,
            [(turn_of(row.turn), number[row.formation], number[row.parent]) for row in rows],
        )

    def _jam_areas(self) -> dict[str, int]:
        """Where the jams of the chart are.

        Rules tab-jam-1, tab-jam-2, tab-jam-3, tab-jam-4, tab-jam-5, tab-jam-6, note-jam-1.
        """
        country = self.country
        behind = set_of(place for place in country.rows if country.column(place) > JAM_COLUMN)
        return {
            "6pzA_i_ss": country.areas["6PA"] & behind & ~country.lxvii,
            "5pzA": country.areas["5PA"] & country.east,
            "7A": country.areas["7A"] & country.east,
        }

    def _operations(self, rows: Sequence[AreaRow]) -> dict[str, list[tuple[int, int]]]:
        """Areas of operations by US corps: from which turn, and which hexes. Rule rc-area-2."""
        found: dict[str, dict[int, int]] = {}
        for row in rows:
            numbers = (f"{row.column:02}{line:02}" for line in range(row.first, row.last + 1))
            hexes = set_of(self.at(number) for number in numbers if self.country.has(number))
            dates = found.setdefault(row.corps, {})
            turn = turn_of(row.turn)
            dates[turn] = dates.get(turn, 0) | hexes
        return {corps: sorted(dates.items()) for corps, dates in found.items()}

    def _gates(self, rows: Sequence[GateRow]) -> tuple[Places, Places]:
        """Hexes of the roads off the map, by side, in their order. Rule rc-off-1."""
        ordered = sorted(rows, key=lambda row: row.order)
        german, allied = (
            tuple(self.at(r.hex) for r in ordered if r.side == side and self.country.has(r.hex))
            for side in SIDES
        )
        return german, allied

    def _southern_route(self) -> int:
        """The road of the 12th SS Panzer Division, as far as the section shows it (rc-kgp-3)."""
        towns = [town for town in SOUTHERN_ROUTE if self.country.has(town)]
        found = 0
        for a, b in pairwise(towns):
            found |= set_of(self.country.road_between(self.at(a), self.at(b)))
        return found

    def _sources(self) -> tuple[int, int]:
        """Road hexes where supply comes from, by side. Rule rc-sup-3."""
        german, allied = (
            set_of(self.at(number) for number in self.scenario.supply[side]) for side in SIDES
        )
        return german, allied

    def read_options(self, options: Mapping[str, str]) -> None:
        """The game that was chosen: standard or advanced, and the open readings."""
        self.advanced = options["rules"] == "advanced"
        self.events = options["events"] == "yes"
        self.strict_areas = options["areas"] == "strict"
        self.fuel_every_turn = options["fuel_rolls"] == "turn"
        self.demolition = options["demolition"]
        self.inspects_adjacent = options["inspection"] == "adjacent"  # gc-6b, gc-6e

    def unit(self, name: str) -> Piece:
        """The piece with an id."""
        return self.roster.index[name]

    def word(self, formation: int) -> str:
        """A formation as a word of an action."""
        return self.roster.formations[formation].id.casefold()

    def formation(self, word: str) -> int:
        """The formation that a word of an action names."""
        return self._formations[word]

    def at(self, name: str) -> Place:
        """The hex with a number or a name."""
        return self.country.at(name)

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """A unit by its designation or full name; a hex by its settlement or number.

        Pieces beyond the last are those of stacks that are not looked into.
        """
        if kind == "piece":
            if index >= len(self.units):
                return "?"
            unit = self.units[index]
            return (unit.ja if language == "ja" else unit.name) if long else unit.id
        if index < 0:
            return "–"
        place = Place(index)
        number, row = self.country.number(place), self.country.rows.get(place)
        town = "" if row is None else row.ja if language == "ja" else row.name
        if not town:
            return number
        if not long:
            return town
        return f"{town}（{number}）" if language == "ja" else f"{town} ({number})"

    def argument_name(
        self, verb: str, position: int, value: int | str, side: int, language: str
    ) -> str | None:
        """Guns as they are designated; an aircraft that the question names is not said again."""
        if verb in ("hold", "strafe") and position == 0:
            return ""
        if VERBS[verb][position] is NUMBER:
            texts = package_texts(FOLDER / "text", language)
            return texts.say("report.aircraft_number", number=int(value) + 1)
        return str(value).upper() if verb == "guns" else None

    def _lexicon(self) -> Lexicon:
        last = max(self.country.rows)
        tokens = [self.country.number(Place(place)) for place in range(last + 1)]
        aliases = {
            name.replace(" ", "-").replace(".", ""): i for name, i in self.country.names.items()
        }
        return Lexicon(VERBS, [unit.id for unit in self.units], tokens, aliases, MOMENTOUS)
