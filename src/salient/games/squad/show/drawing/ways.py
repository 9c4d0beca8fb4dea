"""Roads, railroads, streams and rivers of a map of 40-metre hexes, as smooth lines.

Each kind of way is one path for the whole map, drawn several times over with different strokes: a
wide dashed stroke gives sleepers, the ticks of a bank, the stones of a ford.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping

from salient.boards import svg
from salient.games.squad.show.drawing.grid import (
    SIDE_MIDDLES,
    Corner,
    Grid,
    Point,
    Spot,
    beyond,
    chains,
    chance,
    corner,
    curve,
    line,
    repeated,
    strands,
)
from salient.games.squad.show.drawing.hexes import HexPicture

_TRACK = ("ballast", "sleepers", "rails", "gap", "sleepers thin")
_DAM = ("comb", "rim", "dam")

STROKES = {
    "gully": ("bed", "ticks", "gully"),
    "stream": ("bed", "ticks", "brink", "brook"),
    "river": ("bank", "water"),
    "flow": ("eddies", "water inner", "current"),
    "sunken": ("cut", "floor", "notch", "bottom"),
    "low_track": _TRACK,
    "causeway": _DAM,
    "unpaved": ("verge", "earth"),
    "paved": ("kerb", "asphalt"),
    "path": ("trail",),
    "raised": _DAM,
    "bank": ("bristle",),
    "track": _TRACK,
    "cars": ("frame", "car", "ridge"),
}
"""The strokes of each kind of way. What comes first lies lowest: roads cross cuttings on bridges
and pass under elevated tracks."""

STYLE = """
.way{fill:none;stroke-linejoin:round}
.bank{stroke:#3f77a3;stroke-width:67;stroke-linecap:round}
.water{stroke:#a9cde4;stroke-width:64;stroke-linecap:round}
.eddies{stroke:#e4f1f8;stroke-width:38;stroke-dasharray:34 52}
.water.inner{stroke-width:35.4}
.current{stroke:#e4f1f8;stroke-width:1.3;stroke-dasharray:22 66;stroke-dashoffset:40}
.bed{stroke:#94703d;stroke-opacity:.28;stroke-width:21;stroke-linecap:round}
.ticks{stroke:#80592a;stroke-width:21;stroke-dasharray:1 5;stroke-opacity:.75}
.gully{stroke:#c7ad7c;stroke-width:12;stroke-linecap:round}
.brink{stroke:#33688f;stroke-width:9;stroke-linecap:round}
.brook{stroke:#8fc0e0;stroke-width:6.6;stroke-linecap:round}
.cut{stroke:#6b4a22;stroke-width:29}
.floor{stroke:#cdbb90;stroke-width:26.5}
.notch{stroke:#6b4a22;stroke-width:26.5;stroke-dasharray:1.2 4}
.bottom{stroke:#ddd0ab;stroke-width:16}
.comb{stroke:#6b4a22;stroke-width:33;stroke-dasharray:1.3 4}
.rim{stroke:#6b4a22;stroke-width:20}
.dam{stroke:#e0cfa6;stroke-width:18}
.bristle{stroke:#6b4a22;stroke-width:23;stroke-dasharray:1.2 4.6}
.verge{stroke:#8a6d43;stroke-width:9.6;stroke-linecap:round}
.earth{stroke:#ecdcb2;stroke-width:7.4;stroke-linecap:round}
.kerb{stroke:#4d4a45;stroke-width:12.4;stroke-linecap:round}
.asphalt{stroke:#e9e7e1;stroke-width:9.6;stroke-linecap:round}
.trail{stroke:#6d4d25;stroke-width:2;stroke-dasharray:5 3;stroke-linecap:butt}
.ballast{stroke:#d9d3c6;stroke-width:12}
.sleepers{stroke:#6b4f33;stroke-width:10.5;stroke-dasharray:1.8 3.2}
.rails{stroke:#26282b;stroke-width:6.8}
.gap{stroke:#d9d3c6;stroke-width:4.6}
.sleepers.thin{stroke-width:4.6}
.frame{stroke:#2f1d14;stroke-width:16.5;stroke-dasharray:24 3}
.car{stroke:#9a5140;stroke-width:13.5;stroke-dasharray:21.6 5.4;stroke-dashoffset:-1.2}
.ridge{stroke:#d9a08c;stroke-width:1.4;stroke-dasharray:21.6 5.4;stroke-dashoffset:-1.2}
.part{fill:none;stroke:#26221c;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.stones{fill:none;stroke:#fbfaf5;stroke-width:3.6;stroke-linecap:round}
.stones-edge{fill:none;stroke:#33688f;stroke-width:5;stroke-linecap:round}
"""

DEPRESSIONS = {"gully": "gully", "stream": "stream", "culvert": "stream"}
SHAPED_ROADS = {"sunken_road": "sunken", "elevated_road": "causeway"}
RAIL_BEDS = {"sunken_rail": "sunken", "rail_elevated": "raised", "rail_embankment": "bank"}
PARAPETS = "M-22-12l5 4h34l5-4M-22 12l5-4h34l5 4"
MOUTHS = "M-8-8q5 8 0 16M8-8q-5 8 0 16"
STEPPING = "M-9-3h0m6 0h0m6 0h0m6 0h0m-15 6h0m6 0h0m6 0h0"
BEND = 0.8
"""How much of the way to the middle of the hex a road keeps its direction at a side."""

MEANDER = 0.55
"""How much of the way to the middle of the hex a stream keeps its direction at a side."""


class Ways:
    """The ways of a map."""

    def __init__(self, grid: Grid, hexes: Mapping[Spot, HexPicture]) -> None:
        self.grid, self.hexes = grid, hexes
        found: defaultdict[str, list[str]] = defaultdict(list)
        for here in hexes.values():
            for kind, drawn in self._of(here):
                found[kind].append(drawn)
        for kind, drawn in self._streets():
            found[kind].append(drawn)
        self.paths = {kind: "".join(found[kind]) for kind in STROKES if kind in found}

    def draw(self) -> Iterator[str]:
        """All ways over each other, and what stands on them."""
        for kind, drawn in self.paths.items():
            yield from repeated(f"way-{kind}", drawn, "way", STROKES[kind])
        for here in self.hexes.values():
            yield from parts(self.grid, here)

    def _of(self, here: HexPicture) -> Iterator[tuple[str, str]]:
        """The ways through a hex with their path data."""
        if here.terrain == "water":
            yield from self._water(here)
        for pair in strands(here.under_sides):
            if here.under in DEPRESSIONS:
                if here.terrain != "water":
                    yield DEPRESSIONS[here.under], self._stream(here.spot, pair)
            elif here.under in SHAPED_ROADS:
                yield SHAPED_ROADS[here.under], self._strand(here.spot, pair)
        yield from (("paved", drawn) for drawn in self._road(here.spot, here.paved))
        yield from (("unpaved", drawn) for drawn in self._unpaved(here))
        for pair in strands(here.path):
            yield "path", self._strand(here.spot, pair)
        yield from self._rails(here)

    def _unpaved(self, here: HexPicture) -> Iterator[str]:
        """What is unpaved of the roads of a hex; it runs into the paved road if there is one."""
        sides = here.road & ~here.paved
        if not here.paved:
            yield from self._road(here.spot, sides)
            return
        onto = self._passes(here.spot, strands(here.paved)[0])
        for side in range(6):
            if sides >> side & 1:
                yield self._strand(here.spot, (side,), onto)

    def _rails(self, here: HexPicture) -> Iterator[tuple[str, str]]:
        bed, onto = RAIL_BEDS.get(here.under, ""), None
        for pair in strands(here.rails, switches=True):
            drawn = self._strand(here.spot, pair, onto)
            onto = self._passes(here.spot, pair)
            if bed:
                yield bed, drawn
            yield "low_track" if bed == "sunken" else "track", drawn
            if here.cars:
                yield "cars", drawn

    def _strand(self, spot: Spot, ends: tuple[int, ...], onto: Point | None = None) -> str:
        """A road or track through a hex, or from a side to a point, else to the middle."""
        first = self.grid.middle(spot, ends[0])
        if len(ends) == 1:
            return line([first, onto or self.grid.centre(spot)])
        last = self.grid.middle(spot, ends[1])
        if ends[1] - ends[0] == 3:
            return line([first, last])
        (a, b), (c, d) = SIDE_MIDDLES[ends[0]], SIDE_MIDDLES[ends[1]]
        pull_first = (first[0] - a * BEND, first[1] - b * BEND)
        pull_last = (last[0] - c * BEND, last[1] - d * BEND)
        return curve(first, pull_first, pull_last, last)

    def _road(self, spot: Spot, sides: int, onto: Point | None = None) -> Iterator[str]:
        """A road with its branches, which end on it."""
        for pair in strands(sides):
            yield self._strand(spot, pair, onto)
            onto = onto or self._passes(spot, pair)

    def _passes(self, spot: Spot, ends: tuple[int, ...]) -> Point:
        """Where a road or track is nearest to the middle of a hex."""
        (x, y), (dx, dy) = self.grid.centre(spot), bow(ends)
        return x + dx, y + dy

    def _stream(self, spot: Spot, ends: tuple[int, ...]) -> str:
        """A stream through a hex, which crosses the sides anywhere but at their corners."""
        points, pulls = [], []
        for side in ends:
            x, y = self._crossing(spot, side)
            dx, dy = SIDE_MIDDLES[side]
            points.append((x, y))
            pulls.append((x - dx * MEANDER, y - dy * MEANDER))
        if len(ends) == 1:
            centre = self.grid.centre(spot)
            return curve(points[0], pulls[0], centre, centre)
        return curve(points[0], pulls[0], pulls[1], points[1])

    def _crossing(self, spot: Spot, side: int) -> Point:
        ends = sorted((corner(spot, side), corner(spot, side + 1)))
        (a, b), (c, d) = map(self.grid.at, ends)
        part = 0.5 + 0.3 * (chance(*ends) - 0.5)
        return a + (c - a) * part, b + (d - b) * part

    def _water(self, here: HexPicture) -> Iterator[tuple[str, str]]:
        """A river through a hex, and on beyond the edge of the map."""
        wet = [side for side in range(6) if self._is_water(beyond(here.spot, side))]
        if len(wet) == 1:
            ways = ((wet[0] + turn) % 6 for turn in (3, 2, 4))
            wet += [side for side in ways if beyond(here.spot, side) not in self.hexes][:1]
        pairs = strands(sum(1 << side for side in wet), switches=True)
        if not pairs:
            yield "river", line([self.grid.centre(here.spot)] * 2)
        for pair in pairs:
            drawn = self._strand(here.spot, pair)
            yield "river", drawn
            if len(wet) == 2:
                yield "flow", drawn
        for side in range(6):
            near = self.hexes.get(beyond(here.spot, side))
            if near and near.under == "stream" and near.under_sides >> (side + 3) % 6 & 1:
                yield "stream", line([self._crossing(here.spot, side), self.grid.centre(here.spot)])

    def _is_water(self, spot: Spot) -> bool:
        return spot in self.hexes and self.hexes[spot].terrain == "water"

    def _streets(self) -> Iterator[tuple[str, str]]:
        """Narrow streets along the hexsides."""
        sides: defaultdict[str, set[tuple[Corner, Corner]]] = defaultdict(set)
        for spot, here in self.hexes.items():
            for side, kind in enumerate(here.streets):
                if kind:
                    a, b = sorted((corner(spot, side), corner(spot, side + 1)))
                    sides[kind].add((a, b))
        for kind in sorted(sides):
            for chain in chains(sorted(sides[kind])):
                yield kind, line([self.grid.at(at) for at in chain])


def bow(ends: tuple[int, ...]) -> Point:
    """How far off the middle of its hex a road passes that joins two sides."""
    if len(ends) == 1 or ends[1] - ends[0] == 3:
        return 0.0, 0.0
    (a, b), (c, d) = SIDE_MIDDLES[ends[0]], SIDE_MIDDLES[ends[1]]
    part = (4 - 3 * BEND) / 8
    return (a + c) * part, (b + d) * part


def parts(grid: Grid, here: HexPicture) -> Iterator[str]:
    """Bridges, fords and culverts of a hex."""
    if here.bridge and here.deck:
        yield _turned(grid, here.spot, here.deck, svg.tag("path", d=PARAPETS, class_="part"))
    if here.ford:
        names = ("stones-edge", "stones")
        stones = "".join(svg.tag("path", d=STEPPING, class_=name) for name in names)
        across = stones if here.road else svg.tag("g", stones, transform="rotate(90)")
        yield _turned(grid, here.spot, here.road or here.under_sides, across)
    if here.under == "culvert":
        yield _turned(grid, here.spot, here.under_sides, svg.tag("path", d=MOUTHS, class_="part"))


def _turned(grid: Grid, spot: Spot, sides: int, drawn: str) -> str:
    """A drawing along the way that crosses some sides."""
    x, y = grid.centre(spot)
    ends = strands(sides)[0]
    (a, b) = SIDE_MIDDLES[ends[0]]
    (c, d) = SIDE_MIDDLES[ends[-1]] if len(ends) > 1 else (0.0, 0.0)
    turn = math.degrees(math.atan2(d - b, c - a))
    dx, dy = bow(ends)
    place = f"translate({svg.number(x + dx)} {svg.number(y + dy)})"
    return svg.tag("g", drawn, transform=f"{place}rotate({turn:.0f})")
