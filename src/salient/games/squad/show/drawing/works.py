"""What people built on a map of 40-metre hexes: houses, towers, walls, hedges and fences."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping

from salient.boards import svg
from salient.games.squad.show.drawing.grid import (
    SIDE_MIDDLES,
    Corner,
    Grid,
    Spot,
    beyond,
    chains,
    choose,
    corner,
    in_columns,
    line,
    repeated,
    strands,
)
from salient.games.squad.show.drawing.hexes import HexPicture

HEXSIDES = {
    "pond": ("shore", "pond"),
    "bocage": ("earthwork", "thicket", "leaves"),
    "hedge": ("shrubs", "twigs"),
    "wall": ("mortar", "stones-in"),
    "fence": ("wire-line",),
    "party_wall": ("party",),
}
"""What can stand on hexsides, and its strokes, the lowest first."""

STYLE = """
.side{fill:none;stroke-linejoin:round}
.shore{stroke:#3f77a3;stroke-width:17;stroke-linecap:round}
.pond{stroke:#a9cde4;stroke-width:14;stroke-linecap:round}
.earthwork{stroke:#8a6d43;stroke-width:12;stroke-linecap:round}
.thicket{stroke:#1f4a24;stroke-width:9.5;stroke-linecap:round;stroke-dasharray:0 6.6}
.leaves{stroke:#5f9150;stroke-width:4.6;stroke-linecap:round;stroke-dasharray:0 6.6}
.shrubs{stroke:#2d5a2b;stroke-width:6.6;stroke-linecap:round;stroke-dasharray:0 4.6}
.twigs{stroke:#7fae62;stroke-width:2.8;stroke-linecap:round;stroke-dasharray:0 4.6}
.mortar{stroke:#45413a;stroke-width:5.6;stroke-linecap:round}
.stones-in{stroke:#c6c1b5;stroke-width:3.2;stroke-dasharray:5 1.4}
.wire-line{stroke:#3c2c1c;stroke-width:.9}
.barbs{fill:none;stroke:#3c2c1c;stroke-width:1.1;stroke-linecap:round}
.party{stroke:#101010;stroke-width:4}
.slope-ground{fill:none;stroke:#f6ecd2;stroke-opacity:.45;stroke-width:7.5}
.slope{fill:none;stroke:#7f430f;stroke-width:6;stroke-dasharray:1.5 4}
.cast{fill:#2b241a;fill-opacity:.35}
.ridge-line{fill:none;stroke:#2b241a;stroke-width:.9;stroke-opacity:.75}
.long{fill:none;stroke-linecap:square;stroke-linejoin:miter}
.long.gloom{stroke:#2b241a;stroke-opacity:.35;stroke-width:29}
.hull{stroke:#2b241a;stroke-width:29}
.long.stone{stroke:#b9b5ae;stroke-width:26.4}
.long.wood{stroke:#bd8d52;stroke-width:26.4}
.dot{fill:#ffffff;stroke:#2b241a;stroke-width:1}
.storeys{font-size:11px;font-weight:700;fill:#1d1812;text-anchor:middle}
.cross{fill:none;stroke:#ffffff;stroke-width:2.4}
.cross.dark{stroke:#1d1812;stroke-width:5}
.tower{fill:#d8d2c4;stroke:#1d1812;stroke-width:1.6}
.brace{fill:none;stroke:#1d1812;stroke-width:1.3}
"""

INK = "#2b241a"
ROOFS = {"stone": ("#d3d0ca", "#a5a199"), "wood": ("#cf9f63", "#a97a43")}
"""The lit and the shady half of a roof."""

BARB = "m-2.3-2.3l4.6 4.6m0-4.6l-4.6 4.6"

_HOUSES = {
    # Half of the roof in the light, half in the shade, and the ridge between them.
    0: ("M-18-11H18V0H-18z", "M-18 0H18V11H-18z", "M-18 0H18"),
    1: ("M-14-12H14V0H-14z", "M-14 0H14V12H-14z", "M-14-12L-7 0H7L14-12M-14 12L-7 0M14 12L7 0"),
    2: ("M-18-12H18V-1H-18z", "M-18-1H-1V13H-18zM-1-1H18V10H-1z", "M-18-1H18M-9.5-1V13"),
}
_CHURCH = (
    "M-20-8H-4V-15H6V-8H18V0H-20z",
    "M-20 0H22L18 8H6V15H-4V8H-20z",
    "M-20 0H18M1-15V15",
)


def definitions() -> list[str]:
    """Houses of each material, and the barbs of a fence along each side."""
    found = []
    for material in ("stone", "wood"):
        found += [_house(f"{material}-{n}", material, *shape) for n, shape in _HOUSES.items()]
        found.append(_house(f"{material}-church", material, *_CHURCH))
    for side in range(6):
        (a, b), (c, d) = (Grid(0, 0).at(corner((0, 0), side + n)) for n in (0, 1))
        spots = [(a + (c - a) * part, b + (d - b) * part) for part in (0.2, 0.5, 0.8)]
        barbs = "".join(f"M{svg.number(x)} {svg.number(y)}{BARB}" for x, y in spots)
        found.append(svg.tag("path", id=f"b{side}", d=barbs))
    return found


def _house(name: str, material: str, lit: str, dim: str, ridge: str) -> str:
    sunny, shady = ROOFS[material]
    return svg.tag(
        "g",
        svg.tag("path", d=lit + dim, fill=INK, fill_opacity=0.35, transform="translate(2 2.5)",
                stroke="none"),
        svg.tag("path", d=lit, fill=sunny),
        svg.tag("path", d=dim, fill=shady),
        svg.tag("path", d=ridge, fill="none", stroke_opacity=0.75),
        id=name, stroke=INK, stroke_width=1.1, stroke_linejoin="round",
    )  # fmt: skip


class Works:
    """The houses and the hexsides of a map."""

    def __init__(self, grid: Grid, hexes: Mapping[Spot, HexPicture]) -> None:
        self.grid, self.hexes = grid, hexes

    # -- houses -------------------------------------------------------------------------------

    def houses(self) -> Iterator[str]:
        """All buildings and towers."""
        yield from self._long_houses()
        for here in self.hexes.values():
            if here.building and not here.joins:
                yield self._house(here)
            if here.building:
                yield from signs(here, *self.grid.centre(here.spot))
            if here.tower:
                yield tower(here, *self.grid.centre(here.spot))

    def _house(self, here: HexPicture) -> str:
        shape = "church" if here.steeple else str(choose(len(_HOUSES), here.spot, "house"))
        x, y = self.grid.centre(here.spot)
        place = f"translate({svg.number(x)} {svg.number(y)})rotate({self._turn(here)})"
        return svg.tag("use", href=f"#{here.building}-{shape}", transform=place)

    def _turn(self, here: HexPicture) -> int:
        """How a house stands: along its street or the road next to it, else anyhow."""
        for side, street in enumerate(here.streets):
            if street:
                return 60 * side % 180
        for near in (here, *(self.hexes.get(beyond(here.spot, side)) for side in range(6))):
            if near is not None and near.road:
                ends = strands(near.road)[0]
                (a, b), (c, d) = (SIDE_MIDDLES[ends[0]], SIDE_MIDDLES[ends[-1]])
                if len(ends) == 1:
                    c, d = 0.0, 0.0
                return round(math.degrees(math.atan2(d - b, c - a))) % 180
        return 30 * choose(6, here.spot, "turn")

    def _long_houses(self) -> Iterator[str]:
        """Buildings that reach across hexsides: wings under one roof."""
        wings: defaultdict[str, list[str]] = defaultdict(list)
        for here in self.hexes.values():
            if here.building and here.joins:
                centre = self.grid.centre(here.spot)
                for pair in strands(here.joins):
                    points = [self.grid.middle(here.spot, side) for side in pair]
                    wings[here.building].append(line([points[0], centre, *points[1:]]))
        for material in sorted(wings):
            drawn = "".join(wings[material])
            yield svg.tag("path", d=drawn, class_="long gloom", transform="translate(2.5 3)")
        for name in ("long hull", "long {}", "ridge-line"):
            for material in sorted(wings):
                yield svg.tag("path", d="".join(wings[material]), class_=name.format(material))

    # -- hexsides -----------------------------------------------------------------------------

    def hexsides(self) -> Iterator[str]:
        """What stands on the sides."""
        sides: defaultdict[str, set[tuple[Corner, Corner]]] = defaultdict(set)
        barbs: list[tuple[float, str]] = []
        for spot, here in self.hexes.items():
            for side, kind in enumerate(here.sides):
                if kind:
                    a, b = sorted((corner(spot, side), corner(spot, side + 1)))
                    sides[kind].add((a, b))
                if kind == "fence" and (side < 3 or beyond(spot, side) not in self.hexes):
                    x, y = self.grid.centre(spot)
                    barbs.append((x, svg.tag("use", href=f"#b{side}", y=y)))
        for kind, strokes in HEXSIDES.items():
            rows = chains(sorted(sides[kind]))
            drawn = [line([self.grid.at(at) for at in chain]) for chain in rows]
            yield from repeated(f"side-{kind}", "".join(drawn), "side", strokes)
        yield svg.tag("g", *in_columns(barbs), class_="barbs") if barbs else ""

    def slopes(self) -> list[str]:
        """The ticks of slopes."""
        return repeated("slopes", "".join(self._ticks()), "side", ("slope-ground", "slope"))

    def _ticks(self) -> Iterator[str]:
        """Ticks beyond the sides where the ground falls off, clear of the names there."""
        for spot, here in self.hexes.items():
            for side in range(6):
                if here.slopes >> side & 1:
                    below = self.hexes.get(beyond(spot, side))
                    a, b = (self.grid.at(corner(spot, side + n)) for n in (0, 1))
                    dx, dy = SIDE_MIDDLES[side]
                    away = 5.5 / math.hypot(dx, dy)
                    for first, last in _stretches(side, below):
                        yield line([
                            (round(a[0] + (b[0] - a[0]) * part + dx * away),
                             round(a[1] + (b[1] - a[1]) * part + dy * away))
                            for part in (first, last)
                        ])  # fmt: skip


def _stretches(side: int, below: HexPicture | None) -> tuple[tuple[float, float], ...]:
    """The parts of a side that have ticks; the name of the hex below stands under its top side."""
    if side != 3 or below is None:
        return ((0.12, 0.92),)
    # The south side runs from right to left.
    return ((0.04, 0.44),) if crosses_top(below) else ((0.02, 0.2), (0.8, 0.98))


def crosses_top(here: HexPicture) -> bool:
    """Whether a way or a house crosses the top side of a hex, so that its name must give way."""
    ways = here.road | here.path | here.rails | here.under_sides | here.joins
    return bool(ways & 1)


def signs(here: HexPicture, x: float, y: float) -> Iterator[str]:
    """Steeple and storeys of a building: a white dot for two, a number for more or for a wing."""
    if here.steeple:
        for name in ("cross dark", "cross"):
            yield svg.tag("path", d=f"M{x:g} {y - 9:g}v18M{x - 6:g} {y - 3:g}h12", class_=name)
    elif here.storeys > 2 or (here.storeys == 2 and here.joins):
        yield svg.tag("circle", cx=x, cy=y, r=7.5, class_="dot")
        yield svg.text(str(here.storeys), x, y + 4, class_="storeys")
    elif here.storeys == 2:
        yield svg.tag("circle", cx=x, cy=y, r=4, class_="dot")


def tower(here: HexPicture, x: float, y: float) -> str:
    """A tower from above: a round one, or the lattice of an open one; its level beside it."""
    place = f"translate({svg.number(x)} {svg.number(y)})"
    body = "M-9-9H9V9H-9z" if here.open_tower else "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0"
    brace = "M-9-9L9 9M9-9L-9 9" if here.open_tower else "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0"
    return svg.tag(
        "g",
        svg.tag("path", d=body, class_="cast", transform="translate(2 2.5)"),
        svg.tag("path", d=body, class_="tower"),
        svg.tag("path", d=brace, class_="brace"),
        svg.text(str(here.tower), 17, 14, class_="storeys"),
        transform=place,
    )  # fmt: skip
