"""Rules 9.5-3e and 9.5-3f: commandos at a junction lead Allied units astray.

0607 is a junction of three roads (west and east along the main road, north to 0707 and 0807).
"""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Misled
from tests.conftest import Dice
from tests.games.bulge.table import Table


def meet(place: str, *commandos: str) -> Table:
    """Allied infantry (6 MP) at 0610 and commandos on the road ahead of it; it is its move."""
    table = Table(3).put("0610", "i1/28").put("0203", "i1/4")
    return table.put(place, *(commandos or ("Cdo1",))).move("allied").play("activate i1/28")


# -- led astray (9.5-3e) --------------------------------------------------------------------------


def astray(*before: str) -> Table:
    """The infantry goes to the junction 0607 for three of its six points and wants to go on."""
    return meet("0607").play("move 0607", *before, "move 0606")


def led(table: Table) -> set[str]:
    return {text.split()[1] for text in table.offered("mislead")}


@pytest.mark.rule("bulge:9.5-3e")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_at_a_junction_the_german_leads_the_unit_by_road_with_its_remaining_points(
    dice: Dice, face: int
) -> None:
    dice(face)
    table = astray()
    assert table.asked == "german misled"
    west, east, north = {"0606", "0605", "0604"}, {"0608", "0609", "0610"}, {"0707", "0807"}
    assert led(table) == west | east | north
    table.play("mislead 0807")
    assert table.where("i1/28") == "0807"
    assert table.where("Cdo1") == "0607"


@pytest.mark.rule("bulge:9.5-3e")
def test_a_unit_led_astray_moves_no_more(dice: Dice) -> None:
    dice(1)
    table = astray().play("mislead 0608")
    assert len(table.happened(Misled)) == 1
    assert table.asked == "allied movement"
    assert "activate i1/28" not in table.offered()


@pytest.mark.rule("bulge:9.5-3e")
def test_the_german_may_leave_the_unit_where_it_is(dice: Dice) -> None:
    dice(1)
    assert astray().play("stop").where("i1/28") == "0607"


@pytest.mark.rule("bulge:9.5-3e")
def test_a_found_commando_misleads_nobody(dice: Dice) -> None:
    dice(4)
    table = astray()
    assert table.where("i1/28") == "0606"
    assert table.asked == "allied onward"


@pytest.mark.rule("bulge:9.5-3e")
def test_one_unseen_commando_of_two_is_enough_to_mislead(dice: Dice) -> None:
    dice(4, 3)
    table = meet("0607", "Cdo1", "Cdo2").play("move 0607", "move 0606")
    assert table.asked == "german misled"


@pytest.mark.rule("bulge:9.5-3e")
def test_a_unit_led_astray_enters_no_german_hex_and_stops_in_a_zone_of_control(dice: Dice) -> None:
    dice(1)
    table = Table(3).put("0610", "i1/28").put("0607", "Cdo1").put("0604", "g1/62").move("allied")
    table.play("activate i1/28", "move 0607", "move 0606")
    # 0605 lies in the zone of control of 0604.
    assert "0605" in led(table)
    assert "0604" not in led(table)


@pytest.mark.rule("bulge:9.5-3e")
def test_a_unit_led_astray_pays_for_leaving_a_zone_of_control(dice: Dice) -> None:
    dice(1)
    table = Table(3).put("0607", "i1/28", "Cdo1").put("0506", "g1/62").move("allied")
    table.play("activate i1/28", "move 0608")
    # Two of six points to get out, then four hexes east; west and south lie in the zone of control.
    assert led(table) == {"0608", "0609", "0610", "0611", "0707", "0807"}


@pytest.mark.rule("bulge:9.5-3e")
def test_a_unit_led_astray_is_not_crowded_into_a_full_hex(dice: Dice) -> None:
    dice(1)
    table = Table(3).put("0610", "i1/28").put("0607", "Cdo1").put("0605", "i1/106").move("allied")
    table.play("activate i1/28", "move 0607", "move 0606")
    assert "0604" in led(table)
    assert "0605" not in led(table)


@pytest.mark.rule("bulge:9.5-3e")
def test_a_whole_stack_is_led_astray(dice: Dice) -> None:
    dice(1)
    table = Table(3).put("0610", "i1/28", "i2/28").put("0607", "Cdo1").move("allied")
    table.play(
        "activate i1/28",
        "join i2/28",
        "move 0607",
        "move 0606",
        "mislead 0807",
    )
    assert table.where("i1/28") == table.where("i2/28") == "0807"


@pytest.mark.rule("bulge:9.5-3e")
def test_a_unit_on_a_strategic_move_is_led_astray_with_what_is_left_of_it(dice: Dice) -> None:
    dice(1)
    table = meet("0607").play("march 0607", "march 0606")
    # Sixteen points, three spent.
    assert {"0601", "0103"} <= led(table)


# -- throwing points away (9.5-3f) ----------------------------------------------------------------


@pytest.mark.rule("bulge:9.5-3f")
def test_any_number_of_the_remaining_points_may_be_thrown_away_in_a_commandos_hex() -> None:
    table = meet("0607").play("move 0607")
    assert table.offered("discard") == {"discard 1", "discard 2", "discard 3"}


@pytest.mark.rule("bulge:9.5-3f")
def test_no_points_are_thrown_away_elsewhere() -> None:
    assert meet("0607").play("move 0608").offered("discard") == set()


@pytest.mark.rule("bulge:9.5-3f")
def test_points_thrown_away_limit_the_misdirection(dice: Dice) -> None:
    dice(1)
    assert led(astray("discard 2")) == {"0606", "0608", "0707"}


@pytest.mark.rule("bulge:9.5-3f")
def test_points_thrown_away_are_lost_even_if_the_commando_is_found(dice: Dice) -> None:
    dice(4)
    table = meet("0607").play("move 0607", "discard 1", "move 0606")
    assert "move 0605" in table.offered()
    assert "move 0604" not in table.offered()


@pytest.mark.rule("bulge:9.5-3f")
def test_points_of_a_strategic_move_are_thrown_away_too(dice: Dice) -> None:
    dice(4)
    table = meet("0607").play("march 0607", "discard 11")
    assert "march 0605" in table.offered()
    assert "march 0604" not in table.offered()
    assert table.play("march 0606").offered("march") == {"march 0605", "march 0607"}


@pytest.mark.rule("bulge:9.5-3f")
def test_a_unit_that_has_thrown_everything_away_stays() -> None:
    table = meet("0607").play("move 0607", "discard 3")
    assert table.where("i1/28") == "0607"
    assert table.asked == "allied movement"
