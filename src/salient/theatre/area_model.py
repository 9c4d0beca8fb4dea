"""What an area map consists of: sites (areas and boundary zones), borders, rivers and links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from salient.theatre.area_borders import Border
from salient.theatre.area_growth import CELL
from salient.theatre.geography import Line, Point
from salient.theatre.map_frame import MapFrame
from salient.theatre.planar import length

#: Two areas adjoin if their common border is at least so many map units long.
_SHORTEST_BORDER = 3.0 * CELL


class Site(NamedTuple):
    """An area or a boundary zone: its key (number or letter), its centre and its row of data."""

    key: str
    name: str
    point: Point
    row: dict[str, str]

    @property
    def is_zone(self) -> bool:
        """Whether it is a boundary zone."""
        return self.key.isalpha()


class MapRiver(NamedTuple):
    """A river of the map: its name, what growing across it costs, its line in map units."""

    name: str
    grade: str
    wall: float
    line: Line


class Link(NamedTuple):
    """A road between two sites.

    Attributes:
        a: One end, an area.
        b: The other end, an area of higher number or a zone.
        road: ``primary`` or ``secondary``.
        river: The river it crosses, or nothing.
        bridge: ``intact``, ``blown``, or nothing where there is no river.
        bridge_at: Where the bridge stands, in map units.
        line: The road from a to b in map units.
        fixes: The hand corrections that made it what it is: kind -> (value, reason).
    """

    a: str
    b: str
    road: str
    river: str
    bridge: str
    bridge_at: Point | None
    line: Line
    fixes: dict[str, tuple[str, str]]


class AreaMap(NamedTuple):
    """A finished map; shapes are rings in map units."""

    frame: MapFrame
    sites: dict[str, Site]
    borders: list[Border]
    shapes: dict[str, list[Point]]
    rivers: list[MapRiver]
    links: list[Link]

    def adjoining(self) -> list[tuple[str, str]]:
        """All pairs of sites with a common border, in order."""
        return adjoining(self.borders)


def site_order(key: str) -> tuple[int, str]:
    """Sort key of sites: areas by number, then zones by letter.

    >>> sorted(["P", "11", "2"], key=site_order)
    ['2', '11', 'P']
    """
    return (int(key), "") if key.isdigit() else (10**6, key)


def adjoining(borders: Iterable[Border]) -> list[tuple[str, str]]:
    """All pairs of sites that share a border worth the name."""
    shared: dict[tuple[str, str], float] = defaultdict(float)
    for border in borders:
        if border.left and border.right:
            a, b = sorted((border.left, border.right), key=site_order)
            shared[a, b] += length(border.line)
    found = [pair for pair, size in shared.items() if size >= _SHORTEST_BORDER]
    return sorted(found, key=lambda pair: (site_order(pair[0]), site_order(pair[1])))
