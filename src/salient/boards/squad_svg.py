"""Maps of flat-topped hexes in columns as pictures: ground levels, terrain, hexsides, roads.

What a hex shows is told by the game (:class:`HexPicture`); the geometry is that of
:mod:`salient.boards.sight_lines`, in which every second column stands half a hex lower.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from salient.boards import svg
from salient.boards.counters import SIZE
from salient.boards.marks import draw_marks
from salient.boards.sheets import Anchor, Sheet
from salient.boards.sight_lines import CORNERS
from salient.engine.views import PieceView, View

RADIUS = 46.0
"""From the middle of a hex to its corners, in map units."""

MARGIN = 60.0
FAN = 5.0
"""How far the counters of a stack are shifted against each other."""

LEVELS = ("#e9e6c8", "#e3d3a4", "#d6b982", "#c69c62", "#b1814a", "#99693a", "#80552e")
"""Ground by level, from 0 up."""

LOW = "#c9dcc0"
GROUND = {
    "woods": "#6f9a57", "pine_woods": "#4d7d48", "light_woods": "#93b56f", "brush": "#a9b877",
    "orchard": "#b9cf8b", "summer_orchard": "#a5c673", "vineyard": "#c3b06a", "grain": "#e3cf73",
    "graveyard": "#c9c6bb", "marsh": "#a8c6b4", "crag": "#b3aaa0", "rubble": "#a39a8f",
    "water": "#86b4dc", "shellholes": "#cdbf98", "debris": "#b7ab97",
}  # fmt: skip
"""What fills a hex, as a patch in it."""

STYLE = """
.paper{fill:#f7f4ea}
.cell{stroke:#9b9279;stroke-width:.8}
.name{font-size:8px;fill:#6f6752;text-anchor:middle}
.level{font-size:7px;fill:#7a4a10;text-anchor:middle}
.road{fill:none;stroke:#8d8470;stroke-width:11;stroke-linecap:round}
.lane{fill:none;stroke:#e9e2cf;stroke-width:7;stroke-linecap:round}
.stream{fill:none;stroke:#5b92c9;stroke-width:6;stroke-linecap:round}
.rail{fill:none;stroke:#3b3b3b;stroke-width:3;stroke-dasharray:3 3}
.wall{stroke:#6a6a6a;stroke-width:5;stroke-linecap:round}
.hedge{stroke:#3f7a35;stroke-width:5;stroke-linecap:round}
.bocage{stroke:#27531f;stroke-width:7;stroke-linecap:round}
.fence{stroke:#5a3a1e;stroke-width:2.4;stroke-dasharray:2 4}
.street{stroke:#d8cfb8;stroke-width:9}
.tag{fill:#fffbe8;stroke:#3b3b3b;stroke-width:.8}
.word{font-size:9px;font-weight:700;fill:#3b3b3b;text-anchor:middle}
.slope{stroke:#a0672c;stroke-width:2}
.house{stroke:#2f2a24;stroke-width:1.4}
.wood{fill:#b98a52}
.stone{fill:#b7b3ac}
.storeys{font-size:10px;font-weight:700;fill:#241d12;text-anchor:middle}
.heading{font-size:26px;font-weight:700;fill:#241d12}
"""

TAGS = {
    "foxhole": "FOX", "wire": "WIRE", "roadblock": "BLOCK", "mines": "MINES", "at_mines": "A-T",
    "debris": "DEBRIS", "rubble": "RUBBLE", "rail_cars": "CARS", "fire_zone": "PFZ",
    "trail_break": "TB", "breach": "GAP", "smoke": "SMOKE", "flame": "FLAME", "blaze": "BLAZE",
    "residual": "RES",
}  # fmt: skip
"""Markers that are shown as a word, by kind."""


class HexPicture(NamedTuple):
    """What is drawn of a hex.

    Attributes:
        name: What people call it.
        spot: Its doubled coordinates.
        level: Base level.
        terrain: What fills it.
        building: ``wood``, ``stone`` or nothing.
        storeys: Floors of the building; a steeple or tower adds one.
        road, stream, rails, slopes, joins: Sets of sides.
        sides: What stands on each side.
        streets: What runs along each side: a narrow street or nothing.
    """

    name: str
    spot: tuple[int, int]
    level: int
    terrain: str
    building: str
    storeys: int
    road: int
    stream: int
    rails: int
    slopes: int
    joins: int
    sides: Sequence[str]
    streets: Sequence[str] = ("",) * 6


class SquadSheet(Sheet):
    """The map of a game on flat-topped hexes."""

    style = STYLE
    heading_spot = (24, 36)

    def __init__(self, hexes: Sequence[HexPicture], upper: Mapping[int, int]) -> None:
        """Lay out the sheet.

        Args:
            hexes: The hexes by their number.
            upper: Further places (upper levels, bridges …) and the hex each lies in.
        """
        columns = [here.spot[0] for here in hexes]
        heights = [here.spot[1] for here in hexes]
        self.left, self.top = min(columns), min(heights)
        width = (max(columns) - self.left) * 1.5 * RADIUS + 2 * MARGIN + RADIUS
        height = (max(heights) - self.top) * RADIUS * math.sqrt(3) / 2 + 2 * MARGIN + RADIUS
        super().__init__({"width": round(width), "height": round(height)})
        self.hexes, self.upper = hexes, upper

    def centre(self, spot: tuple[int, int]) -> Anchor:
        """The middle of a hex."""
        x = MARGIN + RADIUS / 2 + (spot[0] - self.left) * 1.5 * RADIUS
        return x, MARGIN + RADIUS / 2 + (spot[1] - self.top) * RADIUS * math.sqrt(3) / 2

    def corner(self, spot: tuple[int, int], number: int, scale: float = 1.0) -> Anchor:
        """A corner of a hex."""
        x, y = self.centre(spot)
        dx, dy = CORNERS[number % 6]
        return x + dx * RADIUS / 2 * scale, y + dy * RADIUS * math.sqrt(3) / 2 * scale

    def middle(self, spot: tuple[int, int], side: int) -> Anchor:
        """The middle of a side."""
        (a, b), (c, d) = self.corner(spot, side), self.corner(spot, side + 1)
        return (a + c) / 2, (b + d) / 2

    @cached_property
    def anchors(self) -> tuple[Anchor | None, ...]:
        """The middle of each hex; upper places stand a little off it."""
        found = [self.centre(here.spot) for here in self.hexes]
        for place in sorted(self.upper):
            x, y = found[self.upper[place]]
            found.append((x + 13, y - 13))
        return tuple(found)

    def arrange(self, pieces: Sequence[PieceView], x: float, y: float) -> Iterator[Anchor]:
        """The pieces of a stack fanned out a little so that each can be told."""
        for level in range(len(pieces)):
            shift = FAN * (level - (len(pieces) - 1) / 2)
            yield x - SIZE / 2 + shift, y - SIZE / 2 - shift

    def marks(self, view: View) -> str:
        """What lies on the map."""
        return draw_marks(view, self._corner_spot, *self._tags(view))

    def _tags(self, view: View) -> Iterator[str]:
        """Markers as words, between their places."""
        for marker in view.markers:
            spots = [anchor for place in marker.places if (anchor := self.anchors[place])]
            if marker.kind in TAGS and spots:
                x = sum(spot[0] for spot in spots) / len(spots)
                y = sum(spot[1] for spot in spots) / len(spots) + (26 if len(spots) == 1 else 0)
                word = TAGS[marker.kind]
                wide = 7 * len(word) + 4
                yield svg.tag("rect", x=x - wide / 2, y=y - 8, width=wide, height=11, class_="tag")
                yield svg.text(word, x, y, class_="word")

    def _corner_spot(self, place: int) -> Anchor | None:
        anchor = self.anchors[place]
        return (anchor[0] - 18, anchor[1] + 22) if anchor else None

    # -- the bare map -------------------------------------------------------------------------

    def layers(self) -> list[str]:
        """Ground, roads and streams, houses, hexsides, names."""
        outlines = [self._cell(index, here) for index, here in enumerate(self.hexes)]
        lines = [line for here in self.hexes for line in self._lines(here)]
        houses = [self._house(here) for here in self.hexes if here.building]
        sides = [line for here in self.hexes for line in self._sides(here)]
        names = [name for here in self.hexes for name in self._names(here)]
        outlines += [self._hatch(place) for place in sorted(self.upper)]
        print_ = [*self._patches(), *lines, *houses, *sides, *names]
        return [
            svg.tag("rect", width=self.width, height=self.height, class_="paper"),
            svg.tag("g", *self._grounds()),
            svg.tag("g", *print_, pointer_events="none"),
            svg.tag("g", *outlines, fill="none", class_="cell", pointer_events="all"),
        ]

    def _outline(self, spot: tuple[int, int], scale: float = 1.0) -> str:
        return svg.path([self.corner(spot, n, scale) for n in range(6)], closed=True)

    def _cell(self, index: int, here: HexPicture) -> str:
        outline = self._outline(here.spot)
        return svg.tag("path", d=outline, id=f"place-{index}", data_place=index)

    def _hatch(self, place: int) -> str:
        """A small ring for a place above the ground, or under it."""
        anchor = self.anchors[place]
        assert anchor is not None
        return svg.tag(
            "circle", cx=anchor[0], cy=anchor[1], r=9, id=f"place-{place}", data_place=place
        )

    def _grounds(self) -> Iterator[str]:
        for here in self.hexes:
            level = min(here.level, len(LEVELS) - 1)
            fill = LEVELS[level] if level >= 0 else LOW
            yield svg.tag("path", d=self._outline(here.spot), fill=fill)

    def _patches(self) -> Iterator[str]:
        for here in self.hexes:
            fill = GROUND.get(here.terrain)
            if fill:
                yield svg.tag("path", d=self._outline(here.spot, 0.9), fill=fill, opacity=0.85)

    def _lines(self, here: HexPicture) -> Iterator[str]:
        kinds = (("stream", here.stream), ("road", here.road), ("lane", here.road))
        for kind, sides in (*kinds, ("rail", here.rails)):
            for side in range(6):
                if sides >> side & 1:
                    ends = [self.centre(here.spot), self.middle(here.spot, side)]
                    yield svg.tag("path", d=svg.path(ends), class_=kind)

    def _house(self, here: HexPicture) -> str:
        x, y = self.centre(here.spot)
        size = RADIUS * 0.42
        parts = [
            svg.tag("path", d=svg.path([(x, y), self.middle(here.spot, side)]),
                    stroke="#8a857c", stroke_width=size)
            for side in range(6) if here.joins >> side & 1
        ]  # fmt: skip
        box = svg.tag("rect", x=x - size, y=y - size * 0.8, width=2 * size, height=1.6 * size,
                      class_=f"house {here.building}")  # fmt: skip
        sign = svg.text(str(here.storeys), x, y + 4, class_="storeys") if here.storeys > 1 else ""
        return "".join(parts) + box + sign

    def _sides(self, here: HexPicture) -> Iterator[str]:
        for side in range(6):
            a, b = self.corner(here.spot, side), self.corner(here.spot, side + 1)
            if here.streets[side] and side < 3:
                yield svg.tag("path", d=svg.path([a, b]), class_="street")
            if here.sides[side] and side < 3:
                yield svg.tag("path", d=svg.path([a, b]), class_=here.sides[side])
            if here.slopes >> side & 1:
                yield from self._hachures(here.spot, side)

    def _hachures(self, spot: tuple[int, int], side: int) -> Iterator[str]:
        """Short strokes beyond a side where the ground falls off."""
        (a, b), (c, d) = self.corner(spot, side), self.corner(spot, side + 1)
        x, y = self.centre(spot)
        for part in (0.2, 0.4, 0.6, 0.8):
            p, q = a + (c - a) * part, b + (d - b) * part
            yield svg.tag("path", d=svg.path([(p, q), (p + (p - x) * 0.2, q + (q - y) * 0.2)]),
                          class_="slope")  # fmt: skip

    def _names(self, here: HexPicture) -> Iterator[str]:
        x, y = self.centre(here.spot)
        yield svg.text(here.name, x, y - RADIUS * 0.68, class_="name")
        if here.level:
            yield svg.text(str(here.level), x, y + RADIUS * 0.78, class_="level")
