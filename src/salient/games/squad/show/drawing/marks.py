"""Markers of a map of 40-metre hexes as small pictograms; their words stay as titles."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from salient.boards import svg
from salient.engine.views import View
from salient.games.squad.show.drawing.art import COVERS, art_id
from salient.games.squad.show.drawing.grid import Point

STYLE = """
.tag{fill:#fffbe8;stroke:#2b241a;stroke-width:.9}
.word{font-size:10px;font-weight:700;fill:#1d1812;text-anchor:middle}
.ink{fill:none;stroke:#1d1812;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.body,.hole{fill:#1d1812}
.pit{fill:#7a5a34;stroke:#2b1f10;stroke-width:1.2}
.fire{fill:#e2571e;stroke:#7c1d06;stroke-width:1.1;stroke-linejoin:round}
.heart{fill:#ffd24a}
.puff{fill:#a3a7ab}
.puff-edge{stroke:#55595e;stroke-width:2.4}
.burst{fill:#ffd9c2;stroke:#a3260f;stroke-width:1.2;stroke-linejoin:round}
.barrier{fill:#f3c53c;stroke:#1d1812;stroke-width:1.4}
.lane{fill:none;stroke:#b3001b;stroke-width:3;stroke-dasharray:10 5;stroke-opacity:.8}
.coil{fill:none;stroke:#2b241a;stroke-width:1.5}
.heap{stroke:#5d564b;stroke-width:1.2}
.pole{fill:none;stroke:#1d1812;stroke-width:1.6;stroke-linecap:round}
.flag{stroke:#1d1812;stroke-width:.9;stroke-linejoin:round}
"""


class Pictogram(NamedTuple):
    """How a marker is shown.

    Attributes:
        word: What it is called, as its title.
        art: The drawing around its spot, as pairs of a class and path data.
        badge: Whether it stands on a small card at the foot of its hex; else it lies in the hex.
        shows_text: Whether the marker's number stands beside it.
    """

    word: str
    art: tuple[tuple[str, str], ...]
    badge: bool = True
    shows_text: bool = False


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0"


_SMOKE = "".join(_circle(x, y, r) for x, y, r in (
    (-20, 10, 14), (0, 15, 16), (20, 9, 14), (-10, -8, 16), (12, -9, 15)))  # fmt: skip
_FLAME = "M0-10C6-4 8 0 7 4A7 6 0 0 1-7 4C-8 0-4-2-4-5C-1-3 1-6 0-10z"
_HEART = "M0 8A4 4 0 0 1-3 3C-2 1 0 0 0-3C3 0 4 2 3 5A4 4 0 0 1 0 8z"
_BIG = "M-20 24C-30 8-18 2-20-12C-10-6-8-16-4-28C4-20 8-14 10-4C14-8 15-12 15-16C26 0 26 14 20 24z"
_BIG_HEART = "M-10 24C-14 14-6 10-6 0C0 4 2 8 4 12C6 10 7 8 7 6C12 12 13 20 10 24z"
_HORNS = "M0-5.5v-2M-5.5 0h-2M5.5 0h2M-4-4l-1.4-1.4M4-4l1.4-1.4"
_BURST = "M0-10l3 5 5-2-2 5 5 3-5 3 2 5-5-2-3 5-3-5-5 2 2-5-5-3 5-3-2-5 5 2z"
_BRICKS = "M-9-6h18v12h-18zM-9-2h18M-9 2h18M-3-6v4M4-2v4M-4 2v4"
_COILS = "".join(f"M{x} 32a6 7 0 1 1 8 0" for x in range(-32, 28, 8))

PICTOGRAMS = {
    "smoke": Pictogram(
        "SMOKE", (("puff-edge", _SMOKE), ("puff", _SMOKE)), badge=False, shows_text=True
    ),
    "blaze": Pictogram("BLAZE", (("fire", _BIG), ("heart", _BIG_HEART)), badge=False),
    "flame": Pictogram("FLAME", (("fire", _FLAME), ("heart", _HEART))),
    "foxhole": Pictogram(
        "FOX", (("pit", "M-8-4h16q0 9-8 9t-8-9z"), ("ink", "M-10-4h20")), shows_text=True
    ),
    "trench": Pictogram(
        "TRENCH", (("pit", "M-26 4l8-10 10 8 10-10 10 8 12-9 2 6-14 11-10-8-10 10-10-8-6 8z"),),
        badge=False,
    ),
    "labor": Pictogram("LABOR", (("ink", "M-7 7L6-6M3-9l6 6M-9 4l5 5"),), shows_text=True),
    "chain": Pictogram("CHAIN", (("body", _circle(-7, 0, 3) + _circle(0, 0, 3) + _circle(7, 0, 3)),
                                 ("ink", "M-10 0h20"))),
    "wire": Pictogram("WIRE", (("coil", _COILS), ("coil", "M-36 32h72")), badge=False),
    "mines": Pictogram("MINES", (("body", _circle(0, 1, 4.6)), ("ink", _HORNS)), shows_text=True),
    "at_mines": Pictogram(
        "A-T", (("body", "M-8 2a8 3.6 0 1 0 16 0a8 3.6 0 1 0-16 0"), ("ink", "M-4-3.6h8M0-3.6v2")),
        shows_text=True,
    ),
    "rail_cars": Pictogram(
        "CARS", (("pit", "M-9-6h18v8h-18z"), ("body", _circle(-5, 4, 2.2) + _circle(5, 4, 2.2)))
    ),
    "fire_zone": Pictogram(
        "PFZ", (("pit", "M-7 6v-7a3.4 1.7 0 0 1 6.8 0v7z"), ("ink", "M2 6h7M4 2l4-7M-10 6h9")),
    ),
    "trail_break": Pictogram("TB", (("ink", "M-4-7v14M4-7v14M-4-4h8M-4 0h8M-4 4h8"),)),
    "breach": Pictogram("GAP", (("ink", "M-10 0h5M5 0h5M-5-5v10M5-5v10M-2.5 0h5m-2-2l2 2-2 2"),)),
    "wall_breach": Pictogram("BREACH", (("ink", _BRICKS), ("hole", "M0-6l3 4-1 4 2 4h-7l1-9z"))),
    "load": Pictogram("LOAD", (("pit", "M-8-3h16v9h-16z"), ("ink", "M-8 1h16M0-3v9M-5-3l5-4 5 4"))),
    "prisoners": Pictogram("POW", (("ink", "M-6 8v-9M6 8v-9M-6-1l-3-8M6-1l3-8"),
                                   ("body", _circle(-6, -4, 2.4) + _circle(6, -4, 2.4)))),
    "sniper": Pictogram("SNIPER", (("ink", _circle(0, 0, 6) + "M-9 0h6M3 0h6M0-9v6M0 3v6"),)),
    "sr": Pictogram("SR", (("ink", _circle(0, 0, 7) + "M-10 0h20M0-10v20"),)),
    "ffe": Pictogram("FFE", (("burst", _BURST), ("ink", "M-5-5l10 10M5-5l-10 10")), badge=False),
    "starshell": Pictogram("LIGHT", (("burst", _BURST), ("ink", "M0 12v8M-5 20h10"))),
    "gunflash": Pictogram("FLASH", (("fire", "M-9 0l7-3 2-7 3 7 7 3-7 3-3 7-2-7z"),)),
    "residual": Pictogram("RES", (("burst", _BURST),), shows_text=True),
}  # fmt: skip
"""Markers that lie in a hex, by kind."""

HEAPS = {"rubble": "RUBBLE", "debris": "DEBRIS"}
"""Markers that look like the terrain they are."""

FLAGS = {
    "german_control": ("#33363b", "M0 0h15l-4 4.5 4 4.5H0z"),
    "american_control": ("#5f7f3a", "M0 0h13v9H0z"),
}
"""Control: the colour and the shape of each side's flag."""

ROADBLOCK = ("M-17-4h34v8h-34z", "M-13 4l6-8M-5 4l6-8M3 4l6-8M11 4l5-7")
CARD_STEP = 27.0
"""Distance between two cards of a hex."""


def draw_pictograms(
    view: View, anchors: Sequence[Point | None], below: Callable[[int], int]
) -> Iterator[str]:
    """The markers of a view that only this kind of board has.

    Args:
        view: What is to be seen.
        anchors: Where the places lie.
        below: The hex of a place.
    """
    cards: defaultdict[int, list[tuple[Pictogram, str]]] = defaultdict(list)
    later = []
    for marker in view.markers:
        spots = [anchor for place in marker.places if (anchor := anchors[place])]
        if not spots:
            continue
        x, y = (sum(spot[n] for spot in spots) / len(spots) for n in (0, 1))
        sign = PICTOGRAMS.get(marker.kind)
        if marker.kind == "roadblock":
            yield _roadblock(spots, x, y)
        elif marker.kind == "breach":
            yield _card(PICTOGRAMS["breach"], "", x, y)
        elif marker.kind in HEAPS:
            yield _heap(marker.kind, x, y)
        elif marker.kind == "lane":
            yield _group("LANE", svg.tag("path", d=svg.path(spots), class_="lane"))
        elif marker.kind in FLAGS:
            later.append(_flag(marker.kind, x, y))
        elif sign is not None and sign.badge:
            cards[below(marker.places[0])].append((sign, marker.text))
        elif sign is not None:
            yield _lying(sign, marker.text, x, y)
    for place in sorted(cards):
        anchor = anchors[place]
        assert anchor is not None
        for number, (sign, text) in enumerate(cards[place]):
            shift = CARD_STEP * (number - (len(cards[place]) - 1) / 2)
            yield _card(sign, text if sign.shows_text else "", anchor[0] + shift, anchor[1] + 29)
    yield from later


def _group(word: str, *parts: str, at: Point | None = None, turn: float = 0) -> str:
    place = None
    if at is not None:
        place = f"translate({svg.number(at[0])} {svg.number(at[1])})"
        place += f"rotate({turn:.0f})" if turn else ""
    return svg.tag("g", svg.title(word), *parts, transform=place)


def _paths(sign: Pictogram) -> list[str]:
    return [svg.tag("path", d=d, class_=name) for name, d in sign.art]


def _card(sign: Pictogram, text: str, x: float, y: float) -> str:
    wide = 24 + (3 + 6 * len(text) if text else 0)
    card = svg.tag("rect", x=-wide / 2, y=-9, width=wide, height=18, rx=3, class_="tag")
    shift = -(wide - 24) / 2
    art = svg.tag("g", *_paths(sign), transform=f"translate({svg.number(shift)} 0)scale(.82)")
    words = svg.text(text, shift + 12 + 3 * len(text), 3.6, class_="word") if text else ""
    return _group(f"{sign.word} {text}".strip(), card, art, words, at=(x, y))


def _lying(sign: Pictogram, text: str, x: float, y: float) -> str:
    shown = text if sign.shows_text else ""
    words = svg.text(f"+{shown}", 28, -14, class_="word") if shown else ""
    return _group(f"{sign.word} {shown}".strip(), *_paths(sign), words, at=(x, y))


def _heap(kind: str, x: float, y: float) -> str:
    """A heap that leaves only the name of the hex free, drawn like the terrain."""
    ground = svg.tag("circle", r=34, class_="heap", fill=COVERS[kind].tint)
    heap = svg.tag("g", ground, svg.tag("use", href=f"#{art_id(kind, 0)}"), transform="scale(.82)")
    return _group(HEAPS[kind], heap, at=(x, y + 2))


def _roadblock(spots: Sequence[Point], x: float, y: float) -> str:
    """A barrier along the hexside between two hexes."""
    turn = 0.0
    if len(spots) > 1:
        (a, b), (c, d) = spots[0], spots[1]
        turn = math.degrees(math.atan2(d - b, c - a)) + 90
    body, stripes = ROADBLOCK
    bar = svg.tag("path", d=body, class_="barrier"), svg.tag("path", d=stripes, class_="ink")
    return _group("BLOCK", *bar, at=(x, y), turn=turn)


def _flag(kind: str, x: float, y: float) -> str:
    colour, shape = FLAGS[kind]
    flag = svg.tag("path", d=shape, class_="flag", fill=colour)
    pole = svg.tag("path", d="M0 0v18", class_="pole")
    return _group(kind.replace("_", " "), pole, flag, at=(x - 34, y + 4))
