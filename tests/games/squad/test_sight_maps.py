"""Map files: what they may say, and what is wrong with a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from salient.boards.sight_lines import WHOLE
from salient.boards.sight_map import parse_hex, side_between
from salient.engine.data import load_table
from salient.engine.errors import DataError
from salient.engine.texts import LANGUAGES, engine_texts, read_catalogue
from salient.games.squad.show.los import check_cases
from salient.games.squad.show.los_cases import read_boards, read_cases
from salient.games.squad.terrain.kinds import FOLDER, TERRAIN, load_terrain
from salient.games.squad.terrain.maps import load_map

MAP = """# a practice map, reconstructed
hex,level,terrain,building,storeys,joins,under,under_sides,sides,slopes
A1,0,woods,,,,,,,
A2,1,,stone_building,2,S,,,N:wall,S
A3,,Pine Woods,,,,,,N:wall,
B1,,,,,,stream,N S,,
"""


@pytest.fixture
def write(tmp_path: Path) -> object:
    def go(text: str, name: str = "map.csv") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return go


def test_a_map_file_is_read(write: object) -> None:
    board = load_map(write(MAP))  # type: ignore[operator]
    cells = {cell.name: cell for cell in board.cells.values()}
    assert cells["A1"].stands[0].feature.name == "woods"
    assert cells["A2"].level == 4
    assert cells["A2"].stands[0].top == 4 + 6
    assert cells["A3"].stands[0].feature.height == 8
    assert cells["B1"].depth == 4
    assert cells["B1"].depression == 0b1001
    wall = side_between(parse_hex("A1"), parse_hex("A2"))
    assert board.sides[wall].base == 4, "on the higher hex"  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("C1,,swamp,,,,,,,", "data-name", ["line 7", "terrain", "swamp", "woods"]),
        ("11,,,,,,,,,", "map-hex", ["line 7", "11", "E5"]),
        ("C1,high,,,,,,,,", "data-value", ["line 7", "level", "high"]),
        ("C1,,,,,,,,X:wall,", "data-name", ["line 7", "sides", "NE, SE"]),
        ("C1,,,,,,,,N:river,", "data-name", ["line 7", "river", "hedge"]),
        ("C1,,,castle,,,,,,", "data-name", ["line 7", "castle", "stone_building"]),
        ("C1,,,stone_building,0,,,,,", "data-name", ["line 7", "storeys"]),
        ("C1,,,,,,canal,,,", "data-name", ["line 7", "under", "canal", "gully"]),
        ("A1,,,,,,,,,", "data-twice", ["line 7", "A1"]),
        ("B2,,,,,,,,NW:hedge,", "map-side", ["line 7", "NW:hedge", "fence"]),
        ("A3,,,,,,,,,", "data-twice", ["line 7"]),
        ("C1,,,,,,,,", "data-cells", ["line 7", "9", "10"]),
    ],
)
def test_a_mistake_is_named_with_its_line(
    write: object, line: str, code: str, words: list[str]
) -> None:
    text = MAP.replace("A3,,Pine Woods,,,,,,N:wall,", "A3,,,,,,,,,")
    text = text.replace("A2,1,,stone_building,2,S,,,N:wall,S", "A2,1,,,,,,,SE:fence,S")
    with pytest.raises(DataError) as caught:
        load_map(write(text + line + "\n"))  # type: ignore[operator]
    assert caught.value.code == code
    said = caught.value.describe("en")
    assert said.startswith("map.csv")
    for word in words:
        assert word in said
    assert "map.csv" in caught.value.describe("ja")


def test_a_hexside_cannot_fall_off_both_ways(write: object) -> None:
    with pytest.raises(DataError, match="falls off the other way"):
        load_map(write("hex,slopes\nA1,S\nA2,N\n"))  # type: ignore[operator]


def test_rail_cars_need_a_railroad(write: object) -> None:
    with pytest.raises(DataError, match="without a railroad"):
        load_map(write("hex,cars\nA1,printed\n"))  # type: ignore[operator]


BOARDS = """board,hex,level,terrain,hexside_terrain(side:type),slope_sides
X,A1,0,Open Ground,2:Wall,0
X,A2,0,Woods,,
"""
CASES = """board,from_hex,to_hex,range,blocked,hindrance_total,nearest_vertex_px
X,A1,A2,1,0,0,18.5
"""


def test_boards_and_cases_are_read(write: object) -> None:
    boards = read_boards(write(BOARDS), load_terrain())  # type: ignore[operator]
    assert list(boards) == ["X"]
    (case,) = read_cases(write(CASES, "cases.csv"), boards)  # type: ignore[operator]
    assert (case.viewer, case.target, case.blocked, case.grazing) == ("A1", "A2", False, False)


def test_boards_may_have_buildings_and_depressions(write: object) -> None:
    text = BOARDS.replace("Open Ground", '"Stone Building, 1 Level"').replace("Woods", "Gully")
    (board,) = read_boards(write(text), load_terrain()).values()  # type: ignore[operator]
    house, gully = (board.cells[parse_hex(name)] for name in ("A1", "A2"))
    assert (house.stands[0].top, house.stands[0].parts) == (6, WHOLE)
    assert (gully.depth, gully.depression) == (4, 63)


@pytest.mark.parametrize(
    ("boards", "cases", "words"),
    [
        ("hex,level,terrain\nA1,0,Woods\n", CASES, ["line 1", "board"]),
        (BOARDS.replace("Woods", "Jungle"), CASES, ["line 3", "Jungle", "pine_woods"]),
        (BOARDS.replace("2:Wall", "7:Wall"), CASES, ["line 2", "7", "0, 1, 2"]),
        (BOARDS.replace("A2,0", "A2,low"), CASES, ["line 3", "low"]),
        (BOARDS, CASES.replace("X,A1", "Y,A1"), ["line 2", "Y", "X"]),
        (BOARDS, CASES.replace("A1,A2", "A1,Q9"), ["line 2", "Q9"]),
        (BOARDS, CASES.replace("1,0,0,18.5", "1,maybe,0,18.5"), ["line 2", "maybe", "0, 1"]),
        (BOARDS, CASES.replace("18.5", "near"), ["line 2", "near"]),
        (BOARDS, CASES + "X,A1\n", ["line 3", "2", "7"]),
    ],
)
def test_mistakes_in_boards_and_cases(
    write: object, boards: str, cases: str, words: list[str]
) -> None:
    files = write(boards, "boards.csv"), write(cases, "cases.csv")  # type: ignore[operator]
    with pytest.raises(DataError) as caught:
        check_cases(*files)
    for language in LANGUAGES:
        assert ".csv" in caught.value.describe(language)
    for word in words:
        assert word in caught.value.describe("en")


def test_every_kind_of_terrain_has_its_provenance_and_names() -> None:
    rows = load_table(TERRAIN, [FOLDER / "data"])
    columns = {"effect", "height", "drm", "inherent", "rule", "cleared"}
    for row in rows:
        assert set(row.printed.split()) <= columns, row.terrain
    for language in LANGUAGES:
        texts = read_catalogue(FOLDER / "text" / f"{language}.toml")
        for row in rows:
            assert f"thing.{row.terrain}" in texts
        for word in ("ground", "slope", "depression", "culvert", "limit", "rail"):
            assert f"thing.{word}" in texts
        for verdict in ("blocks", "blind", "hinders", "over", "ignored", "raises", "levels"):
            assert f"reason.{verdict}" in texts


def test_both_languages_say_the_same_things() -> None:
    english, japanese = (read_catalogue(FOLDER / "text" / f"{code}.toml") for code in LANGUAGES)
    assert english.keys() == japanese.keys()
    assert engine_texts("ja").ids() == engine_texts("en").ids()
