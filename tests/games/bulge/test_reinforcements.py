"""Chapter 9.3: reinforcements."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Entered
from tests.games.bulge.table import RealTable, Table


def arrivals(turn: int, side: str, number: int = 1) -> set[str]:
    """Units that may come on, on a map where one unit of each side stands already."""
    table = Table(turn).put("0103", "i1/4").put("0612", "pz/Lehr").move(side, number)
    return {text.split()[1] for text in table.offered("activate")} - {"i1/4", "pz/Lehr"}


def allied(turn: int) -> Table:
    return Table(turn).put("0203", "i1/4").move("allied")


# -- when and where (9.3a) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.3a")
def test_nobody_arrives_on_turn_one() -> None:
    assert arrivals(1, "german") == arrivals(1, "allied") == set()


@pytest.mark.rule("bulge:9.3a")
def test_reinforcements_arrive_in_the_first_movement_phase_of_their_turn() -> None:
    assert arrivals(2, "allied") == {"CCA/10A", "r1/1"}
    assert arrivals(2, "german") == {"FB", "FG", "VDH"}
    assert arrivals(3, "german") == {"FB", "FG", "VDH", "g1/79"}


@pytest.mark.rule("bulge:9.3a")
def test_nobody_arrives_in_a_second_movement_phase() -> None:
    assert arrivals(2, "german", 2) == arrivals(2, "allied", 2) == set()


@pytest.mark.rule("bulge:9.3a")
@pytest.mark.parametrize(
    ("unit", "turn", "side", "entries"),
    [
        ("FB", 2, "german", {"enter E1", "enter E2"}),
        ("r1/1", 2, "allied", {"enter N1"}),
        ("CCA/10A", 2, "allied", {"enter S1"}),
        ("501/101", 3, "allied", {"enter SW1"}),
        ("b29", 5, "allied", {"enter NW1"}),
    ],
)
def test_reinforcements_arrive_at_their_letter(
    unit: str, turn: int, side: str, entries: set[str]
) -> None:
    table = Table(turn).move(side).play(f"activate {unit}")
    assert table.offered("enter") == entries


@pytest.mark.rule("bulge:9.3a")
def test_a_reinforcement_comes_onto_the_edge_hex_and_moves_on() -> None:
    table = allied(3).play("activate 501/101", "enter SW1", "move 0301")
    assert table.where("501/101") == "0301"
    assert table.spent() == 1
    table.play("move 0302")
    assert table.where("501/101") == "0302"
    (event,) = table.happened(Entered)
    assert event.entry == table.place("SW1")


@pytest.mark.rule("bulge:9.3a")
def test_the_way_onto_the_map_costs_what_the_road_costs() -> None:
    # Six movement points: one for the edge hex, five for five more hexes of road.
    table = allied(2).play("activate r1/1", "enter N1")
    assert "move 1005" in table.offered()
    assert "move 0904" in table.offered()
    assert "move 0804" in table.offered()
    assert "move 0703" not in table.offered()


@pytest.mark.rule("bulge:9.3a")
def test_a_reinforcement_may_come_on_strategically_along_a_main_road() -> None:
    table = allied(2).play("activate r1/1", "enter N1")
    assert "march 0703" in table.offered()


@pytest.mark.rule("bulge:9.3a")
def test_an_enemy_in_the_edge_hex_bars_the_entry() -> None:
    table = Table(2).put("1306", "g1/12").put("0203", "i1/4").move("allied")
    assert table.play("activate r1/1").offered("enter") == set()


@pytest.mark.rule("bulge:9.3a")
def test_a_reinforcement_that_comes_into_an_enemy_zone_of_control_stops() -> None:
    table = Table(2).put("1207", "g1/12").move("allied").play("activate r1/1", "enter N1")
    assert table.offered("move") == {"move 1306"}
    assert table.offered("march") == set()


@pytest.mark.rule("bulge:9.3a")
def test_reinforcements_of_one_place_may_come_on_together() -> None:
    table = Table(2).move("german").play("activate FB", "join FG", "enter E1", "move 0612", "stop")
    assert table.where("FB") == table.where("FG") == "0612"


@pytest.mark.rule("bulge:9.3a")
def test_reinforcements_of_different_places_do_not_come_on_together() -> None:
    table = Table(4).move("allied").play("activate r1/1")
    assert table.offered("join") == {"join r2/1"}


@pytest.mark.rule("bulge:9.3a")
def test_on_the_real_map_germans_come_from_the_east() -> None:
    table = RealTable(2).move("german").play("activate FB")
    assert table.offered("enter") == {"enter E1", "enter E2", "enter E3", "enter E4"}


# -- earlier and later (9.3b) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:9.3b")
@pytest.mark.parametrize("turn", [4, 5, 9])
def test_a_reinforcement_comes_on_its_turn_or_later_at_the_same_place(turn: int) -> None:
    table = allied(turn).play("activate r2/1")
    assert table.offered("enter") == {"enter N1"}


@pytest.mark.rule("bulge:9.3b")
def test_a_reinforcement_does_not_come_early() -> None:
    assert "activate r2/1" not in allied(3).offered()


@pytest.mark.rule("bulge:9.3b")
def test_a_reinforcement_that_is_held_back_waits_for_the_next_turn() -> None:
    table = allied(4).play("activate r2/1", "wait")
    assert "activate r2/1" not in table.offered()
    table.play("end")
    table.g.turn = 5
    table.move("allied").play("activate r2/1")
    assert table.offered("enter") == {"enter N1"}
