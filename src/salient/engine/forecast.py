"""Forecasts: the exact chances of a combat before anyone is committed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from salient.engine.errors import SetupError
from salient.engine.events import Modifier

_AMOUNTS = range(1000)
"""What strengths and other amounts told in words may be."""

_SHIFTS = range(-20, 21)
"""What shifts and modifiers told in words may be."""


class Forecast(msgspec.Struct, frozen=True):
    """What a combat will come to, in a shape that any front end can show.

    Attributes:
        attackers: Names and strengths of the attacking pieces.
        defenders: Names and strengths of the defending pieces.
        tables: Distributions by message id (``forecast.<id>``): chance of each outcome, a number
            or a word of the table of that name.
        figures: Single numbers by message id: expected losses, chances of events.
        modifiers: The modifiers that apply, with their rules.
    """

    attackers: tuple[tuple[str, int], ...]
    defenders: tuple[tuple[str, int], ...]
    tables: dict[str, dict[int | str, float]]
    figures: dict[str, float]
    modifiers: tuple[Modifier, ...]


def told_number(
    words: Mapping[str, str], word: str, allowed: range = _AMOUNTS, usual: int = 0
) -> int:
    """A number of a combat that is described in words.

    Args:
        words: The description.
        word: What the number is called there.
        allowed: What makes sense for it.
        usual: What it is if nothing is said.

    Raises:
        SetupError: ``not-number`` or ``number-range``.
    """
    text = words.get(word, str(usual))
    try:
        value = int(text)
    except ValueError:
        raise SetupError("not-number", word=word, text=text) from None
    if value not in allowed:
        raise SetupError(
            "number-range", word=word, value=text, least=allowed.start, most=allowed.stop - 1
        )
    return value


def told_shift(words: Mapping[str, str], word: str) -> int:
    """A shift or modifier of a combat that is described in words.

    Raises:
        SetupError: ``not-number`` or ``number-range``.
    """
    return told_number(words, word, _SHIFTS)
