"""Rule 9.5-1: Skorzeny's force is a brigade or six commandos."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import SkorzenyChosen
from tests.games.bulge.table import RealTable, Table

BOTH = {"skorzeny brigade", "skorzeny commandos"}
SIX = {f"activate Cdo{number}" for number in range(1, 7)}
ANY = SIX | {"activate 150"}


def german(turn: int = 2, number: int = 1) -> Table:
    return Table(turn).put("0612", "pz/Lehr").move("german", number)


@pytest.mark.rule("bulge:9.5-1a")
@pytest.mark.parametrize("turn", [2, 3, 7])
def test_the_use_of_the_force_is_chosen_on_turn_two_or_later(turn: int) -> None:
    table = german(turn)
    assert table.offered("skorzeny") == BOTH
    assert not table.offered() & ANY


@pytest.mark.rule("bulge:9.5-1a")
def test_nothing_is_chosen_on_turn_one_or_in_a_second_movement_phase() -> None:
    assert german(1).offered("skorzeny") == german(2, 2).offered("skorzeny") == set()


@pytest.mark.rule("bulge:9.5-1a")
def test_a_brigade_never_becomes_commandos() -> None:
    table = german().play("skorzeny brigade")
    assert [event.use for event in table.happened(SkorzenyChosen)] == ["brigade"]
    assert table.offered() & ANY == {"activate 150"}
    table.play("end")
    table.g.turn = 3
    assert table.move("german").offered() & (ANY | BOTH) == {"activate 150"}


@pytest.mark.rule("bulge:9.5-1a")
def test_commandos_never_become_a_brigade() -> None:
    table = german().play("skorzeny commandos")
    assert table.offered() & ANY == SIX
    table.play("end")
    table.g.turn = 3
    assert table.move("german").offered() & (ANY | BOTH) == SIX


@pytest.mark.rule("bulge:9.5-1a")
def test_there_are_six_commandos_on_the_real_map_too() -> None:
    table = RealTable(2).move("german").play("skorzeny commandos")
    assert table.offered() & ANY == SIX


@pytest.mark.rule("bulge:9.5-1b")
def test_the_brigade_is_mechanized_and_moves_twice_a_turn() -> None:
    table = german().play("skorzeny brigade", "activate 150", "enter E1", "move 0612", "stop")
    table.play("end").move("german", 2)
    assert "activate 150" in table.offered()


@pytest.mark.rule("bulge:9.5-1b")
def test_the_brigade_has_no_special_ability() -> None:
    # It enters no Allied hex and takes no strategic road the Germans do not occupy.
    table = Table(3).put("0611", "150").put("0608", "i1/28").move("german")
    assert "0610" in table.reach("150")
    assert "0608" not in table.reach("150")
    assert "0610" not in table.reach("150", "march")


@pytest.mark.rule("bulge:9.5-1b")
def test_the_brigade_is_mechanized_in_the_real_order_of_battle() -> None:
    setting = RealTable().g.setting
    assert setting.mech >> setting.unit("150") & 1
