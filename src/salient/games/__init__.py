"""The games. Each is a package of its own; nothing of a title is outside it."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from salient.engine.errors import SetupError
from salient.engine.game import AnyGame

GAMES = ("mist", "bulge", "squad", "trumpets", "peiper")


@cache
def find_game(name: str) -> AnyGame:
    """The game with an id.

    >>> find_game("mist").sides
    ('german', 'allied')
    """
    if name not in GAMES:
        raise SetupError("no-game", game=name, expected=", ".join(GAMES))
    game: AnyGame = import_module(f"salient.games.{name}").GAME
    return game
