"""Strengths, odds, shifts and the combat results table (8.3-3 to 8.3-5, 5.7, 11.3, 11.4)."""

from __future__ import annotations

import pytest

from salient.engine.events import Modifier
from salient.games.bulge.events import Destroyed
from salient.games.bulge.rules.combat import Odds, odds_column, ratio
from tests.conftest import Dice
from tests.games.bulge.battlefield import RING, SS, Ardennes, Battlefield

# -- the ratio (8.3-3) ----------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.3-3")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (14, 3, "4:1"), (15, 3, "5:1"), (12, 4, "3:1"), (11, 4, "2:1"), (4, 4, "1:1"),
        (3, 4, "1:2"), (2, 4, "1:2"), (4, 9, "1:3"), (1, 4, "1:4"), (30, 2, "15:1"),
    ],
)  # fmt: skip
def test_fractions_go_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert ratio(odds_column(attack, defence)) == odds


@pytest.mark.rule("bulge:ex-8.3-3")
def test_fourteen_against_three_is_four_to_one(dice: Dice) -> None:
    """A panzer brigade, a panzer unit and a grenadier: 6 + 6 + 2."""
    t = Battlefield().put("1107", "CCA/9A", steps=1).put("1108", "FB", "FG", "g1/12")
    dice(*t.throw("Cont", "4:1"))
    t.fight("german").attack("1107", "FB", "FG", "g1/12")
    assert (t.combat.attack, t.combat.defence, t.combat.odds) == (14, 3, "4:1")


@pytest.mark.rule("bulge:ex-8.3-3")
def test_three_against_four_is_one_to_two(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "fj/3FJ")
    dice(*t.throw("A1", "1:2"))
    t.fight("german").attack("1107", "fj/3FJ")
    assert (t.combat.attack, t.combat.defence, t.combat.odds) == (3, 4, "1:2")


# -- supply (11.3, 11.4) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:11.3")
def test_units_out_of_supply_attack_with_half_their_sum(dice: Dice) -> None:
    """5 and 5 are halved together to 5, not to 2 and 2; the panzers count in full."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).mark("oos", "pg1/1SS", "pg2/1SS")
    dice(*t.throw("Cont", "3:1"))
    assert t.fight("german").attack("1107", *SS).combat.attack == 8 + 10 // 2


@pytest.mark.rule("bulge:11.3", "bulge:11.4a")
@pytest.mark.parametrize("status", ["oos", "isolated"])
def test_half_of_an_attack_strength_is_rounded_down(dice: Dice, status: str) -> None:
    t = Battlefield().put("1107", "14Cav").put("1108", "pg1/1SS").mark(status, "pg1/1SS")
    dice(*t.throw("AR", "1:1"))
    assert t.fight("german").attack("1107", "pg1/1SS").combat.attack == 2


@pytest.mark.rule("bulge:11.4a")
def test_half_of_a_defence_strength_is_rounded_up(dice: Dice) -> None:
    """5 is halved to 3."""
    t = Battlefield().put("1107", "CCA/9A").mark("isolated", "CCA/9A").put("1108", *SS)
    dice(*t.quiet("6:1"))
    t.fight("german").attack("1107", *SS)
    assert t.combat.defence == 3


@pytest.mark.rule("bulge:11.4a")
def test_isolated_defenders_are_halved_together(dice: Dice) -> None:
    t = Battlefield().put("1107", "CCA/9A", "CCB/9A", "i1/2").put("1108", *SS)
    dice(*t.throw("A1", "2:1"))
    t.mark("isolated", "CCA/9A", "CCB/9A").fight("german").attack("1107", *SS)
    assert t.combat.defence == 10 // 2 + 4


@pytest.mark.rule("bulge:11.3")
def test_units_out_of_supply_defend_in_full(dice: Dice) -> None:
    t = Battlefield().put("1107", "CCA/9A").mark("oos", "CCA/9A").put("1108", *SS)
    dice(*t.throw("Cont", "3:1"))
    assert t.fight("german").attack("1107", *SS).combat.defence == 5


# -- terrain (8.3-4a) -----------------------------------------------------------------------------


def attacked(dice: Dice, target: str, origin: str, column: str, *units: str) -> Battlefield:
    """German units in one hex attack an American regiment; the dice give nothing away."""
    t = Battlefield().put(target, "i1/2").put(origin, *(units or SS)).fight("german")
    dice(*t.quiet(column))
    t.attack(target, *(units or SS))
    return t


@pytest.mark.rule("bulge:8.3-4a", "bulge:3.3")
@pytest.mark.parametrize(
    ("target", "origin", "shift", "column"),
    [
        ("1107", "1108", 0, "4:1"),
        ("0909", "0910", -1, "3:1"),
        ("0506", "0507", -1, "3:1"),
        ("0708", "0609", -2, "2:1"),
        ("0303", "0304", -1, "3:1"),
        ("0305", "0306", -1, "3:1"),
        ("0603", "0604", -2, "2:1"),
        ("0904", "0905", -3, "1:1"),
    ],
)
def test_terrain_helps_the_defender(
    dice: Dice, target: str, origin: str, shift: int, column: str
) -> None:
    """Plain, hill, light and deep forest, town, city, important city, fortress: 18 to 4."""
    t = attacked(dice, target, origin, column)
    assert t.combat.odds == "4:1"
    assert t.shifts.get("8.3-4a", 0) == shift
    assert t.combat.column == column


@pytest.mark.rule("bulge:ex-8.3-4a")
def test_light_forest_turns_four_to_one_into_three_to_one(dice: Dice) -> None:
    t = attacked(dice, "0506", "0507", "3:1")
    assert (t.combat.odds, t.combat.column) == ("4:1", "3:1")


@pytest.mark.rule("bulge:8.3-4a", "bulge:3.3-6a")
def test_only_the_best_terrain_counts(dice: Dice) -> None:
    """Delta is a fortress (3L) on a hill (1L)."""
    t = attacked(dice, "0904", "0905", "1:1")
    assert t.g.setting.hex_rows[t.place("0904")].terrain == "hill"
    assert t.shifts == {"8.3-4a": -3}


@pytest.mark.rule("bulge:ex-8.3-4b")
def test_bastogne_is_worth_three_columns(dice: Dice) -> None:
    t = Ardennes().put("1922", "CCA/9A").put("1923", "Pz1/1SS", "1/1SS", "2/1SS").fight("german")
    dice(6, 6)
    t.attack("1922", "Pz1/1SS", "1/1SS", "2/1SS")
    assert t.g.setting.hex_rows[t.place("Bastogne")].terrain == "hill"
    assert t.shifts == {"8.3-4a": -3}


# -- rivers (8.3-4b) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.3-4b", "bulge:3.3-6b")
def test_a_river_counts_besides_the_terrain(dice: Dice) -> None:
    """From 0709 across the Brook into the deep forest 0708."""
    t = attacked(dice, "0708", "0709", "1:1")
    assert t.shifts == {"8.3-4a": -2, "8.3-4b": -1}


@pytest.mark.rule("bulge:8.3-4b")
def test_a_river_counts_where_there_is_no_other_terrain(dice: Dice) -> None:
    assert attacked(dice, "0408", "0409", "3:1").shifts == {"8.3-4b": -1}


@pytest.mark.rule("bulge:8.3-4b", "bulge:3.3-6b")
def test_one_attacker_on_dry_ground_cancels_the_river(dice: Dice) -> None:
    t = Battlefield().put("0708", "i1/2").put("0709", "pz/1SS", "pg1/1SS").put("0609", "pg2/1SS")
    dice(*t.throw("A1", "2:1"))
    assert t.fight("german").attack("0708", *SS).shifts == {"8.3-4a": -2}


@pytest.mark.rule("bulge:8.3-4b", "bulge:3.3-6c")
def test_a_great_river_is_a_river(dice: Dice) -> None:
    """From the west across the Meuse into Charlie."""
    assert attacked(dice, "0603", "0602", "1:1").shifts == {"8.3-4a": -2, "8.3-4b": -1}


@pytest.mark.rule("bulge:ex-8.3-4c")
def test_from_2731_to_2730_the_odds_shift_three_columns(dice: Dice) -> None:
    """Deep forest and the Our."""
    t = Ardennes().put("2730", "109/28").put("2731", "Pz1/1SS", "1/1SS", "2/1SS").fight("german")
    dice(6, 6)
    t.attack("2730", "Pz1/1SS", "1/1SS", "2/1SS")
    assert t.shifts == {"8.3-4a": -2, "8.3-4b": -1}


# -- encirclement (5.7, 8.3-4c) -------------------------------------------------------------------


def ring(t: Battlefield, *units: str) -> Battlefield:
    """Three units whose ZOC closes around the field."""
    for hex_, unit in zip(RING, units, strict=True):
        t.put(hex_, unit)
    return t


@pytest.mark.rule("bulge:8.3-4c", "bulge:5.7a", "bulge:5.7b")
def test_an_encircled_defender_is_attacked_two_columns_higher(dice: Dice) -> None:
    """The units of the ring need not attack."""
    t = ring(Battlefield().put("1107", "i1/2"), "pz/1SS", "g1/62", "g1/212").fight("german")
    dice(*t.throw("Cont", "4:1"))
    t.attack("1107", "pz/1SS")
    assert t.shifts == {"8.3-4c": 2}
    assert (t.combat.odds, t.combat.column) == ("2:1", "4:1")


@pytest.mark.rule("bulge:8.3-4c", "bulge:5.7a")
def test_one_free_hex_is_a_way_out(dice: Dice) -> None:
    """Without the unit in 1006 the hex 1007 is free."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1206", "g1/62")
    dice(*t.throw("A1", "2:1"))
    assert t.fight("german").attack("1107", "pz/1SS").shifts == {}


@pytest.mark.rule("bulge:8.3-4c")
def test_encirclement_and_terrain_are_added_up(dice: Dice) -> None:
    """Light forest 1L and encirclement 2R: one to the right."""
    t = Battlefield().put("0506", "i1/2").put("0507", "pz/1SS").put("0605", "g1/62")
    t.put("0405", "g2/62").fight("german")
    dice(*t.throw("Cont", "3:1"))
    t.attack("0506", "pz/1SS")
    assert t.shifts == {"8.3-4a": -1, "8.3-4c": 2}
    assert (t.combat.odds, t.combat.column) == ("2:1", "3:1")


@pytest.mark.rule("bulge:5.7a", "bulge:7.6b", "bulge:8.3-4c")
@pytest.mark.parametrize(("unit", "shifts"), [("CCA/9A", {"8.3-4c": 2}), ("i1/2", {})])
def test_deep_forest_without_a_road_is_no_way_out_for_vehicles(
    dice: Dice, unit: str, shifts: dict[str, int]
) -> None:
    """Around 0808 all is held but the deep forest 0707, to which no road leads from there."""
    t = Battlefield().put("0808", unit).put("0809", "g1/62").put("0907", "pz/1SS")
    t.put("0806", "g2/62").fight("german")
    dice(6, 6)
    t.attack("0808", "pz/1SS")
    assert t.shifts == shifts


@pytest.mark.rule("bulge:5.7a")
@pytest.mark.parametrize(("option", "shifts"), [("stack", {}), ("unit", {"8.3-4c": 2})])
def test_a_mixed_stack_is_encircled_when_none_can_leave(
    dice: Dice, option: str, shifts: dict[str, int]
) -> None:
    """With the option ``unit`` it is enough that one cannot."""
    t = Battlefield(encirclement=option).put("0808", "CCA/9A", "i1/2").put("0809", "g1/62")
    t.put("0907", *SS).put("0806", "g2/62").fight("german")
    dice(6, 6)
    t.attack("0808", *SS)
    assert t.shifts == shifts


@pytest.mark.rule("bulge:5.7a")
def test_a_full_friendly_hex_is_still_a_way_out(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/99").put("1108", "pz/1SS").put("1206", "g1/62")
    t.put("1007", "i1/2", "i2/2", "i3/2").fight("german")
    dice(*t.throw("A1", "2:1"))
    assert t.attack("1107", "pz/1SS").shifts == {}


@pytest.mark.rule("bulge:5.7a", "bulge:13.9d")
def test_the_map_edge_is_no_way_out(dice: Dice) -> None:
    """1301 is a corner: 1302 and 1201 are all there is besides 1202."""
    t = Battlefield().put("1301", "i1/2").put("1302", "pz/1SS").put("1202", "pg1/1SS")
    dice(*t.throw("Cont", "4:1"))
    assert t.fight("german").attack("1301", "pz/1SS").shifts == {"8.3-4c": 2}


# -- the highest column (8.3-4d) ------------------------------------------------------------------


@pytest.mark.rule("bulge:8.3-4d")
@pytest.mark.parametrize(
    ("base", "shift", "column"),
    [(7, 0, 7), (9, 0, 7), (9, -1, 7), (8, -2, 6), (7, -1, 6), (6, 2, 7)],
)
def test_columns_beyond_seven_to_one_exist_while_shifting(
    base: int, shift: int, column: int
) -> None:
    assert Odds(base, 1, base, (Modifier("8.3-4a", shift),)).column == column


@pytest.mark.rule("bulge:8.3-4d")
def test_nine_to_one_against_light_forest_is_seven_to_one(dice: Dice) -> None:
    t = Battlefield().put("0506", "14Cav", steps=1).put("0507", "pz/Lehr", "g1/62").fight("german")
    dice(*t.throw("DElim", "7:1"))
    t.attack("0506", "pz/Lehr", "g1/62")
    assert (t.combat.odds, t.combat.column) == ("9:1", "7:1")


@pytest.mark.rule("bulge:8.3-4d")
def test_twelve_to_one_against_a_fortress_is_seven_to_one(dice: Dice) -> None:
    """All columns beyond the table count while shifting, however many."""
    second = ("pz/2SS", "pg1/2SS", "pg2/2SS")
    t = Battlefield().put("0904", "CCA/9A", steps=1).put("0905", *SS).put("1004", *second)
    dice(*t.throw("DElim", "7:1"))
    t.fight("german").attack("0904", *SS, *second)
    assert (t.combat.odds, t.shifts, t.combat.column) == ("12:1", {"8.3-4a": -3}, "7:1")


@pytest.mark.rule("bulge:ex-8.3-4d")
def test_eight_to_one_against_deep_forest_is_six_to_one(dice: Dice) -> None:
    t = Battlefield().put("0708", "VDH", steps=1).put("0609", "CCA/9A", "CCB/9A").fight("allied")
    dice(*t.throw("DElim", "6:1"))
    t.attack("0708", "CCA/9A", "CCB/9A")
    assert (t.combat.odds, t.combat.column) == ("8:1", "6:1")


# -- the West Wall (12.7) -------------------------------------------------------------------------


@pytest.mark.rule("bulge:12.7")
def test_the_west_wall_helps_german_defenders(dice: Dice) -> None:
    t = Battlefield().put("1011", "g1/12").put("1010", "i1/2", "i2/2", "i3/2").fight("allied")
    dice(*t.throw("AR", "1:1"))
    t.attack("1011", "i1/2", "i2/2", "i3/2")
    assert t.shifts == {"8.3-4a": -2}
    assert (t.combat.odds, t.combat.column) == ("3:1", "1:1")


@pytest.mark.rule("bulge:12.7")
def test_the_west_wall_does_not_help_the_allies(dice: Dice) -> None:
    t = Battlefield().put("1011", "i1/2").put("1012", *SS).fight("german")
    dice(*t.throw("Cont", "4:1"))
    assert t.attack("1011", *SS).shifts == {}


@pytest.mark.rule("bulge:12.7", "bulge:8.3-4a")
@pytest.mark.parametrize(("place", "origin"), [("1010", "1009"), ("1012", "1013")])
def test_the_west_wall_does_not_help_germans_beside_it(dice: Dice, place: str, origin: str) -> None:
    t = Battlefield().put(place, "g1/12").put(origin, "i1/2", "i2/2", "i3/2").fight("allied")
    dice(*t.throw("A1", "3:1"))
    assert t.attack(place, "i1/2", "i2/2", "i3/2").shifts == {}


@pytest.mark.rule("bulge:12.7")
def test_the_west_wall_is_no_fortress(dice: Dice) -> None:
    """Encirclement counts there, and a forced retreat is forced."""
    t = Battlefield().put("1011", "g1/12").put("1012", "i1/2", "i2/2").put("1109", "i1/99")
    t.put("0909", "i1/106").fight("allied")
    dice(*t.throw("D1R", "2:1"))
    t.attack("1011", "i1/2", "i2/2")
    assert t.shifts == {"8.3-4a": -2, "8.3-4c": 2}
    assert t.happened(Destroyed)


# -- dice and results (8.3-5) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:8.3-5a")
def test_each_side_throws_a_die_and_the_sum_is_looked_up(dice: Dice) -> None:
    """2 and 3 make 5, which is Ex1 at 1:1."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pg1/1SS").fight("german")
    dice(2, 3)
    t.attack("1107", "pg1/1SS")
    assert (t.combat.dice, t.combat.column, t.combat.result) == ((2, 3), "1:1", "Ex1")


@pytest.mark.rule("bulge:8.3-5a")
@pytest.mark.parametrize(("faces", "result"), [((1, 1), "D1"), ((6, 6), "A2R"), ((3, 4), "AR")])
def test_the_table_is_read_at_the_modified_odds(
    dice: Dice, faces: tuple[int, int], result: str
) -> None:
    """18 to 4 against Delta: the column is 1:1."""
    t = Battlefield().put("0904", "i1/2").put("0905", *SS).fight("german")
    dice(*faces)
    assert t.attack("0904", *SS).combat.result == result


@pytest.mark.rule("bulge:8.3-5b")
@pytest.mark.parametrize(
    ("answers", "column", "rules"),
    [(("pursue pg1/1SS", "halt"), "4:1", ["8.3-4c"]), (("halt",), "2:1", [])],
)
def test_a_result_is_carried_out_before_the_next_combat(
    dice: Dice, answers: tuple[str, ...], column: str, rules: list[str]
) -> None:
    """Only the pursuit into 1206 closes the ring around the regiment in 1107."""
    t = Battlefield().put("1206", "i1/9").put("1107", "i1/2").put("1108", "pz/1SS")
    t.put("1006", "g1/12").put("1305", *SS[1:]).fight("german")
    t.declare("1206", *SS[1:]).declare("1107", "pz/1SS").close()
    dice(*t.throw("D1R", "2:1"), *t.quiet(column))
    t.play("resolve 1206", *answers)
    assert [shift.rule for shift in t.combat.shifts] == rules
    assert t.combat.column == column
