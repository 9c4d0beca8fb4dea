"""Chapter 10: Allied air support."""

from __future__ import annotations

import pytest

from salient.engine.events import Moved, Rolled
from salient.games.bulge.events import AirMission, CombatResolved, Destroyed, LostStep
from tests.conftest import Dice
from tests.games.bulge.phases import check_supply, end_turn, record, status
from tests.games.bulge.table import RealTable, Table


def flying(turn: int = 10) -> Table:
    """A table with six air markers; on turn 10 no boundary lines need drawing (9.6-4)."""
    table = Table(turn)
    table.g.air_left = 6
    return table


def cut_off() -> Table:
    """An Allied regiment between two German ones that hold all hexes around it."""
    return flying().put("0208", "g1/62").put("0209", "i1/28").put("0210", "g2/62")


# -- when and how many (10.1-10.3) ----------------------------------------------------------------


@pytest.mark.rule("bulge:10.1", "bulge:10.2")
@pytest.mark.parametrize("turn", [8, 12])
def test_in_clear_weather_the_allies_have_six_markers(turn: int) -> None:
    table = Table(turn).put("0612", "g1/62").begin_turn()
    assert table.asked == "allied air_interdict"
    assert table.g.air_left == 6


@pytest.mark.rule("bulge:10.1")
@pytest.mark.parametrize("turn", [7, 13])
def test_before_turn_8_and_after_turn_12_no_aircraft_fly(turn: int) -> None:
    table = Table(turn).put("0612", "g1/62").begin_turn()
    assert table.asked == "german movement"
    assert table.g.air_left == 0


@pytest.mark.rule("bulge:10.2")
def test_no_seventh_marker_is_offered() -> None:
    table = Table(9).put("0612", "g1/62").begin_turn()
    table.play(*(f"interdict 010{column}" for column in range(1, 6)))
    assert table.asked == "allied air_interdict"
    assert table.play("interdict 0106").asked == "german movement"


@pytest.mark.rule("bulge:10.3a")
def test_a_marker_has_one_role_in_a_game_turn() -> None:
    table = Table(10).put("0208", "g1/62").put("0209", "i1/28", "CCA/9A").put("0210", "g2/62")
    table.mark("oos", "i1/28").begin_turn()
    table.play(*(f"interdict 010{column}" for column in range(1, 7)), "end")
    assert table.asked == "german declaring"  # no cover is left for A2
    assert table.play("end").asked == "allied movement"
    table.play("end", "target 0208", "commit i1/28")
    assert "air" not in table.offered()
    table.play("cancel", "end")
    assert {mission.role for mission in table.happened(AirMission)} == {"interdict"}


@pytest.mark.rule("bulge:10.3b", "bulge:10.2")
@pytest.mark.parametrize(("turn", "ready"), [(8, 6), (11, 6), (12, 0)])
def test_used_markers_are_ready_again_on_the_next_turn(turn: int, ready: int) -> None:
    table = Table(turn).put("0612", "g1/62")
    table.g.destroyed_vp = 58
    assert end_turn(table).g.air_left == ready
    assert table.g.turn == turn + 1


@pytest.mark.rule("bulge:10.3-1", "bulge:10.4a")
@pytest.mark.parametrize("number", [1, 2])
def test_interdiction_is_flown_at_the_start_of_both_german_movement_phases(number: int) -> None:
    table = flying().put("0612", "pz/Lehr").put("0401", "CCA/9A")
    assert table.move("german", number).asked == "allied air_interdict"


@pytest.mark.rule("bulge:10.3-1")
@pytest.mark.parametrize("number", [1, 2])
def test_interdiction_is_not_flown_in_allied_movement_phases(number: int) -> None:
    table = flying().put("0612", "pz/Lehr").put("0401", "CCA/9A")
    assert table.move("allied", number).asked == "allied movement"


@pytest.mark.rule("bulge:10.3-2", "bulge:10.5")
@pytest.mark.parametrize("number", [1, 2])
def test_cover_is_flown_before_declarations_in_both_german_combat_phases(number: int) -> None:
    table = flying().put("0208", "pz/1SS").put("0209", "i1/28").fight("german", number)
    assert table.asked == "allied air_cover"
    assert table.play("end").asked == "german declaring"


@pytest.mark.rule("bulge:10.3-3", "bulge:10.6")
@pytest.mark.parametrize("number", [1, 2])
def test_strikes_are_flown_in_both_allied_combat_phases(number: int) -> None:
    table = flying().put("0208", "g1/62").put("0209", "CCA/9A").fight("allied", number)
    assert "air" in table.play("target 0208").offered()


@pytest.mark.rule("bulge:10.3-4", "bulge:10.7")
def test_supply_is_dropped_at_the_start_of_the_second_allied_combat_phase() -> None:
    assert cut_off().mark("oos", "i1/28").fight("allied", 2).asked == "allied air_supply"


@pytest.mark.rule("bulge:10.3-4", "bulge:10.7")
def test_supply_is_not_dropped_in_the_first_allied_combat_phase() -> None:
    assert cut_off().mark("oos", "i1/28").fight("allied", 1).asked == "allied declaring"


# -- interdiction (10.4) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:10.4a")
def test_interdiction_goes_to_any_hex() -> None:
    table = flying().put("0612", "pz/Lehr").move("german")
    assert len(table.offered("interdict")) == 13 * 14


@pytest.mark.rule("bulge:10.4a")
def test_a_hex_takes_one_interdiction_marker() -> None:
    table = flying().put("0612", "pz/Lehr").move("german").play("interdict 0606")
    assert "interdict 0606" not in table.offered()
    assert "interdict 0607" in table.offered()


@pytest.mark.rule("bulge:10.4b")
def test_three_road_hexes_in_range_cost_three_more_points() -> None:
    table = flying().put("0606", "pz/Lehr").move("german").play("interdict 0707", "end")
    table.play("activate pz/Lehr", "move 0607", "move 0707", "move 0807")
    assert sum(moved.cost for moved in table.happened(Moved)) == 6


@pytest.mark.rule("bulge:10.4a", "bulge:10.4b")
def test_road_hexes_two_away_from_the_marker_cost_nothing_more() -> None:
    table = flying().put("0613", "pz/Lehr").move("german").play("interdict 0806", "end")
    assert "0607" in table.reach("pz/Lehr")


@pytest.mark.rule("bulge:10.4b")
def test_movement_off_the_roads_is_not_slowed() -> None:
    table = flying().put("0209", "g1/212").move("german").play("interdict 0111", "end")
    assert "0214" in table.reach("g1/212")
    table.play("activate g1/212", "move 0210", "move 0211")
    assert [moved.cost for moved in table.happened(Moved)] == [1, 1]


@pytest.mark.rule("bulge:10.4b")
def test_strategic_movement_is_slowed_as_well() -> None:
    row = [f"06{column:02}" for column in range(1, 14)]
    table = flying().put("0613", "pz/Lehr").passed("german", *row).move("german")
    assert "0601" in table.play("interdict 0101", "end").reach("pz/Lehr", "march")
    table = flying().put("0613", "pz/Lehr").passed("german", *row).move("german")
    slowed = table.play("interdict 0711", "end").reach("pz/Lehr", "march")  # 0611 and 0612
    assert "0603" in slowed
    assert "0602" not in slowed


@pytest.mark.rule("bulge:10.4b")
def test_a_slower_road_is_no_main_road_yet() -> None:
    """On the real map a common road joins 3536 and 3636; the main road goes round."""
    table = RealTable(10)
    table.g.air_left, table.g.german_last = 6, table.g.setting.board.all
    table.put("3536", "Pz1/1SS").move("german").play("interdict 3636", "end")
    table.play("activate Pz1/1SS", "march 3636")
    passed = [str(table.g.setting.board.hex(moved.to)) for moved in table.happened(Moved)]
    assert passed == ["3535", "3635", "3735", "3636"]


@pytest.mark.rule("bulge:10.4b")
def test_a_reinforcement_pays_for_an_edge_hex_in_range() -> None:
    table = flying().move("german").play("interdict 0713", "end")
    assert table.play("activate FB", "enter E1", "move 0614").spent() == 2


@pytest.mark.rule("bulge:10.4c")
def test_a_stack_entering_the_marker_loses_one_step_in_all() -> None:
    table = flying().put("0612", "g1/62", "g2/62", "g3/62").move("german")
    table.play("interdict 0611", "end", "activate g1/62", "join g2/62", "join g3/62", "move 0611")
    assert table.asked == "german bombed"
    assert table.offered() == {"lose g1/62", "lose g2/62", "lose g3/62"}
    table.play("lose g2/62")
    assert [table.steps(unit) for unit in ("g1/62", "g2/62", "g3/62")] == [2, 1, 2]


@pytest.mark.rule("bulge:10.4c")
def test_each_stack_entering_the_marker_loses_a_step() -> None:
    table = flying().put("0612", "g1/62", "g2/62").move("german").play("interdict 0611", "end")
    table.play("activate g1/62", "move 0611", "stop", "activate g2/62", "move 0611")
    assert table.steps("g1/62") == table.steps("g2/62") == 1


@pytest.mark.rule("bulge:10.4c")
def test_the_step_is_lost_off_the_road_too() -> None:
    table = flying().put("0412", "g1/212").move("german")
    table.play("interdict 0411", "end", "activate g1/212", "move 0411")
    assert table.steps("g1/212") == 1


@pytest.mark.rule("bulge:10.4c")
def test_hexes_beside_the_marker_and_starting_on_it_cost_no_step() -> None:
    table = flying().put("0611", "g1/62").put("0613", "g2/62").move("german")
    table.play("interdict 0611", "end", "activate g1/62", "move 0609", "stop")
    table.play("activate g2/62", "move 0612", "stop")
    assert not table.happened(LostStep)


@pytest.mark.rule("bulge:10.4c", "bulge:13.4-2")
def test_a_reduced_unit_is_destroyed_and_its_stack_goes_on() -> None:
    table = flying().put("0612", "g1/62", "g2/62").put("0612", "g1/62", steps=1).move("german")
    table.play("interdict 0611", "end", "activate g1/62", "join g2/62", "move 0611", "lose g1/62")
    table.play("move 0610")
    assert table.where("g2/62") == "0610"
    assert table.where("g1/62") == ""
    assert [event.reason for event in table.happened(Destroyed)] == ["air"]
    assert table.g.destroyed_vp == -1


@pytest.mark.rule("bulge:10.4c")
def test_a_commando_entering_the_marker_loses_a_step_and_goes_on() -> None:
    """The rule speaks of German units; their uniforms do not help against bombs."""
    table = flying().put("0612", "Cdo1").move("german")
    table.play("interdict 0611", "end", "activate Cdo1", "move 0611")
    assert table.steps("Cdo1") == 1
    table.play("move 0609")
    assert table.where("Cdo1") == "0609"


@pytest.mark.rule("bulge:10.4c", "bulge:9.5-5")
def test_a_reduced_commando_is_lost_under_the_marker_without_points() -> None:
    """Nobody looks for it any more, though Allied units are in the hex."""
    table = flying().put("0612", "Cdo1", steps=1).put("0611", "i1/28").move("german")
    table.play("interdict 0611", "end", "activate Cdo1", "move 0611")
    assert (table.where("Cdo1"), table.g.destroyed_vp) == ("", 0)
    assert not table.happened(Rolled)


@pytest.mark.rule("bulge:10.4c", "bulge:9.5-3b")
def test_a_commando_that_lives_through_the_bombs_may_still_be_found(dice: Dice) -> None:
    table = flying().put("0612", "Cdo1").put("0611", "i1/28").move("german")
    table.play("interdict 0611", "end", "activate Cdo1")
    dice(4)
    table.play("move 0611")
    assert [event.reason for event in table.happened(Destroyed)] == ["found"]
    assert table.asked == "german movement"


@pytest.mark.rule("bulge:10.4d")
def test_interdiction_ends_with_its_movement_phase() -> None:
    table = flying().put("0613", "pz/Lehr").move("german")
    table.play("interdict 0611", "end", "end").move("german", 2)
    assert "0607" in table.play("end").reach("pz/Lehr")
    assert table.g.air_left == 5


# -- defensive and offensive support (10.5, 10.6) -------------------------------------------------


@pytest.mark.rule("bulge:10.5")
def test_cover_over_light_forest_makes_two_shifts_left(dice: Dice) -> None:
    dice(1, 1)
    table = flying().put("0506", "pz/1SS", "pg1/1SS").put("0505", "i1/28").fight("german")
    table.play("cover 0505").attack("0505", "pz/1SS", "pg1/1SS")
    (combat,) = table.happened(CombatResolved)
    assert [(shift.rule, shift.value) for shift in combat.shifts] == [("8.3-4a", -1), ("10.5", -1)]


@pytest.mark.rule("bulge:10.5")
def test_a_hex_without_a_marker_is_not_covered(dice: Dice) -> None:
    dice(1, 1)
    table = flying().put("0506", "pz/1SS", "pg1/1SS").put("0505", "i1/28").put("0606", "i1/4")
    table.fight("german").play("cover 0606", "end").attack("0505", "pz/1SS", "pg1/1SS")
    (combat,) = table.happened(CombatResolved)
    assert [shift.rule for shift in combat.shifts] == ["8.3-4a"]


@pytest.mark.rule("bulge:10.5")
def test_cover_goes_once_to_each_hex_with_allied_units() -> None:
    table = flying().put("0208", "g1/62").put("0209", "i1/28").put("0207", "i1/4").fight("german")
    assert table.offered("cover") == {"cover 0207", "cover 0209"}
    assert table.play("cover 0207").offered("cover") == {"cover 0209"}


@pytest.mark.rule("bulge:10.5")
def test_cover_ends_with_its_combat_phase(dice: Dice) -> None:
    dice(1, 1)
    table = flying().put("0208", "pz/1SS").put("0209", "i1/28").fight("german")
    table.play("cover 0209", "end").fight("german", 2)
    assert table.g.air_left == 5
    table.play("end").attack("0209", "pz/1SS")
    assert not table.happened(CombatResolved)[0].shifts


@pytest.mark.rule("bulge:10.6")
def test_a_strike_in_the_open_turns_three_to_one_into_four_to_one(dice: Dice) -> None:
    dice(3, 3)
    table = flying().put("0208", "g1/62").put("0209", "i1/2", "i2/2", "i3/2").fight("allied")
    table.play("target 0208", "commit i1/2", "commit i2/2", "commit i3/2", "air")
    table.play("declare")
    (combat,) = table.happened(CombatResolved)
    assert (combat.odds, combat.column) == ("3:1", "4:1")
    assert table.g.air_left == 5


@pytest.mark.rule("bulge:10.6")
def test_a_target_takes_one_strike() -> None:
    table = flying().put("0208", "g1/62").put("0209", "i1/2").fight("allied")
    assert "air" not in table.play("target 0208", "air").offered()


@pytest.mark.rule("bulge:10.6")
def test_a_strike_does_not_help_the_other_attack(dice: Dice) -> None:
    dice(3, 3, 3, 3)
    table = flying().put("0208", "g1/62").put("0209", "i1/2", "i2/2").put("0210", "g2/62")
    table.fight("allied").play("target 0208", "commit i1/2", "air", "declare")
    table.play("target 0210", "commit i2/2", "declare", "resolve 0208")
    struck, other = table.happened(CombatResolved)
    assert [shift.rule for shift in struck.shifts] == ["10.6"]
    assert not other.shifts


@pytest.mark.rule("bulge:10.6")
def test_only_the_allies_have_strikes() -> None:
    table = flying().put("0208", "g1/62").put("0209", "i1/2").fight("german").play("end")
    assert "air" not in table.play("target 0209").offered()


# -- air supply (10.7) ----------------------------------------------------------------------------


@pytest.mark.rule("bulge:10.7")
def test_supply_is_dropped_once_to_each_hex_of_units_cut_off() -> None:
    table = cut_off().put("1209", "i1/4").put("0201", "i1/9")
    table.mark("oos", "i1/28").mark("isolated", "i1/4").fight("allied", 2)
    assert table.offered("supply") == {"supply 0209", "supply 1209"}
    assert table.play("supply 1209").offered("supply") == {"supply 0209"}


@pytest.mark.rule("bulge:10.7")
@pytest.mark.parametrize("flag", ["oos", "isolated"])
def test_a_drop_halts_the_worsening_of_a_unit_cut_off(flag: str) -> None:
    table = cut_off().mark(flag, "i1/28").fight("allied", 2).play("supply 0209")
    check_supply(table, "allied")
    assert table.is_(flag, "i1/28")
    assert table.steps("i1/28") == 2


@pytest.mark.rule("bulge:10.7")
def test_without_a_drop_things_get_worse() -> None:
    table = cut_off().mark("oos", "i1/28").fight("allied", 2).play("end")
    assert status(check_supply(table, "allied"), "i1/28") == "isolated"


@pytest.mark.rule("bulge:10.7")
def test_a_drop_helps_for_one_turn_only() -> None:
    table = cut_off().mark("isolated", "i1/28").fight("allied", 2).play("supply 0209")
    check_supply(table, "allied")
    record(table, "allied")
    assert table.steps("i1/28") == 2
    check_supply(table.fight("allied", 2).play("end"), "allied")
    assert table.steps("i1/28") == 1


@pytest.mark.rule("bulge:10.7", "bulge:11.4b")
def test_a_unit_with_a_drop_and_an_open_path_is_back_in_supply() -> None:
    table = flying().put("0209", "i1/28").mark("isolated", "i1/28")
    table.fight("allied", 2).play("supply 0209")
    assert status(check_supply(table, "allied"), "i1/28") == "supplied"
