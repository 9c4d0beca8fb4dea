"""The map of *A Time for Trumpets* as a picture: the whole of it, or the section played on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from salient.boards import svg
from salient.boards.hex_svg import STYLE, Grid, HexLook, HexSheet
from salient.boards.hexes import Hex
from salient.boards.looks import load_looks
from salient.boards.marks import draw_marks
from salient.boards.sheets import Anchor, load_shapes
from salient.engine import remembered
from salient.engine.ids import Place
from salient.engine.views import View
from salient.games.trumpets.country import Country
from salient.games.trumpets.setting import FOLDER, TrumpetsSetting

MILE_STYLE = """
.broken{fill:#e8cb8f}
.woods{fill:#abd3b2}
.forest{fill:#7fb083}
.marsh{fill:#a9c6e0}
.river.stream{stroke-width:2.4;stroke:#6fa3d0}
.secondary{fill:none;stroke:#8a6d4a;stroke-width:2;stroke-linejoin:round}
.primary{fill:none;stroke:#e2603c;stroke-width:3.2;stroke-linejoin:round}
.bridge{fill:none;stroke:#22303c;stroke-width:2.2;stroke-linecap:round}
.ford{fill:none;stroke:#ffffff;stroke-width:2.6;stroke-dasharray:3 3}
.blown{fill:none;stroke:#b3001b;stroke-width:3.2;stroke-linecap:round}
.wall{fill:#4c4a46;stroke:#ffffff;stroke-width:1}
.village{fill:#5d5446}
.spot{fill:none}
.town{fill:#241d12}
.city{fill:#b3001b;stroke:#ffffff;stroke-width:1.2}
.gate{font-size:15px;font-weight:700;paint-order:stroke;stroke:#f7f4ea;stroke-width:3px}
.gate.allied{fill:#46592a}
.gate.german{fill:#3c474f}
"""

MARGIN = 47.0
"""Map units round a section."""

LINES = ("rivers", "roads")
RINGS = ("broken", "woods", "forest", "marsh")
BATTLEMENT = "M-9 4V-4H-5V-1H-2V-4H2V-1H5V-4H9V4Z"


class MileSheet(HexSheet):
    """The map of the game, or a section of it."""

    style = STYLE + MILE_STYLE
    grounds = RINGS
    town_sizes = {"spot": 1.0, "village": 2.8, "town": 4.5, "city": 6.5}

    def __init__(self, country: Country, language: str) -> None:
        """Lay out the section.

        Args:
            country: What is played on.
            language: The language of the names.
        """
        self.country = country
        japanese = language == "ja"
        hexes: dict[int, HexLook] = {
            place: HexLook(
                row.hex,
                row.settlement or ("spot" if row.name else ""),
                row.ja if japanese else row.name,
            )
            for place, row in country.rows.items()
        }
        shapes = section_shapes(load_shapes(FOLDER / "data" / "map.json"), country)
        looks = load_looks(FOLDER / "show" / "looks.toml")
        super().__init__(shapes, hexes, {}, looks, japanese=japanese)

    def samples(self) -> Iterator[tuple[str, str]]:
        """Ground, water, roads, works and places as the sheet draws them."""
        yield "clear", svg.ground("paper edged")
        for kind in self.grounds:
            yield kind, svg.ground("paper edged") + self.swatch(kind)
        yield from (("stream", svg.stroke("river stream")), ("river", svg.stroke("river")))
        yield "great_river", svg.stroke("river great")
        yield "secondary", svg.stroke("secondary")
        yield "primary", svg.stroke("casing", "primary")
        deck = svg.tag("path", d="M-8 -5H8M-8 5H8", class_="bridge")
        yield "bridge", svg.stroke("river stream") + deck
        yield "ford", svg.stroke("river stream") + svg.tag("path", d="M-9 0H9", class_="ford")
        yield "blown", svg.tag("path", d="M-6 -6l12 12m0 -12l-12 12", class_="blown")
        yield "wall", svg.tag("path", d=BATTLEMENT, class_="wall")
        yield "line", svg.stroke("line")
        for town in ("village", "town", "city"):
            yield town, svg.tag("circle", r=self.town_sizes[town], class_=town)

    def marks(self, view: View) -> str:
        """Works, rubble and attacks in their hexes, and the bridges that do not stand."""
        spots = [self._middle(*it.places) for it in view.markers if it.kind == "blown"]
        crosses = [
            svg.tag("path", d=f"M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12", class_="blown")
            for x, y in spots
        ]
        return draw_marks(self.looks, view, self._corner, *crosses)

    def _lines(self) -> Iterator[str]:
        """Rivers, roads over them, then bridges, fords, fortresses and army boundaries."""
        yield from self.rivers()
        yield from self.roads("secondary", "primary")
        for site in self.country.sites:
            yield self._bridge(site.a, site.b)
        for a, b in self._fords():
            yield svg.tag("path", d=svg.path(self._across(a, b, 0.45)), class_="ford")
        for place, row in self.country.rows.items():
            if row.wall:
                yield self._battlement(place)
        for line in self.shapes["lines"].values():
            yield svg.tag("path", d=svg.path(line), class_="line")
        yield from map(self._gate, self.shapes["entries"].values())

    def _gate(self, gate: Mapping[str, Any]) -> str:
        """The name of a gate, beside it on the margin."""
        x, y, anchor = gate["x"], gate["y"], "middle"
        if x < MARGIN:
            x, anchor = 6, "start"
        elif x > self.width - MARGIN:
            x, anchor = self.width - 6, "end"
        name = gate["ja"] if self.japanese else gate["name"]
        look = f"gate {gate['colour']}"
        return svg.text(name, x, y + 5, class_=look, text_anchor=anchor)

    def _bridge(self, a: int, b: int) -> str:
        """Two strokes along the road where it crosses the water."""
        (x0, y0), (x1, y1) = self._across(a, b, 0.3)
        dx, dy = (y1 - y0) * 0.28, (x0 - x1) * 0.28
        strokes = [
            svg.path([(x0 + side * dx, y0 + side * dy), (x1 + side * dx, y1 + side * dy)])
            for side in (-1, 1)
        ]
        return svg.tag("path", d="".join(strokes), class_="bridge")

    def _fords(self) -> Iterator[tuple[int, int]]:
        board = self.country.board
        for way in range(3):
            for place, row in enumerate(board.neighbours):
                if row and self.country.fords[way] >> place & 1:
                    yield place, row[way]

    def _battlement(self, place: Place) -> str:
        x, y = self.grid.centre(self.hexes[place].number)
        spot = f"translate({x - self.grid.row / 3:.1f} {y - self.grid.width / 6:.1f})"
        return svg.tag("path", d=BATTLEMENT, class_="wall", transform=spot)

    def _across(self, a: int, b: int, part: float) -> tuple[Anchor, Anchor]:
        """A stretch of the line between the middles of two hexes, around its middle."""
        (x0, y0), (x1, y1) = (self.grid.centre(self.hexes[place].number) for place in (a, b))
        low, high = (1 - part) / 2, (1 + part) / 2
        dx, dy = x1 - x0, y1 - y0
        return (x0 + dx * low, y0 + dy * low), (x0 + dx * high, y0 + dy * high)

    def _middle(self, a: int, b: int) -> Anchor:
        return self._across(a, b, 0)[0]


def section_shapes(shapes: Mapping[str, Any], country: Country) -> dict[str, Any]:
    """What of the map lies on a section, moved so that its upper left corner is the origin."""
    section, grid = country.section, Grid(shapes)
    first = Hex(max(1, section.first_column), section.first_row)
    left, top = grid.centre(str(first))
    right, bottom = grid.centre(str(Hex(section.last_column, section.last_row)))
    x, y = left - 2 / 3 * grid.row - MARGIN, top - grid.width - MARGIN
    width = right + 2 / 3 * grid.row + MARGIN - x
    height = bottom + grid.width + MARGIN - y

    def moved(points: Iterable[Sequence[float]]) -> list[list[float]]:
        return [[round(px - x, 1), round(py - y, 1)] for px, py in points]

    def shows(points: Sequence[Sequence[float]]) -> bool:
        """Whether the box round some points, already moved, meets the paper."""
        across, down = [point[0] for point in points], [point[1] for point in points]
        return max(across) >= 0 <= max(down) and min(across) <= width and min(down) <= height

    def at(thing: Mapping[str, Any]) -> dict[str, Any]:
        (spot,) = moved([(thing["x"], thing["y"])])
        return {**thing, "x": spot[0], "y": spot[1]}

    first_x, first_y = shapes["hex"]["first"]
    cut: dict[str, Any] = {
        "width": round(width),
        "height": round(height),
        "hex": {**shapes["hex"], "first": [first_x - x, first_y - y]},
    }
    for kind in RINGS:
        cut[kind] = [ring for it in shapes[kind] if shows(ring := moved(it))]
    for kind in LINES:
        ways = ({**it, "points": moved(it["points"])} for it in shapes[kind])
        cut[kind] = [way for way in ways if shows(way["points"])]
    lines = {name: moved(line) for name, line in shapes["lines"].items()}
    cut["lines"] = {name: line for name, line in lines.items() if shows(line)}
    cut["towns"] = shapes["towns"]
    labels = map(at, shapes["labels"])
    cut["labels"] = [it for it in labels if shows([(it["x"], it["y"])])]
    gates = {name: at(gate) for name, gate in shapes["entries"].items()}
    cut["entries"] = {name: it for name, it in gates.items() if shows([(it["x"], it["y"])])}
    return cut


@remembered(most=16)
def lay_out(setting: TrumpetsSetting, language: str) -> MileSheet:
    """The sheet of a scenario, drawn once."""
    return MileSheet(setting.country, language)
