"""The geography of the theatre: places, roads, rivers, bridges, woods and the front line.

All coordinates are (longitude, latitude) in degrees. The data and its sources are described in
``data/README.md``.
"""

from __future__ import annotations

import csv
import json
import math
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent / "data"

#: A point as (longitude, latitude), or as (x, y) on a map.
Point = tuple[float, float]
#: A line through two or more points.
Line = tuple[Point, ...]

_KM_PER_DEGREE = 111.2
_MIDDLE_LATITUDE = 50.1


class Place(NamedTuple):
    """A town, village or crossroads; importance 4 is the highest, 1 a hamlet."""

    id: str
    name: str
    lat: float
    lon: float
    kind: str
    importance: int
    note: str
    source: str

    @property
    def point(self) -> Point:
        """Where it lies."""
        return self.lon, self.lat


class Road(NamedTuple):
    """A road of class ``primary`` or ``secondary``; roads meet in shared vertices only."""

    id: str
    name: str
    grade: str
    via: tuple[str, ...]
    line: Line


class River(NamedTuple):
    """A river of class ``great``, ``river`` or ``stream``, drawn from source to mouth."""

    name: str
    grade: str
    line: Line


class Bridge(NamedTuple):
    """A crossing of a road over a river."""

    id: str
    point: Point
    river: str
    road: str
    nearest_place: str


class Wood(NamedTuple):
    """A wood, ``deep`` or ``light``, as one or more rings (holes included, even-odd)."""

    name: str
    density: str
    area_km2: float
    rings: tuple[Line, ...]


class Relief(NamedTuple):
    """Ground of a kind and a mean height in metres, as one or more rings (even-odd)."""

    name: str
    kind: str
    height: float
    rings: tuple[Line, ...]


class Theatre(NamedTuple):
    """The whole geography; of relief areas that overlap the last one counts."""

    places: dict[str, Place]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...]
    bridges: tuple[Bridge, ...]
    woods: tuple[Wood, ...]
    relief: tuple[Relief, ...]
    marshes: tuple[tuple[Line, ...], ...]
    front: Line


def distance_km(a: Point, b: Point) -> float:
    """The distance of two points in kilometres, good to about 1 % within the theatre.

    >>> round(distance_km((5.71844, 50.00347), (5.76104, 50.06386)))  # Bastogne - Noville
    7
    """
    east = (a[0] - b[0]) * math.cos(math.radians(_MIDDLE_LATITUDE))
    return math.hypot(east, a[1] - b[1]) * _KM_PER_DEGREE


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file; lines that begin with ``#`` are comments."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def _features(name: str) -> list[dict[str, Any]]:
    with (DATA / name).open(encoding="utf-8") as file:
        features: list[dict[str, Any]] = json.load(file)["features"]
    return features


def _line(coordinates: list[list[float]]) -> Line:
    return tuple((x, y) for x, y in coordinates)


def _rings(geometry: dict[str, Any]) -> tuple[Line, ...]:
    polygons = geometry["coordinates"]
    if geometry["type"] == "Polygon":
        polygons = [polygons]
    return tuple(_line(ring) for polygon in polygons for ring in polygon)


@lru_cache(maxsize=1)
def load_theatre() -> Theatre:
    """Load the geography.

    >>> load_theatre().places["bastogne"].name
    'Bastogne'
    """
    places = {
        row["id"]: Place(
            row["id"],
            row["name"],
            float(row["lat"]),
            float(row["lon"]),
            row["kind"],
            int(row["importance"]),
            row["note"],
            row["source"],
        )
        for row in read_rows(DATA / "places.csv")
    }
    roads = []
    for feature in _features("roads.geojson"):
        it, line = feature["properties"], _line(feature["geometry"]["coordinates"])
        roads.append(Road(it["id"], it["name"], it["class"], tuple(it["via"]), line))
    rivers = []
    for feature in _features("rivers.geojson"):
        it, line = feature["properties"], _line(feature["geometry"]["coordinates"])
        rivers.append(River(it["name"], it["class"], line))
    woods = []
    for feature in _features("forests.geojson"):
        it, rings = feature["properties"], _rings(feature["geometry"])
        woods.append(Wood(it["name"], it["density"], it["area_km2"], rings))
    relief = []
    for feature in sorted(_features("hills.geojson"), key=lambda it: int(it["properties"]["prio"])):
        it = feature["properties"]
        relief.append(Relief(it["name"], it["kind"], it["z"], _rings(feature["geometry"])))
    marshes = tuple(_rings(feature["geometry"]) for feature in _features("marsh.geojson"))
    bridges = tuple(
        Bridge(
            row["id"],
            (float(row["lon"]), float(row["lat"])),
            row["river"],
            row["road"],
            row["nearest_place"],
        )
        for row in read_rows(DATA / "bridges.csv")
    )
    front = _line(_features("front-1944-12-16.geojson")[0]["geometry"]["coordinates"])
    return Theatre(
        places=places,
        roads=tuple(roads),
        rivers=tuple(rivers),
        bridges=bridges,
        woods=tuple(woods),
        relief=tuple(relief),
        marshes=marshes,
        front=front,
    )
