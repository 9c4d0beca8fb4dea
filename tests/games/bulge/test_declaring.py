"""Who may attack what, the declaration of all attacks, and their order (8.1-8.3, 8.8)."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import CombatCancelled, CombatDeclared, CombatResolved, Pursued
from salient.games.bulge.rules.combat import Resolution, blocs
from salient.games.bulge.setting import GERMAN
from salient.games.bulge.state import Combat
from tests.conftest import Dice
from tests.games.bulge.battlefield import FIELD, SS, Battlefield

# -- who may attack (8.1, 8.2-1) ------------------------------------------------------------------


@pytest.mark.rule("bulge:8.1", "bulge:5.3")
def test_enemies_next_to_own_units_may_be_attacked() -> None:
    t = Battlefield().put("1107", "i1/2").put("1105", "i1/99").put("1108", *SS).fight("german")
    assert t.asked == "german declaring"
    assert t.offered("target") == {"target 1107"}


@pytest.mark.rule("bulge:8.1")
def test_only_the_side_whose_phase_it_is_attacks() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "g1/12")
    assert t.fight("allied").asked == "allied declaring"
    assert t.offered("target") == {"target 1108"}


@pytest.mark.rule("bulge:8.2-1a")
def test_nobody_has_to_attack() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german").play("end")
    assert t.asked == ""
    assert not t.happened(CombatDeclared, CombatResolved)


@pytest.mark.rule("bulge:8.2-1a")
def test_a_target_may_be_dropped_before_it_is_declared() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    t.commit("1107", "pz/1SS").play("cancel")
    assert not t.happened(CombatDeclared)


@pytest.mark.rule("bulge:8.3-1")
def test_a_target_that_was_dropped_may_be_named_again() -> None:
    """Nothing is told the defender before the list of attacks is closed."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    t.commit("1107", "pz/1SS").play("cancel")
    assert t.offered() == {"target 1107", "end"}
    t.declare("1107", *SS)
    assert [event.attackers for event in t.happened(CombatDeclared)] == [tuple(map(t.unit, SS))]


@pytest.mark.rule("bulge:8.2-4", "bulge:8.3-1")
def test_all_units_of_a_hex_can_be_committed_at_once() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1207", "g1/12").fight("german")
    t.play("target 1107")
    assert t.offered("mass") == {"mass 1108"}, "a single unit needs no word of its own"
    t.play("mass 1108")
    assert t.question.acting == tuple(map(t.unit, SS))
    assert t.offered("commit") == {"commit g1/12"}


@pytest.mark.rule("bulge:8.8b")
def test_units_that_may_not_attack_together_are_not_massed() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS", "pz/Lehr").fight("german")
    assert not t.play("target 1107").offered("mass")


@pytest.mark.rule("bulge:8.3-1")
def test_a_committed_unit_can_be_taken_out_again() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    t.commit("1107", *SS).play("release pg1/1SS")
    assert t.question.acting == (t.unit("pz/1SS"), t.unit("pg2/1SS"))
    assert t.offered("commit") == {"commit pg1/1SS"}


@pytest.mark.rule("bulge:8.2-1b", "bulge:4.2-A4")
def test_in_the_second_combat_phase_only_mechanized_units_attack() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS", "g1/12")
    t.fight("german", 2).play("target 1107")
    assert t.offered("commit") == {"commit pz/1SS"}


@pytest.mark.rule("bulge:8.2-1c", "bulge:10.6")
@pytest.mark.parametrize(("markers", "targets"), [(0, set()), (1, {"target 0208"})])
def test_the_last_air_marker_makes_an_attack_possible(markers: int, targets: set[str]) -> None:
    """Three against seven are less than 1:2."""
    t = Battlefield(turn=10).put("0208", "g1/62", "150").put("0209", "i1/2")
    t.g.air_left = markers
    assert t.fight("allied").offered("target") == targets


@pytest.mark.rule("bulge:8.2-1c", "bulge:8.3-3")
def test_a_unit_whose_halved_strength_is_nothing_attacks_nobody() -> None:
    t = Battlefield().put("1107", "i1/2", steps=1).put("1108", "pz/1SS").mark("oos", "i1/2")
    assert t.fight("allied").asked == ""


@pytest.mark.rule("bulge:8.2-1b")
def test_in_the_first_combat_phase_all_units_attack() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS", "g1/12")
    t.fight("german", 1).play("target 1107")
    assert t.offered("commit") == {"commit pz/1SS", "commit g1/12"}


@pytest.mark.rule("bulge:8.2-1b", "bulge:4.2-B4")
def test_infantry_alone_has_no_second_combat_phase() -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", "g1/12")
    assert t.fight("allied", 2).asked == ""


def test_commandos_neither_attack_nor_are_attacked() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "Cdo1")
    assert t.fight("german").asked == ""
    assert t.fight("allied").asked == ""


# -- the minimum odds (8.2-1c) --------------------------------------------------------------------


@pytest.mark.rule("bulge:8.2-1c")
def test_one_to_two_is_enough() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").fight("allied")
    assert "declare" in t.commit("1108", "i1/2").offered()


@pytest.mark.rule("bulge:8.2-1c")
def test_one_to_three_is_not_enough() -> None:
    """3 against 7."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pg1/1SS", "VDH")
    assert t.fight("allied").asked == ""


@pytest.mark.rule("bulge:8.2-1c")
def test_an_attack_is_declared_when_enough_units_have_joined() -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", "pg1/1SS", "VDH").fight("allied")
    assert "declare" not in t.commit("1108", "i1/2").offered()
    assert "declare" in t.play("commit i2/2").offered()


@pytest.mark.rule("bulge:8.2-1c")
@pytest.mark.parametrize(("target", "targets"), [("0506", {"target 0506"}), ("0707", set())])
def test_the_minimum_is_that_of_the_final_odds(target: str, targets: set[str]) -> None:
    """3 against 3 is 1:1; light forest makes it 1:2, deep forest less."""
    t = Battlefield().put(target, "g1/62").put("0607", "i1/2").fight("allied")
    assert t.offered("target") == targets


@pytest.mark.rule("bulge:8.2-1c")
def test_with_the_option_the_minimum_is_that_of_the_base_odds(dice: Dice) -> None:
    """1:1 against deep forest is fought in the lowest column."""
    t = Battlefield(minimum_odds="base").put("0707", "g1/62").put("0607", "i1/2").fight("allied")
    dice(*t.throw("A1", "1:2"))
    assert t.attack("0707", "i1/2").combat.column == "1:2"


@pytest.mark.rule("bulge:8.2-1c")
def test_with_the_option_shifts_do_not_help_to_reach_the_minimum() -> None:
    """2 against 5 is 1:3; encirclement would make it 1:1."""
    base, final = Battlefield(minimum_odds="base"), Battlefield()
    for t in (base, final):
        t.put("1107", "CCA/9A").put("1108", "g1/62").put("1206", "g2/62").put("1006", "g3/62")
    assert final.fight("german").offered("target") == {"target 1107"}
    assert base.fight("german").offered("target") == set()


@pytest.mark.rule("bulge:8.2-1c", "bulge:8.3-5b")
def test_an_attack_whose_odds_have_sunk_too_low_is_cancelled(dice: Dice) -> None:
    """2 against 5 needs the ring; the first combat opens it."""
    t = Battlefield().put("1107", "CCA/9A").put("1305", "i1/9").put("1108", "g1/12")
    t.put("1006", "pg1/1SS").put("1206", "pz/2SS").fight("german")
    t.declare("1107", "g1/12").declare("1305", "pz/2SS").close()
    dice(*t.throw("A1R", "2:1"))
    t.play("resolve 1305")
    assert [event.target for event in t.happened(CombatCancelled)] == [t.place("1107")]
    assert len(t.happened(CombatResolved)) == 1


def test_an_attack_on_a_hex_without_defenders_is_cancelled_without_pursuit() -> None:
    t = Battlefield().put("1108", "pz/1SS")
    t.run(Resolution(GERMAN, Combat(t.place("1107"), (t.unit("pz/1SS"),))))
    assert len(t.happened(CombatCancelled)) == 1
    assert not t.happened(CombatResolved, Pursued)


# -- one attack each, one target each (8.2-2 to 8.2-6) --------------------------------------------


@pytest.mark.rule("bulge:8.2-2")
def test_a_hex_is_attacked_only_once() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1208", "pz/2SS").put("1209", "i1/9")
    t.fight("german").declare("1107", *SS)
    assert t.offered("target") == {"target 1209"}


@pytest.mark.rule("bulge:8.2-2")
def test_a_unit_attacks_only_once() -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1108", *SS)
    t.fight("german").declare("1107", "pz/1SS").play("target 1208")
    assert t.offered("commit") == {"commit pg1/1SS", "commit pg2/1SS"}


@pytest.mark.rule("bulge:8.2-2")
def test_in_the_second_phase_the_same_unit_and_hex_may_fight_again(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", "pz/1SS", "pg1/1SS").fight("german")
    dice(*t.throw("Ex1", "1:1"))
    t.attack("1107", "pz/1SS", "pg1/1SS").play("lose i1/2", "lose pg1/1SS")
    assert "declare" in t.fight("german", 2).commit("1107", "pz/1SS").offered()


@pytest.mark.rule("bulge:8.2-3")
def test_a_stack_defends_with_its_whole_strength(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2", "i3/2").put("1108", *SS).fight("german")
    dice(*t.throw("AR", "1:1"))
    t.attack("1107", *SS)
    assert (t.combat.attack, t.combat.defence) == (18, 12)


@pytest.mark.rule("bulge:8.2-3")
def test_a_reduced_unit_fights_with_its_reduced_strength(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", steps=1).put("1108", "pz/1SS", steps=1).fight("german")
    dice(*t.throw("A1", "2:1"))
    t.attack("1107", "pz/1SS")
    assert (t.combat.attack, t.combat.defence) == (4, 2)


@pytest.mark.rule("bulge:8.2-4")
def test_a_stack_may_attack_different_hexes() -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1108", *SS).fight("german")
    t.declare("1107", "pg1/1SS", "pg2/1SS").declare("1208", "pz/1SS")
    attacks = [(event.target, len(event.attackers)) for event in t.happened(CombatDeclared)]
    assert attacks == [(t.place("1107"), 2), (t.place("1208"), 1)]


@pytest.mark.rule("bulge:8.2-4")
def test_some_of_a_stack_may_stay_out_of_it(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("A1", "2:1"))
    assert t.attack("1107", "pz/1SS").combat.attack == 8


@pytest.mark.rule("bulge:8.2-5")
def test_an_attack_has_one_target() -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1108", *SS).fight("german")
    assert t.commit("1107", "pz/1SS").offered("target") == set()


@pytest.mark.rule("bulge:8.2-5")
def test_units_from_all_six_sides_join_one_attack(dice: Dice) -> None:
    around = ("1106", "1108", "1207", "1208", "1007", "1008")
    units = (*SS, "pz/2SS", "fj/3FJ", "g1/12")
    t = Battlefield().put("1107", "i1/2", "i2/2", "i3/2")
    for hex_, unit in zip(around, units, strict=True):
        t.put(hex_, unit)
    dice(*t.throw("DElim", "4:1"))
    t.fight("german").attack("1107", *units)
    assert t.combat.attack == 8 + 5 + 5 + 8 + 3 + 2


@pytest.mark.rule("bulge:8.2-5", "bulge:5.3")
def test_units_further_away_do_not_join() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1109", "pg1/1SS")
    assert t.fight("german").play("target 1107").offered("commit") == {"commit pz/1SS"}


@pytest.mark.rule("bulge:8.2-6", "bulge:8.3-5b")
def test_as_many_attacks_as_there_are_targets(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1008", "i1/99").put("1108", *SS)
    t.fight("german").declare("1107", "pz/1SS").declare("1208", "pg1/1SS")
    t.declare("1008", "pg2/1SS")
    dice(*t.throw("A1", "2:1"), *t.throw("Ex1", "1:1"), *t.throw("Ex1", "1:1"))
    t.play("resolve 1107", "resolve 1208")
    assert [event.target for event in t.happened(CombatResolved)] == [
        t.place("1107"), t.place("1208"), t.place("1008"),
    ]  # fmt: skip


# -- declaration and order (8.3-1, 8.3-2) ---------------------------------------------------------


@pytest.mark.rule("bulge:8.3-1")
def test_no_attack_is_added_once_the_list_is_closed(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1108", *SS).fight("german")
    t.declare("1107", "pz/1SS")
    assert "target 1208" in t.offered()
    dice(*t.throw("A1", "2:1"))
    t.play("end")
    assert t.asked == ""
    assert len(t.happened(CombatResolved)) == 1


@pytest.mark.rule("bulge:8.3-1")
def test_no_dice_fall_before_the_list_is_closed() -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1108", *SS).fight("german")
    t.declare("1107", "pz/1SS")
    assert not t.happened(CombatResolved)


@pytest.mark.rule("bulge:8.3-2")
@pytest.mark.parametrize("order", [("1107", "1208"), ("1208", "1107")])
def test_attacks_are_resolved_in_the_announced_order(dice: Dice, order: tuple[str, str]) -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1108", *SS).fight("german")
    t.declare("1107", "pg1/1SS").declare("1208", "pg2/1SS").close()
    assert t.asked == "german ordering"
    dice(*t.throw("Ex1", "1:1"), *t.throw("Ex1", "1:1"))
    t.play(f"resolve {order[0]}")
    targets = [event.target for event in t.happened(CombatResolved)]
    assert targets == [t.place(hex_) for hex_ in order]


@pytest.mark.rule("bulge:8.3-2")
def test_the_whole_order_is_fixed_before_the_first_dice() -> None:
    t = Battlefield().put("1107", "i1/2").put("1208", "i1/9").put("1008", "i1/99").put("1108", *SS)
    t.fight("german").declare("1107", "pz/1SS").declare("1208", "pg1/1SS")
    t.declare("1008", "pg2/1SS").play("resolve 1208")
    assert t.offered() == {"resolve 1107", "resolve 1008"}
    assert not t.happened(CombatResolved)


# -- joint attacks (8.8) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.8a")
def test_americans_and_british_do_not_attack_together() -> None:
    t = Battlefield().put("1108", "g1/12").put("1107", "i1/2").put("1208", "b29").fight("allied")
    t.play("target 1108")
    assert t.offered("commit") == {"commit i1/2", "commit b29"}
    assert t.play("commit b29").offered("commit") == set()


@pytest.mark.rule("bulge:8.8a")
def test_americans_and_british_may_attack_different_hexes() -> None:
    t = Battlefield().put("1108", "g1/12").put("1107", "i1/2").put("1208", "b29")
    t.put("1209", "fj/3FJ").fight("allied")
    assert "declare" in t.declare("1108", "i1/2").commit("1209", "b29").offered()


BESIDE = {"1107": ("1108", "1106"), "0603": ("0604", "0503"), "0904": ("0905", "0903")}
"""Two hexes next to open ground, to an important city and to a fortress."""


def mixed_armies(target: str, turn: int, **options: str) -> Battlefield:
    """A yellow division and a red unit next to a target, the division committed."""
    east, west = BESIDE[target]
    t = Battlefield(turn, **options).put(target, "i1/2").put(east, *SS).put(west, "pz/Lehr")
    return t.fight("german").commit(target, *SS)


@pytest.mark.rule("bulge:8.8b")
def test_german_armies_do_not_attack_together() -> None:
    assert mixed_armies("1107", turn=3).offered("commit") == set()


@pytest.mark.rule("bulge:8.8b")
def test_german_armies_attack_an_important_city_together() -> None:
    assert mixed_armies("0603", turn=3).offered("commit") == {"commit pz/Lehr"}


@pytest.mark.rule("bulge:8.8b")
def test_a_fortress_is_no_important_city_for_joint_attacks() -> None:
    assert mixed_armies("0904", turn=3).offered("commit") == set()


@pytest.mark.rule("bulge:8.8b")
def test_with_the_option_armies_attack_a_fortress_together() -> None:
    t = mixed_armies("0904", turn=3, key_cities="fortress")
    assert t.offered("commit") == {"commit pz/Lehr"}


@pytest.mark.rule("bulge:8.8c")
@pytest.mark.parametrize(("turn", "joined"), [(4, set()), (10, {"commit pz/Lehr"})])
def test_from_turn_10_german_armies_attack_together(turn: int, joined: set[str]) -> None:
    assert mixed_armies("1107", turn).offered("commit") == joined


@pytest.mark.rule("bulge:8.8c")
def test_on_turn_9_german_armies_still_do_not_attack_together() -> None:
    """The yellow unit stands on the northern line, the red one south of it: either may attack."""
    t = Battlefield(9).put("0808", "i1/2").put("0908", "pz/1SS").put("0809", "pz/Lehr")
    t.fight("german").play("west", "west", "target 0808")
    assert t.offered("commit") == {"commit pz/1SS", "commit pz/Lehr"}
    assert t.play("commit pz/1SS").offered("commit") == set()


@pytest.mark.rule("bulge:8.8d")
@pytest.mark.parametrize("unit", ["pz/1SS", "pz/Lehr", "g1/212"])
def test_white_units_attack_with_any_army(unit: str) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "FB").put("1208", unit).fight("german")
    assert f"commit {unit}" in t.commit("1107", "FB").offered()


@pytest.mark.rule("bulge:8.8d", "bulge:8.8b")
def test_a_white_unit_does_not_join_two_armies() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "FB").put("1208", "pz/1SS")
    t.put("1207", "pz/Lehr").fight("german").commit("1107", "FB", "pz/1SS")
    assert t.offered("commit") == set()


@pytest.mark.rule("bulge:8.8b", "bulge:8.8d")
def test_the_largest_groups_that_may_attack_together() -> None:
    t = Battlefield()
    units = [t.unit(name) for name in ("pz/1SS", "pz/Lehr", "FB")]
    yellow, red, white = units
    assert blocs(t.g, t.place(FIELD), units) == [(red, white), (yellow, white)]
    assert blocs(t.g, t.place("0603"), units) == [(yellow, red, white)]
    assert blocs(t.g, t.place(FIELD), [yellow, white]) == [(yellow, white)]
