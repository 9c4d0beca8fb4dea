"""The static side of a scenario: its map, its units, its tables and what it says itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from salient.boards.bits import set_of
from salient.boards.sight_lines import CORNER_NAMES, SIDE_NAMES
from salient.engine.actions import Lexicon
from salient.engine.errors import DataError
from salient.engine.ids import Piece, Place
from salient.engine.setting import Identity, Setting
from salient.games.squad.core.actions import MOMENTOUS, VERBS
from salient.games.squad.core.questions import Chapters, join
from salient.games.squad.core.scenario import Scenario, expand
from salient.games.squad.core.spares import spare_counters
from salient.games.squad.core.tables import Tables
from salient.games.squad.core.unit_rows import (
    GunRow,
    InfantryRow,
    LeaderRow,
    UnitRow,
    VehicleRow,
    WeaponRow,
)
from salient.games.squad.terrain.board import Board, read_place
from salient.games.squad.terrain.kinds import Terrain

FOLDER = Path(__file__).parents[1]
PLAYERS = ("german", "american")
GERMAN, AMERICAN = 0, 1
EVERYWHERE = 256
"""Farther than any map is wide."""
ELR = 3
"""Experience level rating where a scenario says nothing."""


ON_GROUND, CLEARED = ("debris", "rail_cars"), ("vineyard", "open_ground")
"""What a scenario may put on the ground, and what fire zones make of it (B32.6, B36, B37)."""


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
    (leaders and heroes: SMC), ``dummies`` (question marks with nobody under them),
    ``personnel`` (all three), ``weapons``, ``mgs``, ``guns``, ``items``
    (what has an owner: weapons and guns), ``vehicles``, ``ordnance`` (what may have a gun or is an
    anti-tank weapon), ``shooters`` (all that ever fires), ``reaching`` (by range: those that can
    ever fire so far). ``farthest`` is how far small arms reach. ``spares`` are the counters in the
    box; ``inherent`` gives the crew among them that each vehicle has (D5.1), ``removable`` the
    machine-gun that it takes along (D6.631).
    ``words`` says what there is: terrain, kinds of units, special rules. ``chapters`` holds those
    of the chapters that have to do with any of it: whom the core asks, see :mod:`.questions`.
    """

    def __init__(
        self,
        identity: Identity,
        folders: Sequence[Path],
        chapters: Sequence[Chapters[Any]],
        scenario: Scenario,
    ) -> None:
        self.folders = tuple(folders)
        self.scenario = scenario
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
        self.unit_of = {unit.token.casefold(): Piece(i) for i, unit in enumerate(self.units)}
        self._sort_units()
        tokens = [unit.token for unit in self.units]
        places = [place.token for place in self.board.locations]
        verbs = {**VERBS, **join(chapters).verbs}
        super().__init__(identity, Lexicon(verbs, tokens, places, momentous=MOMENTOUS))
        self.file = f"{identity.scenario}.toml"
        self.first = PLAYERS.index(self.scenario.first)
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
        self.commander = {
            self.unit(name): value for name, value in self.scenario.commanders.items()
        }
        self.fanatics = self._named(self.scenario.fanatic, "fanatic") & self.personnel  # A10.8
        self.short = self._named(self.scenario.short, "short")  # A19.131
        self.words = self.board.words | self._own_words()
        self.chapters = join(
            chapter for chapter in chapters if not chapter.needs or chapter.needs & self.words
        )

    def _named(self, names: Sequence[str], where: str) -> int:
        """Units, or all those of a side, that the scenario names."""
        found = 0
        for name in names:
            if name in PLAYERS:
                found |= self.army[PLAYERS.index(name)]
            elif name.casefold() in self.unit_of:
                found |= 1 << self.unit(name)
            else:
                raise DataError(
                    "data-entry", file=self.file, place=where,
                    expected=f"a unit or a side, not {name!r}",
                )  # fmt: skip
        return found

    def _own_words(self) -> frozenset[str]:
        """What there is besides the map: special rules, kinds of units, what has been built."""
        kinds = {"vehicle": self.vehicles, "gun": self.guns, "demolition": self.demolitions,
                 "chain": self.chains}  # fmt: skip
        found = {name for name, units in kinds.items() if units} | self.special
        found |= {item.kind for item in self.scenario.fortification if item.kind in ON_GROUND}
        cleared = any(item.kind in CLEARED for item in self.scenario.fortification)
        return frozenset(found | ({"fire_zone"} if cleared or self.scenario.fire_zones else set()))

    def read_options(self, options: Mapping[str, str]) -> None:
        """Whether the sides are set up as the scenario says, or set up themselves (A2.5)."""
        self.ready_made = options.get("setup", "ready") == "ready"

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
                    found.append(Unit(token, PLAYERS.index(group.side), row, number))
        return [*found, *self._spares(found, count)]

    def _spares(self, units: Sequence[Unit], count: dict[str, int]) -> list[Unit]:
        """The counters in the box, behind all others. Rules A1.31, D5.4, A15.2, A18.2."""
        rows = [unit.row for unit in units]
        special = frozenset(self.scenario.special)
        found: list[Unit] = []
        self.inherent: dict[Piece, Piece] = {}
        self.removable: dict[Piece, Piece] = {}
        for row, first, role in spare_counters(rows, self.tables.kinds, special):
            count[row.id] = count.get(row.id, 0) + 1
            token = f"{row.id}.{count[row.id]}"
            if role in ("crew", "gun"):
                mine = self.inherent if role == "crew" else self.removable
                mine[first] = Piece(len(units) + len(found))
            found.append(Unit(token, units[first].side, row, units[first].group))
        self.spares = set_of(range(len(units), len(units) + len(found)))
        return found

    def _sort_units(self) -> None:
        def all_of(*kinds: type) -> int:
            return set_of(i for i, unit in enumerate(self.units) if isinstance(unit.row, kinds))

        self.army = tuple(
            set_of(i for i, unit in enumerate(self.units) if unit.side == side) for side in (0, 1)
        )
        self.side_of = tuple(unit.side for unit in self.units)
        self.dummies = set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, InfantryRow) and unit.row.kind == "dummy"
        )  # fmt: skip
        self.squads = all_of(InfantryRow) & ~self.dummies
        self.leaders = all_of(LeaderRow)
        self.personnel = self.squads | self.leaders | self.dummies
        self.weapons = all_of(WeaponRow)
        self.guns = all_of(GunRow)
        self.vehicles = all_of(VehicleRow)
        self.armour = set_of(i for i, unit in enumerate(self.units)
                             if isinstance(unit.row, VehicleRow) and unit.row.armoured)  # fmt: skip
        self.mgs = self._weapons_of("mg")
        self.latws = self._weapons_of("latw")
        self.flamethrowers = self._weapons_of("flamethrower")
        self.demolitions = self._weapons_of("demolition")
        self.chains = self._weapons_of("mine_string")
        self.radios = self._weapons_of("radio") | self._weapons_of("phone")
        self.mortars = self._weapons_of("mortar") | set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, GunRow) and unit.row.kind == "MTR"
        )  # fmt: skip
        self.crews = set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, InfantryRow) and unit.row.kind == "crew"
        )  # fmt: skip
        self.items = self.weapons | self.guns
        self.ordnance = self.vehicles | self.guns | self.latws
        self.shooters = self.personnel | self.mgs | self.vehicles | self.guns | self.latws
        self.shooters |= self.flamethrowers | self.mortars | self.demolitions
        farthest = [self._farthest(unit.row) for unit in self.units]
        self.reaching = tuple(
            set_of(i for i, reach in enumerate(farthest) if away <= reach)
            for away in range(EVERYWHERE)
        )
        self.farthest = max((reach for reach in farthest if reach < EVERYWHERE), default=0)

    def _farthest(self, row: UnitRow) -> int:
        """How far a unit can fire at most, whatever becomes of it."""
        if isinstance(row, InfantryRow):
            kinds = [kind for kind in self.tables.kinds.values() if isinstance(kind, InfantryRow)]
            return max(2 * max(kind.range, kind.half_range) for kind in kinds)
        if isinstance(row, LeaderRow) or (isinstance(row, WeaponRow) and row.kind == "mg"):
            return 2 * row.range
        return EVERYWHERE

    def _weapons_of(self, kind: str) -> int:
        return set_of(
            i for i, unit in enumerate(self.units)
            if isinstance(unit.row, WeaponRow) and unit.row.kind == kind
        )  # fmt: skip

    # -- asking -------------------------------------------------------------------------------

    def unit(self, token: str) -> Piece:
        """The unit with a token; raises ``KeyError``."""
        return self.unit_of[token.casefold()]

    def location(self, name: str, where: str = "") -> Place:
        """The location with a token, as the scenario file names it."""
        return read_place(self.board, name, getattr(self, "file", "scenario"), where)

    def weapon_row(self, unit: Piece) -> WeaponRow:
        """The row of a support weapon."""
        row = self.units[unit].row
        assert isinstance(row, WeaponRow)
        return row

    def gun_row(self, unit: Piece) -> GunRow:
        """The row of a gun."""
        row = self.units[unit].row
        assert isinstance(row, GunRow)
        return row

    def vehicle_row(self, unit: Piece) -> VehicleRow:
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
            if language == "ja":
                return f"{unit.row.ja}（{unit.token}）"
            return f"{unit.row.name} ({unit.token})"
        return self.board.locations[index].token

    def word_name(self, table: str, key: str, language: str) -> str | None:
        """A kind of counters by the name of its row."""
        row = self.tables.kinds.get(key) if table == "kind" else None
        return None if row is None else row.ja if language == "ja" else row.name

    def spoken_name(self, piece: int, language: str) -> str:
        """What a unit is, with its number if there are several of its kind."""
        if piece >= len(self.units):
            return "?"
        unit = self.units[piece]
        _, _, number = unit.token.rpartition(".")
        if language == "ja":
            return f"{unit.row.ja}（{number}）" if number.isdigit() else unit.row.ja
        return f"{unit.row.name} ({number})" if number.isdigit() else unit.row.name


def _find_map(name: str, folders: Sequence[Path]) -> Path:
    """The map file: the last folder that has one counts."""
    file = f"maps/{name}.csv"
    return next((f / file for f in reversed(folders) if (f / file).exists()), folders[0] / file)


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
