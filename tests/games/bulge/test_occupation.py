"""Rules 13.3 and 12.6: who occupies a hex, the points for cities, and the fall of a fortress."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import CombatResolved
from salient.games.bulge.rules.terrain import is_fortress
from tests.conftest import Dice
from tests.games.bulge.phases import occupied, record
from tests.games.bulge.table import RealTable, Table

ROW = [f"06{column:02}" for column in range(1, 15)]
"""The main road between W1 and E1."""


def marked(table: Table, kind: str) -> set[str]:
    """The hexes with a kind of marker, as everybody sees them."""
    board = table.g.setting.board
    markers = table.game.view(table.g, 0).markers
    return {str(board.hex(m.places[0])) for m in markers if m.kind == kind}


def take_charlie(city_vp: str = "linked") -> Table:
    """A German regiment has just marched into the important city Charlie."""
    table = Table(city_vp=city_vp).put("0605", "g1/62").move("german")
    return table.play("activate g1/62", "move Charlie", "stop", "end")


def cut_the_road(table: Table) -> Table:
    """An Allied regiment beside 0611 and 0612 cuts the German road."""
    return table.put("0711", "i1/106")


# -- definition (13.3-1, 13.3-2) ------------------------------------------------------------------


@pytest.mark.rule("bulge:13.3-1")
def test_at_the_start_everything_from_the_west_wall_eastward_is_german() -> None:
    table = Table()
    assert occupied(table, "german") & set(ROW) == {"0611", "0612", "0613", "0614"}
    assert occupied(table, "allied") & set(ROW) == set(ROW[:10])


@pytest.mark.rule("bulge:13.3-1")
@pytest.mark.parametrize(("name", "side"), [("Prüm", "german"), ("Bastogne", "allied")])
def test_on_the_real_map_the_wall_divides_the_sides(name: str, side: str) -> None:
    table = RealTable()
    here = str(table.g.setting.board.hex(table.place(name)))
    assert here in occupied(table, side)
    assert here not in occupied(table, "allied" if side == "german" else "german")


@pytest.mark.rule("bulge:13.3-2a")
def test_a_side_occupies_what_it_was_the_last_to_pass() -> None:
    table = Table().put("0610", "g1/62").move("german")
    table.play("activate g1/62", "move 0608", "move 0508")
    assert {"0609", "0608"} <= occupied(table, "german")  # passed, and left again
    assert "0607" in occupied(table, "allied")


@pytest.mark.rule("bulge:13.3-2a")
def test_a_unit_occupies_its_hex() -> None:
    assert "0608" in occupied(Table().put("0608", "g1/62"), "german")


@pytest.mark.rule("bulge:13.3-2a")
def test_without_a_road_to_its_source_nobody_occupies_the_hex() -> None:
    table = cut_the_road(Table().passed("german", *ROW[7:]).put("0608", "g1/62"))
    for hex_ in ("0608", "0609"):
        assert hex_ not in occupied(table, "german")
        assert hex_ not in occupied(table, "allied")


@pytest.mark.rule("bulge:13.3-2a")
def test_the_line_must_be_all_road() -> None:
    table = Table().put("Bravo", "g1/212")  # in supply, but no road leads to Bravo
    assert "0305" not in occupied(table, "german")
    assert "0305" not in occupied(table, "allied")


@pytest.mark.rule("bulge:13.3-2a")
def test_the_hex_itself_may_lie_in_an_ezoc() -> None:
    table = Table().put("0608", "g1/62").put("0607", "i1/28")
    assert "0608" in occupied(table, "german")


@pytest.mark.rule("bulge:13.3-2a")
def test_an_entry_hex_under_attack_stays_occupied() -> None:
    table = Table().put("0614", "g1/62").put("0613", "i1/106")
    assert "0614" in occupied(table, "german")
    assert "0613" not in occupied(table, "german")


@pytest.mark.rule("bulge:13.3-2b")
def test_occupation_revives_at_once_when_the_road_opens() -> None:
    table = cut_the_road(Table()).passed("german", *ROW[7:]).put("0608", "g1/62").move("allied")
    assert "0608" not in occupied(table, "german")
    table.play("activate i1/106", "move 0912")
    assert "0608" in occupied(table, "german")  # in the middle of the phase


@pytest.mark.rule("bulge:13.3-2b")
def test_a_hex_changes_hands_as_often_as_units_pass() -> None:
    table = Table().put("0609", "g1/62").move("german")
    assert "0608" in occupied(table.play("activate g1/62", "move 0607", "stop"), "german")
    table.play("end").put("1214", "g1/62").put("0606", "i1/28").move("allied")
    assert "0608" in occupied(table.play("activate i1/28", "move 0609", "stop"), "allied")
    table.play("end").put("1201", "i1/28").put("0609", "g1/62").move("german")
    assert "0608" in occupied(table.play("activate g1/62", "move 0607", "stop"), "german")


@pytest.mark.rule("bulge:13.3-3")
def test_only_key_cities_and_main_roads_are_marked() -> None:
    table = Table().passed("german", *ROW, "0707", "0807", "Delta")
    shown = marked(table, "german_control")
    assert {"0608", "0603", "0904"} <= shown
    assert {"0707", "0807"} <= occupied(table, "german")  # an ordinary road
    assert not {"0707", "0807"} & shown


@pytest.mark.rule("bulge:ex-13.3-3", "bulge:9.5-2b", "bulge:9.5-2c")
def test_a_road_that_commandos_passed_serves_both_sides() -> None:
    table = Table().put("0611", "Cdo1").put("0612", "pz/Lehr").put("0603", "CCA/9A")
    table.move("german").play("activate Cdo1", "move 0607", "move 0707", "stop", "end")
    assert "0608" in occupied(table, "allied")
    assert {"0607", "0608", "0609", "0610"} == marked(table, "opened")
    assert not marked(table, "german_control") & {"0607", "0608", "0609", "0610"}
    assert "0608" in table.move("german", 2).reach("pz/Lehr", "march")
    assert "0608" in table.play("end").move("allied").reach("CCA/9A", "march")


# -- points (13.3-4) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:13.3-4", "bulge:13.2-1")
@pytest.mark.parametrize(
    ("name", "points"), [("Charlie", 10), ("Delta", 10), ("Spa", 0), ("Alpha", 0)]
)
def test_key_and_fortress_cities_are_worth_ten_points(name: str, points: int) -> None:
    assert record(Table().put(name, "g1/62")) == points


@pytest.mark.rule("bulge:13.3-4")
def test_each_city_counts() -> None:
    assert record(Table().put("Charlie", "g1/62").put("Delta", "g2/62")) == 20


@pytest.mark.rule("bulge:13.3-4")
def test_a_city_counts_after_the_germans_have_moved_on() -> None:
    table = take_charlie().move("german").play("activate g1/62", "move 0605", "stop", "end")
    assert record(table) == 10


@pytest.mark.rule("bulge:13.3-4", "bulge:13.2-1")
@pytest.mark.parametrize("option", ["linked", "kept"])
def test_recapture_cancels_the_points_and_no_more(option: str) -> None:
    table = take_charlie(option)
    assert record(table) == 10
    table.move("german").play("activate g1/62", "move 0607", "stop", "end")
    table.put("0601", "i1/28").move("allied").play("activate i1/28", "move Charlie", "stop", "end")
    assert record(table, "allied") == 0


@pytest.mark.rule("bulge:13.3-4", "bulge:13.3-2a")
@pytest.mark.parametrize(("option", "points"), [("linked", 0), ("kept", 10)])
def test_a_city_that_loses_its_road_counts_as_the_option_says(option: str, points: int) -> None:
    table = take_charlie(option)
    assert record(table) == 10
    assert record(cut_the_road(table), "allied") == points


@pytest.mark.rule("bulge:13.3-4", "bulge:13.3-2a")
@pytest.mark.parametrize("option", ["linked", "kept"])
def test_a_city_that_never_had_a_road_gives_nothing(option: str) -> None:
    table = cut_the_road(Table(city_vp=option)).put("0605", "g1/62").move("german")
    assert record(table.play("activate g1/62", "move Charlie", "stop", "end")) == 0


@pytest.mark.rule("bulge:13.3-4")
def test_bastogne_gives_ten_points_which_its_recapture_takes_away() -> None:
    table = RealTable().put("1923", "1128/560").move("german")
    assert record(table.play("activate 1128/560", "move Bastogne", "stop", "end")) == 10
    table.put("3040", "1128/560").put("1921", "CCB/9A").move("allied")
    assert record(table.play("activate CCB/9A", "move Bastogne", "stop", "end"), "allied") == 0


# -- the fall of a fortress (12.6) ----------------------------------------------------------------


def shift_at_delta(table: Table, dice: Dice) -> int:
    """The terrain shift of a German attack on an Allied regiment in Delta."""
    dice(4, 4)
    table.put("Delta", "i1/28").put("0905", "pz/1SS", "pg1/1SS", "pg2/1SS").fight("german")
    (combat,) = table.attack("Delta", "pz/1SS", "pg1/1SS", "pg2/1SS").happened(CombatResolved)
    return sum(shift.value for shift in combat.shifts)


def pass_delta(table: Table) -> Table:
    """A German regiment drives into Delta and out again."""
    table.put("0804", "g1/62").move("german")
    return table.play("activate g1/62", "move Delta", "move 1005", "stop", "end")


@pytest.mark.rule("bulge:12.6")
def test_a_fortress_the_germans_have_occupied_is_a_key_city_for_good(dice: Dice) -> None:
    assert shift_at_delta(Table(), dice) == -3
    assert shift_at_delta(pass_delta(Table(10)).put("0601", "g1/62"), dice) == -2


@pytest.mark.rule("bulge:12.6", "bulge:13.3-2a")
def test_a_fortress_entered_without_a_road_still_stands(dice: Dice) -> None:
    table = pass_delta(cut_the_road(Table(10)))
    assert shift_at_delta(table.put("0601", "g1/62"), dice) == -3


@pytest.mark.rule("bulge:12.6", "bulge:13.3-2b")
def test_a_fortress_falls_the_moment_the_road_is_open(dice: Dice) -> None:
    table = pass_delta(cut_the_road(Table(10))).put("0601", "g1/62").move("allied")
    table.play("activate i1/106", "move 0912", "stop", "end")
    assert shift_at_delta(table, dice) == -2


@pytest.mark.rule("bulge:12.6", "bulge:13.3-2b")
def test_a_fortress_falls_when_the_unit_that_cut_the_road_is_destroyed(dice: Dice) -> None:
    dice(1, 1)
    table = pass_delta(cut_the_road(Table(10))).put("0601", "g1/62")
    table.put("0712", "pz/2SS", "pg1/2SS", "pg2/2SS").fight("german")
    table.attack("0711", "pz/2SS", "pg1/2SS", "pg2/2SS").play("halt")
    table.events.clear()
    assert shift_at_delta(table, dice) == -2


@pytest.mark.rule("bulge:12.6", "bulge:13.3-2b")
def test_a_fortress_falls_before_the_next_combat_of_the_phase(dice: Dice) -> None:
    """The first combat opens the road to Delta; in the middle of the second it has fallen."""
    table = pass_delta(cut_the_road(Table(10))).put("0601", "g1/62")
    table.put("0712", "pz/2SS", "pg1/2SS", "pg2/2SS").put("1107", "i1/2")
    table.put("1108", "pz/1SS", "pg1/1SS", "pg2/1SS").fight("german")
    for target, division in (("0711", "2SS"), ("1107", "1SS")):
        units = (f"commit {name}/{division}" for name in ("pz", "pg1", "pg2"))
        table.play(f"target {target}", *units, "declare")
    dice(1, 1, 2, 2)
    table.play("resolve 0711")
    assert table.asked == "german pursuit"
    assert is_fortress(table.g, table.place("Delta"))
    assert table.play("halt").asked == "allied retreat"
    assert not is_fortress(table.g, table.place("Delta"))


@pytest.mark.rule("bulge:12.6", "bulge:13.3-2b")
def test_a_fortress_falls_within_the_movement_that_captures_it() -> None:
    table = Table(10).put("0804", "pz/1SS").put("0703", "pz/2SS").move("german")
    table.play("activate pz/1SS", "move Delta", "stop")
    assert "0904" not in table.reach("pz/2SS")  # no fortress stacking (12.5) any more
    table = cut_the_road(Table(10)).put("0804", "pz/1SS").put("0703", "pz/2SS").move("german")
    table.play("activate pz/1SS", "move Delta", "stop")
    assert "0904" in table.reach("pz/2SS")
