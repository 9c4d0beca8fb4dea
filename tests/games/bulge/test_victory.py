"""Rules 13.1, 13.2, 13.4 and 14.3: victory points, and when they end the game."""

from __future__ import annotations

import pytest

from salient.engine.events import GameEnded
from tests.conftest import Dice
from tests.games.bulge.phases import check_supply, end_turn, record
from tests.games.bulge.table import RealTable, Table


def turn_ended(turn: int, points: int) -> Table:
    """The end of a turn at which the Germans have some points."""
    table = Table(turn)
    table.g.destroyed_vp = points
    return end_turn(table)


# -- the verdict (13.1) ---------------------------------------------------------------------------


@pytest.mark.rule("bulge:13.1a", "bulge:13.1b")
@pytest.mark.parametrize("turn", range(8, 14))
def test_sixty_points_win_for_the_germans(turn: int) -> None:
    assert turn_ended(turn, 60).g.outcome == "german_victory"


@pytest.mark.rule("bulge:13.1a", "bulge:13.1b")
@pytest.mark.parametrize(
    ("turn", "limit"), [(8, 35), (9, 40), (10, 45), (11, 48), (12, 51), (13, 54)]
)
def test_too_few_points_win_for_the_allies(turn: int, limit: int) -> None:
    assert turn_ended(turn, limit).g.outcome == "allied_victory"


@pytest.mark.rule("bulge:13.1b")
@pytest.mark.parametrize(
    ("turn", "points"), [(8, 36), (8, 59), (9, 41), (10, 46), (11, 49), (12, 52), (12, 59)]
)
def test_between_the_numbers_the_game_goes_on(turn: int, points: int) -> None:
    table = turn_ended(turn, points)
    assert (table.g.outcome, table.g.turn) == ("", turn + 1)


@pytest.mark.rule("bulge:13.1a", "bulge:4.3")
@pytest.mark.parametrize("points", [-5, 0, 35, 60, 90])
def test_before_turn_8_nobody_wins(points: int) -> None:
    table = turn_ended(7, points)
    assert (table.g.outcome, table.g.turn) == ("", 8)


@pytest.mark.rule("bulge:ex-13.1")
@pytest.mark.parametrize(
    ("points", "outcome"),
    [(35, "allied_victory"), (36, ""), (59, ""), (60, "german_victory")],
)
def test_the_verdict_of_turn_8(points: int, outcome: str) -> None:
    table = turn_ended(8, points)
    assert table.g.outcome == outcome
    assert table.g.turn == (8 if outcome else 9)


@pytest.mark.rule("bulge:13.1c", "bulge:4.3")
@pytest.mark.parametrize("points", [55, 59])
def test_after_turn_13_anything_between_is_a_draw(points: int) -> None:
    table = turn_ended(13, points)
    assert [event.outcome for event in table.happened(GameEnded)] == ["draw"]
    result = table.game.result(table.g)
    assert result is not None
    assert (result.winner, result.score) == (None, points)


@pytest.mark.rule("bulge:13.1a")
def test_the_verdict_names_the_winner() -> None:
    germans, allies = turn_ended(8, 60), turn_ended(8, 35)
    results = [table.game.result(table.g) for table in (germans, allies)]
    assert [result.winner for result in results if result] == [0, 1]


@pytest.mark.rule("bulge:13.1a")
def test_the_total_counts_at_the_end_of_the_game_turn_only() -> None:
    table = Table(8).put("0612", "g1/62")
    table.g.destroyed_vp, table.g.air_left = 60, 0
    assert record(table, "german") == 60
    assert table.g.outcome == ""


# -- the sum (13.2) -------------------------------------------------------------------------------


@pytest.mark.rule("bulge:13.2")
def test_allied_points_are_taken_from_the_german_total(dice: Dice) -> None:
    dice(1, 1)
    table = Table().put("Charlie", "g1/62").put("0208", "pz/Lehr", steps=1)
    assert record(table) == 10
    table.put("0209", "CCA/9A", "CCB/9A", "CCR/9A").fight("allied")
    table.attack("0208", "CCA/9A", "CCB/9A", "CCR/9A").play("halt")
    assert record(table, "allied") == 10 - 2


@pytest.mark.rule("bulge:13.2")
def test_the_total_may_fall_below_zero(dice: Dice) -> None:
    dice(1, 1)
    table = Table().put("0208", "g1/62").put("0209", "CCA/9A", "CCB/9A", "CCR/9A").fight("allied")
    table.attack("0208", "CCA/9A", "CCB/9A", "CCR/9A").play("halt")
    assert record(table, "allied") == -1


@pytest.mark.rule("bulge:13.2", "bulge:13.2-1", "bulge:13.2-2", "bulge:13.2-3", "bulge:13.2-4")
def test_the_total_is_the_sum_of_four_sources(dice: Dice) -> None:
    dice(1, 1)
    table = Table(10).put("Charlie", "g1/62")  # a city: 10
    table.put("0208", "pz/1SS", "pg1/1SS", "pg2/1SS").put("0209", "i1/28").fight("german")
    table.attack("0209", "pz/1SS", "pg1/1SS", "pg2/1SS").play("halt")  # a destroyed unit: 1
    table.put("1306", "pz/Lehr").move("german")
    table.play("activate pz/Lehr", "exit N1", "end")  # a breakthrough: 2
    assert record(table, "german") == 13
    table.put("0211", "i1/4").move("allied")
    table.play("activate i1/4", "move 0212", "stop", "end")  # beyond the West Wall: 2 off
    assert record(table, "allied") == 11


# -- destroyed units (13.4) -----------------------------------------------------------------------


@pytest.mark.rule("bulge:13.4-1", "bulge:13.2-2")
def test_a_destroyed_allied_unit_gives_a_point(dice: Dice) -> None:
    dice(1, 1)
    table = Table().put("0208", "pz/1SS", "pg1/1SS", "pg2/1SS").put("0209", "i1/28")
    table.fight("german").attack("0209", "pz/1SS", "pg1/1SS", "pg2/1SS").play("halt")
    assert record(table) == 1


@pytest.mark.rule("bulge:13.4-1")
def test_a_destroyed_allied_armoured_unit_gives_no_more(dice: Dice) -> None:
    dice(1, 1)
    table = Table().put("0208", "pz/1SS", "pg1/1SS", "pg2/1SS").put("0209", "CCA/9A", steps=1)
    table.fight("german").attack("0209", "pz/1SS", "pg1/1SS", "pg2/1SS").play("halt")
    assert record(table) == 1


@pytest.mark.rule("bulge:13.4-2", "bulge:13.2-2")
@pytest.mark.parametrize(("unit", "points"), [("pz/Lehr", -2), ("g1/62", -1)])
def test_a_destroyed_german_unit_costs_two_points_or_one(
    unit: str, points: int, dice: Dice
) -> None:
    dice(1, 1)
    table = Table().put("0208", unit, steps=1).put("0209", "CCA/9A", "CCB/9A", "CCR/9A")
    table.fight("allied").attack("0208", "CCA/9A", "CCB/9A", "CCR/9A").play("halt")
    assert record(table, "allied") == points


@pytest.mark.rule("bulge:13.4-3")
def test_a_lost_step_alone_scores_nothing(dice: Dice) -> None:
    dice(3, 3)  # 2:1 with six is Ex1: both lose a step
    table = Table().put("0208", "pz/1SS").put("0209", "i1/28").fight("german")
    table.attack("0209", "pz/1SS")
    assert (table.steps("pz/1SS"), table.steps("i1/28")) == (1, 1)
    assert record(table) == 0


@pytest.mark.rule("bulge:13.4-3")
def test_units_removed_for_overstacking_score_as_if_destroyed() -> None:
    table = Table().put("0208", "i1/28", "i1/4").put("0412", "g1/212").move("allied").play("end")
    assert table.asked == "allied overstacked"
    assert record(table.play("remove i1/4"), "allied") == 1


@pytest.mark.rule("bulge:13.4-3", "bulge:11.5b")
def test_units_lost_to_isolation_score_as_if_destroyed() -> None:
    table = Table().put("0208", "i1/28").put("0209", "pz/Lehr", steps=1).put("0210", "i2/28")
    check_supply(table.mark("isolated", "pz/Lehr"), "german")
    assert record(table) == -2


# -- the tracks (14.1, 14.3) ----------------------------------------------------------------------


@pytest.mark.rule("bulge:14.3")
def test_a_new_game_begins_with_no_points() -> None:
    table = RealTable(1)
    assert table.game.view(table.g, 0).tracks["vp"] == 0


@pytest.mark.rule("bulge:14.3")
def test_the_track_shows_the_recorded_total() -> None:
    table = Table()
    table.g.destroyed_vp = 37
    assert table.game.view(table.g, 0).tracks["vp"] == 0  # not yet recorded
    record(table)
    assert divmod(table.game.view(table.g, 0).tracks["vp"], 10) == (3, 7)


@pytest.mark.rule("bulge:14.1-2")
def test_germans_arrive_from_the_east_and_allies_from_the_other_sides() -> None:
    units = [row for row in RealTable(1).g.setting.units if row.turn]
    assert {row.direction for row in units if row.side == "german"} == {"E"}
    assert {row.direction for row in units if row.side == "allied"} == {"N", "NW", "SW", "S"}


@pytest.mark.rule("bulge:14.1-2")
def test_reinforcements_come_on_when_and_where_the_track_says() -> None:
    table = Table(2).move("allied")
    assert table.offered("activate") == {"activate CCA/10A", "activate r1/1"}
    assert table.play("activate r1/1").offered("enter") == {"enter N1"}
