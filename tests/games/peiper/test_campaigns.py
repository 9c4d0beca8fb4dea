"""Whole campaigns at random: they end, replay, save, and keep their secrets."""

from __future__ import annotations

from random import Random

import pytest

from salient.boards.bits import members, set_of
from salient.engine import Action, Decision
from salient.engine.events import seen_events
from salient.engine.ids import Place
from salient.games.peiper.game import PeiperGame
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.locations import put_roadblock
from salient.games.squad.terrain.board import SIDES, Hexagon
from tests.games.peiper.table import GAME, Campaign

HASTY = ("arrange", "shift", "clear", "fort", "buy", "recon")
"""Questions that a player at random mostly leaves alone."""


def choose(decision: Decision, rng: Random) -> Action:
    """An action at random; set-ups are mostly left to the staff."""
    last = decision.actions[-1]
    if decision.prompt in HASTY and rng.random() < 0.7:
        return last
    if decision.prompt == "deploy" and last.verb == "staff" and rng.random() < 0.5:
        return last
    return rng.choice(decision.actions)


def play(game: PeiperGame, g: PeiperState, rng: Random, most: int) -> list[Action]:
    """Play on at random, at most so many actions."""
    done: list[Action] = []
    while len(done) < most and (decision := game.decision(g)) is not None:
        action = choose(decision, rng)
        game.play(g, action, decision.side)
        done.append(action)
    return done


def all_counters(g: PeiperState) -> int:
    """Where the counters are: in the box, on the map, waiting, eliminated, prisoners, in hand."""
    army = g.setting.army[0] | g.setting.army[1]
    return g.spare | g.on_map(army) | set_of(g.box) | g.lost | g.exited | g.aside()


@pytest.mark.parametrize("name", GAME.scenarios)
def test_a_campaign_begun_at_random_keeps_its_invariants_and_can_be_saved(name: str) -> None:
    g, _ = GAME.start(name, bytes([7]) * 32)
    rng = Random(name)
    for _ in range(12):
        play(GAME, g, rng, 30)
        GAME.check(g)
        again = GAME.load(GAME.dump(g))
        assert GAME.fingerprint(again) == GAME.fingerprint(g)
        assert GAME.decision(again) == GAME.decision(g)


@pytest.mark.parametrize("name", GAME.scenarios)
def test_a_roadblock_on_the_last_hexside_of_a_map_can_be_saved(name: str) -> None:
    g, _ = GAME.start(name, bytes([7]) * 32)
    put_roadblock(g, Hexagon(Place(len(g.setting.board.hexes) - 1)), SIDES - 1)
    assert GAME.load(GAME.dump(g)).roadblocks == g.roadblocks


def test_a_campaign_at_random_comes_to_its_end_and_replays() -> None:
    g, _ = GAME.start("cheneux", bytes([5]) * 32)
    done = play(GAME, g, Random(5), 20_000)
    assert GAME.result(g) is not None
    assert len(g.roster) >= 1
    again, _ = GAME.start("cheneux", bytes([5]) * 32)
    for action in done:
        GAME.play(again, action)
    assert GAME.fingerprint(again) == GAME.fingerprint(g)


def test_counters_are_in_one_place_and_nobody_owes_points() -> None:
    g, _ = GAME.start("cheneux", bytes([9]) * 32)
    rng = Random(9)
    while GAME.decision(g) is not None:
        play(GAME, g, rng, 100)
        in_hand = (g.setting.army[0] | g.setting.army[1]) & ~all_counters(g)
        assert not g.on_map(in_hand)
        assert not set_of(g.box) & g.on_map(set_of(g.box))
        assert not g.spare & g.lost
        assert min(g.cpp) >= 0
        areas = areas_of(g)
        kinds = (*areas.setup, areas.no_mans_land, areas.uncontrolled)
        assert sum(kind.bit_count() for kind in kinds) >= g.setting.all_hexes.bit_count()
        if g.date > g.setting.dates[1]:
            break


# -- secrets --------------------------------------------------------------------------------------


def seen(table: Campaign, side: int) -> object:
    """All that a side can look at: its view, what it is offered, its log."""
    twin = GAME.known(table.g, side, Random(1))
    offered = table.decision if table.question.side == side else None
    return GAME.scene(twin, side), offered, twin.cpp, twin.forces, twin.roster, twin.chosen


def test_neither_knows_what_the_other_has_bought_or_named() -> None:
    one, other = Campaign.begun("cheneux", 3), Campaign.begun("cheneux", 3)
    for table, last in ((one, 0), (other, -1)):
        while table.asked.startswith("german objective"):
            table.play(sorted(table.offered())[last])
    one.play("buy i2 reserve")
    other.play("buy hw1 map")
    while one.asked != "american objective":
        one.play(sorted(one.offered("objective"))[0] if one.offered("objective") else "end")
    while other.asked != "american objective":
        other.play(sorted(other.offered("objective"))[3] if other.offered("objective") else "end")
    assert one.g.cpp != other.g.cpp
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, -1) == seen(other, -1)
    assert seen_events(one.events, 1) == seen_events(other.events, 1)


def test_nobody_sees_what_waits_in_a_box() -> None:
    one = Campaign("cheneux", "20N").hold_limits().box("A10", "us747.1", "us747.2")
    other = Campaign("cheneux", "20N").hold_limits().box("A10", "M10.1")
    for table in (one, other):
        table.step(623)
    assert seen(one, 0) == seen(other, 0)


def test_a_chit_lies_face_down() -> None:
    one = Campaign("cheneux", "20N").hold_limits().step(623).play("chit attack")
    other = Campaign("cheneux", "20N").hold_limits().step(623).play("chit idle")
    assert one.asked == other.asked == "american chit"
    assert seen(one, 1) == seen(other, 1)


def test_set_ups_are_unseen_until_the_scenario_begins() -> None:
    table = Campaign.begun("cheneux", 3)
    rng = Random(1)
    while table.g.refit != 624:
        action = choose(table.question, rng)
        table.events += GAME.play(table.g, action)
    table.play("staff")
    own = GAME.known(table.g, 0, Random(1))
    enemy = GAME.known(table.g, 1, Random(1))
    army = table.g.setting.army[0] & ~table.g.wrecks
    assert own.on_map(army)
    assert not members(enemy.on_map(army))
