"""Chapter 5: zones of control in movement, and what they cut off."""

import pytest

from salient.boards.bits import members
from salient.engine.events import Moved
from salient.games.bulge.events import Destroyed
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.setting import GERMAN
from tests.conftest import Dice
from tests.games.bulge.battlefield import FIELD, RING, SS, Battlefield
from tests.games.bulge.figures import Figure
from tests.games.bulge.phases import check_supply, status
from tests.games.bulge.table import Table


def german_zone(table: Table) -> set[str]:
    return {str(table.g.setting.board.hex(place)) for place in members(zoc(table.g, GERMAN))}


def way(table: Table) -> list[str]:
    """The hexes entered so far, in order."""
    return [str(table.g.setting.board.hex(event.to)) for event in table.happened(Moved)]


# -- the zone (5.1, 5.2) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:5.1a")
@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("1107", {"1108", "1208", "1207", "1106", "1007", "1008"}),
        ("1207", {"1208", "1307", "1306", "1206", "1106", "1107"}),
    ],
)
def test_a_unit_controls_the_six_hexes_around_it(place: str, zone: set[str]) -> None:
    assert german_zone(Table().put(place, "g1/12")) == zone


@pytest.mark.rule("bulge:5.1a")
@pytest.mark.parametrize("flag", ["oos", "isolated", "finished", "fought", "wary"])
def test_every_unit_has_its_zone_whatever_has_befallen_it(flag: str) -> None:
    table = Table().put("1107", "g1/12", steps=1).mark(flag, "g1/12")
    table.put("1105", "i1/2").move("allied").play("activate i1/2", "move 1106")
    assert (len(german_zone(table)), table.is_("finished", "i1/2")) == (6, True)


@pytest.mark.rule("bulge:5.1a")
def test_a_unit_on_the_west_wall_has_its_zone() -> None:
    table = Table().put("1011", "g1/12").put("1008", "i1/2").move("allied")
    table.play("activate i1/2", "move 1010")
    assert table.is_("finished", "i1/2")


@pytest.mark.rule("bulge:5.1b")
def test_the_zone_extends_into_ground_the_unit_cannot_enter() -> None:
    table = Table().put("0709", "pz/Lehr").put("0612", "g1/62").put("0806", "i1/2")
    assert "0708" not in table.move("german").reach("pz/Lehr")
    table = Table().put("0709", "pz/Lehr").put("0707", "i1/2").move("allied")
    table.play("activate i1/2", "move 0708")
    assert table.is_("finished", "i1/2")


@pytest.mark.rule("bulge:5.2")
def test_a_commando_has_no_zone_of_control() -> None:
    table = Table().put("1107", "Cdo1")
    assert german_zone(table) == set()
    table.put("1109", "i1/2").move("allied").play("activate i1/2", "move 1108", "move 1208")
    assert table.spent() == 2


@pytest.mark.rule("bulge:5.2")
def test_commandos_have_no_strength_to_attack_with() -> None:
    table = Table().put("1108", "Cdo1").put("1107", "i1/2").fight("german")
    assert table.asked == ""


@pytest.mark.rule("bulge:5.2")
def test_the_150th_brigade_has_a_zone_of_control() -> None:
    assert german_zone(Table().put("1107", "150")) >= {"1108", "1106"}


@pytest.mark.rule("bulge:5.3")
def test_only_enemies_next_to_a_unit_can_be_attacked() -> None:
    table = Table().put("1108", "pz/1SS").put("1107", "i1/2").put("1106", "i2/2")
    assert table.fight("german").offered("target") == {"target 1107"}
    assert Table().put("1108", "pz/1SS").put("1106", "i2/2").fight("german").asked == ""


# -- moving into one (5.4) ----------------------------------------------------------------------


@pytest.mark.rule("bulge:5.4", "bulge:7.7")
def test_a_unit_that_enters_an_enemy_zone_ends_its_move() -> None:
    table = Table().put("1207", "g1/12").put("1203", "CCA/9A").move("allied")
    table.play("activate CCA/9A", "move 1206")
    assert table.where("CCA/9A") == "1206"
    assert table.asked == "allied movement"
    assert "activate CCA/9A" not in table.offered()


@pytest.mark.rule("bulge:5.4", "bulge:7.7")
def test_no_move_goes_through_an_enemy_zone() -> None:
    table = Table().put("1305", "g1/12").put("1105", "fj/3FJ").put("1204", "i1/2").move("allied")
    assert "1205" in table.reach("i1/2")
    assert "1207" not in table.reach("i1/2")


@pytest.mark.rule("bulge:5.4", "bulge:7.7")
def test_the_same_move_is_free_where_nobody_controls_the_hex() -> None:
    table = Table().put("1305", "g1/12").put("1204", "i1/2").move("allied")
    assert "1207" in table.reach("i1/2")


@pytest.mark.rule("bulge:5.4", "bulge:7.7")
def test_a_whole_stack_stops() -> None:
    table = Table().put("1108", "g1/12").put("1105", "i1/2", "i2/2").move("allied")
    table.play("activate i1/2", "join i2/2", "move 1107")
    assert table.is_("finished", "i1/2")
    assert table.is_("finished", "i2/2")


@pytest.mark.rule("bulge:5.4", "bulge:7.7")
def test_a_reinforcement_that_enters_into_an_enemy_zone_stops_at_the_edge() -> None:
    table = Table(turn=2).put("0613", "i1/106").move("german").play("activate FB", "enter E1")
    assert table.offered("move") == {"move 0614"}
    assert table.play("move 0614").is_("finished", "FB")


@pytest.mark.rule("bulge:5.4", "bulge:7.7")
def test_a_commando_in_the_hex_does_not_lift_the_stop() -> None:
    table = Table().put("1108", "g1/12").put("1107", "Cdo1").put("1105", "i1/2").move("allied")
    assert table.play("activate i1/2", "move 1107").is_("finished", "i1/2")


# -- moving out of one (5.5) --------------------------------------------------------------------


@pytest.mark.rule("bulge:5.5a", "bulge:7.8")
def test_leaving_an_enemy_zone_costs_two_more_points() -> None:
    table = Table().put("1108", "g1/12").put("1107", "i1/2").move("allied")
    table.play("activate i1/2", "move 1007")
    assert table.spent() == 3


@pytest.mark.rule("bulge:5.5a", "bulge:7.8")
def test_the_two_points_are_paid_once_on_a_longer_way() -> None:
    table = Table().put("1108", "g1/12").put("1107", "i1/2").move("allied")
    assert "1103" in table.reach("i1/2")
    assert "1102" not in table.reach("i1/2")
    table.play("activate i1/2", "move 1103")
    assert [event.cost for event in table.happened(Moved)] == [3, 1, 1, 1]


@pytest.mark.rule("bulge:7.8")
@pytest.mark.parametrize(
    ("mover", "foe", "side", "leaves"),
    [("i1/2", "pz/Lehr", "allied", True), ("g1/62", "i1/106", "german", False)],
)
def test_a_unit_leaves_only_if_it_can_pay_terrain_and_two_points(
    mover: str, foe: str, side: str, leaves: bool
) -> None:
    """Deep forest across the Brook and two points make six; the German infantry has five."""
    table = Table().put("0710", foe).put("0709", mover).move(side)
    assert ("0708" in table.reach(mover)) == leaves


@pytest.mark.rule("bulge:5.5b", "bulge:7.8")
def test_no_step_goes_from_one_enemy_zone_into_another() -> None:
    table = Table().put("1108", "g1/12").put("1107", "i1/2").put("0710", "i1/106").move("allied")
    table.play("activate i1/2", "move 1208")
    assert "1208" not in way(table)[:1]
    assert len(way(table)) == 2


@pytest.mark.rule("bulge:5.5b", "bulge:7.8")
def test_after_a_free_hex_an_enemy_zone_may_be_entered_again() -> None:
    table = Table().put("1108", "g1/12").put("1107", "i1/2").move("allied")
    table.play("activate i1/2", "move 1207", "move 1208")
    assert [event.cost for event in table.happened(Moved)] == [3, 1]
    assert table.is_("finished", "i1/2")


# -- retreats, supply and pursuit (5.6-5.9) -----------------------------------------------------


def ringed(*defenders: str, turn: int = 13) -> Battlefield:
    """Defenders whose every way out is controlled, attacked by one of three German stacks."""
    field = Battlefield(turn=turn).put(FIELD, *defenders).put(RING[0], *SS)
    field.put(RING[1], "pz/2SS").put(RING[2], "pg1/2SS")
    return field


@pytest.mark.rule("bulge:5.6")
def test_a_unit_that_can_retreat_into_enemy_zones_only_surrenders(dice: Dice) -> None:
    field = ringed("i1/2").fight("german")
    dice(*field.throw("D1R", "6:1"))
    field.attack(FIELD, *SS)
    assert field.happened(Destroyed) == [Destroyed(field.unit("i1/2"), "surrender")]


@pytest.mark.rule("bulge:5.6")
def test_friends_do_not_open_a_hex_in_an_enemy_zone_for_a_retreat(dice: Dice) -> None:
    field = ringed("i1/2").put("1007", "i2/2").fight("german")
    dice(*field.throw("D1R", "6:1"))
    field.attack(FIELD, *SS)
    assert field.where("i1/2") == ""


@pytest.mark.rule("bulge:5.6")
def test_a_unit_with_a_free_hex_retreats(dice: Dice) -> None:
    field = Battlefield(turn=13).put(FIELD, "i1/2").put(RING[0], *SS).put(RING[1], "pz/2SS")
    dice(*field.fight("german").throw("D1R", "4:1"))
    field.attack(FIELD, *SS)
    assert field.asked == "allied retreat"


@pytest.mark.rule("bulge:5.7a", "bulge:5.7b")
def test_an_encirclement_attack_shifts_two_columns_to_the_right(dice: Dice) -> None:
    field = ringed("i1/2").fight("german")
    dice(6, 6)
    field.attack(FIELD, *SS)
    assert field.shifts == {"8.3-4c": 2}
    assert (field.combat.odds, field.combat.column) == ("4:1", "6:1")


@pytest.mark.rule("bulge:5.7a")
def test_one_free_hex_is_enough_against_encirclement(dice: Dice) -> None:
    field = Battlefield(turn=13).put(FIELD, "i1/2").put(RING[0], *SS).put(RING[1], "pz/2SS")
    dice(6, 6)
    field.fight("german").attack(FIELD, *SS)
    assert field.shifts == {}


@pytest.mark.rule("bulge:5.7a")
def test_the_map_edge_is_part_of_the_ring(dice: Dice) -> None:
    field = Battlefield(turn=13).put("1301", "i1/2").put("1302", *SS).put("1201", "pz/2SS")
    dice(6, 6)
    field.fight("german").attack("1301", *SS)
    assert field.shifts == {"8.3-4c": 2}


@pytest.mark.rule("bulge:5.8")
def test_no_supply_passes_an_enemy_zone() -> None:
    cut = check_supply(ringed("i1/2"), "allied")
    assert status(cut, "i1/2") == "out_of_supply"


@pytest.mark.rule("bulge:5.8")
def test_supply_passes_where_the_ring_is_open() -> None:
    table = Table().put(FIELD, "i1/2").put(RING[0], *SS).put(RING[1], "pz/2SS")
    assert status(check_supply(table, "allied"), "i1/2") == "supplied"


@pytest.mark.rule("bulge:5.9")
def test_pursuit_goes_from_enemy_zone_to_enemy_zone(dice: Dice) -> None:
    field = Battlefield(turn=13).put("1108", *SS).put(FIELD, "i1/2").put("1008", "i1/99")
    dice(*field.fight("german").throw("DElim", "4:1"))
    field.attack(FIELD, *SS).play("pursue pz/1SS")
    assert field.where("pz/1SS") == FIELD


# -- the encirclement of mixed stacks (5.7a, 7.6b, option encirclement) --------------------------


def beside_the_forest(*defenders: str, encirclement: str = "stack") -> dict[str, int]:
    """The shifts of an attack on 0706, whose only free neighbour is roadless deep forest."""
    field = Battlefield(turn=13, encirclement=encirclement).put("0706", *defenders)
    field.put("0705", *SS).put("0907", "g1/12").put("0507", "fj/3FJ")
    field.fight("german").attack("0706", *SS)
    return field.shifts


@pytest.mark.rule("bulge:7.6b", "bulge:5.7a")
def test_deep_forest_is_no_way_out_for_mechanized_defenders(dice: Dice) -> None:
    dice(6, 6)
    assert beside_the_forest("CCA/9A") == {"8.3-4c": 2}


@pytest.mark.rule("bulge:7.6b", "bulge:5.7a")
def test_deep_forest_is_a_way_out_for_infantry(dice: Dice) -> None:
    dice(6, 6)
    assert beside_the_forest("i1/2") == {}


@pytest.mark.rule("bulge:5.7a")
def test_a_mixed_stack_is_not_encircled_while_one_unit_has_a_way_out(dice: Dice) -> None:
    dice(6, 6)
    assert beside_the_forest("CCA/9A", "i1/2") == {}


@pytest.mark.rule("bulge:5.7a")
def test_by_the_option_a_mixed_stack_is_encircled_if_one_unit_has_no_way_out(dice: Dice) -> None:
    dice(6, 6)
    assert beside_the_forest("CCA/9A", "i1/2", encirclement="unit") == {"8.3-4c": 2}


# -- the figures --------------------------------------------------------------------------------


@pytest.mark.rule("bulge:ex-fig-5-I")
def test_figure_5_i_armor_goes_round_one_zone_and_makes_contact_with_another_unit() -> None:
    figure = Figure().put("1108", "1128/560").put("1106", "1129/560").put("1210", "CCA/9A")
    figure.move("allied").play("activate CCA/9A", "move 1207")
    assert way(figure) == ["1309", "1308", "1307", "1207"]
    assert figure.is_("finished", "CCA/9A")


A, B, C, D, E = "1007", "1106", "1207", "1208", "1008"


@pytest.mark.rule("bulge:ex-fig-5-II")
def test_figure_5_ii_the_first_step_leads_to_the_free_hex() -> None:
    figure = Figure().put("1107", "i1/2").put("1108", "1128/560").put("1206", "1129/560")
    figure.move("allied")
    assert figure.reach("i1/2") & {A, B, C, D, E} == {A, B, E}
    figure.play("activate i1/2", f"move {A}")
    assert figure.spent() == 3
    assert figure.offered("move") >= {f"move {B}", f"move {E}"}


@pytest.mark.rule("bulge:ex-fig-5-II")
@pytest.mark.parametrize("goal", [B, E])
def test_figure_5_ii_the_other_hexes_are_entered_from_there(goal: str) -> None:
    figure = Figure().put("1107", "i1/2").put("1108", "1128/560").put("1206", "1129/560")
    figure.move("allied").play("activate i1/2", f"move {goal}")
    assert way(figure) == [A, goal]
    assert [event.cost for event in figure.happened(Moved)] == [3, 1]


def figure_5_iii() -> Battlefield:
    """The infantry A and B in 1107 and 1106, and three German stacks around them."""
    return ringed("i1/2").put("1106", "i2/2")


@pytest.mark.rule("bulge:ex-fig-5-III")
@pytest.mark.parametrize("unit", ["i1/2", "i2/2"])
def test_figure_5_iii_encircled_units_cannot_move(unit: str) -> None:
    table = figure_5_iii().put("0103", "14Cav").move("allied")
    assert table.reach(unit) == set()


@pytest.mark.rule("bulge:ex-fig-5-III")
def test_figure_5_iii_encircled_units_have_no_supply() -> None:
    table = check_supply(figure_5_iii(), "allied")
    assert [status(table, unit) for unit in ("i1/2", "i2/2")] == ["out_of_supply"] * 2


@pytest.mark.rule("bulge:ex-fig-5-III")
def test_figure_5_iii_encircled_units_that_must_retreat_surrender(dice: Dice) -> None:
    field = figure_5_iii().fight("german")
    dice(*field.throw("D1R", "6:1"))
    field.attack("1107", *SS)
    assert field.happened(Destroyed) == [Destroyed(field.unit("i1/2"), "surrender")]
