"""The files of a finished area map: ``links.csv``, ``borders.csv`` and ``shapes.json``."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from salient.theatre.area_borders import limits, roomiest_point
from salient.theatre.area_model import AreaMap, Link
from salient.theatre.geography import DATA, Point, load_theatre, read_rows
from salient.theatre.planar import ring_area, rounded, simplified

#: Woods smaller than this are not drawn.
_SMALLEST_WOOD_KM2 = 8.0
#: Towns that are no area are drawn from this importance on.
_LEAST_TOWN = 2


def _table(columns: str, rows: Iterable[Iterable[str]]) -> str:
    out = io.StringIO()
    out.write(columns + "\n")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def links_csv(area_map: AreaMap) -> str:
    """The text of ``links.csv``: all roads from area to area and from area to zone."""
    printed = {(row["a"], row["b"]): row for row in read_rows(DATA / "mist-printed.csv")}
    rows = []
    for link in area_map.links:
        fact = printed.get((link.a, link.b))
        known = fact["columns"].split() if fact else []
        if link.b.isalpha():
            known.append("road")  # rule 11.13: roads into zones are primary
        real = [name for name in _from_geography(link) if name not in known]
        notes = [fact["source"]] if fact else []
        notes += [reason for _, reason in link.fixes.values()]
        rows.append(
            [
                *(link.a, link.b, link.road, link.river, link.bridge),
                *(" ".join(known), " ".join(real), "; ".join(notes)),
            ]
        )
    return _table("a,b,road,river,bridge,printed,history,note", rows)


def _from_geography(link: Link) -> list[str]:
    """The columns of a link that follow from the real ground."""
    columns = [] if "taken" in link.fixes else ["a", "b"]
    if "grade" not in link.fixes:
        columns.append("road")
    if link.river:
        columns.append("river")
    return columns


def borders_csv(area_map: AreaMap) -> str:
    """The text of ``borders.csv``: all pairs of adjoining areas."""
    pairs = [pair for pair in area_map.adjoining() if pair[0].isdigit() and pair[1].isdigit()]
    return _table("a,b", pairs)


def shapes_json(area_map: AreaMap) -> str:
    """The text of ``shapes.json``: all that is needed to draw the map, in map units."""
    frame, sites = area_map.frame, area_map.sites
    shapes = {key: rounded(area_map.shapes[key]) for key in sites}
    centres = {key: frame.to_map(site.point) for key, site in sites.items()}
    anchors = {key: roomiest_point(area_map.shapes[key], centres[key]) for key in sites}
    for key, site in sites.items():
        if site.is_zone:
            centres[key] = anchors[key]
    document: dict[str, list[Any] | dict[str, Any] | int] = {
        "width": frame.width,
        "height": frame.height,
        "areas": {key: shapes[key] for key, site in sites.items() if not site.is_zone},
        "zones": {key: shapes[key] for key, site in sites.items() if site.is_zone},
        "centres": {key: _point(point) for key, point in centres.items()},
        "anchors": {key: _point(point) for key, point in anchors.items()},
        "rivers": [
            {"name": river.name, "class": river.grade, "points": river.line}
            for river in area_map.rivers
        ],
        "woods": _woods(area_map),
        "towns": _towns(area_map),
        "roads": [
            {"a": link.a, "b": link.b, "class": link.road, "points": link.line}
            for link in area_map.links
        ],
        "bridges": [
            {"a": link.a, "b": link.b, "x": round(at[0], 1), "y": round(at[1], 1)}
            for link in area_map.links
            if (at := link.bridge_at) is not None
        ],
        "sections": {
            name: [rounded(line) for line in limits(inside, area_map.borders)]
            for name in ("seventh", "fifth")
            if (inside := {key for key, site in sites.items() if site.row[name] == "1"})
        },
    }
    return _lines(document)


def _point(point: Point) -> list[float]:
    return rounded([point])[0]


def _woods(area_map: AreaMap) -> list[dict[str, Any]]:
    woods = []
    for wood in load_theatre().woods:
        if wood.area_km2 >= _SMALLEST_WOOD_KM2:
            lines = [simplified(area_map.frame.line_to_map(ring), 2.0) for ring in wood.rings]
            rings = [rounded(line) for line in lines if _is_visible(line)]
            woods.append({"name": wood.name, "class": wood.density, "rings": rings})
    return woods


def _is_visible(ring: Sequence[Point]) -> bool:
    return len(ring) > 3 and abs(ring_area(ring)) > 60


def _towns(area_map: AreaMap) -> list[dict[str, Any]]:
    centres = {site.row.get("place", "") for site in area_map.sites.values()}
    towns = []
    for place in load_theatre().places.values():
        x, y = area_map.frame.to_map(place.point)
        if (
            place.importance >= _LEAST_TOWN
            and place.id not in centres
            and area_map.frame.holds((x, y))
        ):
            town = {"name": place.name, "class": place.importance}
            towns.append({**town, "x": round(x, 1), "y": round(y, 1)})
    return towns


def _lines(document: dict[str, Any]) -> str:
    """JSON with one line per thing, so that a difference can be read."""

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, value in document.items():
        if isinstance(value, dict):
            rows = [f"{text(name)}:{text(item)}" for name, item in value.items()]
            parts.append(f"{text(key)}:{{\n" + ",\n".join(rows) + "\n}")
        elif isinstance(value, list):
            parts.append(f"{text(key)}:[\n" + ",\n".join(map(text, value)) + "\n]")
        else:
            parts.append(f"{text(key)}:{text(value)}")
    return "{" + ",\n".join(parts) + "}\n"
