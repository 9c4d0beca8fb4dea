"""Chapter 3.3: the map that is drawn shows the terrain that the rules use.

The sheet is one and the same for the table and for ``salient map``. Its paths are worked out here
point by point; :mod:`tests.table.browser.test_drawn_map` looks at the pixels of a real picture.
"""

from __future__ import annotations

import re
from collections import defaultdict
from xml.etree import ElementTree

import pytest

from salient.boards.sheets import draw_map
from salient.games.bulge import GAME
from tests.games.bulge.table import RealTable

SETTING = RealTable().g.setting
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"paper": "plain", "hills": "hill", "woods": "light", "deep": "deep"}
"""What the classes of the picture stand for, in the words of the terrain chart."""

Point = tuple[float, float]


def rings_of(path: ElementTree.Element) -> list[list[Point]]:
    """The closed lines of a path."""
    return [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", ring)]
        for ring in path.attrib["d"].split("Z")
        if ring
    ]


def crossings(rings: list[list[Point]], y: float) -> list[tuple[float, int]]:
    """Where closed lines cross a height, and whether on the way down or up."""
    found = []
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 <= y) != (y2 <= y):
                found.append((x1 + (y - y1) * (x2 - x1) / (y2 - y1), 1 if y2 > y1 else -1))
    return found


def is_filled(path: ElementTree.Element, lines: list[tuple[float, int]], x: float) -> bool:
    """Whether a path covers a point, by its own fill rule."""
    left = [turn for where, turn in lines if where < x]
    return bool(len(left) % 2 if path.get("fill-rule") == "evenodd" else sum(left))


def drawn_terrain() -> dict[str, str]:
    """The uppermost ground in the middle of each hex of the picture."""
    tree = ElementTree.fromstring(draw_map(GAME, None, "en"))
    grounds = [path for path in tree.iter(f"{SVG}path") if path.get("class") in DRAWN]
    rows: dict[float, list[tuple[float, str]]] = defaultdict(list)
    anchors = GAME.sheet(SETTING, "en").board("").anchors
    for place, row in SETTING.hex_rows.items():
        anchor = anchors[place]
        assert anchor is not None
        rows[anchor[1]].append((anchor[0], row.hex))
    found = {row.hex: "plain" for row in SETTING.hex_rows.values()}
    for path in grounds:
        rings = rings_of(path)
        for y, hexes in rows.items():
            lines = crossings(rings, y)
            for x, number in hexes:
                if is_filled(path, lines, x):
                    found[number] = DRAWN[path.attrib["class"]]
    return found


@pytest.mark.rule("bulge:3.3-1", "bulge:3.3-2", "bulge:3.3-3", "bulge:3.3-4")
def test_every_hex_is_drawn_with_the_terrain_it_has() -> None:
    """Rules 3.3-1 to 3.3-4 tell terrain by its colour: a wrong colour is a wrong rule."""
    drawn = drawn_terrain()
    assert len(drawn) == 1840
    wrong = {
        row.hex: (row.terrain, drawn[row.hex])
        for row in SETTING.hex_rows.values()
        if drawn[row.hex] != row.terrain
    }
    assert not wrong


# -- words on the map -----------------------------------------------------------------------------


def words(language: str) -> set[str]:
    """Everything written on the map at the start of the game."""
    g, _ = GAME.start("campaign", bytes(32))
    tree = ElementTree.fromstring(draw_map(GAME, g, language))
    return {element.text or "" for element in tree.iter(f"{SVG}text")}


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "Battle of the Bulge: Ardennes '44 — Wacht am Rhein — Turn 1"),
        ("ja", "バルジ大作戦 — ラインの守り — 第1ターン"),
    ],
)
def test_the_heading_of_a_position_says_the_turn(language: str, heading: str) -> None:
    assert heading in words(language)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", {"Amblève", "Prüm", "Sûre", "St. Vith"}),
        ("ja", {"アンブレーヴ川", "プリュム川", "シュール川", "ミューズ河", "サン・ヴィット"}),
    ],
)
def test_rivers_and_towns_are_written_as_their_people_write_them(
    language: str, names: set[str]
) -> None:
    assert names <= words(language)
