"""Optional armament: tanks with a flamethrower."""

from __future__ import annotations

import pytest

from salient.games.peiper.refit.armament import Requests, may_ask
from salient.games.peiper.refit.start import begin_campaign
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.sequence import Phase
from tests.games.peiper.table import Campaign

GERMAN, AMERICAN = 0, 1


def platoon() -> Campaign:
    table = Campaign("stoumont", "20AM").hold_limits().put("S22", "M4A3.1", "M4A3.2", "M4A375.1")
    table.force("american", "V2", "M4A3.1", "M4A3.2", "M4A375.1")
    table.g.steps = [Requests(AMERICAN)]
    return table.run()


@pytest.mark.rule("peiper:CG8")
def test_each_request_for_a_flamethrower_is_diced_by_itself_and_costs_nothing() -> None:
    table = platoon()
    before = list(table.g.cpp)
    assert table.offered("request") == {"request M4A3.1", "request M4A3.2"}
    table.dice(2).play("request M4A3.1")
    assert not table.g.flamers
    assert table.offered("request") == {"request M4A3.2"}
    table.dice(1).play("request M4A3.2")
    assert table.is_("flamers", "M4A3.2")
    assert table.g.cpp == before


@pytest.mark.rule("peiper:CG8")
def test_a_platoon_has_one_at_most() -> None:
    table = platoon().dice(1).play("request M4A3.1")
    assert table.is_("flamers", "M4A3.1")
    assert not may_ask(table.g)


@pytest.mark.rule("peiper:SSR-I.4")
def test_one_of_the_three_tanks_given_at_stoumont_has_one_without_a_die() -> None:
    table = Campaign("stoumont")
    table.g.roster.clear()
    table.dice(...)
    begin_campaign(table.g, table.events)
    tanks = may_ask(table.g)
    assert len(tanks) == 3
    table.g.steps = [Requests(AMERICAN)]
    name = table.g.setting.units[tanks[1]].token
    table.run().dice().play(f"request {name}")
    assert table.g.flamers == 1 << tanks[1]
    assert not may_ask(table.g)


def flamer() -> Campaign:
    table = Campaign("stoumont", "20AM").battle("american").put("S22", "M4A3.1")
    tank, board = table.unit("M4A3.1"), table.g.setting.board
    table.mark("flamers", "M4A3.1")
    for corner in range(6):
        table.g.facing[tank] = table.g.turret[tank] = corner
        near = board.hexes[board.hexes[table.place("S22")].near[corner]].name
        table.put(near, "ss658.1")
        table.g.steps = []
        table.run(Phase(AMERICAN, "prep"))
        if "fire M4A3.1" in table.offered():
            table.play("fire M4A3.1")
            if table.offered("flame"):
                return table
    raise AssertionError("no hex before the tank")


@pytest.mark.rule("peiper:CG8", "peiper:SSR-I.4")
@pytest.mark.parametrize(("dice", "left"), [((4, 5), True), ((4, 6), False)])
def test_it_is_fired_at_the_next_hex_with_24_and_may_run_empty(
    dice: tuple[int, int], left: bool
) -> None:
    table = flamer()
    (order,) = table.offered("flame")
    table.dice(*dice, ...).play(order)
    (event,) = [e for e in table.happened(Fired) if e.column == 24]
    assert event.dice == dice
    assert table.is_("flamers", "M4A3.1") is left
    assert table.is_("prep_fired", "M4A3.1")


@pytest.mark.rule("peiper:CG8")
def test_it_does_not_reach_two_hexes() -> None:
    table = flamer()
    board = table.g.setting.board
    tank = table.unit("M4A3.1")
    far = [h.name for h in board.hexes if board.range(h.index, table.place("S22")) == 2]
    for name in far:
        table.put(name, "ss658.1")
        table.g.steps, table.g.offered = [], None
        table.run(Phase(AMERICAN, "prep"))
        if "fire M4A3.1" in table.offered():
            table.play("fire M4A3.1")
            assert not table.offered("flame")
    assert table.g.flamers >> tank & 1
