"""Stamps: what lay on the table after an action, in eight digits.

Two games are the same if in both the same sides did the same things, the same dice fell, and the
same pieces stood in the same places after each action. A stamp holds the last two of these: how
many dice have fallen, who is asked next, and the columns of the state that the game names in
:attr:`~salient.engine.game.Game.on_table`. It knows nothing of how a state is saved, nor of the
words in which a game is told: both may change, and an old game is still the same.

The first two digits say which columns a stamp is made of; stamps of other columns say nothing
about each other.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from zlib import crc32

import msgspec

from salient.engine.game import AnyGame

_encode = msgspec.json.Encoder().encode


def stamp(game: AnyGame, g: Any) -> str:
    """The stamp of a state."""
    decision = game.decision(g)
    asked = -1 if decision is None else decision.side
    told = _encode([g.drawn, asked, *[getattr(g, column) for column in game.on_table]])
    return f"{_making(game)}{crc32(told) & 0xFFFFFF:06x}"


def agrees(game: AnyGame, g: Any, kept: str) -> bool:
    """Whether a state is the one that was stamped, as far as that can be told."""
    return not kept.startswith(_making(game)) or kept == stamp(game, g)


def _making(game: AnyGame) -> str:
    """Two digits for the columns that a game's stamps are made of."""
    return _digits(game.on_table)


@cache
def _digits(columns: tuple[str, ...]) -> str:
    return f"{crc32(' '.join(columns).encode()) & 0xFF:02x}"
