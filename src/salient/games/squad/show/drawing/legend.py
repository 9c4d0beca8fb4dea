"""The legend under a map of 40-metre hexes: levels, what the map shows, scale and north."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from salient.boards import svg
from salient.games.squad.show.drawing.art import COVERS, art_id
from salient.games.squad.show.drawing.grid import DOWN, Grid
from salient.games.squad.show.drawing.hexes import HexPicture
from salient.games.squad.show.drawing.ways import RAIL_BEDS, SHAPED_ROADS, STROKES, Ways
from salient.games.squad.show.drawing.works import BARB, HEXSIDES, signs, tower

STYLE = """
.key{font-size:12px;fill:#241d12}
.scale{stroke:#241d12;stroke-width:1.2}
.needle{fill:#241d12;stroke:#241d12;stroke-width:1;stroke-linejoin:round}
.needle-pale{fill:#f7f4ea;stroke:#241d12;stroke-width:1;stroke-linejoin:round}
.small{font-size:11px;fill:#241d12;text-anchor:middle}
"""

ROW, SAMPLE = 42.0, 54.0
"""Height of a line of the legend and width of a sample."""

METRES, STEP = 40, 2 * DOWN
"""From the middle of a hex to the middle of the next, in metres and in map units."""


class Entry(NamedTuple):
    """A sample and its word, by the key of the text."""

    key: str
    sample: str


class Legend(NamedTuple):
    """What the legend is told.

    Attributes:
        words: The texts by key.
        north: Where north lies, in degrees clockwise from the top; None if nobody knows.
    """

    words: Mapping[str, str]
    north: int | None = None


def entries(hexes: Sequence[HexPicture]) -> list[Entry]:
    """Whatever is to be seen on a map, in a fixed order."""
    found = [Entry(kind, _hex(kind)) for kind in COVERS if any(h.terrain == kind for h in hexes)]
    found += [Entry(key, sample) for key, sample, shown in _ways(hexes) if shown]
    found += [Entry(key, sample) for key, sample, shown in _houses(hexes) if shown]
    standing = {side for here in hexes for side in here.sides}
    found += [Entry(side, _strokes("side", HEXSIDES[side]) + (_barbs() if side == "fence" else ""))
              for side in HEXSIDES if side in standing]  # fmt: skip
    if any(here.slopes for here in hexes):
        found.append(Entry("slope", svg.tag("path", d="M-19 2h38", class_="slope")))
    if any(here.goal for here in hexes):
        found.append(Entry("goal", svg.tag("use", href="#goal", x=-4, y=-9)))
    return found


def _hex(kind: str) -> str:
    return svg.tag(
        "g",
        svg.tag("path", d=Grid(0, 0).outline((0, 0)), fill=COVERS[kind].tint),
        svg.tag("use", href=f"#{art_id(kind, 0)}"),
        transform="scale(.44)",
    )


def _strokes(group: str, strokes: Sequence[str]) -> str:
    return "".join(svg.tag("path", d="M-18 0h36", class_=f"{group} {name}") for name in strokes)


def _barbs() -> str:
    crosses = "".join(f"M{x} 0{BARB}" for x in (-12, 0, 12))
    return svg.tag("path", d=crosses, class_="barbs")


def _ways(hexes: Sequence[HexPicture]) -> Iterator[tuple[str, str, bool]]:
    """Roads, tracks and water: key of the text, sample, whether the map has it."""
    under = {here.under for here in hexes}
    streets = {street for here in hexes for street in here.streets}
    plain = {way: _strokes("way", STROKES[way]) for way in STROKES}
    yield "paved", plain["paved"], any(here.paved for here in hexes) or "paved" in streets
    unpaved = any(here.road & ~here.paved for here in hexes)
    yield "unpaved", plain["unpaved"], unpaved or "unpaved" in streets
    yield "path", plain["path"], any(here.path for here in hexes)
    for kind, way in SHAPED_ROADS.items():
        yield kind, plain[way] + plain["paved"], kind in under
    tracks = {here.under if here.under in RAIL_BEDS else "rail" for here in hexes if here.rails}
    yield "rail", plain["track"], "rail" in tracks
    for kind, bed in RAIL_BEDS.items():
        yield kind, plain[bed] + plain["track"], kind in tracks
    yield "rail_cars", plain["track"] + plain["cars"], any(here.cars for here in hexes)
    yield "stream", plain["stream"], "stream" in under
    yield "gully", plain["gully"], "gully" in under
    river = svg.tag("g", plain["river"], transform="scale(.42)")
    yield "water", river, any(here.terrain == "water" for here in hexes)
    ways = Ways(Grid(0, 0), {})
    over = HexPicture("", (0, 0), bridge=True, deck=0b010010)
    turned = {"transform": "rotate(30)scale(.9)"}
    bridge = svg.tag("g", *ways.parts(over), transform="rotate(30)")
    yield "bridge", plain["unpaved"] + bridge, any(here.bridge for here in hexes)
    ford = HexPicture("", (0, 0), ford=True, under_sides=0b010010)
    stones = svg.tag("g", *ways.parts(ford), **turned)
    yield "ford", plain["stream"] + stones, any(here.ford for here in hexes)
    drain = HexPicture("", (0, 0), under="culvert", under_sides=0b010010)
    mouths = svg.tag("g", *ways.parts(drain), **turned)
    yield "culvert", plain["stream"] + mouths, "culvert" in under


def _houses(hexes: Sequence[HexPicture]) -> Iterator[tuple[str, str, bool]]:
    """Buildings and towers."""
    for material, key in (("stone", "stone_building"), ("wood", "wooden_building")):
        house = svg.tag("use", href=f"#{material}-0")
        yield key, house, any(here.building == material for here in hexes)
    high = HexPicture("", (0, 0), storeys=2)
    shown = any(here.building and here.storeys > 1 for here in hexes)
    yield "two_storeys", svg.tag("use", href="#stone-0") + "".join(signs(high, 0, 0)), shown
    spire = HexPicture("", (0, 0), steeple=True)
    church = svg.tag("use", href="#stone-church") + "".join(signs(spire, 0, 0))
    yield "steeple", church, any(here.steeple for here in hexes)
    for key, see_through in (("tower", False), ("tower_hindrance", True)):
        one = HexPicture("", (0, 0), tower=1, open_tower=see_through)
        shown = any(here.tower and here.open_tower == see_through for here in hexes)
        yield key, tower(one, 0, 0), shown


def _wide(text: str) -> float:
    """About how wide a word is; the letters of the East are square."""
    return sum(12.2 if ord(letter) > 0x2E7F else 6.6 for letter in text)


class LegendSheet:
    """The legend laid out under a map."""

    def __init__(
        self, legend: Legend, hexes: Sequence[HexPicture], tints: Mapping[int, str], width: float
    ) -> None:
        """Lay it out in lines as wide as the map."""
        self.legend, self.tints, self.width = legend, tints, width
        self.places: list[tuple[Entry, float, float]] = []
        x, y = 0.0, ROW
        for entry in entries(hexes):
            wide = SAMPLE + _wide(legend.words[entry.key]) + 16
            if x and x + wide > width:
                x, y = 0.0, y + ROW
            self.places.append((entry, x, y))
            x += wide
        self.height = y + ROW

    def draw(self, x: float, y: float) -> str:
        """The legend with its upper left corner at a point."""
        rows = [*self._levels(), *self._scale(), *self._north()]
        for entry, across, down in self.places:
            place = f"translate({svg.number(across + 24)} {svg.number(down + 20)})"
            rows.append(svg.tag("g", entry.sample, transform=place))
            word = self.legend.words[entry.key]
            rows.append(svg.text(word, across + SAMPLE, down + 24, class_="key"))
        return svg.tag("g", *rows, transform=f"translate({svg.number(x)} {svg.number(y)})")

    def _levels(self) -> Iterator[str]:
        word = self.legend.words["level"]
        yield svg.text(word, 4, 24, class_="key")
        left = 12 + _wide(word)
        for number, (level, tint) in enumerate(sorted(self.tints.items())):
            x = left + 26 * number
            yield svg.tag("rect", x=x, y=9, width=26, height=22, fill=tint, class_="scale")
            yield svg.text(str(level), x + 13, 25, class_="small")

    def _scale(self) -> Iterator[str]:
        """A bar of five hexes, at the right end of the first line."""
        wide = 5 * STEP
        if wide > self.width / 2:
            wide = 2 * STEP
        left = self.width - wide - 70
        for hexes in range(wide // STEP):
            fill = "#241d12" if hexes % 2 == 0 else "#ffffff"
            bar = {"x": left + STEP * hexes, "y": 18, "width": STEP, "height": 6}
            yield svg.tag("rect", fill=fill, class_="scale", **bar)
        for hexes in range(wide // STEP + 1):
            yield svg.text(str(METRES * hexes), left + STEP * hexes, 13, class_="small")
        yield svg.text(self.legend.words["metres"], left + wide + 18, 25, class_="small")

    def _north(self) -> Iterator[str]:
        if self.legend.north is None:
            return
        needle = svg.tag("path", d="M0-15L6 11L0 6z", class_="needle")
        pale = svg.tag("path", d="M0-15L-6 11L0 6z", class_="needle-pale")
        place = f"translate({svg.number(self.width - 16)} 21)rotate({self.legend.north})"
        letter = svg.text(self.legend.words["north"], 0, -17, class_="small")
        yield svg.tag("g", needle, pale, letter, transform=place)
