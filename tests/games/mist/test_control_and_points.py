"""Chapter 12: who controls an area, and what the Germans score for it."""

from __future__ import annotations

import pytest

from salient.engine.events import GameEnded, Moved
from salient.games.mist.events import ControlChanged, Scored, Starved
from salient.games.mist.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table


def scores(table: Table) -> list[tuple[int, int]]:
    """When how much was scored."""
    return [(event.day, event.gained) for event in table.happened(Scored)]


def held(area: str, *units: str, clock: str = "17-3", **options: str) -> Table:
    """The last impulse of a turn, with an area the Germans control and perhaps occupy."""
    return Table(clock, **options).control("german", area).put(area, *units).begin_pair()


def cut_off(unit: str, **options: str) -> Table:
    """The same with a German unit in Dale that the Allies have surrounded."""
    table = Table("17-3", **options).control("german", "Dale").put("Dale", unit)
    table.put("Cedar", "ai1").put("Elm", "ai2").put("Fern", "ai3")
    return table.begin_pair()


# -- control (12.22) -----------------------------------------------------------------------------


@pytest.mark.rule("mist:12.22a")
def test_an_area_held_alone_at_the_end_of_an_impulse_is_controlled() -> None:
    table = Table().put("Cedar", "gi1").begin("german").play("activate gi1", "move Dale")
    assert not table.controlled("Dale")
    table.play("stop", "end")
    assert table.controlled("Dale")
    assert ControlChanged(table.place("Dale"), GERMAN) in table.events


@pytest.mark.rule("mist:12.22a")
def test_a_contested_area_stays_with_the_side_that_last_held_it_alone(dice: Dice) -> None:
    dice(*[10] * 7)
    table = Table("18-2").put("Cedar", "gi1").put("Elm", "ai2").begin_pair()
    table.play("activate gi1", "move Dale", "stop", "end")
    table.play("activate ai2", "move Dale")
    assert table.where("ai2") == table.where("gi1") == "Dale"
    assert table.clock == "18-3"
    assert table.controlled("Dale")


@pytest.mark.rule("mist:12.22a")
def test_attackers_do_not_control_an_area_while_it_is_contested(dice: Dice) -> None:
    dice(*[10] * 7)
    table = Table("16-2").put("Cedar", "gi1").put("Dale", "ai4").begin("german")
    table.play("activate gi1", "move Dale")
    assert table.where("gi1") == table.where("ai4") == "Dale"
    assert not table.controlled("Dale")


@pytest.mark.rule("mist:12.22a")
def test_attackers_control_an_area_whose_defenders_are_destroyed(dice: Dice) -> None:
    dice(10, 10, 10, 1, 1, 1, 1)
    table = Table("16-2").put("Cedar", "gi1").put("Dale", "ai4").begin("german")
    table.play("activate gi1", "move Dale")
    assert table.where("ai4") == ""
    assert table.controlled("Dale")


@pytest.mark.rule("mist:12.22a")
def test_the_allies_take_an_area_back_by_holding_it_alone() -> None:
    table = Table("16-2").control("german", "Dale").put("Elm", "ai2").begin("allied")
    table.play("activate ai2", "move Dale", "stop")
    assert not table.controlled("Dale")
    assert table.happened(ControlChanged) == [ControlChanged(table.place("Dale"), ALLIED)]


@pytest.mark.rule("mist:12.22c")
def test_passing_through_an_area_does_not_give_control() -> None:
    table = Table("16-2").put("Cedar", "ga1").begin("german")
    table.play("activate ga1", "move Fern", "stop")
    names = table.g.setting.place_names
    assert [names[event.to] for event in table.happened(Moved)] == ["Dale", "Fern"]
    assert table.controlled("Fern")
    assert not table.controlled("Dale")


@pytest.mark.rule("mist:12.22c")
def test_control_remains_after_the_unit_has_left() -> None:
    table = held("Dale", "gi1", clock="18-1").play("activate gi1", "move Cedar", "stop", "end")
    assert table.rest("19-1").controlled("Dale")
    assert table.where("gi1") == "Cedar"
    assert scores(table) == [(18, 2)]


@pytest.mark.rule("mist:12.22a")
def test_before_anyone_has_moved_the_front_divides_the_map() -> None:
    table = FullTable.set_up()
    front = [row.name for row in table.g.setting.areas if row.front]
    assert not any(table.controlled(area) for area in [*front, "Bastogne", "Luxembourg"])
    assert all(table.controlled(area) for area in ("Dasburg", "Prum", "Trier", "Schleiden"))


# -- VP areas (12.1, 12.21, 12.22) ---------------------------------------------------------------


@pytest.mark.rule("mist:3.26", "mist:12.22b")
def test_a_two_point_area_held_for_three_turn_ends_gives_six_points() -> None:
    table = held("Dale", "gi1").rest("20-1")
    assert scores(table) == [(17, 2), (18, 2), (19, 2)]
    assert table.g.vp == 6


@pytest.mark.rule("mist:12.22b")
def test_an_area_scores_only_in_the_turns_in_which_it_is_controlled() -> None:
    table = held("Fern", "gi1").rest("18-1")
    table.control("allied", "Fern").put("Cedar", "gi1").rest("19-1")
    assert scores(table) == [(17, 1), (18, 0)]
    assert table.g.vp == 1


@pytest.mark.rule("mist:12.11")
def test_points_are_counted_once_at_the_end_of_each_turn() -> None:
    table = held("Dale", "gi1", clock="18-1").rest("18-3")
    assert scores(table) == []
    assert scores(table.rest("19-3")) == [(18, 2)]


@pytest.mark.rule("mist:12.21")
def test_each_controlled_vp_area_gives_its_own_points() -> None:
    table = held("Dale", "gi1").control("german", "Fern", "Glen").put("Fern", "gi2")
    assert scores(table.rest("18-1")) == [(17, 3)]


@pytest.mark.rule("mist:12.21")
def test_an_area_the_germans_do_not_control_gives_nothing() -> None:
    table = Table("17-3").put("Dale", "gi1").put("Dale", "ai1").begin_pair().rest("18-1")
    assert not table.controlled("Dale")
    assert scores(table) == [(17, 0)]


@pytest.mark.rule("mist:12.12")
def test_only_the_germans_have_victory_points() -> None:
    table = Table("17-3").put("Dale", "ai1").put("Fern", "ai2").control("german", "Ash")
    table.begin_pair().rest("18-1")
    assert scores(table) == [(17, 0)]
    assert table.game.view(table.g, ALLIED).tracks == {"vp": 0}


@pytest.mark.rule("mist:12.22d")
def test_a_vp_area_gives_nothing_when_its_german_unit_is_out_of_supply() -> None:
    table = cut_off("gi1").rest("18-1")
    assert table.controlled("Dale")
    assert table.where("gi1") == "Dale"
    assert scores(table) == [(17, 0)]


@pytest.mark.rule("mist:12.22d")
def test_one_supplied_unit_in_the_area_is_enough() -> None:
    """Infantry traces over the blown bridge Elm-Fern, armor does not (13.14)."""
    table = Table("17-3").control("german", "Fern").put("Fern", "ga1", "gi2")
    table.put("Dale", "ai1").put("Glen", "ai2").begin_pair()
    assert (table.supplied("ga1"), table.supplied("gi2")) == (False, True)
    assert scores(table.rest("18-1")) == [(17, 1)]


@pytest.mark.rule("mist:12.22d")
def test_a_controlled_area_without_a_unit_scores() -> None:
    assert scores(held("Dale", vp_supply="garrison").rest("18-1")) == [(17, 2)]


@pytest.mark.rule("mist:12.22d")
def test_by_option_a_controlled_area_scores_only_with_a_supplied_unit_in_it() -> None:
    assert scores(held("Dale", vp_supply="unit").rest("18-1")) == [(17, 0)]
    assert scores(held("Dale", "gi1", vp_supply="unit").rest("18-1")) == [(17, 2)]
    assert scores(cut_off("gi1", vp_supply="unit").rest("18-1")) == [(17, 0)]


@pytest.mark.rule("mist:12.22d")
def test_points_are_counted_after_attrition() -> None:
    table = cut_off("gi4", vp_supply="garrison").rest("18-1")
    assert table.happened(Starved) == [Starved(table.unit("gi4"))]
    assert (table.where("gi4"), scores(table)) == ("", [(17, 2)])


# -- the end of the game (12.26) -----------------------------------------------------------------


@pytest.mark.rule("mist:12.26a")
@pytest.mark.parametrize("scenario", ["campaign", "fifth"])
def test_areas_score_at_the_end_of_22_1(scenario: str) -> None:
    table = Table("21-3", scenario).control("german", "Dale").put("Dale", "gi1").begin_pair()
    assert scores(table.rest()) == [(21, 2), (22, 2)]
    assert table.g.vp == 4


@pytest.mark.rule("mist:12.26b")
@pytest.mark.parametrize("scenario", ["campaign", "fifth"])
def test_the_22nd_is_a_turn_for_points_only(scenario: str) -> None:
    table = Table("22-1", scenario, last_turn="vp").put("Dale", "gi1").put("Cedar", "ai1")
    table.put("Elm", "ai2").put("Fern", "ai3").begin_pair()
    assert not table.supplied("gi1")
    assert table.rest().strength("gi1") == 4
    assert [event.day for event in table.happened(Scored)] == [22]


@pytest.mark.rule("mist:12.26b")
@pytest.mark.parametrize("scenario", ["campaign", "fifth"])
def test_by_option_the_22nd_ends_with_attrition(scenario: str) -> None:
    table = Table("22-1", scenario, last_turn="full").put("Dale", "gi1").put("Cedar", "ai1")
    table.put("Elm", "ai2").put("Fern", "ai3").begin_pair().rest()
    assert table.strength("gi1") == 3


@pytest.mark.rule("mist:12.26a", "mist:12.26b")
@pytest.mark.parametrize("scenario", ["fifth", "campaign"])
def test_the_real_scenarios_count_points_but_no_losses_after_22_1(scenario: str) -> None:
    """Germans hold Clervaux with a whole supply line; others in Celles are cut off all around."""
    table = FullTable("22-1", scenario).put("Clervaux", "304/2Pz").put("Celles", "2/2Pz")
    foes = iter(("501/101", "506/101", "502/101", "327/101", "CCB/10A", "CCR/9A", "CCB/9A"))
    for exit_ in table.g.setting.board.exits[table.place("Celles")]:
        table.put(table.g.setting.place_names[exit_.to], next(foes))
    assert not table.supplied("2/2Pz")
    full, worth = table.strength("2/2Pz"), table.g.setting.vp[table.place("Clervaux")]
    table.control("allied", *table.g.setting.place_names[: table.g.setting.area_count])
    table.begin_pair().rest()
    assert [(event.day, event.gained) for event in table.happened(Scored)] == [(22, worth)]
    assert table.happened(GameEnded)
    assert table.clock == "22-1"
    assert table.strength("2/2Pz") == full
