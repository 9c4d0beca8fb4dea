"""The turns of the game: four parts of each day from 16 to 26 December 1944."""

from __future__ import annotations

PARTS = ("PD", "MO", "AF", "EV")
"""Pre-dawn, morning, afternoon, evening (def-turns)."""

NIGHT = frozenset({"PD", "EV"})
"""The parts that are night (def-turns)."""

CODES = tuple(f"{day}{part}" for day in range(16, 27) for part in PARTS)[1:]
"""All turns in order: the game begins with the morning of 16 December."""


def code(turn: int) -> str:
    """What a turn is called.

    >>> code(1), code(4), code(43)
    ('16MO', '17PD', '26EV')
    """
    return CODES[turn - 1]


def turn_of(text: str) -> int:
    """The turn with a code.

    >>> turn_of("16MO"), turn_of("26EV")
    (1, 43)
    """
    if text not in CODES:
        raise ValueError(f"expected a turn from {CODES[0]} to {CODES[-1]}, not {text!r}")
    return CODES.index(text) + 1


def part(turn: int) -> str:
    """The part of the day of a turn: ``PD``, ``MO``, ``AF`` or ``EV``."""
    return code(turn)[2:]


def day(turn: int) -> int:
    """The day of December of a turn.

    >>> day(1), day(4)
    (16, 17)
    """
    return int(code(turn)[:2])


def is_night(turn: int) -> bool:
    """Whether a turn is a night turn (def-turns)."""
    return part(turn) in NIGHT


def is_predawn(turn: int) -> bool:
    """Whether a turn begins a day: supply and freshness are judged then (sop-4, sop-9a)."""
    return part(turn) == "PD"
