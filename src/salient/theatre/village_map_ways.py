"""Courses of water, roads and railroads, found hex by hex between the places a drawing names."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import pairwise

from salient.boards.sight_map import Spot, hex_name
from salient.theatre.village_map_ground import Heights
from salient.theatre.village_map_model import Drawing, Village, beyond, region, side_of, spots

StepCost = Callable[[Spot, Spot], int]

HEX, CLIMB, CROSSING, HOUSE, RIVER = 10, 24, 45, 90, 900
"""What a road builder pays for a hex, a level of climb, a stream, a house in the way, a river."""


def make_waters(drawing: Drawing, village: Village, heights: Heights) -> list[list[Spot]]:
    """Lay out rivers and streams; returns the courses of the streams, from spring to mouth."""
    for river in drawing.items("river"):
        course = _course(village, spots(river["line"]), _downhill(heights))
        wide = set(course) | set(spots(river.get("also", "")))
        for spot in wide:
            plot = village.plots[spot]
            plot.terrain, plot.level, plot.name = "water", river["level"], river["name"]
    streams = []
    for stream in drawing.items("stream"):
        course = _course(village, spots(stream["line"]), _downhill(heights))
        _lay_stream(village, course, stream["name"], stream.get("leaves", True))
        streams.append([spot for spot in course if village.plots[spot].terrain != "water"])
    return streams


def _lay_stream(village: Village, course: Sequence[Spot], name: str, leaves: bool) -> None:
    for a, b in pairwise(course):
        village.plots[a].under_sides.add(side_of(a, b))
        if village.plots[b].terrain != "water":
            village.plots[b].under_sides.add(side_of(b, a))
    for spot in course:
        plot = village.plots[spot]
        if plot.terrain != "water":
            plot.under, plot.name = "stream", plot.name or name
    last = course[-1]
    if leaves and village.plots[last].terrain != "water":
        village.plots[last].under_sides |= _way_out(village, course)


def _downhill(heights: Heights) -> StepCost:
    def cost(a: Spot, b: Spot) -> int:
        rise = heights[b] - heights[a]
        return HEX + round(rise * 60 if rise > 0 else rise * 4)

    return lambda a, b: max(1, cost(a, b))


def make_roads(drawing: Drawing, village: Village, heights: Heights) -> None:
    """Lay out roads: paved or not, bending round houses and avoiding steep climbs."""
    built = {spot for spot, plot in village.plots.items() if plot.building}

    def cost(a: Spot, b: Spot) -> int:
        plot = village.plots[b]
        price = HEX + round(CLIMB * abs(heights[b] - heights[a]))
        price += HOUSE * (b in built) + CROSSING * bool(plot.under)
        price += RIVER * (plot.terrain == "water")
        return price - 4 * bool(plot.road)

    for road in drawing.items("road"):
        course = _course(village, spots(road["line"]), cost)
        sides = [(a, side_of(a, b)) for a, b in pairwise(course)]
        sides += [(b, side_of(b, a)) for a, b in pairwise(course)]
        ends = road.get("leaves", "").split()
        if "start" in ends:
            sides += [(course[0], side) for side in _way_out(village, course[::-1])]
        if "end" in ends:
            sides += [(course[-1], side) for side in _way_out(village, course)]
        for spot, side in sides:
            village.plots[spot].road.add(side)
            if road["paved"]:
                village.plots[spot].paved.add(side)
    _cross_waters(drawing, village)


def _cross_waters(drawing: Drawing, village: Village) -> None:
    """A road crosses water over a culvert, through a ford, or else on a bridge."""
    fords = {fact.at[0] for fact in drawing.about("ford")}
    fords |= set(spots(drawing.words.get("fords", "")))
    culverts = {fact.at[0] for fact in drawing.about("culvert")}
    for spot, plot in village.plots.items():
        plot.ford = spot in fords
        if spot in culverts:
            plot.under = "culvert"
        if not plot.road or plot.ford:
            continue
        plot.bridge = plot.under == "stream" or plot.terrain == "water"
        if plot.terrain == "water":
            # The bridge is as high as the banks; the river flows below it.
            plot.level, plot.under = plot.level + 1, "stream"
            plot.under_sides = {
                side
                for side, there in village.near(spot)
                if village.plots[there].terrain == "water"
            }


def make_railroads(drawing: Drawing, village: Village) -> None:
    """Lay out railroads on the flat, in cuttings or on banks."""
    for rail in drawing.items("railroad"):
        course = _course(village, spots(rail["line"]), lambda _a, _b: HEX)
        for a, b in pairwise(course):
            village.plots[a].rails.add(side_of(a, b))
            village.plots[b].rails.add(side_of(b, a))
        if rail.get("leaves"):
            village.plots[course[0]].rails |= _way_out(village, course[::-1])
        for spot in course:
            plot = village.plots[spot]
            plot.under, plot.name = rail["under"], plot.name or rail["name"]
            plot.terrain = "open_ground"


def make_cover(drawing: Drawing, village: Village) -> None:
    """Woods, orchards, brush: whatever fills hexes; later areas lie over earlier ones."""
    for area in drawing.items("cover"):
        wanted = [*region(village, area["ring"])] if "ring" in area else []
        for spot in [*wanted, *spots(area.get("hexes", ""))]:
            plot = village.plots[spot]
            if plot.terrain != "water":
                plot.terrain = area["terrain"]


def _course(village: Village, stops: Sequence[Spot], cost: StepCost) -> list[Spot]:
    """The cheapest way past some hexes in order."""
    for stop in stops:
        if stop not in village.plots:
            raise ValueError(f"{hex_name(stop)} is not on the map")
    course = [stops[0]]
    for a, b in pairwise(stops):
        course += _cheapest(village, a, b, cost)[1:]
    return course


def _cheapest(village: Village, start: Spot, end: Spot, cost: StepCost) -> list[Spot]:
    best = {start: 0}
    came: dict[Spot, Spot] = {}
    queue = [(0, start)]
    while queue:
        paid, here = heapq.heappop(queue)
        if here == end:
            break
        if paid > best[here]:
            continue
        for _, there in village.near(here):
            price = paid + cost(here, there)
            if price < best.get(there, price + 1):
                best[there], came[there] = price, here
                heapq.heappush(queue, (price, there))
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]


def _way_out(village: Village, course: Sequence[Spot]) -> set[int]:
    """The side by which a way leaves the map at its last hex, as straight on as possible."""
    last = course[-1]
    came = side_of(last, course[-2])
    out = [side for side in range(6) if beyond(last, side) not in village.plots]
    if not out:
        raise ValueError(f"a way ends in the middle of the map at {hex_name(last)}")
    return {min(out, key=lambda side: (abs((side - came) % 6 - 3), side))}
