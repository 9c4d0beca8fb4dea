"""Rules 8.1b-8.29: who moves where, alone and in stacks."""

from __future__ import annotations

import pytest

from salient.engine.events import Moved
from salient.games.mist.events import BattleBegan, Fired, OverstackRemoved
from salient.games.mist.rules.supply import in_supply
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table

# -- one activation a turn ------------------------------------------------------------------------


@pytest.mark.rule("mist:8.1b")
def test_a_unit_acts_once_a_turn() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Iris", "ai6").begin_pair()
    table.play("activate gi1", "move Elm", "stop", "end", "end")
    assert table.offered("activate") == {"activate gi2"}
    table.play("end", "end")
    assert table.offered("activate") == {"activate gi2"}
    table.play("end", "end")
    assert table.happened(Moved)[-1].units == (table.unit("gi1"),)
    assert table.offered("activate") == {"activate gi1", "activate gi2"}


@pytest.mark.rule("mist:8.1b")
def test_in_the_next_turn_everybody_may_act_again() -> None:
    table = Table("20-3")
    army = [unit.id for unit in table.g.setting.units if unit.id[0] == "g"]
    for area, name in zip(("Ash", "Birch", "Cedar", "Elm"), army, strict=False):
        table.put(area, name)
    table.mark("acted", *army).begin_pair()
    assert table.clock == "21-1", "nobody was left to be asked in 20-3"
    assert table.offered("activate") == {f"activate {name}" for name in army[:4]}


@pytest.mark.rule("mist:8.1b")
def test_a_unit_passed_over_may_act_in_a_later_impulse() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Iris", "ai6").begin_pair()
    table.play("activate gi1", "wait")
    assert table.offered("activate") == {"activate gi2"}
    table.play("end", "end")
    assert table.offered("activate") == {"activate gi1", "activate gi2"}


@pytest.mark.rule("mist:8.1b")
def test_a_unit_that_has_acted_still_defends(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4").put("Glen", "ai4").begin_pair()
    dice(10, 10, 10)
    table.play("activate gi4", "move Elm", "stop", "activate ai4", "move Elm", "decline", "end")
    assert [event.firer for event in table.happened(Fired)] == [
        table.unit("gi4"),
        table.unit("ai4"),
    ]


@pytest.mark.rule("mist:8.25")
def test_a_unit_that_moved_before_cannot_join_an_attack(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4").put("Elm", "gi6").put("Elm", "ai4")
    table.put("Ash", "gm1").put("Iris", "ai6").begin_pair()
    dice(10, 10, 10)
    table.play("activate gi4", "move Elm", "activate gi6", "wait", "end", "end")
    assert [event.attackers for event in table.happened(BattleBegan)] == [(table.unit("gi4"),)]
    assert table.offered("activate") == {"activate gm1"}


@pytest.mark.rule("mist:8.25")
def test_only_units_that_have_not_acted_attack_on_the_spot(dice: Dice) -> None:
    table = Table("20-2").put("Elm", "gi4", "gi6").put("Elm", "ai4").mark("acted", "gi4")
    table.begin("german")
    assert table.offered("activate") == {"activate gi6"}
    table.play("activate gi6")
    assert table.offered("join") == set()
    dice(10, 10, 10)
    table.play("attack")
    assert table.happened(BattleBegan)[0].attackers == (table.unit("gi6"),)


@pytest.mark.rule("mist:8.25", "mist:8.1b")
def test_a_unit_that_moved_and_stopped_acts_again_in_the_next_turn_only() -> None:
    table = FullTable("17-1").put("Bitburg", "986/276VG", "987/276VG").put("Esch", "22/4")
    table.begin_pair().play("activate 986/276VG")
    table.play(min(table.offered("move")), "stop")
    assert "activate 986/276VG" not in table.offered()
    for later in ("17-2", "17-3"):
        assert "activate 986/276VG" not in table.rest(later).offered()
        assert "activate 987/276VG" in table.offered()
    assert "activate 986/276VG" in table.rest("18-1").offered()


@pytest.mark.rule("mist:8.25")
def test_a_unit_that_moved_earlier_in_the_turn_attacks_nobody_who_comes_to_it(dice: Dice) -> None:
    """Americans attack it where it stopped; in the next impulse it may not attack in turn."""
    table = Table("20-1").put("Birch", "gi5", "gi4").put("Iris", "ai6").begin_pair()
    table.play("activate gi5", "move Elm", "stop", "end")
    dice(*[10] * 20, ...)
    table.play("activate ai6", "move Elm", *sorted(table.offered("decline")))
    table.rest("20-2")
    assert (table.where("gi5"), table.where("ai6")) == ("Elm", "Elm")
    assert table.offered("activate") == {"activate gi4"}


# -- roads ----------------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.2")
def test_bordering_areas_without_a_road_between_them_are_not_next_to_each_other() -> None:
    table = Table("20-1").put("Glen", "aa1").put("Heath", "gi1").begin("allied")
    assert ("7", "10") in [(row.a, row.b) for row in table.g.setting.borders]
    table.play("activate aa1")
    assert "move Jade" not in table.offered()
    assert {"move Fern", "move Iris", "move Elm"} <= table.offered()


@pytest.mark.rule("mist:8.2")
def test_a_long_move_goes_along_roads_place_by_place() -> None:
    table = Table("20-1").put("Birch", "gm1").begin("german").play("activate gm1", "move Jade")
    names = table.g.setting.place_names
    assert [names[event.to] for event in table.happened(Moved)] == [
        "Elm",
        "Glen",
        "Heath",
        "Jade",
    ]


@pytest.mark.rule("mist:8.2")
def test_the_owner_chooses_the_road_by_stopping_over() -> None:
    table = Table("20-1").put("Birch", "gm1").begin("german")
    table.play("activate gm1", "move Elm", "move Dale")
    assert table.spent() == 4
    table.play("move Cedar", "stop")
    assert table.where("gm1") == "Cedar"
    assert table.is_("acted", "gm1")


# -- stacks ---------------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.21a")
def test_units_move_together_as_a_stack() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2", "gi3").begin("german")
    table.play("activate gi1", "join gi2", "move Cedar")
    assert [table.where(unit) for unit in ("gi1", "gi2", "gi3")] == ["Cedar", "Cedar", "Birch"]
    assert [event.units for event in table.happened(Moved)] == [
        (table.unit("gi1"), table.unit("gi2"))
    ]


@pytest.mark.rule("mist:8.21a")
def test_units_of_one_area_may_move_one_by_one() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Ash", "gi3").begin("german")
    table.play("activate gi1", "move Cedar", "stop", "activate gi2", "move Elm", "stop")
    assert [table.where(unit) for unit in ("gi1", "gi2")] == ["Cedar", "Elm"]


@pytest.mark.rule("mist:8.21a")
def test_a_stack_moves_as_far_as_its_slowest_unit() -> None:
    table = Table("20-1").put("Birch", "gm1", "gi1").begin("german").play("activate gm1")
    assert table.left() == 8
    table.play("join gi1")
    assert table.left() == 5


@pytest.mark.rule("mist:7.1a", "mist:8.21a")
def test_a_stack_on_the_move_has_four_units_at_most() -> None:
    army = ("gi1", "gi2", "gi3", "gi4", "gi5")
    table = Table("20-1").put("B", *army, strength=1).begin("german")
    table.play("activate gi1", "join gi2", "join gi3")
    assert table.offered("join") == {"join gi4", "join gi5"}
    assert table.play("join gi4").offered("join") == set()


@pytest.mark.rule("mist:7.1a", "mist:8.21a")
def test_a_stack_on_the_move_has_ten_strength_points_at_most() -> None:
    """gi5 and gi1 have nine points: gi4 with one may join them, gi3 with two may not."""
    table = Table("20-1").put("B", "gi1", "gi3", "gi4", "gi5").begin("german")
    table.play("activate gi5")
    assert table.offered("join") == {"join gi1", "join gi3", "join gi4"}
    assert table.play("join gi1").offered("join") == {"join gi4"}


@pytest.mark.rule("mist:8.21b")
def test_units_of_different_areas_do_not_form_a_stack() -> None:
    table = Table("20-1").put("Birch", "gi1").put("Ash", "gi2").begin("german")
    table.play("activate gi1")
    assert table.offered("join") == set()


@pytest.mark.rule("mist:8.21b")
def test_a_moving_unit_picks_nobody_up_on_the_way() -> None:
    table = Table("20-1").put("Ash", "gm1").put("Birch", "gi1").begin("german")
    table.play("activate gm1", "move Birch")
    assert "move Elm" in table.offered()
    assert table.offered("join") == set()


@pytest.mark.rule("mist:8.21b")
def test_a_unit_is_not_joined_by_one_that_came_to_it() -> None:
    table = Table("20-1").put("Ash", "gm2").put("Birch", "gi1", "gi2").begin("german")
    table.play("activate gm2", "move Birch", "stop", "activate gi1")
    assert table.offered("join") == {"join gi2"}


@pytest.mark.rule("mist:8.21b")
def test_reinforcements_that_came_this_turn_move_as_a_stack() -> None:
    table = Table("17-1").put("B", "gi1").begin_pair().play("arrive at2 D", "activate gi7")
    assert table.offered("join") == {"join gi1"}


@pytest.mark.rule("mist:8.21a")
def test_a_stack_leaves_slow_units_behind_and_goes_on() -> None:
    table = Table("20-1").put("Birch", "gm1", "gi1").begin("german")
    table.play("activate gm1", "join gi1", "move Elm")
    assert table.left() == 3
    table.play("leave gi1")
    assert table.left() == 6
    table.play("move Heath")
    assert [table.where(unit) for unit in ("gm1", "gi1")] == ["Heath", "Elm"]


@pytest.mark.rule("mist:8.21a", "mist:8.32")
def test_a_stack_that_leaves_a_fast_unit_behind_still_waits_for_its_infantry() -> None:
    table = Table("20-1").put("Birch", "gm1", "gm2", "gi4").begin("german")
    table.play("activate gm1", "join gm2", "join gi4", "move Elm")
    assert table.left() == 3
    assert table.play("leave gm2").left() == 3


@pytest.mark.rule("mist:8.21b")
def test_a_unit_left_behind_has_moved_and_is_not_picked_up_again() -> None:
    table = Table("20-1").put("Birch", "gm1", "gi1").put("Ash", "gi2").begin("german")
    table.play("activate gm1", "join gi1", "move Elm", "leave gi1", "move Cedar", "stop")
    assert table.is_("acted", "gi1")
    assert table.offered("activate") == {"activate gi2"}


# -- meeting the enemy ----------------------------------------------------------------------------


@pytest.mark.rule("mist:8.22")
def test_a_unit_stops_where_it_meets_the_enemy() -> None:
    table = Table("20-1").put("Birch", "gm1", "gi1").put("Elm", "ai1").begin("german")
    table.play("activate gm1", "move Elm")
    assert table.asked == "german movement"
    assert table.offered("activate") == {"activate gi1"}


@pytest.mark.rule("mist:8.22")
def test_nobody_passes_through_an_area_with_enemies() -> None:
    table = Table("20-1").put("Birch", "gm1").put("Elm", "ai1").put("Cedar", "ai2")
    table.begin("german").play("activate gm1")
    assert table.offered("move") == {
        "move Ash", "move A", "move B", "move C", "move Elm", "move Cedar",
    }  # fmt: skip


@pytest.mark.rule("mist:8.22")
def test_a_unit_that_met_the_enemy_does_not_move_on_in_later_impulses(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4").put("Elm", "ai4").put("Ash", "gi2").begin_pair()
    dice(10, 10, 10)
    table.play("activate gi4", "move Elm", "end", "end")
    assert table.asked == "german movement"
    assert table.offered("activate") == {"activate gi2"}


@pytest.mark.rule("mist:8.23")
def test_a_unit_that_entered_must_attack_all_enemies_there(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4").put("Elm", "ai4", "ai2", "aa2").begin("german")
    dice(10, ...)
    table.play("activate gi4", "move Elm")
    (battle,) = table.happened(BattleBegan)
    assert battle.attackers == (table.unit("gi4"),)
    assert set(battle.defenders) == {table.unit(name) for name in ("ai4", "ai2", "aa2")}


@pytest.mark.rule("mist:8.24")
def test_a_unit_that_met_the_enemy_is_marked_as_attacking_until_its_battle(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4", "gi2").put("Elm", "ai4").begin("german")
    table.play("activate gi4", "move Elm")
    assert table.is_("acted", "gi4")
    assert table.is_("attacking", "gi4")
    dice(10, 10, 10)
    table.play("end")
    assert table.is_("acted", "gi4")
    assert not table.is_("attacking", "gi4")


@pytest.mark.rule("mist:8.24")
def test_a_unit_that_met_nobody_is_marked_as_moved_only() -> None:
    table = Table("20-1").put("Birch", "gi4", "gi2").begin("german")
    table.play("activate gi4", "move Elm", "stop")
    assert table.is_("acted", "gi4")
    assert not table.is_("attacking", "gi4")
    assert not table.is_("acted", "gi2")


@pytest.mark.rule("mist:8.27")
def test_a_unit_may_not_move_from_enemy_to_enemy() -> None:
    table = Table("20-1").put("Elm", "gi1").put("Elm", "ai1").put("Birch", "gi2")
    table.put("Cedar", "ai2").put("Dale", "ai3").begin("german").play("activate gi1")
    assert "move Birch" in table.offered()
    assert "move Cedar" not in table.offered()


@pytest.mark.rule("mist:8.27")
def test_a_unit_may_go_from_enemy_to_enemy_through_a_friendly_area() -> None:
    table = Table("20-1").put("Elm", "gm1").put("Elm", "ai1").put("Birch", "gi2")
    table.put("Cedar", "ai2").put("Dale", "ai3").begin("german")
    table.play("activate gm1", "move Cedar")
    assert [event.cost for event in table.happened(Moved)] == [4]
    assert table.where("gm1") == "Birch"
    assert table.asked == "allied crossing"


@pytest.mark.rule("mist:8.27")
@pytest.mark.parametrize(("origin", "legal"), [("contested", True), ("controlled", False)])
def test_an_advance_over_an_empty_enemy_area_into_enemies(origin: str, legal: bool) -> None:
    table = Table("20-1", origin=origin).put("Birch", "gm1").put("Glen", "aa1").begin("german")
    table.play("activate gm1")
    assert "move Elm" in table.offered()
    assert ("move Glen" in table.offered()) == legal


@pytest.mark.rule("mist:8.27")
@pytest.mark.parametrize(("origin", "legal"), [("contested", False), ("controlled", True)])
def test_from_a_contested_area_of_ones_own_into_enemies(origin: str, legal: bool) -> None:
    table = Table("20-1", origin=origin).put("Elm", "gi1").put("Elm", "ai1").put("Birch", "gi2")
    table.put("Cedar", "ai2").put("Dale", "ai3").control("german", "Elm").begin("german")
    table.play("activate gi1")
    assert ("move Cedar" in table.offered()) == legal


@pytest.mark.rule("mist:8.27")
def test_the_bar_is_on_areas_with_enemies_not_on_zones() -> None:
    """In the zone there is no fighting (9.17), and whoever comes from it attacks as usual."""
    table = FullTable().put("I", "26/1", "304/2Pz").put("Assesse", "2/2Pz").begin("allied")
    assert "move Assesse" in table.play("activate 26/1").offered()


# -- supply ---------------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.28")
def test_a_unit_may_not_move_itself_out_of_supply() -> None:
    table = Table("20-1").put("Elm", "gm1").put("Elm", "ai1").put("Cedar", "ai2").begin("german")
    table.play("activate gm1")
    assert "move Birch" in table.offered()
    assert "move Glen" not in table.offered()


@pytest.mark.rule("mist:8.28")
def test_the_same_move_is_legal_with_a_supply_line() -> None:
    table = Table("20-1").put("Elm", "gm1").put("Elm", "ai1").begin("german")
    table.play("activate gm1")
    assert "move Glen" in table.offered()


@pytest.mark.rule("mist:8.28", "mist:13.14b")
@pytest.mark.parametrize(("bridge", "legal"), [("whole", True), ("blown", False)])
def test_nobody_attacks_over_a_second_blown_bridge(bridge: str, legal: bool) -> None:
    """The line from Dale leads over the river to Ash or Birch; beyond Fern it would cross two."""
    table = Table("20-1").put("Dale", "gi1").put("Elm", "ai1").put("Fern", "ai2")
    table.blow("Dale", "Fern")
    if bridge == "blown":
        table.blow("Birch", "Cedar")
    table.begin("german").play("activate gi1")
    assert ("move Fern" in table.offered()) == legal


@pytest.mark.rule("mist:8.28", "mist:13.14b")
@pytest.mark.parametrize(("unit", "legal"), [("gi1", True), ("ga1", False)])
def test_armor_does_not_move_behind_a_blown_bridge(unit: str, legal: bool) -> None:
    """In Elm the line leads straight to Birch; from Dale it leads by Cedar and a blown bridge."""
    table = Table("20-1").put("Elm", unit, "ai1").blow("Birch", "Cedar")
    table.begin("german").play(f"activate {unit}")
    assert ("move Dale" in table.offered()) == legal
    assert "move Birch" in table.offered()


@pytest.mark.rule("mist:qa-2")
def test_a_unit_may_not_be_out_of_supply_for_a_moment_on_its_way() -> None:
    table = Table("20-1").put("Elm", "gi1").put("Elm", "ai1").put("Birch", "gi2")
    table.put("Cedar", "aa2").begin("german").play("activate gi1")
    assert "move Dale" not in table.offered()
    assert "move Cedar" not in table.offered()


@pytest.mark.rule("mist:qa-2")
def test_the_same_way_is_open_while_supply_follows() -> None:
    table = Table("20-1").put("Elm", "gi1").put("Birch", "gi2").put("Cedar", "aa2")
    table.begin("german").play("activate gi1", "move Dale", "move Cedar")
    assert table.where("gi1") == "Cedar"


def cut_off() -> Table:
    """A German mechanized unit alone in Glen."""
    table = Table("20-1").put("Glen", "gm1").put("Elm", "ai1").put("Fern", "ai2")
    return table.put("Birch", "gi1")


@pytest.mark.rule("mist:8.29")
def test_a_unit_out_of_supply_moves_one_area_only() -> None:
    table = cut_off().begin("german").play("activate gm1")
    assert table.offered("move") == {"move Elm", "move Fern", "move Heath", "move Iris"}
    table.play("move Heath")
    assert table.asked == "german movement"
    assert table.is_("acted", "gm1")


@pytest.mark.rule("mist:8.29")
def test_a_unit_in_supply_moves_on() -> None:
    table = Table("20-1").put("Glen", "gm1").put("Birch", "gi1").begin("german")
    table.play("activate gm1")
    assert {"move Jade", "move Dale"} <= table.offered()
    table.play("move Heath")
    assert "move Jade" in table.offered()


@pytest.mark.rule("mist:8.29", "mist:8.42")
def test_a_unit_out_of_supply_keeps_its_one_area_when_a_bridge_is_blown(dice: Dice) -> None:
    table = cut_off().put("Heath", "ai5").begin("german")
    dice(1)
    table.play("activate gm1", "move Heath", "blow ai5")
    assert "move Iris" in table.offered()
    table.play("move Iris")
    assert table.asked == "german movement"
    assert table.where("gm1") == "Iris"


@pytest.mark.rule("mist:8.29")
@pytest.mark.parametrize(("dropped", "goes_on"), [("ga1", True), ("gi1", False)])
def test_only_the_supplied_part_of_a_stack_goes_on(dropped: str, goes_on: bool) -> None:
    # The only line of supply leads over a blown bridge: good for infantry, not for armor.
    table = Table("20-1").put("Cedar", "ga1", "gi1").put("Elm", "aa1").blow("Birch", "Cedar")
    table.put("Birch", "gi2").begin("german").play("activate ga1", "join gi1")
    assert table.offered("move") == {"move Dale", "move Elm"}
    table.play("move Dale", f"leave {dropped}")
    assert ("move Fern" in table.offered()) == goes_on


@pytest.mark.rule("mist:qa-3")
def test_a_unit_out_of_supply_may_move_to_another_area_without_supply() -> None:
    table = cut_off().begin("german").play("activate gm1", "move Heath")
    assert table.where("gm1") == "Heath"
    assert not in_supply(table.g, table.unit("gm1"))


@pytest.mark.rule("mist:qa-3")
def test_a_unit_in_supply_may_not_move_there() -> None:
    table = Table("20-1").put("Elm", "gm1").put("Elm", "ai1").put("Dale", "ai2").put("Birch", "gi1")
    table.begin("german").play("activate gm1")
    assert "move Cedar" in table.offered()
    assert "move Heath" not in table.offered()


def held_up_in_dale(dice: Dice, *foes: str) -> Table:
    """A group of two from Cedar is stopped by a blown bridge among three friends in Dale."""
    table = Table().put("Cedar", "gi1", "gi4", *foes).put("Dale", "gi6", "ge2", "gi3")
    table.put("Fern", "am1").begin("german").play("activate gi1", "join gi4", "move Fern")
    dice(1)
    return table.play("blow am1")


@pytest.mark.rule("mist:7.1a")
def test_nobody_is_left_in_an_area_that_is_full(dice: Dice) -> None:
    table = Table().put("Cedar", "gi1", "gi4").put("Dale", "gi6", "ge2", "gi3", "ge1")
    table.put("Fern", "am1").begin("german").play("activate gi1", "join gi4", "move Fern")
    dice(1)
    assert table.play("blow am1").offered("leave") == set()
    assert table.offered("move")


@pytest.mark.rule("mist:8.21a", "mist:7.1a", "mist:qa-1")
def test_a_unit_can_be_left_where_it_finds_room_though_the_whole_group_does_not(dice: Dice) -> None:
    table = held_up_in_dale(dice)
    assert "stop" not in table.offered()
    assert table.offered("leave") == {"leave gi1", "leave gi4"}
    assert table.play("leave gi4").offered("move")


@pytest.mark.rule("mist:7.1a", "mist:8.21a")
def test_the_unit_left_behind_must_fit_and_no_other(dice: Dice) -> None:
    """Three friends of six points in Dale: there is room for a unit of four points, or of one."""
    table = Table().put("Cedar", "gi1", "gi4").put("Dale", "gi2", "gi3", "gi6")
    table.put("Fern", "am1").begin("german").play("activate gi1", "join gi4", "move Fern")
    dice(1)
    assert table.play("blow am1").offered("leave") == {"leave gi1", "leave gi4"}


@pytest.mark.rule("mist:7.1c", "mist:qa-1")
def test_nobody_is_left_behind_so_that_the_others_must_overstack(dice: Dice) -> None:
    """The group has one point left and nowhere to go: whoever stays, the other is one too many."""
    table = held_up_in_dale(dice, "ai1")
    assert not table.happened(OverstackRemoved)
    assert not table.offered("leave")
    assert table.is_("acted", "gi1")
