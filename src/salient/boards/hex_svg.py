"""Hex maps as pictures: terrain, rivers, roads, towns, lines and entries.

The lines come from a map maker (:mod:`salient.theatre`), the game says what each hex is called,
and a :class:`~salient.engine.views.View` says what lies and stands on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from salient.boards import svg
from salient.boards.counters import SIZE, Counters
from salient.boards.looks import Looks
from salient.boards.marks import draw_marks
from salient.boards.sheets import Anchor, SvgSheet
from salient.boards.textures import patterns, texture
from salient.engine.views import PieceView, View

STYLE = """
.paper{fill:#f7f4ea}
.edged{stroke:#b9b19b}
.hex{fill:none;stroke:#b9b19b;stroke-width:.7}
.hills{fill:#ecd39b}
.woods{fill:#98c29c}
.deep{fill:#6b9666}
.relief{fill:none;stroke:#4a3413;stroke-opacity:.32;stroke-width:2.4;stroke-linejoin:round}
.light{fill:none;stroke:#fffdf2;stroke-opacity:.55;stroke-width:2.2;stroke-linejoin:round}
.house{fill:#6b5a44;stroke:#f7f4ea;stroke-width:.5}
.river{fill:none;stroke:#4f8bc4;stroke-width:5;stroke-linejoin:round;stroke-linecap:round}
.river.great{stroke-width:9;stroke:#3f78b5}
.road{fill:none;stroke:#8a6d4a;stroke-width:2;stroke-linejoin:round}
.casing{fill:none;stroke:#6d2f1f;stroke-width:5;stroke-linejoin:round}
.main{fill:none;stroke:#e2603c;stroke-width:3.2;stroke-linejoin:round}
.wall{fill:none;stroke:#3a3a3a;stroke-width:5;stroke-dasharray:3 4}
.line{fill:none;stroke:#7a1fa2;stroke-width:4;stroke-dasharray:16 7;opacity:.7}
.number{font-size:7px;fill:#463f2e;text-anchor:middle}
.name,.heading{paint-order:stroke;stroke:#f7f4ea;stroke-width:3px;stroke-linejoin:round}
.name{font-weight:600;fill:#241d12}
.heading{font-size:26px;font-weight:700;fill:#241d12}
.label{fill:#5d6b78;font-style:italic;opacity:.8;text-anchor:middle}
.town{fill:#ffffff;stroke:#241d12;stroke-width:1.2}
.city{fill:#241d12}
.important{fill:#b3001b;stroke:#ffffff;stroke-width:1.2}
.fortress{fill:#b3001b;stroke:#f3c53c;stroke-width:3}
.entry{stroke:#241d12;stroke-width:1.4}
.entry.yellow{fill:#f6d743}
.entry.orange{fill:#ee8f3b}
.entry.grey{fill:#9a9fa3}
.door{font-size:12px;font-weight:700;fill:#101010;stroke:none;text-anchor:middle;pointer-events:none}
"""

TOWN_SIZE = {"town": 3.5, "city": 4.5, "important": 6.5, "fortress": 7.5}
FAN = 6.0
"""How far the counters of a stack are shifted against each other."""


class HexLook(msgspec.Struct, frozen=True):
    """What is shown in a hex.

    Attributes:
        number: Its four digits.
        town: Class of town, or empty.
        name: The town's name in the language of the map.
    """

    number: str
    town: str = ""
    name: str = ""


class Grid:
    """Where hexes lie on the picture.

    A turned grid has its rows from north to south as columns from west to east.
    """

    def __init__(self, shapes: Mapping[str, Any]) -> None:
        self.width, self.row = shapes["hex"]["width"], shapes["hex"]["row"]
        self.first = shapes["hex"]["first"]
        self.turned = shapes["hex"].get("turned", False)

    def centre(self, number: str) -> tuple[float, float]:
        """The middle of a hex."""
        row, column = int(number[:2]), int(number[2:])
        along = (column - 1) * self.width + (row % 2 - 1 % 2) * self.width / 2
        across = (row - 1) * self.row
        x, y = self.first
        return (x + across, y + along) if self.turned else (x + along, y - across)

    def outline(self, number: str) -> str:
        """The path around a hex, its points up and down, or to the sides on a turned grid."""
        x, y = self.centre(number)
        half, tall = f"{self.width / 2:g}", self.row * 2 / 3
        rise = f"{tall / 2:.1f}"
        if self.turned:
            return (
                f"M{x - tall:.1f} {y:g}l{rise} -{half}h{tall:.1f}"
                f"l{rise} {half}l-{rise} {half}h-{tall:.1f}Z"
            )
        return (
            f"M{x:g} {y - tall:.1f}l{half} {rise}v{tall:.1f}"
            f"l-{half} {rise}l-{half} -{rise}v-{tall:.1f}Z"
        )


class HexSheet(SvgSheet):
    """The map of a game on hexes."""

    style = STYLE
    heading_spot = (24, 34)
    grounds: ClassVar[tuple[str, ...]] = ("hills", "woods", "deep")
    """The kinds of ground, the lowest first."""
    town_sizes: ClassVar[Mapping[str, float]] = TOWN_SIZE

    def __init__(
        self,
        shapes: Mapping[str, Any],
        hexes: Mapping[int, HexLook],
        entries: Mapping[int, str],
        looks: Looks,
        *,
        japanese: bool = False,
    ) -> None:
        """Lay out the sheet.

        Args:
            shapes: Outlines and lines in map units.
            hexes: What each hex shows, by its place on the board.
            entries: The entries beyond the map edge, by their place.
            looks: The paint of the title.
            japanese: Whether labels of the land are in Japanese.
        """
        super().__init__(shapes, Counters(looks))
        self.hexes = hexes
        self.entries = {place: key for place, key in entries.items() if key in shapes["entries"]}
        self.japanese = japanese
        self.grid = Grid(shapes)

    @cached_property
    def anchors(self) -> tuple[Anchor | None, ...]:
        """The middle of each hex and of each entry's sign."""
        found: dict[int, Anchor] = {
            place: self.grid.centre(look.number) for place, look in self.hexes.items()
        }
        for place, key in self.entries.items():
            found[place] = (self.shapes["entries"][key]["x"], self.shapes["entries"][key]["y"])
        return tuple(found.get(place) for place in range(max(found) + 1))

    def arrange(self, pieces: Sequence[PieceView], x: float, y: float) -> Iterator[Anchor]:
        """The pieces of a stack fanned out a little so that each can be told."""
        for level in range(len(pieces)):
            shift = FAN * (level - (len(pieces) - 1) / 2)
            yield x - SIZE / 2 + shift, y - SIZE / 2 - shift

    def marks(self, view: View) -> str:
        """Occupation, air markers, declared attacks and lines drawn by a player."""
        lines = [marker.places for marker in view.markers if marker.kind.startswith("line")]
        paths = [svg.path(filter(None, map(self.anchors.__getitem__, line))) for line in lines]
        return draw_marks(
            self.looks, view, self._corner, *(svg.tag("path", d=d, class_="line") for d in paths)
        )

    def _corner(self, place: int) -> Anchor | None:
        """Signs stand in the lower left of a hex, where a stack leaves room."""
        anchor = self.anchors[place]
        return (anchor[0] - 15, anchor[1] + 23) if anchor else None

    def samples(self) -> Iterator[tuple[str, str]]:
        """Ground, water, roads, lines, towns and entries as the sheet draws them."""
        yield "clear", svg.ground("paper edged")
        for kind in self.grounds:
            yield kind, svg.ground("paper edged") + self.swatch(kind)
        yield from (("river", svg.stroke("river")), ("great_river", svg.stroke("river great")))
        yield from (("road", svg.stroke("road")), ("main", svg.stroke("casing", "main")))
        yield from (("wall", svg.stroke("wall")), ("line", svg.stroke("line")))
        for town, size in self.town_sizes.items():
            yield town, svg.tag("circle", r=size, class_=town)
        if self.entries:
            door = svg.tag("rect", x=-15, y=-11, width=30, height=22, rx=4)
            yield "entry", svg.tag("g", door, class_="entry yellow")

    def swatch(self, kind: str) -> str:
        """A sample of a kind of ground."""
        box = {"x": -22, "y": -14, "width": 44, "height": 28, "rx": 3}
        return svg.ground(kind) + svg.tag("rect", fill=texture(kind) or "none", **box)

    # -- the bare map -------------------------------------------------------------------------

    def layers(self) -> list[str]:
        """Ground, grid, rivers, roads, towns and entries."""
        towns = [self._town(look) for look in self.hexes.values() if look.town]
        print_ = [*self._numbers(), *self._lines(), *self._labels(), *towns]
        return [
            svg.tag("rect", width=self.width, height=self.height, class_="paper"),
            svg.tag("g", *self._ground()),
            svg.tag("g", *self._outlines(), class_="hex", pointer_events="all"),
            svg.tag("g", *print_, pointer_events="none"),
            *self._doors(),
        ]

    def _ground(self) -> Iterator[str]:
        """Each kind of ground at once: a ring within a ring is a clearing.

        Light falls from the north-west: the far edge of each kind is dark, the near one light.
        """
        yield svg.tag("defs", self.definitions(), *map(self._shape, self.grounds))
        for kind in self.grounds:
            shape = f"#ground-{kind}"
            yield svg.tag("use", href=shape, class_="relief", x=1.2, y=1.4)
            yield svg.tag("use", href=shape, class_="light", x=-1.2, y=-1.4)
            yield svg.tag("use", href=shape, class_=kind)
            if paint := texture(kind):
                yield svg.tag("use", href=shape, fill=paint)

    def _shape(self, kind: str) -> str:
        rings = "".join(svg.path(ring, closed=True) for ring in self.shapes[kind])
        return svg.tag("path", d=rings, id=f"ground-{kind}", fill_rule="evenodd")

    def definitions(self) -> str:
        """The patterns of the ground."""
        return patterns(self.grounds)

    def _outlines(self) -> Iterator[str]:
        for place, look in self.hexes.items():
            outline = self.grid.outline(look.number)
            yield svg.tag("path", d=outline, id=f"place-{place}")

    def _numbers(self) -> Iterator[str]:
        spots = ((look.number, *self.grid.centre(look.number)) for look in self.hexes.values())
        yield svg.tag(
            "g", *(svg.text(n, x, y - self.grid.row * 0.42) for n, x, y in spots), class_="number"
        )

    def _lines(self) -> Iterator[str]:
        yield from self.rivers()
        yield from self.roads("road", "main")
        yield svg.tag("path", d=svg.path(self.shapes["wall"]), class_="wall")
        for line in self.shapes["lines"].values():
            yield svg.tag("path", d=svg.path(line), class_="line")

    def rivers(self) -> Iterator[str]:
        """The rivers, each class at once."""
        for kind in dict.fromkeys(river["class"] for river in self.shapes["rivers"]):
            yield svg.tag("path", d=self._all("rivers", kind), class_=f"river {kind}")

    def roads(self, plain: str, main: str) -> Iterator[str]:
        """The roads of two classes, the better ones above and with a casing."""
        yield svg.tag("path", d=self._all("roads", plain), class_=plain)
        yield svg.strokes("main-roads", self._all("roads", main), "casing", main)

    def _all(self, what: str, kind: str) -> str:
        """All lines of a class."""
        return svg.lines(line["points"] for line in self.shapes[what] if line["class"] == kind)

    def _labels(self) -> Iterator[str]:
        for label in self.shapes["labels"]:
            name = label.get("ja", label["name"]) if self.japanese else label["name"]
            size = 26 if label["class"] == "country" else 13
            yield svg.text(name, label["x"], label["y"], class_="label", font_size=size)

    def _town(self, look: HexLook) -> str:
        x, y = self.grid.centre(look.number)
        size = self.town_sizes[look.town]
        dot = _houses(x, y, size) + svg.tag("circle", cx=x, cy=y, r=size, class_=look.town)
        side = self.shapes["towns"].get(look.number, {}).get("name", "right")
        dx, dy, anchor = {
            "left": (-size - 3, 4, "end"),
            "above": (0, -size - 4, "middle"),
            "below": (0, size + 12, "middle"),
        }.get(side, (size + 3, 4, "start"))
        large = size > TOWN_SIZE["city"]
        return dot + svg.text(
            look.name,
            x + dx,
            y + dy,
            font_size=13 if large else 10,
            text_anchor=anchor,
            class_="name",
        )

    def _doors(self) -> Iterator[str]:
        """The entries; a door takes its paint from its group, as every place does."""
        for place, key in self.entries.items():
            entry = self.shapes["entries"][key]
            x, y = entry["x"], entry["y"]
            door = svg.tag(
                "rect",
                x=x - 15,
                y=y - 11,
                width=30,
                height=22,
                rx=4,
                id=f"place-{place}",
            )
            sign = svg.text(key, x, y + 4.5, class_="door")
            name = svg.title(entry["name"])
            yield svg.tag("g", name, door, sign, class_=f"entry {entry['colour']}")


HOUSES = ((-1.9, -0.5), (-1.5, 0.9), (0.9, -1.7), (1.3, 0.5), (-0.4, -2.0), (0.2, 1.6))
"""Where houses stand round the sign of a place, in its radius."""


def _houses(x: float, y: float, size: float) -> str:
    """The houses of a place that is more than a spot; a larger one has more of them."""
    if size < TOWN_SIZE["town"]:
        return ""
    count = 3 if size < TOWN_SIZE["city"] else len(HOUSES)
    spots = ((x + dx * size, y + dy * size) for dx, dy in HOUSES[:count])
    d = "".join(f"M{px:.1f} {py:.1f}h3.4v2.6h-3.4z" for px, py in spots)
    return svg.tag("path", d=d, class_="house")
