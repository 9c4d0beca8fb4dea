"""Area maps as pictures: ground, woods, rivers, roads, bridges, names and values.

The shapes come from a map maker (:mod:`salient.theatre`), the game says what each place is, and
a :class:`~salient.engine.views.View` says what lies and stands on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from salient.boards import svg
from salient.boards.counters import SIZE, Counters
from salient.boards.looks import Looks
from salient.boards.marks import draw_marks
from salient.boards.sheets import Anchor, SvgSheet
from salient.boards.textures import patterns, texture
from salient.engine.views import PieceView, View

STYLE = """
.sea{fill:#dfe5e8}
.area{fill:#f6efdd;stroke:#8a7a5c;stroke-width:1.2}
.area.off{fill:#e9e6df;stroke:#c9c0ae}
.zone{fill:#cfd9e2;stroke:#5d6b78;stroke-width:1.5}
.zone.german{fill:#c9c4bd}
.wood{fill:#a8c58f;opacity:.4;fill-rule:evenodd}
.wood.deep{fill:#8db474}
.river{fill:none;stroke:#5b92c4;stroke-linejoin:round;stroke-linecap:round}
.casing{fill:none;stroke:#7a5a12;stroke-width:5.4;stroke-linejoin:round}
.primary{fill:none;stroke:#f3c53c;stroke-width:3.6;stroke-linejoin:round}
.secondary{fill:none;stroke:#8b8b8b;stroke-width:2.2;stroke-linejoin:round}
.bridge{stroke:#22303c;stroke-width:1.6;fill:#ffffff}
.blown{fill:none;stroke:#b3001b;stroke-width:3.4;stroke-linecap:round}
.edge{fill:none;stroke:#ffffff;stroke-width:6.4;stroke-linecap:round}
.tries{font-size:11px;font-weight:700;fill:#b3001b}
.tries,.name,.heading{paint-order:stroke;stroke:#f7f1e2;stroke-width:3px;stroke-linejoin:round}
.name{font-weight:600;fill:#2b2418;text-anchor:middle}
.heading{font-size:30px;font-weight:700;fill:#2b2418}
.number{font-size:9.5px;fill:#5a4d33;text-anchor:middle}
.front{fill:#ffffff;stroke:#2b2418}
.vp{fill:#b3001b;stroke:#ffffff;stroke-width:1.2}
.vptext{font-size:11px;fill:#ffffff;font-weight:700;text-anchor:middle}
.multiplier{fill:#ffffff;stroke:#b3001b;stroke-width:1.6}
.times{font-size:13px;fill:#2b2418;text-anchor:middle}
.letter{font-size:34px;font-weight:800;fill:#2f3b46;text-anchor:middle}
.tank{fill:#3a3a3a}
.section{fill:none;stroke-width:5;stroke-dasharray:14 8;opacity:.75}
"""

SECTION_COLOURS = ("#1c7d3c", "#b3001b")
STACK_DROP = 12.0
"""From the middle of a place's label down to its counters."""

ZONE_DROP = 22.0
COUNTER_STEP = SIZE + 1.5
RIVER_WIDTH = {"great": 7.0, "river": 4.0, "stream": 2.0}


class PlaceLook(msgspec.Struct, frozen=True):
    """What is written on a place.

    Attributes:
        key: Its key in the shapes: area number or zone letter.
        name: Its name in the language of the map.
        vp: Victory points, or the multiplier of a zone.
        front: Whether its number stands in a circle.
        reserve: Whether it shows a tank.
        zone: Whether it is a zone.
        german: Whether a zone is German.
        off: Whether it lies outside the scenario.
    """

    key: str
    name: str
    vp: int = 0
    front: bool = False
    reserve: bool = False
    zone: bool = False
    german: bool = False
    off: bool = False


def _bridge(x: float, y: float) -> str:
    return svg.tag("circle", cx=x, cy=y, r=5.5, class_="bridge")


class AreaSheet(SvgSheet):
    """The map of a game on areas."""

    style = STYLE

    def __init__(
        self,
        shapes: Mapping[str, Any],
        places: Sequence[PlaceLook],
        looks: Looks,
        wrecks: Collection[frozenset[int]] = (),
    ) -> None:
        """Take what is drawn.

        Args:
            shapes: The shapes of the map.
            places: What each place of the board shows, in board order.
            looks: The paint.
            wrecks: Bridges that are printed as destroyed, by the two places they join.
        """
        super().__init__(shapes, Counters(looks))
        self.places = places
        self.wrecks = wrecks
        # A blown bridge is told by the two places it joins.
        numbers = {place.key: index for index, place in enumerate(places)}
        self._bridge_at = {
            frozenset(numbers.get(str(bridge[end]), -1) for end in "ab"): (bridge["x"], bridge["y"])
            for bridge in shapes["bridges"]
        }

    @cached_property
    def anchors(self) -> tuple[Anchor | None, ...]:
        """The middle of a single row of counters under each place's label."""
        found: list[Anchor | None] = []
        for place in self.places:
            spot = self.shapes["anchors"].get(place.key)
            drop = (ZONE_DROP if place.zone else STACK_DROP) + SIZE / 2
            found.append((spot[0], spot[1] + drop) if spot else None)
        return tuple(found)

    def arrange(self, pieces: Sequence[PieceView], x: float, y: float) -> Iterator[Anchor]:
        """Each side's pieces in rows of two, the first side's left, the other's right."""
        counts = [sum(piece.side == side for piece in pieces) for side in (0, 1)]
        columns = [_columns(count) for count in counts]
        left = x - sum(columns) * COUNTER_STEP / 2
        starts = (left, left + columns[0] * COUNTER_STEP)
        numbers = [0, 0]
        for piece in pieces:
            row, column = divmod(numbers[piece.side], columns[piece.side])
            numbers[piece.side] += 1
            yield starts[piece.side] + column * COUNTER_STEP, y - SIZE / 2 + row * COUNTER_STEP

    def marks(self, view: View) -> str:
        """Control, battles and special units; blown bridges and attempts to mend them."""
        return draw_marks(self.looks, view, self._corner, *self._wrecks(view))

    def _corner(self, place: int) -> Anchor | None:
        """Signs stand left above the name."""
        spot = self.shapes["anchors"].get(self.places[place].key)
        return (spot[0] - 44, spot[1] - 20) if spot else None

    def _wrecks(self, view: View) -> Iterator[str]:
        for marker in view.markers:
            spot = self._bridge_at.get(frozenset(marker.places))
            if spot is None:
                continue
            x, y = spot
            if marker.kind == "blown":
                cross = f"M{x - 7:.1f} {y - 7:.1f}l14 14m0 -14l-14 14"
                yield svg.tag("path", d=cross, class_="edge")
                yield svg.tag("path", d=cross, class_="blown")
            elif marker.kind == "rebuilt":
                yield _bridge(x, y)
            elif marker.kind == "bridging":
                yield svg.text(marker.text, x + 9, y - 6, class_="tries")

    def samples(self) -> Iterator[tuple[str, str]]:
        """Areas and zones, woods, water, roads, bridges and the signs on them."""
        yield "area", svg.ground("area")
        yield from (("zone_german", svg.ground("zone german")), ("zone_allied", svg.ground("zone")))
        yield "wood", svg.ground("area") + svg.ground("wood")
        yield "river", svg.tag("g", svg.stroke("river"), stroke_width=RIVER_WIDTH["river"])
        yield "primary", svg.stroke("casing", "primary")
        yield "secondary", svg.stroke("secondary")
        yield "bridge", svg.stroke("secondary") + _bridge(0, 0)
        cross = "M-7 -7l14 14m0 -14l-14 14"
        yield "blown", "".join(svg.tag("path", d=cross, class_=c) for c in ("edge", "blown"))
        yield (
            "front",
            svg.tag("circle", r=8, class_="front") + svg.text("8", 0, 3.5, class_="number"),
        )
        yield "vp", svg.tag("circle", r=8, class_="vp") + svg.text("1", 0, 4, class_="vptext")
        box = svg.tag("rect", x=-14, y=-10, width=28, height=20, class_="multiplier")
        yield "multiplier", box + svg.text("×2", 0, 5, class_="times")
        yield "reserve", _tank(0, 0)
        for name, colour in zip(self.shapes["sections"], SECTION_COLOURS, strict=False):
            line = svg.tag("path", d="M-22 0H22", class_="section", stroke=colour)
            yield f"section_{name}", line

    # -- the bare map -------------------------------------------------------------------------

    def layers(self) -> list[str]:
        """Ground, woods, rivers, roads, bridges and labels."""
        paper = svg.tag("rect", width=self.width, height=self.height, class_="sea")
        labels = [self._label(place) for place in self.places]
        print_ = [*self._woods(), *self._lines(), *self._bridges(), *labels]
        return [paper, *self._ground(), svg.tag("g", *print_, pointer_events="none")]

    def _ground(self) -> list[str]:
        """The outlines, grouped by their paint, which they inherit."""
        looks: dict[str, list[str]] = {}
        for index, place in enumerate(self.places):
            outline = self.shapes["zones" if place.zone else "areas"].get(place.key)
            if outline:
                d = svg.path(outline, closed=True, parts=1)
                look = svg.tag("path", d=d, id=f"place-{index}")
                looks.setdefault(_paint(place), []).append(look)
        return [svg.tag("g", *parts, class_=paint) for paint, parts in looks.items()]

    def _woods(self) -> Iterator[str]:
        """The woods, tinted by their class and with crowns on all of them."""
        groups: dict[str, list[str]] = {}
        for wood in self.shapes["woods"]:
            d = "".join(svg.path(ring, closed=True, parts=1) for ring in wood["rings"])
            groups.setdefault(wood["class"], []).append(svg.tag("path", d=d))
        shapes = [
            svg.tag("g", *paths, id=f"woods-{name}", fill_rule="evenodd")
            for name, paths in groups.items()
        ]
        yield svg.tag("defs", self.definitions(), *shapes)
        for name in groups:
            yield svg.tag("use", href=f"#woods-{name}", class_=f"wood {name}")
            yield svg.tag("use", href=f"#woods-{name}", fill=texture("woods"), opacity=0.45)

    def definitions(self) -> str:
        """The pattern of the woods."""
        return patterns(("woods",))

    def _lines(self) -> Iterator[str]:
        for river in self.shapes["rivers"]:
            width = RIVER_WIDTH.get(river["class"], 3.0)
            yield svg.tag(
                "path", d=svg.path(river["points"], parts=1), class_="river", stroke_width=width
            )
        yield svg.tag("path", d=self._roads("secondary"), class_="secondary")
        yield svg.strokes("main-roads", self._roads("primary"), "casing", "primary")
        sections = self.shapes["sections"].values()
        for colour, lines in zip(SECTION_COLOURS, sections, strict=False):
            for line in lines:
                yield svg.tag("path", d=svg.path(line, parts=1), class_="section", stroke=colour)

    def _roads(self, kind: str) -> str:
        roads = self.shapes["roads"]
        return svg.lines((it["points"] for it in roads if it["class"] == kind), parts=1)

    def _bridges(self) -> Iterator[str]:
        for ends, spot in self._bridge_at.items():
            if ends not in self.wrecks:
                yield _bridge(*spot)

    def _label(self, place: PlaceLook) -> str:
        """Name, number, victory points and signs of a place."""
        spot = self.shapes["anchors"].get(place.key)
        if spot is None:
            return ""
        x, y = spot
        if place.zone:
            return _zone_label(place, x, y)
        parts = [svg.text(place.name, x, y - 9, font_size=13, class_="name")]
        if place.front:
            parts.append(svg.tag("circle", cx=x, cy=y, r=8, class_="front"))
        parts.append(svg.text(place.key, x, y + 3.5, class_="number"))
        if place.vp:
            parts.append(svg.tag("circle", cx=x + 19, cy=y, r=8, class_="vp"))
            parts.append(svg.text(str(place.vp), x + 19, y + 4, class_="vptext"))
        if place.reserve:
            parts.append(_tank(x - 22, y))
        return "".join(parts)


def _paint(place: PlaceLook) -> str:
    words = ["zone" if place.zone else "area"]
    if place.zone and place.german:
        words.append("german")
    if place.off and not place.zone:
        words.append("off")
    return " ".join(words)


def _zone_label(place: PlaceLook, x: float, y: float) -> str:
    parts = [
        svg.text(place.key, x, y, class_="letter"),
        svg.text(place.name, x, y + 16, font_size=11, class_="name"),
    ]
    if place.vp:
        parts.append(svg.tag("rect", x=x + 16, y=y - 26, width=28, height=20, class_="multiplier"))
        parts.append(svg.text(f"×{place.vp}", x + 30, y - 11, class_="times"))
    return "".join(parts)


def _tank(x: float, y: float) -> str:
    """A tank silhouette: an area that releases a panzer reserve."""
    outline = "M-9 4q-2 -5 3 -5h2l1 -4h6l1 2h7v1.4h-7l.6 .6h3q4 1 2 5z"
    return svg.tag("path", d=outline, transform=f"translate({x:.1f} {y:.1f})", class_="tank")


def _columns(count: int) -> int:
    """How many columns a stack takes: two, more where it grows beyond three rows."""
    return min(count, max(2, -(-count // 3)))
