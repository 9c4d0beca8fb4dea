"""Rules 9.6a and 9.6c: army boundary lines in turns 1 to 4.

On the test map the lines run along rows 9 and 5 from the eastern edge to 0910 and 0510.
"""

from __future__ import annotations

import pytest

from salient.games.bulge.rules.limits import beyond_lines
from tests.conftest import Dice
from tests.games.bulge.table import RealTable, Table


def reach(turn: int, place: str, unit: str) -> set[str]:
    return Table(turn).put(place, unit).move("german").reach(unit)


@pytest.mark.rule("bulge:9.6a")
def test_the_line_binds_a_unit_at_the_edge_of_what_it_bars() -> None:
    """0810 lies west of the end of the northern line, 0811 south of it."""
    table = Table(turn=3).put("0810", "pz/1SS").move("german")
    assert {"0809", "0911"} <= table.reach("pz/1SS")
    assert not table.reach("pz/1SS") & {"0811", "0710"}


@pytest.mark.rule("bulge:9.6a")
@pytest.mark.parametrize("turn", [1, 4])
def test_a_line_is_not_crossed_until_turn_five(turn: int) -> None:
    reached = reach(turn, "1012", "pz/1SS")
    assert {"0911", "0912", "0913"} <= reached
    assert not reached & {"0811", "0812", "0813", "0712"}


@pytest.mark.rule("bulge:9.6a")
def test_a_line_is_crossed_from_turn_five() -> None:
    assert {"0912", "0812", "0712"} <= reach(5, "1012", "pz/1SS")


@pytest.mark.rule("bulge:9.6a")
def test_the_army_in_the_middle_crosses_neither_line() -> None:
    reached = reach(4, "0712", "pz/Lehr")
    assert {"0912", "0512"} <= reached
    assert not reached & {"1012", "1013", "0412", "0413"}


@pytest.mark.rule("bulge:9.6a")
def test_the_army_in_the_south_stays_in_the_south() -> None:
    reached = reach(4, "0412", "g1/212")
    assert "0512" in reached
    assert not reached & {"0612", "0613"}


@pytest.mark.rule("bulge:9.6a")
def test_a_line_hex_does_not_lead_to_the_other_side() -> None:
    reached = reach(4, "0912", "pz/1SS")
    assert "1012" in reached
    assert not reached & {"0812", "0813"}


@pytest.mark.rule("bulge:9.6a")
def test_a_line_binds_only_where_it_is_printed() -> None:
    # 0910 is its western end.
    reached = reach(4, "0910", "g1/12")
    assert {"0809", "0810"} <= reached
    assert "0811" not in reached


@pytest.mark.rule("bulge:9.6a")
def test_a_pursuit_may_cross_a_line(dice: Dice) -> None:
    dice(1, 1)
    table = Table(2).put("0912", "pz/1SS", "pg1/1SS").put("0812", "14Cav").fight("german")
    table.attack("0812", "pz/1SS", "pg1/1SS").play("pursue pz/1SS", "halt")
    assert table.where("pz/1SS") == "0812"


@pytest.mark.rule("bulge:9.6a")
def test_a_unit_carried_over_a_line_may_move_on_and_come_home() -> None:
    reached = reach(3, "0712", "pz/1SS")
    assert {"0812", "0912", "1012"} <= reached


@pytest.mark.rule("bulge:9.6a")
def test_one_unit_bound_to_a_line_binds_its_stack() -> None:
    table = Table(3).put("1012", "pz/1SS", "VDH").move("german").play("activate VDH")
    assert "move 0812" in table.offered()
    assert "move 0812" not in table.play("join pz/1SS").offered()


@pytest.mark.rule("bulge:9.6c")
@pytest.mark.parametrize("unit", ["FB", "150", "VDH", "g1/79"])
def test_reinforcements_cross_the_lines_on_turn_three(unit: str) -> None:
    assert {"0912", "0812"} <= reach(3, "1012", unit)


@pytest.mark.rule("bulge:9.6a")
def test_on_the_real_map_the_lines_part_the_three_armies() -> None:
    table = RealTable(2)
    setting = table.g.setting
    barred = {army: beyond_lines(setting, army) for army in ("6SS", "5PZ", "7A")}
    losheim, pruem, bitburg = (1 << table.place(name) for name in ("Losheim", "Prüm", "Bitburg"))
    assert not barred["6SS"] & losheim
    assert barred["6SS"] & pruem
    assert barred["5PZ"] & losheim
    assert not barred["5PZ"] & pruem
    assert barred["5PZ"] & bitburg
    assert not barred["7A"] & bitburg
