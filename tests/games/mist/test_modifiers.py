"""Chapters 9.6 and 9.7: combined arms and the other modifiers of combat dice."""

from __future__ import annotations

import pytest

from salient.engine.events import Modifier
from tests.conftest import Dice
from tests.games.mist.battlefield import (
    MISS,
    Battlefield,
    cut_off_attackers,
    cut_off_defenders,
    line_up,
)  # fmt: skip

NO_COMBINED_ARMS = {"9.71c": -1}
NO_COMBINED_ARMS_AND_RIVER = {"9.71c": -1, "9.71d": -1}
CALLED, NOT_CALLED = 4, 5
"""The last die with which a German request succeeds in Elm, and the first with which it fails."""


# -- 9.6: combined arms ---------------------------------------------------------------------------


@pytest.mark.rule("mist:9.6a", "mist:9.6b")
@pytest.mark.parametrize(
    ("attackers", "request_die", "shift"),
    [
        ("ga2=2 gi4=1", CALLED, {}),
        ("ga2=2 gi4=1", NOT_CALLED, NO_COMBINED_ARMS),
        ("ga2=3", CALLED, NO_COMBINED_ARMS),
        ("gi2=3", CALLED, NO_COMBINED_ARMS),
        ("ge1=2 gi4=1", CALLED, NO_COMBINED_ARMS),
    ],
)
def test_only_infantry_with_armor_and_artillery_spare_the_attacker_the_modifier(
    dice: Dice, attackers: str, request_die: int, shift: dict[str, int]
) -> None:
    field = line_up(attackers, "ai4")
    dice(MISS, request_die, MISS, *[MISS] * (3 + (request_die == CALLED)))
    field.attack()
    assert field.shift("fire", "allied") == shift


@pytest.mark.rule("mist:9.6b")
def test_an_attack_too_weak_to_call_artillery_has_no_combined_arms(dice: Dice) -> None:
    field = line_up("ga2=1 gi4=1", "ai4")
    dice(*[MISS] * 4)
    field.attack()
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS


@pytest.mark.rule("mist:9.6b")
def test_one_success_among_several_requests_is_enough(dice: Dice) -> None:
    field = line_up("ga1 gi5", "ai4")
    dice(MISS, NOT_CALLED, CALLED, NOT_CALLED, MISS, *[MISS] * 10)
    field.attack()
    assert field.shift("fire", "allied") == {}


@pytest.mark.rule("mist:9.6a")
@pytest.mark.parametrize("second", ["gm2", "gt1", "ge2"])
@pytest.mark.parametrize(("option", "shift"), [("type", {}), ("foot", NO_COMBINED_ARMS)])
def test_whether_units_with_vehicles_count_as_infantry_is_an_option(
    dice: Dice, second: str, option: str, shift: dict[str, int]
) -> None:
    field = line_up(f"ga2=2 {second}=1", "ae2", combined_arms=option)
    dice(MISS, CALLED)
    field.attack()
    dice(MISS, *[MISS] * 4)
    field.play("fire ae2 ga2")
    assert field.shift("fire", "allied") == shift


@pytest.mark.rule("mist:9.6a")
@pytest.mark.parametrize("option", ["type", "foot"])
def test_infantry_on_foot_counts_under_either_option(dice: Dice, option: str) -> None:
    field = line_up("ga2=2 gi4=1", "ai4", combined_arms=option)
    dice(MISS, CALLED, MISS, *[MISS] * 4)
    field.attack()
    assert field.shift("fire", "allied") == {}


@pytest.mark.rule("mist:9.6a")
def test_infantry_that_stands_by_does_not_make_combined_arms(dice: Dice) -> None:
    field = line_up("ga2", "ai4").deploy("Elm", "gi4")
    dice(MISS, CALLED, MISS, *[MISS] * 4)
    field.attack()
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS


@pytest.mark.rule("mist:9.6a", "mist:9.49")
@pytest.mark.parametrize(("request_die", "shift"), [(CALLED, {}), (NOT_CALLED, NO_COMBINED_ARMS)])
def test_combined_arms_matter_to_every_shot_of_the_defender_and_to_none_of_the_attacker(
    dice: Dice, request_die: int, shift: dict[str, int]
) -> None:
    field = line_up("ga2=2 gi4=1", "ai4")
    dice(8, request_die, MISS, MISS, *[MISS] * (3 + (request_die == CALLED)))
    field.attack()
    assert field.shift("barrage", "allied") == shift
    assert field.shift("fire", "allied") == shift
    assert field.shift("fire", "german") == {}


# -- 9.71: the table ------------------------------------------------------------------------------


@pytest.mark.rule("mist:9.71a")
@pytest.mark.parametrize(("dug_in", "hits"), [((), 2), (("ai1",), 1)])
def test_attackers_add_one_against_an_entrenched_unit(
    dice: Dice, dug_in: tuple[str, ...], hits: int
) -> None:
    field = line_up("gi2", "ai1")
    field.mark("dug_in", *dug_in)
    dice(MISS, MISS, *[MISS] * 3, 2, 3, 4)  # gi2 attacks with 3
    field.attack()
    assert field.hits("fire", "german") == hits


@pytest.mark.rule("mist:9.71a")
@pytest.mark.parametrize(("target", "shift"), [("ai4", {"9.71a": 1}), ("ai5", {})])
def test_an_entrenchment_protects_only_the_unit_in_it(
    dice: Dice, target: str, shift: dict[str, int]
) -> None:
    field = line_up("gi2", "ai4 ai5")
    field.mark("dug_in", "ai4")
    dice(*[MISS] * 4)
    field.attack()
    dice(*[MISS] * 3)
    field.play(f"fire gi2 {target}")
    assert field.shift("fire", "german") == shift


@pytest.mark.rule("mist:9.71b")
def test_a_defender_out_of_supply_with_a_value_of_5_hits_on_4(dice: Dice) -> None:
    field = line_up("ga2=2 gi4=1", "am1", "Cedar").deploy("Dale", "gi1").deploy("Elm", "gi2")
    dice(6)  # combined arms; nobody brings artillery to am1
    dice(4, 5, MISS, MISS, *[MISS] * 2)
    field.attack()
    assert field.shift("fire", "allied") == {"9.71b": 1}
    assert field.hits("fire", "allied") == 1


@pytest.mark.rule("mist:9.71b")
def test_an_attacker_out_of_supply_with_a_value_of_3_hits_on_2(dice: Dice) -> None:
    field = cut_off_attackers("gi5=2", "ai4=2")
    dice(MISS, MISS, MISS, 2, 3)
    field.attack()
    assert field.shift("fire", "german") == {"9.71b": 1}
    assert field.hits("fire", "german") == 1


@pytest.mark.rule("mist:9.71b")
def test_of_a_stack_only_the_units_out_of_supply_fire_worse(dice: Dice) -> None:
    field = cut_off_defenders("ga2=2 gi5=3", "aa1=1 ai1=1")
    dice(MISS, MISS, *[MISS] * 7)
    field.attack()
    armor, infantry = field.rolls("fire", "allied")
    assert {entry.rule for entry in armor.modifiers} == {"9.71b", "9.71c"}
    assert {entry.rule for entry in infantry.modifiers} == {"9.71c"}


@pytest.mark.rule("mist:9.71c")
def test_a_defender_with_a_value_of_5_hits_an_enemy_without_combined_arms_on_6(dice: Dice) -> None:
    field = line_up("gi1=2", "am1")
    dice(MISS, 6, 7, MISS, MISS)
    field.attack()
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS
    assert field.hits("fire", "allied") == 1


@pytest.mark.rule("mist:9.71d")
@pytest.mark.parametrize(
    ("start", "march", "shift"),
    [
        ("Birch", "gi1 move Cedar", NO_COMBINED_ARMS_AND_RIVER),  # over the bridge
        ("Ash", "gi1 ford Cedar", NO_COMBINED_ARMS_AND_RIVER),  # through the river
        ("Elm", "gi1 move Cedar", NO_COMBINED_ARMS),
    ],
)
def test_defenders_fire_better_at_an_enemy_who_comes_across_a_river(
    start: str, march: str, shift: dict[str, int]
) -> None:
    field = Battlefield().deploy(start, "gi1").deploy("Cedar", "ai4")
    field.begin("german").enter(march)
    assert field.shift("fire", "allied") == shift


@pytest.mark.rule("mist:9.71d")
def test_german_defenders_gain_from_a_river_as_well() -> None:
    field = Battlefield().deploy("Fern", "ai1").deploy("Dale", "gi4")
    field.begin("allied").enter("ai1 move Dale")
    assert field.shift("fire", "german") == NO_COMBINED_ARMS_AND_RIVER


@pytest.mark.rule("mist:9.71d")
def test_a_river_crossed_on_the_way_to_another_area_does_not_count() -> None:
    field = Battlefield().deploy("Birch", "gi1").deploy("Dale", "ai4")
    field.begin("german").enter("gi1 move Dale")
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS


@pytest.mark.rule("mist:9.71d")
def test_no_river_helps_against_units_that_attack_from_within_the_area() -> None:
    field = line_up("gi1", "ai4", "Cedar").attack()
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS


def attack_cedar(*groups: str) -> Battlefield:
    """Each group is a unit, its start and its order; ai4 holds Cedar."""
    field = Battlefield().deploy("Cedar", "ai4=2")
    words = [group.split(maxsplit=2) for group in groups]
    for unit, start, _ in words:
        field.deploy(start, unit)
    field.begin("german").enter(*(f"{unit} {order}" for unit, _, order in words))
    field.play(*sorted(field.offered("shell"))[:1])
    field.play(*sorted(field.offered("fire"))[:1])
    return field


@pytest.mark.rule("mist:9.72")
def test_a_second_group_by_a_dry_road_cancels_the_river() -> None:
    field = attack_cedar("gi4 Birch move Cedar", "gi6 Elm move Cedar")
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS


@pytest.mark.rule("mist:9.72")
def test_two_groups_across_two_rivers_do_not() -> None:
    field = attack_cedar("gi4 Birch move Cedar", "gi6 Ash ford Cedar")
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS_AND_RIVER


@pytest.mark.rule("mist:9.73", "mist:9.71d")
@pytest.mark.parametrize("flag", ["acted", "dug_in"])
def test_a_friend_in_the_area_since_the_impulse_began_cancels_the_river(flag: str) -> None:
    field = Battlefield().deploy("Birch", "gi1").deploy("Cedar", "gi2 ai4")
    field.mark(flag, "gi2")
    field.begin("german").enter("gi1 move Cedar")
    assert field.names(field.opened().attackers) == {"gi1"}
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS
    alone = Battlefield().deploy("Birch", "gi1").deploy("Cedar", "ai4")
    alone.begin("german").enter("gi1 move Cedar")
    assert alone.shift("fire", "allied") == NO_COMBINED_ARMS_AND_RIVER


@pytest.mark.rule("mist:9.73")
def test_a_friend_who_was_there_when_the_impulse_began_counts_even_if_he_has_left() -> None:
    field = Battlefield().deploy("Birch", "gi1").deploy("Cedar", "gi2 ai4")
    field.begin("german").play("activate gi2", "move Elm", "stop")
    field.enter("gi1 move Cedar")
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS


@pytest.mark.rule("mist:9.74")
def test_a_river_and_no_combined_arms_make_two(dice: Dice) -> None:
    field = Battlefield().deploy("Birch", "gi1").deploy("Cedar", "ai2=2")
    dice(MISS, MISS, 6, 7, *[MISS] * 3)  # ai2 defends with 4
    field.begin("german").enter("gi1 move Cedar")
    assert field.shift("fire", "allied") == NO_COMBINED_ARMS_AND_RIVER
    assert field.hits("fire", "allied") == 1


@pytest.mark.rule("mist:9.74")
def test_want_of_supply_and_an_entrenched_target_make_two(dice: Dice) -> None:
    field = cut_off_attackers("gm2=2", "ai4=2")
    field.mark("dug_in", "ai4")
    dice(MISS, MISS, MISS, 2, 3)  # gm2 attacks with 4
    field.attack()
    assert field.shift("fire", "german") == {"9.71a": 1, "9.71b": 1}
    assert field.hits("fire", "german") == 1


# -- 9.49: artillery ------------------------------------------------------------------------------


@pytest.mark.rule("mist:9.49")
@pytest.mark.parametrize(("face", "hits"), [(2, 1), (3, 0)])
def test_the_attackers_artillery_hits_an_entrenched_unit_on_2(
    dice: Dice, face: int, hits: int
) -> None:
    field = line_up("gi2", "ai1")
    field.mark("dug_in", "ai1")
    dice(MISS, CALLED, *[MISS] * 3, face, *[MISS] * 3)
    field.attack()
    assert field.shift("barrage", "german") == {"9.71a": 1}
    assert field.hits("barrage", "german") == hits


@pytest.mark.rule("mist:9.49")
@pytest.mark.parametrize(("face", "hits"), [(7, 1), (8, 0)])
def test_the_defenders_artillery_hits_an_enemy_from_across_a_river_on_7(
    dice: Dice, face: int, hits: int
) -> None:
    field = Battlefield().deploy("Birch", "gi1").deploy("Cedar", "ai4")
    dice(8, MISS, face, MISS, *[MISS] * (4 - hits))
    field.begin("german").enter("gi1 move Cedar")
    assert field.shift("barrage", "allied") == NO_COMBINED_ARMS_AND_RIVER
    assert field.hits("barrage", "allied") == hits


@pytest.mark.rule("mist:9.49")
def test_supply_does_not_modify_artillery(dice: Dice) -> None:
    field = cut_off_defenders("gi5=2", "aa2", oos_artillery="attack")
    dice(8, MISS, MISS, *[MISS] * 2)
    field.attack()
    assert field.shift("barrage", "allied") == NO_COMBINED_ARMS
    assert field.shift("fire", "allied") == {"9.71c": -1, "9.71b": 1}


@pytest.mark.rule("mist:9.59", "mist:9.71a")
def test_shots_at_a_target_that_the_same_volley_destroyed_keep_their_modifiers(dice: Dice) -> None:
    field = line_up("gi1=1 gi2=1", "ai1=1").mark("dug_in", "ai1")
    dice(MISS)
    field.attack()
    dice(MISS, 1, MISS)
    field.play("fire ai1 gi1")
    entrenched = (Modifier("9.71a", 1),)
    assert [roll.modifiers for roll in field.rolls("fire", "german")] == [entrenched, entrenched]
