"""Matches between bots: the same games in any number of processes, and honest shares."""

from __future__ import annotations

import multiprocessing
from typing import Any

import pytest

from salient.bots import Bot
from salient.engine import Action, AnyGame, Decision, Result, SetupError
from salient.games import find_game
from salient.lab.arena import Finished, Tally, hire, play_match, wilson

RANDOM = ("random", "random")


class First(Bot):
    """Always answers the first that is offered."""

    name = "first"

    def choose(self, game: AnyGame, g: Any, decision: Decision) -> Action:
        return decision.actions[0]


def test_two_processes_play_the_same_games_in_the_same_order() -> None:
    game = find_game("mist")
    alone = list(play_match(game, "seventh", RANDOM, 4, "jobs"))
    assert [finished.number for finished in alone] == [0, 1, 2, 3]
    assert list(play_match(game, "seventh", RANDOM, 4, "jobs", jobs=2)) == alone
    assert len({finished.seed for finished in alone}) == 4


def test_a_match_that_is_given_up_leaves_no_process_behind() -> None:
    games = play_match(find_game("mist"), "seventh", RANDOM, 50, "given up", jobs=2)
    assert next(games).number == 0
    games.close()
    assert not multiprocessing.active_children()


def test_a_bot_of_ones_own_plays() -> None:
    own = f"{__name__}:First"
    assert isinstance(hire(own), First)
    (finished,) = play_match(find_game("mist"), "seventh", (own, "random"), 1, "own")
    assert finished.decisions > 0


@pytest.mark.parametrize(
    ("name", "code"),
    [("nobody", "no-bot"), ("no_such_module:Bot", "not-a-bot"), (f"{__name__}:Nobody", "not-a-bot"),
     (f"{__name__}:RANDOM", "not-a-bot"), (":First", "not-a-bot"), ("pathlib:Path", "not-a-bot")],
)  # fmt: skip
def test_what_is_no_bot_is_refused_before_anything_is_played(name: str, code: str) -> None:
    with pytest.raises(SetupError) as refused:
        next(play_match(find_game("mist"), "seventh", (name, "random"), 1, "1"))
    assert refused.value.code == code
    assert refused.value.params["bot"] == name


def test_what_is_wrong_is_said_before_processes_start() -> None:
    game = find_game("mist")
    for scenario, options in (("eighth", {}), ("seventh", {"no": "option"})):
        with pytest.raises(SetupError):
            next(play_match(game, scenario, RANDOM, 1, "1", options, jobs=2))


def test_intervals_are_of_the_decided_games() -> None:
    tally = Tally()
    for number, winner in enumerate([0, 0, 1, None, None]):
        result = Result("win" if winner is not None else "draw", winner, 3)
        tally.add(Finished(number, "s", result, 10 + number), ("german", "allied"))
    assert tally.wins == {"german": 2, "allied": 1, "none": 2}
    assert tally.interval("german") == wilson(2, 3)
    assert tally.decisions == [10, 11, 12, 13, 14]


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596), (5, 10, 0.237, 0.763)],
)
def test_wilsons_interval(count: int, total: int, low: float, high: float) -> None:
    """Against published values of the interval without continuity correction."""
    assert wilson(count, total) == pytest.approx((low, high), abs=6e-4)
