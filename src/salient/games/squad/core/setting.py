"""The static side of a scenario: its map, its units, its tables and what it says itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from salient.boards.bits import set_of
from salient.boards.sight_lines import CORNER_NAMES, SIDE_NAMES
from salient.engine.actions import Lexicon
from salient.engine.data import convert_document, load_document
from salient.engine.errors import DataError
from salient.engine.setting import Identity, Setting
from salient.games.squad.core.actions import VERBS
from salient.games.squad.core.tables import (
    GunRow,
    InfantryRow,
    LeaderRow,
    SideName,
    Tables,
    UnitRow,
    VehicleRow,
    WeaponRow,
)
from salient.games.squad.terrain.board import Board, read_place
from salient.games.squad.terrain.kinds import Terrain

FOLDER = Path(__file__).parents[1]
SIDES = ("german", "american")
GERMAN, AMERICAN = 0, 1
ELR = 3
"""Experience level rating where a scenario says nothing."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of an order of battle: units that set up, or enter, together.

    Attributes:
        units: How many of each kind.
        area: Hexes to set up in, or hexes where they enter.
        turn: Turn of entry; 0 for those that set up before play.
        concealed: Whether they set up under concealment where terrain allows it (A12.12).
        hidden: How many of them may set up hidden (A12.3).
    """

    side: SideName
    units: dict[str, int]
    area: list[str]
    turn: int = 0
    concealed: bool = False
    hidden: int = 0


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stack of the ready-made set-up.

    Attributes:
        at: Its location.
        units: Tokens; ``a+b`` gives weapon or gun b to a, ``a@se`` faces it to a corner.
    """

    at: str
    units: list[str]
    concealed: bool = False
    hidden: bool = False


class Fortification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a side has built or found.

    Attributes:
        kind: What it is; for mines ``strength`` is their firepower (A-P) or number (A-T).
        side: Whose it is.
        at: Its location.
        hexside: The hexside it lies on (roadblocks).
        corner: The corner its arrow points at (roadblocks across narrow streets, P5.141a).
        hidden: Whether the enemy does not know it.
    """

    kind: Literal[
        "ap_mines", "at_mines", "dummy_mines", "roadblock", "wire", "foxhole",
        "debris", "rubble", "wreck", "rail_cars", "vineyard", "open_ground", "flame", "blaze",
    ]  # fmt: skip
    side: SideName
    at: str
    hexside: str = ""
    corner: str = ""
    strength: int = 0
    hidden: bool = False


class MineAllotment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Mines that a side may lay itself. Rules B28, P7.

    Attributes:
        known, known_at: Firepower of known A-P mines, number of known A-T mines (P7.1b).
        regular, regular_at: The same of hidden ones.
        dummies: Dummy minefields (P7.2d).
    """

    known: int = 0
    known_at: int = 0
    regular: int = 0
    regular_at: int = 0
    dummies: int = 0


class Battery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Artillery off the map that a side can call. Rule C1.

    Attributes:
        calibre: Of its shells, in millimetres.
        missions: How often it fires.
        contact: The highest roll that gets through to it (C1.2).
        accuracy: The highest die that puts its shells on target (C1.3).
        smoke: Whether it fires smoke as well.
    """

    side: SideName
    calibre: int
    missions: int
    contact: int = 8
    accuracy: int = 2
    smoke: bool = False


class Bombardment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that a side bombards before play. Rule C1.822."""

    side: SideName
    area: list[str]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one side must do to win; otherwise the other side wins.

    Attributes:
        side: Who must do it.
        kind: ``control`` counts controlled locations among ``places``, ``exit`` units that left
            the map over them, ``losses`` the enemy's casualty points.
        need: How many.
    """

    side: SideName
    kind: Literal["control", "exit", "losses"]
    need: int
    places: list[str] = []


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file.

    Attributes:
        map: Name of the map file in ``data/maps``.
        window: Two corner hexes: only what lies between them is in play; empty for the whole map.
        turns: Game turns.
        first: Who moves first; the other side sets up first.
        elr: Experience level ratings (A19.1).
        mines: Mines that each side lays itself, where it sets up itself (P7.1b).
        fire_zones: Values of prepared fire zones of each side (B36.1).
        stream: Depth of streams (B20.4).
        artillery: Batteries off the map (C1).
        bombardment: What is bombarded before play (C1.822).
        san: Sniper activation numbers (A14.1); 0 for no sniper.
        special: Special rules in force, by the name of their chapter (``debris``, ``towers`` …).
        year, month: The date, for weapons that came late (PF range, C13.31).
    """

    map: str
    turns: int
    first: SideName
    victory: Victory
    group: list[Group]
    window: list[str] = []
    elr: dict[SideName, int] = {}
    ready: list[Ready] = []
    fortification: list[Fortification] = []
    mines: dict[SideName, MineAllotment] = {}
    fire_zones: dict[SideName, int] = {}
    stream: Literal["dry", "shallow", "deep", "flooded"] = "shallow"
    artillery: list[Battery] = []
    bombardment: list[Bombardment] = []
    san: dict[SideName, int] = {}
    special: list[str] = []
    year: int = 1944
    month: int = 12
    panzerfaust: int = 0


class Unit(msgspec.Struct, frozen=True):
    """A piece of the order of battle.

    Attributes:
        token: Its name in actions: its kind and a number.
        side: Index of its side.
        group: Index of its group.
    """

    token: str
    side: int
    row: UnitRow
    group: int


class SquadSetting(Setting):
    """What all states of one scenario share.

    Sets of units are ints: ``army`` by side, ``squads`` (squads and crews: MMC), ``leaders``
    (leaders and heroes: SMC), ``personnel`` (both), ``weapons``, ``mgs``, ``guns``, ``vehicles``.
    """

    def __init__(self, identity: Identity, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self.scenario = load_scenario(identity.scenario, folders)
        self.tables = Tables(folders)
        self.numbers = self.tables.numbers
        self.chart = self.tables.chart.rows
        self.terrain = Terrain.load(folders[1:])
        self.board = Board(
            _find_map(self.scenario.map, folders),
            self.terrain,
            self.scenario.special,
            self.scenario.window,
        )
        self.units = self._units()
        self.unit_of = {unit.token.casefold(): i for i, unit in enumerate(self.units)}
        self._sort_units()
        tokens = [unit.token for unit in self.units]
        super().__init__(
            identity, Lexicon(VERBS, tokens, [place.token for place in self.board.locations])
        )
        self.file = f"{identity.scenario}.toml"
        self.ready_made = identity.options.get("setup", "ready") == "ready"
        self.first = SIDES.index(self.scenario.first)
        self.special = frozenset(self.scenario.special)
        self.areas = tuple(
            set_of(self.location(name, f"group {n}") for name in expand(group.area))
            for n, group in enumerate(self.scenario.group)
        )
        self.goals = tuple(
            self.location(name, "victory.places") for name in self.scenario.victory.places
        )
        self.san = tuple(self.scenario.san.get(side, 0) for side in ("german", "american"))
        self.elr = tuple(self.scenario.elr.get(side, ELR) for side in ("german", "american"))

    def _units(self) -> list[Unit]:
        found: list[Unit] = []
        count: dict[str, int] = {}
        for number, group in enumerate(self.scenario.group):
            for kind, many in group.units.items():
                row = self.tables.kinds.get(kind)
                if row is None:
                    raise DataError(
                        "data-entry", file=f"{self.scenario.map}.toml", place=f"group.{number}",
                        expected=f"a kind of unit, not {kind!r}",
                    )  # fmt: skip
                for _ in range(many):
                    count[kind] = count.get(kind, 0) + 1
                    token = f"{kind}.{count[kind]}"
                    found.append(Unit(token, SIDES.index(group.side), row, number))
        return found

    def _sort_units(self) -> None:
        def all_of(*kinds: type) -> int:
            return set_of(i for i, unit in enumerate(self.units) if isinstance(unit.row, kinds))

        self.army = tuple(
            set_of(i for i, unit in enumerate(self.units) if unit.side == side) for side in (0, 1)
        )
        self.side_of = tuple(unit.side for unit in self.units)
        self.squads = all_of(InfantryRow)
        self.leaders = all_of(LeaderRow)
        self.personnel = self.squads | self.leaders
        self.weapons = all_of(WeaponRow)
        self.guns = all_of(GunRow)
        self.vehicles = all_of(VehicleRow)
        self.armour = set_of(i for i, unit in enumerate(self.units)
                             if isinstance(unit.row, VehicleRow) and unit.row.armoured)  # fmt: skip
        self.mgs = self._weapons_of("mg")
        self.latws = self._weapons_of("latw")
        self.flamethrowers = self._weapons_of("flamethrower")
        self.demolitions = self._weapons_of("demolition")
        self.mortars = self._weapons_of("mortar") | set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, GunRow) and unit.row.kind == "MTR"
        )  # fmt: skip
        self.crews = set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, InfantryRow) and unit.row.kind == "crew"
        )  # fmt: skip
        self.modifier = tuple(
            unit.row.modifier if isinstance(unit.row, LeaderRow) else 0 for unit in self.units
        )

    def _weapons_of(self, kind: str) -> int:
        return set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, WeaponRow) and unit.row.kind == kind
        )  # fmt: skip

    # -- asking -------------------------------------------------------------------------------

    def unit(self, token: str) -> int:
        """The unit with a token; raises ``KeyError``."""
        return self.unit_of[token.casefold()]

    def location(self, name: str, where: str = "") -> int:
        """The location with a token, as the scenario file names it."""
        return read_place(self.board, name, getattr(self, "file", "scenario"), where)

    def leader_row(self, unit: int) -> LeaderRow:
        """The row of a leader or hero."""
        row = self.units[unit].row
        assert isinstance(row, LeaderRow)
        return row

    def weapon_row(self, unit: int) -> WeaponRow:
        """The row of a support weapon."""
        row = self.units[unit].row
        assert isinstance(row, WeaponRow)
        return row

    def gun_row(self, unit: int) -> GunRow:
        """The row of a gun."""
        row = self.units[unit].row
        assert isinstance(row, GunRow)
        return row

    def vehicle_row(self, unit: int) -> VehicleRow:
        """The row of a vehicle."""
        row = self.units[unit].row
        assert isinstance(row, VehicleRow)
        return row

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """What people call a unit or a location; pieces beyond the last are unknown ones."""
        if kind == "piece":
            if index >= len(self.units):
                return "?"
            unit = self.units[index]
            if not long:
                return unit.token
            return f"{unit.row.ja if language == 'ja' else unit.row.name} ({unit.token})"
        return self.board.locations[index].token


def load_scenario(name: str, folders: Sequence[Path]) -> Scenario:
    """Read a scenario file."""
    file = f"scenarios/{name}.toml"
    having = [folder for folder in folders if (folder / file).exists()] or folders
    return convert_document(file, name, load_document(file, having), Scenario)


def _find_map(name: str, folders: Sequence[Path]) -> Path:
    """The map file: the last folder that has one counts."""
    file = f"maps/{name}.csv"
    return next((f / file for f in reversed(folders) if (f / file).exists()), folders[0] / file)


def expand(names: Sequence[str]) -> list[str]:
    """Names of locations, with runs of rows written out.

    >>> expand(["B2", "C3-C5"])
    ['B2', 'C3', 'C4', 'C5']
    """
    found: list[str] = []
    for name in names:
        first, dash, last = name.partition("-")
        if not dash:
            found.append(name)
            continue
        column = first.rstrip("0123456789")
        rows = range(int(first[len(column) :]), int(last[len(last.rstrip("0123456789")) :]) + 1)
        found += [f"{column}{row}" for row in rows]
    return found


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side


def corner_of(word: str) -> int:
    """The corner with a name.

    >>> corner_of("se")
    3
    """
    return CORNER_NAMES.index(word.upper())


def side_of(word: str) -> int:
    """The hexside with a name.

    >>> side_of("se")
    2
    """
    return SIDE_NAMES.index(word.upper())
