"""Chapter 14: German special units."""

from __future__ import annotations

import pytest

from salient.engine import Rolled
from salient.games.mist.events import BridgeHeld, SpecialRemoved, SpecialUsed
from salient.games.mist.rules.fire import SPECIAL_UNIT
from salient.games.mist.sequence import NextImpulse
from salient.games.mist.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.mist.table import Table

ALL = {"special hinder", "special prevent", "special support"}


def german_impulse(clock: str = "17-1") -> Table:
    """German movement begins; an infantry of each side is on the map."""
    return Table(clock).put("Birch", "gi1").put("Elm", "ai1").begin("german")


def use(table: Table, effect: str, area: str) -> Table:
    """Place a special unit."""
    return table.play(f"special {effect}", f"place {area}")


def german_movement(table: Table, clock: str) -> Table:
    """The German movement of a later impulse, without what lies between."""
    table.g.clock = Table(clock).g.clock
    return table.begin("german")


# -- use and placement (14.11, 14.12) -------------------------------------------------------------


@pytest.mark.rule("mist:14.11a")
@pytest.mark.parametrize("clock", ["17-1", "17-2", "18-1", "18-2", "19-1", "19-2"])
def test_a_special_unit_can_be_used_in_any_impulse_from_17_to_19_december(clock: str) -> None:
    assert german_impulse(clock).offered("special") == ALL


@pytest.mark.rule("mist:14.11a")
@pytest.mark.parametrize("clock", ["16-1", "16-3", "20-1", "21-3"])
def test_there_is_no_special_unit_on_other_days(clock: str) -> None:
    assert german_impulse(clock).offered("special") == set()


@pytest.mark.rule("mist:14.11a")
def test_one_special_unit_is_used_in_a_turn() -> None:
    table = use(german_impulse("17-1"), "hinder", "Ash")
    assert table.offered("special") == set()
    assert german_movement(table, "17-2").offered("special") == set()
    assert german_movement(table, "18-1").offered("special")


@pytest.mark.rule("mist:14.11b")
def test_a_special_unit_that_was_not_used_is_lost() -> None:
    table = german_impulse("17-3").play("end")
    use(german_movement(table, "18-1"), "hinder", "Ash")
    assert german_movement(table, "18-2").offered("special") == set()
    use(german_movement(table, "19-1"), "support", "Ash")
    assert german_movement(table, "19-2").offered("special") == set()
    assert german_movement(table, "20-1").offered("special") == set()


@pytest.mark.rule("mist:14.12")
def test_a_special_unit_goes_to_any_area_but_vp_areas_and_zones() -> None:
    table = german_impulse().put("Dale", "ai2").play("special support")
    areas = {"Ash", "Birch", "Cedar", "Elm", "Glen", "Heath", "Iris", "Jade"}
    assert table.offered() == {f"place {area}" for area in areas}


@pytest.mark.rule("mist:14.12", "mist:s2-rules-1")
def test_a_special_unit_stays_within_the_section_of_the_scenario() -> None:
    table = Table("17-1", "fifth").put("Birch", "gi1").put("Elm", "ai1").begin("german")
    table.play("special hinder")
    assert table.offered() == {
        f"place {area}" for area in ("Ash", "Birch", "Cedar", "Elm", "Glen", "Heath")
    }


@pytest.mark.rule("mist:14.12")
def test_a_special_unit_may_be_placed_among_allied_units() -> None:
    table = use(german_impulse(), "hinder", "Elm")
    assert table.g.special is not None
    assert table.g.special.area == table.place("Elm")


@pytest.mark.rule("mist:14.12")
def test_a_special_unit_may_be_placed_at_any_time_of_german_movement() -> None:
    table = german_impulse().play("activate gi1", "move Ash", "stop")
    assert table.offered("special") == ALL


@pytest.mark.rule("mist:14.12")
def test_no_special_unit_is_placed_in_an_allied_impulse() -> None:
    table = Table().put("Elm", "ai1").begin("allied")
    assert table.offered() == {"activate ai1", "end"}


@pytest.mark.rule("mist:14.21")
def test_an_effect_is_chosen_once_in_a_game() -> None:
    table = use(german_impulse("17-1"), "hinder", "Ash").put("Glen", "ai3")
    assert german_movement(table, "18-1").offered("special") == ALL - {"special hinder"}
    use(table, "prevent", "Elm")
    assert german_movement(table, "19-1").offered("special") == {"special support"}


# -- hindering Allied movement (14.22) ------------------------------------------------------------


def hindered_at_glen(area: str) -> Table:
    """Allied infantry on trucks in an area, and a German special unit in Glen."""
    table = Table().put("Elm", "gi1").put(area, "at1").begin("german")
    return use(table, "hinder", "Glen").play("end")


@pytest.mark.rule("mist:14.22a")
def test_allied_units_pay_one_more_point_to_enter_the_area() -> None:
    table = hindered_at_glen("Heath").begin("allied")
    assert table.play("activate at1", "move Glen").spent() == 1 + 1


@pytest.mark.rule("mist:14.22a")
def test_without_a_special_unit_no_area_costs_more() -> None:
    table = Table().put("Birch", "ai1").begin("allied")
    assert [table.cost("ai1", area) for area in ("Ash", "Elm", "Cedar")] == [1, 2, 1]


@pytest.mark.rule("mist:14.22a")
def test_allied_units_pay_one_more_point_to_leave_the_area() -> None:
    table = hindered_at_glen("Glen").begin("allied")
    assert table.play("activate at1", "move Fern").spent() == 1 + 1


@pytest.mark.rule("mist:14.22a")
def test_allied_units_that_stop_on_their_way_through_pay_both() -> None:
    table = hindered_at_glen("Iris").begin("allied")
    assert table.play("activate at1", "move Glen", "move Fern").spent() == 1 + 1 + 1 + 1
    assert table.left() == 4


@pytest.mark.rule("mist:14.22a")
def test_allied_units_that_pass_through_pay_both() -> None:
    table = hindered_at_glen("Iris").put("Heath", "gi2").begin("allied")  # no way but by Glen
    assert table.play("activate at1", "move Fern").spent() == 1 + 1 + 1 + 1


@pytest.mark.rule("mist:14.22a")
def test_allied_units_go_round_the_area_where_that_is_cheaper() -> None:
    table = hindered_at_glen("Iris").begin("allied")
    assert table.play("activate at1", "move Fern").spent() == 2 + 1


@pytest.mark.rule("mist:14.22a")
def test_germans_move_through_the_area_as_usual() -> None:
    table = Table().put("Elm", "gm1").begin("german")
    use(table, "hinder", "Glen").play("activate gm1", "move Glen", "move Fern")
    assert table.spent() == 1 + 1


@pytest.mark.rule("mist:14.22b")
@pytest.mark.parametrize("clock", ["17-3", "18-3", "19-3"])
def test_hindering_is_not_chosen_in_a_third_impulse(clock: str) -> None:
    assert german_impulse(clock).offered("special") == ALL - {"special hinder"}


# -- preventing demolition (14.23) ----------------------------------------------------------------


def bridges_of_glen() -> Table:
    """An Allied engineer in Glen; Germans before its bridges to Elm and Heath."""
    table = Table().put("Glen", "ae1").put("Iris", "ai1").put("Elm", "gi1").put("Heath", "gi2")
    return table.begin("german")


@pytest.mark.rule("mist:14.23a")
@pytest.mark.parametrize(("face", "blown"), [(1, True), (2, False)])
def test_demolition_succeeds_only_on_1_where_the_special_unit_is(
    dice: Dice, face: int, blown: bool
) -> None:
    dice(face)
    table = use(bridges_of_glen(), "prevent", "Glen")
    table.play("activate gi1", "move Glen", "blow ae1")
    assert table.is_blown("Elm", "Glen") is blown
    assert table.happened(Rolled)[-1].rules == ("10.29", "14.23")


@pytest.mark.rule("mist:14.23a")
def test_the_special_unit_must_join_an_allied_unit() -> None:
    table = bridges_of_glen().play("special prevent")
    assert table.offered() == {"place Glen", "place Iris"}


@pytest.mark.rule("mist:14.23a")
def test_without_allied_units_outside_vp_areas_nothing_can_be_prevented() -> None:
    table = Table().put("Birch", "gi1").put("Dale", "ai1").begin("german")
    assert table.offered("special") == ALL - {"special prevent"}


@pytest.mark.rule("mist:14.23a")
@pytest.mark.parametrize(
    ("effect", "area"), [("prevent", "Iris"), ("hinder", "Glen"), ("support", "Glen")]
)
def test_bridges_are_not_guarded_by_a_special_unit_elsewhere_or_of_another_effect(
    dice: Dice, effect: str, area: str
) -> None:
    dice(8)
    table = use(bridges_of_glen(), effect, area)
    table.play("activate gi1", "move Glen", "blow ae1")
    assert table.is_blown("Elm", "Glen")
    assert table.happened(Rolled)[-1].rules == ("10.29",)


@pytest.mark.rule("mist:14.23a")
def test_german_demolition_is_not_affected(dice: Dice) -> None:
    dice(4)
    table = Table().put("Cedar", "ai1").put("Birch", "gi1").put("Birch", "ai2").begin("german")
    use(table, "prevent", "Birch").play("end").put("Dale", "ai2")
    table.begin("allied").play("activate ai1", "move Birch", "blow gi1")
    assert table.is_blown("Birch", "Cedar")


@pytest.mark.rule("mist:14.23b")
def test_each_bridge_has_a_check_of_its_own(dice: Dice) -> None:
    dice(2, 1)
    table = use(bridges_of_glen(), "prevent", "Glen")
    table.play("activate gi1", "move Glen", "blow ae1")
    table.play("activate gi2", "move Glen", "blow ae1")
    assert len(table.happened(BridgeHeld)) == 1
    assert not table.is_blown("Elm", "Glen")
    assert table.is_blown("Glen", "Heath")


# -- battlefield support (14.24) ------------------------------------------------------------------


def battle_at_elm(area: str = "Elm") -> Table:
    """Armor, infantry and a special unit against mechanized infantry (defence 5) in Elm."""
    table = Table().put("Birch", "ga2", "gi2").put("Elm", "am1").begin("german")
    use(table, "support", area)
    return table.play("activate ga2", "join gi2", "move Elm")


def allied_rolls(table: Table) -> list[tuple[str, int]]:
    """Purpose and successes of the Allied rolls after the request for artillery."""
    rolls = [roll for roll in table.happened(Rolled) if roll.side == ALLIED]
    return [(roll.purpose, roll.successes) for roll in rolls[1:]]


@pytest.mark.rule("mist:14.24")
def test_allied_defence_5_hits_on_4_and_their_artillery_too(dice: Dice) -> None:
    dice(1, 1, 10, 4, 4, 5, 5, 10, *[10] * 4)  # requests, shell, three shots; German fire
    table = battle_at_elm().play("support", "shell ga2")
    assert allied_rolls(table) == [("barrage", 1), ("fire", 1)]


@pytest.mark.rule("mist:14.24")
def test_allied_defence_5_misses_on_5_and_their_artillery_too(dice: Dice) -> None:
    dice(1, 1, 10, 5, 5, 5, 5, 10, *[10] * 6)
    table = battle_at_elm().play("support", "shell ga2")
    assert allied_rolls(table) == [("barrage", 0), ("fire", 0)]


@pytest.mark.rule("mist:14.24")
def test_without_support_allied_defence_5_hits_on_5_and_their_artillery_too(dice: Dice) -> None:
    dice(1, 1, 10, 5, 5, 6, 6, 10, *[10] * 4)
    table = battle_at_elm().play("decline", "shell ga2")
    assert allied_rolls(table) == [("barrage", 1), ("fire", 1)]


@pytest.mark.rule("mist:14.24")
def test_german_fire_is_not_affected(dice: Dice) -> None:
    dice(1, 1, 10, 10, 10, 10, 10, 3, 5, 6, 6, 3, 4, 4)  # artillery hits on 3, armor 5, infantry 3
    table = battle_at_elm().play("support", "shell ga2")
    rolls = [roll for roll in table.happened(Rolled) if roll.side == GERMAN]
    assert [(roll.purpose, roll.successes) for roll in rolls[1:]] == [
        ("barrage", 1),
        ("fire", 1),
        ("fire", 1),
    ]


@pytest.mark.rule("mist:14.24")
def test_the_special_unit_supports_only_a_battle_in_its_own_area() -> None:
    assert battle_at_elm().asked == "german support"
    assert battle_at_elm(area="Cedar").asked != "german support"


def allied_counterattack(dice: Dice, answer: str) -> Table:
    """After a German attack with or without support the Allies in Elm attack in their turn."""
    dice(*[10] * 12, *[10] * 12)  # two battles: three requests and nine shots in each
    table = battle_at_elm().play(answer)
    return table.begin("allied").play("activate am1", "attack")


@pytest.mark.rule("mist:14.24")
def test_support_kept_in_the_german_impulse_can_be_used_in_the_allied_one(dice: Dice) -> None:
    table = allied_counterattack(dice, "decline")
    assert table.asked == "german support"
    table.play("support")
    shots = [roll for roll in table.happened(Rolled) if roll.purpose == "fire"][-3:]
    assert [SPECIAL_UNIT in shot.modifiers for shot in shots] == [False, False, True]


@pytest.mark.rule("mist:14.24")
def test_support_is_given_in_one_battle_only(dice: Dice) -> None:
    table = allied_counterattack(dice, "support")
    assert table.asked == ""
    assert len(table.happened(SpecialUsed)) == 1


# -- removal (14.3) -------------------------------------------------------------------------------


@pytest.mark.rule("mist:14.3")
def test_a_special_unit_is_removed_after_the_allied_impulse_that_follows_its_placement() -> None:
    table = use(german_impulse("18-2"), "hinder", "Elm").play("end")
    assert table.g.special is not None
    table.begin("allied").play("activate ai1", "move Dale")
    assert not table.happened(SpecialRemoved)
    table.play("stop")
    assert table.happened(SpecialRemoved)
    assert table.g.special is None


@pytest.mark.rule("mist:14.3")
def test_a_removed_special_unit_hinders_nobody() -> None:
    table = hindered_at_glen("Heath").begin("allied").play("end")
    table.begin("allied").play("activate at1", "move Glen")
    assert table.spent() == 1


@pytest.mark.rule("mist:14.3")
def test_a_special_unit_does_not_stay_over_night() -> None:
    table = use(german_impulse("17-3"), "support", "Elm").play("end")
    table.begin("allied").play("end").run(NextImpulse())
    assert table.g.special is None
