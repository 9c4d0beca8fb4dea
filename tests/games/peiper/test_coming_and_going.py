"""Who comes onto the map, leaves it, may move at night, or gets out of a fire."""

from __future__ import annotations

import pytest

from salient.games.peiper.battle.arrivals import too_late
from salient.games.peiper.battle.facings import attacked
from salient.games.peiper.battle.night import call_by_radio
from salient.games.peiper.battle.reserves import Fleeing, on_fire
from salient.games.peiper.events import UnitDiced
from salient.games.squad.core.subjects import Attack
from salient.games.squad.infantry.deployment import spare_half
from salient.games.squad.infantry.heat_of_battle import make_hero
from salient.games.squad.phases.rout import Routing
from salient.games.squad.sequence import Phase
from salient.games.squad.sight.concealment import reveal
from tests.games.peiper.table import Campaign

GERMAN, AMERICAN = 0, 1


# -- placed beside the map ------------------------------------------------------------------------


def at_the_door() -> Campaign:
    table = Campaign("cheneux").battle("american").box("A10", "us747.1+usMMG.1", "us747.2")
    table.g.steps = []
    return table


@pytest.mark.rule("peiper:CG7-2")
def test_only_who_is_placed_beside_the_map_enters() -> None:
    table = at_the_door().run(Phase(AMERICAN, "rally"))
    assert table.asked == "american beside"
    table.play("beside us747.1", "end")
    table.g.steps = []
    table.run(Phase(AMERICAN, "move"))
    assert table.offered("move") == {"move us747.1"}


@pytest.mark.rule("peiper:CG7-2")
def test_who_was_placed_and_did_not_enter_waits_for_the_next_scenario() -> None:
    table = at_the_door().run(Phase(AMERICAN, "rally")).play("beside us747.1")
    too_late(table.g, table.events)
    assert table.boxed("us747.1") == table.boxed("usMMG.1") == "A10*"
    assert table.boxed("us747.2") == "A10"
    assert table.g.entry_turn(table.unit("us747.1")) == 0
    assert not table.g.beside


@pytest.mark.rule("peiper:CG7-2")
def test_all_at_once() -> None:
    table = at_the_door().run(Phase(AMERICAN, "rally")).play("beside_all")
    assert table.is_("beside", "us747.1")
    assert table.is_("beside", "us747.2")


# -- leaving --------------------------------------------------------------------------------------


def at_the_edge(hexagon: str = "A10") -> Campaign:
    table = Campaign("cheneux").hold_limits().battle("american")
    table.put(hexagon, "us747.1+usBAZ.1").mark("broken", "us747.1").mark("desperate", "us747.1")
    table.g.steps = []
    return table.run(Routing(AMERICAN))


@pytest.mark.rule("peiper:CG21b")
@pytest.mark.parametrize(("dice", "half"), [((1, 1), False), ((6, 6), True)])
def test_who_leaves_broken_takes_a_task_check_or_loses_men(
    dice: tuple[int, int], half: bool
) -> None:
    table = at_the_edge().dice(*dice).play("run_off")
    (event,) = table.happened(UnitDiced)
    assert event.rule == "CG21b"
    assert table.boxed("us747.1") == "A10*"
    assert table.is_("half", "us747.1") is half


@pytest.mark.rule("peiper:CG21b")
def test_who_is_lost_in_leaving_loses_his_equipment() -> None:
    table = at_the_edge().mark("half", "us747.1")
    table.g.offered = None
    table.dice(6, 6).play("run_off")
    assert table.is_("lost", "us747.1")
    assert table.is_("lost", "usBAZ.1")
    assert not table.g.box


@pytest.mark.rule("peiper:CG21c")
def test_who_leaves_elsewhere_is_lost_and_counts() -> None:
    table = at_the_edge("A20").dice().play("run_off")
    assert table.is_("lost", "us747.1")
    assert table.is_("lost", "usBAZ.1")
    assert not table.g.box
    assert table.g.losses[GERMAN] == 2


@pytest.mark.rule("peiper:CG21c", "peiper:CG21a")
@pytest.mark.parametrize(("name", "hexagon"), [("cheneux", "TT20"), ("la_gleize", "E1")])
def test_germans_who_leave_where_they_may_not_are_lost_for_good(name: str, hexagon: str) -> None:
    table = Campaign(name).hold_limits().battle("german").put(hexagon, "ss658.1")
    table.g.steps = []
    table.run(Phase(GERMAN, "move")).play("move ss658.1", "exit")
    assert table.is_("lost", "ss658.1")
    assert table.g.losses[AMERICAN] == 2


# -- night ----------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG5f")
def test_an_afv_that_may_move_frees_the_others_by_radio_but_no_reserves() -> None:
    table = Campaign("stoumont", "19N").battle("american", "night")
    table.put("F44", "PzIVJ.1").put("K40", "PzIVJ.2").put("P56", "PzVG.1").put("I20", "ss658.1")
    table.mark("restrained", "PzIVJ.1", "PzIVJ.2", "PzVG.1", "ss658.1")
    table.mark("reserve", "PzVG.1").mark("concealed", "PzVG.1")
    call_by_radio(table.g, table.events)
    assert table.is_("restrained", "PzIVJ.2")
    table.g.restrained &= ~(1 << table.unit("PzIVJ.1"))
    call_by_radio(table.g, table.events)
    assert not table.is_("restrained", "PzIVJ.2")
    assert table.is_("restrained", "PzVG.1")
    assert table.is_("restrained", "ss658.1")


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG7b-7")
def test_a_reserve_leaves_a_fire_once_and_not_towards_the_enemy() -> None:
    table = Campaign("cheneux").battle("american").put("V8", "ss658.1").put("S10", "us747.1")
    table.mark("reserve", "ss658.1").mark("concealed", "ss658.1")
    table.g.steps = [Fleeing(GERMAN)]
    assert not on_fire(table.g)
    table.g.blazes = 1 << table.place("V8")
    table.run()
    board = table.g.setting.board
    ways = {text.split()[2] for text in table.texts("leave_fire")}
    foe, here = table.place("S10"), table.place("V8")
    assert ways
    assert all(board.range(table.place(way), here) == 1 for way in ways)
    assert all(board.range(table.place(way), foe) >= board.range(here, foe) for way in ways)
    to = sorted(ways)[0]
    table.play(f"leave_fire V8 {to}")
    assert table.where("ss658.1") == to
    assert table.is_("reserve", "ss658.1")
    table.g.blazes |= 1 << table.place(to)
    assert not on_fire(table.g)


@pytest.mark.rule("peiper:CG7b-7")
def test_a_reserve_with_fire_all_round_is_taken_farther_off() -> None:
    table = Campaign("cheneux").battle("american").put("V8", "ss658.1").put("S10", "us747.1")
    table.mark("reserve", "ss658.1").mark("concealed", "ss658.1")
    board, here = table.g.setting.board, table.place("V8")
    table.g.blazes = board.within(here, 1)
    table.g.steps = [Fleeing(GERMAN)]
    table.run()
    ways = [table.place(text.split()[2]) for text in table.texts("leave_fire")]
    assert ways
    assert all(1 < board.range(way, here) <= 3 for way in ways)


# -- guns of Stoumont -----------------------------------------------------------------------------


def gun_at_stoumont() -> Campaign:
    table = Campaign("stoumont").hold_limits().battle("german", initial=True)
    table.put("S22", "us227.1+us57.1", facing="e")
    return table.mark("unlaid", "us57.1").mark("hidden", "us227.1", "us57.1")


@pytest.mark.rule("peiper:SSR-I.3")
@pytest.mark.parametrize(("die", "by"), [(2, 0), (3, 1), (4, 1), (5, -1), (6, -1)])
def test_where_a_gun_looks_is_settled_when_it_comes_to_light(die: int, by: int) -> None:
    table = gun_at_stoumont()
    gun = table.unit("us57.1")
    before = table.g.facing[gun]
    table.dice(die)
    reveal(table.g, 1 << table.unit("us227.1"), table.events)
    assert table.g.facing[gun] == (before + by) % 6
    assert not table.g.unlaid
    assert table.happened(UnitDiced, told=GERMAN)


@pytest.mark.rule("peiper:SSR-I.3")
def test_an_anti_tank_gun_attacked_before_is_settled_in_secret() -> None:
    table = gun_at_stoumont().dice(3)
    attacked(table.g, Attack("shell", GERMAN, (), table.place("S22")), table.events)
    assert not table.g.unlaid
    assert not table.happened(UnitDiced, told=GERMAN)
    assert table.happened(UnitDiced, told=AMERICAN)


@pytest.mark.rule("peiper:SSR-I.3")
def test_guns_that_nobody_sees_at_the_start_of_the_first_scenario_are_not_settled() -> None:
    table = (
        Campaign("stoumont").hold_limits().put("S22", "us227.1+us57.1").put("T24", "us227.2+us57.2")
    )
    table.mark("concealed", "us227.1", "us57.1").terms(first=GERMAN, attacker=GERMAN, initial=True)
    table.dice(...).step(625)
    assert table.g.unlaid == 1 << table.unit("us57.1")


# -- counters -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:rc-pool")
def test_half_squads_and_heroes_do_not_use_up_counters_that_are_to_be_bought() -> None:
    table = Campaign("cheneux").battle("american").put("P9", "us747.1", "ss658.1")
    kept = table.g.setting.spares
    for _ in range(200):
        half = spare_half(table.g, table.unit("us747.1"))
        if half is None:
            break
        assert kept >> half & 1
        table.g.spare &= ~(1 << half)
    assert spare_half(table.g, table.unit("us747.1")) is None
    bought = table.g.spare & table.g.setting.counters("us747") & ~kept
    assert bought
    for _ in range(5):
        make_hero(table.g, table.unit("ss658.1"), table.events)
    assert not table.g.on_map(table.g.setting.leaders) & ~kept


@pytest.mark.rule("peiper:rc-pool")
def test_a_counter_that_came_back_serves_again_as_a_half_squad() -> None:
    table = Campaign("cheneux").force("american", "I2", "us747.1")
    table.g.spare = 1 << table.unit("us747.1")
    assert spare_half(table.g, table.unit("us747.2")) == table.unit("us747.1")
