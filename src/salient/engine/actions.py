"""Actions: a verb and its arguments, with one readable text form.

A game declares its verbs once, each with the kinds of its arguments, so that a front end can let
the right things glow and a parser can read what a player types, without knowing the game.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from salient.engine.errors import RuleViolation
from salient.engine.ids import Piece, Place


class ArgKind(Enum):
    """What an argument of an action refers to."""

    PIECE = "piece"
    PLACE = "place"
    NUMBER = "number"
    CHOICE = "choice"


class Action(NamedTuple):
    """Something a side does: ``Action("move", (17,))``.

    Pieces and places are their index, numbers are numbers, choices are words. Which of them an
    argument is, its verb says; a step that knows the verb reads it by its kind.

    >>> Action("move", (7, 17)).place(1), Action("load", ("smoke",)).choice(0)
    (17, 'smoke')
    """

    verb: str
    args: tuple[int | str, ...] = ()

    def piece(self, position: int) -> Piece:
        """The argument at a position, which is a piece."""
        return self.args[position]  # type: ignore[return-value]

    def place(self, position: int) -> Place:
        """The argument at a position, which is a place."""
        return self.args[position]  # type: ignore[return-value]

    def number(self, position: int) -> int:
        """The argument at a position, which is a number."""
        return self.args[position]  # type: ignore[return-value]

    def choice(self, position: int) -> str:
        """The argument at a position, which is a word."""
        return self.args[position]  # type: ignore[return-value]


class Offers(dict[int, Action]):
    """The actions of a verb about one piece, place or number, each made once.

    >>> go = Offers("go")
    >>> go[7], go[7] is go[7]
    (Action(verb='go', args=(7,)), True)
    """

    __slots__ = ("verb",)

    def __init__(self, verb: str) -> None:
        super().__init__()
        self.verb = verb

    def __missing__(self, thing: int) -> Action:
        action = self[thing] = Action(self.verb, (thing,))
        return action

    def of(self, things: Iterable[int]) -> Iterator[Action]:
        """The actions about some things."""
        return map(self.__getitem__, things)


class Lexicon:
    """Turns actions into text and text into actions for one game's verbs and names.

    >>> names = Lexicon({"move": (ArgKind.PIECE, ArgKind.PLACE)}, ["112/28"], ["St-Vith", "Wiltz"])
    >>> names.text(Action("move", (0, 1)))
    'move 112/28 Wiltz'
    >>> names.parse("MOVE 112/28 wiltz")
    Action(verb='move', args=(0, 1))
    """

    def __init__(
        self,
        verbs: Mapping[str, tuple[ArgKind, ...]],
        pieces: Sequence[str],
        places: Sequence[str],
        aliases: Mapping[str, int] | None = None,
        momentous: frozenset[str] = frozenset(),
    ) -> None:
        """Build the name tables.

        Args:
            verbs: Argument kinds of each verb.
            pieces: One token per piece, without spaces.
            places: One token per place, without spaces.
            aliases: Other tokens for places, e.g. area numbers.
            momentous: The verbs that cannot be taken back: they throw dice, take a loss that
                lasts or end a phase. Front ends ask for them even if nothing else is left.
        """
        self.verbs = dict(verbs)
        self.momentous = momentous
        self.pieces = tuple(pieces)
        self.places = tuple(places)
        self._piece = _index(pieces)
        self._place = _index(places)
        self._place.update((key.casefold(), place) for key, place in (aliases or {}).items())

    def text(self, action: Action) -> str:
        """The canonical text of an action."""
        words = [action.verb]
        for kind, value in zip(self.verbs[action.verb], action.args, strict=True):
            words.append(self.word(kind, value))
        return " ".join(words)

    def word(self, kind: ArgKind, value: int | str) -> str:
        """The canonical token of one argument."""
        if kind is ArgKind.PIECE:
            return self.pieces[int(value)]
        if kind is ArgKind.PLACE:
            return self.places[int(value)]
        return str(value)

    def parse(self, text: str) -> Action:
        """Read an action as a player types it.

        Raises:
            RuleViolation: With code ``unknown-verb``, ``wrong-count``, ``unknown-name`` or
                ``not-a-number``, saying what was expected.
        """
        words = text.split()
        verb = words[0].casefold() if words else ""
        if verb not in self.verbs:
            raise RuleViolation(
                "unknown-verb",
                word=words[0] if words else "",
                expected=_nearest(verb, self.verbs),
            )
        kinds = self.verbs[verb]
        if len(words) - 1 != len(kinds):
            form = " ".join([verb, *(f"<{kind.value}>" for kind in kinds)])
            raise RuleViolation("wrong-count", text=text.strip(), form=form)
        args = tuple(self._read(kind, word) for kind, word in zip(kinds, words[1:], strict=True))
        return Action(verb, args)

    def find(self, kind: ArgKind, word: str) -> int | str:
        """The piece, place, number or choice that one typed word means.

        Raises:
            RuleViolation: ``unknown-name`` or ``not-a-number``.
        """
        return self._read(kind, word)

    def _read(self, kind: ArgKind, word: str) -> int | str:
        if kind is ArgKind.NUMBER:
            try:
                return int(word)
            except ValueError:
                raise RuleViolation("not-a-number", word=word) from None
        if kind is ArgKind.CHOICE:
            return word.casefold()
        names = self._piece if kind is ArgKind.PIECE else self._place
        value = names.get(word.casefold())
        if value is None:
            raise RuleViolation("unknown-name", word=word, expected=_nearest(word, names))
        return value


def _index(tokens: Sequence[str]) -> dict[str, int]:
    return {token.casefold(): index for index, token in enumerate(tokens)}


def _nearest(word: str, known: Iterable[str]) -> str:
    """A few names that look like what was typed."""
    names = list(known)
    return ", ".join(
        difflib.get_close_matches(word.casefold(), names, n=5, cutoff=0.4) or names[:8]
    )
