"""Chapters 1 and 2: the players and their units."""

import pytest

from salient.boards.bits import members
from salient.games.bulge import GAME
from salient.games.bulge.events import Destroyed, Entered, LostStep
from salient.games.bulge.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.bulge.battlefield import Battlefield
from tests.games.bulge.table import RealTable, Table

SETTING = RealTable().g.setting
ROWS = SETTING.units
FIGHTERS = [row for row in ROWS if row.role != "commando"]


# -- the players (1.2) --------------------------------------------------------------------------


def test_one_player_commands_the_germans_and_one_the_allies() -> None:
    assert GAME.sides == ("german", "allied")


# -- units and markers (2.1, 2.2, 2.7) -----------------------------------------------------------


@pytest.mark.rule("bulge:2.1", "bulge:2.7")
def test_a_marker_does_not_count_for_stacking() -> None:
    table = Table(turn=8).put("0612", "g1/62", "g2/62").put("0512", "g3/62")
    table.begin_turn().play("interdict 0612", "end")
    table.play("activate g1/62", "wait", "activate g2/62", "wait")
    assert "0612" in table.reach("g3/62")


@pytest.mark.rule("bulge:2.1", "bulge:2.7")
def test_a_marker_has_no_zone_of_control() -> None:
    table = Table(turn=8).put("0110", "g1/212").begin_turn().play("interdict 0108", "end")
    table.play("activate g1/212", "move 0109", "move 0209", "move 0208")
    assert table.spent() == 3


@pytest.mark.rule("bulge:2.2", "bulge:2.4")
def test_a_unit_shows_what_it_is_and_what_it_can_do() -> None:
    assert all(row.nation and row.colour and row.branch and row.size for row in ROWS)
    assert all(row.attack > 0 and row.defence > 0 for row in FIGHTERS)


# -- steps (2.3) --------------------------------------------------------------------------------


@pytest.mark.rule("bulge:2.3a")
def test_a_unit_that_loses_a_step_shows_its_weaker_side(dice: Dice) -> None:
    field = Battlefield(turn=13).put("1108", "pg1/2SS").put("1107", "i1/2").fight("german")
    dice(*field.throw("Ex1", "1:1"))
    field.attack("1107", "pg1/2SS")
    us, ss = field.unit("i1/2"), field.unit("pg1/2SS")
    assert field.happened(LostStep) == [LostStep(us), LostStep(ss)]
    assert (field.g.attack(us), field.g.defence(us)) == (1, 2)
    assert (field.g.attack(ss), field.g.defence(ss)) == (2, 3)


@pytest.mark.rule("bulge:2.3a")
def test_the_front_of_a_unit_has_the_larger_values() -> None:
    assert all(row.attack >= row.attack2 and row.defence >= row.defence2 for row in FIGHTERS)
    assert all(row.attack + row.defence > row.attack2 + row.defence2 for row in FIGHTERS)


@pytest.mark.rule("bulge:2.3b")
def test_a_reduced_unit_that_loses_another_step_is_destroyed(dice: Dice) -> None:
    field = Battlefield(turn=13).put("1108", "pz/2SS").put("1107", "CCA/9A", steps=1)
    dice(*field.throw("Ex1", "2:1"))
    field.fight("german").attack("1107", "pz/2SS")
    assert field.happened(Destroyed) == [Destroyed(field.unit("CCA/9A"), "combat")]
    assert field.where("CCA/9A") == ""


@pytest.mark.rule("bulge:2.3b")
def test_a_full_unit_that_loses_two_steps_at_once_is_destroyed(dice: Dice) -> None:
    field = Battlefield(turn=13).put("1108", "pz/2SS", "pg1/2SS").put("1107", "i1/2")
    dice(*field.throw("Ex2", "3:1"))
    field.fight("german").attack("1107", "pz/2SS", "pg1/2SS")
    assert field.where("i1/2") == ""
    assert field.steps("i1/2") == 0


@pytest.mark.rule("bulge:2.3b")
def test_a_full_unit_that_loses_one_step_stays(dice: Dice) -> None:
    field = Battlefield(turn=13).put("1108", "pz/2SS").put("1107", "i1/2").fight("german")
    dice(*field.throw("Ex1", "2:1"))
    field.attack("1107", "pz/2SS")
    assert field.where("i1/2") == "1107"
    assert field.steps("i1/2") == 1


# -- colours (2.4) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:2.4-1a")
def test_the_nations_fight_on_their_sides() -> None:
    sides = {
        row.nation: {other.side for other in ROWS if other.nation == row.nation} for row in ROWS
    }
    assert sides == {"german": {"german"}, "us": {"allied"}, "british": {"allied"}}


@pytest.mark.rule("bulge:2.4-1b")
def test_commandos_belong_to_the_german_side() -> None:
    assert SETTING.commandos.bit_count() == 6
    assert not SETTING.commandos & ~SETTING.army[GERMAN]
    table = Table().put("0609", "Cdo1")
    assert "activate Cdo1" not in table.move("allied").offered()
    assert "activate Cdo1" in Table().put("0609", "Cdo1").move("german").offered()


@pytest.mark.rule("bulge:2.4-2a")
@pytest.mark.parametrize(
    ("colour", "mech"),
    [
        ("panzer", True), ("armor", True), ("cavalry", True),
        ("infantry", False), ("blue", False), ("commando", False),
    ],
)  # fmt: skip
def test_the_function_colour_says_whether_a_unit_is_mechanized(colour: str, mech: bool) -> None:
    assert {row.mech for row in ROWS if row.colour == colour} == {mech}


@pytest.mark.rule("bulge:2.4-2b")
def test_mechanized_units_and_commandos_move_in_the_second_phase() -> None:
    table = Table().put("0612", "g1/62").put("0712", "pz/Lehr").put("0610", "Cdo1")
    table.move("german", 2)
    assert table.offered("activate") == {"activate pz/Lehr", "activate Cdo1"}


@pytest.mark.rule("bulge:2.4-2b")
def test_only_mechanized_units_attack_in_the_second_phase() -> None:
    table = Table().put("1107", "i1/2").put("1108", "g1/12", "pz/1SS", "Cdo1")
    table.fight("german", 2).play("target 1107")
    assert table.offered("commit") == {"commit pz/1SS"}


@pytest.mark.rule("bulge:2.4-2c")
def test_only_the_heydte_brigade_can_drop() -> None:
    waiting = Table(turn=2).move("german")
    on_the_map = Table(turn=2).put("0614", "VDH").move("german")
    assert "drop" in waiting.offered()
    assert "drop" not in on_the_map.offered()
    assert [row.id for row in ROWS if row.colour == "blue"] == ["VDH"]


@pytest.mark.rule("bulge:2.4-2c")
def test_allied_paratroops_cannot_drop() -> None:
    table = Table(turn=3).move("allied")
    assert "activate 501/101" in table.offered()
    assert "drop" not in table.offered()


@pytest.mark.rule("bulge:2.4-3")
def test_german_units_at_start_have_an_army_and_all_others_none() -> None:
    assert all(bool(row.army) == (row.side == "german" and row.turn == 0) for row in ROWS)


@pytest.mark.rule("bulge:2.4-3", "bulge:9.6c")
def test_units_with_a_white_stripe_belong_to_no_army() -> None:
    """From the hex in which 6th SS Panzer Army has to halt they drive on to the south."""
    bound = Table(turn=3).put("1012", "pz/1SS").move("german").reach("pz/1SS")
    free = Table(turn=3).put("1012", "FB").move("german").reach("FB")
    assert {"0912", "0812", "0712"} <= free
    assert not bound & {"0812", "0712"}


# -- symbols (2.6) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:2.6-1")
@pytest.mark.parametrize(
    ("unit", "size"), [("9/2", "III"), ("1128/560", "III"), ("FB", "X"), ("29/Br", "X")]
)
def test_regiments_and_brigades(unit: str, size: str) -> None:
    assert ROWS[SETTING.unit(unit)].size == size


@pytest.mark.rule("bulge:2.6-2a")
def test_british_armoured_brigades_belong_to_no_division() -> None:
    brigades = [row for row in ROWS if row.nation == "british" and row.mech]
    assert brigades
    assert {row.division for row in brigades} == {""}


@pytest.mark.rule("bulge:2.6-2b")
@pytest.mark.parametrize(
    ("unit", "division"), [("9/2", "2"), ("1128/560", "560"), ("CCA/9A", "9A")]
)
def test_divisional_units_carry_their_division(unit: str, division: str) -> None:
    assert ROWS[SETTING.unit(unit)].division == division


@pytest.mark.rule("bulge:2.6-2c")
def test_american_armored_divisions_are_three_combat_commands() -> None:
    divisions = {row.division for row in ROWS if row.nation == "us" and row.colour == "armor"}
    for division in divisions:
        units = {ROWS[unit].id for unit in members(SETTING.division[division])}
        assert units == {f"{command}/{division}" for command in ("CCA", "CCB", "CCR")}


@pytest.mark.rule("bulge:2.6-3")
def test_a_unit_attacks_with_one_strength_and_defends_with_the_other(dice: Dice) -> None:
    table = Battlefield(turn=13).put("1108", "pz/1SS").put("1107", "i1/2")
    dice(*table.throw("AR", "1:2"))
    table.fight("allied").attack("1108", "i1/2")
    assert (table.combat.attack, table.combat.defence) == (3, 6)


# -- arrival (2.6-4) ----------------------------------------------------------------------------


@pytest.mark.rule("bulge:2.6-4a")
def test_units_without_an_arrival_code_start_on_the_map() -> None:
    g, _ = GAME.start("campaign", bytes(32), {"setup": "historical"})
    assert g.on_map(SETTING.army[GERMAN] | SETTING.army[ALLIED]) == SETTING.at_start


@pytest.mark.rule("bulge:2.6-4b")
def test_a_unit_with_an_arrival_code_comes_on_that_turn_at_that_place() -> None:
    assert "activate r2/1" not in Table(turn=3).move("allied").offered()
    table = Table(turn=4).move("allied").play("activate r2/1")
    assert table.offered("enter") == {"enter N1"}
    table.play("enter N1", "move 1306")
    assert table.happened(Entered) == [
        Entered((table.unit("r2/1"),), table.place("N1"), table.place("1306"))
    ]
