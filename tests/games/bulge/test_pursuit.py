"""Pursuit into the hex the defenders have left (8.6, 5.9)."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Pursued
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield


def won(dice: Dice, *attackers: str, defender: str = "i1/2", column: str = "4:1") -> Battlefield:
    """The attackers in 1108 have wiped out a unit in 1107."""
    t = Battlefield().put("1107", defender).put("1108", *attackers).fight("german")
    dice(*t.throw("DElim", column))
    t.attack("1107", *attackers)
    return t


# -- who may follow (8.6a) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.6a")
def test_attackers_may_follow_into_the_vacated_hex(dice: Dice) -> None:
    t = won(dice, *SS)
    assert t.asked == "german pursuit"
    assert t.offered() == {"pursue pz/1SS", "pursue pg1/1SS", "pursue pg2/1SS", "halt"}
    t.play("pursue pz/1SS", "pursue pg1/1SS", "pursue pg2/1SS")
    assert [t.where(unit) for unit in SS] == ["1107"] * 3


@pytest.mark.rule("bulge:8.6a")
def test_nobody_has_to_follow(dice: Dice) -> None:
    t = won(dice, *SS).play("halt")
    assert not t.happened(Pursued)
    assert t.asked == ""


@pytest.mark.rule("bulge:8.6a")
def test_attackers_follow_a_defender_who_retreated(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("D1R", "4:1"))
    t.attack("1107", *SS).play("retreat i1/2 1105", "pursue pz/1SS", "halt")
    assert t.where("pz/1SS") == "1107"


@pytest.mark.rule("bulge:8.6a")
def test_attackers_follow_a_defender_who_gave_ground(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("D1", "4:1"))
    t.attack("1107", *SS).play("withdraw", "retreat i1/2 1105", "pursue pz/1SS", "halt")
    assert t.where("pz/1SS") == "1107"


@pytest.mark.rule("bulge:8.6a")
def test_nobody_follows_while_a_defender_is_left(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2", steps=1).put("1108", *SS).fight("german")
    dice(*t.throw("D1", "4:1"))
    t.attack("1107", *SS).play("stand", "lose i1/2")
    assert (t.where("i1/2"), t.where("i2/2")) == ("", "1107")
    assert t.asked == ""


@pytest.mark.rule("bulge:8.6a")
def test_units_that_did_not_attack_do_not_follow(dice: Dice) -> None:
    t = Battlefield().put("1107", "14Cav").put("1108", *SS).fight("german")
    dice(*t.throw("DElim", "4:1"))
    assert t.attack("1107", "pz/1SS").offered() == {"pursue pz/1SS", "halt"}


@pytest.mark.rule("bulge:8.6a", "bulge:6.2")
def test_no_more_follow_than_may_stack(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1208", "fj/3FJ").fight("german")
    dice(*t.throw("DElim", "5:1"))
    t.attack("1107", *SS, "fj/3FJ").play("pursue pz/1SS", "pursue fj/3FJ")
    assert t.offered() == {"pursue pg1/1SS", "pursue pg2/1SS", "halt"}
    t.play("pursue pg1/1SS")
    assert t.asked == "", "three units fill the hex"


@pytest.mark.rule("bulge:8.6a", "bulge:6.2-4a")
def test_units_that_may_not_stack_do_not_follow_together(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1208", "pz/2SS").fight("german")
    dice(*t.throw("DElim", "6:1"))
    t.attack("1107", *SS, "pz/2SS").play("pursue pz/2SS")
    assert t.asked == ""
    assert [t.where(unit) for unit in SS] == ["1108"] * 3


@pytest.mark.rule("bulge:8.6a", "bulge:5.9")
def test_pursuit_ignores_enemy_zones_of_control(dice: Dice) -> None:
    """1107 lies in the ZOC of the regiment in 1106, and so does 1207 where they come from."""
    t = Battlefield().put("1107", "i1/2").put("1106", "i1/99").put("1207", *SS).fight("german")
    dice(*t.throw("DElim", "4:1"))
    t.attack("1107", *SS).play("pursue pz/1SS", "halt")
    assert t.where("pz/1SS") == "1107"


@pytest.mark.rule("bulge:8.6a")
def test_pursuit_costs_no_movement(dice: Dice) -> None:
    """In the second movement phase the panzers have all six points: 1107 to 1101."""
    t = won(dice, *SS).play("pursue pz/1SS", "halt").move("german", 2)
    assert "1101" in t.reach("pz/1SS")


@pytest.mark.rule("bulge:8.6a", "bulge:13.3-2a")
def test_who_follows_takes_the_hex(dice: Dice) -> None:
    t = won(dice, *SS)
    assert not t.g.german_last >> t.place("1107") & 1
    t.play("pursue pz/1SS", "halt")
    assert t.g.german_last >> t.place("1107") & 1


@pytest.mark.rule("bulge:8.6a")
def test_the_allies_follow_too(dice: Dice) -> None:
    t = Battlefield().put("1107", "g1/12", steps=1).put("1108", "i1/2", "i2/2", "i3/2")
    dice(*t.throw("DElim", "4:1"))
    t.fight("allied").attack("1107", "i1/2", "i2/2", "i3/2").play("pursue i2/2", "halt")
    assert t.where("i2/2") == "1107"


# -- deep forest (8.6b) ---------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.6b")
@pytest.mark.parametrize(
    ("origin", "offered"), [("0607", {"pz/1SS", "g1/12"}), ("0608", {"g1/12"})]
)
def test_vehicles_follow_into_deep_forest_by_road_only(
    dice: Dice, origin: str, offered: set[str]
) -> None:
    t = Battlefield().put("0707", "i1/2", steps=1).put(origin, "pz/1SS", "g1/12").fight("german")
    dice(*t.throw("D2R", "3:1"))
    t.attack("0707", "pz/1SS", "g1/12")
    assert {text.split()[1] for text in t.offered("pursue")} == offered


@pytest.mark.rule("bulge:8.6b")
@pytest.mark.parametrize(
    ("target", "offered"), [("0807", {"pz/1SS", "g1/12"}), ("0808", {"g1/12"})]
)
def test_vehicles_follow_out_of_deep_forest_by_road_only(
    dice: Dice, target: str, offered: set[str]
) -> None:
    t = Battlefield().put(target, "14Cav").put("0707", "pz/1SS", "g1/12").fight("german")
    dice(*t.throw("DElim", "5:1"))
    t.attack(target, "pz/1SS", "g1/12")
    assert {text.split()[1] for text in t.offered("pursue")} == offered


# -- after losses (8.6c) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.6c")
def test_after_losses_only_the_stacks_that_bled_follow(dice: Dice) -> None:
    """D2A1 at 2:1 kills the regiment and costs the stack in 1208 a step."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pg1/1SS").put("1208", "fj/3FJ", "g1/12")
    dice(*t.throw("D2A1", "2:1"))
    t.fight("german").attack("1107", "pg1/1SS", "fj/3FJ", "g1/12").play("stand", "lose g1/12")
    assert t.offered("pursue") == {"pursue fj/3FJ", "pursue g1/12"}


@pytest.mark.rule("bulge:8.6c")
def test_without_losses_every_stack_may_follow(dice: Dice) -> None:
    t = Battlefield().put("1107", "14Cav").put("1108", "pg1/1SS").put("1208", "fj/3FJ", "g1/12")
    dice(*t.throw("DElim", "5:1"))
    t.fight("german").attack("1107", "pg1/1SS", "fj/3FJ", "g1/12")
    assert t.offered("pursue") == {"pursue pg1/1SS", "pursue fj/3FJ", "pursue g1/12"}


@pytest.mark.rule("bulge:8.6c")
def test_mates_of_a_destroyed_attacker_may_follow(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pg1/1SS").put("1208", "fj/3FJ", "g1/12")
    t.g.steps_left[t.unit("fj/3FJ")] = 1
    dice(*t.throw("D2A1", "2:1"))
    t.fight("german").attack("1107", "pg1/1SS", "fj/3FJ", "g1/12").play("stand", "lose fj/3FJ")
    assert t.offered("pursue") == {"pursue g1/12"}


@pytest.mark.rule("bulge:8.6c")
def test_both_stacks_follow_when_both_have_bled(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS", "pg1/1SS")
    t.put("1208", "fj/3FJ", "g1/12").fight("german")
    dice(*t.throw("Ex2", "4:1"))
    t.attack("1107", "pz/1SS", "pg1/1SS", "fj/3FJ", "g1/12").play("lose pz/1SS", "lose g1/12")
    assert t.offered("pursue") == {
        "pursue pz/1SS", "pursue pg1/1SS", "pursue fj/3FJ", "pursue g1/12",
    }  # fmt: skip
