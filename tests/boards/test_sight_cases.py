"""Agreement with three thousand sightings computed by another program (tests/boards/los).

That program works with pixels, so lines that graze a corner are counted apart. Where it differs
otherwise each case is listed here with its reason.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from salient.boards.sight import BLOCKED, look
from salient.boards.sight_field import Field
from salient.boards.sight_map import SightMap, parse_hex
from salient.games.squad.show.los_cases import Case, Comparison, compare, read_boards, read_cases
from salient.games.squad.terrain.kinds import load_terrain

FOLDER = Path(__file__).parent / "los"

TWICE = {361, 371, 425, 439, 490, 1145, 1474}
"""Cases (by line) where it counts a hindrance twice: a row of pixels of the hex lies at another
range. It contradicts itself: J4-J8 (line 403) has +2 for brush and grain, J8-J3 (425) +3 for the
same two hexes; L6-L2 (1494) has +1 for one brush hex, L1-L5 (1474) +2."""

RULED = {2889: "P2.3d"}
"""Cases where a rule decides otherwise: the up-slope end sees over brush half a level high."""


@pytest.fixture(scope="module")
def boards() -> dict[str, SightMap]:
    return read_boards(FOLDER / "boards.csv", load_terrain())


@pytest.fixture(scope="module")
def cases(boards: dict[str, SightMap]) -> list[Case]:
    return read_cases(FOLDER / "cases.csv", boards)


@pytest.fixture(scope="module")
def report(boards: dict[str, SightMap], cases: list[Case]) -> Comparison:
    return compare(boards, cases)


def test_all_firm_cases_are_judged_the_same(report: Comparison) -> None:
    assert sum(tally.firm for tally in report.boards.values()) == 1928
    for name, tally in report.boards.items():
        assert tally.agree == tally.firm, name
    assert {found.about for found in report.disagreements} == {"hindrance"}


def test_each_difference_in_hindrance_has_its_reason(report: Comparison) -> None:
    assert {found.line for found in report.disagreements} == TWICE | set(RULED)
    for found in report.disagreements:
        assert int(found.expected) == int(found.found) + 1
        if found.line in RULED:
            assert RULED[found.line] in found.rules


def test_the_other_program_contradicts_itself_where_we_differ(cases: list[Case]) -> None:
    by_line = {case.line: case for case in cases}
    assert (by_line[403].hindrance, by_line[425].hindrance) == (2, 3)
    assert (by_line[1494].hindrance, by_line[1474].hindrance) == (1, 2)


def test_nine_of_ten_grazing_lines_are_judged_the_same(report: Comparison) -> None:
    grazing = sum(tally.grazing for tally in report.boards.values())
    agree = sum(tally.grazing_agree for tally in report.boards.values())
    assert grazing == 1072
    assert agree >= grazing * 95 // 100


def test_the_blocking_hex_is_on_the_line(boards: dict[str, SightMap], cases: list[Case]) -> None:
    for case in cases[::10]:
        board = boards[case.board]
        story = look(board, board.eye(parse_hex(case.viewer)), board.eye(parse_hex(case.target)))
        if story.blocked is not None:
            here = parse_hex(case.viewer)
            met = {(here[0] + h.column, here[1] + h.height) for h in story.line.hexes}
            assert story.blocked.spot in met


def test_the_fast_way_agrees_on_all_cases(boards: dict[str, SightMap], cases: list[Case]) -> None:
    fields = {name: Field(board) for name, board in boards.items()}
    for case in cases:
        board = boards[case.board]
        a, b = board.eye(parse_hex(case.viewer)), board.eye(parse_hex(case.target))
        story = look(board, a, b)
        answer = fields[case.board].hindrance(a, b)
        assert answer == (story.hindrance if story.clear else BLOCKED)
        assert fields[case.board].hindrance(b, a) == answer
