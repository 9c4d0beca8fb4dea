"""Charts of the turn's preparation: ground, weather, freshness, fuel, dumps, demolition."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from salient.engine.data import Sourced, Table, load_document, load_table
from salient.games.trumpets.calendar import CODES, turn_of
from salient.games.trumpets.charts.cells import read_chart
from salient.games.trumpets.charts.names import formation_id

FACES = ("die_1", "die_2", "die_3", "die_4", "die_5", "die_6")
ANY = "any"


class FixedGroundRow(Sourced, frozen=True):
    """The ground of turns that are not rolled for. Rule rc-ground-1."""

    first: str
    last: str
    ground: str


FIXED_GROUND = Table("fixed_ground.csv", FixedGroundRow, ("first",))


class GroundRow(NamedTuple):
    """A turn of the ground table: ground by die, and a result that carries on. Chart tab-ground."""

    by_die: tuple[str, ...]
    carries: str
    through: int


class WeatherRow(NamedTuple):
    """A turn of the atmosphere table: weather by die. Chart tab-weather."""

    by_die: tuple[str, ...]
    squall_reroll: bool

    @property
    def is_certain(self) -> bool:
        """Whether no die is thrown: it is always the same."""
        return len(set(self.by_die)) == 1


class Freshness(NamedTuple):
    """A line of the freshness chart; None is *na*. Chart tab-fresh."""

    rested: int | None
    fatigued: int | None
    exhausted: int | None
    becomes: str


class Shortage(NamedTuple):
    """A formation that can run short of fuel, and on what. Chart tab-fuel."""

    formation: str
    low: int
    high: int


class PreparationCharts:
    """What is looked up before the players act, and in demolitions.

    Attributes:
        ground: By turn that is rolled for.
        fixed_ground: By turn that is not.
        weather: By turn.
        freshness: The lines in the order in which they are tested: exhausted first.
        shortages: Who rolls for fuel.
        dumps: Fuel by place, on the 16th, 17th, 18th and later.
        demolition: Number at or under which a bridge is blown, by option and kind of bridge.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read the charts."""
        self._read_skies(folders)
        rows = read_chart("hq_freshness", ("rested", "fatigued", "exhausted"), folders)
        lines = [
            Freshness(_count(rested), _count(fatigued), _count(exhausted), row["becomes"])
            for (rested, fatigued, exhausted), row in rows.items()
        ]
        self.freshness = tuple(sorted(lines, key=lambda line: line.rested is not None))
        fuel = load_document("charts/fuel_shortage.toml", folders)
        self.fuel_starts = turn_of(fuel["starts"])
        self.shortages = tuple(
            Shortage(formation_id(row["key"]), row["low"], row["high"]) for row in fuel["formation"]
        )
        dumps = read_chart("fuel_dumps", ("place",), folders)
        self.dumps = {
            place: tuple(int(row[c]) for c in ("dec_16", "dec_17", "dec_18", "after_dec_18"))
            for (place,), row in dumps.items()
        }
        blow = load_document("charts/demolition.toml", folders)
        other = blow["alternative"]
        self.demolition: dict[str, dict[str, int]] = {
            "a": blow["bridge"],
            "b": other["both_reversed_blocks"],
            "c": other["names_reversed"],
        }

    def _read_skies(self, folders: Sequence[Path]) -> None:
        ground = read_chart("ground", ("turn",), folders)
        self.ground = {
            turn_of(turn): GroundRow(
                tuple(row[face] for face in FACES),
                row["carry_if"],
                turn_of(row["carry_through"]) if row["carry_through"] else 0,
            )
            for (turn,), row in ground.items()
        }
        self.fixed_ground = {
            turn: row.ground
            for row in load_table(FIXED_GROUND, folders)
            for turn in range(turn_of(row.first), turn_of(row.last) + 1)
        }
        weather = read_chart("weather", ("turn",), folders)
        self.weather = {
            turn_of(code): WeatherRow(
                tuple(weather[code,][face] for face in FACES),
                weather[code,]["squall_reroll_on_fog"] == "yes",
            )
            for code in CODES
        }


def _count(cell: str) -> int | None:
    """A number of markers, or None where it does not matter."""
    return None if cell == ANY else int(cell)
