"""Observations and actions as arrays of a fixed shape, for learners. Needs NumPy.

Every number has a meaning that does not change from game to game of a scenario: words (kinds of
pieces, states, markers, questions) are numbered in the order of the title's own vocabulary.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salient.engine import Action, ArgKind, RuleViolation
from salient.research.environment import Environment, Observation

Arrays = dict[str, NDArray[Any]]

VALUES = 4
"""Numbers printed on a counter, at most."""

ARGUMENTS = 2
"""Things that an action names, at most."""

SPARE = 256
"""Actions that name neither a piece nor a place, at most."""

WORDS = 1 << 15
"""Choices are told apart by a number below this, made of their letters."""

KINDS = tuple(ArgKind)


class Coder:
    """Writes what a side sees and may do in a scenario as arrays.

    Attributes:
        columns: What the columns of ``pieces`` say.
        markers: The kinds of markers, one a column of ``markers``.
        tracks: The names of ``tracks``.
        verbs: The verbs, by their number in ``actions``.
        prompts: The questions, by their number in ``question``.
        most_actions: The actions that there is room for.
    """

    def __init__(self, env: Environment, most_actions: int | None = None) -> None:
        """Number the words of a scenario.

        Args:
            env: The environment whose observations are written.
            most_actions: Room for so many actions; None is one for each piece and each place, and
                some more.
        """
        lexicon = env.setting.lexicon
        self.words = env.game.texts("en").ids()
        self.pieces, self.places = len(lexicon.pieces), len(lexicon.places)
        self.forms = lexicon.verbs
        self.verbs = tuple(lexicon.verbs)
        self.kinds = self._vocabulary("kind")
        self.flags = self._vocabulary("flag")
        self.markers = self._vocabulary("marker")
        self.tracks = self._vocabulary("track")
        self.prompts = self._vocabulary("prompt")
        values = (f"value_{number}" for number in range(VALUES))
        self.columns = ("seen", "side", "kind", "place", *values, *self.flags)
        self.most_actions = most_actions or self.pieces + self.places + SPARE
        self._flag = _numbers(self.flags, len(self.columns) - len(self.flags))
        self._kind, self._marker = _numbers(self.kinds, 1), _numbers(self.markers)
        self._prompt, self._verb = _numbers(self.prompts, 1), _numbers(self.verbs)

    def _vocabulary(self, topic: str) -> tuple[str, ...]:
        """The words of a topic for which the title has a text, in a fixed order."""
        start = f"{topic}."
        return tuple(
            sorted(word.removeprefix(start) for word in self.words if word.startswith(start))
        )

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array."""
        return {
            "pieces": (self.pieces, len(self.columns)),
            "unknown": (self.places,),
            "markers": (self.places, len(self.markers)),
            "tracks": (len(self.tracks),),
            "question": (1,),
            "actions": (self.most_actions, 1 + 2 * ARGUMENTS),
        }

    def write(self, seen: Observation) -> Arrays:
        """What a side sees and may do.

        Raises:
            RuleViolation: ``too-many-offers`` if there is not room for all actions.
        """
        return {
            "pieces": self._pieces(seen),
            "unknown": self._unknown(seen),
            "markers": self._markers(seen),
            "tracks": np.array([seen.view.tracks.get(name, 0) for name in self.tracks], np.int32),
            "question": np.array([self._prompt.get(seen.prompt, 0)], np.int32),
            "actions": self._actions(seen.actions),
        }

    def mask(self, seen: Observation) -> NDArray[np.int8]:
        """Which numbers of actions are legal."""
        legal = np.zeros(self.most_actions, np.int8)
        legal[: len(seen.actions)] = 1
        return legal

    def _pieces(self, seen: Observation) -> NDArray[Any]:
        rows = np.zeros(self.shapes["pieces"], np.int32)
        rows[:, 3] = -1
        for piece in seen.view.pieces:
            if piece.id >= self.pieces:
                continue
            row = rows[piece.id]
            row[:4] = 1, piece.side, self._kind.get(piece.symbol, 0), piece.place
            row[4 : 4 + len(piece.values)] = piece.values
            for flag in piece.flags:
                if flag in self._flag:
                    row[self._flag[flag]] = 1
        return rows

    def _unknown(self, seen: Observation) -> NDArray[Any]:
        """How many question marks lie in each place: pieces that the side cannot tell apart."""
        lying = np.zeros(self.shapes["unknown"], np.int32)
        for piece in seen.view.pieces:
            if piece.id >= self.pieces and piece.place >= 0:
                lying[piece.place] += 1
        return lying

    def _markers(self, seen: Observation) -> NDArray[Any]:
        lying = np.zeros(self.shapes["markers"], np.int8)
        for marker in seen.view.markers:
            if marker.kind in self._marker:
                lying[list(marker.places), self._marker[marker.kind]] = 1
        return lying

    @staticmethod
    def word(choice: str) -> int:
        """The number of a choice, made of its letters: the same everywhere."""
        return zlib.crc32(choice.encode()) % WORDS

    def _actions(self, actions: Sequence[Action]) -> NDArray[Any]:
        if len(actions) > self.most_actions:
            raise RuleViolation("too-many-offers", number=len(actions), most=self.most_actions)
        rows = np.full(self.shapes["actions"], -1, np.int32)
        for row, action in zip(rows, actions, strict=False):
            row[0] = self._verb[action.verb]
            for at, (kind, value) in enumerate(
                zip(self.forms[action.verb], action.args, strict=True)
            ):
                row[1 + 2 * at : 3 + 2 * at] = (
                    KINDS.index(kind),
                    value if isinstance(value, int) else self.word(value),
                )
        return rows


def _numbers(words: Iterable[str], first: int = 0) -> dict[str, int]:
    return {word: number for number, word in enumerate(words, first)}
