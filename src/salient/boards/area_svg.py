"""Area maps as pictures: ground, woods, rivers, roads, bridges, names, values and counters.

The shapes come from a map maker (:mod:`salient.theatre`), the game says what each place is, and
a :class:`~salient.engine.views.View` says what stands on it.
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
.area{fill:#f4ecd8;stroke:#8a7a5c;stroke-width:1.2}
.area.held{fill:#dcd8d2}
.area.off{fill:#eeeae2;stroke:#c9c0ae}
.zone{fill:#cfd9e2;stroke:#5d6b78;stroke-width:1.5}
.zone.german{fill:#c9c4bd}
.wood{fill:#a8c58f;opacity:.4;fill-rule:evenodd}
.wood.deep{fill:#8db474}
.river{fill:none;stroke:#5b92c4;stroke-linejoin:round;stroke-linecap:round}
.casing{fill:none;stroke:#7a5a12;stroke-width:5.4;stroke-linejoin:round}
.primary{fill:none;stroke:#f3c53c;stroke-width:3.6;stroke-linejoin:round}
.secondary{fill:none;stroke:#8b8b8b;stroke-width:2.2;stroke-linejoin:round}
.bridge{stroke:#22303c;stroke-width:1.6;fill:#ffffff}
.blown{stroke:#b3001b;stroke-width:3}
.name{font-weight:600;fill:#2b2418;paint-order:stroke;stroke:#f7f1e2;stroke-width:3px}
.number{fill:#5a4d33}
.front{fill:#ffffff;stroke:#2b2418}
.vp{fill:#b3001b;stroke:#ffffff;stroke-width:1.2}
.vptext{fill:#ffffff;font-weight:700}
.multiplier{fill:#ffffff;stroke:#b3001b;stroke-width:1.6}
.letter{font-weight:800;fill:#2f3b46}
.section{fill:none;stroke-width:5;stroke-dasharray:14 8;opacity:.75}
.special{fill:#7a1fa2;stroke:#ffffff}
"""

SECTION_COLOURS = ("#1c7d3c", "#b3001b")
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
        german: Whether it is German at the start.
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


def draw_area_map(
    shapes: Mapping[str, Any],
    places: Sequence[PlaceLook],
    heading: str,
    view: View | None = None,
    tooltips: Mapping[int, str] | None = None,
) -> str:
    """The whole map as an SVG document.

    Args:
        shapes: Polygons and lines in map units.
        places: What each place of the board shows, in board order.
        heading: Title of the picture.
        view: What stands on the map; None draws the empty map.
        tooltips: What each piece says when pointed at.
    """
    width, height = shapes["width"], shapes["height"]
    layers = [
        svg.title(heading),
        svg.tag("style", STYLE),
        svg.tag("rect", width=width, height=height, fill="#e4e8ea"),
        _ground(shapes, places, view),
        _lines(shapes),
        _bridges(shapes, places, view),
        *(_label(shapes, place) for place in places),
    ]
    if view is not None:
        layers += [_counters(shapes, places, view, tooltips or {}), _markers(shapes, places, view)]
    layers.append(svg.text(heading, 24, 40, font_size=30, font_weight="bold", fill="#2b2418"))
    return svg.tag(
        "svg", *layers,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", role="img",
        font_family="'Noto Sans','Noto Sans CJK JP','Hiragino Sans','DejaVu Sans',sans-serif",
    )  # fmt: skip


# -- layers -------------------------------------------------------------------------------------


def _ground(shapes: Mapping[str, Any], places: Sequence[PlaceLook], view: View | None) -> str:
    held = _marked(view, "german_control")
    parts = []
    for index, place in enumerate(places):
        look = ["zone" if place.zone else "area"]
        if place.zone and place.german:
            look.append("german")
        if place.off:
            look.append("off")
        elif index in held or (view is None and place.german and not place.zone):
            look.append("held")
        outline = shapes["zones" if place.zone else "areas"][place.key]
        parts.append(
            svg.tag(
                "path",
                svg.title(place.name),
                d=svg.path(outline, closed=True),
                class_=" ".join(look),
                data_place=index,
            )
        )
    woods = [
        svg.tag("path", d="".join(svg.path(ring, closed=True) for ring in wood["rings"]),
                class_=f"wood {wood['class']}")
        for wood in shapes["woods"]
    ]  # fmt: skip
    return svg.tag("g", *parts) + svg.tag("g", *woods, pointer_events="none")


def _marked(view: View | None, kind: str) -> set[int]:
    if view is None:
        return set()
    return {marker.places[0] for marker in view.markers if marker.kind == kind}


def _lines(shapes: Mapping[str, Any]) -> str:
    parts = [
        svg.tag(
            "path",
            d=svg.path(river["points"]),
            class_="river",
            stroke_width=RIVER_WIDTH.get(river["class"], 3.0),
        )
        for river in shapes["rivers"]
    ]
    for kind in ("secondary", "primary"):
        roads = [road for road in shapes["roads"] if road["class"] == kind]
        if kind == "primary":
            parts += [svg.tag("path", d=svg.path(r["points"]), class_="casing") for r in roads]
        parts += [svg.tag("path", d=svg.path(r["points"]), class_=kind) for r in roads]
    for colour, lines in zip(SECTION_COLOURS, shapes["sections"].values(), strict=False):
        parts += [svg.tag("path", d=svg.path(x), class_="section", stroke=colour) for x in lines]
    return svg.tag("g", *parts, pointer_events="none")


def _bridges(shapes: Mapping[str, Any], places: Sequence[PlaceLook], view: View | None) -> str:
    """Bridges; a blown one is crossed out."""
    blown = set()
    if view is not None:
        keys = [place.key for place in places]
        blown = {
            frozenset(keys[place] for place in marker.places)
            for marker in view.markers
            if marker.kind == "blown"
        }
    parts = []
    for bridge in shapes["bridges"]:
        x, y = bridge["x"], bridge["y"]
        ends = frozenset((str(bridge["a"]), str(bridge["b"])))
        parts.append(svg.tag("circle", cx=x, cy=y, r=5.5, class_="bridge"))
        if ends in blown:
            cross = f"M{x - 7:.1f} {y - 7:.1f}l14 14m0 -14l-14 14"
            parts.append(svg.tag("path", d=cross, class_="blown"))
    return svg.tag("g", *parts)


def _label(shapes: Mapping[str, Any], place: PlaceLook) -> str:
    """Name, number, victory points and signs of a place."""
    x, y = shapes["anchors"][place.key]
    if place.zone:
        return _zone_label(place, x, y)
    parts = [svg.text(place.name, x, y - 9, font_size=13, text_anchor="middle", class_="name")]
    if place.front:
        parts.append(svg.tag("circle", cx=x, cy=y, r=8, class_="front"))
    parts.append(
        svg.text(place.key, x, y + 3.5, font_size=9.5, text_anchor="middle", class_="number")
    )
    if place.vp:
        parts.append(svg.tag("circle", cx=x + 19, cy=y, r=8, class_="vp"))
        parts.append(
            svg.text(str(place.vp), x + 19, y + 4, font_size=11, text_anchor="middle",
                     class_="vptext")
        )  # fmt: skip
    if place.reserve:
        parts.append(_tank(x - 22, y))
    return svg.tag("g", *parts, pointer_events="none")


def _zone_label(place: PlaceLook, x: float, y: float) -> str:
    parts = [
        svg.text(place.key, x, y, font_size=34, text_anchor="middle", class_="letter"),
        svg.text(place.name, x, y + 16, font_size=11, text_anchor="middle", class_="name"),
    ]
    if place.vp:
        parts.append(svg.tag("rect", x=x + 16, y=y - 26, width=28, height=20, class_="multiplier"))
        parts.append(svg.text(f"×{place.vp}", x + 30, y - 11, font_size=13, text_anchor="middle"))
    return svg.tag("g", *parts, pointer_events="none")


def _tank(x: float, y: float) -> str:
    """A tank silhouette: an area that releases a panzer reserve."""
    outline = "M-9 4q-2 -5 3 -5h2l1 -4h6l1 2h7v1.4h-7l.6 .6h3q4 1 2 5z"
    return svg.tag("path", d=outline, transform=f"translate({x:.1f} {y:.1f})", fill="#3a3a3a")


def _counters(
    shapes: Mapping[str, Any],
    places: Sequence[PlaceLook],
    view: View,
    tooltips: Mapping[int, str],
) -> str:
    """All pieces on the map: each side's in rows of two, Germans left, Allies right."""
    stacks: defaultdict[int, list[list[PieceView]]] = defaultdict(lambda: [[], []])
    for piece in view.pieces:
        if piece.place >= 0:
            stacks[piece.place][piece.side].append(piece)
    parts = []
    for place, sides in sorted(stacks.items()):
        x, y = shapes["anchors"][places[place].key]
        widths = [_columns(side) * (SIZE + 2) for side in sides]
        left = x - sum(widths) / 2
        for side, width in zip(sides, widths, strict=True):
            parts += _stack(side, left, y + (22 if places[place].zone else 12), tooltips)
            left += width
    return svg.tag("g", *parts)


def _columns(pieces: Sequence[PieceView]) -> int:
    """How many columns a stack takes: two, more where it grows beyond two rows."""
    return min(len(pieces), max(2, -(-len(pieces) // 3)))


def _stack(
    pieces: Sequence[PieceView], left: float, top: float, tooltips: Mapping[int, str]
) -> list[str]:
    columns = max(_columns(pieces), 1)
    return [
        draw_counter(
            piece,
            left + (number % columns) * (SIZE + 2),
            top + (number // columns) * (SIZE + 2),
            tooltips.get(piece.id, piece.name),
        )
        for number, piece in enumerate(pieces)
    ]


def _markers(shapes: Mapping[str, Any], places: Sequence[PlaceLook], view: View) -> str:
    """Markers that are not drawn with the ground or the bridges."""
    parts = []
    for marker in view.markers:
        if marker.kind in ("special", "battle"):
            x, y = shapes["anchors"][places[marker.places[0]].key]
            sign = "★" if marker.kind == "special" else "✸"
            parts.append(svg.tag("circle", cx=x - 40, cy=y - 22, r=9, class_="special"))
            parts.append(
                svg.text(sign, x - 40, y - 18, font_size=12, text_anchor="middle", fill="#ffffff")
            )
    return svg.tag("g", *parts)
