"""Who sits at the table: people and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from salient.bots import BOTS, Bot, make_bot
from salient.engine import SetupError
from salient.lab.arena import hash_seed

HUMAN = "human"
PLAYERS = (HUMAN, *BOTS)

Player = Bot | None
"""None is a person at the terminal."""


def check_player(name: str) -> str:
    """The name if there is such a player."""
    if name not in PLAYERS:
        raise SetupError("no-bot", bot=name, expected=", ".join(PLAYERS))
    return name


def seat_players(names: Sequence[str], seed: str) -> list[Player]:
    """Players by their names, the bots with whims that depend on the seed alone."""
    return [
        None if check_player(name) == HUMAN else make_bot(name, hash_seed(seed, side))
        for side, name in enumerate(names)
    ]


def read_players(
    sides: Sequence[str], pairs: Sequence[str], bots: str | None, named: Mapping[str, str]
) -> dict[str, str]:
    """The players that the command line names, by side.

    Args:
        sides: The game's sides.
        pairs: ``SIDE=PLAYER`` texts.
        bots: Two players joined by a comma, in the order of the sides.
        named: Players given by an option with the side's own name.
    """
    players: dict[str, str] = {}
    if bots is not None:
        given = bots.split(",")
        if len(given) != len(sides):
            raise SetupError("bot-count", given=len(given), expected=", ".join(sides))
        players.update(zip(sides, given, strict=True))
    for pair in pairs:
        side, equals, player = pair.partition("=")
        if not equals:
            raise SetupError("bad-option", text=pair)
        players[side] = player
    players.update(named)
    for side, player in players.items():
        if side not in sides:
            raise SetupError("no-side", side=side, expected=", ".join(sides))
        check_player(player)
    return players
