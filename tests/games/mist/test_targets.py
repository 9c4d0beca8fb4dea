"""Chapter 9.5: who fires at whom."""

from __future__ import annotations

import pytest

from salient.engine.data import load_table
from salient.games.mist.rows import KINDS
from salient.games.mist.setting import FOLDER
from tests.conftest import Dice
from tests.dice import Script
from tests.games.mist.battlefield import MISS, line_up


@pytest.fixture
def blanks(script: Script) -> None:
    """No artillery comes and nobody hits: targets are all that is looked at."""
    script.always(MISS)


# -- 9.51, 9.52: quality --------------------------------------------------------------------------


@pytest.mark.rule("mist:9.51")
def test_engineers_rank_above_armor_mechanized_motorized_and_infantry() -> None:
    rows = sorted(load_table(KINDS, [FOLDER / "data"]), key=lambda row: row.quality, reverse=True)
    assert [row.kind for row in rows] == [
        "engineer", "armor", "mechanized", "motorized", "infantry",
    ]  # fmt: skip


@pytest.mark.rule("mist:9.51", "mist:9.52a")
@pytest.mark.parametrize(
    ("firer", "higher", "equal"),
    [("ga1", "ae1", "aa1"), ("gm1", "aa1", "am1"), ("gt1", "am1", "at1"), ("gi1", "at1", "ai1")],
)
@pytest.mark.usefixtures("blanks")
def test_a_unit_fires_at_its_equal_and_not_at_the_next_better_type(
    firer: str, higher: str, equal: str
) -> None:
    field = line_up(firer, f"{higher} {equal}").attack()
    assert field.shots("german") == [f"{firer} {equal}"]


@pytest.mark.rule("mist:9.52a")
@pytest.mark.usefixtures("blanks")
def test_a_mechanized_unit_may_not_fire_at_armor_beside_infantry() -> None:
    assert line_up("gm1", "aa1 ai1").attack().shots("german") == ["gm1 ai1"]
    assert line_up("ga1 gi1", "am1").attack().shots("allied") == ["am1 gi1"]


@pytest.mark.rule("mist:9.52b")
@pytest.mark.usefixtures("blanks")
def test_among_nothing_but_better_units_the_lowest_must_be_taken() -> None:
    assert line_up("gi1", "ae1 am1").attack().shots("german") == ["gi1 am1"]
    assert line_up("ge1 gm1", "ai1").attack().shots("allied") == ["ai1 gm1"]


@pytest.mark.rule("mist:qa-11")
@pytest.mark.usefixtures("blanks")
def test_an_engineer_that_abandoned_its_vehicles_is_still_fired_at_as_an_engineer() -> None:
    field = line_up("", "ai1", "Cedar").deploy("Ash", "ge1 gm1").deploy("Elm", "ai2")
    field.blow("Birch", "Cedar").begin("german").enter("ge1 ford Cedar", "gm1 ford Cedar")
    assert field.is_("on_foot", "ge1")
    assert field.shots("allied") == ["ai1 gm1"]


@pytest.mark.rule("mist:qa-11")
@pytest.mark.usefixtures("blanks")
def test_an_engineer_that_abandoned_its_vehicles_still_fires_as_an_engineer() -> None:
    field = line_up("", "ae1 ai1", "Cedar").deploy("Ash", "ge1 gi1").deploy("Elm", "ai2")
    field.blow("Birch", "Cedar").begin("german").enter("ge1 ford Cedar", "gi1 move Cedar")
    assert field.is_("on_foot", "ge1")
    assert field.shots("german") == ["ge1 ae1", "gi1 ai1"]


# -- 9.53: attackers of strength one --------------------------------------------------------------


@pytest.mark.rule("mist:9.53")
@pytest.mark.usefixtures("blanks")
def test_a_defender_need_not_fire_at_an_attacker_of_strength_one() -> None:
    field = line_up("ga2=1 gm1=3 gi2=2", "aa1 ai1").attack()
    assert field.offered() == {"fire aa1 ga2", "fire aa1 gm1"}
    field.play("fire aa1 gm1")
    assert field.shots("allied") == ["aa1 gm1", "ai1 gi2"]


@pytest.mark.rule("mist:9.53", "mist:9.57b")
@pytest.mark.usefixtures("blanks")
def test_a_defender_may_not_pass_over_an_attacker_of_strength_two() -> None:
    field = line_up("ga2=2 gm1=3 gi2=2", "aa1 ai1").attack()
    assert field.shots("allied") == ["aa1 ga2", "ai1 gi2"]


@pytest.mark.rule("mist:9.53")
@pytest.mark.usefixtures("blanks")
def test_an_attacker_may_not_pass_over_a_defender_of_strength_one() -> None:
    field = line_up("ga1 gi1", "aa2=1 am1=3 ai2=2").attack()
    field.play("fire ai2 ga1")
    assert field.shots("german") == ["ga1 aa2", "gi1 ai2"]


@pytest.mark.rule("mist:9.53")
@pytest.mark.usefixtures("blanks")
def test_a_defender_may_pass_over_several_attackers_of_strength_one() -> None:
    field = line_up("ga2=1 gm2=1 gi2=2", "aa1 ai1").attack()
    assert field.offered() == {"fire aa1 ga2", "fire aa1 gm2", "fire aa1 gi2"}


@pytest.mark.rule("mist:9.53", "mist:9.52a")
@pytest.mark.usefixtures("blanks")
def test_a_defender_may_not_pass_over_a_weak_equal_to_fire_at_a_better_unit() -> None:
    field = line_up("ga1 gi4", "ai1 ai2").attack()
    assert field.offered() == {"fire ai1 gi4", "fire ai2 gi4"}


@pytest.mark.rule("mist:qa-12")
@pytest.mark.usefixtures("blanks")
@pytest.mark.parametrize("defenders", ["ai4", "ai4 aa1"])
def test_infantry_must_fire_at_infantry_even_if_all_attackers_have_strength_one(
    defenders: str,
) -> None:
    field = line_up("ge2 gm2=1 ga2=1 gi4", defenders).attack()
    field.play(*sorted(field.offered() & {"fire aa1 ga2"}))
    assert "ai4 gi4" in field.shots("allied")


# -- 9.54: alone or together ----------------------------------------------------------------------


@pytest.mark.rule("mist:9.54a")
@pytest.mark.usefixtures("blanks")
def test_a_lone_attacker_may_fire_at_any_unit_its_quality_allows() -> None:
    field = line_up("ga1", "ae1 aa1 ai1").attack()
    assert field.offered() == {"fire ga1 aa1", "fire ga1 ai1"}


@pytest.mark.rule("mist:9.54a")
@pytest.mark.usefixtures("blanks")
def test_a_lone_defender_may_fire_at_any_unit_its_quality_allows() -> None:
    field = line_up("ge1 ga1 gi1", "aa1").attack()
    assert field.offered() == {"fire aa1 ga1", "fire aa1 gi1"}


@pytest.mark.rule("mist:9.54a")
def test_an_attacker_whose_companions_have_fallen_is_alone(dice: Dice) -> None:
    field = line_up("ga2=2 gi4=1", "aa1=1 ai1=1")
    dice(MISS, MISS)
    dice(MISS, 1)  # aa1 misses ga2, ai1 destroys gi4
    field.attack()
    assert field.shots("allied") == ["aa1 ga2", "ai1 gi4"]
    assert field.offered() == {"fire ga2 aa1", "fire ga2 ai1"}


@pytest.mark.rule("mist:9.54b")
@pytest.mark.usefixtures("blanks")
@pytest.mark.parametrize(("first", "second"), [("gi2", "gi4"), ("gi4", "gi2")])
def test_with_a_unit_for_each_target_even_one_of_strength_one_is_fired_at(
    first: str, second: str
) -> None:
    field = line_up("gi2=3 gi4=1", "ai1 ai2").attack()
    field.play(f"fire ai1 {first}")
    assert field.shots("allied") == [f"ai1 {first}", f"ai2 {second}"]


@pytest.mark.rule("mist:9.54b", "mist:9.57b")
@pytest.mark.usefixtures("blanks")
def test_units_that_fight_together_are_not_free_like_a_lone_one() -> None:
    assert line_up("ga1 gi1", "aa1 ai1").attack().shots() == [
        "aa1 ga1", "ai1 gi1", "ga1 aa1", "gi1 ai1",
    ]  # fmt: skip


# -- 9.55, 9.56: covering all targets -------------------------------------------------------------


@pytest.mark.rule("mist:9.55a")
@pytest.mark.usefixtures("blanks")
def test_three_firers_take_one_of_three_targets_each() -> None:
    field = line_up("gi1 gi2 gi3", "ai1 ai2 ai3").attack()
    field.play("fire ai1 gi2")
    assert field.offered() == {
        "fire ai2 gi1", "fire ai2 gi3", "fire ai3 gi1", "fire ai3 gi3",
    }  # fmt: skip
    field.play("fire ai3 gi1")
    assert field.shots("allied") == ["ai1 gi2", "ai3 gi1", "ai2 gi3"]


@pytest.mark.rule("mist:9.55b")
@pytest.mark.usefixtures("blanks")
def test_four_firers_share_two_targets_evenly() -> None:
    field = line_up("gi1 gi2", "ai1 ai2 ai4 ai5").attack()
    field.play("fire ai1 gi1", "fire ai2 gi2", "fire ai4 gi1")
    assert field.shots("allied") == ["ai1 gi1", "ai2 gi2", "ai4 gi1", "ai5 gi2"]


@pytest.mark.rule("mist:9.56")
@pytest.mark.usefixtures("blanks")
def test_once_all_targets_are_covered_a_firer_may_take_any_of_them() -> None:
    field = line_up("ge1 ga1", "aa1 ai1 ai2").attack()
    field.play("fire ai1 ge1")  # after aa1 at ga1
    assert field.offered() == {"fire ai2 ge1", "fire ai2 ga1"}


# -- 9.57: order and priority ---------------------------------------------------------------------


@pytest.mark.rule("mist:9.57a")
@pytest.mark.usefixtures("blanks")
def test_the_unit_of_the_highest_quality_chooses_first() -> None:
    field = line_up("gi1 gi2", "ai1 ae1").attack()
    assert field.offered() == {"fire ae1 gi1", "fire ae1 gi2"}


@pytest.mark.rule("mist:9.57a")
@pytest.mark.usefixtures("blanks")
def test_among_equals_the_owner_says_who_chooses_first() -> None:
    field = line_up("gi1 gm1", "ai1 ai2").attack()
    assert field.offered() == {"fire ai1 gi1", "fire ai2 gi1"}


@pytest.mark.rule("mist:9.57b")
@pytest.mark.usefixtures("blanks")
@pytest.mark.parametrize(
    ("defenders", "shots"),
    [
        ("am1 at1", ["gm1 am1", "gi1 at1"]),  # its own type
        ("at1 ai1", ["gm1 at1", "gi1 ai1"]),  # the best below
        ("at1=1 ai6=5", ["gm1 at1", "gi1 ai6"]),  # whatever their strength
        ("ae1 aa1", ["gm1 aa1", "gi1 ae1"]),  # the lowest above
        ("ae1 ai1", ["gm1 ai1", "gi1 ae1"]),  # rather below than above
    ],
)
def test_a_unit_takes_its_own_type_or_the_next_below_or_the_next_above(
    defenders: str, shots: list[str]
) -> None:
    assert line_up("gm1 gi1", defenders).attack().shots("german") == shots


@pytest.mark.rule("mist:ex-9.57")
@pytest.mark.usefixtures("blanks")
def test_four_attackers_at_three_defenders_as_the_rulebook_shows_it() -> None:
    field = line_up("ga1=3 gm1=3 gi1=2 gi2=1", "ae1 at1 aa1").attack()
    field.play("fire at1 gi1")  # the defenders' own choice
    assert field.offered() == {"fire gi1 ae1", "fire gi2 ae1"}
    field.play("fire gi2 ae1")
    assert field.offered() == {"fire gi1 ae1", "fire gi1 at1", "fire gi1 aa1"}
    field.play("fire gi1 at1")
    assert field.shots("german") == ["ga1 aa1", "gm1 at1", "gi2 ae1", "gi1 at1"]


@pytest.mark.rule("mist:ex-9.57")
@pytest.mark.usefixtures("blanks")
def test_four_defenders_at_three_attackers_as_the_rulebook_shows_it() -> None:
    field = line_up("ge1 gt1 ga1", "aa1 am1 ai1 ai2").attack()
    assert field.offered() == {"fire ai1 ge1", "fire ai2 ge1"}
    field.play("fire ai1 ge1")
    assert field.offered() == {"fire ai2 ge1", "fire ai2 gt1", "fire ai2 ga1"}
    field.play("fire ai2 ga1")
    assert field.shots("allied") == ["aa1 ga1", "am1 gt1", "ai1 ge1", "ai2 ga1"]


# -- 9.58, 9.59: fire -----------------------------------------------------------------------------


@pytest.mark.rule("mist:9.58")
def test_a_unit_fires_with_all_its_strength_at_one_target(dice: Dice) -> None:
    field = line_up("gi1=4", "ai1=4 ai2=1")
    dice(MISS, MISS, *[MISS] * 5)
    field.attack()
    dice(1, 1, 1, 1)
    field.play("fire gi1 ai1")
    assert [roll.faces for roll in field.rolls("fire", "german")] == [(1, 1, 1, 1)]
    assert (field.strength("ai1"), field.strength("ai2")) == (0, 1)


@pytest.mark.rule("mist:9.59")
def test_a_unit_whose_target_has_fallen_may_not_switch_to_another(dice: Dice) -> None:
    field = line_up("gi4=1 gi6=1 gi3=2", "ai4=1 am1=3")
    dice(MISS, MISS, *[MISS] * 4)
    field.attack()
    field.play("fire am1 gi6", "fire ai4 gi3")  # the defenders' own choice
    field.play("fire gi4 ai4", "fire gi6 am1")
    dice(1, MISS, 1, 1)  # gi4 destroys ai4, at which gi3 fires too
    field.play("fire gi3 ai4")
    assert field.shots("german") == ["gi4 ai4", "gi6 am1", "gi3 ai4"]
    assert (field.where("ai4"), field.strength("am1")) == ("", 3)


# -- questions that are not asked -----------------------------------------------------------------


@pytest.mark.rule("mist:9.57a")
@pytest.mark.usefixtures("blanks")
def test_nobody_is_asked_in_which_order_units_fire_at_a_lone_target() -> None:
    field = line_up("gi1=3 gi2=2 gi3=1", "ai1").attack().play("fire ai1 gi1")
    assert field.shots("german") == ["gi1 ai1", "gi2 ai1", "gi3 ai1"]


@pytest.mark.rule("mist:9.57a")
@pytest.mark.usefixtures("blanks")
def test_of_units_that_fire_alike_one_is_asked_for() -> None:
    """Two of strength 2 and one of strength 1 against two targets: who covers which matters."""
    field = line_up("gi1=2 gi2=2 gi3=1", "ai1=4 ai2=4").attack()
    field.play("fire ai1 gi1", "fire ai2 gi2")
    assert field.offered() == {"fire gi1 ai1", "fire gi1 ai2", "fire gi3 ai1", "fire gi3 ai2"}
