"""Rules 9.1e and 9.1h: divisions that cannot move at first."""

from __future__ import annotations

import pytest

from tests.games.bulge.table import Table


def ninth_infantry(turn: int) -> Table:
    """Both regiments of the 9th Infantry Division, and another unit that can move."""
    return Table(turn).put("1210", "i1/9").put("1307", "i2/9").put("0203", "i1/4")


def ninth_armored(turn: int = 1) -> Table:
    """Two combat commands of the 9th Armored Division, and another unit that can move."""
    return Table(turn).put("0406", "CCA/9A").put("0305", "CCR/9A").put("1010", "14Cav")


# -- 9th Infantry Division ------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.1e")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_9th_infantry_cannot_move_in_the_first_two_turns(turn: int) -> None:
    table = ninth_infantry(turn).move("allied")
    assert "activate i1/4" in table.offered()
    assert not table.offered() & {"activate i1/9", "activate i2/9"}


@pytest.mark.rule("bulge:9.1e")
def test_the_9th_infantry_moves_from_turn_three() -> None:
    table = ninth_infantry(3).move("allied")
    assert {"activate i1/9", "activate i2/9"} <= table.offered("activate")


@pytest.mark.rule("bulge:9.1e")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_german_next_to_one_unit_of_the_9th_infantry_frees_the_whole_division(turn: int) -> None:
    table = ninth_infantry(turn).put("1211", "g1/12").move("allied")
    assert {"activate i1/9", "activate i2/9"} <= table.offered("activate")


@pytest.mark.rule("bulge:9.1e")
def test_a_german_two_hexes_away_frees_nobody() -> None:
    table = ninth_infantry(1).put("1212", "g1/12").move("allied")
    assert table.offered("activate") == {"activate i1/4"}


@pytest.mark.rule("bulge:9.1e")
def test_the_division_stays_free_when_the_unit_next_to_the_germans_has_left_them() -> None:
    table = ninth_infantry(1).put("1211", "g1/12").move("allied")
    table.play("activate i1/9", "move 1208", "stop")
    assert "activate i2/9" in table.offered()


@pytest.mark.rule("bulge:9.1e")
def test_a_frozen_unit_cannot_be_taken_along() -> None:
    table = Table(1).put("1210", "i1/9").put("1210", "14Cav").move("allied")
    assert table.play("activate 14Cav").offered("join") == set()


# -- 9th Armored Division -------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.1h")
def test_the_9th_armored_cannot_move_in_the_first_movement_phase_of_turn_one() -> None:
    assert ninth_armored().move("allied", 1).offered("activate") == {"activate 14Cav"}


@pytest.mark.rule("bulge:9.1h")
def test_the_9th_armored_moves_in_the_second_movement_phase_of_turn_one() -> None:
    table = ninth_armored().move("allied", 2)
    assert {"activate CCA/9A", "activate CCR/9A"} <= table.offered("activate")


@pytest.mark.rule("bulge:9.1h")
def test_the_9th_armored_moves_in_the_first_movement_phase_of_turn_two() -> None:
    table = ninth_armored(turn=2).move("allied", 1)
    assert {"activate CCA/9A", "activate CCR/9A"} <= table.offered("activate")


@pytest.mark.rule("bulge:9.1h")
def test_a_german_frees_only_the_unit_of_the_9th_armored_he_is_next_to() -> None:
    table = ninth_armored().put("0407", "g1/62").move("allied", 1)
    assert table.offered("activate") == {"activate CCA/9A", "activate 14Cav"}
