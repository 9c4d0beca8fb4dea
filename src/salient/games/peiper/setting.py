"""The static side of a campaign: its map, its charts, and every counter that can come into play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, enemy
from salient.engine.setting import Identity
from salient.games.peiper.areas import Ground
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.charts import Charts
from salient.games.peiper.charts.places import edge_of, entries_of, lvp_of
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Group, Scenario, Victory
from salient.games.squad.core.setting import FOLDER as SQUAD
from salient.games.squad.core.setting import GERMAN, SquadSetting
from salient.games.squad.core.tables import Tables
from salient.games.squad.core.unit_rows import InfantryRow, VehicleRow
from salient.games.squad.terrain.board import Board, Hexagon

FOLDER = Path(__file__).parent

WEATHER_WORDS = frozenset(
    {
        "night", "cloaking", "snow", "falling_snow", "frozen", "overcast", "scattered", "half_moon",
        "full_moon", *(f"mist_{word}" for word in (
            "very_light", "light", "moderate", "heavy", "very_heavy", "extreme")),
    }
)  # fmt: skip
"""Special rules that come and go with the dates."""

LASTING = (
    "one_lane_roads", "deployment", "crews", "prisoners", "heat_of_battle", "leader_creation",
    "withdrawal", "encirclement", "captured_arms", "off_road_set_up",
)  # fmt: skip
"""Special rules of all CG scenarios (CG2, SSR-KGP7, SSR-KGP8, P8.6071)."""

FIRST_WRECKS = {"cheneux": ("K10", "GG8")}
"""Burnt-out wrecks that lie about at first (SSR-II.3)."""

WRECK = "SPW251"
"""The counter that stands for them."""

HALF_TRACK = "SPW9us"
"""The captured half-track of Cheneux (SSR-II.5)."""

PRIZES = 1
"""Counters of each kind of enemy AFV that a side can capture (P8.6072)."""

DUMMIES = {"german": ("ssDummy", 12), "american": ("usDummy", 6)}
"""Dummy counters of each side: for reserves and for what is bought (CG7a-4, P8.621)."""

FIXED = {("la_gleize", "PzVIB"): "R44"}
"""Where a loose counter of the first order of battle must be (SSR-III.4)."""

MIST_WORDS = {
    "VL": "very_light", "L": "light", "M": "moderate", "H": "heavy", "VH": "very_heavy",
    "ExH": "extreme",
}  # fmt: skip
"""Densities of mist as the squad game calls them (SSR-KGP3)."""

OTHER_ELR = 3
"""ELR of Germans who are not of the SS (SSR KGP11)."""


def strongholds_of(board: Board) -> Iterator[Place]:
    """The locations that the map makes strategic; roofs do not count. Rule P8.2-strategic."""
    for place in board.locations:
        row = board.hexes[place.hex].row
        built = bool(row.building or row.tower) and place.floor != "rooftop"
        if built or place.floor == "bridge":
            yield place.index


class PeiperSetting(SquadSetting):
    """What all states of one campaign share.

    Attributes:
        charts: All tables.
        campaign: What the rules say of this campaign.
        cg: Its name, which is that of its map.
        entries: The entry areas.
        lvp: The value of each location that has any.
        limits, thin: Hexes in which each side sets up at first, and those of the thin columns.
        headquarters: Hexes of German headquarters.
        edge: The hexes along the edge of the map.
        bridge: The bridge that must not be harmed (SSR-II.6), ``NOWHERE`` without one.
        prizes: Counters for vehicles captured from the enemy (P8.6072).
        strongholds: Printed buildings, towers and bridges: strategic as long as they stand.
    """

    def __init__(
        self, identity: Identity, folders: Sequence[Path], chapters: Sequence[Chapters[Any]]
    ) -> None:
        self.charts = Charts(folders)
        self.cg = identity.scenario
        self.campaign = self.charts.campaigns[self.cg]
        everything = [SQUAD / "data", *folders]
        self.tables = Tables(everything)
        super().__init__(identity, everything, chapters, self._whole())
        board = self.board
        self.entries = entries_of(board, self.cg, self.charts.entry_rows)
        self.lvp = lvp_of(board, self.cg, self.charts.lvp_rows)
        self.lvp_places = tuple(sorted(self.lvp))
        self.limits = tuple(self.campaign.limits(board, side) for side in (0, 1))
        self.thin = tuple(self.campaign.thin(board, side) for side in (0, 1))
        self.headquarters = tuple(board.place(name) for name in self.campaign.headquarters)
        self.ground = Ground(board, self.tables)
        name = self.campaign.victory.bridge
        self.bridge = (
            board.special.get((Hexagon(board.place(name)), "bridge"), NOWHERE) if name else NOWHERE
        )
        self.prizes = set_of(
            number for number, unit in enumerate(self.units) if SIDES[unit.side] != unit.row.side
        )
        self.edge = set_of(edge_of(board))
        self.strongholds = set_of(strongholds_of(board))
        self.all_hexes = (1 << len(board.hexes)) - 1
        self.dates = self.campaign.dates

    def _whole(self) -> Scenario:
        """All counters of both sides as one order of battle, on the whole map. CG1, SSR-KGP1."""
        campaign = self.campaign
        return Scenario(
            map=campaign.map,
            turns=0,
            first=campaign.first,
            victory=Victory(campaign.initial.side, "control", 1),
            group=[
                Group(SIDES[side], units(side), [])
                for units in (self._pool, self._prizes) for side in (0, 1)
            ],
            elr={"german": campaign.german.elr, "american": campaign.american.elr},
            san={"german": campaign.german.san, "american": campaign.american.san},
            special=list(LASTING),
            self_rally=campaign.sections,
        )  # fmt: skip

    def _pool(self, side: int) -> dict[str, int]:
        """Every counter that a side can have, with those for wrecks. Rules rc-pool, SSR-II.3."""
        found = self.charts.pool(self.cg, side)
        wrecks = len(FIRST_WRECKS.get(self.cg, ())) if side == GERMAN else 0
        if wrecks:
            found[WRECK] = found.get(WRECK, 0) + wrecks
        dummy, count = DUMMIES[SIDES[side]]
        return {**found, dummy: count}

    def _prizes(self, side: int) -> dict[str, int]:
        """Counters for AFVs that a side can capture. Rule P8.6072."""
        theirs = self.charts.pool(self.cg, enemy(side))
        rows = ((kind, self.tables.kinds[kind]) for kind in theirs)
        return {
            kind: PRIZES for kind, row in rows
            if isinstance(row, VehicleRow) and row.armoured and kind != HALF_TRACK
        }  # fmt: skip

    @property
    def first_wrecks(self) -> tuple[str, ...]:
        """Hexes with a wreck at the start. Rule SSR-II.3."""
        return FIRST_WRECKS.get(self.cg, ())

    def fixed_hex(self, unit: Piece) -> Place:
        """The hex where a counter must set up at first, or -1. Rule SSR-III.4."""
        name = FIXED.get((self.cg, self.units[unit].row.id))
        return self.board.place(name) if name else NOWHERE

    def _own_words(self) -> frozenset[str]:
        return super()._own_words() | WEATHER_WORDS

    def read_options(self, options: Mapping[str, str]) -> None:
        """Whom the balance favours, whether the weather is random. Rules P8.31, CG3."""
        self.ready_made = False
        self.balance = options.get("balance", "none")
        self.random_weather = options.get("weather", "historical") == "random"

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """What people call a unit, a location, a group of the chart, an entry area."""
        if kind == "group":
            return self.charts.group_name(index, language)
        if kind == "entry":
            return self.entries[index].ja if language == "ja" else self.entries[index].name
        return super().name(kind, index, language, long=long)

    def argument_name(
        self, verb: str, position: int, value: int | str, side: int, language: str
    ) -> str | None:
        """A group that is bought, by its name. Rule P8.619."""
        chart = self.charts.groups.sides[side] if side >= 0 else {}
        if verb != "buy" or position or str(value).upper() not in chart:
            return None
        number = self.charts.group_number(side, str(value).upper())
        return self.charts.group_name(number, language)

    def elr_of(self, unit: Piece, side: int) -> int:
        """The printed ELR of a unit. Rules CG4a, SSR-KGP11."""
        row = self.units[unit].row
        plain = side == GERMAN and isinstance(row, InfantryRow) and not row.id.startswith("ss")
        return OTHER_ELR if plain else self.elr[side]

    def counters(self, kind: str) -> int:
        """All counters of a kind."""
        return self._counters.get(kind, 0)

    @cached_property
    def _counters(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, unit in enumerate(self.units):
            found[unit.row.id] = found.get(unit.row.id, 0) | 1 << number
        return found
