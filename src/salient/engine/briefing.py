"""The briefing before the first turn: situation, forces, how to win, and a word to each side.

The words are texts of the title, ``briefing.<scenario>.situation``, ``.victory`` and one for each
side by its id. What can be counted is counted from the position itself, so that it is always true:
the forces, and how things stand. A title without such texts is briefed with what it says about its
scenario.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from salient.engine.game import AnyGame
from salient.engine.speech import Speech
from salient.engine.state import State


class Force(msgspec.Struct, frozen=True):
    """What a side has.

    Attributes:
        side: Its index.
        kinds: How many pieces of each kind are on the map, in words, the most numerous first.
        coming: How many are still to come.
    """

    side: int
    kinds: tuple[tuple[str, int], ...]
    coming: int


class Briefing(msgspec.Struct, frozen=True):
    """What a player is told before the first turn.

    Attributes:
        about: Length and theme in a sentence or two.
        situation: What is happening, and where.
        victory: How the game is won.
        standing: Who would win now, and why.
        forces: What each side has as far as the reader knows.
        hints: A word to each side, in the order of the sides; empty where nothing is said.
    """

    about: str
    situation: str
    victory: str
    standing: tuple[str, ...]
    forces: tuple[Force, ...]
    hints: tuple[str, ...]


def brief(game: AnyGame, g: State, side: int, language: str) -> Briefing:
    """The briefing of a scenario.

    Args:
        game: The title.
        g: The first position as the reader knows it.
        side: Who reads it (-1: a spectator).
        language: Of the words.
    """
    speech = Speech(game, g.setting, language)
    scenario = g.setting.identity.scenario

    def tell(part: str) -> str:
        message = f"briefing.{scenario}.{part}"
        return speech.texts.say(message) if message in speech.texts else ""

    return Briefing(
        about=speech.texts.say(f"about.{scenario}"),
        situation=tell("situation"),
        victory=tell("victory"),
        standing=tuple(map(speech.say, game.report.describe_standing(g))),
        forces=_forces(game, g, side, speech),
        hints=tuple(tell(name) for name in game.sides),
    )


def _forces(game: AnyGame, g: State, side: int, speech: Speech) -> tuple[Force, ...]:
    pieces = game.scene(g, side).pieces
    forces = []
    for index in range(len(game.sides)):
        own = [piece for piece in pieces if piece.side == index]
        kinds = Counter(speech.word("kind", piece.symbol) for piece in own if piece.place >= 0)
        coming = sum(piece.place < 0 for piece in own)
        forces.append(Force(index, tuple(kinds.most_common()), coming))
    return tuple(forces)
