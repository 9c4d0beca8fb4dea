"""Chapter 11.3: the panzer reserve."""

from __future__ import annotations

import pytest

from salient.games.mist.events import Arrived, Released
from salient.games.mist.setting import impulse_index
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table, names_of


def released(table: Table) -> list[tuple[str, str, str]]:
    """Reserve, area and arrival of each release so far."""
    names = table.g.setting.place_names
    return [(event.reserve, names[event.area], event.clock) for event in table.happened(Released)]


def after_allied_impulse(table: Table) -> list[tuple[str, str, str]]:
    """What has been released once the Allies have passed their impulse."""
    return released(table.begin("allied").rest())


@pytest.mark.rule("mist:11.3")
def test_five_against_four_at_the_end_of_the_allied_impulse_releases_a_reserve() -> None:
    table = Table("17-1").put("Fern", "gi5").put("Fern", "ai3")
    assert after_allied_impulse(table) == [("Toy", "Fern", "17-2")]


@pytest.mark.rule("mist:11.3")
def test_four_against_four_does_not() -> None:
    table = Table("17-1").put("Fern", "gi1").put("Fern", "ai3")
    assert after_allied_impulse(table) == []


@pytest.mark.rule("mist:11.3")
def test_strength_counts_and_not_the_number_of_units() -> None:
    table = Table("17-1").put("Fern", "gi4", "gi6", "ge2").put("Fern", "ai1")
    assert after_allied_impulse(table) == []


@pytest.mark.rule("mist:11.3")
def test_the_whole_strength_in_the_area_counts() -> None:
    table = Table("17-1").put("Fern", "gi4", "gi6", "gi3").put("Fern", "ai1")
    assert after_allied_impulse(table) == [("Toy", "Fern", "17-2")]


@pytest.mark.rule("mist:11.3")
def test_a_german_impulse_releases_nothing() -> None:
    table = Table("17-1").put("Fern", "gi5").begin("german").rest()
    assert released(table) == []


@pytest.mark.rule("mist:11.3")
def test_the_allies_prevent_a_release_by_moving_in(dice: Dice) -> None:
    dice(*[10] * 12)
    table = Table("17-1").put("Fern", "gi5").put("Glen", "ai6").begin("allied")
    table.play("activate ai6", "move Fern")
    assert table.where("ai6") == table.where("gi5") == "Fern"
    assert released(table) == []


@pytest.mark.rule("mist:11.3")
def test_released_units_arrive_in_their_zone_with_the_next_impulse() -> None:
    table = Table("17-2").put("Heath", "gi5").begin_pair()
    assert table.where("gr1") == ""
    table.rest("17-3")
    assert (table.where("gr1"), table.where("gr2")) == ("A", "A")
    table.play("activate gr1")
    assert "move Ash" in table.offered()


@pytest.mark.rule("mist:11.31")
def test_released_units_wait_for_the_impulse_the_card_gives_them() -> None:
    table = Table("17-2").put("Birch", "gi1")
    table.g.released = (impulse_index("18-1"),)
    table.begin_pair().rest("17-3")
    assert table.where("gr1") == ""
    assert table.rest("18-1").where("gr1") == "A"


@pytest.mark.rule("mist:11.3")
def test_a_reserve_is_released_once() -> None:
    table = Table("17-2").put("Heath", "gi5").begin_pair().rest("18-3")
    assert len(table.happened(Released)) == 1
    arrivals = [event.unit for event in table.happened(Arrived)]
    assert arrivals.count(table.unit("gr1")) == 1


@pytest.mark.rule("mist:11.31")
def test_a_reserve_that_nobody_releases_stays_away() -> None:
    table = Table("17-2").put("Cedar", "gi5").begin_pair().rest("20-1")
    assert table.where("gr1") == ""


@pytest.mark.rule("mist:11.31")
def test_the_card_says_from_when_on_a_reserve_can_be_released() -> None:
    assert after_allied_impulse(Table("16-1").put("Fern", "gi5")) == []
    assert after_allied_impulse(Table("16-2").put("Fern", "gi5")) == [("Toy", "Fern", "16-3")]


@pytest.mark.rule("mist:11.31")
def test_every_reserve_of_the_full_game_has_units_and_release_areas() -> None:
    setting = FullTable.set_up().g.setting
    assert len(setting.reserves) >= 2
    assert all(setting.reserve_units)
    assert all(setting.reserve_areas)


@pytest.mark.rule("mist:11.31")
def test_a_release_in_the_full_game_brings_exactly_the_units_of_that_reserve() -> None:
    table = FullTable("18-3").put("St. Vith", "1/1SS", "2/1SS").begin_pair().rest("19-1")
    assert [event.reserve for event in table.happened(Released)] == ["2SS"]
    assert (table.where("I-2/2SS"), table.where("3/2SS")) == ("B", "B")
    assert table.where("I-9/9SS") == ""


@pytest.mark.rule("mist:3.27")
def test_superiority_in_an_area_without_the_silhouette_releases_nothing() -> None:
    table = Table("17-1").put("Glen", "gi5").put("Dale", "gi1").put("Elm", "ga1")
    assert after_allied_impulse(table) == []


@pytest.mark.rule("mist:11.32", "mist:3.27")
def test_the_release_areas_are_the_areas_with_the_silhouette() -> None:
    setting = FullTable.set_up().g.setting
    listed = {name for areas in setting.reserve_areas for name in names_of(setting, areas)}
    assert listed == {row.name for row in setting.areas if row.reserve}


@pytest.mark.rule("mist:11.33a")
@pytest.mark.parametrize("area", ["Fern", "Heath"])
def test_superiority_in_any_one_release_area_is_enough(area: str) -> None:
    table = Table("17-1").put(area, "gi5").put("Cedar", "ai1")
    assert after_allied_impulse(table) == [("Toy", area, "17-2")]


@pytest.mark.rule("mist:11.33a")
def test_an_allied_majority_in_the_other_area_does_not_matter() -> None:
    table = Table("17-1").put("Fern", "gi3").put("Fern", "ai6").put("Heath", "gi2")
    assert after_allied_impulse(table) == [("Toy", "Heath", "17-2")]


@pytest.mark.rule("mist:11.33b")
def test_germans_out_of_supply_release_nothing() -> None:
    table = Table("17-1").put("Fern", "gi5").put("Dale", "ai1").put("Elm", "ai2")
    table.put("Glen", "ai4")
    assert not table.supplied("gi5")
    assert after_allied_impulse(table) == []


@pytest.mark.rule("mist:11.33b")
def test_only_the_supplied_part_of_a_stack_counts() -> None:
    """Infantry traces over the blown bridge Elm-Fern, armor does not (13.14)."""
    table = Table("17-1").put("Fern", "ga1", "gi2").put("Fern", "ai1").put("Dale", "ai4")
    table.put("Glen", "ai2")
    assert table.supplied("gi2")
    assert not table.supplied("ga1")
    assert after_allied_impulse(table) == []


@pytest.mark.rule("mist:11.33b")
def test_the_same_stack_releases_the_reserve_when_all_of_it_is_supplied() -> None:
    table = Table("17-1").put("Fern", "ga1", "gi2").put("Fern", "ai1").put("Dale", "ai4")
    table.put("Glen", "ai2").repair("Elm", "Fern")
    assert after_allied_impulse(table) == [("Toy", "Fern", "17-2")]
