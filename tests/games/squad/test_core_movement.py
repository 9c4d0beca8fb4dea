"""Infantry on the move and the fire it meets. Rules A4, A8, A9.22, A24."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.core.events.fire import Fired, LaneLaid, ResidualLeft, SmokePlaced
from salient.games.squad.core.events.movement import BouncedBack, Bypassed, Moved
from salient.games.squad.core.points import allotment
from salient.games.squad.phases.movement import Marching
from tests.games.squad.table import Table


def alone(*lines: str, unit: str = "ss658.1", at: str = "C3", **more: Any) -> Table:
    table = Table(*lines, german="ss658 2 ss91 ss447 ss436 ssHMG", american="us666 2 us81", **more)
    return table.put(at, unit)


def walk(table: Table, *places: str) -> float:
    """The MF a walk from where the moving units stand costs."""
    for place in places:
        table.play(f"go {place}")
    return table.spent()


@pytest.mark.rule("squad:A4.1", "squad:A4.5")
def test_a_squad_has_four_factors_a_leader_six_and_he_gives_two_to_his_squad() -> None:
    table = alone().put("C3", "ss91.1")
    squad, leader = table.unit("ss658.1"), table.unit("ss91.1")
    assert allotment(table.g, (squad,)) == 8
    assert allotment(table.g, (leader,)) == 12
    assert allotment(table.g, (squad, leader)) == 12
    assert allotment(table.g, (squad,), rushed=True) == 12


@pytest.mark.rule("squad:A4.2", "squad:B9.4", "squad:B10.4", "squad:B15", "squad:B16", "squad:B24")
@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("C4 open_ground", 1), ("C4 woods", 2), ("C4 brush", 2), ("C4 stone_building", 2),
        ("C4 level=1", 2), ("C4 orchard", 1), ("C4 rubble", 3), ("C4 sides=N:wall", 2),
        ("C4 sides=N:hedge", 2), ("C4 marsh", 4), ("C4 grain", 1.5),
    ],
)  # fmt: skip
def test_terrain_and_hexsides_cost_what_the_chart_says(line: str, cost: float) -> None:
    table = alone(line).move().play("move ss658.1")
    assert walk(table, "C4") == cost or not table.decision
    moved = table.happened(Moved)[-1]
    assert moved.cost == cost * 2


@pytest.mark.rule("squad:A4.2")
def test_a_move_goes_the_cheapest_way_location_by_location() -> None:
    table = alone("C4 woods").move().play("move ss658.1", "go C5")
    assert len(table.happened(Moved)) == 3
    assert table.place("C4") not in {event.to for event in table.happened(Moved)}
    assert table.spent() == 3


@pytest.mark.rule("squad:A4.4", "squad:A4.42")
def test_a_heavy_load_slows_a_squad_down() -> None:
    table = Table(german="ss658 ssHMG", american="us666").put("C3", "ss658.1+ssHMG.1")
    assert allotment(table.g, (table.unit("ss658.1"),)) == 6


@pytest.mark.rule("squad:A3.2", "squad:A7.8")
def test_units_that_fired_are_broken_or_pinned_do_not_move() -> None:
    table = alone().put("D3", "ss658.2").mark("prep_fired", "ss658.1").mark("pinned", "ss658.2")
    assert table.move().decision is None


@pytest.mark.rule("squad:A4.134")
def test_a_minimum_move_takes_everything_and_tires() -> None:
    table = alone("C4 level=2 woods").move().play("move ss658.1", "go C4")
    assert table.where("ss658.1") == "C4"
    assert table.is_("cx", "ss658.1")


@pytest.mark.rule("squad:B23.4")
def test_stairs_lead_up_for_one_factor() -> None:
    table = alone("C4 stone_building storeys=2").move().play("move ss658.1")
    assert walk(table, "C4/1") == 3


@pytest.mark.rule("squad:A4.3")
def test_bypass_goes_along_a_hexside_for_one_factor() -> None:
    table = alone("C4 woods").move().play("move ss658.1", "bypass C4 ne")
    assert table.happened(Bypassed)[-1].cost == 2
    assert "go C4" in table.offered()
    assert "go D3" in table.offered()
    table.play("go D4", "stop")
    assert table.where("ss658.1") == "D4"


@pytest.mark.rule("squad:A4.3")
def test_woods_on_both_sides_leave_no_room_for_bypass() -> None:
    table = alone("C4 woods", "D3 woods").move().play("move ss658.1")
    assert "bypass C4 ne" not in table.offered("bypass")
    assert "bypass C4 nw" in table.offered("bypass")


@pytest.mark.rule("squad:A4.14")
def test_nobody_moves_onto_an_enemy_he_sees() -> None:
    table = alone().put("C5", "us666.1").move().play("move ss658.1")
    assert "go C5" not in table.offered()


# -- fire at those who move -----------------------------------------------------------------------


def ambushed(*lines: str) -> Table:
    table = alone(*lines).put("G3", "us666.1")
    return table.move()


@pytest.mark.rule("squad:A3.3", "squad:A8.1", "squad:A8.2", "squad:A4.6", "squad:A4.61")
def test_the_defender_may_fire_at_every_expenditure_in_the_open_at_minus_two() -> None:
    table = ambushed().play("move ss658.1", "go D3")
    assert table.asked == "american fire.first"
    table.dice(6, 5).attack("us666.1")
    fired = table.happened(Fired)[-1]
    assert sorted(m.value for m in fired.modifiers) == [-1, -1]
    assert table.happened(ResidualLeft)[-1].column == 2


@pytest.mark.rule("squad:A4.61")
def test_assault_movement_is_safer() -> None:
    table = ambushed().play("move ss658.1", "assault D3").dice(6, 5)
    table.attack("us666.1")
    assert [m.value for m in table.happened(Fired)[-1].modifiers] == [-1]


def test_holding_fire_is_for_the_whole_move() -> None:
    table = ambushed().play("move ss658.1", "go D4", "hold")
    assert table.asked == "german march"
    table.play("go D5")
    assert table.asked == "german march"


@pytest.mark.rule("squad:A8.2")
def test_residual_fire_strikes_those_who_follow() -> None:
    table = ambushed().put("C3", "ss658.2").play("move ss658.1", "go D3").dice(6, 5)
    table.attack("us666.1").dice(5, 6).play("stop", "move ss658.2", "go D3")
    assert table.happened(Fired)[-1].means == "residual"


@pytest.mark.rule("squad:A10.4")
def test_who_breaks_stops() -> None:
    table = ambushed().play("move ss658.1", "go E4").dice(1, 4, 6, 5)
    table.attack("us666.1")
    assert table.is_("broken", "ss658.1")
    assert table.where("ss658.1") == "D3"
    assert table.is_("moved", "ss658.1")


@pytest.mark.rule("squad:A4.2")
def test_a_long_way_is_broken_off_where_somebody_breaks_or_an_enemy_comes_to_light() -> None:
    table = ambushed().put("C3", "ss658.2").play("move ss658.1", "join ss658.2", "go E4")
    table.dice(3, 4, 6, 4, 2, 1).attack("us666.1")  # one breaks, the other does not
    assert table.is_("broken", "ss658.1")
    while table.asked.startswith("american"):
        table.play("pass")
    assert table.asked == "german march"
    assert table.where("ss658.2") == "D3"
    assert "go E4" in table.offered()

    table = alone("D8 woods").put("D8", "us666.1").mark("hidden", "us666.1").move()
    table.play("move ss658.1", "go E5").dice(6, 6)
    table.attack("us666.1")
    while table.asked.startswith("american"):
        table.play("pass")
    assert table.asked == "german march"
    assert table.where("ss658.1") == "C4"


@pytest.mark.rule("squad:A8.3")
def test_who_has_fired_fires_again_at_half_strength_at_the_nearest() -> None:
    table = ambushed().play("move ss658.1", "go E4").dice(6, 5)
    table.attack("us666.1")
    while table.asked == "american fire.first" and not table.is_("final_fired", "us666.1"):
        table.dice(6, 5).attack("us666.1")
    assert [event.column for event in table.happened(Fired)] == [6, 2]
    assert table.is_("final_fired", "us666.1")


@pytest.mark.rule("squad:A9.22")
def test_a_machine_gun_lays_a_fire_lane() -> None:
    table = Table(german="ss658 2", american="us666 usHMG").put("C3", "ss658.1", "ss658.2")
    table.put("D8", "us666.1+usHMG.1").move().play("move ss658.1", "go D3", "fire usHMG.1")
    table.dice(6, 5).play("lane")
    assert table.place("D4") in table.happened(LaneLaid)[-1].places
    while table.asked != "german march":
        table.play("hold")
    table.play("stop", "move ss658.2").play("go D4")
    table.dice(6, 6).play("hold")
    assert "lane" in {event.means for event in table.happened(Fired)}


@pytest.mark.rule("squad:A24.1")
def test_smoke_grenades_hinder_and_go_with_the_phase() -> None:
    table = ambushed().dice(1).play("move ss658.1", "smoke C3")
    assert table.happened(SmokePlaced)[-1].result == "placed"
    assert table.g.smoke == {table.place("C3"): 2}
    while table.decision:
        table.play("pass" if "pass" in table.offered() else "stop" if "stop" in table.offered()
                   else "end")  # fmt: skip
    assert table.g.smoke == {}


@pytest.mark.rule("squad:A12.42")
def test_running_into_hidden_enemies_throws_the_mover_back() -> None:
    table = alone("D3 woods").put("D3", "us666.1").mark("hidden", "us666.1").move()
    table.play("move ss658.1")
    assert "go D3" in table.offered()
    table.play("go D3")
    assert table.happened(BouncedBack)
    assert table.where("ss658.1") == "C3"
    assert not table.is_("hidden", "us666.1")
    assert table.is_("moved", "ss658.1")


@pytest.mark.rule("squad:A4.5")
def test_who_has_begun_to_run_takes_nobody_along() -> None:
    table = Table(german="ss658 2").put("C3", "ss658.1", "ss658.2").move()
    table.play("move ss658.1")
    assert "join ss658.2" in table.offered()
    table.play("rush")
    assert table.offered("join") == set()


@pytest.mark.rule("squad:B3.4")
@pytest.mark.parametrize(("column", "first", "back"), [("D", "SE", "NW"), ("B", "SW", "NE")])
def test_a_way_of_equal_cost_by_road_keeps_the_bonus_of_roads(
    column: str, first: str, back: str
) -> None:
    """Two steps down, by C4 or by the road; only by the road a fifth hex can be entered."""
    road = [f"{column}{row} road=N,S" for row in range(4, 9)]
    table = Table(f"C3 road={first}", f"{column}3 road={back},S", *road, german="ss658")
    table.put("C3", "ss658.1").move().play("move ss658.1", f"go {column}4")
    assert f"go {column}7" in table.offered()
    table.play(f"go {column}7")
    assert table.where("ss658.1") == f"{column}7"


@pytest.mark.rule("squad:A4.61")
def test_assault_movement_takes_neither_all_mf_nor_a_place_that_is_held_or_full() -> None:
    table = Table("C4 marsh", german="ss658 4", american="us666").put("C3", "ss658.1")
    table.put("D3", "us666.1").put("B3", "ss658.2", "ss658.3", "ss658.4").move()
    table.play("move ss658.1")
    assert table.offered("assault") == {"assault C2", "assault B2", "assault D2"}


@pytest.mark.rule("squad:A24.1")
def test_the_squad_of_a_stack_throws_the_smoke_and_pays_for_it() -> None:
    table = alone().put("C3", "ss91.1").put("H9", "us666.1").move()
    table.play("move ss91.1", "join ss658.1").dice(1).play("smoke C3")
    assert table.happened(SmokePlaced)[-1].unit == table.unit("ss658.1")
    assert table.spent() == 1
    beside = alone().put("H9", "us666.1").move().dice(1).play("move ss658.1", "smoke C4")
    assert beside.spent() == 2
    lone = Table(german="ss91", american="us666").put("C3", "ss91.1").move().play("move ss91.1")
    assert not lone.offered("smoke")


@pytest.mark.rule("squad:A12.42")
def test_hidden_enemies_elsewhere_stop_nobody_nor_do_those_in_sight_count_as_hidden() -> None:
    table = alone("D3 woods", "F6 woods").put("F6", "us666.1").mark("hidden", "us666.1").move()
    table.play("move ss658.1", "go D3")
    assert table.where("ss658.1") == "D3"
    assert not table.happened(BouncedBack)
    assert table.is_("hidden", "us666.1")


@pytest.mark.rule("squad:A4.3")
def test_along_whatever_hexside_one_goes_one_is_at_its_corner() -> None:
    corners = set()
    for start in ("C3", "C5", "B3", "B4", "D3", "D4"):
        begin = alone("C4 woods", at=start).move().play("move ss658.1")
        for order in sorted(begin.offered("bypass")):
            table = alone("C4 woods", at=start).move().play("move ss658.1", order)
            assert table.where("ss658.1") == "C4"
            corners.add(table.g.bypass[table.unit("ss658.1")][1])
            table.play("go C4")
            assert table.unit("ss658.1") not in table.g.bypass
    assert corners == set(range(6))


@pytest.mark.rule("squad:A12.14")
@pytest.mark.parametrize(
    ("order", "line", "concealed"),
    [
        ("assault C4", "C4 woods", True),
        ("assault C4", "C4 open_ground", False),
        ("go C4", "C4 woods", False),
        ("bypass C4 ne", "C4 woods", False),
    ],
)
def test_who_moves_is_hidden_no_more_and_in_sight_keeps_a_question_mark_only_in_assault(
    order: str, line: str, concealed: bool
) -> None:
    for state in ("hidden", "concealed"):
        table = alone("C3 woods", line).put("C3", "ss658.1+ssHMG.1").put("G6", "us666.1")
        table.mark(state, "ss658.1").move().play("move ss658.1", order)
        assert not table.is_("hidden", "ss658.1")
        assert table.is_("concealed", "ss658.1") is concealed


@pytest.mark.rule("squad:A4.2")
def test_who_may_move_along_stands_in_the_same_place_on_foot_and_without_a_gun() -> None:
    table = Table("E5 woods", german="ss658 4 ss91 ss228 pak40 PzIVH", american="us666")
    table.put("E5", "ss658.1", "ss91.1", "ss228.1+pak40.1", "PzIVH.1", "ss658.2", facing="e")
    table.put("E6", "ss658.3").put("H9", "us666.1").put("E5", "ss658.4").mark("ti", "ss658.4")
    table.g.bypass[table.unit("ss658.2")] = (0, 0)
    table.move("german").play("move ss658.1")
    assert table.offered("join") == {"join ss91.1"}


@pytest.mark.rule("squad:A4.2")
def test_who_leaves_a_foxhole_leaves_others_in_it() -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    table.g.foxholes = {table.place("C3"): 2}
    table.mark("entrenched", "ss658.1", "ss658.2").put("H9", "us666.1").move("german")
    table.play("move ss658.1", "go D3")
    assert not table.is_("entrenched", "ss658.1")
    assert table.is_("entrenched", "ss658.2")


@pytest.mark.rule("squad:A4.2")
def test_who_cannot_go_on_has_moved_and_the_others_go_on_without_him() -> None:
    table = Table(german="ss658 2", american="us666", mover="german").put("H9", "us666.1")
    table.put("C3", "ss658.1", "ss658.2").move().play("move ss658.1", "join ss658.2")
    table.mark("pinned", "ss658.1")
    step = table.g.steps[-1]
    assert isinstance(step, Marching)
    step.drop_out(table.g)
    assert table.g.moving.units == (table.unit("ss658.2"),)
    assert table.is_("moved", "ss658.1")
    assert not table.is_("moved", "ss658.2")
