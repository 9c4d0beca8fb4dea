"""CG dates: a day of December 1944 and a part of it. Rule P8.2-CG-date.

Inside, a date is an int: 19AM is 0, 19PM 1, 19N 2, 20AM 3, and so on.
"""

from __future__ import annotations

from salient.engine.messages import Word

FIRST_DAY = 19
PARTS = ("AM", "PM", "N")
LAST_DAY = 23


def parse_date(text: str) -> int:
    """The date with a name; raises ``ValueError``.

    >>> parse_date("19AM"), parse_date("19N"), parse_date("20AM")
    (0, 2, 3)
    """
    day, part = text[:2], text[2:]
    if not day.isdigit() or part not in PARTS or not FIRST_DAY <= int(day) <= LAST_DAY:
        raise ValueError(f"expected a CG date such as 19AM, 20PM or 21N, not {text!r}")
    return (int(day) - FIRST_DAY) * len(PARTS) + PARTS.index(part)


def date_name(date: int) -> str:
    """What people call a date.

    >>> date_name(0), date_name(13)
    ('19AM', '23PM')
    """
    return f"{day_of(date)}{part_of(date)}"


def date_word(date: int) -> Word:
    """A date to be said as people say it."""
    return Word(date_name(date), ("turn",))


def day_of(date: int) -> int:
    """The day of December."""
    return FIRST_DAY + date // len(PARTS)


def part_of(date: int) -> str:
    """The part of the day: ``AM``, ``PM`` or ``N``."""
    return PARTS[date % len(PARTS)]


def is_night(date: int) -> bool:
    """Whether a date is a night.

    >>> is_night(parse_date("19N")), is_night(parse_date("20AM"))
    (True, False)
    """
    return part_of(date) == "N"
