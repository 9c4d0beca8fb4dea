"""How losses are spread among the units of a combat (8.7, 2.3)."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Destroyed
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield

SECOND_SS = ("pz/2SS", "pg1/2SS", "pg2/2SS")


def three_stacks(dice: Dice, result: str) -> Battlefield:
    """Two units in 1108, one in 1208 and one in 1008 attack two regiments at 2:1."""
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", "pz/1SS", "pg1/1SS")
    t.put("1208", "fj/3FJ").put("1008", "g1/12").fight("german")
    dice(*t.throw(result, "2:1"))
    t.attack("1107", "pz/1SS", "pg1/1SS", "fj/3FJ", "g1/12")
    return t


# -- between stacks (8.7a) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.7a", "bulge:ex-8.7")
def test_any_of_three_stacks_may_lose_the_first_of_two_steps(dice: Dice) -> None:
    t = three_stacks(dice, "A2")
    assert t.asked == "german losses"
    assert t.offered() == {"lose pz/1SS", "lose pg1/1SS", "lose fj/3FJ", "lose g1/12"}


@pytest.mark.rule("bulge:8.7a", "bulge:ex-8.7")
@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ("pz/1SS", {"lose fj/3FJ", "lose g1/12"}),
        ("fj/3FJ", {"lose pz/1SS", "lose pg1/1SS", "lose g1/12"}),
        ("g1/12", {"lose pz/1SS", "lose pg1/1SS", "lose fj/3FJ"}),
    ],
)
def test_the_second_step_falls_on_another_stack(dice: Dice, first: str, rest: set[str]) -> None:
    assert three_stacks(dice, "A2").play(f"lose {first}").offered() == rest


@pytest.mark.rule("bulge:8.7a")
def test_a_single_step_falls_where_the_attacker_likes(dice: Dice) -> None:
    t = three_stacks(dice, "A1").play("lose g1/12")
    assert [t.steps(unit) for unit in ("pz/1SS", "pg1/1SS", "fj/3FJ", "g1/12")] == [2, 2, 2, 1]
    assert t.asked == ""


@pytest.mark.rule("bulge:8.7a")
def test_a_stack_bears_its_share_even_if_it_dies_of_it(dice: Dice) -> None:
    """The panzers have lost a step, so the reduced paratroopers of 1208 lose the second."""
    t = Battlefield().put("1107", "14Cav").put("1108", "pz/1SS").put("1208", "fj/3FJ", steps=1)
    dice(*t.throw("Ex2", "4:1"))
    t.fight("german").attack("1107", "pz/1SS", "fj/3FJ").play("lose pz/1SS")
    assert (t.steps("pz/1SS"), t.steps("fj/3FJ")) == (1, 0)


@pytest.mark.rule("bulge:8.7a", "bulge:8.7b")
def test_three_steps_fall_on_two_stacks_two_and_one(dice: Dice) -> None:
    """Aopt at 6:1: after one step each the third is free between the stacks, not within them."""
    t = Battlefield().put("1107", "i1/2", "i2/2", "i3/2", steps=1).put("1108", *SS)
    t.put("1208", *SECOND_SS).fight("german")
    dice(*t.throw("Aopt", "6:1"))
    t.attack("1107", *SS, *SECOND_SS).play("choose 3", "lose i1/2", "lose i2/2")
    t.play("lose pz/1SS", "lose pg2/2SS")
    assert t.offered() == {"lose pg1/1SS", "lose pg2/1SS", "lose pz/2SS", "lose pg1/2SS"}


# -- within a stack (8.7b) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.7b")
def test_two_steps_of_one_stack_fall_on_two_units(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", *SS).fight("german")
    dice(*t.throw("A2", "2:1"))
    t.attack("1107", *SS).play("lose pz/1SS")
    assert t.offered() == {"lose pg1/1SS", "lose pg2/1SS"}


@pytest.mark.rule("bulge:8.7b")
def test_units_of_the_stack_that_did_not_attack_bear_nothing(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("A2", "2:1"))
    t.attack("1107", "pz/1SS")
    assert [t.steps(unit) for unit in SS] == [0, 2, 2]


# -- the defender (8.7c) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.7c")
def test_the_defender_may_put_both_steps_on_one_unit(dice: Dice) -> None:
    t = Battlefield().put("1107", "14Cav", "i1/2", steps=1).put("1108", *SS).fight("german")
    t.g.steps_left[t.unit("14Cav")] = 2
    dice(*t.throw("D2", "4:1"))
    t.attack("1107", *SS).play("stand", "lose 14Cav")
    assert t.asked == "allied losses"
    assert t.offered() == {"lose 14Cav", "lose i1/2"}
    t.play("lose 14Cav")
    assert (t.steps("14Cav"), t.steps("i1/2")) == (0, 1)


@pytest.mark.rule("bulge:8.7c")
def test_the_defender_may_spread_his_losses(dice: Dice) -> None:
    t = Battlefield().put("1107", "14Cav", "i1/2", steps=1).put("1108", *SS).fight("german")
    t.g.steps_left[t.unit("14Cav")] = 2
    dice(*t.throw("D2", "4:1"))
    t.attack("1107", *SS).play("stand", "lose 14Cav", "lose i1/2")
    assert (t.steps("14Cav"), t.steps("i1/2")) == (1, 0)


# -- steps (2.3) ----------------------------------------------------------------------------------


@pytest.mark.rule("bulge:2.3b")
@pytest.mark.parametrize(("result", "steps"), [("A1", 1), ("A2", 0)])
def test_two_steps_destroy_a_full_unit(dice: Dice, result: str, steps: int) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").fight("german")
    dice(*t.throw(result, "2:1"))
    t.attack("1107", "pz/1SS")
    assert t.steps("pz/1SS") == steps


@pytest.mark.rule("bulge:2.3b")
def test_one_step_destroys_a_reduced_unit(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", steps=1).put("1108", "pz/1SS", steps=1).fight("german")
    dice(*t.throw("A1", "2:1"))
    t.attack("1107", "pz/1SS")
    assert t.happened(Destroyed)
    assert t.where("pz/1SS") == ""
