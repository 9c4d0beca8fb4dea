"""Chapter 3.3: the map that is drawn shows the terrain that the rules use.

The sheet is one and the same for the table and for ``salient map``. Its paths are worked out here
point by point; :mod:`tests.table.browser.test_drawn_map` looks at the pixels of a real picture.
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from salient.boards.sheets import draw_map
from salient.boards.textures import texture
from salient.games.bulge import GAME
from tests.games.bulge.table import RealTable
from tests.games.drawing import SVG, uppermost

SETTING = RealTable().g.setting
DRAWN = {"paper": "plain", "hills": "hill", "woods": "light", "deep": "deep"}
"""What the classes of the picture stand for, in the words of the terrain chart."""
TEXTURED = {texture(kind) or kind: terrain for kind, terrain in DRAWN.items()}
"""The marks that lie over the tints; plain ground has none."""


def drawn_terrain(paints: dict[str, str]) -> dict[str, str]:
    """The uppermost ground in the middle of each hex of the picture."""
    anchors = GAME.sheet(SETTING, "en").board("").anchors
    points = {row.hex: anchors[place] or (0.0, 0.0) for place, row in SETTING.hex_rows.items()}
    return uppermost(ElementTree.fromstring(draw_map(GAME, None, "en")), paints, points, "plain")


@pytest.mark.rule("bulge:3.3-1", "bulge:3.3-2", "bulge:3.3-3", "bulge:3.3-4")
@pytest.mark.parametrize("paints", [DRAWN, TEXTURED], ids=["tint", "texture"])
def test_every_hex_is_drawn_with_the_terrain_it_has(paints: dict[str, str]) -> None:
    """Rules 3.3-1 to 3.3-4 tell terrain by its colour: a wrong colour is a wrong rule."""
    drawn = drawn_terrain(paints)
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
