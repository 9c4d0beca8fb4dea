"""Rule 10.1: engineers build bridges.

On the test map the bridge from Ash to Cedar is blown at the start; that from Birch is whole.
"""

from __future__ import annotations

import pytest

from salient.engine import Rolled
from salient.games.mist.events import BridgeBuilt, BridgingFailed
from salient.games.mist.sequence import NextImpulse
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table


def riverside(clock: str = "17-1") -> Table:
    """A German engineer in Ash and an infantry across the blown bridge, in Cedar."""
    return Table(clock).put("Ash", "ge1").put("Cedar", "gi1")


def after_movement(table: Table, side: str = "german") -> Table:
    """The impulse of a side that moves nothing and attacks nothing."""
    return table.begin(side).play("end")


def next_impulse(table: Table) -> Table:
    """The next German impulse of the same turn, up to bridging."""
    table.g.clock += 1
    return after_movement(table)


def attempts(table: Table, count: int) -> Table:
    """Attempts of the engineer in Ash in as many impulses, beginning with the next."""
    for _ in range(count):
        next_impulse(table).play("bridge ge1 Cedar")
    return table


def next_turn(table: Table) -> Table:
    """The end of the turn, up to the next German movement."""
    table.g.clock = table.g.clock // 3 * 3 + 2
    return table.run(NextImpulse())


# -- who and where (10.11-10.14) ------------------------------------------------------------------


@pytest.mark.rule("mist:10.11")
def test_an_engineer_may_bridge() -> None:
    assert after_movement(riverside()).offered() == {"bridge ge1 Cedar", "end"}


@pytest.mark.rule("mist:10.11")
@pytest.mark.parametrize("unit", ["ga1", "gm1", "gt1", "gi2"])
def test_no_other_type_of_unit_may_bridge(unit: str) -> None:
    table = Table().put("Ash", unit).put("Cedar", "gi1")
    assert not after_movement(table).offered("bridge")


@pytest.mark.rule("mist:10.12a")
def test_an_engineer_that_came_to_the_bank_this_turn_may_not_bridge_until_the_next_turn() -> None:
    table = Table().put("Birch", "ge1").put("Cedar", "gi1").begin("german")
    table.play("activate ge1", "move Ash", "stop", "end")
    assert table.asked == ""
    assert not next_impulse(table).offered("bridge")
    assert next_turn(table).play("end").offered("bridge") == {"bridge ge1 Cedar"}


@pytest.mark.rule("mist:10.12a")
def test_an_engineer_that_arrived_as_a_reinforcement_this_turn_was_not_there_at_its_start() -> None:
    table = Table().put("E", "ae1", "ae2").put("Iris", "ai1").blow("Iris", "E").mark("fresh", "ae1")
    assert after_movement(table, "allied").offered("bridge") == {"bridge ae2 Iris"}


@pytest.mark.rule("mist:10.12b")
def test_nobody_bridges_to_an_empty_bank() -> None:
    assert not after_movement(Table().put("Ash", "ge1")).offered("bridge")


@pytest.mark.rule("mist:10.12b")
def test_an_enemy_on_the_far_bank_is_no_friend_there() -> None:
    assert not after_movement(Table().put("Ash", "ge1").put("Cedar", "ai1")).offered("bridge")


@pytest.mark.rule("mist:10.12b")
@pytest.mark.parametrize("friend", ["ga1", "gm1", "gt1", "ge2", "gi1"])
def test_the_friend_on_the_far_bank_may_be_of_any_type(friend: str) -> None:
    table = after_movement(Table().put("Ash", "ge1").put("Cedar", friend))
    assert "bridge ge1 Cedar" in table.offered()


@pytest.mark.rule("mist:10.12b")
def test_the_friend_may_have_crossed_at_the_blown_bridge_in_the_same_impulse() -> None:
    table = Table().put("Ash", "ge1", "gi1").blow("Birch", "Cedar").begin("german")
    table.play("activate gi1", "move Cedar", "stop", "end")
    assert table.offered("bridge") == {"bridge ge1 Cedar"}


@pytest.mark.rule("mist:10.13")
def test_an_enemy_beside_the_engineer_prevents_bridging() -> None:
    assert not after_movement(riverside().put("Ash", "ai4")).offered("bridge")


@pytest.mark.rule("mist:10.13")
def test_enemies_on_the_far_bank_do_not_matter() -> None:
    assert after_movement(riverside().put("Cedar", "ai4")).offered("bridge") == {"bridge ge1 Cedar"}


@pytest.mark.rule("mist:10.14a")
def test_an_engineer_that_tried_can_neither_move_nor_attack_in_the_rest_of_the_turn(
    dice: Dice,
) -> None:
    dice(10)
    table = after_movement(riverside()).play("bridge ge1 Cedar")
    table.put("Ash", "ai4").g.clock += 1
    assert table.begin("german").offered("activate") == {"activate gi1"}


@pytest.mark.rule("mist:10.14a")
def test_an_engineer_that_tried_may_move_again_in_the_next_turn(dice: Dice) -> None:
    dice(10)
    table = next_turn(after_movement(riverside()).play("bridge ge1 Cedar"))
    assert "activate ge1" in table.offered()


@pytest.mark.rule("mist:10.14a")
def test_an_engineer_that_attacked_in_an_earlier_impulse_may_not_bridge_this_turn(
    dice: Dice,
) -> None:
    dice(10, 10, 1, 10)  # the defender's request and shot, then the engineer's two
    table = riverside().put("Ash", "ai4").begin("german")
    table.play("activate ge1", "attack", "end")
    assert table.where("ai4") == ""
    assert not next_impulse(table).offered("bridge")
    assert next_turn(table).play("end").offered("bridge") == {"bridge ge1 Cedar"}


@pytest.mark.rule("mist:10.14a")
def test_an_engineer_that_dug_in_has_no_movement_points_left_for_a_bridge() -> None:
    table = riverside().begin("german").play("activate ge1", "entrench", "end")
    assert table.asked == ""


@pytest.mark.rule("mist:10.14b")
def test_a_battle_in_the_engineers_area_prevents_bridging_even_if_the_enemy_is_destroyed(
    dice: Dice,
) -> None:
    dice(10, 10, 10, 1, 10, 10)  # request and shot of the defender, then the attacker's
    table = riverside().put("Ash", "gi2", "ai4").begin("german")
    table.play("activate gi2", "attack", "end")
    assert table.where("ai4") == ""
    assert table.asked == ""
    assert next_impulse(table).offered("bridge") == {"bridge ge1 Cedar"}


# -- how (10.15-10.17) ----------------------------------------------------------------------------


@pytest.mark.rule("mist:10.15")
def test_a_first_attempt_succeeds_on_4(dice: Dice) -> None:
    dice(4)
    table = after_movement(riverside()).play("bridge ge1 Cedar")
    assert not table.is_blown("Ash", "Cedar")
    assert table.happened(BridgeBuilt)


@pytest.mark.rule("mist:10.15")
def test_a_first_attempt_fails_on_5(dice: Dice) -> None:
    dice(5)
    table = after_movement(riverside()).play("bridge ge1 Cedar")
    assert table.is_blown("Ash", "Cedar")
    assert [event.failures for event in table.happened(BridgingFailed)] == [1]


@pytest.mark.rule("mist:10.16a")
@pytest.mark.parametrize(
    ("faces", "built"),
    [((5, 5), True), ((5, 6), False), ((5, 6, 6), True), ((5, 6, 7), False)],
)
def test_each_failure_makes_the_next_attempt_easier_by_one(
    dice: Dice, faces: tuple[int, ...], built: bool
) -> None:
    dice(*faces)
    table = attempts(riverside("16-3"), len(faces))
    assert table.is_blown("Ash", "Cedar") is not built


@pytest.mark.rule("mist:10.16a")
def test_the_modifier_is_shown_with_the_roll(dice: Dice) -> None:
    dice(10, 10)
    table = attempts(riverside(), 2)
    assert [[m.value for m in event.modifiers] for event in table.happened(Rolled)] == [[], [-1]]


def between_two_rivers() -> Table:
    """Two engineers in Cedar with friends behind two blown bridges."""
    table = Table().put("Cedar", "ge1", "ge2").put("Ash", "gi1").put("Birch", "gi2")
    return after_movement(table.blow("Birch", "Cedar"))


@pytest.mark.rule("mist:10.16a")
def test_an_engineer_makes_one_attempt_in_an_impulse_and_not_one_for_each_bridge(
    dice: Dice,
) -> None:
    dice(10)
    table = between_two_rivers().play("bridge ge1 Ash")
    assert table.offered() == {"bridge ge2 Birch", "end"}


@pytest.mark.rule("mist:10.16a")
def test_an_engineer_tries_until_it_succeeds_and_no_longer_in_that_turn(dice: Dice) -> None:
    dice(10, 4)
    table = between_two_rivers().play("bridge ge1 Ash", "end")
    next_impulse(table).play("bridge ge1 Ash", "end")
    assert next_impulse(table).offered("bridge") == {"bridge ge2 Birch"}


@pytest.mark.rule("mist:10.16a")
def test_an_engineer_that_failed_at_one_bridge_may_try_another_in_the_next_impulse(
    dice: Dice,
) -> None:
    dice(10)
    table = next_impulse(between_two_rivers().play("bridge ge1 Ash", "end"))
    assert {"bridge ge1 Ash", "bridge ge1 Birch"} <= table.offered("bridge")


@pytest.mark.rule("mist:10.16b")
@pytest.mark.parametrize(("face", "built"), [(5, True), (6, False)])
def test_the_modifier_stays_with_the_bridge_when_the_engineer_leaves(
    dice: Dice, face: int, built: bool
) -> None:
    dice(10, face)
    table = after_movement(riverside().put("Ash", "ge2")).play("bridge ge1 Cedar")
    next_turn(table).play("activate ge1", "move Birch", "stop", "end", "bridge ge2 Cedar")
    assert table.is_blown("Ash", "Cedar") is not built


@pytest.mark.rule("mist:10.16b")
def test_the_modifier_does_not_help_the_enemy_s_engineers(dice: Dice) -> None:
    dice(10, 5)
    table = after_movement(riverside()).play("bridge ge1 Cedar")
    table.put("Birch", "ge1", "gi1").put("Cedar", "ae1").put("Ash", "ai1")
    after_movement(table, "allied").play("bridge ae1 Ash")
    assert table.is_blown("Ash", "Cedar")


@pytest.mark.rule("mist:10.16b")
def test_a_bridge_that_was_built_and_blown_again_has_no_modifier(dice: Dice) -> None:
    dice(10, 5, 5)
    table = after_movement(riverside()).play("bridge ge1 Cedar")
    next_impulse(table).play("bridge ge1 Cedar").blow("Ash", "Cedar")
    next_turn(table).play("end", "bridge ge1 Cedar")
    assert table.is_blown("Ash", "Cedar")


@pytest.mark.rule("mist:10.17a")
@pytest.mark.parametrize(("face", "built"), [(4, True), (5, False)])
def test_a_second_engineer_does_not_improve_the_chance(dice: Dice, face: int, built: bool) -> None:
    dice(face)
    table = after_movement(riverside().put("Ash", "ge2")).play("bridge ge1 Cedar")
    assert table.is_blown("Ash", "Cedar") is not built


@pytest.mark.rule("mist:10.17b")
def test_a_second_engineer_may_not_try_the_same_bridge_in_the_same_impulse(dice: Dice) -> None:
    dice(10)
    table = after_movement(riverside().put("Ash", "ge2"))
    assert table.offered("bridge") == {"bridge ge1 Cedar", "bridge ge2 Cedar"}
    assert table.play("bridge ge1 Cedar").asked == ""
    assert next_impulse(table).offered("bridge") == {"bridge ge1 Cedar", "bridge ge2 Cedar"}


@pytest.mark.rule("mist:10.17b")
def test_engineers_on_both_banks_have_one_attempt_between_them(dice: Dice) -> None:
    dice(10)
    table = after_movement(Table().put("Ash", "ge1").put("Cedar", "ge2"))
    assert table.offered("bridge") == {"bridge ge1 Cedar", "bridge ge2 Ash"}
    assert table.play("bridge ge2 Ash").asked == ""


@pytest.mark.rule("mist:6.0-II-4", "mist:10.14a")
def test_nobody_has_to_build_bridges() -> None:
    table = after_movement(riverside())
    assert table.asked == "german bridging"
    assert table.play("end").asked == ""
    assert not table.is_("acted", "ge1")


@pytest.mark.rule("mist:10.16a", "mist:10.17b")
def test_no_bridge_of_the_map_has_been_worked_on_when_an_impulse_begins() -> None:
    """The first of them crosses the Semois."""
    table = FullTable().put("Bouillon", "51Eng").put("Libramont", "26/1")
    table.blow("Bouillon", "Libramont").begin("allied").play("end")
    assert table.offered("bridge") == {"bridge 51Eng Libramont"}


@pytest.mark.rule("mist:13.24")
def test_an_engineer_out_of_supply_may_not_bridge() -> None:
    table = Table().put("Fern", "ge1").put("Elm", "gi1").put("Birch", "ai4").put("Cedar", "ai1")
    assert not after_movement(table).offered("bridge")


@pytest.mark.rule("mist:13.24")
def test_an_engineer_with_one_road_left_to_its_supply_may_bridge() -> None:
    table = Table().put("Fern", "ge1").put("Elm", "gi1").put("Birch", "ai4")
    assert after_movement(table).offered("bridge") == {"bridge ge1 Elm"}


@pytest.mark.rule("mist:10.16b")
def test_the_allies_modifier_is_forgotten_with_the_bridge_as_well(dice: Dice) -> None:
    dice(10, 5, 5)
    table = Table("17-1").put("Cedar", "ae1").put("Ash", "ai1")
    after_movement(table, "allied").play("bridge ae1 Ash")
    table.g.clock += 1
    after_movement(table, "allied").play("bridge ae1 Ash")
    assert not table.is_blown("Ash", "Cedar"), "one in vain makes a five enough"
    table.blow("Ash", "Cedar")
    table.g.acted = 0
    table.g.clock += 2
    after_movement(table, "allied").play("bridge ae1 Ash")
    assert table.is_blown("Ash", "Cedar")
