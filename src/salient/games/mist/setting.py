"""The board, the counters and the scenarios of *Tigers in the Mist* (chapters 3, 4 and 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from salient.boards.areas import AreaBoard, Link
from salient.boards.bits import set_of
from salient.engine.actions import Action, ArgKind, Lexicon
from salient.engine.data import convert_document, load_document, load_table
from salient.engine.errors import DataError
from salient.engine.ids import Piece, Place, Places
from salient.engine.setting import Identity, Setting
from salient.engine.texts import package_texts
from salient.games.mist.errors import MistDataError
from salient.games.mist.rows import (
    AREAS,
    BORDERS,
    KINDS,
    LINKS,
    RESERVES,
    SCENARIOS,
    UNITS,
    ZONES,
    AreaRow,
    LinkRow,
    Scenario,
    UnitRow,
    ZoneRow,
)

FOLDER = Path(__file__).parent
GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

ROAD_COST = {"primary": 1, "secondary": 2}
"""Rule 8.33: movement points by class of road."""

CLOSED_TO_GERMANS = "LMNP"
"""Rule 11.22."""


VERBS: dict[str, tuple[ArgKind, ...]] = {
    "arrive": (ArgKind.PIECE, ArgKind.PLACE),
    "activate": (ArgKind.PIECE,),
    "special": (ArgKind.CHOICE,),
    "place": (ArgKind.PLACE,),
    "end": (),
    "join": (ArgKind.PIECE,),
    "move": (ArgKind.PLACE,),
    "ford": (ArgKind.PLACE,),
    "shift": (ArgKind.PLACE,),
    "leave": (ArgKind.PIECE,),
    "attack": (),
    "entrench": (),
    "stop": (),
    "wait": (),
    "blow": (ArgKind.PIECE,),
    "decline": (),
    "remove": (ArgKind.PIECE,),
    "fight": (ArgKind.PLACE,),
    "support": (),
    "shell": (ArgKind.PIECE,),
    "fire": (ArgKind.PIECE, ArgKind.PIECE),
    "bridge": (ArgKind.PIECE, ArgKind.PLACE),
}

MOMENTOUS = frozenset({"end", "attack", "fight", "fire", "support", "blow", "remove"})
"""What cannot be taken back: the dice of a battle or a bridge, a loss, the end of a phase."""

END, STOP, WAIT = Action("end"), Action("stop"), Action("wait")
ATTACK, ENTRENCH = Action("attack"), Action("entrench")
DECLINE, SUPPORT = Action("decline"), Action("support")


def impulse_index(text: str) -> int:
    """The number of an impulse counted from 16-1: ``17-2`` is 4. Rule 8.1.

    >>> impulse_index("16-1"), impulse_index("17-2"), impulse_index("22-1")
    (0, 4, 18)
    """
    day, dash, impulse = text.partition("-")
    if not (dash and day.isdigit() and impulse in ("1", "2", "3") and 16 <= int(day) <= 22):
        raise ValueError(text)
    return (int(day) - 16) * 3 + int(impulse) - 1


def impulse_name(clock: int) -> str:
    """The printed name of an impulse. Rule 8.1.

    >>> impulse_name(4)
    '17-2'
    """
    return f"{16 + clock // 3}-{clock % 3 + 1}"


class MistSetting(Setting):
    """Everything about a scenario that does not change while it is played.

    Places are numbered: areas first (area number - 1), then zones in order of their letters.
    Sets of places, links and units are ints.
    """

    def __init__(self, identity: Identity, folders: Sequence[Path]) -> None:
        """Load the data.

        Args:
            identity: Scenario, options and packs.
            folders: The data folder, then those of the packs laid over it.
        """
        self.areas = sorted(load_table(AREAS, folders), key=lambda row: row.number)
        self.zones = sorted(load_table(ZONES, folders), key=lambda row: row.letter)
        self.kinds = {row.kind: row for row in load_table(KINDS, folders)}
        self.reserves = load_table(RESERVES, folders)
        self.borders = load_table(BORDERS, folders)
        self.scenario = self._load_scenario(identity.scenario, folders)
        self._name_places()
        self._lay_roads(load_table(LINKS, folders))
        self._mark_places()
        self._muster([unit for unit in load_table(UNITS, folders) if self._takes_part(unit)])
        self._schedule()
        super().__init__(identity, self._lexicon())
        self._prepare_actions()

    # -- the map (chapter 3) ------------------------------------------------------------------

    def _load_scenario(self, name: str, folders: Sequence[Path]) -> Scenario:
        document = load_document(SCENARIOS, folders)
        scenario = convert_document(SCENARIOS, name, document.get(name, {}), Scenario)
        try:
            self.last_clock = impulse_index(scenario.last)
        except ValueError:
            raise DataError.entry(SCENARIOS, f"{name}.last", "an impulse like 18-3") from None
        worst = scenario.levels[-1:]
        if any(level.at_least > 0 for level in worst):  # victory points begin at 0 (12.2)
            raise DataError.entry(SCENARIOS, f"{name}.levels", "the last at_least to be 0 or less")
        return scenario

    def _name_places(self) -> None:
        if [row.number for row in self.areas] != list(range(1, len(self.areas) + 1)):
            raise MistDataError("area-numbers", file=AREAS.file)
        self.area_count = len(self.areas)
        names = [row.name for row in self.areas] + [row.letter for row in self.zones]
        self.place_names = tuple(names)
        self.place_tokens = tuple(place_token(name) for name in names)
        self.place_names_ja = tuple([row.ja for row in self.areas] + [z.letter for z in self.zones])
        self.place_count = len(names)
        self._place_by_key = {str(row.number): Place(row.number - 1) for row in self.areas}
        self._place_by_key |= {
            row.letter: Place(self.area_count + i) for i, row in enumerate(self.zones)
        }
        self._place_by_name = {name: Place(place) for place, name in enumerate(names)}

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """A unit by its designation or its full name; a place as it is spoken of."""
        if kind == "piece":
            row = self.units[index]
            return (row.ja if language == "ja" else row.name) if long else row.id
        if index >= self.area_count:
            zone = self.zones[index - self.area_count]
            town = zone.ja if language == "ja" else zone.name
            texts = package_texts(FOLDER / "text", language)
            return texts.say(
                "place.zone_long" if long else "place.zone", zone=zone.letter, town=town
            )
        return (self.place_names_ja if language == "ja" else self.place_names)[index]

    def place(self, name: str) -> Place:
        """The place with a name or a zone letter."""
        return self._place_by_name[name]

    def find_place(self, name: str, file: str, where: str) -> Place:
        """The place a data file names; a wrong name is an error of that file."""
        if name not in self._place_by_name:
            raise DataError.entry(file, where, f"an area or zone, not {name!r}")
        return self._place_by_name[name]

    def _lay_roads(self, rows: Sequence[LinkRow]) -> None:
        links, blown = [], 0
        for index, row in enumerate(rows):
            for end in (row.a, row.b):
                if end not in self._place_by_key:
                    raise DataError.entry(
                        LINKS.file,
                        f"{row.a},{row.b}",
                        f"an area number or a zone letter, not {end!r}",
                    )
            a, b = self._place_by_key[row.a], self._place_by_key[row.b]
            # Rule 11.13: zones are joined by primary roads.
            cost = ROAD_COST["primary" if max(a, b) >= self.area_count else row.road]
            links.append(Link(a, b, cost, bool(row.bridge)))
            blown |= (row.bridge == "blown") << index
        self.link_rows = tuple(rows)
        self.board = AreaBoard(self.place_count, links)
        for pair in self.scenario.blown:
            a, b = (self.find_place(name, SCENARIOS, "blown") for name in pair)
            link = self.board.link_between(a, b)
            if link is None or not links[link].bridge:
                raise DataError.entry(
                    SCENARIOS, "blown", f"two areas joined by a bridge, not {pair[0]} and {pair[1]}"
                )
            blown |= 1 << link
        self.blown_at_start = blown
        self.bridges = set_of(i for i, link in enumerate(links) if link.bridge)

    def _mark_places(self) -> None:
        """The scenario's section of the map and the roles of its places."""
        scenario, count = self.scenario, self.area_count
        rows: list[AreaRow | ZoneRow] = [*self.areas, *self.zones]
        self.all_zones = set_of(range(count, self.place_count))
        self.all_areas = set_of(range(count))
        self.everywhere = self.all_areas | self.all_zones
        self.section = set_of(
            place
            for place, row in enumerate(rows)
            if not scenario.section or getattr(row, scenario.section)
        )
        letters = {row.letter: count + index for index, row in enumerate(self.zones)}
        self.sources = (
            set_of(letters[letter] for letter in scenario.german_sources),
            set_of(letters[letter] for letter in scenario.allied_sources),
        )
        outside = self.everywhere & ~self.section
        self.no_supply = tuple(self.all_zones & ~zones | outside for zones in self.sources)
        self.home_zones = (
            set_of(letters[row.letter] for row in self.zones if row.side == "german"),
            set_of(letters[row.letter] for row in self.zones if row.side == "allied"),
        )
        closed_to_germans = set_of(letters[z] for z in CLOSED_TO_GERMANS if z in letters)
        self.enterable = (
            self.everywhere & ~closed_to_germans,
            self.everywhere & ~self.home_zones[GERMAN],
        )
        self.exit_zones = self.home_zones[ALLIED] & ~closed_to_germans
        self.multiplier = tuple([0] * count + [row.multiplier for row in self.zones])
        self.vp = tuple([row.vp for row in self.areas] + [0] * len(self.zones))
        self.front = set_of(i for i, row in enumerate(self.areas) if row.front)
        self.german_at_start = set_of(
            place
            for place, row in enumerate(rows)
            if (row.control if isinstance(row, AreaRow) else row.side) == "german"
        )
        # Rules 14.12, s3-vp-2: printed VP areas are closed to special units in every scenario.
        self.special_areas = set_of(
            i for i, row in enumerate(self.areas) if not row.vp and self.section >> i & 1
        )
        self.towns = tuple(self.find_place(name, SCENARIOS, "towns") for name in scenario.towns)

    # -- the counters (chapter 4) -------------------------------------------------------------

    def _takes_part(self, unit: UnitRow) -> bool:
        section = self.scenario.section
        return not section or bool(getattr(unit, section))

    def _muster(self, rows: Sequence[UnitRow]) -> None:
        self.units = tuple(rows)
        self.all_units = tuple(map(Piece, range(len(rows))))
        kinds = [self.kinds[row.kind] for row in rows]
        self.side_of = tuple(SIDES.index(row.side) for row in rows)
        self.army = (
            set_of(u for u, side in enumerate(self.side_of) if side == GERMAN),
            set_of(u for u, side in enumerate(self.side_of) if side == ALLIED),
        )
        self.heaviest = max((row.strength for row in rows), default=1)
        self.attack = tuple(kind.attack for kind in kinds)
        self.defence = tuple(kind.defence for kind in kinds)
        self.allowance = tuple(kind.mp for kind in kinds)
        self.quality = tuple(kind.quality for kind in kinds)
        self.armor = set_of(u for u, row in enumerate(rows) if row.kind == "armor")
        self.engineers = set_of(u for u, row in enumerate(rows) if row.kind == "engineer")
        self.foot = set_of(u for u, row in enumerate(rows) if row.kind == "infantry")
        self.free = set_of(u for u, row in enumerate(rows) if row.first == "free")
        self.held = set_of(u for u, row in enumerate(rows) if row.first == "held")
        self.unit_by_id = {row.id: Piece(u) for u, row in enumerate(rows)}

    def unit(self, name: str) -> Piece:
        """The unit with an id."""
        return self.unit_by_id[name]

    # -- arrivals (chapters 5 and 11) ---------------------------------------------------------

    def _schedule(self) -> None:
        self.start_at: dict[Piece, Place] = {}
        self.due: dict[int, list[Piece]] = {}
        self.reserve_units: tuple[list[Piece], ...] = tuple([] for _ in self.reserves)
        names = [row.name for row in self.reserves]
        self.entry: list[Places] = []
        for u, row in zip(self.all_units, self.units, strict=True):
            where = f"{row.id}"
            self.entry.append(
                tuple(self.find_place(z, UNITS.file, where) for z in row.zones.split("/") if z)
            )
            if row.enters == "start":
                self.start_at[u] = self.find_place(row.area, UNITS.file, where)
            elif row.enters.startswith("reserve:"):
                name = row.enters.removeprefix("reserve:")
                if name not in names:
                    raise DataError.entry(
                        UNITS.file, where, f"one of the reserves {', '.join(names)}, not {name!r}"
                    )
                self.reserve_units[names.index(name)].append(u)
            else:
                self.due.setdefault(self._impulse(row.enters, UNITS.file, where), []).append(u)
            if row.enters != "start" and not self.entry[u]:
                raise DataError.entry(UNITS.file, where, "an entry zone")
        self.reserve_areas = tuple(
            set_of(self.find_place(n, RESERVES.file, row.name) for n in row.areas.split("/"))
            for row in self.reserves
        )
        self.reserve_opens = tuple(
            self._impulse(row.opens, RESERVES.file, row.name) for row in self.reserves
        )

    def _impulse(self, text: str, file: str, where: str) -> int:
        try:
            return impulse_index(text)
        except ValueError:
            raise DataError.entry(
                file, where, f"start, reserve:NAME or an impulse like 17-2, not {text!r}"
            ) from None

    # -- actions and options ------------------------------------------------------------------

    def _lexicon(self) -> Lexicon:
        numbers = {str(row.number): Place(row.number - 1) for row in self.areas}
        return Lexicon(VERBS, [row.id for row in self.units], self.place_tokens, numbers, MOMENTOUS)

    def _prepare_actions(self) -> None:
        """Actions with one argument are made once and shared by all decisions."""
        units, places = range(len(self.units)), range(self.place_count)
        self.activate = tuple(Action("activate", (u,)) for u in units)
        self.join = tuple(Action("join", (u,)) for u in units)
        self.move = tuple(Action("move", (p,)) for p in places)
        self.ford = tuple(Action("ford", (p,)) for p in places)

    def read_options(self, options: Mapping[str, str]) -> None:
        """The readings chosen for passages the rulebook leaves open (docs/readings.md)."""
        self.controlled_origin = options["origin"] == "controlled"
        self.frozen_may_attack = options["frozen_attack"] == "yes"
        self.moved_means_acted = options["moved"] == "acted"
        self.foot_for_combined_arms = options["combined_arms"] == "foot"
        self.oos_defender_calls = options["oos_artillery"] == "attack"
        self.control_counts_first = options["towns"] == "control"
        self.vp_needs_unit = options["vp_supply"] == "unit"
        self.zone_vp_each_turn = options["zone_vp"] == "turn"
        self.attrition_on_22 = options["last_turn"] == "full"
        self.gap_per_zone = options["gaps"] == "zones"


def place_token(name: str) -> str:
    """A place name as one typed word.

    >>> place_token("St. Vith"), place_token("Trois Ponts")
    ('St-Vith', 'Trois-Ponts')
    """
    return name.replace(".", "").replace(" ", "-")
