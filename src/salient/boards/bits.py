"""Sets of small integers as plain ints: bit *i* is set when *i* is a member.

A set of areas, hexes or units is one int: union, intersection and difference are single machine
operations on it, and copying it is free.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def members(bits: int) -> tuple[int, ...]:
    """The members of a set, ascending.

    Remembered, because the same few sets are gone through again and again while others change.

    >>> members(0b1011)
    (0, 1, 3)
    """
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def set_of(items: Iterable[int]) -> int:
    """The set of some integers.

    >>> bin(set_of([0, 1, 3]))
    '0b1011'
    """
    bits = 0
    for item in items:
        bits |= 1 << item
    return bits
