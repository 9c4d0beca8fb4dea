"""The games. Each is a package of its own; nothing of a title is outside it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from salient.engine.errors import SetupError
from salient.engine.game import Game

GAMES = ("mist", "bulge")

DRAFTS = ("squad",)
"""Games in the making: they can be tried, but are offered nowhere and not every rule is proven."""


@cache
def find_game(name: str, *, drafts: bool = False) -> Game[Any]:
    """The game with an id.

    Args:
        name: Its id.
        drafts: Whether a game in the making will do.

    >>> find_game("mist").sides
    ('german', 'allied')
    """
    if name not in GAMES and not (drafts and name in DRAFTS):
        raise SetupError("no-game", game=name, expected=", ".join(GAMES))
    game: Game[Any] = import_module(f"salient.games.{name}").GAME
    return game
