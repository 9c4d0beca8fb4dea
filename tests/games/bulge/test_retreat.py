"""Forced retreats: how far, where not, and who does not get away (8.5-1, 8.5-2, 5.6)."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Destroyed, Retreated
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield
from tests.games.bulge.phases import occupied


def struck(dice: Dice, t: Battlefield, target: str, *attackers: str, result: str = "D1R") -> None:
    """The Germans attack at 4:1."""
    dice(*t.throw(result, "4:1"))
    t.fight("german").attack(target, *attackers)
    assert t.combat.column == "4:1"


# -- how far and by whom (8.5-1) ------------------------------------------------------------------


@pytest.mark.rule("bulge:8.5-1a", "bulge:8.5-1b")
def test_a_defender_retreats_to_a_hex_two_away(dice: Dice) -> None:
    """Not through 1108's ZOC; just two hexes, neither nearer nor further."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS)
    struck(dice, t, "1107", *SS)
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"1105", "1206", "1306", "1307", "1006", "0906", "0907"}


@pytest.mark.rule("bulge:8.5-1a", "bulge:8.5-1b")
def test_an_attacker_retreats_one_hex(dice: Dice) -> None:
    """The American regiment's ZOC covers 1208 and 1008."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pg1/1SS").fight("german")
    dice(*t.throw("AR", "1:1"))
    t.attack("1107", "pg1/1SS")
    assert t.offered() == {"retreat pg1/1SS 1109", "retreat pg1/1SS 1209", "retreat pg1/1SS 1009"}


@pytest.mark.rule("bulge:8.5-1a")
@pytest.mark.parametrize("result", ["A1R", "A2R"])
def test_a1r_and_a2r_drive_the_attacker_back_one_hex(dice: Dice, result: str) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", *SS[:2]).fight("german")
    dice(*t.throw(result, "1:1"))
    t.attack("1107", *SS[:2]).play("lose pz/1SS")
    assert {text.split()[2] for text in t.offered("retreat")} == {"1109", "1209", "1009"}


@pytest.mark.rule("bulge:8.5-1b")
def test_the_owner_chooses_for_each_unit(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2", steps=1).put("1108", *SS)
    struck(dice, t, "1107", *SS, result="D1R")
    t.play("lose i1/2")
    assert t.asked == "allied retreat"
    t.play("retreat i2/2 0907")
    assert t.where("i2/2") == "0907"


@pytest.mark.rule("bulge:8.5-1b")
def test_units_of_one_stack_may_go_different_ways(dice: Dice) -> None:
    t = Battlefield().put("1107", "14Cav", "i1/2", steps=1).put("1108", *SS)
    t.g.steps_left[t.unit("14Cav")] = 2
    struck(dice, t, "1107", *SS)
    t.play("lose 14Cav", "retreat 14Cav 1307", "retreat i1/2 0907")
    assert (t.where("14Cav"), t.where("i1/2")) == ("1307", "0907")


# -- what is passed through (13.3-2) --------------------------------------------------------------


@pytest.mark.rule("bulge:8.5-1b", "bulge:13.3-2a", "bulge:13.3-2b")
def test_a_retreating_unit_takes_the_hexes_it_passes_through(dice: Dice) -> None:
    """The only way from 0604 to 0602 leads through Charlie, where Germans were last."""
    t = Battlefield().passed("german", *(f"06{column:02}" for column in range(3, 11)))
    t.put("0604", "i1/2").put("0605", *SS)
    dice(*t.throw("D1R", "4:1"))
    t.fight("german").attack("0604", *SS).play("retreat i1/2 0602")
    assert t.where("i1/2") == "0602"
    assert "0603" in occupied(t, "allied")
    assert "0603" not in occupied(t, "german")
    passed = [str(t.g.setting.board.hex(event.to)) for event in t.happened(Retreated)]
    assert passed == ["0603", "0602"]


@pytest.mark.rule("bulge:8.5-1b", "bulge:13.3-2a")
@pytest.mark.parametrize("way", ["1106", "1207"])
def test_where_the_way_matters_the_owner_chooses_it(dice: Dice, way: str) -> None:
    """Of the two hexes on the way to 1206 the Germans have passed through one."""
    t = Battlefield().passed("german", "1207").put("1107", "i1/2").put("1108", *SS)
    struck(dice, t, "1107", *SS)
    t.play("retreat i1/2 1206")
    assert (t.asked, t.offered()) == ("allied way", {"through 1106", "through 1207"})
    t.play(f"through {way}")
    assert t.where("i1/2") == "1206"
    assert bool(t.g.german_last >> t.place("1207") & 1) == (way == "1106")


@pytest.mark.rule("bulge:8.5-1b", "bulge:9.5-2e")
def test_the_way_matters_too_where_commandos_have_opened_a_road(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS)
    t.g.opened |= 1 << t.place("1207")
    struck(dice, t, "1107", *SS)
    t.play("retreat i1/2 1206")
    assert (t.asked, t.offered()) == ("allied way", {"through 1106", "through 1207"})
    assert t.play("through 1106").g.opened >> t.place("1207") & 1


@pytest.mark.rule("bulge:8.5-1b", "bulge:13.3-2a")
def test_where_all_ways_come_to_the_same_nobody_is_asked(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS)
    struck(dice, t, "1107", *SS)
    t.play("retreat i1/2 1206")
    assert t.where("i1/2") == "1206"
    assert t.asked == "german pursuit"


@pytest.mark.rule("bulge:8.5-1b", "bulge:8.5-2b", "bulge:13.3-2a")
def test_the_extra_hex_is_passed_through_as_well(dice: Dice) -> None:
    """By road through the forest 0707 and over the full hex 0607 to 0506."""
    t = at_the_forest("CCA/9A").put("0607", "i1/2", "i2/2", "i3/2").passed("german", "0707")
    dice(*t.throw("D1R", "3:1"))
    t.fight("german").attack("0807", *SS).play("retreat CCA/9A 0506")
    assert not t.g.german_last >> t.place("0707") & 1


@pytest.mark.rule("bulge:9.5-2e", "bulge:8.5-1b")
def test_a_retreat_along_a_road_closes_it_to_the_germans_again(dice: Dice) -> None:
    """Commandos opened 0603; the regiment that passes it on its retreat closes it."""
    t = Battlefield().put("0604", "i1/2").put("0605", *SS)
    t.g.opened |= 1 << t.place("0603")
    dice(*t.throw("D1R", "4:1"))
    t.fight("german").attack("0604", *SS).play("retreat i1/2 0602")
    assert not t.g.opened >> t.place("0603") & 1


# -- where not (8.5-2a) ---------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.5-2a", "bulge:5.6")
def test_a_friend_does_not_open_an_enemy_zone_of_control(dice: Dice) -> None:
    """The grenadiers in 1104 hold 1105, though a sister regiment stands there."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1105", "i2/2").put("1104", "g1/12")
    struck(dice, t, "1107", *SS)
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"1206", "1306", "1307", "1006", "0906", "0907"}


@pytest.mark.rule("bulge:8.5-2a", "bulge:5.6")
def test_the_last_hex_of_a_retreat_is_free_of_enemies_too(dice: Dice) -> None:
    """The grenadiers in 1305 hold 1206 and 1306, but not the way to them."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1305", "g1/12")
    struck(dice, t, "1107", *SS)
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"1105", "1307", "1006", "0906", "0907"}


def at_the_forest(*units: str) -> Battlefield:
    """In 0807 all is held but the deep forest 0707, into which a road leads and on to 0607."""
    return Battlefield().put("0807", *units).put("0907", *SS).put("0705", "g1/62")


@pytest.mark.rule("bulge:8.5-2a", "bulge:7.6b")
@pytest.mark.parametrize("unit", ["CCA/9A", "CCA/10A"])
def test_vehicles_retreat_through_deep_forest_by_road_only(dice: Dice, unit: str) -> None:
    t = at_the_forest(unit)
    dice(*t.throw("D1R", "3:1"))
    t.fight("german").attack("0807", *SS)
    assert t.where(unit) == "0607", "the only hex two away was taken at once"


@pytest.mark.rule("bulge:8.5-2a", "bulge:7.6b")
@pytest.mark.parametrize("unit", ["i1/2", "i2/9"])
def test_men_on_foot_retreat_through_deep_forest_anywhere(dice: Dice, unit: str) -> None:
    t = at_the_forest(unit)
    struck(dice, t, "0807", *SS)
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"0607", "0608", "0708"}


@pytest.mark.rule("bulge:8.5-2a", "bulge:8.2-2")
def test_nobody_retreats_into_a_hex_that_is_still_to_be_attacked(dice: Dice) -> None:
    """Its attackers' ZOC covers it, so no unit is attacked twice."""
    t = Battlefield().put("1107", "i1/2").put("1105", "i2/2").put("1108", *SS).put("1104", "pz/2SS")
    t.fight("german").declare("1107", *SS).declare("1105", "pz/2SS").close()
    dice(*t.throw("D1R", "4:1"))
    t.play("resolve 1107")
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"1206", "1306", "1307", "1006", "0906", "0907"}


# -- full hexes (8.5-2b) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.5-2b")
def test_a_unit_whose_retreat_ends_in_a_full_hex_goes_one_further(dice: Dice) -> None:
    t = at_the_forest("CCA/9A").put("0607", "i1/2", "i2/2", "i3/2")
    dice(*t.throw("D1R", "3:1"))
    t.fight("german").attack("0807", *SS)
    assert t.offered() == {"retreat CCA/9A 0506", "retreat CCA/9A 0507"}


@pytest.mark.rule("bulge:8.5-2b")
def test_a_unit_does_not_end_where_stacking_forbids_it(dice: Dice) -> None:
    """Another division of the same colour is as bad as three units."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1105", "i1/99").put("1206", "14Cav")
    struck(dice, t, "1107", *SS)
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"1206", "1306", "1307", "1006", "0906", "0907"}


@pytest.mark.rule("bulge:8.5-2b")
def test_an_attacker_goes_one_further_too(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1108", *SS).fight("german")
    t.put("1109", "pz/2SS").put("1209", "pg1/2SS").put("1009", "pg2/2SS")
    dice(*t.throw("A1R", "2:1"))
    t.attack("1107", *SS).play("lose pz/1SS")
    hexes = {text.split()[2] for text in t.offered("retreat")}
    assert hexes == {"1110", "1210", "1010", "1308", "1309", "0908", "0909"}


@pytest.mark.rule("bulge:8.5-2b", "bulge:8.5-2c")
def test_a_unit_whose_extra_hex_is_barred_is_destroyed(dice: Dice) -> None:
    """The road from 0607 leads nowhere else: its neighbours are held."""
    t = at_the_forest("CCA/9A").put("0607", "i1/2", "i2/2", "i3/2").put("0407", "g2/62")
    dice(*t.throw("D1R", "3:1"))
    t.fight("german").attack("0807", *SS)
    assert [event.reason for event in t.happened(Destroyed)] == ["surrender"]


# -- no way out (8.5-2c, 5.6) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:8.5-2c", "bulge:5.6", "bulge:ex-fig-5-III")
def test_a_unit_that_can_only_enter_enemy_zones_surrenders(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1206", "g1/12")
    dice(*t.throw("D1R", "4:1"))
    t.put("1006", "fj/3FJ").fight("german").attack("1107", "pz/1SS")
    assert [(event.unit, event.reason) for event in t.happened(Destroyed)] == [
        (t.unit("i1/2"), "surrender")
    ]
    assert not t.happened(Retreated)


@pytest.mark.rule("bulge:8.5-2c", "bulge:13.4-1", "bulge:13.4-2")
def test_who_surrenders_counts_as_destroyed(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1206", "g1/12")
    dice(*t.throw("D1R", "4:1"))
    t.put("1006", "fj/3FJ").fight("german").attack("1107", "pz/1SS")
    assert t.g.destroyed_vp == 1


@pytest.mark.rule("bulge:8.5-2c", "bulge:5.6")
def test_a_unit_that_can_go_one_hex_but_not_two_is_destroyed(dice: Dice) -> None:
    """1007 is free, so it is no encirclement, but beyond it everything is held."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).put("1206", "g1/12")
    t.put("1005", "g1/62").put("0807", "g2/62")
    struck(dice, t, "1107", *SS)
    assert [event.reason for event in t.happened(Destroyed)] == ["surrender"]


@pytest.mark.rule("bulge:8.5-2c")
def test_each_unit_of_a_stack_gets_away_or_not_by_itself(dice: Dice) -> None:
    """Without the road the forest stops the vehicles but not the men on foot."""
    t = Battlefield().put("0808", "14Cav", "i1/2", steps=1).put("0809", "g1/62").put("0907", *SS)
    t.put("0806", "g2/62").g.steps_left[t.unit("14Cav")] = 2
    dice(*t.throw("D1R", "4:1"))
    t.fight("german").attack("0808", *SS).play("lose 14Cav")
    assert t.offered() == {"retreat i1/2 0607", "retreat i1/2 0608"}
    t.play("retreat i1/2 0607")
    assert (t.where("14Cav"), t.where("i1/2")) == ("", "0607")


@pytest.mark.rule("bulge:8.5-2c", "bulge:13.9d", "bulge:13.9c")
def test_nobody_retreats_off_the_map(dice: Dice) -> None:
    """In the corner 1301 there is only 1201 to go to, and from there nothing two hexes away."""
    t = Battlefield().put("1301", "i1/2").put("1302", *SS).put("1101", "g1/12")
    dice(*t.throw("D1R", "4:1"))
    t.fight("german").attack("1301", *SS)
    assert t.where("i1/2") == ""
    assert t.happened(Destroyed)
    assert not t.g.evacuated
