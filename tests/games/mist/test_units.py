"""Chapter 4: the counters and what their numbers mean."""

from __future__ import annotations

import pytest

from salient.engine.events import Rolled
from salient.engine.views import PieceView
from salient.games.mist.events import Abandoned, Arrived, Eliminated, Fired
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table

FIVE_TYPES = {"armor", "mechanized", "motorized", "engineer", "infantry"}


def piece(table: Table, unit: str) -> PieceView:
    """A unit as the players see it."""
    pieces = table.game.view(table.g, -1).pieces
    return next(piece for piece in pieces if piece.name == unit)


def battle(attacker: str, defender: str) -> Table:
    """A German unit attacks an Allied one over dry land."""
    table = Table().put("Birch", attacker).put("Elm", defender).begin("german")
    return table.play(f"activate {attacker}", "move Elm", "end")


@pytest.mark.rule("mist:4.11a")
def test_all_units_are_of_the_five_types() -> None:
    assert {row.kind for row in FullTable.set_up().g.setting.units} == FIVE_TYPES


@pytest.mark.rule("mist:4.11b")
def test_airborne_units_move_and_fight_like_infantry() -> None:
    table = Table()
    setting, airborne, infantry = table.g.setting, table.unit("gi3"), table.unit("gi2")
    assert setting.units[airborne].airborne
    assert piece(table, "gi3").values[1:] == piece(table, "gi2").values[1:]
    assert setting.quality[airborne] == setting.quality[infantry]


@pytest.mark.rule("mist:4.11b")
def test_airborne_units_have_no_way_to_drop() -> None:
    table = Table().put("Birch", "gi3", "gi2").begin("german").play("activate gi2")
    plain = table.offered() - {"join gi3"}
    assert plain >= {"move Cedar", "move Elm", "entrench"}
    assert table.play("wait", "activate gi3").offered() == plain


@pytest.mark.rule("mist:4.11b")
@pytest.mark.parametrize(
    ("unit", "here", "there"),
    [
        ("501/101", "Holzhum", "Gemund"),
        ("5/3FJ", "Gemund", "Holzhum"),
    ],
)
def test_airborne_units_cross_a_blown_bridge_as_the_foot_infantry_they_are(
    unit: str, here: str, there: str
) -> None:
    """They have five movement points and no vehicles to leave behind."""
    table = FullTable("17-1").put(here, unit)
    table.begin("allied" if unit == "501/101" else "german").play(f"activate {unit}")
    assert table.left() == 5
    assert table.play(f"move {there}").costs() == [3]
    assert not table.happened(Abandoned)
    assert not table.is_("on_foot", unit)


@pytest.mark.rule("mist:4.12")
@pytest.mark.parametrize(
    ("unit", "side", "colour"),
    [
        ("1/1SS", "german", "ss"),
        ("27/12VG", "german", "heer"),
        ("5/3FJ", "german", "luftwaffe"),
        ("422/106", "allied", "us"),
        ("8RB/29Br", "allied", "british"),
        ("99Nor", "allied", "norwegian"),
        ("5Bel", "allied", "belgian"),
    ],
)
def test_colours_show_service_and_nation(unit: str, side: str, colour: str) -> None:
    shown = piece(FullTable.set_up(), unit)
    assert (FullTable().game.sides[shown.side], shown.colour) == (side, colour)


@pytest.mark.rule("mist:4.13")
def test_every_unit_in_the_set_up_and_the_schedule_has_a_designation() -> None:
    assert all(row.id and row.name and row.ja for row in FullTable.set_up().g.setting.units)


@pytest.mark.rule("mist:4.13")
def test_a_unit_with_losses_is_still_the_same_unit(dice: Dice) -> None:
    dice(10, 10, 10, 10, 10, 10, 10, 1, 1, 10, 10)
    table = battle("gi1", "ai6")
    assert piece(table, "ai6").values[0] == 3
    assert len(table.game.view(table.g, -1).pieces) == len(table.g.setting.units)


@pytest.mark.rule("mist:4.14")
def test_a_unit_coded_17_2_arrives_in_the_second_impulse_of_the_17th() -> None:
    table = Table("17-1").begin_pair().rest("17-2")
    assert table.where("at3") == "H"
    assert table.happened(Arrived)[-1] == Arrived(table.unit("at3"), table.place("H"))


@pytest.mark.rule("mist:4.14")
def test_a_unit_coded_17_2_is_not_there_in_17_1() -> None:
    table = Table("17-1").begin_pair().play("arrive at2 D", "end")
    assert table.clock == "17-1"
    assert table.where("at3") == ""


@pytest.mark.rule("mist:4.14")
def test_a_unit_coded_with_an_area_begins_there() -> None:
    table = Table.set_up()
    assert (table.where("ga1"), table.where("ai5")) == ("Birch", "Heath")


@pytest.mark.rule("mist:4.16")
def test_a_unit_rolls_as_many_dice_as_it_has_strength(dice: Dice) -> None:
    dice(10, 10, 10, 10, 10, 10, 10, 10)
    table = battle("gi2", "ai1")
    fired = [event for event in table.happened(Rolled) if event.purpose == "fire"]
    assert [len(event.faces) for event in fired] == [3, 3]


@pytest.mark.rule("mist:4.16")
def test_a_strength_three_unit_survives_two_hits(dice: Dice) -> None:
    dice(10, 10, 10, 10, 10, 1, 2, 4)
    table = battle("gi2", "ai1")
    assert table.strength("ai1") == 1
    assert table.where("ai1") == "Elm"


@pytest.mark.rule("mist:4.16")
def test_a_strength_three_unit_is_removed_by_its_third_hit(dice: Dice) -> None:
    dice(10, 10, 10, 10, 10, 1, 2, 3)
    table = battle("gi2", "ai1")
    assert table.happened(Eliminated) == [Eliminated(table.unit("ai1"))]
    assert table.where("ai1") == ""


@pytest.mark.rule("mist:4.16")
def test_a_unit_with_losses_rolls_fewer_dice(dice: Dice) -> None:
    dice(10, 10, 1, 1, 10, 3)
    table = battle("gi2", "ai1")
    assert table.strength("gi2") == 1
    assert table.happened(Fired)[-1] == Fired(table.unit("gi2"), table.unit("ai1"), 1)


@pytest.mark.rule("mist:4.16")
@pytest.mark.parametrize("strength", [1, 2, 3, 4, 5])
def test_strength_is_the_number_of_dice_whatever_it_is(strength: int, dice: Dice) -> None:
    dice(*[10] * 20, ...)
    table = Table("20-1").put("Birch", "gi5", strength=strength).put("Elm", "ai6").begin("german")
    table.play("activate gi5", "move Elm")
    shots = [event for event in table.happened(Rolled) if event.purpose == "fire"]
    assert [len(event.faces) for event in shots] == [5, strength]


@pytest.mark.rule("mist:4.16")
@pytest.mark.parametrize("strength", [1, 2, 4])
def test_strength_is_the_number_of_hits_a_unit_takes_before_it_is_removed(
    strength: int, dice: Dice
) -> None:
    requests = 1 + max(1, strength // 3)
    for hits in (strength - 1, strength):
        table = Table("20-1").put("Birch", "gi5").put("Elm", "ai3", strength=strength)
        table.begin("german").play("activate gi5")
        dice(*[10] * (requests + strength), *[1] * hits, *[10] * (5 - hits))
        table.play("move Elm")
        assert table.where("ai3") == ("Elm" if hits < strength else "")
        assert bool(table.happened(Eliminated)) == (hits == strength)


@pytest.mark.rule("mist:4.17")
def test_attackers_use_the_first_value_and_defenders_the_second(dice: Dice) -> None:
    dice(10, 10, 10, 10, 10, 10, 10, 10, 10)
    table = battle("ga1", "aa1")
    fired = [event for event in table.happened(Rolled) if event.purpose == "fire"]
    assert [event.need for event in fired] == [6, 5]


@pytest.mark.rule("mist:4.17")
def test_the_third_value_is_the_movement_allowance() -> None:
    table = Table().put("Birch", "ga1", "gi1").begin("german")
    assert table.play("activate ga1").left() == 8
    assert table.play("wait", "activate gi1").left() == 5


@pytest.mark.rule("mist:4.17")
def test_a_printed_4_5_8_is_attack_defence_and_movement() -> None:
    assert piece(FullTable.set_up(), "I-1/1SS").values == (3, 4, 5, 8)
