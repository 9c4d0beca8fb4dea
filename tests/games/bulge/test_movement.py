"""Chapter 7: combat movement, hex by hex and stack by stack."""

import pytest

from salient.engine.events import Moved, Rolled
from salient.games.bulge import GAME
from salient.games.bulge.events import LostStep
from salient.games.bulge.sequence import MovementPhase
from salient.games.bulge.setting import GERMAN, BulgeSetting
from tests.conftest import Dice
from tests.games.bulge.figures import Figure
from tests.games.bulge.table import Table

# -- two kinds of movement (7.1) ----------------------------------------------------------------


@pytest.mark.rule("bulge:7.1a")
def test_before_it_moves_a_unit_may_choose_either_movement() -> None:
    table = Table().put("0604", "i1/2").move("allied").play("activate i1/2")
    assert "move 0605" in table.offered()
    assert "march 0605" in table.offered()


@pytest.mark.rule("bulge:7.1a")
def test_after_strategic_movement_there_is_no_combat_movement() -> None:
    table = Table().put("0604", "i1/2").move("allied").play("activate i1/2", "march 0605")
    assert table.offered("move") == set()
    assert "march 0606" in table.offered()


@pytest.mark.rule("bulge:7.1a")
def test_after_combat_movement_there_is_no_strategic_movement() -> None:
    table = Table().put("0604", "i1/2").move("allied").play("activate i1/2", "move 0605")
    assert table.offered("march") == set()
    assert "move 0606" in table.offered()


@pytest.mark.rule("bulge:7.1a")
def test_in_the_next_phase_the_choice_is_free_again() -> None:
    table = Table().put("0604", "CCA/9A")
    table.run(MovementPhase(1, 2), MovementPhase(1, 1))
    table.play("activate CCA/9A", "march 0605", "stop", "end", "activate CCA/9A")
    assert table.offered("move")


@pytest.mark.rule("bulge:7.1a", "bulge:13.5b")
@pytest.mark.parametrize(("verb", "exits"), [("move", {"exit W1"}), ("march", set())])
def test_the_map_is_left_by_combat_movement_only(verb: str, exits: set[str]) -> None:
    """A unit that has marched to the edge has points left, but no road to march on."""
    table = Table(turn=6).passed("german", *(f"06{column:02}" for column in range(1, 11)))
    table.put("0604", "pz/Lehr").move("german").play("activate pz/Lehr", f"{verb} 0601")
    assert table.offered("exit") == exits


@pytest.mark.rule("bulge:7.1b")
@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [
        ("i1/2", "allied", 6), ("CCA/9A", "allied", 7), ("14Cav", "allied", 8),
        ("b29", "allied", 7), ("pz/Lehr", "german", 6), ("g1/62", "german", 5),
        ("Cdo1", "german", 8),
    ],
)  # fmt: skip
def test_units_go_as_far_as_the_table_says(unit: str, side: str, points: int) -> None:
    """From 0613 along the road to the west, where nobody is in the way."""
    table = Table(turn=6).put("0613", unit).move(side)
    assert f"06{13 - points:02}" in table.reach(unit)
    assert f"06{12 - points:02}" not in table.reach(unit)


@pytest.mark.rule("bulge:7.1b")
@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [("pz/Lehr", "german", 12), ("g1/62", "german", 10), ("CCA/9A", "allied", 14)],
)
def test_strategic_movement_has_an_allowance_of_its_own(unit: str, side: str, points: int) -> None:
    """Along the main road from 0613 to the west, all of it in the side's own hands."""
    row = [f"06{column:02}" for column in range(1, 15)]
    table = Table(turn=6).passed(side, *row).put("0613", unit).move(side)
    marched = table.reach(unit, "march")
    assert set(row[max(0, 12 - points) : 12]) <= marched
    assert not set(row[: max(0, 12 - points)]) & marched


@pytest.mark.rule("bulge:7.1b")
@pytest.mark.parametrize("unit", ["Pz1/1SS", "9/2"])
def test_american_infantry_and_panzers_have_six_points(unit: str) -> None:
    setting = GAME.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    assert setting.allowance[setting.unit(unit)][0] == 6


# -- freedom of movement (7.3) ------------------------------------------------------------------


@pytest.mark.rule("bulge:7.3a")
def test_nobody_has_to_move() -> None:
    table = Table().put("0612", "g1/62").put("0712", "pz/Lehr").move("german").play("end")
    assert table.happened(Moved) == []
    assert table.asked == ""


@pytest.mark.rule("bulge:7.3a")
def test_some_may_move_and_others_stay() -> None:
    table = Table().put("0612", "g1/62").put("0712", "pz/Lehr").move("german")
    table.play("activate pz/Lehr", "move 0711", "stop", "end")
    assert (table.where("pz/Lehr"), table.where("g1/62")) == ("0711", "0612")


@pytest.mark.rule("bulge:7.3a")
def test_a_unit_may_stop_with_points_left() -> None:
    table = Table().put("1107", "i1/2").move("allied").play("activate i1/2", "move 1106")
    assert table.spent() == 1
    assert "stop" in table.offered()


@pytest.mark.rule("bulge:7.3b")
def test_unused_points_are_not_saved_for_the_next_phase() -> None:
    table = Table(turn=6).put("0613", "pz/Lehr").put("0812", "g1/560")
    table.run(MovementPhase(GERMAN, 2), MovementPhase(GERMAN, 1))
    table.play("activate pz/Lehr", "move 0612", "stop", "end")
    assert "0606" in table.reach("pz/Lehr")
    assert "0605" not in table.reach("pz/Lehr")


@pytest.mark.rule("bulge:7.3b")
def test_unused_points_are_not_given_to_others() -> None:
    table = Table(turn=6).put("0613", "pz/Lehr").put("0612", "150").move("german")
    table.play("activate 150", "wait")
    assert "0607" in table.reach("pz/Lehr")
    assert "0606" not in table.reach("pz/Lehr")


# -- paying (7.4) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:7.4")
def test_every_hex_is_paid_for() -> None:
    table = Table().put("0503", "i1/2").move("allied")
    table.play("activate i1/2", "move 0504", "move 0505")
    assert [event.cost for event in table.happened(Moved)] == [1, 2]
    assert table.spent() == 3


@pytest.mark.rule("bulge:7.4")
def test_a_hex_cannot_be_entered_without_the_points_for_it() -> None:
    """One point is left of five: enough for the plain, not for the light forest."""
    table = Table(turn=6).put("0408", "g1/62").move("german")
    table.play("activate g1/62", "move 0407", "move 0406", "move 0405", "move 0404")
    assert table.spent() == 4
    assert "move 0504" in table.offered()
    assert "move 0505" not in table.offered()


@pytest.mark.rule("bulge:7.4")
def test_a_reinforcement_pays_for_the_road_onto_the_map() -> None:
    table = Table(turn=2).move("german").play("activate FB", "enter E1", "move 0614")
    assert table.spent() == 1
    assert "move 0609" in table.offered()
    assert "move 0608" not in table.offered()


# -- one stack after another (7.5) --------------------------------------------------------------


@pytest.mark.rule("bulge:7.5")
def test_a_finished_move_cannot_be_resumed() -> None:
    table = Table().put("1107", "i1/2").move("allied").play("activate i1/2", "move 1106", "stop")
    assert "activate i1/2" not in table.offered()


@pytest.mark.rule("bulge:7.5")
def test_choosing_the_next_unit_ends_the_move_of_the_one_before() -> None:
    """No word is needed to stop, but what has been left cannot be resumed."""
    table = Table().put("1107", "i1/2").put("0710", "i1/106").move("allied")
    table.play("activate i1/2", "move 1106")
    assert table.asked == "allied onward"
    assert "activate i1/2" not in table.offered()
    table.play("activate i1/106")
    assert table.is_("finished", "i1/2")
    assert "activate i1/2" not in table.play("wait").offered()


@pytest.mark.rule("bulge:7.5")
def test_the_phase_may_be_ended_while_a_stack_has_points_left() -> None:
    table = Table().put("1107", "i1/2").move("allied").play("activate i1/2", "move 1106", "end")
    assert table.asked == ""


@pytest.mark.rule("bulge:7.5")
def test_a_stack_that_can_go_nowhere_is_not_asked_to_stop() -> None:
    table = Table().put("1107", "i1/2").put("0710", "i1/106").move("allied")
    table.play("activate i1/2", "move 1101")
    assert table.asked == "allied movement"


@pytest.mark.rule("bulge:7.5", "bulge:7.1a")
def test_once_under_way_nobody_joins_and_the_kind_of_movement_is_kept() -> None:
    table = Table().put("0604", "i1/2").put("0605", "i2/2").move("allied")
    table.play("activate i1/2", "move 0605")
    assert not table.offered("join") | table.offered("march")


@pytest.mark.rule("bulge:7.5")
def test_units_may_move_in_any_order() -> None:
    table = Table().put("1107", "i1/2").put("0710", "i1/106").move("allied")
    assert table.offered("activate") >= {"activate i1/2", "activate i1/106"}
    table.play("activate i1/106", "move 0610", "stop", "activate i1/2", "move 1106", "stop")
    assert (table.where("i1/106"), table.where("i1/2")) == ("0610", "1106")


@pytest.mark.rule("bulge:7.5")
def test_a_stack_moves_at_the_pace_of_its_slowest_unit() -> None:
    table = Table(turn=6).put("0613", "pz/Lehr", "g1/62").move("german")
    table.play("activate pz/Lehr", "join g1/62")
    assert "move 0608" in table.offered()
    assert "move 0607" not in table.offered()


@pytest.mark.rule("bulge:7.5")
def test_a_unit_that_has_moved_cannot_join_a_stack() -> None:
    table = Table().put("1107", "i1/2").put("1106", "i2/2").move("allied")
    table.play("activate i1/2", "move 1106", "stop", "activate i2/2")
    assert table.offered("join") == set()


@pytest.mark.rule("bulge:7.5")
def test_nobody_joins_a_stack_that_has_set_out() -> None:
    table = Table().put("1107", "i1/2").put("1106", "i2/2").move("allied")
    assert table.play("activate i1/2", "move 1106").offered("join") == set()


# -- deep forest (7.6) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:7.6a")
@pytest.mark.parametrize(("origin", "enters"), [("0607", True), ("0706", False), ("0608", False)])
def test_mechanized_units_enter_deep_forest_by_road_only(origin: str, enters: bool) -> None:
    table = Table().put(origin, "CCA/9A").put("1208", "g1/12").move("allied")
    table.play("activate CCA/9A")
    first = table.play("move 0707").happened(Moved)[0]
    assert (first.to == table.place("0707")) == enters


@pytest.mark.rule("bulge:7.6a")
def test_mechanized_units_never_enter_roadless_deep_forest() -> None:
    table = Table().put("0808", "CCA/9A").put("0608", "i1/2").move("allied")
    assert "0708" not in table.reach("CCA/9A")
    assert "0708" in table.reach("i1/2")


@pytest.mark.rule("bulge:7.6a")
def test_mechanized_units_leave_deep_forest_by_road_only() -> None:
    table = Table().put("0707", "CCA/9A").put("0806", "g1/12").put("0506", "g1/62").move("allied")
    assert table.reach("CCA/9A") <= {"0607", "0807"}


@pytest.mark.rule("bulge:7.6a")
def test_a_stack_with_a_mechanized_unit_keeps_to_the_road() -> None:
    table = Table().put("0808", "CCA/9A", "i1/2").move("allied")
    table.play("activate i1/2", "join CCA/9A")
    assert "move 0708" not in table.offered()


# -- the figures --------------------------------------------------------------------------------


@pytest.mark.rule("bulge:ex-fig-7-I-1")
def test_figure_7_i_1_infantry_across_country_and_a_river() -> None:
    table = Figure().put("0206", "i1/2").move("allied").play("activate i1/2")
    totals = []
    for to in ("0207", "0307", "0308", "Golf"):
        table.play(f"move {to}")
        totals.append(sum(event.cost for event in table.happened(Moved)))
    assert totals == [1, 3, 4, 6]
    assert table.is_("finished", "i1/2")


@pytest.mark.rule("bulge:ex-fig-7-I-1")
def test_figure_7_i_1_the_main_road_to_the_town_costs_three() -> None:
    table = Figure().put("0206", "i1/2").move("allied").play("activate i1/2", "move Golf")
    assert table.spent() == 3


@pytest.mark.rule("bulge:ex-fig-7-I-2")
def test_figure_7_i_2_a_panzer_unit_leaves_a_zone_through_the_deep_forest() -> None:
    table = Figure(turn=6).put("0607", "pz/Lehr").put("0506", "i1/28").move("german")
    table.play("activate pz/Lehr", "move 0707", "move India")
    assert [event.cost for event in table.happened(Moved)] == [2 + 1, 1]
    assert table.spent() == 6 - 2
    assert "stop" in table.offered()


# -- air attacks on the way (10.4) --------------------------------------------------------------


def over_the_meuse(steps: int) -> Table:
    """A panzer regiment goes over the bridge at Charlie, on which aircraft wait, in turn 8."""
    table = Table(turn=8).put("0604", "pz/Lehr", steps=steps).begin_turn()
    return table.play("interdict Charlie", "end", "activate pz/Lehr", "move 0602")


@pytest.mark.rule("bulge:10.4b", "bulge:10.4c")
def test_a_move_goes_on_after_an_air_attack() -> None:
    table = over_the_meuse(steps=2)
    assert table.happened(LostStep) == [LostStep(table.unit("pz/Lehr"))]
    assert table.where("pz/Lehr") == "0602"
    assert table.spent() == 4


@pytest.mark.rule("bulge:10.4c")
def test_a_stack_goes_on_without_a_unit_that_is_lost() -> None:
    table = Table(turn=8).put("0612", "pz/Lehr").put("0612", "g1/62", steps=1).begin_turn()
    table.play("interdict 0610", "end", "activate pz/Lehr", "join g1/62", "move 0610")
    table.play("lose g1/62")
    assert (table.where("pz/Lehr"), table.where("g1/62")) == ("0610", "")
    assert table.asked == "german onward"


@pytest.mark.rule("bulge:10.4c")
def test_a_unit_lost_to_the_air_ends_its_move() -> None:
    table = over_the_meuse(steps=1)
    assert table.where("pz/Lehr") == ""
    assert table.asked == "german movement"


@pytest.mark.rule("bulge:10.4c")
def test_a_way_of_equal_cost_avoids_the_marker() -> None:
    table = Table(turn=8).put("0312", "g1/212").begin_turn()
    table.play("interdict 0311", "end", "activate g1/212", "move 0410")
    assert table.happened(LostStep) == []
    assert table.spent() == 3


@pytest.mark.rule("bulge:9.5-3b")
@pytest.mark.parametrize("place", ["1108", "1107", "1208"])
def test_commandos_take_a_way_of_equal_cost_past_allied_units(place: str) -> None:
    table = Table().put("1109", "Cdo1").put(place, "i1/2").move("german")
    table.play("activate Cdo1", "move 1207")
    assert (table.where("Cdo1"), table.spent()) == ("1207", 3)
    assert table.happened(Rolled) == []


@pytest.mark.rule("bulge:9.5-3b")
def test_commandos_that_pass_through_allied_units_are_looked_at(dice: Dice) -> None:
    dice(1)
    table = Table().put("0610", "Cdo1").put("0609", "i1/28").move("german")
    table.play("activate Cdo1", "move 0608")
    assert table.where("Cdo1") == "0608"
    assert [roll.purpose for roll in table.happened(Rolled)] == ["detection"]


@pytest.mark.rule("bulge:10.4c")
def test_commandos_that_pass_under_the_marker_lose_a_step() -> None:
    table = Table(turn=8).put("0610", "Cdo1").begin_turn()
    table.play("interdict 0609", "end", "activate Cdo1", "march 0608")
    assert (table.where("Cdo1"), table.steps("Cdo1")) == ("0608", 1)


@pytest.mark.rule("bulge:10.4c")
@pytest.mark.parametrize("place", ["1108", "1107", "1208"])
def test_commandos_take_a_way_of_equal_cost_past_the_marker(place: str) -> None:
    table = Table(turn=8).put("1109", "Cdo1").begin_turn()
    table.play(f"interdict {place}", "end", "activate Cdo1", "move 1207")
    assert (table.where("Cdo1"), table.spent()) == ("1207", 3)
    assert table.happened(LostStep) == []


@pytest.mark.rule("bulge:9.5-3b")
def test_a_way_of_equal_cost_avoids_commandos() -> None:
    table = Table().put("1107", "i1/2").put("1007", "Cdo1").move("allied")
    table.play("activate i1/2", "move 1005")
    assert table.where("i1/2") == "1005"
    assert table.spent() == 3
