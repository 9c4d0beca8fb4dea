"""Chapter 9.4: artillery requests, markers and shots."""

from __future__ import annotations

import pytest

from salient.games.mist.events import Eliminated, MarkerPlaced, Shelled
from salient.games.mist.rules.artillery import shell_targets
from tests.conftest import Dice
from tests.games.mist.battlefield import (
    MISS,
    Battlefield,
    cut_off_attackers,
    cut_off_defenders,
    line_up,
)

# -- 9.41, 9.42: requests -------------------------------------------------------------------------


@pytest.mark.rule("mist:9.41")
@pytest.mark.parametrize(("attackers", "defenders"), [("gi5=6", "ai6=6"), ("ai6=6", "gi5=6")])
def test_attacker_and_defender_roll_one_die_for_each_request(
    attackers: str, defenders: str
) -> None:
    field = line_up(attackers, defenders).attack()
    assert (field.requests("german"), field.requests("allied")) == (2, 2)


@pytest.mark.rule("mist:9.42a", "mist:ex-9.42")
@pytest.mark.parametrize(
    ("strength", "requests"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (10, 3)]
)
@pytest.mark.parametrize(
    ("side", "attacker", "defender"), [("german", "gi5", "ai4"), ("allied", "ai6", "gi4")]
)
def test_an_attacker_has_one_request_for_three_full_strength_points(
    side: str, attacker: str, defender: str, strength: int, requests: int
) -> None:
    field = line_up(f"{attacker}={strength}", defender).attack()
    assert field.requests(side) == requests


@pytest.mark.rule("mist:9.42a")
def test_the_strength_of_all_attackers_together_counts() -> None:
    assert line_up("gi1=2 gi2=2 gi5=2", "ai4").attack().requests("german") == 2


@pytest.mark.rule("mist:9.42a")
def test_units_that_stay_out_of_the_attack_call_no_artillery() -> None:
    field = line_up("gi5=2", "ai4").deploy("Elm", "gi1")
    assert field.attack().requests("german") == 0


@pytest.mark.rule("mist:9.42a")
def test_points_left_over_in_one_battle_do_not_count_in_the_next() -> None:
    field = Battlefield().deploy("Elm", "gi5=5 ai4").deploy("Cedar", "gi1=5 ai5")
    field.begin("german").play("activate gi5", "attack", "activate gi1", "attack", "end")
    field.play("fight Elm")
    assert [len(roll.faces) for roll in field.rolls("artillery", "german")] == [1, 1]


@pytest.mark.rule("mist:9.42b")
@pytest.mark.parametrize(("strength", "requests"), [(1, 1), (2, 1), (3, 1), (5, 1), (6, 2)])
@pytest.mark.parametrize(
    ("side", "attacker", "defender"), [("allied", "gi4", "ai6"), ("german", "ai4", "gi5")]
)
def test_a_defender_has_at_least_one_request(
    side: str, attacker: str, defender: str, strength: int, requests: int
) -> None:
    field = line_up(attacker, f"{defender}={strength}").attack()
    assert field.requests(side) == requests


@pytest.mark.rule("mist:9.42c")
def test_losses_to_the_defenders_fire_take_no_request_away(dice: Dice) -> None:
    field = line_up("gi5=6", "aa1=2")
    dice(MISS, 4, 4)
    dice(1, 1)  # aa1: two hits, gi5 is down to 4
    dice(MISS, MISS, *[MISS] * 4)
    field.attack()
    assert field.strength("gi5") == 4
    assert field.shelled("german") == ["aa1", "aa1"]


@pytest.mark.rule("mist:9.42d")
def test_a_stack_calls_artillery_in_every_battle_it_is_part_of(dice: Dice) -> None:
    field = line_up("gi4", "ai3").deploy("Elm", "gi6")
    for attacker in ("gi4", "gi6"):
        field.attackers = (attacker,)
        dice(MISS, *[MISS] * 4, MISS)
        field.attack()
    assert field.requests("allied") == 2


@pytest.mark.rule("mist:qa-10")
def test_artillery_fires_even_if_all_attackers_have_been_wiped_out(dice: Dice) -> None:
    field = line_up("gi2", "aa1")
    dice(MISS, 4)
    dice(1, 1, 1)  # aa1 wipes gi2 out
    dice(3)
    field.attack()
    assert field.happened(Eliminated) == [Eliminated(field.unit("gi2"))]
    assert field.shelled("german") == ["aa1"]
    assert field.strength("aa1") == 2


# -- 13.22: artillery and supply (option oos_artillery) -------------------------------------------


@pytest.mark.rule("mist:13.22")
@pytest.mark.parametrize("option", ["never", "attack"])
def test_attackers_out_of_supply_call_no_artillery(option: str) -> None:
    field = cut_off_attackers("gi5=6", "ai1=6", oos_artillery=option).attack()
    assert (field.requests("german"), field.requests("allied")) == (0, 2)


@pytest.mark.rule("mist:13.22")
@pytest.mark.parametrize(("option", "requests"), [("never", 0), ("attack", 2)])
def test_whether_defenders_out_of_supply_call_artillery_is_an_option(
    option: str, requests: int
) -> None:
    field = cut_off_defenders("gi5=2", "aa1=6", oos_artillery=option).attack()
    assert field.requests("allied") == requests


@pytest.mark.rule("mist:13.22")
@pytest.mark.parametrize(("option", "requests"), [("never", 1), ("attack", 3)])
def test_only_the_supplied_part_of_a_stack_counts_unless_the_option_says_otherwise(
    option: str, requests: int
) -> None:
    field = cut_off_defenders("gi5=2", "aa1=6 ai1=3", oos_artillery=option).attack()
    assert field.requests("allied") == requests


@pytest.mark.rule("mist:9.42b")
def test_one_supplied_defender_is_enough_for_the_one_sure_request() -> None:
    assert cut_off_defenders("gi5=2", "aa1=6 ai4=1").attack().requests("allied") == 1


@pytest.mark.rule("mist:9.42b")
def test_under_the_option_even_a_weak_defender_out_of_supply_has_his_request() -> None:
    assert (
        cut_off_defenders("gi5=2", "aa2=1", oos_artillery="attack").attack().requests("allied") == 1
    )


# -- 9.43-9.45: success ---------------------------------------------------------------------------


@pytest.mark.rule("mist:9.43")
@pytest.mark.parametrize(("face", "markers"), [(1, 1), (8, 1), (9, 0), (10, 0)])
@pytest.mark.parametrize("area", ["Cedar", "Elm", "Birch"])
def test_an_allied_request_succeeds_on_8_or_less(
    dice: Dice, area: str, face: int, markers: int
) -> None:
    field = line_up("gi4", "ai4", area)
    dice(face, *[MISS] * (2 + markers))
    field.attack()
    assert field.marked("allied") == ["gi4"] * markers


@pytest.mark.rule("mist:9.43")
@pytest.mark.parametrize(("face", "markers"), [(8, 1), (9, 0)])
def test_an_allied_attacker_calls_artillery_as_easily(dice: Dice, face: int, markers: int) -> None:
    field = line_up("ai1", "gi4")
    dice(MISS, face, *[MISS] * (4 + markers))
    field.attack()
    assert field.marked("allied") == ["gi4"] * markers


GERMAN_ODDS = [
    pytest.param("Cedar", 6, 1, marks=pytest.mark.rule("mist:9.44")),
    pytest.param("Cedar", 7, 0, marks=pytest.mark.rule("mist:9.44")),
    pytest.param("Elm", 4, 1, marks=pytest.mark.rule("mist:9.45")),
    pytest.param("Elm", 5, 0, marks=pytest.mark.rule("mist:9.45")),
    pytest.param("Birch", 4, 1, marks=pytest.mark.rule("mist:9.45")),  # east of the start line
    pytest.param("Birch", 5, 0, marks=pytest.mark.rule("mist:9.45")),
]


@pytest.mark.parametrize(("area", "face", "markers"), GERMAN_ODDS)
def test_a_german_attackers_request_succeeds_on_6_at_the_start_line_and_on_4_elsewhere(
    dice: Dice, area: str, face: int, markers: int
) -> None:
    field = line_up("gi2", "ai4", area)
    dice(MISS, face, *[MISS] * (4 + markers))
    field.attack()
    assert field.marked("german") == ["ai4"] * markers


@pytest.mark.parametrize(("area", "face", "markers"), GERMAN_ODDS)
def test_a_german_defenders_request_succeeds_on_6_at_the_start_line_and_on_4_elsewhere(
    dice: Dice, area: str, face: int, markers: int
) -> None:
    field = line_up("ai4", "gi4", area)
    dice(face, *[MISS] * (2 + markers))
    field.attack()
    assert field.marked("german") == ["ai4"] * markers


# -- 9.46: markers --------------------------------------------------------------------------------


@pytest.mark.rule("mist:9.46a")
def test_each_success_gives_a_marker_and_all_are_placed_before_anyone_fires(dice: Dice) -> None:
    field = line_up("ga2 gi2", "am1 ai1")
    dice(8, 8, 4, MISS)  # two Allied markers, one German
    field.attack()
    field.play("shell ga2")
    dice(*[MISS] * 2, *[MISS] * 6, MISS, *[MISS] * 6)
    field.play("shell ai1")
    assert field.marked("allied") == ["ga2", "gi2"]
    assert field.marked("german") == ["ai1"]
    assert [type(event) for event in field.happened(MarkerPlaced, Shelled)] == [
        *[MarkerPlaced] * 3,
        *[Shelled] * 3,
    ]


@pytest.mark.rule("mist:9.46b")
@pytest.mark.parametrize(("infantry", "requests"), [(3, 2), (4, 3)])
def test_a_marker_goes_on_the_strongest_type_and_the_firer_picks_the_unit(
    dice: Dice, infantry: int, requests: int
) -> None:
    field = line_up("gi2", f"aa1=3 aa2=2 ai3={infantry}")
    dice(*[MISS] * requests, 4)
    field.attack()
    assert field.asked == "german shelling"
    assert field.offered() == {"shell aa1", "shell aa2"}


@pytest.mark.rule("mist:9.46b")
def test_between_types_of_equal_strength_the_firer_is_free(dice: Dice) -> None:
    field = line_up("gi2", "aa1=3 aa2=2 ai6=5")
    dice(*[MISS] * 3, 4)
    field.attack()
    assert field.offered() == {"shell aa1", "shell aa2", "shell ai6"}


@pytest.mark.rule("mist:9.46c")
def test_a_marker_lowers_the_total_of_the_type_it_lies_on(dice: Dice) -> None:
    field = line_up("gi5=6", "aa1=3 aa2=2 ai6=5")
    dice(*[MISS] * 3, 4, 4, ...)
    field.attack()
    field.play("shell aa1")  # armor now counts 4, infantry 5
    assert field.marked("german") == ["aa1", "ai6"]


@pytest.mark.rule("mist:9.46c")
@pytest.mark.parametrize(
    ("marked", "targets"),
    [((0, 0), [0, 1]), ((1, 0), [1]), ((0, 1), [0]), ((1, 1), [0, 1]), ((2, 1), [1])],
)
def test_of_armor_4_and_infantry_4_the_one_with_fewer_markers_is_next(
    marked: tuple[int, ...], targets: list[int]
) -> None:
    assert shell_targets(["armor", "infantry"], [4, 4], marked) == targets


@pytest.mark.rule("mist:9.46d")
def test_every_unit_gets_a_marker_before_one_gets_a_second(dice: Dice) -> None:
    field = line_up("gi5=9", "aa1=5 ai4")
    dice(*[MISS] * 2, 4, 4, 4)
    dice(*[MISS] * 6, *[MISS] * 3, *[MISS] * 9)
    field.attack()
    assert field.marked("german") == ["aa1", "ai4", "aa1"]


@pytest.mark.rule("mist:9.46d")
def test_once_every_unit_has_a_marker_only_the_strength_of_the_types_counts() -> None:
    assert shell_targets(["armor", "infantry"], [5, 1], [2, 1]) == [0]


@pytest.mark.rule("mist:qa-12")
def test_of_four_attackers_of_strength_one_artillery_may_take_the_engineer(dice: Dice) -> None:
    field = line_up("ge2 gm2=1 ga2=1 gi4", "ai4")
    dice(8, MISS)
    field.attack()
    assert field.offered() == {"shell ge2", "shell gm2", "shell ga2", "shell gi4"}


# -- 9.47, 9.48: shots ----------------------------------------------------------------------------


@pytest.mark.rule("mist:9.47a")
def test_one_die_is_rolled_for_each_marker_on_a_unit(dice: Dice) -> None:
    field = line_up("gi5=6", "ai6=5")
    dice(MISS, 4, 4, *[MISS] * 5)
    dice(3, 3, *[MISS] * 6)
    field.attack()
    assert [roll.faces for roll in field.rolls("barrage", "german")] == [(3,), (3,)]
    assert field.strength("ai6") == 3


@pytest.mark.rule("mist:9.47b")
def test_shots_at_a_unit_that_is_already_destroyed_are_lost(dice: Dice) -> None:
    field = line_up("gi5=6", "ai4")
    dice(MISS, 4, 4, MISS)
    dice(3)  # destroys ai4; neither the second shell nor gi5 rolls
    field.attack()
    assert field.marked("german") == ["ai4", "ai4"]
    assert field.shelled("german") == ["ai4"]


@pytest.mark.rule("mist:9.48")
@pytest.mark.parametrize(("face", "hits"), [(3, 1), (4, 0)])
def test_the_attackers_artillery_hits_on_3_or_less(dice: Dice, face: int, hits: int) -> None:
    field = line_up("gi2", "ai4=2")
    dice(MISS, 4, MISS, MISS, face, *[MISS] * 3)
    field.attack()
    assert field.hits("barrage", "german") == hits
    assert field.strength("ai4") == 2 - hits


@pytest.mark.rule("mist:9.48")
@pytest.mark.parametrize(("face", "hits"), [(5, 1), (6, 0)])
def test_the_defenders_artillery_hits_on_5_or_less(dice: Dice, face: int, hits: int) -> None:
    field = line_up("ga2=2 gi4=1", "ai4")
    dice(8, 4, face)  # combined arms: no modifier
    dice(MISS, MISS, *[MISS] * (3 - hits))
    field.attack()
    assert field.hits("barrage", "allied") == hits
    assert field.strength("ga2") == 2 - hits


@pytest.mark.rule("mist:9.43", "mist:9.44", "mist:9.45")
@pytest.mark.parametrize(("area", "german"), [("Cedar", "9.44"), ("Elm", "9.45")])
def test_requests_name_the_clause_by_which_they_succeed(area: str, german: str, dice: Dice) -> None:
    dice(MISS, MISS, ...)
    field = line_up("ga1", "ai1", area).attack()
    assert [roll.rules for roll in field.rolls("artillery", "german")] == [("9.42", german)]
    assert [roll.rules for roll in field.rolls("artillery", "allied")] == [("9.42", "9.43")]
