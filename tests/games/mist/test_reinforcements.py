"""Chapter 11.1-11.2: where and when reinforcements come, and who may use which zone."""

from __future__ import annotations

import pytest

from salient.games.mist.events import Arrived, BattleBegan, Shifted
from tests.games.mist.table import FullTable, Table


def allied_impulse_with(unit: str, zone: str, clock: str, arrived: int) -> Table:
    """An Allied impulse with a reinforcement waiting in a zone since an impulse."""
    table = Table(clock).put(zone, unit).mark("waiting", unit)
    table.g.arrived_at[table.unit(unit)] = arrived
    return table.begin("allied")


def since_17_1(unit: str, clock: str) -> Table:
    """The Allied part of an impulse, with a unit that came to zone E in 17-1 and stayed there."""
    table = Table("17-1").begin_pair().play("arrive at2 E").rest(clock)
    while table.asked != "allied movement":
        table.play("end")
    return table.play(f"activate {unit}")


# -- placement (11.11-11.13) ---------------------------------------------------------------------


@pytest.mark.rule("mist:11.11a")
def test_reinforcements_are_placed_in_the_zone_of_the_order_of_battle() -> None:
    table = Table("17-1").begin_pair()
    assert (table.where("gi7"), table.where("ai7")) == ("B", "E")
    table.play("arrive at2 D").rest("17-2")
    assert table.where("at3") == "H"


@pytest.mark.rule("mist:11.11a")
def test_the_tenth_armored_comes_from_the_south() -> None:
    table = FullTable("17-1").begin_pair().rest("17-2")
    assert (table.where("CCB/10A"), table.where("CCA/10A")) == ("N", "")
    assert table.rest("18-1").where("CCA/10A") == "P"


@pytest.mark.rule("mist:11.11b")
def test_the_allied_player_chooses_among_several_entry_zones() -> None:
    table = Table("17-1").begin_pair()
    assert table.asked == "allied arrival"
    assert table.offered() == {"arrive at2 D", "arrive at2 E", "arrive at2 F"}


@pytest.mark.rule("mist:11.11b")
@pytest.mark.parametrize("zone", ["D", "E", "F"])
def test_any_one_of_the_entry_zones_can_be_picked(zone: str) -> None:
    table = Table("17-1").begin_pair().play(f"arrive at2 {zone}")
    assert table.where("at2") == zone


@pytest.mark.rule("mist:11.12")
def test_reinforcements_move_onto_the_map_in_the_impulse_they_arrive() -> None:
    table = Table("17-1").begin_pair().play("arrive at2 D")
    table.play("activate gi7", "move Birch", "stop", "end")
    table.play("activate at2", "move Heath")
    assert table.clock == "17-1"
    assert (table.where("gi7"), table.where("at2")) == ("Birch", "Heath")


@pytest.mark.rule("mist:11.12")
def test_reinforcements_of_the_second_impulse_move_in_the_second_impulse() -> None:
    table = Table("17-2").begin_pair().play("end", "activate at3")
    assert (table.clock, table.where("at3")) == ("17-2", "H")
    assert "move Heath" in table.offered()


@pytest.mark.rule("mist:11.13")
@pytest.mark.parametrize(
    ("side", "unit", "zone", "area"),
    [
        ("allied", "ai7", "E", "Iris"),
        ("allied", "at3", "H", "Heath"),
        ("german", "gi1", "A", "Ash"),
    ],
)
def test_going_from_a_zone_to_its_area_costs_one_point(
    side: str, unit: str, zone: str, area: str
) -> None:
    """Whatever road is drawn: those of A and H are secondary on the test map."""
    assert Table().put(zone, unit).begin(side).cost(unit, area) == 1


@pytest.mark.rule("mist:11.13")
def test_a_secondary_road_between_areas_stays_one() -> None:
    assert Table().put("Heath", "at3").begin("allied").cost("at3", "Jade") == 2


@pytest.mark.rule("mist:11.13")
def test_going_back_into_a_zone_costs_one_point() -> None:
    assert Table().put("Iris", "ai6").begin("allied").cost("ai6", "F") == 1


@pytest.mark.rule("mist:11.13")
def test_every_zone_of_the_full_map_is_joined_by_primary_roads() -> None:
    setting = FullTable().g.setting
    of_zones = [link for link in setting.board.links if setting.all_zones >> max(link[:2]) & 1]
    assert {max(link[:2]) for link in of_zones} == set(
        range(setting.area_count, setting.place_count)
    )
    assert {link.cost for link in of_zones} == {1}


# -- shifting to other zones (11.14, 11.15) ------------------------------------------------------


@pytest.mark.rule("mist:11.14a")
def test_in_its_own_impulse_a_reinforcement_cannot_change_its_zone() -> None:
    assert since_17_1("ai7", "17-1").offered("shift") == set()


@pytest.mark.rule("mist:11.14a")
def test_one_impulse_later_it_may_enter_from_an_adjacent_zone_for_two_points() -> None:
    table = since_17_1("ai7", "17-2")
    assert table.offered("shift") == {"shift D", "shift F"}
    table.play("shift D")
    assert (table.where("ai7"), table.left()) == ("D", 3)
    assert table.happened(Shifted)[-1] == Shifted((table.unit("ai7"),), table.place("D"), 2)
    table.play("move Heath")
    assert (table.where("ai7"), table.left()) == ("Heath", 2)


@pytest.mark.rule("mist:qa-17")
def test_a_unit_due_at_e_in_17_1_enters_in_17_2_at_e_freely_or_at_d_or_f_for_two() -> None:
    table = since_17_1("ai7", "17-2")
    assert table.offered("shift") == {"shift D", "shift F"}
    assert table.play("move Iris").left() == 4
    assert since_17_1("ai7", "17-2").play("shift F", "move Iris").left() == 2


@pytest.mark.rule("mist:11.14a", "mist:qa-17")
def test_a_stack_shifts_as_far_as_the_unit_that_came_last_may() -> None:
    """at2 has waited in E for two impulses, ai7 for one."""
    table = Table("17-3").put("E", "at2", "ai7").mark("waiting", "at2", "ai7")
    table.g.arrived_at = {table.unit("at2"): 3, table.unit("ai7"): 4}
    table.begin("allied").play("activate at2")
    assert table.offered("shift") == {"shift D", "shift F", "shift G"}
    assert table.play("join ai7").offered("shift") == {"shift D", "shift F"}


@pytest.mark.rule("mist:11.14b")
def test_two_zones_take_two_impulses_and_four_points() -> None:
    assert "shift G" not in since_17_1("ai7", "17-2").offered()
    table = since_17_1("ai7", "17-3").play("shift G")
    assert (table.where("ai7"), table.left()) == ("G", 1)


@pytest.mark.rule("mist:11.14b")
def test_three_zones_take_three_impulses_and_six_points() -> None:
    assert "shift H" not in since_17_1("at2", "17-3").offered()
    table = since_17_1("at2", "18-1").play("shift H")
    assert (table.where("at2"), table.left()) == ("H", 2)


@pytest.mark.rule("mist:11.14b")
def test_a_unit_cannot_shift_further_than_it_can_pay() -> None:
    table = since_17_1("ai7", "18-1")
    assert table.offered("shift") == {"shift D", "shift F", "shift G"}


@pytest.mark.rule("mist:11.14b")
def test_zone_p_is_next_to_zone_n() -> None:
    table = allied_impulse_with("ai7", "N", "17-2", arrived=3).play("activate ai7")
    assert table.offered("shift") == {"shift M", "shift P"}


@pytest.mark.rule("mist:11.14a")
def test_german_reinforcements_shift_between_their_own_zones() -> None:
    table = Table("17-1").begin_pair().play("arrive at2 D").rest("17-2").play("activate gi7")
    assert table.offered("shift") == {"shift A", "shift C"}


@pytest.mark.rule("mist:11.14a")
def test_a_unit_that_has_been_on_the_map_does_not_shift() -> None:
    table = Table("17-3").put("E", "ai6").begin("allied").play("activate ai6")
    assert "move Iris" in table.offered()
    assert table.offered("shift") == set()


@pytest.mark.rule("mist:11.15")
def test_a_reinforcement_may_stay_in_its_zone_as_long_as_its_owner_likes() -> None:
    table = Table("17-1").begin_pair().play("arrive at2 E").rest("20-2")
    assert table.where("ai7") == "E"
    table.play("end", "activate ai7")
    assert "wait" in table.offered()
    assert table.play("move Iris").left() == 4


# -- limits (11.2) -------------------------------------------------------------------------------


@pytest.mark.rule("mist:11.21a")
def test_a_zone_with_germans_is_not_offered_as_an_entry_zone() -> None:
    table = Table("17-1").put("E", "gi1").begin_pair()
    assert table.offered() == {"arrive at2 D", "arrive at2 F"}


@pytest.mark.rule("mist:11.21a")
def test_a_reinforcement_cannot_enter_through_a_zone_with_germans() -> None:
    table = Table("17-1").put("E", "gi1").begin_pair().play("arrive at2 D", "end")
    table.play("activate ai7")
    assert Arrived(table.unit("ai7"), table.place("E")) in table.events
    assert not table.offered("move")


@pytest.mark.rule("mist:11.21a", "mist:11.14a")
def test_it_may_shift_to_a_zone_without_germans_instead() -> None:
    table = Table("17-1").put("E", "gi1").put("F", "gi2").begin_pair().rest("17-2")
    table.play("end", "activate ai7")
    assert table.offered("shift") == {"shift D"}
    assert "move Heath" in table.play("shift D").offered()


@pytest.mark.rule("mist:11.21b", "mist:11.21c")
def test_germans_enter_a_zone_with_allied_units_for_one_point_and_without_a_fight() -> None:
    table = Table().put("Heath", "ga1").put("H", "at3").begin("german")
    assert table.cost("ga1", "H") == 1
    table.play("activate ga1", "move H", "end")
    assert table.where("ga1") == table.where("at3") == "H"
    assert table.happened(BattleBegan) == []


@pytest.mark.rule("mist:11.21c")
@pytest.mark.parametrize("zone", ["D", "G"])
def test_a_zone_costs_one_point_whether_friends_are_there_or_not(zone: str) -> None:
    table = Table().put("Heath", "ga1").put("G", "gi1", "gi2").begin("german")
    assert table.cost("ga1", zone) == 1


@pytest.mark.rule("mist:11.21c")
def test_the_last_movement_point_is_enough_for_an_occupied_zone() -> None:
    """Birch-Elm 2, Glen 1, Heath 1 and the zone 1: all five points of infantry."""
    table = Table().put("Birch", "gi1").put("D", "gi2").put("G", "at3").begin("german")
    table.play("activate gi1")
    assert {"move D", "move G", "move H"} <= table.offered()


@pytest.mark.rule("mist:11.21c")
def test_allied_units_enter_a_zone_with_germans_without_a_fight() -> None:
    table = Table().put("Heath", "ai6").put("H", "ga1").begin("allied")
    assert table.cost("ai6", "H") == 1
    table.play("activate ai6", "move H").rest()
    assert table.happened(BattleBegan) == []


@pytest.mark.rule("mist:11.22")
@pytest.mark.parametrize(("area", "closed"), [("Jade", {"L", "M", "N"}), ("Dale", {"P"})])
def test_zones_l_m_n_and_p_are_closed_to_germans(area: str, closed: set[str]) -> None:
    table = Table().put(area, "ga1").begin("german").play("activate ga1")
    assert table.offered("move")
    assert not table.offered() & {f"move {zone}" for zone in closed}


@pytest.mark.rule("mist:11.22")
def test_zones_d_to_k_are_open_to_germans() -> None:
    table = Table().put("Heath", "ga1").begin("german").play("activate ga1")
    assert {f"move {zone}" for zone in "DEFGHIJK"} <= table.offered()


@pytest.mark.rule("mist:11.22")
def test_the_allies_enter_the_zones_closed_to_germans() -> None:
    table = Table().put("Jade", "ai6").begin("allied").play("activate ai6")
    assert {"move L", "move M", "move N"} <= table.offered()


@pytest.mark.rule("mist:11.23")
@pytest.mark.parametrize(("area", "closed"), [("Ash", {"A"}), ("Birch", {"A", "B", "C"})])
def test_zones_a_b_and_c_are_closed_to_the_allies(area: str, closed: set[str]) -> None:
    table = Table().put(area, "aa1").begin("allied").play("activate aa1")
    assert table.offered("move")
    assert not table.offered() & {f"move {zone}" for zone in closed}


@pytest.mark.rule("mist:11.23")
def test_the_germans_enter_zones_a_b_and_c() -> None:
    table = Table().put("Birch", "ga1").begin("german").play("activate ga1")
    assert {"move A", "move B", "move C"} <= table.offered()


@pytest.mark.rule("mist:11.21a")
def test_units_of_the_map_pass_a_german_held_zone_in_one_order_or_in_two() -> None:
    """Only reinforcements may not enter the map from a zone the Germans hold."""
    table = FullTable().put("Beauraing", "26/1").put("I", "304/2Pz").begin("allied")
    assert "move Assesse" in table.play("activate 26/1").offered()
    assert "move Assesse" in table.play("move I", "decline").offered()


@pytest.mark.rule("mist:11.21a")
def test_a_reinforcement_of_the_campaign_does_not_enter_from_a_german_held_zone() -> None:
    table = FullTable().put("I", "26/1", "304/2Pz").mark("waiting", "26/1")
    table.g.arrived_at[table.unit("26/1")] = table.g.clock
    table.put("Beauraing", "18/1").begin("allied")
    assert not table.play("activate 26/1").offered("move")


@pytest.mark.rule("mist:11.21a", "mist:11.14a", "mist:11.14b")
def test_who_has_been_on_the_map_is_no_reinforcement_any_more() -> None:
    """at2 comes by D, turns aside into G and is met there by Germans: it may go, and not shift."""
    table = Table("17-1").begin_pair().play("arrive at2 D", "end", "activate at2", "move Heath")
    table.play("stop").rest("18-1").play("end", "activate at2", "move G", "stop").rest("19-1")
    table.put("G", "ga1").play("end", "activate at2")
    assert "move Heath" in table.offered()
    assert table.offered("shift") == set()


@pytest.mark.rule("mist:11.21a", "mist:11.14b")
def test_a_shifted_reinforcement_is_still_one_until_it_enters_the_map() -> None:
    """It has used up the impulse for which it waited, and may go on shifting later."""
    table = since_17_1("ai7", "17-2").play("shift F", "stop").rest("18-1")
    table.put("F", "ga1").play("end", "activate ai7")
    assert table.offered("move") == set()
    assert table.offered("shift") == {"shift D", "shift E", "shift G", "shift H"}
