"""The data files of the map, the units and the scenarios, row by row."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from salient.engine.data import Sourced, Table

Kind = Literal["armor", "mechanized", "motorized", "engineer", "infantry"]
SideName = Literal["german", "allied"]


class AreaRow(Sourced, frozen=True):
    """An area: an irregular space with a name and a number. Rule 3.22."""

    number: int
    name: str
    ja: str
    place: str
    lat: float
    lon: float
    vp: int
    front: bool
    reserve: bool
    control: SideName
    seventh: bool
    fifth: bool


class ZoneRow(Sourced, frozen=True):
    """A boundary zone: a place at the map edge with a capital letter. Rule 3.21."""

    letter: str
    name: str
    ja: str
    lat: float
    lon: float
    side: SideName
    multiplier: int
    seventh: bool
    fifth: bool


class LinkRow(Sourced, frozen=True):
    """A road between two areas or an area and a zone. Rules 3.22, 3.23.

    Nothing else that is printed on the map matters to a move (3.24).
    """

    a: str
    b: str
    road: Literal["primary", "secondary"]
    river: str
    bridge: Literal["", "intact", "blown"]


class BorderRow(msgspec.Struct, frozen=True):
    """Two areas that touch. Rule 3.22."""

    a: str
    b: str


class KindRow(Sourced, frozen=True):
    """Values that depend on the type of unit only. Rules 4.17, 8.31, 8.32, 9.51.

    Whoever has abandoned vehicles keeps the quality of the type (qa-11).
    """

    kind: Kind
    attack: int
    defence: int
    mp: int
    quality: int


class UnitRow(Sourced, frozen=True):
    """A combat unit. Rules 4.1, 5.2.

    Attributes:
        airborne: Whether its counter says so; it is infantry like any other (4.11b).
        enters: ``start``, an impulse such as ``17-2``, or ``reserve:NAME``.
        zones: Entry zones to choose from, joined by ``/``.
        area: Set-up area of a unit that starts on the map.
        first: ``free`` (Allied, may move in 16-1), ``held`` (German, may not), or empty.
    """

    id: str
    name: str
    ja: str
    side: SideName
    nation: str
    service: str
    formation: str
    kind: Kind
    airborne: bool
    strength: int
    enters: str
    zones: str
    area: str
    entrenched: bool
    first: Literal["", "free", "held"]
    seventh: bool
    fifth: bool


class ReserveRow(Sourced, frozen=True):
    """A panzer reserve and the areas that release it. Rules 11.31, 11.32, 11.33a."""

    name: str
    areas: str
    opens: str
    delay: int


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory that begins at a number of German VP."""

    outcome: str
    at_least: int
    winner: Literal["german", "allied", ""]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of the rulebook.

    Attributes:
        section: Which part of the map is used (s1-map, s2-map); empty for the whole map (s3-map,
            s4-map).
        last: The last impulse, e.g. ``22-1``.
        last_side: Whose impulse ends the scenario.
        attrition_at_end: Whether the last turn has an attrition phase.
        german_sources: Letters of the German supply zones.
        allied_sources: Letters of the Allied supply zones.
        scoring: ``areas`` (12.2), ``three_days`` or ``two_towns`` (practice scenario).
        towns: The scenario's own VP towns.
        blown: Further bridges blown at start, as pairs of area names.
        levels: Victory levels from best to worst for the Germans.
    """

    section: Literal["", "seventh", "fifth"]
    last: str
    last_side: SideName
    attrition_at_end: bool
    german_sources: str
    allied_sources: str
    scoring: Literal["areas", "three_days", "two_towns"]
    towns: tuple[str, ...] = ()
    blown: tuple[tuple[str, str], ...] = ()
    levels: tuple[Level, ...] = ()


AREAS = Table("areas.csv", AreaRow, ("number",))
ZONES = Table("zones.csv", ZoneRow, ("letter",))
LINKS = Table("links.csv", LinkRow, ("a", "b"))
BORDERS = Table("borders.csv", BorderRow, ("a", "b"))
KINDS = Table("kinds.csv", KindRow, ("kind",))
UNITS = Table("units.csv", UnitRow, ("id",))
RESERVES = Table("reserves.csv", ReserveRow, ("name",))
SCENARIOS = "scenarios.toml"
TABLES: tuple[Table[Any], ...] = (AREAS, ZONES, LINKS, BORDERS, KINDS, UNITS, RESERVES)
DATA_FILES = (*(table.file for table in TABLES), SCENARIOS)
