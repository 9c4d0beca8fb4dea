"""Settings share their boards, and only so many are kept."""

from __future__ import annotations

import gc
import itertools
import math
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from salient.engine import AnyGame, seed_from_text
from salient.engine.shelf import Shelf
from salient.games.bulge import BattleOfTheBulge
from salient.games.mist import TigersInTheMist
from salient.games.squad.game import SquadGame

MOST = 32
"""So many settings of a game are kept though nobody uses them."""


def every_choice(game: AnyGame) -> Iterator[dict[str, str]]:
    names = [option.id for option in game.options]
    for choices in itertools.product(*(option.choices for option in game.options)):
        yield dict(zip(names, choices, strict=True))


def test_all_options_of_mist_share_one_board_and_memory_is_bounded() -> None:
    game = TigersInTheMist()
    seen: list[weakref.ref[Any]] = []
    boards = set()
    for options in every_choice(game):
        setting = game.setting("seventh", options)
        boards.add((id(setting.board), id(setting.units), id(setting.lexicon)))
        seen.append(weakref.ref(setting))
        assert setting.identity.options == options
        assert setting.gap_per_zone == (options["gaps"] == "zones")
    del setting
    gc.collect()
    assert len(seen) == math.prod(len(option.choices) for option in game.options)
    assert len(boards) == 1
    assert sum(ref() is not None for ref in seen) <= MOST


@pytest.mark.parametrize("make", [TigersInTheMist, BattleOfTheBulge, SquadGame])
def test_a_live_state_keeps_its_setting_and_new_games_share_it(make: type[AnyGame]) -> None:
    game = make()
    scenario = game.scenarios[0]
    g, _ = game.start(scenario, seed_from_text("live"))
    board = g.setting.board
    for shelf in (game._boards, game._settings):
        shelf._recent.clear()
    gc.collect()
    assert game.load(game.dump(g)).setting is g.setting
    other = {option.id: option.choices[-1] for option in game.options}
    assert game.setting(scenario, other).board is board
    assert game.setting(scenario, other) is not g.setting


class Book:
    """Something that can be forgotten."""


def test_a_shelf_never_holds_two_things_of_one_key() -> None:
    shelf = Shelf[Book](most=1)
    first = shelf.take("a", Book)
    shelf.take("b", Book)
    shelf.take("c", Book)
    assert shelf.take("a", Book) is first


def test_a_shelf_forgets_what_nobody_uses() -> None:
    shelf = Shelf[Book](most=2)
    for key in range(10):
        shelf.take(key, Book)
    gc.collect()
    assert len(shelf) == 2
