"""The way shown for an action is the way the rules take."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from salient.engine import Event, seed_from_text
from salient.engine.actions import Action
from salient.engine.events import seen_events
from salient.engine.reports import Report
from salient.engine.state import Decision
from salient.games import GAMES, find_game
from tests.amounts import amount
from tests.games.bulge.table import Table as BulgeTable
from tests.scenarios import SCENARIOS

SHOWN = {
    "mist": "campaign", "bulge": "campaign", "squad": "practice", "trumpets": "clervaux",
    "peiper": "cheneux",
}  # fmt: skip
STEPS = {
    "moved", "entered", "shifted", "retreated", "pursued", "broke_through", "evacuated",
    "advanced", "routed",
}  # fmt: skip
PLAYED = amount(2, soak=6)
"""Random games of each scenario."""

STILL = {"activate", "end", "deploy", "fire", "objective"}


def travelled(events: Sequence[Event], unit: int) -> list[int]:
    """The places a unit came to, as the events have it."""
    found = []
    for event in seen_events(events, None):
        if event.__struct_config__.tag in STEPS:
            units = getattr(event, "units", None) or (getattr(event, "unit", -1),)
            if unit in units and (hasattr(event, "to") or hasattr(event, "entry")):
                found.append(event.to if hasattr(event, "to") else event.entry)  # type: ignore[attr-defined]
    return found


def choose(decision: Decision, chance: random.Random) -> Action:
    """Any action, but moves with preference, and no long talk about ending."""
    moves = [a for a in decision.actions if a.verb not in ("end", "wait", "stop", "halt")]
    return chance.choice(moves if moves and chance.random() < 0.9 else decision.actions)


def mover(g: Any, decision: Decision, action: Action) -> int:
    """A unit that an action leads on."""
    units = getattr(g.steps[-1], "units", None) or decision.acting
    return units[0] if units else int(action.args[0])


@pytest.mark.play
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_way_of_an_action_is_the_way_its_units_go(name: str, scenario: str) -> None:
    game, chance = find_game(name), random.Random(5)
    report = game.report
    whole = cut_short = 0
    for number in range(PLAYED):
        g, _ = game.start(scenario, seed_from_text(f"traces {number}"))
        for _ in range(600):
            decision = game.decision(g)
            if decision is None:
                break
            action = choose(decision, chance)
            before = game.dump(g)
            way = report.trace_action(g, decision, action)
            assert game.dump(g) == before, "looking changes nothing"
            if not way:
                events = game.play(g, action)
                continue
            unit = mover(g, decision, action)
            assert g.where[unit] == way[0] or g.where[unit] < 0
            events = game.play(g, action)
            gone = travelled(events, unit)
            if any(event.tag == "strayed" for event in seen_events(events, None)):
                continue  # in the dark one may go elsewhere (E1.5)
            if gone[: len(way) - 1] == way[1:]:
                whole += 1
            else:
                assert gone == way[1 : len(gone) + 1], "cut short on this very way"
                cut_short += 1
    assert whole > 25 * PLAYED
    assert cut_short < whole / 4


@pytest.mark.parametrize("name", GAMES)
def test_actions_that_move_nothing_have_no_way(name: str) -> None:
    game = find_game(name)
    g, _ = game.start(SHOWN[name], seed_from_text("traces"))
    decision = game.decision(g)
    assert decision is not None
    still = [action for action in decision.actions if action.verb in STILL]
    assert still
    for action in still:
        assert game.report.trace_action(g, decision, action) == []


def bulge_way(table: BulgeTable, text: str) -> list[str]:
    setting, decision = table.g.setting, table.decision
    assert decision is not None
    action = setting.lexicon.parse(text)
    assert action in decision.actions
    way = find_game("bulge").report.trace_action(table.g, decision, action)
    return [setting.lexicon.places[place] for place in way]


def test_a_reinforcement_comes_from_its_entry() -> None:
    table = BulgeTable(turn=2).move("german").play("activate FB", "enter E1")
    assert bulge_way(table, "move 0613") == ["E1", "0614", "0613"]


def test_a_march_follows_the_main_road() -> None:
    """0503 and 0604 touch and both have a main road, but none runs from one to the other."""
    table = BulgeTable().put("0503", "i1/2").move("allied").play("activate i1/2")
    assert bulge_way(table, "march 0604") == ["0503", "0603", "0604"]


def test_who_leaves_the_map_goes_to_the_entry() -> None:
    table = BulgeTable(turn=8)
    edge = str(table.g.setting.board.hex(table.g.setting.entry_hex[6]))
    table.put(edge, "pz/1SS").move("german").play("activate pz/1SS")
    assert bulge_way(table, "exit S1") == [edge, "S1"]


def test_a_plain_report_knows_no_ways() -> None:
    game = find_game("mist")
    g, _ = game.start("seventh", seed_from_text("plain"))
    decision = game.decision(g)
    assert decision is not None
    assert Report[Any]().trace_action(g, decision, decision.actions[0]) == []
