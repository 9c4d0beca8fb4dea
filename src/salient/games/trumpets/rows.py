"""The data files of the map, the units and the scenarios, row by row."""

from __future__ import annotations

from typing import Any, Literal

from salient.engine.data import Sourced, Table

SideName = Literal["german", "allied"]
Base = Literal["clear", "woods", "broken", "forest", "marsh"]
Settlement = Literal["", "village", "town", "city"]
Army = Literal["6PA", "5PA", "7A"]
Level = Literal["group", "army", "corps", "division", "brigade", "fa_group", "kg", "cp"]
Class = Literal["foot", "horse", "cross_country", "truck", "afv_light_medium", "afv_heavy"]
Position = Literal["ip5", "ip6", "roadblock", "strongpoint", "fortress"]


class HexRow(Sourced, frozen=True):
    """A hex: its terrain, and what stands on it.

    Attributes:
        hex: Its four digits: column, then row.
        terrain: The ground.
        settlement: A town or city replaces the ground for movement; a village leaves it.
        army: The German army area it belongs to: weather, boundaries, jams (rc-area-1).
        lxvii: Whether it lies in the area of LXVII Corps, which has no jams (note-jam-1).
        wall: Whether a fortress is printed in it (rc-map-5).
        squall: Whether it has the snow squalls of the Schnee Eifel (note-weather-2).
        east: Whether it lies east of the Our and the Sauer (tab-jam-2, tab-jam-3).
    """

    hex: str
    terrain: Base
    settlement: Settlement
    name: str
    ja: str
    army: Army
    lxvii: bool
    wall: bool
    squall: bool
    east: bool


class SideRow(Sourced, frozen=True):
    """A hexside with water, a road or both across it.

    Attributes:
        water: ``great`` (Meuse, Moselle) is a river on the charts.
        ford: Whether there is a ford.
        bridge: The state on 16 December of the bridge where a road crosses water.
    """

    a: str
    b: str
    water: Literal["", "stream", "river", "great"]
    road: Literal["", "primary", "secondary"]
    ford: bool
    bridge: Literal["", "whole", "blown"]
    name: str


class GateRow(Sourced, frozen=True):
    """A road off the map. Rules sop-23, rc-off-1."""

    id: str
    side: SideName
    order: int
    hex: str
    name: str
    ja: str


class FormationRow(Sourced, frozen=True):
    """A formation; all but the highest have an HQ as a piece. Rules rc-form-1, rc-hq-1.

    Attributes:
        level: Its level.
        parent: The formation it belongs to.
        range: Reach of its HQ in hexes while deployed.
        range_march: The same in march formation.
        er: Efficiency rating of the HQ (rc-hq-2).
        letters: What its leader can do: ``R``, ``H``, ``D``, ``E``.
    """

    id: str
    name: str
    ja: str
    side: SideName
    nation: Literal["german", "us", "british"]
    level: Level
    parent: str
    range: int
    range_march: int
    er: int
    letters: str


class UnitRow(Sourced, frozen=True):
    """A battalion, or a company that fights alone.

    Rules rc-unit-1, rc-unit-2, rc-unit-3, rc-unit-4, rc-unit-5.

    Attributes:
        formation: The formation whose HQ it is under at first.
        guns: Artillery formation it fires with (rc-art-1), empty for others.
        type: Arm of the service.
        toe: Its organization: tells Tigers, assault guns and bridge columns apart.
        movement: Movement class.
        mf: Movement factors.
        af, df: Attack and defence factors at full strength.
        er: Efficiency rating.
        cf: Combat factors of guns.
        range: Range of guns in hexes.
        at: Anti-tank class: 2 is improved anti-tank.
        parent: The battalion a company was taken from.
    """

    id: str
    name: str
    ja: str
    side: SideName
    nation: Literal["german", "us", "british"]
    formation: str
    guns: str
    type: str
    toe: str
    size: str
    movement: Class
    mf: int
    af: int
    df: int
    er: int
    steps: int
    cf: int
    range: int
    at: int
    parent: str = ""


class SubstituteRow(Sourced, frozen=True):
    """A counter that stands for up to three battalions of German guns. Rule rc-sub-1."""

    id: str
    name: str
    ja: str
    formation: str
    guns: str
    members: str


class SetupRow(Sourced, frozen=True):
    """Where a unit stands at the start of a scenario.

    Attributes:
        hex: Its hex, empty for units that are off the map.
        steps: Steps it has left, 0 for all.
        mode: Guns and HQs: deployed or in march formation.
        position: The works it stands in.
        under: The formation it is attached to, if another than in its row (rc-scn-2).
    """

    unit: str
    hex: str
    steps: int = 0
    mode: Literal["", "deployed", "march"] = ""
    position: Literal["", "ip5", "ip6", "roadblock", "strongpoint", "fortress"] = ""
    under: str = ""


class ArrivalRow(Sourced, frozen=True):
    """When and where a unit arrives. Rules sop-1, sop-23, rc-arr-1.

    Attributes:
        scenario: The scenario.
        turn: Its turn (``17MO``).
        hex: The gate's hex, or the place inside the map where it appears.
    """

    unit: str
    scenario: str
    turn: str
    hex: str
    under: str = ""


class AreaRow(Sourced, frozen=True):
    """Rows of a column in a US corps' area of operations from a turn on. Rule rc-area-2."""

    turn: str
    corps: str
    column: int
    first: int
    last: int


class TransferRow(Sourced, frozen=True):
    """A formation that comes under another one from a turn on. Rule rc-form-4."""

    formation: str
    turn: str
    parent: str


HEXES = Table("hexes.csv", HexRow, ("hex",))
HEXSIDES = Table("sides.csv", SideRow, ("a", "b"))
GATES = Table("gates.csv", GateRow, ("id",))
FORMATIONS = Table("formations.csv", FormationRow, ("id",))
UNITS = Table("units.csv", UnitRow, ("id",))
SUBSTITUTES = Table("substitutes.csv", SubstituteRow, ("id",))
ARRIVALS = Table("arrivals.csv", ArrivalRow, ("unit", "scenario"))
TRANSFERS = Table("transfers.csv", TransferRow, ("formation", "turn"))
AREAS = Table("areas.csv", AreaRow, ("turn", "corps", "column", "first"))
TABLES: tuple[Table[Any], ...] = (
    HEXES, HEXSIDES, GATES, FORMATIONS, UNITS, SUBSTITUTES, ARRIVALS, AREAS, TRANSFERS,
)  # fmt: skip


def setup_table(scenario: str) -> Table[SetupRow]:
    """The set-up of a scenario."""
    return Table(f"setup_{scenario}.csv", SetupRow, ("unit",))
