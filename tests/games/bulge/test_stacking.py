"""Chapter 6: stacking."""

import msgspec
import pytest

from salient.engine.events import Moved
from salient.games.bulge import GAME
from salient.games.bulge.events import Destroyed
from salient.games.bulge.rules.stacking import compatible, may_stack
from salient.games.bulge.setting import BulgeSetting
from tests.games.bulge.table import TOY, Table


def together(*units: str, place: str = "0912") -> bool:
    """Whether units of the test game may share a hex."""
    table = Table()
    group = sum(1 << table.unit(name) for name in units)
    return may_stack(table.g, table.place(place), group)


def printed_together(a: str, b: str) -> bool:
    """Whether two units of the real game may share a hex."""
    setting = GAME.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    return compatible(setting.units[setting.unit(a)], setting.units[setting.unit(b)])


# -- stacks (6.1, 6.2) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:6.1")
def test_two_units_in_a_hex_form_a_stack_and_may_move_together() -> None:
    table = Table().put("1107", "i1/2", "i2/2").put("1106", "i3/2").move("allied")
    table.play("activate i1/2")
    assert table.offered("join") == {"join i2/2"}
    table.play("join i2/2", "move 1108", "stop")
    assert table.happened(Moved)[0].units == (table.unit("i1/2"), table.unit("i2/2"))
    assert (table.where("i1/2"), table.where("i2/2")) == ("1108", "1108")


@pytest.mark.rule("bulge:6.1")
def test_three_units_in_a_hex_are_one_stack_too() -> None:
    table = Table().put("1107", "i1/2", "i2/2", "i3/2").move("allied")
    table.play("activate i1/2", "join i2/2", "join i3/2", "move 1108", "stop")
    assert [len(event.units) for event in table.happened(Moved)] == [3]
    assert {table.where(unit) for unit in ("i1/2", "i2/2", "i3/2")} == {"1108"}


@pytest.mark.rule("bulge:6.2")
def test_three_units_may_share_a_hex_and_four_may_not() -> None:
    assert together("pz/1SS", "pg1/1SS", "pg2/1SS")
    assert not together("pz/1SS", "pg1/1SS", "pg2/1SS", "fj/3FJ")


@pytest.mark.rule("bulge:6.2")
def test_a_fourth_unit_may_not_end_its_move_with_three_that_stay() -> None:
    table = Table().put("0612", "g1/62", "g2/62", "g3/62").put("0712", "pz/Lehr")
    table.move("german", 2)
    assert "0612" not in table.reach("pz/Lehr")
    assert "0611" in table.reach("pz/Lehr")


@pytest.mark.rule("bulge:6.2")
def test_a_third_unit_may_join_two() -> None:
    table = Table().put("0612", "g1/62", "g2/62").put("0712", "pz/Lehr").move("german", 2)
    assert "0612" in table.reach("pz/Lehr")


# -- who may stack with whom (6.2-1 to 6.2-7) ----------------------------------------------------


@pytest.mark.rule("bulge:6.2-1")
def test_a_unit_may_not_enter_a_hex_with_enemies_but_a_commando_may() -> None:
    table = Table().put("1107", "i1/2").put("1109", "Cdo1").put("1108", "fj/3FJ").move("german")
    assert "1107" not in table.reach("fj/3FJ")
    assert "1107" in table.reach("Cdo1")


@pytest.mark.rule("bulge:6.2-1")
def test_an_allied_unit_may_enter_the_hex_of_a_commando_only() -> None:
    table = Table().put("1107", "Cdo1").put("1207", "fj/3FJ").put("1106", "i1/2").move("allied")
    assert "1107" in table.reach("i1/2")
    assert "1207" not in table.reach("i1/2")


@pytest.mark.rule("bulge:6.2-4a", "bulge:6.2-4b", "bulge:6.2-7")
def test_a_british_brigade_would_not_stack_with_the_armour_of_a_division() -> None:
    """There is none in the game: the brigades may stack with each other only."""
    setting = Table().g.setting
    brigade, other = (setting.units[setting.unit(name)] for name in ("b29", "b33"))
    assert compatible(brigade, other)
    assert not compatible(brigade, msgspec.structs.replace(other, division="Gds"))
    assert not compatible(msgspec.structs.replace(other, division="Gds"), brigade)


@pytest.mark.rule("bulge:6.2-2")
def test_americans_and_british_may_not_stack() -> None:
    assert not together("CCA/9A", "b71/53")
    assert together("b29", "b71/53")
    assert together("CCA/9A", "i1/2")


@pytest.mark.rule("bulge:6.2-2")
def test_a_fortress_does_not_bring_americans_and_british_together() -> None:
    assert not together("CCA/9A", "b71/53", place="Delta")


@pytest.mark.rule("bulge:6.2-3")
def test_units_of_different_german_armies_may_not_stack() -> None:
    assert not together("pz/1SS", "g1/62")
    assert together("pz/1SS", "g1/12")


@pytest.mark.rule("bulge:6.2-3")
@pytest.mark.parametrize("unit", ["pz/1SS", "pz/Lehr"])
def test_white_units_may_stack_with_any_army(unit: str) -> None:
    assert together("g1/79", unit)


@pytest.mark.rule("bulge:6.2-3")
def test_a_white_unit_does_not_bring_two_armies_together() -> None:
    assert not together("pz/1SS", "VDH", "g1/62")


@pytest.mark.rule("bulge:6.2-4a")
def test_one_colour_needs_one_division() -> None:
    assert not together("g1/62", "g1/560")
    assert together("g1/62", "g2/62")


@pytest.mark.rule("bulge:6.2-4a")
def test_different_colours_may_be_of_different_divisions() -> None:
    assert together("g1/62", "pz/Lehr")
    assert together("i1/2", "CCA/9A", "14Cav")


@pytest.mark.rule("bulge:6.2-4a")
def test_a_unit_of_another_division_and_the_same_colour_is_not_let_in() -> None:
    table = Table().put("1107", "i1/2").put("1106", "i1/99").put("1206", "i2/2")
    table.move("allied").play("activate i1/2", "wait")
    assert "1107" not in table.reach("i1/99")
    assert "1107" in table.reach("i2/2")


@pytest.mark.rule("bulge:ex-6.2-4a")
def test_ss_divisions_do_not_mix_but_take_paratroops() -> None:
    assert not printed_together("Pz1/1SS", "Pz2/2SS")
    assert printed_together("Pz1/1SS", "5/3FJ")


@pytest.mark.rule("bulge:6.2-4b")
def test_a_brigade_does_not_stack_with_divisional_units_of_its_colour() -> None:
    assert not together("150", "pz/Lehr")
    assert together("150", "g1/62")


@pytest.mark.rule("bulge:6.2-4b")
def test_two_brigades_of_one_colour_do_not_stack_either() -> None:
    assert not together("150", "FB")


@pytest.mark.rule("bulge:ex-6.2-4b")
def test_panzer_lehr_does_not_stack_with_the_fuehrer_begleit_brigade() -> None:
    assert not printed_together("Pz130/Lehr", "FB")


@pytest.mark.rule("bulge:6.2-5")
def test_commandos_do_not_count() -> None:
    assert together("g1/62", "g2/62", "g3/62", "Cdo1", "Cdo2", "Cdo3", "Cdo4")
    table = Table().put("0612", "g1/62", "g2/62", "g3/62", "Cdo1").put("0613", "Cdo2")
    assert "0612" in table.move("german", 2).reach("Cdo2")


@pytest.mark.rule("bulge:6.2-5")
def test_commandos_among_allied_units_do_not_count() -> None:
    table = Table().put("1107", "i1/2", "i2/2", "Cdo1", "Cdo2").put("1106", "i3/2").move("allied")
    table.play("activate i1/2", "wait", "activate i2/2", "wait")
    assert "1107" in table.reach("i3/2")


@pytest.mark.rule("bulge:6.2-6")
def test_the_two_fuehrer_brigades_stack_with_each_other() -> None:
    assert printed_together("FB", "FG")
    assert together("FB", "FG", "g1/62")


@pytest.mark.rule("bulge:6.2-7")
def test_two_british_armoured_brigades_may_stack_and_three_may_not() -> None:
    assert together("b29", "b33")
    assert together("b29", "b33", "b71/53")
    assert not together("b29", "b33", "b34")


# -- too many in a hex (6.3) --------------------------------------------------------------------


@pytest.mark.rule("bulge:6.3a")
def test_a_unit_may_pass_through_a_full_hex() -> None:
    table = Table().put("0612", "g1/62", "g2/62", "g3/62").put("0613", "pz/Lehr")
    table.move("german", 2).play("activate pz/Lehr", "move 0611")
    through = [table.g.setting.board.hex(event.to) for event in table.happened(Moved)]
    assert [str(place) for place in through] == ["0612", "0611"]


def crowded() -> Table:
    """Three regiments in 0612, none moved yet; a panzer regiment stops there as the fourth."""
    table = Table(turn=6).put("0612", "g1/62", "g2/62", "g3/62").put("0712", "pz/Lehr")
    return table.move("german").play("activate pz/Lehr", "move 0612", "stop")


@pytest.mark.rule("bulge:6.3a")
def test_a_unit_may_stop_in_a_full_hex_from_which_others_can_still_go() -> None:
    table = crowded().play("activate g1/62", "move 0613", "stop", "end")
    assert table.happened(Destroyed) == []


@pytest.mark.rule("bulge:6.3a")
def test_the_limit_holds_at_the_end_of_the_movement_phase() -> None:
    table = crowded().play("end")
    assert table.asked == "german overstacked"


@pytest.mark.rule("bulge:6.3b")
@pytest.mark.parametrize("unit", ["pz/Lehr", "g1/62", "g2/62", "g3/62"])
def test_the_owner_chooses_which_unit_is_removed(unit: str) -> None:
    table = crowded().play("end", f"remove {unit}")
    assert table.happened(Destroyed) == [Destroyed(table.unit(unit), "overstacked")]
    assert table.asked == ""


@pytest.mark.rule("bulge:6.3b")
@pytest.mark.parametrize(("unit", "points"), [("pz/Lehr", -2), ("g1/62", -1)])
def test_a_removed_unit_counts_as_destroyed(unit: str, points: int) -> None:
    assert crowded().play("end", f"remove {unit}").g.destroyed_vp == points


@pytest.mark.rule("bulge:6.3b")
def test_only_units_that_break_a_rule_are_removed() -> None:
    """The cavalry is in nobody's way: one of the two infantry regiments must go."""
    table = Table(turn=6).put("1107", "i1/2", "14Cav").put("1106", "i1/99").move("allied")
    table.play("activate i1/99", "move 1107", "stop", "end")
    assert table.offered() == {"remove i1/2", "remove i1/99"}


@pytest.mark.rule("bulge:6.3b")
def test_units_are_removed_until_the_hex_is_within_the_limits() -> None:
    table = crowded().play("activate g1/62", "move 0712", "stop", "end")
    table.put("0612", "pg1/1SS", "pg2/1SS").fight("german").play("remove pz/Lehr")
    assert table.asked == "german overstacked"
    table.play("remove pg1/1SS")
    assert table.asked == "german overstacked"
    assert table.play("remove pg2/1SS").asked == ""


@pytest.mark.rule("bulge:6.3a", "bulge:6.3b")
def test_the_limit_holds_when_combats_are_resolved() -> None:
    table = Table(turn=6).put("0612", "g1/62", "g2/62", "g3/62", "pz/Lehr").fight("german")
    assert table.asked == "german overstacked"


@pytest.mark.rule("bulge:6.3a")
def test_three_brigades_too_many_are_mended_by_removing_one() -> None:
    table = Table(turn=6).put("1107", "b29", "b33", "b34").fight("allied")
    assert table.offered() == {"remove b29", "remove b33", "remove b34"}
    assert table.play("remove b29").asked == ""


def test_the_test_game_keeps_the_rules_of_the_real_one() -> None:
    assert TOY.options == GAME.options
