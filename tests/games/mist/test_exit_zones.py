"""Chapter 12.23-12.25: German units in Allied zones."""

from __future__ import annotations

import pytest

from salient.engine.events import GameEnded
from salient.games.mist.events import Scored
from tests.games.mist.table import FullTable, Table


def at_the_end(zone: str, *units: str, **options: str) -> Table:
    """The campaign's last impulse with German units in a zone, played to the end."""
    return Table("22-1", **options).put(zone, *units).begin_pair().rest()


@pytest.mark.rule("mist:3.28")
def test_five_strength_points_in_a_double_zone_give_ten_points_at_the_end() -> None:
    assert at_the_end("D", "gi5").g.vp == 10


@pytest.mark.rule("mist:12.23a")
def test_four_strength_points_in_a_triple_zone_give_twelve() -> None:
    assert at_the_end("E", "ga1").g.vp == 12


@pytest.mark.rule("mist:12.23a")
def test_all_units_in_all_allied_zones_count() -> None:
    table = Table("22-1").put("E", "ga1", "gi4").put("D", "gi2").put("K", "gi3").put("B", "gi5")
    assert table.begin_pair().rest().g.vp == 3 * (4 + 1) + 2 * 3 + 1 * 2


@pytest.mark.rule("mist:12.23a")
def test_the_strength_left_counts_and_not_the_strength_printed() -> None:
    table = Table("22-1").put("E", "ga1", strength=1).begin_pair().rest()
    assert table.g.vp == 3


@pytest.mark.rule("mist:12.23a")
def test_allied_units_in_the_zone_take_nothing_away() -> None:
    table = Table("22-1").put("E", "ga1").put("E", "ai6").begin_pair().rest()
    assert table.g.vp == 12


@pytest.mark.rule("mist:12.23b", "mist:3.28")
def test_strength_in_a_zone_is_scored_once_at_the_end() -> None:
    table = Table("19-3", zone_vp="end").put("E", "ga1").begin_pair().rest()
    assert [event.gained for event in table.happened(Scored)] == [0, 0, 0, 0]
    assert table.happened(GameEnded)[0].score == 12


@pytest.mark.rule("mist:12.23b")
def test_by_option_strength_in_a_zone_is_scored_at_the_next_turn_end_and_once() -> None:
    table = Table("19-3", zone_vp="turn").put("E", "ga1").begin_pair().rest()
    assert [event.gained for event in table.happened(Scored)] == [12, 0, 0, 0]
    assert table.happened(GameEnded)[0].score == 12


@pytest.mark.rule("mist:12.23b")
def test_by_option_newcomers_to_the_zone_are_scored_for_themselves() -> None:
    """gi4 has one strength point and gi1, which was on the map when the 19th ended, has four."""
    table = Table("19-3", zone_vp="turn").put("E", "ga1").put("Birch", "gi1", "gi2").begin_pair()
    table.rest("20-1").put("E", "gi1", "gi4").rest("21-1")
    assert [event.gained for event in table.happened(Scored)] == [12, 15]


@pytest.mark.rule("mist:12.24")
def test_a_unit_out_of_supply_in_a_zone_scores_nothing_at_the_end() -> None:
    table = Table("22-1").put("E", "ga1").put("Iris", "ai6").begin_pair()
    assert not table.supplied("ga1")
    assert table.rest().g.vp == 0


@pytest.mark.rule("mist:12.24")
def test_its_supplied_neighbour_still_scores() -> None:
    table = Table("22-1").put("E", "ga1").put("Iris", "ai6").put("D", "gi2").begin_pair()
    assert table.rest().g.vp == 6


@pytest.mark.rule("mist:12.25")
def test_a_german_unit_in_an_allied_zone_never_acts_again() -> None:
    table = Table().put("H", "ga1").put("Birch", "gi1").begin("german")
    assert table.offered("activate") == {"activate gi1"}


@pytest.mark.rule("mist:12.25")
def test_a_german_unit_does_not_pass_through_an_allied_zone() -> None:
    table = Table().put("Iris", "ga1").begin("german").play("activate ga1", "move F")
    assert table.where("ga1") == "F"
    assert table.asked == "german movement"
    assert not table.offered("activate")


@pytest.mark.rule("mist:12.25")
@pytest.mark.parametrize(("area", "zone"), [("Fern", "K"), ("Heath", "D")])
def test_it_is_not_even_asked_whether_to_go_on(area: str, zone: str) -> None:
    table = Table().put(area, "ga1").put("Birch", "gi1").begin("german")
    table.play("activate ga1", f"move {zone}")
    assert table.asked == "german movement"


@pytest.mark.rule("mist:12.25")
@pytest.mark.parametrize(("zone", "area"), [("A", "Ash"), ("C", "Birch")])
def test_german_units_leave_each_of_their_own_zones(zone: str, area: str) -> None:
    table = Table().put(zone, "gi1").begin("german").play("activate gi1")
    assert f"move {area}" in table.offered()


@pytest.mark.rule("mist:12.25")
def test_an_allied_zone_is_no_shortcut_between_two_areas() -> None:
    """Beauraing and Assesse both adjoin zone I; every other way takes infantry too long."""
    table = FullTable("16-2").put("Beauraing", "751/326VG").put("Assesse", "752/326VG")
    table.put("Dinant", "501/101").put("Celles", "502/101")
    assert table.supplied("751/326VG")
    assert table.supplied("752/326VG")
    table.begin("german").play("activate 751/326VG")
    assert "move I" in table.offered()
    assert "move Assesse" not in table.offered()


@pytest.mark.rule("mist:12.25")
def test_german_units_leave_german_zones_and_allied_units_leave_allied_zones() -> None:
    table = Table().put("B", "gi7").put("H", "at3")
    assert "move Birch" in table.begin("german").play("activate gi7").offered()
    table.play("wait").rest()
    assert "move Heath" in table.begin("allied").play("activate at3").offered()
