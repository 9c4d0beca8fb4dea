"""Rule 9.5-2: commandos on main roads.

The main road of row 6 runs west from the German border (0612 to 0614 are German soil, 0611 the
West Wall) through 0610, 0609 ... to Charlie (0603), an important city.
"""

from __future__ import annotations

import pytest

from tests.games.bulge.table import Table

ROAD = {"0610", "0609", "0608", "0607", "0606", "0605", "0604"}


def commando_goes(*orders: str) -> Table:
    """A commando at 0611 moves in a first movement phase; a panzer regiment stands at 0613."""
    table = Table(3).put("0611", "Cdo1").put("0613", "pz/Lehr").move("german")
    return table.play("activate Cdo1", *orders, "stop", "end")


def marches(table: Table, side: str, unit: str, number: int = 2) -> set[str]:
    """Where a unit may go strategically in the next movement phase of its side."""
    return table.move(side, number).reach(unit, "march")


# -- where they go (9.5-2a) -----------------------------------------------------------------------


@pytest.mark.rule("bulge:9.5-2a")
def test_a_commando_moves_strategically_through_allied_country() -> None:
    table = Table(3).put("0611", "Cdo1").move("german")
    assert table.reach("Cdo1", "march") >= ROAD


@pytest.mark.rule("bulge:9.5-2a")
def test_other_germans_do_not() -> None:
    table = Table(3).put("0611", "pz/Lehr").move("german")
    assert not table.reach("pz/Lehr", "march") & ROAD


@pytest.mark.rule("bulge:9.5-2a")
def test_a_commando_does_not_march_into_an_allied_important_city_even_if_it_is_empty() -> None:
    table = Table(3).put("0606", "Cdo1").move("german")
    assert "0603" not in table.reach("Cdo1", "march")
    assert "0602" not in table.reach("Cdo1", "march")


@pytest.mark.rule("bulge:9.5-2a", "bulge:7.2-3b")
@pytest.mark.parametrize(("reading", "enters"), [("important", True), ("fortress", False)])
def test_a_fortress_bars_a_commando_only_where_it_is_read_as_an_important_city(
    reading: str, enters: bool
) -> None:
    """Rules 7.2-3 and 8.8 use one word for it, so one option (key_cities) reads both."""
    table = Table(3, key_cities=reading).put("0804", "Cdo1").move("german")
    assert ("0904" in table.reach("Cdo1", "march")) == enters


@pytest.mark.rule("bulge:9.5-2a", "bulge:12.6")
def test_a_fortress_that_has_fallen_once_is_an_important_city_to_commandos() -> None:
    table = Table(3).put("0804", "Cdo1")
    table.g.ruined |= 1 << table.place("0904")
    assert "0904" not in table.move("german").reach("Cdo1", "march")


@pytest.mark.rule("bulge:9.5-2a")
def test_a_commando_enters_an_important_city_by_combat_movement() -> None:
    table = Table(3).put("0606", "Cdo1").move("german")
    assert "0603" in table.reach("Cdo1", "move")


@pytest.mark.rule("bulge:9.5-2a")
def test_a_commando_marches_through_an_important_city_the_germans_occupy() -> None:
    table = Table(3).put("0606", "Cdo1").passed("german", "0603", *ROAD).move("german")
    assert {"0603", "0602"} <= table.reach("Cdo1", "march")


# -- what they open (9.5-2b, 9.5-2c) --------------------------------------------------------------


@pytest.mark.rule("bulge:9.5-2b")
@pytest.mark.parametrize("orders", [("march 0606",), ("move 0606",), ("move 0608", "move 0606")])
def test_germans_march_where_a_commando_has_passed(orders: tuple[str, ...]) -> None:
    reached = marches(commando_goes(*orders), "german", "pz/Lehr")
    assert {"0610", "0609", "0608", "0607", "0606"} <= reached
    assert "0605" not in reached


@pytest.mark.rule("bulge:9.5-2b")
def test_the_road_is_open_from_the_next_movement_phase() -> None:
    table = Table(3).put("0611", "Cdo1").put("0613", "pz/Lehr").move("german")
    table.play("activate Cdo1", "march 0606", "stop")
    assert not table.reach("pz/Lehr", "march") & ROAD


@pytest.mark.rule("bulge:9.5-2b")
@pytest.mark.parametrize(("side", "unit"), [("german", "pz/Lehr"), ("allied", "CCA/10A")])
def test_nobody_else_opens_a_road_by_passing(side: str, unit: str) -> None:
    table = Table(3).put("0608", unit).move(side).play(f"activate {unit}", "move 0606", "stop")
    assert table.g.opened == 0


@pytest.mark.rule("bulge:9.5-2b")
def test_a_commando_opens_no_ordinary_road() -> None:
    # 0707 is deep forest with an ordinary road: nobody marches there, nor is it noted as open.
    table = commando_goes("move 0607", "move 0707")
    assert not table.g.opened >> table.place("0707") & 1
    assert table.g.opened >> table.place("0607") & 1


@pytest.mark.rule("bulge:9.5-2c")
def test_allies_still_march_where_only_a_commando_has_passed() -> None:
    table = commando_goes("march 0606", "march 0604").put("0605", "CCA/10A")
    assert {"0606", "0607", "0608"} <= marches(table, "allied", "CCA/10A")


@pytest.mark.rule("bulge:9.5-2c")
@pytest.mark.parametrize(("unit", "taken"), [("Cdo1", False), ("Cdo6", False), ("150", True)])
def test_a_commando_occupies_nothing(unit: str, taken: bool) -> None:
    table = Table(3).put("0610", unit).move("german").play(f"activate {unit}", "move 0606")
    assert bool(table.g.german_last >> table.place("0607") & 1) is taken


# -- and how that ends (9.5-2d, 9.5-2e) -----------------------------------------------------------


@pytest.mark.rule("bulge:9.5-2d")
def test_allies_march_no_more_where_germans_have_used_the_road() -> None:
    table = commando_goes("march 0606").move("german", 2)
    table.play("activate pz/Lehr", "march 0606", "stop", "end")
    # Later the panzers leave the road; what they used stays German.
    table.put("0809", "pz/Lehr").put("0605", "CCA/10A")
    reached = marches(table, "allied", "CCA/10A")
    assert "0604" in reached
    assert not reached & {"0606", "0607", "0608"}


@pytest.mark.rule("bulge:9.5-2d")
def test_germans_keep_the_road_they_have_used() -> None:
    table = commando_goes("march 0606").move("german", 2)
    table.play("activate pz/Lehr", "march 0606", "stop", "end").put("0613", "pz/2SS")
    assert {"0610", "0607"} <= marches(table, "german", "pz/2SS")


def allies_cross(table: Table) -> Table:
    """Armor crosses the opened road at 0607 and goes out of the way."""
    table.put("0507", "CCA/10A").move("allied")
    table.play("activate CCA/10A", "move 0607", "move 0807", "stop", "end")
    return table.put("1304", "CCA/10A")


@pytest.mark.rule("bulge:9.5-2e")
def test_an_allied_passage_closes_the_hexes_it_passed() -> None:
    table = allies_cross(commando_goes("march 0606", "march 0604"))
    reached = marches(table, "german", "pz/Lehr")
    assert {"0610", "0609", "0608"} <= reached
    assert not reached & {"0607", "0606", "0605"}


@pytest.mark.rule("bulge:9.5-2e")
def test_a_commando_that_passes_again_opens_the_road_again() -> None:
    table = allies_cross(commando_goes("march 0606", "march 0604")).move("german", 2)
    table.play("activate Cdo1", "march 0608", "stop", "end")
    assert {"0607", "0606", "0605"} <= marches(table, "german", "pz/Lehr")


@pytest.mark.rule("bulge:9.5-2e")
def test_germans_that_occupy_the_road_may_use_it_again() -> None:
    table = allies_cross(commando_goes("march 0606", "march 0604")).put("0608", "g1/62")
    table.move("german", 1).play("activate g1/62", "move 0607", "stop", "end")
    assert {"0607", "0606", "0605"} <= marches(table, "german", "pz/Lehr")
