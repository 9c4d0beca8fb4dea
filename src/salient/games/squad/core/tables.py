"""The tables as they are looked up: terrain chart, fire, To Hit, To Kill, close combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from salient.engine.data import Sourced, Table, convert_document, load_document, load_table
from salient.engine.errors import DataError
from salient.games.squad.core.numbers import Numbers
from salient.games.squad.core.unit_rows import (
    AmmunitionRow,
    Flag,
    GunRow,
    InfantryRow,
    LeaderRow,
    UnitRow,
    VehicleRow,
    WeaponRow,
)

Way = Literal["infantry", "tracked", "halftrack", "truck", "armoured_car"]

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
"""Columns of the Infantry Fire Table (A7.3)."""


class ChartRow(Sourced, frozen=True):
    """A line of the terrain chart. Costs are read by :func:`parse_cost`.

    Attributes:
        terrain: Its name, as in ``terrain.csv``.
        tem: Terrain effects modifier against direct fire.
        bursts: The same against fire from above; negative for air bursts (B13.3).
        open: Open ground for FFMO and interdiction (A10.531).
        conceals: Concealment terrain (A12.12).
        goal: A goal of routs (A10.51).
        shelter: Helps to rally (A10.61).
        obstacle: Infantry and vehicles may bypass it (A4.3, D2.3).
        kindle, spread: Fire numbers, 0 if it does not burn (B25).
    """

    terrain: str
    rule: str
    tem: int
    bursts: int
    open: Flag
    conceals: Flag
    goal: Flag
    shelter: Flag
    obstacle: Flag
    kindle: int
    spread: int
    infantry: str
    tracked: str
    halftrack: str
    truck: str
    armoured_car: str


class Price(NamedTuple):
    """What the chart asks for entering a kind of terrain.

    Attributes:
        halves: Points in halves, or 0 if a part of the allotment is asked.
        part: The part of the allotment: 1, 2, 3 or 4 for all, half, a third, a quarter; 0 for none.
        bog: Whether a bog check follows (D8.2).
        leaving: Whether one follows on climbing out of a depression.
    """

    halves: int
    part: int
    bog: bool
    leaving: bool = False

    @property
    def bog_drm(self) -> int:
        """What the terrain adds to its bog check: woods 3, light woods 1. Rules D8.21, B35.3."""
        return {2: 3, 3: 1}.get(self.part, 0)


PARTS = {"all": 1, "half": 2, "third": 3, "quarter": 4}


def parse_cost(text: str) -> Price | None:
    """A cost of the chart; None if entry is forbidden.

    >>> parse_cost("half B"), parse_cost("no")
    (Price(halves=0, part=2, bog=True, leaving=False), None)
    >>> parse_cost("3 BB")
    Price(halves=6, part=0, bog=False, leaving=True)
    """
    word, _, code = text.partition(" ")
    if word == "no":
        return None
    halves, part = (0, PARTS[word]) if word in PARTS else (int(Fraction(word) * 2), 0)
    return Price(halves, part, code == "B", code == "BB")


class Chart(NamedTuple):
    """The terrain chart ready for use: a row and the prices of each way of moving by terrain."""

    rows: dict[str, ChartRow]
    prices: dict[str, dict[str, Price | None]]


WAYS: tuple[Way, ...] = ("infantry", "tracked", "halftrack", "truck", "armoured_car")


class _FireRow(msgspec.Struct, frozen=True):
    roll: int
    fp1: str
    fp2: str
    fp4: str
    fp6: str
    fp8: str
    fp12: str
    fp16: str
    fp20: str
    fp24: str
    fp30: str
    fp36: str


class _KillRow(msgspec.Struct, frozen=True):
    gun: str
    kill: int


class _HitRow(msgspec.Struct, frozen=True):
    row: str
    r0: int
    r1: int
    r2: int
    r3: int
    r4: int
    r5: int
    r6: int
    r7: int
    r8: int
    r9: int


class OddsRow(msgspec.Struct, frozen=True):
    """A line of the close-combat table: odds and kill number (A11.11)."""

    attack: int
    defence: int
    kill: int


INFANTRY = Table("infantry.csv", InfantryRow, ("id",))
LEADERS = Table("leaders.csv", LeaderRow, ("id",))
WEAPONS = Table("weapons.csv", WeaponRow, ("id",))
GUNS = Table("guns.csv", GunRow, ("id",))
VEHICLES = Table("vehicles.csv", VehicleRow, ("id",))
AMMUNITION = Table("ammunition.csv", AmmunitionRow, ("id",))
CHART = Table("chart.csv", ChartRow, ("terrain",))
FIRE = Table("fire_table.csv", _FireRow, ("roll",))
KILLS = Table("to_kill.csv", _KillRow, ("gun",))
HITS = Table("to_hit.csv", _HitRow, ("row",))
ODDS = Table("close_combat.csv", OddsRow, ("attack", "defence"))

DATA_FILES = (
    "terrain.csv", "sight.toml", "core.toml",
    *(table.file for table in (
        INFANTRY, LEADERS, WEAPONS, GUNS, VEHICLES, AMMUNITION, CHART, FIRE, KILLS, HITS, ODDS,
    )),
)  # fmt: skip
"""Files that packs may override."""


class Tables:
    """All kinds of units and all tables, read once for a list of packs."""

    def __init__(self, folders: Sequence[Path]) -> None:
        rows: list[UnitRow] = [
            *load_table(INFANTRY, folders),
            *load_table(LEADERS, folders),
            *load_table(WEAPONS, folders),
            *load_table(GUNS, folders),
            *load_table(VEHICLES, folders),
        ]
        self.kinds: dict[str, UnitRow] = {row.id: row for row in rows}
        self.ammunition = {row.id: row for row in load_table(AMMUNITION, folders)}
        self.chart = _chart(folders)
        lines = sorted(load_table(FIRE, folders), key=lambda line: line.roll)
        self.fire = tuple(msgspec.structs.astuple(line)[1:] for line in lines)
        self.kill = {row.gun: row.kill for row in load_table(KILLS, folders)}
        self.hit = {row.row: msgspec.structs.astuple(row)[1:] for row in load_table(HITS, folders)}
        self.odds = load_table(ODDS, folders)
        self.numbers = convert_document(
            "core.toml", "core", load_document("core.toml", folders), Numbers
        )
        self.shells = _steps(self.numbers.high_explosive)
        self.soft = _steps(self.numbers.unarmoured)
        self.vehicle_line = {int(k): v for k, v in self.numbers.vehicle_line.items()}

    def result(self, column: int, roll: int) -> str:
        """The result of a fire attack: ``3KIA``, ``K/2``, ``2MC``, ``NMC``, ``PTC`` or nothing.

        Rule A7.3.

        Args:
            column: Index of the column.
            roll: The final roll.
        """
        return str(self.fire[min(max(roll, 0), len(self.fire) - 1)][column])


def _chart(folders: Sequence[Path]) -> Chart:
    rows = {row.terrain: row for row in load_table(CHART, folders)}
    prices: dict[str, dict[str, Price | None]] = {}
    for name, row in rows.items():
        try:
            prices[name] = {way: parse_cost(getattr(row, way)) for way in WAYS}
        except ValueError:
            raise DataError(
                "data-entry", file=CHART.file, place=name, expected="costs such as 2, 1.5, half B"
            ) from None
    return Chart(rows, prices)


def _steps(table: dict[str, int]) -> tuple[tuple[int, int], ...]:
    """A table by least value, the largest first."""
    return tuple(sorted(((int(least), value) for least, value in table.items()), reverse=True))
