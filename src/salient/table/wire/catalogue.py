"""What can be played."""

from __future__ import annotations

import msgspec


class Choice(msgspec.Struct):
    """A named thing: an id and its text in the asked language."""

    id: str
    text: str
    about: str = ""


class OptionCard(msgspec.Struct):
    """A switch of a game's rules; the first choice is the default."""

    id: str
    text: str
    rule: str
    choices: list[Choice]


class Title(msgspec.Struct):
    """A game of the engine with what can be chosen when it is set up.

    Attributes:
        length: How long it takes, in words, or empty.
        difficulty: How much there is to learn, from 1 to 5; 0 says nothing.
        picture: Where a picture of it is, or empty.
    """

    id: str
    text: str
    about: str
    length: str
    difficulty: int
    picture: str
    rules: str
    sides: list[Choice]
    scenarios: list[Choice]
    options: list[OptionCard]


class Catalogue(msgspec.Struct):
    """Everything a newcomer chooses from, smallest scenario first."""

    titles: list[Title]
    bots: list[Choice]
    guests: bool
    letters: bool
    version: str
