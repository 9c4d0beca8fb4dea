"""Chapter 3: the map and its terrain."""

import pytest

from salient.boards.bits import each_place
from tests.conftest import Dice
from tests.games.bulge.battlefield import Ardennes, Battlefield
from tests.games.bulge.figures import Figure
from tests.games.bulge.table import RealTable, Table

SETTING = RealTable().g.setting


def attack_on(field: Battlefield, target: str, *attackers: str) -> dict[str, int]:
    """The shifts of an attack, whatever its result."""
    field.fight("german").attack(target, *attackers)
    return field.shifts


# -- hexes (3.2) --------------------------------------------------------------------------------


@pytest.mark.rule("bulge:3.2a")
def test_a_hex_has_six_neighbours_unless_the_map_ends() -> None:
    board = SETTING.board
    assert board.around(1 << SETTING.at("Bastogne")).bit_count() == 6
    assert board.around(1 << SETTING.at("0101")).bit_count() == 3


@pytest.mark.rule("bulge:3.2b")
def test_every_hex_has_its_own_number_of_four_digits() -> None:
    numbers = [row.hex for row in SETTING.hex_rows.values()]
    assert all(len(number) == 4 and number.isdigit() for number in numbers)
    assert len(set(numbers)) == len(numbers) == SETTING.board.all.bit_count()


# -- kinds of terrain (3.3) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:3.3-2", "bulge:3.3-3", "bulge:3.3-4")
@pytest.mark.parametrize(("place", "base"), [("1922", "hill"), ("3734", "light"), ("2730", "deep")])
def test_hexes_named_in_the_rules_have_their_terrain(place: str, base: str) -> None:
    assert SETTING.hex_rows[SETTING.at(place)].terrain == base


@pytest.mark.rule("bulge:3.3-1", "bulge:3.3-2", "bulge:3.3-5")
def test_every_hex_has_just_one_base_terrain() -> None:
    plain, hill, light, deep = (SETTING.base[name] for name in ("plain", "hill", "light", "deep"))
    assert plain | hill | light | deep == SETTING.board.all
    assert sum(kind.bit_count() for kind in (plain, hill, light, deep)) == len(SETTING.hex_rows)


@pytest.mark.rule("bulge:3.3-5")
def test_towns_stand_on_base_terrain() -> None:
    bastogne = SETTING.hex_rows[SETTING.at("1922")]
    assert (bastogne.terrain, bastogne.town) == ("hill", "fortress")
    assert {SETTING.hex_rows[place].terrain for place in each_place(SETTING.towns["town"])} == {
        "plain", "hill", "light", "deep",
    }  # fmt: skip


@pytest.mark.rule("bulge:3.3")
@pytest.mark.parametrize(
    ("unit", "origin", "to", "cost"),
    [
        ("i1/2", "0906", "0907", 1),  # plain
        ("i1/2", "0908", "0909", 1),  # hill
        ("CCA/9A", "0908", "0909", 2),
        ("i1/2", "0504", "0505", 2),  # light forest
        ("CCA/9A", "0504", "0505", 2),
        ("i1/2", "0808", "0708", 3),  # deep forest
        ("i1/2", "0304", "0303", 1),  # a town on the plain
        ("i1/2", "0306", "0305", 1),  # a city on the plain
        ("i1/2", "0309", "0308", 2),  # plain across a river
        ("i1/2", "0502", "0503", 3),  # plain across a great river
    ],
)
def test_entering_a_hex_costs_what_the_chart_says(
    unit: str, origin: str, to: str, cost: int
) -> None:
    table = Table().put(origin, unit).move("allied").play(f"activate {unit}", f"move {to}")
    assert table.spent() == cost


@pytest.mark.rule("bulge:3.3")
@pytest.mark.parametrize(
    ("target", "origin", "shift"),
    [
        ("1107", "1108", 0),  # plain
        ("0909", "0910", 1),  # hill
        ("0505", "0504", 1),  # light forest
        ("0708", "0808", 2),  # deep forest
        ("Alpha", "0304", 1),  # town
        ("Bravo", "0304", 1),  # city
        ("Charlie", "0604", 2),  # important city
    ],
)
def test_terrain_shifts_the_odds_to_the_left(
    dice: Dice, target: str, origin: str, shift: int
) -> None:
    field = Battlefield(turn=13).put(target, "i1/2").put(origin, "pz/1SS", "pg1/1SS", "pg2/1SS")
    dice(6, 6)
    field.fight("german").attack(target, "pz/1SS", "pg1/1SS", "pg2/1SS")
    assert field.shifts == ({"8.3-4a": -shift} if shift else {})


# -- one terrain, and rivers (3.3-6) ------------------------------------------------------------


@pytest.mark.rule("bulge:3.3-6a")
def test_only_the_strongest_terrain_of_a_hex_counts(dice: Dice) -> None:
    field = Battlefield(turn=13).put("Delta", "i1/2").put("0905", "pz/1SS", "pg1/1SS", "pg2/1SS")
    dice(6, 6)
    assert attack_on(field, "Delta", "pz/1SS", "pg1/1SS", "pg2/1SS") == {"8.3-4a": -3}


@pytest.mark.rule("bulge:3.3-6a")
def test_a_town_in_the_forest_costs_no_more_than_the_forest() -> None:
    table = Figure().put("0407", "i1/2").move("allied").play("activate i1/2", "move Hotel")
    assert table.spent() == 2


@pytest.mark.rule("bulge:ex-3.3-6", "bulge:3.3-6a")
def test_forest_and_town_together_give_one_shift(dice: Dice) -> None:
    figure = Figure(turn=13).put("Hotel", "i1/2").put("0407", "pz/2SS")
    dice(6, 6)
    assert attack_on(figure, "0408", "pz/2SS") == {"8.3-4a": -1}


@pytest.mark.rule("bulge:ex-3.3-6", "bulge:3.3-6a")
def test_forest_and_town_behind_a_river_give_two_shifts(dice: Dice) -> None:
    figure = Figure(turn=13).put("Hotel", "i1/2").put("0409", "pz/2SS")
    dice(6, 6)
    assert attack_on(figure, "0408", "pz/2SS") == {"8.3-4a": -1, "8.3-4b": -1}


@pytest.mark.rule("bulge:3.3-6b")
def test_the_river_helps_if_all_attack_across_it(dice: Dice) -> None:
    field = Battlefield(turn=13).put("0308", "i1/2").put("0309", "g1/62", "g2/62", "g3/62")
    dice(6, 6)
    assert attack_on(field, "0308", "g1/62", "g2/62", "g3/62") == {"8.3-4b": -1}


@pytest.mark.rule("bulge:3.3-6b")
def test_the_river_does_not_help_if_one_attacker_is_on_the_near_bank(dice: Dice) -> None:
    field = Battlefield(turn=13).put("0308", "i1/2").put("0309", "g1/62", "g2/62")
    field.put("0408", "g3/62")
    dice(6, 6)
    assert attack_on(field, "0308", "g1/62", "g2/62", "g3/62") == {}


@pytest.mark.rule("bulge:3.3-6c")
def test_a_great_river_is_a_river(dice: Dice) -> None:
    field = Battlefield(turn=13).put("0503", "i1/2").put("0502", "pz/2SS")
    dice(6, 6)
    assert attack_on(field, "0503", "pz/2SS") == {"8.3-4b": -1}


@pytest.mark.rule("bulge:3.3-6c")
@pytest.mark.parametrize(
    ("origin", "to", "cost"),
    [("0309", "0308", 2), ("0502", "0503", 3)],  # the Brook, the Meuse
)
def test_rivers_and_great_rivers_cost_movement_points_to_cross(
    origin: str, to: str, cost: int
) -> None:
    table = Table(turn=3).put(origin, "i1/2").move("allied").play("activate i1/2", f"move {to}")
    assert table.spent() == cost


# -- roads (3.3-7) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:3.3-7a")
def test_along_a_road_the_road_is_paid() -> None:
    table = Table().put("0607", "i1/2").move("allied").play("activate i1/2", "move 0707")
    assert table.spent() == 1


@pytest.mark.rule("bulge:3.3-7a")
def test_a_road_hex_entered_off_the_road_costs_its_terrain() -> None:
    table = Table().put("0708", "i1/2").move("allied").play("activate i1/2", "move 0707")
    assert table.spent() == 3


@pytest.mark.rule("bulge:3.3-7a")
def test_a_road_over_a_river_is_a_bridge() -> None:
    table = Table().put("0602", "i1/2").move("allied").play("activate i1/2", "move 0603")
    assert table.spent() == 1


@pytest.mark.rule("bulge:3.3-7a")
def test_a_road_makes_no_difference_in_combat(dice: Dice) -> None:
    field = Battlefield(turn=13).put("0707", "i1/2").put("0607", "pz/1SS", "pg1/1SS", "pg2/1SS")
    dice(6, 6)
    assert attack_on(field, "0707", "pz/1SS", "pg1/1SS", "pg2/1SS") == {"8.3-4a": -2}


@pytest.mark.rule("bulge:ex-3.3-7")
@pytest.mark.parametrize(("origin", "cost"), [("3635", 2), ("3735", 1)])
def test_forest_off_the_road_and_along_it(origin: str, cost: int) -> None:
    table = Ardennes(turn=13).put(origin, "9/2").move("allied").play("activate 9/2", "move 3734")
    assert table.spent() == cost


@pytest.mark.rule("bulge:3.3-7b")
def test_a_main_road_is_a_road() -> None:
    table = Table().put("0804", "CCA/9A").move("allied").play("activate CCA/9A", "move Delta")
    assert table.spent() == 1
    table = Table().put("0803", "CCA/9A").move("allied").play("activate CCA/9A", "move Delta")
    assert table.spent() == 2


@pytest.mark.rule("bulge:3.3-7b")
def test_an_ordinary_road_is_no_main_road() -> None:
    table = Table().put("0607", "i1/2").move("allied")
    assert "0606" in table.reach("i1/2", "march")
    assert "0707" not in table.reach("i1/2", "march")
