"""Rule 13.11: Allied units beyond the West Wall."""

from __future__ import annotations

import pytest

from tests.conftest import Dice
from tests.games.bulge.phases import check_supply, record, status
from tests.games.bulge.table import Table


def crossed(turn: int) -> Table:
    """An Allied regiment moves from the West Wall one hex into Germany."""
    table = Table(turn).put("0211", "i1/4").move("allied")
    return table.play("activate i1/4", "move 0212", "stop", "end")


@pytest.mark.rule("bulge:13.11-1a", "bulge:13.2-4")
@pytest.mark.parametrize("turn", [8, 9, 13])
def test_from_turn_8_a_unit_beyond_the_wall_costs_two_points(turn: int) -> None:
    assert record(crossed(turn), "allied") == -2


@pytest.mark.rule("bulge:13.11-1a")
def test_each_unit_counts_while_it_stays() -> None:
    table = Table(9).put("0211", "i1/4").put("0411", "CCA/9A").move("allied")
    table.play("activate i1/4", "move 0212", "stop", "activate CCA/9A", "move 0413", "stop", "end")
    assert record(table, "allied") == -4
    table.g.turn = 10
    assert record(table, "german") == -4


@pytest.mark.rule("bulge:13.11-1a")
def test_a_unit_in_a_west_wall_hex_costs_nothing() -> None:
    table = Table(9).put("0210", "i1/4").move("allied")
    assert record(table.play("activate i1/4", "move 0211", "stop", "end"), "allied") == 0


@pytest.mark.rule("bulge:13.11-1a")
def test_a_unit_that_waited_in_the_wall_counts_when_it_goes_on() -> None:
    table = Table(7).put("0210", "i1/4").move("allied")
    assert record(table.play("activate i1/4", "move 0211", "stop", "end"), "allied") == 0
    table.g.turn = 8
    table.move("allied").play("activate i1/4", "move 0212", "stop", "end")
    assert record(table, "allied") == -2


@pytest.mark.rule("bulge:13.11-1b")
def test_a_unit_that_crossed_before_turn_8_never_counts_while_it_stays() -> None:
    table = crossed(7)
    assert record(table, "allied") == 0
    table.g.turn = 8
    table.move("allied").play("activate i1/4", "move 0213", "stop", "end")
    assert record(table, "allied") == 0


@pytest.mark.rule("bulge:13.11-1b", "bulge:13.11-1a")
def test_a_unit_that_leaves_and_crosses_again_counts() -> None:
    table = crossed(7)
    table.g.turn = 8
    table.move("allied").play("activate i1/4", "move 0211", "stop", "end")
    assert record(table, "allied") == 0
    table.move("allied").play("activate i1/4", "move 0212", "stop", "end")
    assert record(table, "allied") == -2


@pytest.mark.rule("bulge:13.11-2")
@pytest.mark.parametrize("back", ["0211", "0209"])
def test_moving_out_of_germany_cancels_the_loss(back: str) -> None:
    table = crossed(9)
    assert record(table, "allied") == -2
    table.move("allied").play("activate i1/4", f"move {back}", "stop", "end")
    assert record(table, "allied") == 0


@pytest.mark.rule("bulge:13.11-2")
def test_retreating_out_of_germany_cancels_the_loss(dice: Dice) -> None:
    dice(2, 2)  # D1R
    table = crossed(10)
    assert record(table, "allied") == -2
    table.put("0213", "pz/1SS", "pg1/1SS", "pg2/1SS").fight("german")
    table.attack("0212", "pz/1SS", "pg1/1SS", "pg2/1SS")
    table.play("retreat i1/4 0210", "halt")
    assert record(table, "german") == 0


@pytest.mark.rule("bulge:13.11-2", "bulge:13.4-1")
def test_destruction_cancels_the_loss(dice: Dice) -> None:
    dice(1, 1)
    table = crossed(10)
    assert record(table, "allied") == -2
    table.put("0213", "pz/1SS", "pg1/1SS", "pg2/1SS").fight("german")
    table.attack("0212", "pz/1SS", "pg1/1SS", "pg2/1SS").play("halt")
    assert record(table, "german") == 1


@pytest.mark.rule("bulge:13.11-2")
def test_isolation_of_one_unit_cancels_the_loss_for_no_other() -> None:
    table = crossed(9).put("1312", "i1/2").put("0213", "g1/212").put("0211", "g2/212")
    table.put("1114", "g1/12").put("1310", "i1/9")
    assert record(table, "allied") == -4
    check_supply(check_supply(table, "allied"), "allied")
    assert (status(table, "i1/4"), status(table, "i1/2")) == ("isolated", "supplied")
    assert record(table, "allied") == -2


@pytest.mark.rule("bulge:13.11-2")
def test_isolation_cancels_the_loss_and_lack_of_supply_does_not() -> None:
    table = crossed(9)
    table.put("0213", "g1/212").put("0211", "g2/212")
    assert record(check_supply(table, "allied"), "allied") == -2  # out of supply
    assert record(check_supply(table, "allied"), "allied") == 0  # isolated
