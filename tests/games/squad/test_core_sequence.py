"""The player turn phase by phase, the edge of the map, control and casualties. A2, A3, A26."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games import find_game
from salient.games.squad.combat.morale import eliminate, reduce
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.men import Eliminated
from salient.games.squad.core.events.play import Entered, PhaseBegan
from salient.games.squad.phases.victory import holder, progress, take_control
from salient.games.squad.sequence import GameTurn
from tests.games.squad.table import Table

DONE = ("end", "pass", "stop", "hold")


def through(table: Table) -> Table:
    """Play on with nobody doing anything."""
    while table.decision is not None:
        table.play(next(word for word in DONE if word in table.offered()))
    return table


def field(*lines: str, **more: Any) -> Table:
    table = Table(*lines, german="ss658 2 ss91 ssHMG", american="us666 2 us81", **more)
    return table.put("B3", "ss658.1").put("F3", "us666.1")


# -- phases ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A3")
def test_a_player_turn_has_eight_phases_and_a_turn_two_player_turns() -> None:
    table = field()
    table.run(GameTurn())
    while len(table.happened(PhaseBegan)) < 16:
        table.play(next(word for word in DONE if word in table.offered()))
    phases = ["rally", "prep", "move", "defensive", "advancing", "rout", "advance", "close"]
    begun = [(event.side, event.phase) for event in table.happened(PhaseBegan)]
    assert begun[:16] == [(0, phase) for phase in phases] + [(1, phase) for phase in phases]


@pytest.mark.rule("squad:A3.1")
def test_in_the_rally_phase_both_sides_rally_the_attacker_first() -> None:
    table = field().put("B3", "ss91.1").put("F3", "us81.1").mark("broken", "ss658.1", "us666.1")
    table.phase("rally", "american")
    assert table.asked == "american rally"
    assert table.offered() == {"rally us666.1", "end"}
    table.play("end")
    assert table.asked == "german rally"
    assert table.offered() == {"rally ss658.1", "end"}


@pytest.mark.rule("squad:A3.2", "squad:A3.5")
def test_who_prep_fires_neither_moves_nor_fires_in_the_advancing_fire_phase() -> None:
    table = field().put("B3", "ss658.2").turn("german")
    table.dice(6, 5, ...).play("fire ss658.1", "shoot")
    while table.asked != "german movement":
        table.play("end")
    assert table.offered("move") == {"move ss658.2"}
    table.play("end")
    while table.g.phase != "advancing":
        table.play("end")
    assert table.offered("fire") == {"fire ss658.2"}


@pytest.mark.rule("squad:A3.5", "squad:A7.24")
@pytest.mark.parametrize(("occasion", "column"), [("prep", 4), ("advancing", 2)])
def test_advancing_fire_has_half_the_firepower(occasion: str, column: int) -> None:
    """The second-line squad has four factors and no assault fire."""
    table = Table(german="ger447", american="us666").put("B3", "ger447.1").put("E3", "us666.1")
    table.fire("german", occasion).dice(6, 5).attack("ger447.1")
    assert table.happened(Fired)[-1].column == column


@pytest.mark.rule("squad:A3.4", "squad:A8.4")
def test_in_the_defensive_fire_phase_the_defender_fires_with_what_has_fire_left() -> None:
    """Who has first fired fires only at neighbours, at half strength; who has done both, none."""
    table = field().put("F4", "us666.2").mark("first_fired", "us666.1")
    table.fire("american", "defensive")
    assert table.offered("fire") == {"fire us666.2"}
    near = field().put("E3", "ss658.1").mark("first_fired", "us666.1")
    near.fire("american", "defensive").dice(6, 5).attack("us666.1")
    assert near.happened(Fired)[-1].column == 6, "six factors, doubled next door, halved"
    done = (
        field().put("E3", "ss658.1").mark("first_fired", "us666.1").mark("final_fired", "us666.1")
    )
    assert done.fire("american", "defensive").decision is None


# -- the edge of the map --------------------------------------------------------------------------


WAY_OUT = '[victory]\nside = "{side}"\nkind = "exit"\nneed = 3\nplaces = ["C1"]\n'


@pytest.mark.rule("squad:A2.6")
@pytest.mark.parametrize(
    ("place", "side", "may"), [("C1", "german", True), ("D1", "german", False),
                               ("C1", "american", False)],
)  # fmt: skip
def test_units_leave_the_map_only_where_the_scenario_lets_them(
    place: str, side: str, may: bool
) -> None:
    extra = WAY_OUT.format(side=side)
    table = Table(german="ss658 ssHMG", american="us666", scenario=extra).put("J9", "us666.1")
    table.put(place, "ss658.1+ssHMG.1").move("german").play("move ss658.1")
    assert ("exit" in table.offered()) is may
    if may:
        table.play("exit")
        assert table.where("ss658.1") == table.where("ssHMG.1") == ""
        assert progress(table.g) == 2
        assert not table.happened(Eliminated)


@pytest.mark.rule("squad:A2.5")
def test_the_side_that_moves_second_sets_up_first() -> None:
    game = find_game("squad")
    g, _ = game.start("sanatorium", bytes(32), {"setup": "free"})
    first = g.setting.first
    decision = game.decision(g)
    assert decision is not None
    assert decision.side == 1 - first
    order = []
    while g.phase == "setup" or g.turn == 0:
        decision = game.decision(g)
        assert decision is not None
        order.append(decision.side)
        game.play(g, decision.actions[0])
    assert order == sorted(order, key=lambda side: side == first)


@pytest.mark.rule("squad:A2.5")
@pytest.mark.parametrize(("turn", "due"), [(1, False), (2, True)])
def test_reinforcements_enter_at_their_hexes_in_their_turn(turn: int, due: bool) -> None:
    extra = '[[group]]\nside = "german"\nunits = { "ss548" = 1 }\narea = ["A5"]\nturn = 2\n'
    table = Table(german="ss658", american="us666", scenario=extra)
    table.g.turn = turn
    assert ("move ss548.1" in table.move("german").offered()) is due
    if due:
        table.play("move ss548.1", "go C5")
        assert [event.place for event in table.happened(Entered)] == [table.place("A5")]
        assert table.spent() == 3, "the hex of entry costs what it costs"


# -- control and casualties -----------------------------------------------------------------------


TAKE = '[victory]\nside = "german"\nkind = "control"\nneed = 1\nplaces = ["C3"]\n'


@pytest.mark.rule("squad:A26.1")
def test_a_place_belongs_to_whoever_last_had_good_infantry_in_it_alone() -> None:
    table = Table(german="ss658 2", american="us666 2", scenario=TAKE)
    place = table.place("C3")
    table.put("C4", "ss658.1").move("german").go("ss658.1", "C3")
    assert holder(table.g, place) == 0
    table.put("C5", "ss658.1")
    take_control(table.g, table.events)
    assert holder(table.g, place) == 0, "it stays his who has gone on"
    for state, owner in (("broken", 0), ("", 1)):
        table.put("C3", "us666.1")
        table.g.broken = 1 << table.unit("us666.1") if state else 0
        take_control(table.g, table.events)
        assert holder(table.g, place) == owner
    table.put("C3", "ss658.2")
    take_control(table.g, table.events)
    assert holder(table.g, place) == 1, "not while the enemy is there"


@pytest.mark.rule("squad:A26.2")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("us666.1", 2), ("us227.1", 2), ("us80.1", 1), ("us81.1", 2), ("M4A3.1", 6), ("Truck.1", 1)],
)
def test_casualties_count_by_size_and_rank(unit: str, points: int) -> None:
    table = Table(german="ss658", american="us666 us227 us80 us81 M4A3 Truck").put("C3", unit)
    if table.g.setting.vehicles >> table.unit(unit) & 1:
        wreck(table.g, table.unit(unit), table.events)
    else:
        eliminate(table.g, table.unit(unit), "fire", table.events)
    assert table.g.losses == [points, 0]


@pytest.mark.rule("squad:A26.2")
def test_half_a_squad_counts_when_it_falls_and_the_other_half_later() -> None:
    table = Table(german="ss658", american="us666").put("C3", "us666.1")
    for points in (1, 2):
        reduce(table.g, table.unit("us666.1"), "fire", table.events)
        assert table.g.losses == [points, 0]
    assert table.is_("lost", "us666.1")
