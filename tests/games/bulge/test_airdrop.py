"""Chapter 9.4: von der Heydte's paratroops."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import DropFailed, Dropped
from salient.games.bulge.rules.supply import SupplyCheck
from salient.games.bulge.rules.victory import german_total
from salient.games.bulge.setting import GERMAN
from tests.conftest import Dice
from tests.games.bulge.table import Table

# Faces of the direction die on the airdrop table of the test map.
NE, E, SE, SW, W, NW = 1, 2, 3, 4, 5, 6
ON_TARGET, TURN_BACK = 6, 5


def german(turn: int = 2) -> Table:
    """A German first movement phase with a panzer regiment on the map."""
    return Table(turn).put("0612", "pz/Lehr").move("german")


def jump(table: Table, aim: str) -> Table:
    return table.play("drop", f"land {aim}")


def check_supply(table: Table) -> Table:
    return table.run(SupplyCheck(GERMAN))


# -- who and when (9.4-1) -------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.4-1")
@pytest.mark.parametrize("turn", [2, 3, 8])
def test_von_der_heydte_may_jump_on_turn_two_or_later(turn: int) -> None:
    assert "drop" in german(turn).offered()


@pytest.mark.rule("bulge:9.4-1")
def test_von_der_heydte_does_not_jump_on_turn_one() -> None:
    assert "drop" not in german(1).offered()


@pytest.mark.rule("bulge:9.4-1")
def test_von_der_heydte_may_walk_instead() -> None:
    table = german().play("activate VDH", "enter E1", "move 0614", "stop")
    assert table.where("VDH") == "0614"
    assert "drop" not in table.offered()


@pytest.mark.rule("bulge:9.4-1")
def test_allied_airborne_troops_do_not_jump() -> None:
    table = Table(3).put("0203", "i1/4").move("allied")
    assert "activate 501/101" in table.offered()
    assert "drop" not in table.offered()


@pytest.mark.rule("bulge:9.4-2a")
def test_the_drop_belongs_to_the_first_movement_phase() -> None:
    assert "drop" not in Table(2).put("0612", "pz/Lehr").move("german", 2).offered()


@pytest.mark.rule("bulge:9.4-2d", "bulge:13.3-2a")
def test_the_hex_where_they_come_down_is_taken_from_the_allies(dice: Dice) -> None:
    dice(ON_TARGET)
    table = jump(german(), "0404")
    assert table.g.german_last >> table.place("0404") & 1


@pytest.mark.rule("bulge:9.4-4a")
@pytest.mark.parametrize("turn", [1, 3])
def test_all_others_move_as_they_like(turn: int) -> None:
    table = Table(turn).put("1012", "pz/1SS", "pg1/1SS").move("german")
    assert {"activate pz/1SS", "activate pg1/1SS"} <= table.offered()


# -- the target and the dice (9.4-2a to 9.4-2c) ---------------------------------------------------


@pytest.mark.rule("bulge:9.4-2a")
@pytest.mark.parametrize("aim", ["0305", "0406", "0603", "0904", "0505", "0707"])
def test_no_city_and_no_forest_is_aimed_at(aim: str) -> None:
    assert f"land {aim}" not in german().play("drop").offered()


@pytest.mark.rule("bulge:9.4-2a")
@pytest.mark.parametrize("aim", ["0404", "0909", "0303"])
def test_plain_hills_and_towns_may_be_aimed_at(aim: str) -> None:
    assert f"land {aim}" in german().play("drop").offered()


@pytest.mark.rule("bulge:9.4-2b")
def test_a_six_lands_on_the_target(dice: Dice) -> None:
    dice(ON_TARGET)
    assert jump(german(), "0404").where("VDH") == "0404"


@pytest.mark.rule("bulge:9.4-2b")
def test_a_five_turns_back(dice: Dice) -> None:
    dice(TURN_BACK)
    table = jump(german(), "0404")
    assert table.where("VDH") == ""
    assert [event.reason for event in table.happened(DropFailed)] == ["turned_back"]


@pytest.mark.rule("bulge:9.4-2b", "bulge:9.4-2c")
@pytest.mark.parametrize(
    ("distance", "landed"), [(1, "1007"), (2, "1006"), (3, "1005"), (4, "1004")]
)
def test_one_to_four_drift_as_many_hexes(dice: Dice, distance: int, landed: str) -> None:
    dice(distance, W)
    table = jump(german(), "1008")
    assert table.where("VDH") == landed
    (event,) = table.happened(Dropped)
    assert (event.aimed, event.landed) == (table.place("1008"), table.place(landed))


@pytest.mark.rule("bulge:9.4-2c")
@pytest.mark.parametrize(
    ("direction", "landed"),
    [(NE, "1108"), (E, "1009"), (SE, "0908"), (SW, "0907"), (W, "1007"), (NW, "1107")],
)
def test_the_second_die_gives_the_direction(dice: Dice, direction: int, landed: str) -> None:
    dice(1, direction)
    assert jump(german(), "1008").where("VDH") == landed


@pytest.mark.rule("bulge:9.4-2c")
def test_whoever_drifts_off_the_map_is_destroyed(dice: Dice) -> None:
    dice(3, W)
    table = jump(german(), "1003")
    assert table.steps("VDH") == 0
    assert [event.reason for event in table.happened(DropFailed)] == ["off_map"]


@pytest.mark.rule("bulge:9.4-2c")
def test_whoever_drifts_just_to_the_edge_lands(dice: Dice) -> None:
    dice(2, W)
    assert jump(german(), "1003").where("VDH") == "1001"


# -- the landing (9.4-2d, 9.4-2e) -----------------------------------------------------------------


@pytest.mark.rule("bulge:9.4-2d")
@pytest.mark.parametrize(
    ("aim", "direction", "steps"),
    [
        ("0604", W, 0),  # important city
        ("0905", W, 1),  # fortress city, a city as others are unless key_cities=fortress
        ("0706", E, 0),  # deep forest
        ("0304", W, 1),  # town
        ("0306", W, 1),  # city
        ("0504", E, 1),  # light forest
        ("0404", W, 2),  # plain
        ("0908", E, 2),  # hill
    ],
)
def test_the_landing_costs_steps_by_terrain(
    dice: Dice, aim: str, direction: int, steps: int
) -> None:
    dice(1, direction)
    assert jump(german(), aim).steps("VDH") == steps


@pytest.mark.rule("bulge:9.4-2d")
def test_a_fortress_read_as_an_important_city_destroys_the_paratroops(dice: Dice) -> None:
    dice(1, W)
    table = Table(2, key_cities="fortress").put("0612", "pz/Lehr").move("german")
    assert jump(table, "0905").steps("VDH") == 0


@pytest.mark.rule("bulge:9.4-2d")
def test_a_reduced_unit_stands_where_it_landed(dice: Dice) -> None:
    dice(1, W)
    assert jump(german(), "0304").where("VDH") == "0303"


@pytest.mark.rule("bulge:9.4-2e")
def test_landing_among_enemies_destroys_the_paratroops(dice: Dice) -> None:
    dice(ON_TARGET)
    table = Table(2).put("0404", "i1/4").move("german")
    assert jump(table, "0404").steps("VDH") == 0


@pytest.mark.rule("bulge:9.4-2e")
def test_landing_next_to_enemies_does_no_harm(dice: Dice) -> None:
    dice(ON_TARGET)
    table = jump(Table(2).put("0405", "i1/4").move("german"), "0404")
    assert table.steps("VDH") == 2
    assert table.where("VDH") == "0404"


@pytest.mark.rule("bulge:9.4-2e")
def test_landing_on_a_full_stack_of_friends_costs_a_unit_at_the_end_of_the_phase(
    dice: Dice,
) -> None:
    dice(ON_TARGET)
    table = jump(Table(2).put("0404", "g1/62", "g2/62", "g3/62").move("german"), "0404")
    assert table.play("end").asked == "german overstacked"
    table.play("remove VDH")
    assert table.steps("VDH") == 0


# -- points (9.4-3) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.4-3")
@pytest.mark.parametrize("faces", [(1, W), (2, W)])
def test_paratroops_lost_in_the_drop_cost_a_point(dice: Dice, faces: tuple[int, int]) -> None:
    # One hex west of 0702 is still the map, and two are not; in 0701 an enemy waits.
    dice(*faces)
    table = jump(Table(2).put("0701", "i1/4").move("german"), "0702")
    assert german_total(table.g) == -1


@pytest.mark.rule("bulge:9.4-3")
def test_paratroops_that_turn_back_cost_nothing_and_are_out_of_the_game(dice: Dice) -> None:
    dice(TURN_BACK)
    table = jump(german(), "0404")
    assert german_total(table.g) == 0
    table.play("end")
    table.g.turn = 3
    table.move("german")
    assert not table.offered() & {"drop", "activate VDH"}


# -- afterwards (9.4-4) ---------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.4-4a")
@pytest.mark.parametrize("number", [1, 2])
def test_the_paratroops_do_not_move_in_the_turn_of_the_drop(dice: Dice, number: int) -> None:
    dice(ON_TARGET)
    table = jump(german(), "0404").play("end").move("german", number)
    assert table.offered("activate")
    assert "activate VDH" not in table.offered()


@pytest.mark.rule("bulge:9.4-4a")
def test_the_paratroops_move_in_the_turn_after_the_drop(dice: Dice) -> None:
    dice(ON_TARGET)
    table = jump(german(), "0404").play("end")
    table.g.turn = 3
    assert "activate VDH" in table.move("german").offered()


@pytest.mark.rule("bulge:9.4-4b")
def test_the_paratroops_may_attack_the_enemy_they_landed_beside(dice: Dice) -> None:
    dice(ON_TARGET)
    table = jump(Table(2).put("0405", "14Cav").move("german"), "0404")
    table.play("end").fight("german").play("target 0405")
    assert "commit VDH" in table.offered()


@pytest.mark.rule("bulge:9.4-4c")
def test_the_paratroops_are_in_supply_in_the_turn_of_the_drop(dice: Dice) -> None:
    dice(ON_TARGET)
    # The infantry at 0609 cuts the only road from the east.
    table = jump(Table(2).put("0609", "i1/28").move("german"), "0404").play("end")
    assert not check_supply(table).is_("oos", "VDH")


@pytest.mark.rule("bulge:9.4-4c")
def test_the_paratroops_check_supply_in_the_turn_after_the_drop(dice: Dice) -> None:
    dice(ON_TARGET)
    table = jump(Table(2).put("0609", "i1/28").move("german"), "0404").play("end")
    table.g.turn = 3
    assert check_supply(table).is_("oos", "VDH")
