"""The drawn map: it shows the terrain, the water, the roads and the names that the rules use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from salient.boards.textures import texture
from salient.engine.data import load_table
from salient.engine.views import Marker, View
from salient.games.trumpets.country import WHOLE, Country, Section
from salient.games.trumpets.rows import HEXES, HEXSIDES
from salient.games.trumpets.show.sheet import MileSheet
from tests.games.drawing import SVG, lines_of, uppermost

DATA = Path(__file__).parents[3] / "src/salient/games/trumpets/data"
DRAWN = {kind: kind for kind in ("broken", "woods", "forest", "marsh")}
TEXTURED = {texture(kind) or kind: terrain for kind, terrain in DRAWN.items()}
"""The marks that lie over the tints."""
SKYLINE = Section(66, 87, 34, 50)


@cache
def country(section: Section) -> Country:
    return Country(section, (), load_table(HEXES, [DATA]), load_table(HEXSIDES, [DATA]))


@cache
def sheet(section: Section, language: str = "en") -> MileSheet:
    return MileSheet(country(section), language)


@cache
def picture(section: Section, language: str = "en") -> ElementTree.Element:
    return ElementTree.fromstring(sheet(section, language).draw("", None, {}))


def anchor(section: Section, number: str) -> tuple[float, float]:
    found = sheet(section).anchors[country(section).at(number)]
    assert found is not None
    return found


def of_class(section: Section, name: str) -> list[ElementTree.Element]:
    return [it for it in picture(section).iter() if name in it.get("class", "").split()]


def words(section: Section, language: str) -> set[str]:
    return {element.text or "" for element in picture(section, language).iter(f"{SVG}text")}


@pytest.mark.rule("trumpets:rc-map-1")
@pytest.mark.parametrize("section", [WHOLE, SKYLINE], ids=["whole", "section"])
@pytest.mark.parametrize("paints", [DRAWN, TEXTURED], ids=["tint", "texture"])
def test_every_hex_is_drawn_with_the_terrain_it_has(
    section: Section, paints: dict[str, str]
) -> None:
    rows = country(section).rows.values()
    points = {row.hex: anchor(section, row.hex) for row in rows}
    drawn = uppermost(picture(section), paints, points, "clear")
    wrong = {row.hex: drawn[row.hex] for row in rows if drawn[row.hex] != row.terrain}
    assert not wrong


def test_north_is_up_and_east_is_right() -> None:
    x, y = anchor(WHOLE, "7440")
    assert anchor(WHOLE, "7439") == pytest.approx((x, y - 52))
    assert anchor(WHOLE, "7540") == pytest.approx((x + 45.033, y + 26))
    assert anchor(WHOLE, "7340") == pytest.approx((x - 45.033, y + 26))


def test_a_section_shows_its_hexes_and_no_others() -> None:
    numbers = {it.text for group in of_class(SKYLINE, "number") for it in group}
    assert numbers == {f"{c:02}{r:02}" for c in range(66, 88) for r in range(34, 51)}
    board = sheet(SKYLINE)
    ids = {it.get("id", "") for it in picture(SKYLINE).iter()}
    assert sum(each.startswith("place-") for each in ids) == 374
    for place in country(SKYLINE).rows:
        spot = board.anchors[place]
        assert spot is not None
        assert 0 < spot[0] < board.width
        assert 0 < spot[1] < board.height


def test_things_lie_to_each_other_in_a_section_as_on_the_whole_map() -> None:
    """Roads end in the middle of towns on both."""
    for section in (WHOLE, SKYLINE):
        (main,) = [it for it in picture(section).iter() if it.get("id") == "main-roads"]
        ends = {
            point
            for roads in (main, *of_class(section, "secondary"))
            for road in lines_of(roads)
            for point in road
        }
        for name in ("Clervaux", "Marnach", "Dasburg"):
            x, y = anchor(section, name)
            assert any(abs(x - a) < 0.2 and abs(y - b) < 0.2 for a, b in ends), name


def test_every_bridge_ford_and_fortress_of_the_section_is_drawn() -> None:
    skyline = country(SKYLINE)
    assert len(of_class(SKYLINE, "bridge")) == len(skyline.sites) > 20
    assert len(of_class(SKYLINE, "ford")) == 1  # Kalborn
    walls = [row.hex for row in skyline.rows.values() if row.wall]
    assert len(of_class(SKYLINE, "wall")) == len(walls)


def test_a_bridge_that_is_down_is_crossed_out_between_its_two_hexes() -> None:
    skyline = country(SKYLINE)
    a, b = skyline.at("7840"), skyline.at("7940")
    view = View(clock="", pieces=(), markers=(Marker("blown", (a, b)),), tracks={})
    marks = ElementTree.fromstring(sheet(SKYLINE).marks(view))
    (cross,) = (it for it in marks.iter() if it.get("class") == "blown")
    x, y = map(float, cross.attrib["d"].removeprefix("M").split("l")[0].split())
    (x0, y0), (x1, y1) = anchor(SKYLINE, "7840"), anchor(SKYLINE, "7940")
    assert (x + 6, y + 6) == pytest.approx(((x0 + x1) / 2, (y0 + y1) / 2), abs=0.2)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", {"Clervaux", "Marnach", "Our", "Clerf", "Gemünd"}),
        ("ja", {"クレルヴォー", "マルナッハ", "ウール川", "クレルヴ川", "ゲミュント"}),
    ],
)
def test_rivers_and_towns_are_written_in_the_language_of_the_reader(
    language: str, names: set[str]
) -> None:
    assert names <= words(SKYLINE, language)


@pytest.mark.parametrize(("language", "name"), [("en", "Stadtkyll"), ("ja", "シュタットキル")])
def test_gates_are_named_at_the_edge_of_the_map(language: str, name: str) -> None:
    signs = [it.text for it in picture(WHOLE, language).iter() if "gate" in it.get("class", "")]
    assert name in signs
    assert len(signs) == 24
