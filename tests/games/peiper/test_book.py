"""``salient campaign``: the book of a campaign that is played by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from salient.engine.commands import Answer
from salient.engine.speech import Speech
from salient.games.peiper.book.command import run
from salient.games.peiper.book.pages import read_book
from salient.games.peiper.errors import BookError
from salient.games.peiper.game import PeiperGame

GAME = PeiperGame()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file for the book."""
    return tmp_path / "book.json"


def order(path: Path, text: str, side: str = "") -> Answer:
    """Type an order."""
    words, seed = [*text.split(), "", "", ""], "by hand" if text.startswith("new") else ""
    return run(GAME, path, words[0], words[1], words[2], seed, side)


def said(answer: Answer, language: str = "en") -> str:
    """What people read."""
    speech = Speech(GAME, GAME.setting("cheneux"), language)
    return "\n".join(speech.say(line) for line in answer.lines)


@pytest.mark.rule("peiper:P8.14", "peiper:ex-P8.6033", "peiper:P8.6033")
def test_the_points_of_three_dates_add_up_as_in_the_example(path: Path) -> None:
    """19AM 10, 19PM 15, 19N 12: totals of 10, 25 and 37."""
    order(path, "new stoumont")
    order(path, "result 42:10 0:0")
    for lvp in ("37:15", "40:12"):
        order(path, "chit german idle")
        order(path, "chit american attack")
        order(path, f"result {lvp} 0:0")
    assert [line.total[1] for line in read_book(path).roster] == [10, 25, 37, 0]


@pytest.mark.rule("peiper:P8.616", "peiper:P8.612")
def test_a_result_leads_to_the_next_date_with_new_points(path: Path) -> None:
    """Cheneux: the Americans win the first scenario with one LVP and get three points more."""
    order(path, "new cheneux")
    before = read_book(path)
    assert before.cpp == [35, 24]
    answer = order(path, "result 13:1 10:17")
    book = read_book(path)
    assert book.roster[0].winner == 1
    assert 10 + 3 + 2 <= book.cpp[0] <= 10 + 3 + 12
    assert 10 + 10 + 3 + 2 <= book.cpp[1] <= 10 + 10 + 3 + 12
    assert "20N" in said(answer)
    assert "20N" in said(answer, "ja")


@pytest.mark.rule("peiper:P8.619", "peiper:P8.620")
def test_a_group_is_paid_and_diced(path: Path) -> None:
    """Three parachute squads with a bazooka, for eight points."""
    order(path, "new cheneux")
    order(path, "buy american I2")
    book = read_book(path)
    assert book.cpp[1] == 18
    units = book.bought[-1].units
    assert sum(unit in ("us747", "us667") for unit in units) == 3
    assert "usBAZ" in units


@pytest.mark.rule("peiper:P8.6232")
def test_two_idle_chits_bring_the_next_date(path: Path) -> None:
    """No scenario, no points of victory."""
    order(path, "new cheneux")
    order(path, "result 14:0 0:0")
    order(path, "chit german idle")
    order(path, "chit american idle")
    book = read_book(path)
    assert [line.battle for line in book.roster] == ["initial", "idle", ""]


@pytest.mark.rule("peiper:P8.51-VC")
def test_the_americans_win_with_130_points(path: Path) -> None:
    """At the end of any scenario."""
    order(path, "new stoumont")
    order(path, "result 0:130 0:0")
    assert read_book(path).winner == 1
    with pytest.raises(BookError):
        order(path, "buy american I1")


@pytest.mark.rule("peiper:P8.6234")
def test_the_attacker_needs_points_or_casualties(path: Path) -> None:
    """Two more LVP at Cheneux, or twenty CVP more than the enemy."""
    order(path, "new cheneux")
    order(path, "result 12:2 0:0")
    order(path, "chit german idle")
    order(path, "chit american attack")
    order(path, "result 11:3 5:24")
    order(path, "chit german idle")
    order(path, "chit american attack")
    order(path, "result 9:5 0:0")
    assert [line.winner for line in read_book(path).roster[:3]] == [1, 0, 1]


@pytest.mark.rule("peiper:P8.52-GE-OB", "peiper:P8.52-US-OB")
def test_the_first_groups_stand_in_the_book_by_name_and_cost_nothing(path: Path) -> None:
    """They are diced as those that are bought, and do not count against the most."""
    text = said(order(path, "new cheneux"))
    given = [(line.side, line.group) for line in read_book(path).bought]
    assert given.count((0, "I2")) == 2
    assert given.count((1, "I2")) == 3
    assert all(line.given and not line.price for line in read_book(path).bought)
    assert read_book(path).cpp == [35, 24]
    assert "us747" not in text
    assert "7-4-7" in text
    for _ in range(3):
        order(path, "buy american I2")
    assert read_book(path).cpp[1] == 6


def test_what_a_side_has_is_shown_to_it_alone_if_it_asks(path: Path) -> None:
    """Two people with one book: each looks with --side."""
    order(path, "new cheneux")
    order(path, "buy american I2")
    order(path, "buy german HW1")
    answer = order(path, "", "german")
    assert "HW1 (20PM)" in said(answer)
    assert "I2 (20PM)" not in said(answer)
    assert "HW1 (20PM)" not in said(order(path, "", "american"))
    assert all(line["side"] == 0 for line in answer.data["bought"])


def test_an_order_can_be_taken_back_and_the_dice_fall_again(path: Path) -> None:
    """Once, with undo: a wrong number is soon typed."""
    order(path, "new cheneux")
    before = read_book(path)
    order(path, "result 13:1 10:17")
    wrong = path.read_bytes()
    order(path, "undo")
    assert read_book(path) == before
    order(path, "result 13:1 10:17")
    assert path.read_bytes() == wrong
    order(path, "undo")
    with pytest.raises(BookError):
        order(path, "undo")


@pytest.mark.rule("peiper:P8.52-VC")
def test_after_the_last_date_the_players_say_who_holds_the_hexes(path: Path) -> None:
    """The book knows no hexes: it asks, and takes nothing else."""
    order(path, "new cheneux")
    order(path, "result 13:1 10:17")
    for _ in range(3):
        order(path, "chit german idle")
        answer = order(path, "chit american idle")
    assert "won american" in said(answer)
    with pytest.raises(BookError):
        order(path, "buy german I2")
    assert "American wins" in said(order(path, "won american"))


WRONG = [
    ("buy germans I2", "german, american"),
    ("buy german I9", "No group 'I9'"),
    ("buy german I1", "no more than 0"),
    ("buy german O1", "first scenario"),
    ("buy american V3", "from 20N on"),
    ("buy german I2:sky", "No way 'sky'"),
    ("result 12 3:4", "12:2"),
    ("chit german attack", "no chits"),
    ("dance", "expected new, buy, chit, result, won or undo"),
    ("undo", "no order to take back"),
    ("new cheneux", "exists already"),
]


@pytest.mark.parametrize(("text", "complaint"), WRONG)
def test_a_wrong_order_says_what_was_expected_and_changes_nothing(
    path: Path, text: str, complaint: str
) -> None:
    """The book stays as it was."""
    order(path, "new cheneux")
    before = path.read_bytes()
    with pytest.raises(BookError) as caught:
        order(path, text)
    assert complaint in caught.value.describe()
    assert caught.value.describe("ja")
    assert path.read_bytes() == before


def test_a_file_that_is_no_book_is_named(path: Path) -> None:
    """Missing, or something else."""
    with pytest.raises(BookError) as missing:
        order(path, "buy german I2")
    assert "book.json" in missing.value.describe()
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BookError) as other:
        order(path, "buy german I2")
    assert "not the book" in other.value.describe()


def test_the_roster_can_be_printed(path: Path) -> None:
    """A row for each date and the curve with the victory line."""
    order(path, "new stoumont")
    answer = order(path, "result 42:10 0:0")
    assert answer.draw is not None
    speech = Speech(GAME, GAME.setting("cheneux"), "en")
    picture = answer.draw(speech.say)
    assert picture.startswith("<svg")
    assert "21PM" in picture
    assert ">130<" in picture
    assert ">I1 (given)" in picture
    mine = order(path, "", "american").draw
    assert mine is not None
    assert "HW2 (given)" in picture
    assert "HW2 (given)" not in mine(speech.say)
