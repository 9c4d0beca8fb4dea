"""The optional retreat and its price (8.5-3)."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Withdrew
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.sequence import Recording
from salient.games.bulge.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield

# -- the offer (8.5-3a) ---------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.5-3a")
@pytest.mark.parametrize(
    ("result", "column", "attackers"),
    [("D1", "4:1", SS), ("D2", "4:1", SS), ("D1A2", "1:1", SS[1:2]), ("D2A1", "2:1", SS[:1])],
)
def test_these_results_let_the_defender_give_ground(
    dice: Dice, result: str, column: str, attackers: tuple[str, ...]
) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *attackers).fight("german")
    dice(*t.throw(result, column))
    t.attack("1107", *attackers)
    assert t.asked == "allied option"
    assert t.offered() == {"stand", "withdraw"}


@pytest.mark.rule("bulge:8.5-3a")
@pytest.mark.parametrize(
    ("result", "column", "attackers"),
    [("Ex1", "1:1", SS[1:2]), ("Ex2", "4:1", SS), ("D1R", "4:1", SS), ("Cont", "4:1", SS)],
)
def test_no_other_result_does(
    dice: Dice, result: str, column: str, attackers: tuple[str, ...]
) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *attackers).fight("german")
    dice(*t.throw(result, column))
    t.attack("1107", *attackers)
    assert t.asked != "allied option"
    assert not t.happened(Withdrew)


@pytest.mark.rule("bulge:8.5-3a")
def test_the_whole_stack_goes_two_hexes(dice: Dice) -> None:
    """The step that is left of D2 is taken first, on whom the defender likes."""
    t = Battlefield().put("1107", "i1/2", "i2/2", steps=1).put("1108", *SS).fight("german")
    dice(*t.throw("D2", "4:1"))
    t.attack("1107", *SS).play("withdraw", "lose i2/2", "retreat i1/2 1105")
    assert (t.where("i1/2"), t.steps("i1/2"), t.steps("i2/2")) == ("1105", 1, 0)


@pytest.mark.rule("bulge:8.5-3a")
def test_an_encircled_defender_cannot_give_ground(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1206", "g1/12")
    dice(*t.throw("D1", "4:1"))
    t.put("1006", "fj/3FJ").fight("german").attack("1107", "pz/1SS")
    assert not t.happened(Withdrew)
    assert (t.where("i1/2"), t.steps("i1/2")) == ("1107", 1)


@pytest.mark.rule("bulge:8.5-3a")
def test_a_stack_gives_ground_only_if_every_unit_can(dice: Dice) -> None:
    """The cavalry cannot leave through the forest."""
    t = Battlefield().put("0808", "14Cav", "i1/2", steps=1).put("0809", "g1/62").put("0907", *SS)
    t.put("0806", "g2/62").g.steps_left[t.unit("14Cav")] = 2
    dice(*t.throw("D1", "4:1"))
    t.fight("german").attack("0808", *SS)
    assert t.asked == "allied losses"


@pytest.mark.rule("bulge:8.5-3a", "bulge:8.5-2b")
def test_a_stack_does_not_give_ground_where_there_is_room_for_one_only(dice: Dice) -> None:
    """The road through the forest leads to 0607, where one more armoured unit finds room."""
    t = Battlefield().put("0807", "CCA/9A", "CCB/9A", steps=1).put("0907", *SS)
    t.put("0705", "g1/62").put("0607", "i1/2", "14Cav").put("0407", "g2/62").fight("german")
    for unit in ("CCA/9A", "CCB/9A"):
        t.g.steps_left[t.unit(unit)] = 2
    dice(*t.throw("D1A2", "1:1"))
    assert t.attack("0807", *SS).asked == "allied losses", "the defenders have to stand"


@pytest.mark.rule("bulge:8.5-3a")
@pytest.mark.parametrize(
    ("steps", "column", "asked"), [(1, "3:1", "allied option"), (2, "4:1", "allied losses")]
)
def test_only_those_who_outlive_the_other_losses_need_a_way_out(
    dice: Dice, steps: int, column: str, asked: str
) -> None:
    """The cavalry cannot leave through the forest; but the step left of two may be its last."""
    t = Battlefield().put("0808", "14Cav", "i1/2", steps=steps).put("0809", "g1/62")
    t.put("0907", *SS).put("0806", "g2/62").g.steps_left[t.unit("i1/2")] = 3 - steps
    dice(*t.throw("D2A1" if column == "3:1" else "D2", column))
    t.fight("german").attack("0808", *SS)
    assert (t.combat.column, t.asked) == (column, asked)


@pytest.mark.rule("bulge:8.5-3a", "bulge:8.7c")
def test_who_is_left_after_the_losses_gives_ground(dice: Dice) -> None:
    t = Battlefield().put("0808", "14Cav", "i1/2", steps=1).put("0809", "g1/62")
    t.put("0907", *SS).put("0806", "g2/62").g.steps_left[t.unit("i1/2")] = 2
    dice(*t.throw("D2A1", "3:1"))
    t.fight("german").attack("0808", *SS)
    t.play("withdraw", "lose 14Cav", "lose pz/1SS", "retreat i1/2 0607")
    assert (t.where("14Cav"), t.where("i1/2"), t.steps("i1/2")) == ("", "0607", 2)


# -- the price (8.5-3b to 8.5-3d) -----------------------------------------------------------------


def withdrawn(dice: Dice) -> Battlefield:
    """A regiment has given ground from 1107 to 1105 in A2."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("D1", "4:1"))
    t.attack("1107", *SS).play("withdraw", "retreat i1/2 1105", "halt")
    return t


@pytest.mark.rule("bulge:8.5-3b")
def test_who_gave_ground_has_no_zone_of_control_for_the_rest_of_the_turn(dice: Dice) -> None:
    """In A3 a panzer unit drives past it to 1104."""
    t = withdrawn(dice)
    assert t.is_("shaken", "i1/2")
    assert "1104" in t.move("german", 2).reach("pz/1SS")


@pytest.mark.rule("bulge:8.5-3b")
def test_a_regiment_in_good_order_stops_them(dice: Dice) -> None:
    """The same place after a forced retreat."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("D1R", "4:1"))
    t.attack("1107", *SS).play("retreat i1/2 1105", "halt")
    assert "1104" not in t.move("german", 2).reach("pz/1SS")


@pytest.mark.rule("bulge:8.5-3b")
def test_the_zone_of_control_comes_back_when_the_enemy_turn_ends(dice: Dice) -> None:
    t = withdrawn(dice)
    assert not zoc(t.g, ALLIED) >> t.place("1106") & 1
    t.run(Recording(GERMAN))
    assert not t.is_("shaken", "i1/2")
    assert zoc(t.g, ALLIED) >> t.place("1106") & 1


@pytest.mark.rule("bulge:8.5-3b")
def test_a_friend_in_the_same_hex_keeps_his_zone_of_control(dice: Dice) -> None:
    t = withdrawn(dice).put("1105", "14Cav")
    assert zoc(t.g, ALLIED) >> t.place("1106") & 1


@pytest.mark.rule("bulge:8.5-3c")
def test_who_gave_ground_does_not_enter_an_enemy_zone_in_his_next_turn(dice: Dice) -> None:
    """The panzers in 1108 hold 1107; 1106 is free."""
    t = withdrawn(dice).put("1205", "i1/9").run(Recording(GERMAN)).move("allied")
    assert "1107" not in t.reach("i1/2")
    assert "1106" in t.reach("i1/2")
    assert "1107" in t.reach("i1/9"), "another regiment may"


@pytest.mark.rule("bulge:8.5-3c")
def test_who_gave_ground_may_stay_in_an_enemy_zone_and_attack(dice: Dice) -> None:
    t = withdrawn(dice).put("1106", "g1/12").run(Recording(GERMAN)).move("allied").play("end")
    assert t.where("i1/2") == "1105"
    assert "commit i1/2" in t.fight("allied").play("target 1106").offered()


@pytest.mark.rule("bulge:8.5-3c")
def test_the_bar_ends_with_the_units_own_turn(dice: Dice) -> None:
    t = withdrawn(dice).run(Recording(GERMAN))
    assert t.is_("wary", "i1/2")
    t.run(Recording(ALLIED))
    assert not t.is_("wary", "i1/2")


@pytest.mark.rule("bulge:8.5-3c")
def test_germans_who_gave_ground_recover_in_the_same_way(dice: Dice) -> None:
    """No ZOC until the Allied turn ends, no EZOC until the end of the next German turn."""
    t = Battlefield().put("1107", "g1/12").put("1106", "i1/2", "i2/2", "i3/2").fight("allied")
    dice(*t.throw("D2A1", "3:1"))
    t.attack("1107", "i1/2", "i2/2", "i3/2").play("withdraw", "lose i1/2", "retreat g1/12 1109")
    assert t.is_("shaken", "g1/12")
    t.run(Recording(ALLIED))
    assert not t.is_("shaken", "g1/12")
    assert t.is_("wary", "g1/12")
    t.run(Recording(GERMAN))
    assert not t.is_("wary", "g1/12")


@pytest.mark.rule("bulge:8.5-3d")
def test_a_forced_retreat_costs_no_order(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("D1R", "4:1"))
    t.attack("1107", *SS).play("retreat i1/2 1105")
    assert not t.is_("shaken", "i1/2")
    assert not t.is_("wary", "i1/2")


@pytest.mark.rule("bulge:8.5-3d")
def test_attackers_driven_back_keep_their_order(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").fight("german")
    dice(*t.throw("A1R", "2:1"))
    t.attack("1107", "pz/1SS").play("retreat pz/1SS 1109")
    assert not t.is_("shaken", "pz/1SS")
    assert not t.is_("wary", "pz/1SS")


# -- part of a stack (option giving_ground) -------------------------------------------------------


@pytest.mark.rule("bulge:8.5-3a")
@pytest.mark.parametrize(
    ("choice", "asked"), [("stack", "allied losses"), ("units", "allied option")]
)
def test_an_option_lets_the_infantry_go_where_the_tanks_cannot(
    dice: Dice, choice: str, asked: str
) -> None:
    """In the deep forest 0708 there is no road for vehicles."""
    t = Battlefield(giving_ground=choice).put("0708", "i1/2", "CCA/9A")
    t.put("0709", *SS).put("0809", "pz/2SS", "pg1/2SS", "pg2/2SS").fight("german")
    dice(*t.throw("D1", "2:1"))
    t.attack("0708", *SS, "pz/2SS", "pg1/2SS", "pg2/2SS")
    assert (t.combat.result, t.asked) == ("D1", asked)


@pytest.mark.rule("bulge:8.5-3a")
@pytest.mark.parametrize(("choice", "may_stay"), [("stack", False), ("units", True)])
def test_an_option_lets_part_of_the_stack_stay(dice: Dice, choice: str, may_stay: bool) -> None:
    t = Battlefield(giving_ground=choice).put("1107", "i1/2", "i2/2").put("1108", *SS)
    t.fight("german")
    dice(*t.throw("D1", "2:1"))
    t.attack("1107", *SS).play("withdraw", "retreat i1/2 1105")
    assert ("halt" in t.offered()) == may_stay
    if may_stay:
        t.play("halt")
        assert (t.where("i1/2"), t.where("i2/2")) == ("1105", "1107")
        assert (t.is_("shaken", "i1/2"), t.is_("shaken", "i2/2")) == (True, False)
