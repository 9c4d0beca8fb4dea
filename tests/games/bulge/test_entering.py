"""How reinforcements come onto the map: what it costs, who comes together, who is in the way."""

import pytest

from salient.games.bulge.events import Entered, LostStep
from tests.games.bulge.table import RealTable, Table


@pytest.mark.rule("bulge:9.3a")
def test_a_reinforcement_may_choose_among_the_entries_of_its_direction() -> None:
    table = Table(turn=2).move("german").play("activate FB")
    assert table.offered("enter") == {"enter E1", "enter E2"}


@pytest.mark.rule("bulge:9.3a")
def test_an_entry_is_closed_while_an_enemy_stands_on_its_hex() -> None:
    table = Table(turn=2).put("0614", "i1/106").move("german").play("activate FB")
    assert table.offered("enter") == {"enter E2"}


@pytest.mark.rule("bulge:9.3a", "bulge:7.2-1", "bulge:10.4a")
def test_on_the_real_map_the_airborne_divisions_march_in_from_the_corner() -> None:
    table = RealTable(turn=3).move("allied").play("activate 504/82", "enter SW1")
    assert {"march 0101", "march 0202", "march 1602"} <= table.offered()
    assert table.play("move 0101").spent() == 1


@pytest.mark.rule("bulge:7.2-1")
def test_on_the_real_map_they_march_on_from_the_corner_as_far_as_the_enemy() -> None:
    table = RealTable(turn=6).put("0101", "504/82").put("0306", "Pz1/1SS").move("allied")
    marches = table.reach("504/82", "march")
    assert {"0202", "1702"} <= marches
    assert "0307" not in marches


@pytest.mark.rule("bulge:9.3a")
def test_a_reinforcement_that_was_destroyed_does_not_come_again() -> None:
    table = Table(turn=3)
    table.g.steps_left[table.unit("FB")] = 0
    assert "activate FG" in table.move("german").offered()
    assert "activate FB" not in table.offered()


@pytest.mark.rule("bulge:9.3b")
def test_a_reinforcement_may_wait() -> None:
    table = Table(turn=2).move("german").play("activate FB", "wait", "end")
    assert table.happened(Entered) == []
    assert "activate FB" in Table(turn=3).move("german").offered()


@pytest.mark.rule("bulge:7.5", "bulge:6.2-6")
def test_reinforcements_that_may_stack_come_on_together() -> None:
    table = Table(turn=2).move("german").play("skorzeny brigade", "activate FB")
    assert table.offered("join") == {"join FG", "join VDH"}
    table.play("join FG", "enter E1", "move 0612")
    assert (table.where("FB"), table.where("FG")) == ("0612", "0612")
    assert table.spent() == 3


@pytest.mark.rule("bulge:9.3a")
def test_reinforcements_of_different_directions_do_not_come_on_together() -> None:
    table = Table(turn=3).move("allied").play("activate r1/1")
    assert "activate CCA/10A" in Table(turn=3).move("allied").offered()
    assert table.offered("join") == set()


@pytest.mark.rule("bulge:9.5-3a")
def test_commandos_do_not_come_on_with_other_troops() -> None:
    table = Table(turn=2).move("german").play("skorzeny commandos", "activate FB")
    assert not {f"join Cdo{number}" for number in range(1, 7)} & table.offered("join")
    assert table.play("wait", "activate Cdo1").offered("join") == set()


@pytest.mark.rule("bulge:6.3a")
def test_reinforcements_pass_through_a_full_entry_hex() -> None:
    table = Table(turn=3).put("0614", "pz/1SS", "pg1/1SS", "g1/12").move("german")
    table.play("activate pz/1SS", "join pg1/1SS", "join g1/12", "wait")
    table.play("activate FB", "enter E1")
    assert "move 0614" not in table.offered()
    assert "move 0613" in table.offered()


@pytest.mark.rule("bulge:6.3a")
def test_a_reinforcement_may_stop_in_a_full_entry_hex_that_others_can_leave() -> None:
    table = Table(turn=3).put("0614", "pz/1SS", "pg1/1SS", "g1/12").move("german")
    table.play("activate FB", "enter E1", "move 0614", "stop", "end")
    assert table.asked == "german overstacked"


@pytest.mark.rule("bulge:10.4b", "bulge:10.4c")
def test_aircraft_over_the_entry_make_it_dearer_and_cost_a_step() -> None:
    table = Table(turn=8).begin_turn().play("interdict 0614", "end", "activate FB", "enter E1")
    assert "move 0609" not in table.offered()
    table.play("move 0614")
    assert table.spent() == 2
    assert table.happened(LostStep) == [LostStep(table.unit("FB"))]


@pytest.mark.rule("bulge:13.3-2a")
def test_a_unit_that_comes_on_takes_the_hexes_it_passes() -> None:
    table = Table(turn=3).passed("german", "0301", "0302", "Alpha").move("allied")
    table.play("activate 501/101", "enter SW1", "move Alpha")
    last = table.g.german_last
    assert not any(last >> table.place(name) & 1 for name in ("0301", "0302", "Alpha"))


@pytest.mark.rule("bulge:13.8b")
def test_a_guard_comes_back_at_its_entry_when_the_breakthrough_is_over() -> None:
    table = Table(turn=4)
    table.g.guards[table.g.setting.entries_of["SW"][0]] = table.unit("i1/28")
    table.move("allied").play("activate i1/28")
    assert table.offered("enter") == {"enter SW1"}
    table.play("enter SW1", "move 0301")
    assert table.g.guards == {}


@pytest.mark.rule("bulge:13.8b")
def test_a_guard_stays_while_germans_are_beyond_its_entry() -> None:
    table = Table(turn=4)
    entry = table.g.setting.entries_of["SW"][0]
    table.g.guards[entry] = table.unit("i1/28")
    table.g.exits[table.unit("pz/Lehr")] = entry
    assert "activate i1/28" not in table.move("allied").offered()
