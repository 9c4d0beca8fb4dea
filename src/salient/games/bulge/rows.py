"""The data files of the map, the units and the tables, row by row."""

from __future__ import annotations

from typing import Any, Literal

from salient.engine.data import Sourced, Table

SideName = Literal["german", "allied"]
Town = Literal["", "town", "city", "important", "fortress"]
Base = Literal["plain", "hill", "light", "deep"]
Pace = Literal["foot", "mech", "main", "road"]
"""How steps are paid for: by men on foot, by vehicles (7.4), strategically along main roads (7.2),
and by whatever road there is (9.5-3e)."""


class HexRow(Sourced, frozen=True):
    """A hex: base terrain and what stands on it. Rule 3.3.

    Attributes:
        hex: Its four-digit number.
        wall: Whether the West Wall runs through it.
        sector: US division sectors it belongs to, joined by ``/`` (9.1).
        army: German army sectors it belongs to at set-up, joined by ``/`` (9.2).
    """

    hex: str
    terrain: Base
    town: Town
    name: str
    ja: str
    wall: bool
    sector: str
    army: str


class SideRow(Sourced, frozen=True):
    """A hexside with a river or a road across it. Rules 3.3-6, 3.3-7."""

    a: str
    b: str
    river: Literal["", "river", "great"]
    road: Literal["", "road", "main"]
    name: str


class EntryRow(Sourced, frozen=True):
    """A place beyond the map edge where units enter and leave. Rules 9.3, 11.2b, 13.5."""

    id: str
    direction: Literal["E", "N", "NW", "W", "SW", "S"]
    hex: str
    colour: Literal["grey", "yellow", "orange"]
    capacity: int


class LineRow(Sourced, frozen=True):
    """A hex of an army boundary line as printed. Rule 9.6."""

    line: Literal["6SS/5PZ", "5PZ/7A"]
    order: int
    hex: str


class UnitRow(Sourced, frozen=True):
    """A unit. Rules 2.2, 2.3, 2.4, 2.5, 2.6.

    Attributes:
        army: ``6SS``, ``5PZ``, ``7A``, or empty for a white stripe (2.4-3).
        division: Its division, empty if it has none.
        colour: Function colour (2.4-2); units of one colour and different divisions do not stack.
        mech: Whether it is mechanized.
        attack, defence: Combat strengths at full strength.
        attack2, defence2: Combat strengths after one step of loss (2.3).
        turn: Arrival turn (2.6-4b), 0 for units set up at start (2.6-4a).
        direction: Where it arrives (14.1-2).
        start: Its hex in the ready-made historical set-up.
        role: ``vdh``, ``brigade`` (Skorzeny as a brigade), ``commando``, ``fb``, ``fg``, or empty.
    """

    id: str
    name: str
    ja: str
    side: SideName
    nation: Literal["german", "us", "british"]
    army: Literal["", "6SS", "5PZ", "7A"]
    division: str
    colour: str
    branch: str
    size: Literal["III", "X", "I"]
    mech: bool
    attack: int
    defence: int
    attack2: int
    defence2: int
    turn: int
    direction: Literal["", "E", "N", "NW", "SW", "S"]
    start: str
    role: Literal["", "vdh", "brigade", "commando", "fb", "fg"] = ""


class TerrainRow(Sourced, frozen=True):
    """A line of the terrain effects chart. Rule 3.3.

    Attributes:
        terrain: Base terrain, class of town, ``wall``, ``river``, ``great``, ``road`` or ``main``.
        foot: Movement points for non-mechanized units; for rivers what crossing adds.
        mech: The same for mechanized units.
        shift: Columns to the left in favour of the defender.
    """

    terrain: str
    foot: int
    mech: int
    shift: int


class AllowanceRow(Sourced, frozen=True):
    """A line of the movement allowance table. Rules 7.1b, 14.5."""

    nation: str
    colour: str
    combat: int
    strategic: int


class ResultRow(Sourced, frozen=True):
    """A line of the combat results table: the result in each odds column. Rule 8.3-5."""

    dice: int
    o12: str
    o11: str
    o21: str
    o31: str
    o41: str
    o51: str
    o61: str
    o71: str


class ScatterRow(Sourced, frozen=True):
    """A line of the airdrop table: die and direction of drift. Rule 9.4-2c."""

    die: int
    direction: Literal["E", "NE", "NW", "W", "SW", "SE"]


HEXES = Table("hexes.csv", HexRow, ("hex",))
HEXSIDES = Table("sides.csv", SideRow, ("a", "b"))
ENTRIES = Table("entries.csv", EntryRow, ("id",))
LINES = Table("lines.csv", LineRow, ("line", "order"))
UNITS = Table("units.csv", UnitRow, ("id",))
TERRAIN = Table("terrain.csv", TerrainRow, ("terrain",))
ALLOWANCES = Table("allowances.csv", AllowanceRow, ("nation", "colour"))
RESULTS = Table("crt.csv", ResultRow, ("dice",))
SCATTER = Table("scatter.csv", ScatterRow, ("die",))
TABLES: tuple[Table[Any], ...] = (
    HEXES, HEXSIDES, ENTRIES, LINES, UNITS, TERRAIN, ALLOWANCES, RESULTS, SCATTER,
)  # fmt: skip
DATA_FILES = tuple(table.file for table in TABLES)
