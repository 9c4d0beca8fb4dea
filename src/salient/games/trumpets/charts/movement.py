"""Charts of the movement segment: costs off and along roads, water, fords, weather, jams, zones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from salient.engine.data import load_document
from salient.games.trumpets.charts.cells import half_mf, read_chart
from salient.games.trumpets.country import TERRAINS

GROUNDS = ("dry", "mud", "frozen")
WEATHERS = ("clear", "fog", "heavy_fog", "snow")
CLASSES = (
    "foot_german", "foot_allied", "horse", "cross_country", "truck",
    "afv_light_medium", "afv_heavy",
)  # fmt: skip
"""The rows of the movement charts."""

ROAD_ONLY, FORD, NEVER = "R", "F", "X"
"""Cells that are no numbers: only along a road, by the ford chart, not at all."""


class FordCell(NamedTuple):
    """What a ford costs a class, in half MF, and whether it needs engineers. Chart tab-ford."""

    cost: int
    engineers: bool


class MovementCharts:
    """What movement costs. All costs are in half MF; None is where a class cannot go.

    Attributes:
        off_road: Cost by class, terrain and ground (tab-off).
        sides: Added cost by class, ``stream`` or ``river``, and ground (tab-side).
        fords: By class and ground (tab-ford).
        road: Cost by class, weather and road (tab-road).
        strategic: Cost by class and road (tab-strat).
        weather: Cost added off roads, by weather by day and by night (note-off,
            note-off-heavy-fog).
        interdiction: Added cost by class and terrain under enemy patrols (tab-inter).
        zone: Whether a zone class reaches into a terrain (tab-zoc).
        visible: Whether zones reach into a terrain in a weather or by night (tab-zoc-visibility).
        jams: Least cost of a road hex by jam and turn (tab-jam).
        jammed: Movement classes that jams hold up (tab-jam).
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read the charts."""
        self._read_costs(folders)
        self._read_zones(folders)
        weather = load_document("charts/off_road_weather.toml", folders)
        self.weather = {
            night: {
                kind: 2 * (weather["night"] if night and kind == "clear" else weather[kind])
                for kind in WEATHERS
            }
            for night in (False, True)
        }
        jams = load_document("charts/traffic_jams.toml", folders)
        self.jammed = frozenset(jams["applies_to"])
        self.jams = {
            jam["id"]: {turn: 2 * jam[turn] for turn in ("16MO", "16AF", "16EV")}
            for jam in jams["jam"]
        }

    def _read_costs(self, folders: Sequence[Path]) -> None:
        off_road = read_chart("off_road_movement", ("movement_class", "terrain"), folders)
        self.off_road = {
            (kind, terrain, ground): _cost(off_road[kind, terrain][ground], "off_road_movement")
            for kind in CLASSES
            for terrain in TERRAINS
            for ground in GROUNDS
        }
        sides = read_chart("off_road_hexsides", ("movement_class", "hexside"), folders)
        self.sides = {
            (kind, water, ground): _cost(sides[kind, water][ground], "off_road_hexsides")
            for kind in CLASSES
            for water in ("stream", "river")
            for ground in GROUNDS
        }
        fords = read_chart("fords", ("movement_class",), folders)
        self.fords = {
            (kind, ground): _ford(fords[kind,], ground) for kind in CLASSES for ground in GROUNDS
        }
        road = read_chart("road_movement", ("movement_class", "weather"), folders)
        self.road = {
            (kind, weather, grade): half_mf(road[kind, weather][grade], "road_movement")
            for kind in CLASSES
            for weather in WEATHERS
            for grade in ("primary", "secondary")
        }
        strategic = read_chart("strategic_movement", ("movement_class",), folders)
        self.strategic = {
            (kind, grade): half_mf(strategic[kind,][grade], "strategic_movement")
            for kind in CLASSES
            for grade in ("primary", "secondary")
        }

        patrols = read_chart("interdiction", ("movement_class",), folders)
        self.interdiction = {
            (kind, terrain): half_mf(patrols[kind,][terrain], "interdiction")
            for kind in CLASSES
            for terrain in TERRAINS
        }

    def _read_zones(self, folders: Sequence[Path]) -> None:
        zones = read_chart("zoc", ("zoc_class",), folders)
        self.zone = {
            name: frozenset(terrain for terrain in TERRAINS if cells[terrain] == "1")
            for (name,), cells in zones.items()
        }
        visibility = read_chart("zoc_visibility", ("condition",), folders)
        self.visible = {
            name: frozenset(terrain for terrain in TERRAINS if cells[terrain] == "1")
            for (name,), cells in visibility.items()
        }
        # In heavy fog and snow nobody standing there has a zone (note-zoc).
        self.blind = frozenset(
            name
            for (name,), cells in visibility.items()
            if cells["also_from_a_unit_in_it"] == "yes"
        )


def _cost(cell: str, chart: str) -> int | None:
    """A cost, or None where only roads or fords lead."""
    return None if cell in (ROAD_ONLY, FORD, NEVER) else half_mf(cell, chart)


def _ford(cells: dict[str, str], ground: str) -> FordCell | None:
    cost = cells[f"{ground}_mf"]
    if cost == NEVER:
        return None
    return FordCell(half_mf(cost, "fords"), cells[f"{ground}_engineers"] == "yes")
