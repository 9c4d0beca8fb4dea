"""``salient los``: the story, the picture, the comparison, and mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from salient.cli import main
from salient.engine.texts import LANGUAGES

LOS = Path(__file__).parents[2] / "boards" / "los"
MAP = """hex,level,terrain,building,storeys,under,under_sides,sides,slopes,rail_sides
A1,,,,,,,,,
A2,,woods,,,,,,,
A3,,,,,,,,,
A4,,brush,,,,,,,
A5,1,,,,,,N:hedge,S,
A6,,,stone_building,2,,,,,
A7,,,,,stream,N S,,,
B1,,,,,,,,,
B2,,,,,,,,,
B3,,,,,,,,,
B4,,,,,,,,,
B5,,,,,,,,,
B6,,,,,,,,,
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SALIENT_LANG", "en")
    monkeypatch.setenv("COLUMNS", "80")

    def go(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    path = tmp_path / "map.csv"
    path.write_text(MAP, encoding="utf-8")
    return path


def test_the_story_names_hexes_and_rules(run: Run, map_file: Path) -> None:
    status, out, _ = run("los", map_file, "A1", "A4")
    assert status == 0
    lines = out.splitlines()
    assert "do not see each other" in lines[0]
    assert any("A2: woods up to level 1 blocks (B13, A6.2)" in line for line in lines)
    assert len(lines) == 5


def test_levels_corners_and_entrenchments(run: Run, map_file: Path) -> None:
    assert "level 1" in run("los", map_file, "A6@1", "A5")[1]
    assert "corner NE" in run("los", map_file, "A3/NE", "B1")[1]
    assert "entrenched" in run("los", map_file, "A5+dug", "A3")[1]
    assert "level -1" in run("los", map_file, "A7", "A6")[1]
    assert "level 0" in run("los", map_file, "A7@0", "A6")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_in_each_language(run: Run, map_file: Path, language: str) -> None:
    status, out, err = run("--lang", language, "los", map_file, "A3", "A6")
    assert (status, err) == (0, "")
    assert ("互いに" in out) == (language == "ja")


def test_the_story_as_data(run: Run, map_file: Path) -> None:
    status, out, _ = run("los", map_file, "A3", "A5", "--json")
    data = json.loads(out)
    assert status == 0
    assert data["clear"]
    assert data["range"] == 2
    assert [met["hex"] for met in data["hexes"]] == ["A3", "A4", "A5"]
    assert all(note["rules"] for note in data["notes"])


def test_the_picture(run: Run, map_file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "line.svg"
    status, _, err = run("los", map_file, "A1", "A5", "--svg", picture)
    assert status == 0
    assert "line.svg" in err
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    assert "B13 A6.2" in picture.read_text(encoding="utf-8")
    status, _, err = run("los", map_file, "A1", "A5", "--svg", picture)
    assert status == 2, "nothing is overwritten"
    assert run("los", map_file, "A1", "A5", "--svg", picture, "--force")[0] == 0


def test_a_map_of_the_game_is_known_by_its_name(run: Run) -> None:
    status, out, _ = run("los", "practice_slopes", "I14", "L12")
    assert status == 0
    assert "I14" in out


def test_one_board_of_several(run: Run) -> None:
    status, out, _ = run("los", LOS / "boards.csv", "B1", "C5", "--board", "F1")
    assert status == 0
    assert "woods in C3" in out


def test_the_comparison_as_data(run: Run) -> None:
    status, out, _ = run(
        "los", "--boards", LOS / "boards.csv", "--cases", LOS / "cases.csv", "--json"
    )
    data = json.loads(out)
    assert status == 0
    assert set(data["boards"]) == {"F1", "W1", "H1", "P1", "S1", "S2"}
    for tally in data["boards"].values():
        assert tally["agree"] == tally["firm"]
    assert {item["about"] for item in data["disagreements"]} == {"hindrance"}
    assert all(item["rules"] for item in data["disagreements"])
    assert data["grazing_disagreements"]


def test_the_comparison_in_words(run: Run, tmp_path: Path) -> None:
    boards, cases = tmp_path / "boards.csv", tmp_path / "cases.csv"
    boards.write_text(
        "board,hex,level,terrain\nX,A1,0,Open Ground\nX,A2,0,Woods\nX,A3,0,Open Ground\n",
        encoding="utf-8",
    )
    cases.write_text("board,from_hex,to_hex,blocked\nX,A1,A3,0\nX,A1,A2,0\n", encoding="utf-8")
    status, out, _ = run("los", "--boards", boards, "--cases", cases)
    assert status == 1, "we do not agree"
    assert "X: 1 of 2 judged the same" in out
    assert "A1-A3: expected +0, found blocked A2 (A6.2, B13)" in out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "MAP"),
        (["{map}", "A1"], "MAP"),
        (["{map}", "A1", "Q9"], "Q9"),
        (["{map}", "A1", "A2@x"], "A2@x"),
        (["{map}", "A1", "A2/Q"], "A2/Q"),
        (["{map}", "A1", "AB2"], "AB2"),
        (["nowhere.csv", "A1", "A2"], "nowhere.csv"),
        (["nowhere", "A1", "A2"], "practice_slopes"),
        (["--boards", "{map}"], "MAP"),
        (["--boards", "nowhere.csv", "--cases", "{map}"], "nowhere.csv"),
        (["{boards}", "A1", "A2", "--board", "Z"], "F1"),
    ],
)
def test_a_mistake_is_one_clear_line(
    run: Run, map_file: Path, language: str, arguments: list[str], word: str
) -> None:
    words = [text.format(map=map_file, boards=LOS / "boards.csv") for text in arguments]
    status, out, err = run("--lang", language, "los", *words)
    assert (status, out) == (2, "")
    assert word in err
    assert err.count("\n") == 1
