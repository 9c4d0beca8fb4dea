"""Water, roads, bridges and fords of the mile map."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, Point, load_theatre, read_rows
from salient.theatre.hex_grid import (
    MILES,
    Side,
    banks,
    centre,
    distance,
    hex_at,
    neighbours,
    side_of,
)
from salient.theatre.hex_rivers import HexRiver, make_rivers
from salient.theatre.hex_roads import RoadPlan, make_roads
from salient.theatre.hex_ways import cheapest_way
from salient.theatre.mile_model import Gate, Named, Water

#: A secondary road is drawn if the way without it is so many times longer.
_DETOUR = 1.2
#: A road crosses water only so near to a crossing of the theatre, in hexes.
_CROSSING = 1.4
#: What a lane costs by the terrain it enters, and more over a stream; it never crosses a river.
_LANE = {"clear": 1.0, "woods": 1.3, "broken": 1.4, "forest": 1.6, "marsh": 3.0}
_LANE_STREAM = 3.0
#: Fords lie at least so far from the next bridge or ford.
_APART = 4
#: How far from a village a ford may lie.
_NEAR = 2

_GRADES = {"main": "primary", "road": "secondary"}


def lay_rivers(fixed: Mapping[Side, str]) -> list[HexRiver]:
    """The rivers of ``mile-rivers.csv`` along the hexsides, places on their real bank."""
    banked: dict[Hex, Point] = {}
    for place in sorted(load_theatre().places.values(), key=lambda it: it.importance):
        point = MILES.to_plane(place.point)
        if MILES.has(hex_at(point)):
            banked[hex_at(point)] = point
    rows = read_rows(DATA / "mile-rivers.csv")
    laid = make_rivers(MILES, rows, banked, fixed)
    return [
        part
        for row, river in zip(rows, laid, strict=True)
        for part in _parts(_to_edge(river, fixed), row)
    ]


def _to_edge(river: HexRiver, fixed: Mapping[Side, str]) -> HexRiver:
    """A river with the hexsides at its ends that are known to be its own."""
    corners = list(river.corners)
    for _ in ("source", "mouth"):
        corners.reverse()
        last = corners[-1]
        corners += [
            there
            for there in last.next_corners()
            if there not in corners and fixed.get(side_of(*banks(last, there))) == river.name
        ]
    return river._replace(corners=tuple(corners))


def _parts(river: HexRiver, row: Mapping[str, str]) -> list[HexRiver]:
    """The part of a river that is shown; its upper course may be a stream."""
    sides = [{str(hex_) for hex_ in banks(a, b)} for a, b in pairwise(river.corners)]

    def touching(hex_: str) -> list[int]:
        return [i for i, side in enumerate(sides) if hex_ in side]

    start = touching(row["first"])[0] if row["first"] else 0
    end = touching(row["last"])[-1] if row["last"] else len(sides) - 1
    cut = touching(row["brook"])[0] if row["brook"] else start
    upper = river._replace(grade="stream", corners=river.corners[start : cut + 1])
    lower = river._replace(grade=row["class"], corners=river.corners[cut : end + 2])
    return [upper, lower] if cut > start else [lower]


def water_of(rivers: Collection[HexRiver]) -> dict[Side, Water]:
    """The water on each hexside."""
    return {side: Water(it.name, it.grade) for it in rivers for side in it.sides(MILES)}


def draw_roads(
    named: Mapping[Hex, Named],
    gates: Collection[Gate],
    water: Mapping[Side, Water],
    fixed: Mapping[Side, str],
) -> dict[Side, str]:
    """The road net of the theatre: primary or secondary by hexside."""
    known = dict.fromkeys(_uncrossed(water), "none") | dict(fixed)
    plan = RoadPlan(
        grid=MILES,
        homes={},
        towns=named,
        exits={gate.hex for gate in gates},
        rivers=water,
        fixed=known,
        more=read_rows(DATA / "mile-roads.csv"),
        detour=_DETOUR,
        bends=True,
    )
    return {side: _GRADES[grade] for side, grade in make_roads(plan).items()}


def _uncrossed(water: Mapping[Side, Water]) -> Iterator[Side]:
    """The hexsides of water that no road of the theatre crosses."""
    names = {row["river"]: row["label"] for row in read_rows(DATA / "mile-rivers.csv")}
    crossings: dict[str, list[Point]] = defaultdict(list)
    for bridge in load_theatre().bridges:
        if bridge.river in names:
            crossings[names[bridge.river]].append(MILES.to_plane(bridge.point))
    for side, flow in water.items():
        (x0, y0), (x1, y1) = map(centre, side)
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        if all(math.dist(middle, point) > _CROSSING for point in crossings[flow.name]):
            yield side


def draw_lanes(
    named: Mapping[Hex, Named],
    roads: Iterable[Side],
    water: Mapping[Side, Water],
    terrain: Mapping[Hex, str],
) -> set[Side]:
    """The lanes that join villages, and roads cut off from all others, to the road net."""
    joined: dict[Hex, set[Hex]] = defaultdict(set)
    for a, b in roads:
        joined[a].add(b)
        joined[b].add(a)
    lonely = {hex_ for hex_, it in named.items() if it.kind != "name"} | set(joined)
    net = _connected(next(hex_ for hex_, it in named.items() if it.place == "bastogne"), joined)
    lanes: set[Side] = set()

    def steps(hex_: Hex) -> Iterator[tuple[Hex, float]]:
        for there in neighbours(hex_):
            flow = water.get(side_of(hex_, there))
            if MILES.has(there) and (flow is None or flow.grade == "stream"):
                yield there, _LANE[terrain[there]] + (_LANE_STREAM if flow else 0)

    for hex_ in sorted(lonely):
        if hex_ in net:
            continue
        part = _connected(hex_, joined)
        way = cheapest_way(dict.fromkeys(sorted(part), 0.0), dict.fromkeys(net, 0.0), steps)
        for a, b in pairwise(way):
            lanes.add(side_of(a, b))
            joined[a].add(b)
            joined[b].add(a)
        net |= part | set(way)
    return lanes


def _connected(start: Hex, joined: Mapping[Hex, set[Hex]]) -> set[Hex]:
    seen, front = {start}, [start]
    while front:
        for there in joined.get(front.pop(), set()) - seen:
            seen.add(there)
            front.append(there)
    return seen


def find_fords(
    water: Mapping[Side, Water],
    bridges: Collection[Side],
    terrain: Mapping[Hex, str],
    named: Collection[Hex],
    known: Collection[Side],
) -> set[Side]:
    """Fords of rivers: known ones, and others near villages, away from bridges and forests."""
    found = set(known)
    for side in _candidates(water, terrain, named):
        if all(_apart(side, other) >= _APART for other in (*bridges, *found)):
            found.add(side)
    return found


def _apart(side: Side, other: Side) -> int:
    return min(distance(a, b) for a in side for b in other)


def _candidates(
    water: Mapping[Side, Water], terrain: Mapping[Hex, str], named: Collection[Hex]
) -> Iterator[Side]:
    """River hexsides where men could wade, those nearest to a village first."""
    near: list[tuple[int, Side]] = []
    for side, flow in water.items():
        dry = all(terrain[hex_] != "forest" for hex_ in side)
        if flow.grade == "river" and dry:
            away = min(distance(hex_, place) for hex_ in side for place in named)
            if away <= _NEAR:
                near.append((away, side))
    yield from (side for _, side in sorted(near))
