"""Hex maps as pictures: terrain, rivers, roads, towns, lines and counters.

The lines come from a map maker (:mod:`salient.theatre`), the game says what each hex is called,
and a :class:`~salient.engine.views.View` says what stands on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from salient.boards import svg
from salient.boards.counters import SIZE, draw_counter
from salient.engine.views import PieceView, View

STYLE = """
.paper{fill:#f7f4ea}
.hex{fill:none;stroke:#b9b19b;stroke-width:.7}
.hex.held{fill:#8d8d8d;fill-opacity:.28}
.hills{fill:#d9c49c;opacity:.75}
.woods{fill:#b5cf9c}
.deep{fill:#7fa866}
.river{fill:none;stroke:#4f8bc4;stroke-width:5;stroke-linejoin:round;stroke-linecap:round}
.river.great{stroke-width:9;stroke:#3f78b5}
.road{fill:none;stroke:#8a6d4a;stroke-width:2;stroke-linejoin:round}
.casing{fill:none;stroke:#6d2f1f;stroke-width:5;stroke-linejoin:round}
.main{fill:none;stroke:#e2603c;stroke-width:3.2;stroke-linejoin:round}
.wall{fill:none;stroke:#3a3a3a;stroke-width:5;stroke-dasharray:3 4}
.line{fill:none;stroke:#7a1fa2;stroke-width:4;stroke-dasharray:16 7;opacity:.7}
.number{fill:#8f8873;font-size:7px}
.name{font-weight:600;fill:#241d12;paint-order:stroke;stroke:#f7f4ea;stroke-width:3px}
.label{fill:#5d6b78;font-style:italic;opacity:.8}
.town{fill:#ffffff;stroke:#241d12;stroke-width:1.2}
.city{fill:#241d12}
.important{fill:#b3001b;stroke:#ffffff;stroke-width:1.2}
.fortress{fill:#b3001b;stroke:#f3c53c;stroke-width:3}
.entry{stroke:#241d12;stroke-width:1.4}
.entry.yellow{fill:#f6d743}.entry.orange{fill:#ee8f3b}.entry.grey{fill:#9a9fa3}
.marker{fill:#7a1fa2;stroke:#ffffff}
"""

TOWN_SIZE = {"town": 3.5, "city": 4.5, "important": 6.5, "fortress": 7.5}
MARKER_SIGNS = {"interdiction": "✈", "air_cover": "✈", "air_supply": "⛟", "attack": "✸"}


class HexLook(msgspec.Struct, frozen=True):
    """What is shown in a hex.

    Attributes:
        number: Its four digits.
        index: Its place on the board.
        town: Class of town, or empty.
        name: The town's name in the language of the map.
    """

    number: str
    index: int
    town: str = ""
    name: str = ""


class Grid:
    """Where hexes lie on the picture."""

    def __init__(self, shapes: Mapping[str, Any]) -> None:
        self.width, self.row = shapes["hex"]["width"], shapes["hex"]["row"]
        self.left, self.bottom = shapes["hex"]["first"]

    def centre(self, number: str) -> tuple[float, float]:
        """The middle of a hex."""
        row, column = int(number[:2]), int(number[2:])
        x = self.left + (column - 1) * self.width + (row % 2 - 1 % 2) * self.width / 2
        return x, self.bottom - (row - 1) * self.row

    def outline(self, number: str) -> list[tuple[float, float]]:
        """The six corners of a hex, its points up and down."""
        x, y = self.centre(number)
        half, tall = self.width / 2, self.row * 2 / 3
        return [
            (x, y - tall), (x + half, y - tall / 2), (x + half, y + tall / 2),
            (x, y + tall), (x - half, y + tall / 2), (x - half, y - tall / 2),
        ]  # fmt: skip


def draw_hex_map(
    shapes: Mapping[str, Any],
    hexes: Sequence[HexLook],
    heading: str,
    view: View | None = None,
    tooltips: Mapping[int, str] | None = None,
    *,
    japanese: bool = False,
) -> str:
    """The whole map as an SVG document.

    Args:
        shapes: Outlines and lines in map units.
        hexes: What each hex shows.
        heading: Title of the picture.
        view: What stands on the map; None draws the empty map.
        tooltips: What each piece says when pointed at.
        japanese: Whether labels of the land are in Japanese.
    """
    grid = Grid(shapes)
    layers = [
        svg.title(heading),
        svg.tag("style", STYLE),
        svg.tag("rect", width=shapes["width"], height=shapes["height"], class_="paper"),
        _ground(shapes),
        _grid(grid, hexes, view),
        _lines(shapes),
        _labels(shapes, japanese=japanese),
        *(_town(shapes, grid, hex_) for hex_ in hexes if hex_.town),
        _entries(shapes),
    ]
    if view is not None:
        layers += [_counters(grid, hexes, view, tooltips or {}), _markers(grid, hexes, view)]
    layers.append(svg.text(heading, 24, 34, font_size=26, font_weight="bold", class_="name"))
    return svg.tag(
        "svg", *layers,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {shapes['width']} {shapes['height']}",
        role="img",
        font_family="'Noto Sans','Noto Sans CJK JP','Hiragino Sans','DejaVu Sans',sans-serif",
    )  # fmt: skip


def _ground(shapes: Mapping[str, Any]) -> str:
    parts = [
        svg.tag("path", d=svg.path(ring, closed=True), class_=kind)
        for kind in ("hills", "woods", "deep")
        for ring in shapes[kind]
    ]
    return svg.tag("g", *parts)


def _grid(grid: Grid, hexes: Sequence[HexLook], view: View | None) -> str:
    held = set()
    if view is not None:
        held = {m.places[0] for m in view.markers if m.kind == "german_control"}
    parts = []
    for hex_ in hexes:
        x, y = grid.centre(hex_.number)
        look = "hex held" if hex_.index in held else "hex"
        outline = svg.path(grid.outline(hex_.number), closed=True)
        parts.append(svg.tag("path", d=outline, class_=look, data_place=hex_.index))
        parts.append(
            svg.text(hex_.number, x, y - grid.row * 0.42, text_anchor="middle", class_="number")
        )
    return svg.tag("g", *parts)


def _lines(shapes: Mapping[str, Any]) -> str:
    parts = [
        svg.tag("path", d=svg.path(river["points"]), class_=f"river {river['class']}")
        for river in shapes["rivers"]
    ]
    for kind in ("road", "main"):
        roads = [road["points"] for road in shapes["roads"] if road["class"] == kind]
        if kind == "main":
            parts += [svg.tag("path", d=svg.path(points), class_="casing") for points in roads]
        parts += [svg.tag("path", d=svg.path(points), class_=kind) for points in roads]
    parts.append(svg.tag("path", d=svg.path(shapes["wall"]), class_="wall"))
    parts += [svg.tag("path", d=svg.path(line), class_="line") for line in shapes["lines"].values()]
    return svg.tag("g", *parts, pointer_events="none")


def _labels(shapes: Mapping[str, Any], *, japanese: bool) -> str:
    parts = [
        svg.text(
            label.get("ja", label["name"]) if japanese else label["name"],
            label["x"],
            label["y"],
            text_anchor="middle",
            class_="label",
            font_size=26 if label["class"] == "country" else 13,
        )
        for label in shapes["labels"]
    ]
    return svg.tag("g", *parts, pointer_events="none")


def _town(shapes: Mapping[str, Any], grid: Grid, hex_: HexLook) -> str:
    x, y = grid.centre(hex_.number)
    size = TOWN_SIZE[hex_.town]
    dot = svg.tag("circle", cx=x, cy=y, r=size, class_=hex_.town)
    place = shapes["towns"].get(hex_.number, {}).get("name", "right")
    dx, dy, anchor = {
        "left": (-size - 3, 4, "end"),
        "above": (0, -size - 4, "middle"),
        "below": (0, size + 12, "middle"),
    }.get(place, (size + 3, 4, "start"))
    large = hex_.town in ("important", "fortress")
    name = svg.text(
        hex_.name, x + dx, y + dy,
        font_size=13 if large else 10, text_anchor=anchor, class_="name",
    )  # fmt: skip
    return svg.tag("g", dot, name, pointer_events="none")


def _entries(shapes: Mapping[str, Any]) -> str:
    parts = []
    for key, entry in shapes["entries"].items():
        x, y = entry["x"], entry["y"]
        parts.append(
            svg.tag(
                "rect",
                svg.title(entry["name"]),
                x=x - 15,
                y=y - 11,
                width=30,
                height=22,
                rx=4,
                class_=f"entry {entry['colour']}",
            )
        )
        parts.append(
            svg.text(key, x, y + 4.5, font_size=12, font_weight="bold", text_anchor="middle")
        )
    return svg.tag("g", *parts)


def _counters(grid: Grid, hexes: Sequence[HexLook], view: View, tooltips: Mapping[int, str]) -> str:
    """Pieces, those of a stack fanned out a little so that each can be told."""
    numbers = {hex_.index: hex_.number for hex_ in hexes}
    stacks: defaultdict[int, list[PieceView]] = defaultdict(list)
    for piece in view.pieces:
        if piece.place in numbers:
            stacks[piece.place].append(piece)
    parts = []
    for place, pieces in sorted(stacks.items()):
        x, y = grid.centre(numbers[place])
        for level, piece in enumerate(pieces):
            shift = 6 * (level - (len(pieces) - 1) / 2)
            left, top = x - SIZE / 2 + shift, y - SIZE / 2 - shift
            parts.append(draw_counter(piece, left, top, tooltips.get(piece.id, piece.name)))
    return svg.tag("g", *parts)


def _markers(grid: Grid, hexes: Sequence[HexLook], view: View) -> str:
    numbers = {hex_.index: hex_.number for hex_ in hexes}
    parts = []
    for marker in view.markers:
        sign = MARKER_SIGNS.get(marker.kind)
        if sign:
            x, y = grid.centre(numbers[marker.places[0]])
            parts.append(svg.tag("circle", cx=x + 18, cy=y - 18, r=8, class_="marker"))
            parts.append(
                svg.text(sign, x + 18, y - 14, font_size=11, text_anchor="middle", fill="#ffffff")
            )
        elif marker.kind.startswith("line"):
            points = [grid.centre(numbers[place]) for place in marker.places]
            parts.append(svg.tag("path", d=svg.path(points), class_="line"))
    return svg.tag("g", *parts)
