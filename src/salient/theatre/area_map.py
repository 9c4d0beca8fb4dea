"""The area map of *Tigers in the Mist*: shapes, borders, roads and bridges from the geography.

The printed map is not in our hands. This one is made from the real ground so that every fact known
of the printed one holds: area names and numbers, blown bridges, roads named in play. What the
ground does not give by itself stands in ``data/mist-corrections.csv`` with its reason.

``python -m salient.theatre.area_map`` writes ``links.csv``, ``borders.csv`` and ``shapes.json``
into the game's data folder from ``areas.csv`` and ``zones.csv`` there.
"""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from functools import partial
from pathlib import Path

from salient.theatre.area_borders import Border, common_border, shape, trace_borders
from salient.theatre.area_files import borders_csv, links_csv, shapes_json
from salient.theatre.area_growth import CELL, Raster, grow, keep_apart
from salient.theatre.area_model import AreaMap, Link, MapRiver, Site, adjoining, site_order
from salient.theatre.geography import DATA, Line, Point, distance_km, load_theatre, read_rows
from salient.theatre.map_frame import mist_frame
from salient.theatre.planar import crossings, drawn, length
from salient.theatre.road_net import RoadNet, Way

GAME_DATA = Path(__file__).parent.parent / "games" / "mist" / "data"

#: The bridges that are down at the start (rule 5.1).
BLOWN = {("10", "11"), ("19", "20"), ("40", "41"), ("51", "70"), ("55", "69")}

_FRONT_WALL = 45.0
_FRONT_NORTH_OF = 50.2  # farther south the front lies on Our, Sauer and Moselle
_WOODS = {"deep": 1.4, "light": 1.2}
_ROADS = {"primary": 0.6, "secondary": 0.8}
#: A road belongs to two areas if at most this part of it leads through others.
_ASTRAY_SHARE = 0.15
#: A road much longer than the straight line is not a link.
_DETOUR = 1.6
#: A link is primary if at least this part of it is.
_PRIMARY_SHARE = 0.85
#: A road into a zone goes on until it is so many map units inside.
_ZONE_DEPTH = 20

_Fixes = dict[str, tuple[str, str]]


def load_sites() -> dict[str, Site]:
    """The areas and zones as the game's data lists them."""
    sites = {}
    for name, key in (("areas.csv", "number"), ("zones.csv", "letter")):
        for row in read_rows(GAME_DATA / name):
            point = (float(row["lon"]), float(row["lat"]))
            sites[row[key]] = Site(row[key], row["name"], point, row)
    return sites


def make_area_map() -> AreaMap:
    """Make the map from the theatre and the game's list of areas and zones."""
    return _Maker().make()


class _Maker:
    """Makes the map step by step."""

    def __init__(self) -> None:
        self.theatre = load_theatre()
        self.frame = mist_frame()
        self.sites = load_sites()
        self.raster = Raster(self.frame)
        self.rivers = self._rivers()
        self.labels: list[str] = []
        self.seeds: dict[str, list[Point]] = defaultdict(list)
        self.parted: list[tuple[str, str, str]] = []
        self.fixes: dict[tuple[str, str], _Fixes] = defaultdict(dict)
        for row in read_rows(DATA / "mist-corrections.csv"):
            if row["kind"] == "seed":
                lon, lat = map(float, row["value"].split())
                self.seeds[row["a"]].append(self.frame.to_map((lon, lat)))
            elif row["kind"] == "apart":
                self.parted.append((row["a"], row["b"], row["value"]))
            else:
                a, b = sorted((row["a"], row["b"]), key=site_order)
                self.fixes[a, b][row["kind"]] = (row["value"], row["reason"])

    def make(self) -> AreaMap:
        """The finished map."""
        self._prepare_ground()
        self._plant()
        self.labels = grow(self.raster, self.seeds)
        for a, b, between in self.parted:
            keep_apart(self.raster, self.labels, a, b, between)
        borders = trace_borders(self.raster, self.labels, [river.line for river in self.rivers])
        shapes = {key: shape(key, borders) for key in self.sites}
        links = self._links(borders)
        return AreaMap(self.frame, self.sites, borders, shapes, self.rivers, links)

    def _rivers(self) -> list[MapRiver]:
        """The rivers that matter, cut to the part that is shown."""
        rivers = []
        rows = {row["name"]: row for row in read_rows(DATA / "mist-rivers.csv")}
        for river in self.theatre.rivers:
            if river.name in rows:
                row = rows[river.name]
                west, east = float(row["west"] or -180), float(row["east"] or 180)
                south, north = float(row["south"] or -90), float(row["north"] or 90)
                line = tuple(
                    self.frame.to_map(point)
                    for point in river.line
                    if west <= point[0] <= east and south <= point[1] <= north
                )
                wall = float(row["wall"])
                rivers.append(MapRiver(row["label"], river.grade, wall, drawn(line)))
        return rivers

    def _prepare_ground(self) -> None:
        """Woods are slow, roads quick; rivers and the front line are walls."""
        for wood in self.theatre.woods:
            rings = [self.frame.line_to_map(ring) for ring in wood.rings]
            for cell in self.raster.cells_inside(rings):
                self.raster.ground[cell] = _WOODS[wood.density]
        for road in sorted(self.theatre.roads, key=lambda road: road.grade, reverse=True):
            for cell in self.raster.cells_along(self.frame.line_to_map(road.line)):
                self.raster.ground[cell] = _ROADS[road.grade]
        for river in self.rivers:
            self.raster.add_wall(river.line, river.wall)
        front = tuple(point for point in self.theatre.front if point[1] >= _FRONT_NORTH_OF)
        self.raster.add_wall(self.frame.line_to_map(front), _FRONT_WALL)

    def _plant(self) -> None:
        """Areas grow from their centres, zones from the map's edge."""
        for key, site in self.sites.items():
            if not site.is_zone:
                self.seeds[key].append(self.frame.to_map(site.point))
        for row in read_rows(DATA / "mist-frame.csv"):
            start = self.frame.to_map((float(row["lon0"]), float(row["lat0"])))
            end = self.frame.to_map((float(row["lon1"]), float(row["lat1"])))
            count = math.ceil(math.dist(start, end) / CELL * 2)
            for i in range(count):
                t = (i + 0.5) / count
                x, y = start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])
                self.seeds[row["letter"]].append((x, y))

    def _label(self, point: Point) -> str:
        return self.labels[self.raster.cell(self.frame.to_map(point))]

    def _is_deep(self, zone: str, point: Point) -> bool:
        """Whether a point lies well inside a zone."""
        x, y = self.frame.to_map(point)
        steps = (-_ZONE_DEPTH, 0, _ZONE_DEPTH)
        return all(
            self.labels[self.raster.cell((x + dx, y + dy))] == zone for dx in steps for dy in steps
        )

    def _links(self, borders: list[Border]) -> list[Link]:
        net = RoadNet(self.theatre, self._label)
        for row in read_rows(DATA / "mist-roads.csv"):
            points = [point.split() for point in row["points"].split(",")]
            line = tuple((float(lon), float(lat)) for lon, lat in points)
            net.add_road(line, row["class"] == "primary")
        homes = {key: net.nearest(s.point) for key, s in self.sites.items() if not s.is_zone}
        links = []
        for a, b in adjoining(borders):
            if self.sites[a].is_zone or "drop" in self.fixes[a, b]:
                continue
            centre = self.frame.to_map(self.sites[a].point)
            if self.sites[b].is_zone:
                way = net.way(homes[a], partial(self._is_deep, b), (a, b))
                if way is not None and way.astray_km <= _ASTRAY_SHARE * way.km:
                    line = (centre, *self.frame.line_to_map(way.line))
                else:
                    line = (centre, *_across(common_border(a, b, borders), centre))
                    self.fixes[a, b]["taken"] = ("", "adjoins the zone: taken as connected (11.13)")
                links.append(self._link(a, b, "primary", line))
                continue
            way = net.way(homes[a], partial(operator.eq, homes[b]), (a, b))
            if way is not None and (_is_link(way) or "link" in self.fixes[a, b]):
                is_primary = way.primary_km >= _PRIMARY_SHARE * way.km
                line = self.frame.line_to_map((*way.line, self.sites[b].point))
                road = "primary" if is_primary else "secondary"
                links.append(self._link(a, b, road, (centre, *line)))
        return links

    def _link(self, a: str, b: str, road: str, line: Line) -> Link:
        fixes = self.fixes[a, b]
        line = drawn(line)
        for kind in ("link", "grade"):
            road = fixes.get(kind, (road, ""))[0]
        river, at = self._crossed(line)
        bridge = ""
        if river:
            bridge = "blown" if (a, b) in BLOWN else "intact"
        return Link(a, b, road, river, bridge, at, line, fixes)

    def _crossed(self, line: Line) -> tuple[str, Point | None]:
        """The river a road crosses, and where: the most important one, nearest its middle."""
        middle = length(line) / 2
        found = [
            (-river.wall, abs(gone - middle), river.name, at)
            for river in self.rivers
            for gone, at in crossings(line, river.line)
        ]
        if not found:
            return "", None
        _, _, name, at = min(found)
        return name, at


def _is_link(way: Way) -> bool:
    """Whether a way over the road net is a road between two neighbours."""
    straight = distance_km(way.line[0], way.line[-1])
    return way.astray_km <= _ASTRAY_SHARE * way.km and way.km <= _DETOUR * straight


def _across(border: Line, start: Point) -> Line:
    """A short road over the middle of a border, coming from a point."""
    middle = border[len(border) // 2]
    away = math.dist(start, middle)
    step = (1 + _ZONE_DEPTH / away) if away else 1.0
    end = (start[0] + (middle[0] - start[0]) * step, start[1] + (middle[1] - start[1]) * step)
    return middle, end


def main() -> None:
    """Write the map's files into the game's data folder."""
    area_map = make_area_map()
    for name, text in (
        ("links.csv", links_csv(area_map)),
        ("borders.csv", borders_csv(area_map)),
        ("shapes.json", shapes_json(area_map)),
    ):
        (GAME_DATA / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
