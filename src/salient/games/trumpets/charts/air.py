"""Charts of the air war: squadrons, types, bombing, strafing and the guns' answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from salient.engine.data import Sourced, Table, load_document, load_table
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.charts.cells import read_chart

FIGHTERS = frozenset({"fw190", "p47"})
JETS = frozenset({"me262"})
"""Aircraft that strafe as fighters; a jet has a line of its own in the guns' answer (drm-aa-1)."""


class SquadronRow(Sourced, frozen=True):
    """Squadrons of a turn in the campaign. Rule rc-air-1."""

    turn: str
    us: int
    german: int


SQUADRONS = Table("aircraft.csv", SquadronRow, ("turn",))


class Raid(NamedTuple):
    """A line of the bombing table: two dice from low to high. Chart tab-bomb."""

    low: int
    high: int
    place: str
    rubble: int


class DieTable:
    """Results by a modified die and a column; beyond its ends the end rows hold."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Read a table with ``columns``, ``min_row``, ``max_row`` and ``row``."""
        self.first, self.last = int(document["min_row"]), int(document["max_row"])
        self.rows = {
            int(row): dict(zip(document["columns"], cells, strict=True))
            for row, cells in document["row"].items()
        }

    def look_up(self, roll: int, column: str) -> str:
        """The result of a modified die."""
        return str(self.rows[min(max(roll, self.first), self.last)][column])


class AirCharts:
    """What is looked up in step 5.

    Attributes:
        squadrons: Squadrons of each side by turn, Germans first.
        types: Type of a squadron by side and die (tab-aircraft).
        raids: The bombing table.
        strafing: Red die (tab-strafe).
        answer: White die (tab-aa).
        avoidance: Result by movement class and die (tab-avoid).
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read the charts."""
        self.squadrons = {
            turn_of(row.turn): (row.german, row.us) for row in load_table(SQUADRONS, folders)
        }
        types = read_chart("tactical_aircraft", ("die",), folders)
        self.types = tuple(
            tuple(types[str(die),][side] for die in range(1, 7)) for side in ("german", "us")
        )
        raids = read_chart("strategic_bombing", ("low",), folders)
        self.raids = tuple(
            Raid(int(row["low"]), int(row["high"]), row["place"], int(row["rubble"]))
            for row in raids.values()
        )
        self.strafing = DieTable(load_document("charts/strafing.toml", folders))
        self.answer = DieTable(load_document("charts/aa_fire.toml", folders))
        avoidance = load_document("charts/interdiction_avoidance.toml", folders)
        self.avoidance: dict[str, tuple[str, ...]] = {
            kind: tuple(cells) for kind, cells in avoidance["row"].items()
        }
