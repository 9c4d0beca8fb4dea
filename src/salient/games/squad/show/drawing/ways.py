"""Roads, railroads, streams and rivers of a map of 40-metre hexes, as smooth lines.

Each kind of way is one path for the whole map, drawn several times over with different strokes: a
wide dashed stroke gives sleepers, the ticks of a bank, the stones of a ford.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

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


Way = Callable[[HexPicture], int]
"""The sides of a hex that a kind of way crosses."""


def _roads(here: HexPicture) -> int:
    return here.road


def _rails(here: HexPicture) -> int:
    return here.rails


def _path(here: HexPicture) -> int:
    return here.path


def _shaped(here: HexPicture) -> int:
    return here.under_sides if here.under in SHAPED_ROADS else 0


def _nowhere(_: HexPicture) -> int:
    """Of rivers, which wind."""
    return 0


def _other(ends: tuple[int, ...], side: int) -> int:
    """The other of two sides."""
    return ends[0] if side == ends[1] else ends[1]


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
            yield from self.parts(here)

    def parts(self, here: HexPicture) -> Iterator[str]:
        """Bridges, fords and culverts of a hex."""
        if here.bridge and here.deck:
            way: Way = _rails if here.deck & here.rails == here.deck else _roads
            yield self._turned(here, here.deck, svg.tag("path", d=PARAPETS, class_="part"), way)
        if here.ford:
            names = ("stones-edge", "stones")
            stones = "".join(svg.tag("path", d=STEPPING, class_=name) for name in names)
            across = stones if here.road else svg.tag("g", stones, transform="rotate(90)")
            way = _roads if here.road else _nowhere
            yield self._turned(here, here.road or here.under_sides, across, way)
        if here.under == "culvert":
            mouths = svg.tag("path", d=MOUTHS, class_="part")
            yield self._turned(here, here.under_sides, mouths, _nowhere)

    def _turned(self, here: HexPicture, sides: int, drawn: str, way: Way) -> str:
        """A drawing along the way that crosses some sides."""
        ends = strands(sides)[0]
        (a, b) = SIDE_MIDDLES[ends[0]]
        (c, d) = SIDE_MIDDLES[ends[-1]] if len(ends) > 1 else (0.0, 0.0)
        turn = math.degrees(math.atan2(d - b, c - a))
        x, y = self._passes(here.spot, ends, way)
        place = f"translate({svg.number(x)} {svg.number(y)})"
        return svg.tag("g", drawn, transform=f"{place}rotate({turn:.0f})")

    def _of(self, here: HexPicture) -> Iterator[tuple[str, str]]:
        """The ways through a hex with their path data."""
        if here.terrain == "water":
            yield from self._water(here)
        for pair in strands(here.under_sides):
            if here.under in DEPRESSIONS:
                if here.terrain != "water":
                    yield DEPRESSIONS[here.under], self._stream(here.spot, pair)
            elif here.under in SHAPED_ROADS:
                yield SHAPED_ROADS[here.under], self._strand(here.spot, pair, _shaped)
        yield from (("paved", drawn) for drawn in self._road(here.spot, here.paved))
        yield from (("unpaved", drawn) for drawn in self._unpaved(here))
        for pair in strands(here.path):
            yield "path", self._strand(here.spot, pair, _path)
        yield from self._rails(here)

    def _unpaved(self, here: HexPicture) -> Iterator[str]:
        """What is unpaved of the roads of a hex; it runs into the paved road if there is one."""
        sides = here.road & ~here.paved
        if not here.paved:
            yield from self._road(here.spot, sides)
            return
        onto = self._passes(here.spot, strands(here.paved)[0], _roads)
        for side in range(6):
            if sides >> side & 1:
                yield self._strand(here.spot, (side,), _roads, onto)

    def _rails(self, here: HexPicture) -> Iterator[tuple[str, str]]:
        bed, onto = RAIL_BEDS.get(here.under, ""), None
        for pair in strands(here.rails, switches=True):
            drawn = self._strand(here.spot, pair, _rails, onto)
            onto = self._passes(here.spot, pair, _rails)
            if bed:
                yield bed, drawn
            yield "low_track" if bed == "sunken" else "track", drawn
            if here.cars:
                yield "cars", drawn

    def _strand(
        self, spot: Spot, ends: tuple[int, ...], way: Way, onto: Point | None = None
    ) -> str:
        """A road or track through a hex, or from a side to a point, else to the middle.

        Args:
            spot: The hex.
            ends: The sides it joins.
            way: The sides that its kind crosses in any hex.
            onto: Where it ends, if it comes from one side only.
        """
        first = self.grid.middle(spot, ends[0])
        if len(ends) == 1:
            return line([first, onto or self.grid.centre(spot)])
        last = self.grid.middle(spot, ends[1])
        pulls = self._pulls(spot, ends, way)
        if pulls is None:
            return line([first, last])
        return curve(first, *pulls, last)

    def _pulls(self, spot: Spot, ends: tuple[int, ...], way: Way) -> tuple[Point, Point] | None:
        """What bends a way between two sides; None if it is straight.

        A way across the grain of the hexes bends to and fro from one to the next and yet goes on
        in one direction: along the line between the middles of the sides.
        """
        if ends[1] - ends[0] == 3:
            return None
        first, last = (self.grid.middle(spot, side) for side in ends)
        if all(self._goes_on(spot, ends, side, way) for side in ends):
            return None
        (a, b), (c, d) = (self._steer(spot, ends, side, way) for side in ends)
        return (first[0] + a, first[1] + b), (last[0] + c, last[1] + d)

    def _steer(self, spot: Spot, ends: tuple[int, ...], side: int, way: Way) -> Point:
        """How a way heads into a hex from a side: straight across it, or as the run it joins."""
        across = SIDE_MIDDLES[side]
        own, near = self._runs(spot, ends, side, way), self._joined(spot, side, way)
        beyond_runs = near is not None and self._runs(*near, way)
        if self._goes_on(spot, ends, side, way) or (own and not beyond_runs):
            (a, b), (c, d) = (SIDE_MIDDLES[each] for each in (side, _other(ends, side)))
            return (c - a) / 3, (d - b) / 3
        if near is not None and beyond_runs and not own:
            _, pair, entered = near
            (a, b), (c, d) = (SIDE_MIDDLES[each] for each in (entered, _other(pair, entered)))
            return (a - c) / 2, (b - d) / 2
        return -across[0] * BEND, -across[1] * BEND

    def _joined(self, spot: Spot, side: int, way: Way) -> tuple[Spot, tuple[int, ...], int] | None:
        """The hex beyond a side, how the way runs through it, and the side it enters it by."""
        there, entered = beyond(spot, side), (side + 3) % 6
        near = self.hexes.get(there)
        pairs = strands(way(near)) if near else []
        return next(
            ((there, pair, entered) for pair in pairs if len(pair) == 2 and entered in pair), None
        )

    def _runs(self, spot: Spot, ends: tuple[int, ...], side: int, way: Way) -> bool:
        """Whether a way goes on in one direction beyond the other of its two sides."""
        return self._goes_on(spot, ends, _other(ends, side), way)

    def _goes_on(self, spot: Spot, ends: tuple[int, ...], side: int, way: Way) -> bool:
        """Whether a way that bends one way here bends as much the other way beyond a side.

        At the edge of the map it goes on as it comes.
        """
        turn = (_other(ends, side) - side) % 6
        if turn not in (2, 4):
            return False
        near = self.hexes.get(beyond(spot, side))
        return near is None or bool(way(near) >> (side + 3 + turn) % 6 & 1)

    def _road(self, spot: Spot, sides: int, onto: Point | None = None) -> Iterator[str]:
        """A road with its branches, which end on it, or cross it if they go straight on."""
        for pair in self._crossings(spot, strands(sides)):
            yield self._strand(spot, pair, _roads, onto)
            onto = onto or self._passes(spot, pair, _roads)

    def _crossings(self, spot: Spot, found: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """The same with two branches joined that are one road across the other."""
        branches = [pair[0] for pair in found if len(pair) == 1]
        if len(branches) == 2:
            both = branches[0], branches[1]
            if all(self._goes_on(spot, both, side, _roads) for side in both):
                found = [*(pair for pair in found if len(pair) == 2), both]
        yield from found

    def _passes(self, spot: Spot, ends: tuple[int, ...], way: Way) -> Point:
        """The middle of a road or track through a hex."""
        if len(ends) == 1:
            return self.grid.centre(spot)
        first, last = (self.grid.middle(spot, side) for side in ends)
        pulls = self._pulls(spot, ends, way)
        if pulls is None:
            return (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
        one, two = pulls
        x, y = ((a + 3 * (b + c) + d) / 8 for a, b, c, d in zip(first, one, two, last, strict=True))
        return x, y

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
            drawn = self._strand(here.spot, pair, _nowhere)
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
