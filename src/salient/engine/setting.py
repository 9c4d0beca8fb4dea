"""The static side of a game: scenario, options, packs and the data made from them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Self, TypeVar

import msgspec

from salient.engine.actions import ArgKind, Lexicon
from salient.engine.memory import Memory


class PackId(msgspec.Struct, frozen=True):
    """Name and content hash of a pack a game is played with."""

    name: str
    digest: str


class Option(msgspec.Struct, frozen=True):
    """A named switch of a game's rules.

    Attributes:
        id: Its name, also the key of its text (``option.<id>``).
        choices: Legal values; the first is the default.
        rule: The rule whose reading it chooses.
    """

    id: str
    choices: tuple[str, ...]
    rule: str


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What names a setting in a save or a record."""

    game: str
    rules: str
    scenario: str
    options: dict[str, str]
    packs: tuple[PackId, ...] = ()


class Setting:
    """What all states of one scenario, option set and pack list share.

    Games subclass it with their board, units and tables, which depend on the scenario and the
    packs only, and read their options in :meth:`read_options`; settings that differ in options
    alone share all the rest. There is one setting of an identity at a time
    (:meth:`salient.engine.game.Game.setting`), and settings are compared by identity of the object.
    All in them is static but ``memory``, which holds only what could be worked out again.
    """

    def __init__(self, identity: Identity, lexicon: Lexicon) -> None:
        self.identity = identity
        self.lexicon = lexicon
        self.source = self
        """Where the board and the tables come from: kept as long as this setting is."""
        self.memory = Memory()
        self.read_options(identity.options)

    def read_options(self, options: Mapping[str, str]) -> None:
        """Keep what the options say, in the game's own words (nothing)."""

    def under(self, identity: Identity) -> Self:
        """The same board and tables under the options of an identity, with a memory of its own."""
        twin = self.afresh()
        twin.identity = identity
        twin.source = self
        twin.read_options(identity.options)
        return twin

    def afresh(self) -> Self:
        """The same setting with an empty memory of its own."""
        twin = copy.copy(self)
        twin.memory = Memory()
        return twin

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """What people of a language call a piece or a place.

        Args:
            kind: ``piece`` or ``place``.
            index: Which one.
            language: The language.
            long: Whether the full name is wanted (*14th Parachute Regiment, 5th …*) and not the
                one that fits on a counter or a map (*14/5FJ*).
        """
        return self.lexicon.word(ArgKind(kind), index)

    def spoken_name(self, piece: int, language: str) -> str:
        """What a piece is called in sentences for those who need not type it.

        Where the name on the counter is only a mark to tell pieces apart (*ss658.1*), a title says
        what the piece is.
        """
        return self.name("piece", piece, language)

    def word_name(self, table: str, key: str, language: str) -> str | None:
        """What a word is called that stands in the game's data and not in the catalogue, if any.

        Args:
            table: The table of the catalogue that it would stand in.
            key: The word.
            language: The language.
        """
        return None

    def argument_name(
        self, verb: str, position: int, value: int | str, side: int, language: str
    ) -> str | None:
        """What people call a number or a word of an action, where the word itself says too little.

        Args:
            verb: The verb of the action.
            position: Which argument it is.
            value: The argument.
            side: Who acts, or -1 where that is not known.
            language: The language.

        Returns:
            Its name, empty where it need not be said, None for the word of the catalogue.
        """
        return None


T = TypeVar("T", bound=Setting)
