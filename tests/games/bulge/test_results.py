"""Every result of the combat results table (8.4)."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Destroyed, LostStep, Retreated
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield

REGIMENTS = ("i1/2", "i2/2")


def after(
    dice: Dice, result: str, column: str, *attackers: str, defenders: tuple[str, ...] = ("i1/2",)
) -> Battlefield:
    """Units in 1108 attack 1107 and the dice give a result in a column."""
    t = Battlefield().put("1107", *defenders).put("1108", *attackers).fight("german")
    dice(*t.throw(result, column))
    t.attack("1107", *attackers)
    assert t.combat.result == result
    return t


# -- the defender suffers -------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.4-DElim")
def test_delim_removes_all_defenders(dice: Dice) -> None:
    t = Battlefield().put("1107", *REGIMENTS, steps=1).put("1108", *SS).fight("german")
    dice(*t.throw("DElim", "4:1"))
    t.attack("1107", *SS)
    assert [event.unit for event in t.happened(Destroyed)] == [t.unit(u) for u in REGIMENTS]
    assert t.where("i1/2") == t.where("i2/2") == ""
    assert not t.happened(LostStep)


@pytest.mark.rule("bulge:8.4-DElim")
def test_delim_takes_full_units_too(dice: Dice) -> None:
    t = after(dice, "DElim", "4:1", *SS)
    assert t.steps("i1/2") == 0


@pytest.mark.rule("bulge:8.4-D2R")
def test_d2r_costs_two_steps_and_two_hexes(dice: Dice) -> None:
    t = Battlefield().put("1107", *REGIMENTS).put("1108", *SS).put("1208", "pz/2SS").fight("german")
    dice(*t.throw("D2R", "3:1"))
    t.attack("1107", *SS, "pz/2SS").play("lose i1/2", "lose i2/2")
    assert t.asked == "allied retreat"
    t.play("retreat i1/2 1105", "retreat i2/2 1105", "halt")
    assert t.steps("i1/2") == t.steps("i2/2") == 1
    assert t.where("i1/2") == t.where("i2/2") == "1105"
    assert t.steps("pz/1SS") == 2


@pytest.mark.rule("bulge:8.4-D1R")
def test_d1r_costs_one_step_and_two_hexes(dice: Dice) -> None:
    t = after(dice, "D1R", "4:1", *SS)
    assert t.asked == "allied retreat"
    t.play("retreat i1/2 1105", "halt")
    assert (t.steps("i1/2"), t.where("i1/2")) == (1, "1105")


@pytest.mark.rule("bulge:8.4-D2")
def test_d2_costs_two_steps(dice: Dice) -> None:
    t = after(dice, "D2", "4:1", *SS)
    assert t.offered() == {"stand", "withdraw"}
    t.play("stand", "halt")
    assert t.steps("i1/2") == 0


@pytest.mark.rule("bulge:8.4-D2", "bulge:8.5-3a")
def test_d2_costs_one_step_with_a_retreat(dice: Dice) -> None:
    t = after(dice, "D2", "4:1", *SS).play("withdraw", "retreat i1/2 1105")
    assert (t.steps("i1/2"), t.where("i1/2")) == (1, "1105")


@pytest.mark.rule("bulge:8.4-D1")
def test_d1_costs_one_step(dice: Dice) -> None:
    t = after(dice, "D1", "4:1", *SS).play("stand")
    assert (t.steps("i1/2"), t.where("i1/2")) == (1, "1107")


@pytest.mark.rule("bulge:8.4-D1", "bulge:8.5-3a")
def test_d1_costs_nothing_with_a_retreat(dice: Dice) -> None:
    t = after(dice, "D1", "4:1", *SS).play("withdraw", "retreat i1/2 1105")
    assert (t.steps("i1/2"), t.where("i1/2")) == (2, "1105")


# -- both suffer ----------------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.4-Ex2")
def test_ex2_costs_both_two_steps(dice: Dice) -> None:
    t = after(dice, "Ex2", "3:1", "pz/1SS", "pg1/1SS")
    assert t.steps("i1/2") == 0, "nobody was asked whether to retreat"
    t.play("lose pz/1SS")
    assert t.steps("pz/1SS") == t.steps("pg1/1SS") == 1


@pytest.mark.rule("bulge:8.4-Ex2")
def test_ex2_costs_nobody_a_third_step(dice: Dice) -> None:
    t = Battlefield().put("1107", *REGIMENTS).put("1108", *SS).put("1208", "pz/2SS").fight("german")
    dice(*t.throw("Ex2", "3:1"))
    t.attack("1107", *SS, "pz/2SS").play("lose i1/2", "lose i2/2", "lose pz/1SS")
    assert t.asked == ""
    assert [t.steps(unit) for unit in (*REGIMENTS, *SS, "pz/2SS")] == [1, 1, 1, 2, 2, 1]


@pytest.mark.rule("bulge:8.4-Ex1")
def test_ex1_costs_both_one_step(dice: Dice) -> None:
    t = after(dice, "Ex1", "1:1", "pg1/1SS")
    assert t.steps("i1/2") == t.steps("pg1/1SS") == 1
    assert t.where("i1/2") == "1107", "nobody was asked whether to retreat"


@pytest.mark.rule("bulge:8.4-Aopt")
def test_aopt_lets_the_attacker_choose_the_number(dice: Dice) -> None:
    t = after(dice, "Aopt", "7:1", *SS, defenders=("14Cav",))
    assert t.asked == "german bargain"
    assert t.offered() == {"choose 0", "choose 1", "choose 2"}


@pytest.mark.rule("bulge:8.4-Aopt")
def test_aopt_may_cost_nobody_anything(dice: Dice) -> None:
    t = after(dice, "Aopt", "7:1", *SS, defenders=("14Cav",)).play("choose 0")
    assert not t.happened(LostStep, Destroyed)
    assert t.asked == ""


@pytest.mark.rule("bulge:8.4-Aopt")
def test_aopt_costs_both_the_same(dice: Dice) -> None:
    t = after(dice, "Aopt", "7:1", *SS, defenders=("14Cav",)).play("choose 2")
    t.play("lose pg1/1SS", "lose pg2/1SS")
    assert [t.steps(unit) for unit in ("14Cav", *SS)] == [0, 2, 1, 1]


@pytest.mark.rule("bulge:8.4-Aopt")
def test_aopt_cannot_cost_more_than_a_side_has(dice: Dice) -> None:
    t = Battlefield().put("1107", "14Cav", steps=1).put("1108", "pz/1SS").fight("german")
    dice(*t.throw("Aopt", "7:1"))
    assert t.attack("1107", "pz/1SS").offered() == {"choose 0", "choose 1"}


@pytest.mark.rule("bulge:8.4-D1A2")
def test_d1a2_costs_the_defender_one_and_the_attacker_two(dice: Dice) -> None:
    t = after(dice, "D1A2", "1:1", "pz/1SS", "pg1/1SS", defenders=REGIMENTS)
    t.play("stand", "lose i2/2", "lose pz/1SS")
    assert [t.steps(unit) for unit in (*REGIMENTS, "pz/1SS", "pg1/1SS")] == [2, 1, 1, 1]


@pytest.mark.rule("bulge:8.4-D1A2", "bulge:8.5-3a")
def test_d1a2_costs_a_retreating_defender_nothing(dice: Dice) -> None:
    t = after(dice, "D1A2", "1:1", "pz/1SS", "pg1/1SS", defenders=REGIMENTS)
    t.play("withdraw", "lose pz/1SS", "retreat i1/2 1105", "retreat i2/2 1105")
    assert [t.steps(unit) for unit in (*REGIMENTS, "pz/1SS", "pg1/1SS")] == [2, 2, 1, 1]


@pytest.mark.rule("bulge:8.4-D2A1")
def test_d2a1_costs_the_defender_two_and_the_attacker_one(dice: Dice) -> None:
    t = after(dice, "D2A1", "2:1", "pz/1SS").play("stand")
    assert (t.steps("i1/2"), t.steps("pz/1SS")) == (0, 1)


@pytest.mark.rule("bulge:8.4-D2A1", "bulge:8.5-3a")
def test_d2a1_costs_a_retreating_defender_one(dice: Dice) -> None:
    t = after(dice, "D2A1", "2:1", "pz/1SS").play("withdraw", "retreat i1/2 1105")
    assert (t.steps("i1/2"), t.where("i1/2"), t.steps("pz/1SS")) == (1, "1105", 1)


@pytest.mark.rule("bulge:8.4-Cont")
def test_cont_changes_nothing(dice: Dice) -> None:
    t = after(dice, "Cont", "4:1", *SS)
    assert not t.happened(LostStep, Destroyed, Retreated)
    assert (t.where("i1/2"), t.where("pz/1SS"), t.asked) == ("1107", "1108", "")


# -- the attacker suffers -------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.4-AR")
def test_ar_drives_all_attackers_back_without_loss(dice: Dice) -> None:
    """From two hexes, one hex each."""
    t = Battlefield().put("1107", *REGIMENTS).put("1108", "pz/1SS").put("1208", "pg1/1SS")
    dice(*t.throw("AR", "1:1"))
    t.fight("german").attack("1107", "pz/1SS", "pg1/1SS")
    assert t.asked == "german retreat"
    t.play("retreat pz/1SS 1109", "retreat pg1/1SS 1209")
    assert (t.where("pz/1SS"), t.where("pg1/1SS")) == ("1109", "1209")
    assert not t.happened(LostStep, Destroyed)


@pytest.mark.rule("bulge:8.4-AR")
def test_units_that_did_not_attack_do_not_retreat(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pg1/1SS", "pg2/1SS").fight("german")
    dice(*t.throw("AR", "1:1"))
    t.attack("1107", "pg1/1SS").play("retreat pg1/1SS 1109")
    assert t.where("pg2/1SS") == "1108"


@pytest.mark.rule("bulge:8.4-A1R")
def test_a1r_costs_one_step_and_one_hex(dice: Dice) -> None:
    t = after(dice, "A1R", "2:1", "pz/1SS").play("retreat pz/1SS 1109")
    assert (t.steps("pz/1SS"), t.where("pz/1SS"), t.steps("i1/2")) == (1, "1109", 2)


@pytest.mark.rule("bulge:8.4-A2R")
def test_a2r_costs_two_steps_and_one_hex(dice: Dice) -> None:
    t = after(dice, "A2R", "1:1", "pz/1SS", "pg1/1SS", defenders=REGIMENTS).play("lose pz/1SS")
    assert t.asked == "german retreat"
    t.play("retreat pz/1SS 1109", "retreat pg1/1SS 1109")
    assert [t.steps(unit) for unit in ("pz/1SS", "pg1/1SS", *REGIMENTS)] == [1, 1, 2, 2]


@pytest.mark.rule("bulge:8.4-A1")
def test_a1_costs_the_attacker_one_step(dice: Dice) -> None:
    t = after(dice, "A1", "2:1", "pz/1SS")
    assert (t.steps("pz/1SS"), t.where("pz/1SS"), t.steps("i1/2")) == (1, "1108", 2)


@pytest.mark.rule("bulge:8.4-A2")
def test_a2_costs_the_attacker_two_steps(dice: Dice) -> None:
    t = after(dice, "A2", "2:1", *SS, defenders=REGIMENTS).play("lose pz/1SS", "lose pg1/1SS")
    assert [t.steps(unit) for unit in (*SS, *REGIMENTS)] == [1, 1, 2, 2, 2]
    assert t.where("pz/1SS") == "1108"
