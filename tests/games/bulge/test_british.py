"""Chapter 9.7: the British.

On the test map the Meuse runs between columns 2 and 3; Charlie (0603) is an important city on its
eastern bank, Spa (0203) lies there too. 0606 is three hexes from the river, 0607 four.
"""

from __future__ import annotations

import pytest

from tests.games.bulge.table import RealTable, Table

FAR, NEAR = "0607", "0606"


def british(turn: int = 5, german: str = "", number: int = 1) -> Table:
    """A British brigade at the crossing of 1102, perhaps a German unit somewhere."""
    table = Table(turn).put("1102", "b29").put("0703", "i1/28")
    if german:
        table.put(german, "g1/62")
    return table.move("allied", number)


def may_cross(table: Table) -> bool:
    return bool(table.reach("b29") & {"1103", "1104"})


# -- held back on turn five (9.7a) ----------------------------------------------------------------


@pytest.mark.rule("bulge:9.7a")
def test_the_british_arrive_on_turn_five() -> None:
    assert "activate b29" not in Table(4).put("0703", "i1/28").move("allied").offered()
    assert "activate b29" in Table(5).put("0703", "i1/28").move("allied").offered()


@pytest.mark.rule("bulge:9.7a")
def test_on_turn_five_the_british_stay_behind_the_meuse() -> None:
    table = british()
    assert {"1101", "1002", "0902", "1201"} <= table.reach("b29")
    assert not table.reach("b29") & {"1103", "1104", "1003", "0903"}
    assert not table.reach("b29", "march") & {"1103", "1104"}


@pytest.mark.rule("bulge:9.7a")
@pytest.mark.parametrize("unit", ["b29", "b71/53"])
def test_on_turn_five_the_british_enter_an_important_city_on_the_other_bank(unit: str) -> None:
    table = Table(5).put("0602", unit).put("0103", "i1/4").move("allied")
    assert "0603" in table.reach(unit)
    assert not table.reach(unit) & {"0604", "0703", "0503"}


@pytest.mark.rule("bulge:9.7a")
def test_on_turn_five_the_british_do_not_enter_another_town_on_the_other_bank() -> None:
    table = Table(5).put("0302", "b29").put("0103", "i1/4").move("allied")
    assert "0303" not in table.reach("b29")


@pytest.mark.rule("bulge:9.7a")
def test_the_restriction_holds_in_the_second_movement_phase_too() -> None:
    table = british().play("end").move("allied", 2)
    assert not may_cross(table)


@pytest.mark.rule("bulge:9.7a")
@pytest.mark.parametrize("unit", ["i1/28", "501/101"])
def test_americans_cross_the_meuse_as_they_like(unit: str) -> None:
    table = Table(5).put("1102", unit).move("allied")
    assert "1103" in table.reach(unit)


@pytest.mark.rule("bulge:9.7a")
def test_british_reinforcements_do_not_cross_as_they_arrive() -> None:
    table = Table(5).put("0703", "i1/28").move("allied").play("activate b29", "enter NW1")
    assert {"move 1101", "move 1102"} <= table.offered()
    assert not table.offered() & {"move 1103", "march 1103", "march 1105"}


@pytest.mark.rule("bulge:9.7a")
def test_the_british_may_attack_across_the_river() -> None:
    table = Table(5).put("1102", "b29").put("1103", "g1/62").fight("allied")
    assert "target 1103" in table.offered()


@pytest.mark.rule("bulge:9.7a", "bulge:7.2")
@pytest.mark.parametrize(("turn", "free"), [(5, False), (6, True)])
def test_until_turn_6_the_british_do_not_march_beyond_the_bridge(turn: int, free: bool) -> None:
    table = Table(turn).put("0601", "b29").move("allied")
    marches = table.reach("b29", "march")
    assert {"0602", "0603"} <= marches
    assert ("0604" in marches) is free


# -- freed early (9.7b) ---------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.7b")
def test_a_german_three_hexes_from_the_meuse_frees_the_british() -> None:
    assert may_cross(british(german=NEAR))


@pytest.mark.rule("bulge:9.7b")
def test_it_need_not_be_near_a_city() -> None:
    """0906 is three hexes from the river, and farther from Charlie, Foxtrot and Spa."""
    assert may_cross(british(german="0906"))
    assert not may_cross(british(german="0907"))


@pytest.mark.rule("bulge:9.7b")
def test_a_german_four_hexes_away_does_not() -> None:
    assert not may_cross(british(german=FAR))


@pytest.mark.rule("bulge:9.7b")
def test_freed_british_stay_free_in_the_second_movement_phase() -> None:
    table = british(german=NEAR).put(FAR, "g1/62").play("end")
    assert may_cross(table.move("allied", 2))


@pytest.mark.rule("bulge:9.7b")
def test_a_german_who_comes_near_after_the_first_movement_phase_has_begun_frees_nobody() -> None:
    table = british(german=FAR).put(NEAR, "g1/62")
    assert not may_cross(table)
    assert not may_cross(table.play("end").move("allied", 2))


@pytest.mark.rule("bulge:9.7b")
def test_a_german_who_was_near_on_an_earlier_turn_frees_nobody() -> None:
    table = british(turn=4, german=NEAR).put(FAR, "g1/62").play("end")
    table.g.turn = 5
    assert not may_cross(table.move("allied"))


@pytest.mark.rule("bulge:9.7b")
def test_a_commando_near_the_meuse_frees_nobody() -> None:
    table = Table(5).put("1102", "b29").put("0604", "Cdo1").move("allied")
    assert not may_cross(table)


@pytest.mark.rule("bulge:9.7b")
@pytest.mark.parametrize(("distance", "free"), [(3, True), (4, False)])
def test_on_the_real_map_a_german_three_hexes_from_spa_frees_the_british(
    distance: int, free: bool
) -> None:
    table = RealTable(5).put("Liège", "29/Br")
    east_of_spa = table.g.setting.board.hex(table.place("Spa") + distance)
    table.put(str(east_of_spa), "Pz1/1SS").move("allied")
    assert ("4117" in table.reach("29/Br")) is free


# -- free (9.7c) ----------------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.7c")
def test_from_turn_six_the_british_go_where_they_like() -> None:
    assert may_cross(british(turn=6))
