"""What can go wrong, as one tree.

::

    SalientError
    ├── RuleViolation    an action the rules do not allow now (nothing has changed)
    ├── DataError        a game's or a pack's data file is wrong: file, line, expectation
    ├── RecordError      a record cannot be read or does not replay
    ├── SaveError        a saved state cannot be loaded
    └── SetupError       no such game, scenario, option, side or bot

Every error has a stable ``code`` and ``params``; its sentence, in any language, is made from
those by the text catalogue (entry ``error.<code>``), so that the terminal, the page and a
program reading JSON all say the same thing. A title subclasses the errors that only it knows and
says them from its own catalogue.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from salient.engine.texts import Texts, engine_texts


@runtime_checkable
class Describable(Protocol):
    """Something that says itself in a language: an error, a reason in a game's own words."""

    def describe(self, language: str) -> str:
        """The sentence in a language."""
        ...


class SalientError(Exception):
    """Base of all errors that a user can cause.

    Args:
        code: Stable name of the mistake; ``error.<code>`` in the text catalogue.
        params: What the sentence needs: the offending value, its place, the expectation.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def describe(self, language: str = "en") -> str:
        """Say what went wrong in a language.

        >>> RuleViolation("game-over").describe("en")
        'The game is over: no further action is possible.'
        """
        params = {
            name: value.describe(language) if isinstance(value, Describable) else value
            for name, value in self.params.items()
        }
        return self.texts(language).say(f"error.{self.code}", **params)

    def texts(self, language: str) -> Texts:
        """The catalogue its sentence stands in; a title says its own mistakes from its own."""
        return engine_texts(language)

    def __str__(self) -> str:
        return self.describe("en")


class RuleViolation(SalientError):
    """An action that is not offered, comes from the wrong side or cannot be read."""


class DataError(SalientError):
    """A value in a data file is not what the game expects."""

    @classmethod
    def entry(cls, file: str, place: str, expected: str) -> DataError:
        """The error of an entry that has the right form but makes no sense."""
        return cls("data-entry", file=file, place=place, expected=expected)


class RecordError(SalientError):
    """A record that cannot be read, belongs to other rules, or does not replay."""


class SaveError(SalientError):
    """A saved state that cannot be loaded."""


class SetupError(SalientError):
    """A game, scenario, option, side or bot that does not exist."""
