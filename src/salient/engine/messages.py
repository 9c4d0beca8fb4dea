"""What is to be said, before it is said: message ids with values.

Games never speak a language. They give messages, and :class:`salient.engine.speech.Speech` says
them: prompts, events, notes, reports, in one place for all titles and languages.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from salient.engine.events import Modifier
from salient.engine.state import Ref


class FullRef(Ref, frozen=True):
    """A reference that is said by its full name (*14th Parachute Regiment*, not *14/5FJ*)."""


class Word(msgspec.Struct, frozen=True):
    """A word of one of some tables of the catalogue; what stands in none is said as it is."""

    key: str
    tables: tuple[str, ...]


class Reason(msgspec.Struct, frozen=True):
    """Why a rule modifies something, in the words of the catalogue or of the ledger."""

    rule: str


class Message(msgspec.Struct, frozen=True):
    """A message id with the values that its template names."""

    id: str
    values: dict[str, Value] = {}


class Series(msgspec.Struct, frozen=True):
    """Several things one after the other.

    Attributes:
        parts: The things.
        between: Message id of what stands between them; empty if nothing does.
    """

    parts: tuple[Value, ...]
    between: str = "list.comma"


Value = Message | Series | Word | Reason | Ref | Modifier | str | int | float
"""What can be said. A string is said as it is; the empty string says nothing."""


def message(id: str, **values: Value) -> Message:
    """A message by its id and values.

    >>> message("report.cost", cost=3)
    Message(id='report.cost', values={'cost': 3})
    """
    return Message(id, values)


def series(parts: Iterable[Value], between: str = "list.comma") -> Series:
    """Several things with something between them, a comma unless said otherwise."""
    return Series(tuple(parts), between)
