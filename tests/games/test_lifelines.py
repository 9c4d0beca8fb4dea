"""The line of supply or command of one unit says the same as the rules do of the whole army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from salient.boards.bits import members
from salient.engine import Match, seed_from_text
from salient.engine.reports import Lifeline
from salient.engine.speech import Speech
from salient.games import find_game
from salient.games.bulge.rules.supply import supplied_hexes
from salient.games.mist.rules.supply import in_supply
from salient.games.trumpets.standing.command import out_of_command
from salient.games.trumpets.standing.supply import out_of_supply

Judge = Callable[[Any, int, str], bool]
SCATTERED, MOVED = 3, 40


def positions(title: str, scenario: str) -> Iterator[Any]:
    """The start, and the same with a part of all units somewhere else, behind the enemy, too."""
    start = Match.start(find_game(title), scenario, seed_from_text(scenario)).state
    yield start
    setting = start.setting
    land = members(getattr(setting, "all_areas", 0) or setting.board.all)
    for seed in range(SCATTERED):
        rng, g = Random(seed), start.copy()
        on_map = [unit for unit, place in enumerate(g.where) if place >= 0]
        for unit in rng.sample(on_map, min(len(on_map) // 2, MOVED)):
            side = int(bool(setting.army[1] >> unit & 1))
            free = [place for place in land if not g.stack(place, 1 - side)]
            g.put(unit, rng.choice(free))
        yield g


def judge_mist(g: Any, unit: int, _what: str) -> bool:
    return in_supply(g, unit)  # type: ignore[arg-type]


def judge_bulge(g: Any, unit: int, _what: str) -> bool:
    return bool(supplied_hexes(g, g.setting.side_of[unit]) >> g.where[unit] & 1)


def judge_trumpets(g: Any, unit: int, what: str) -> bool:
    without = out_of_command if what == "command" else out_of_supply
    return not without(g, g.setting.units[unit].side) >> unit & 1


CASES = [
    ("mist", "seventh", judge_mist),
    ("mist", "fifth", judge_mist),
    ("bulge", "campaign", judge_bulge),
    ("trumpets", "clervaux", judge_trumpets),
]


@cache
def lines(title: str, scenario: str) -> list[tuple[Any, int, Lifeline]]:
    """All lines of all units in these positions."""
    report = find_game(title).report
    return [
        (g, unit, line)
        for g in positions(title, scenario)
        for unit, place in enumerate(g.where)
        if place >= 0
        for line in report.lifelines(g, unit) or ()  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(("title", "scenario", "judge"), CASES)
def test_a_line_holds_exactly_if_the_rules_say_so(title: str, scenario: str, judge: Judge) -> None:
    judged: Counter[bool] = Counter()
    for g, unit, line in lines(title, scenario):
        assert line.sound == judge(g, unit, line.what), g.setting.lexicon.pieces[unit]
        if line.sound:
            assert not line.cuts, (g.setting.lexicon.pieces[unit], line)
            assert line.way, g.setting.lexicon.pieces[unit]
        judged[line.sound] += 1
    assert judged[True]
    assert judged[False], "none was cut: the game shows nothing"


@pytest.mark.parametrize(("title", "scenario", "judge"), CASES)
def test_a_line_runs_from_the_unit_from_neighbour_to_neighbour(
    title: str, scenario: str, judge: Judge
) -> None:
    del judge
    for g, unit, line in lines(title, scenario):
        assert not line.way or line.way[0] == g.where[unit]
        assert all(0 < cut < len(line.way) for cut in line.cuts)
        for here, there in pairwise(line.way):
            assert _touch(g, here, there), line


def _touch(g: Any, here: int, there: int) -> bool:
    board = g.setting.board
    if hasattr(board, "link_between"):
        return board.link_between(here, there) is not None
    return there in board.neighbours[here]


@pytest.mark.parametrize(("title", "scenario", "judge"), CASES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_line_that_is_cut_says_where_with_a_rule(
    title: str, scenario: str, judge: Judge, language: str
) -> None:
    del judge
    game = find_game(title)
    for g, _, line in lines(title, scenario):
        speech = Speech(game, g.setting, language)
        told = [speech.say(one) for one in line.lines]
        assert all(("(" in one or "（" in one) and "{" not in one for one in told)
        assert len(told) > len(line.cuts)
        for cut in line.cuts:
            name = speech.name("place", line.way[cut])
            assert any(name in one for one in told[1:]), (name, told)


def test_squads_and_campaigns_of_squads_have_no_such_lines() -> None:
    for title, scenario in (("squad", "practice"),):
        match = Match.start(find_game(title), scenario, seed_from_text("1"))
        assert find_game(title).report.lifelines(match.state, 0) is None  # type: ignore[arg-type]
