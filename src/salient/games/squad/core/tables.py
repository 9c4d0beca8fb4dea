"""The data of the tactical core: kinds of units and weapons, the terrain chart, tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from salient.engine.data import Sourced, Table, convert_document, load_document, load_table
from salient.engine.errors import DataError

Flag = Literal["yes", "no"]
SideName = Literal["german", "american"]
Way = Literal["infantry", "tracked", "halftrack", "truck", "armoured_car"]

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
"""Columns of the Infantry Fire Table (A7.3)."""


class InfantryRow(Sourced, frozen=True):
    """A kind of squad or crew, with its half-squad. Rules A1.2, A1.25, A19.

    Attributes:
        quality: Its class, from elite to conscript.
        broken: Morale of the broken side.
        half_fp, half_range, half_morale, half_broken: The half-squad that it becomes.
        smoke: Smoke exponent, 0 for none (A24.1).
        assault: Whether it has assault fire (A7.36).
        steady: Underlined morale: never replaced (A19.132).
        lower: The kind that replaces it (A19.13), empty for none.
        mines: Whether it may have magnetic mines against AFVs (C13.7).
    """

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["squad", "crew"]
    quality: Literal["elite", "first", "second", "green", "conscript"]
    fp: int
    range: int
    morale: int
    broken: int
    half_fp: int
    half_range: int
    half_morale: int
    half_broken: int
    smoke: int
    assault: Flag
    steady: Flag
    lower: str
    mines: Flag


class LeaderRow(Sourced, frozen=True):
    """A kind of leader or hero. Rules A1.3, A10.7, A15.2."""

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["leader", "hero"]
    morale: int
    broken: int
    modifier: int
    fp: int
    range: int


class WeaponRow(Sourced, frozen=True):
    """A kind of support weapon. Rules A9, C13.

    Attributes:
        least, range: Its range in hexes.
        rof: Multiple rate of fire (A9.2).
        pp: Portage points (A4.4).
        breakdown: Original roll from which it malfunctions (A9.7).
        lost: Whether it is removed then.
        repair: Highest die that repairs it; 0 if it cannot be repaired.
        tk: To Kill number of its shaped charge (C13), or of a machine-gun against AFVs (A9.61).
        th: Its own To Hit numbers by range, separated by spaces.
    """

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["mg", "latw", "flamethrower", "demolition", "mortar"]
    fp: int
    least: int
    range: int
    rof: int
    pp: int
    breakdown: int
    lost: Flag
    repair: int
    tk: int | None = None
    th: str = ""


class GunRow(Sourced, frozen=True):
    """A kind of gun. Rules C2, C10.

    Attributes:
        manhandling: The number under which it is pushed (C10.3).
        size: To Hit case P (C6.7).
        barrel: Length: empty, ``L``, ``LL`` or ``*``.
        ife: Infantry firepower of an automatic gun, 0 for none (C2.29).
        crew: The kind of crew that serves it.
    """

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["AT", "AA", "INF", "ART", "MTR"]
    manhandling: int
    size: int
    calibre: int
    barrel: Literal["", "L", "LL", "*"]
    rof: int
    least: int
    range: int
    ife: int
    he: Flag
    crew: str


class VehicleRow(Sourced, frozen=True):
    """A kind of vehicle. Rules D1.

    Attributes:
        move: How it pays MP.
        turret: ``T`` turns fast, ``ST`` slowly, ``NT`` has none (C5.11).
        front, side_armour, turret_front, turret_side: Armour factors; -1 unarmoured (D1.6).
        size: To Hit case P (D1.7).
        open: Whether it is open-topped.
        pressure: Ground pressure, 0 low, 1 normal, 2 high (D1.4).
        crew: Crew survival number (D5.6).
        capacity: Portage points of passengers it carries; 0 none (D6.1).
        tow: The least manhandling number of a gun that it tows; 99 none (C10.1).
    """

    id: str
    side: SideName
    name: str
    ja: str
    branch: str
    mp: int
    move: Literal["tracked", "halftrack", "truck", "armoured_car"]
    turret: Literal["T", "ST", "NT"]
    calibre: int
    barrel: Literal["", "L", "LL", "*"]
    rof: int
    ife: int
    he: Flag
    bmg: int
    cmg: int
    aamg: int
    front: int
    side_armour: int
    turret_front: int
    turret_side: int
    size: int
    open: Flag
    pressure: int
    crew: int
    breakdown: int
    capacity: int
    tow: int

    @property
    def armoured(self) -> bool:
        """Whether it is an AFV."""
        return self.front >= 0


class AmmunitionRow(Sourced, frozen=True):
    """Depletion numbers of a kind of gun or vehicle, 0 for none. Rules C8.9, A24.

    Attributes:
        smoke: Of its smoke shells.
        wp: Of its white phosphorus shells.
    """

    id: str
    smoke: int
    wp: int


UnitRow = InfantryRow | LeaderRow | WeaponRow | GunRow | VehicleRow


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


class Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Allotments in MF (A4)."""

    infantry: int
    smc: int
    wounded: int
    leader_bonus: int
    double_time: int
    rout: int


class Stacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of a location: half-squads and leaders (A5.1)."""

    normal: int
    leaders: int


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of fire and smoke (A6.7, A8.2, A24, B25)."""

    hindrance_block: int
    residual_most: int
    smoke_grenade: int
    smoke: int
    white_phosphorus: int
    blaze: int
    burning_wreck: int
    dispersed: int


class Rally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modifiers of rally attempts (A10.6)."""

    desperate: int
    self_rally: int
    terrain: int


class Bog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roll from which a vehicle bogs (D8.21)."""

    threshold: int


class CloseCombatNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values against vehicles, what wins an ambush, the best kill number (A11.11, A11.4, A11.5)."""

    squad: int
    crew: int
    half_squad: int
    smc: int
    ambush: int
    overwhelming: int


class Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the range adds to a To Kill number, by calibre (C7.31)."""

    small: list[int]
    medium: list[int]
    large: list[int]


class PanzerfaustNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has one, To Hit by range, To Kill, the months from which they reach farther (C13.3)."""

    at_hand: int
    to_hit: list[int]
    to_kill: int
    since: list[str]


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``core.toml``."""

    movement: Movement
    stacking: Stacking
    fire: Fire
    rally: Rally
    bog: Bog
    crew_morale: dict[str, int]
    close_combat: CloseCombatNumbers
    bands: Bands
    panzerfaust: PanzerfaustNumbers
    unarmoured: dict[str, int]
    high_explosive: dict[str, int]
    vehicle_line: dict[str, int]


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
