"""Where a unit could go by itself is where it may go when it is its turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from salient.engine import Action, Match, seed_from_text
from salient.engine.ids import Piece
from salient.games import find_game
from salient.games.squad.phases.movement import Movement, movers

UNITS = 6


def in_movement(scenario: str) -> Match[Any]:
    """A game at its first movement phase; before it everybody does the first thing offered."""
    match = Match.start(find_game("squad"), scenario, seed_from_text("ranges"))
    while not isinstance(match.state.steps[-1], Movement):
        decision = match.decision
        assert decision is not None
        ends = [action for action in decision.actions if not action.args]
        match.play((ends or decision.actions)[-1])
    return match


@pytest.mark.parametrize("scenario", ["practice", "village", "station"])
def test_what_is_offered_to_a_unit_alone_is_its_range(scenario: str) -> None:
    match = in_movement(scenario)
    g, game = match.state, match.game
    side = g.steps[-1].side
    seen = 0
    for unit in movers(g, side)[:UNITS]:
        if g.where[unit] < 0 or not g.setting.personnel >> unit & 1:
            continue
        twin = g.copy()
        game.play(twin, Action("move", (unit,)))
        decision = game.decision(twin)
        assert decision is not None
        offered = {action.place(0) for action in decision.actions if action.verb == "go"}
        known = game.known(g, side, Random(0))
        assert set(game.report.reach(known, Piece(unit)) or ()) == offered
        seen += 1
    assert seen


def test_the_broken_and_those_off_the_map_go_nowhere() -> None:
    match = in_movement("practice")
    g, report = match.state, match.game.report
    unit = next(
        one for one in movers(g, g.steps[-1].side)
        if g.where[one] >= 0 and g.setting.personnel >> one & 1
    )  # fmt: skip
    assert report.reach(g, Piece(unit))
    g.broken |= 1 << unit
    assert report.reach(g, Piece(unit)) == ()
    g.put(unit, -1)
    assert report.reach(g, Piece(unit)) == ()


def test_campaigns_of_squads_tell_it_too() -> None:
    assert find_game("peiper").report.reach.__func__ is find_game("squad").report.reach.__func__  # type: ignore[attr-defined]
