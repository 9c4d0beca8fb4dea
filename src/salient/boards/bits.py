"""Sets of small integers as plain ints: bit *i* is set when *i* is a member.

A set of areas, hexes or units is one int: union, intersection and difference are single machine
operations on it, and copying it is free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import or_
from typing import TypeVar, cast

from salient.engine.ids import Pieces, Places

T = TypeVar("T")
_TRUTH = bytes.maketrans(b"01", b"\x00\x01")
"""Binary digits as the numbers they mean: 0 is false, 1 is true."""
ALL = -1
"""The set of everything: every bit is set."""
DENSE = 12
"""A set with one member among so many numbers is quicker read digit by digit."""


@lru_cache(maxsize=1 << 16)
def members(bits: int) -> tuple[int, ...]:
    """The members of a set, ascending.

    Remembered, because the same few sets are gone through again and again while others change.
    A dense set is read digit by digit, others member by member.

    >>> members(0b1011)
    (0, 1, 3)
    """
    length = bits.bit_length()
    if bits.bit_count() * DENSE > length:
        return tuple(compress(range(length), _digits(bits)))
    found = []
    # From the top: Python finds the highest member at once, and what is left gets shorter.
    while bits:
        top = bits.bit_length() - 1
        found.append(top)
        bits ^= 1 << top
    return tuple(found[::-1])


each_piece = cast(Callable[[int], Pieces], members)
"""The members of a set of pieces."""

each_place = cast(Callable[[int], Places], members)
"""The members of a set of places."""


def set_of(items: Iterable[int]) -> int:
    """The set of some integers.

    >>> bin(set_of([0, 1, 3]))
    '0b1011'
    """
    bits = 0
    for item in items:
        bits |= 1 << item
    return bits


@lru_cache(maxsize=1 << 12)
def spread(bits: int) -> int:
    r"""A set with a whole byte for each number: a sum of such sets counts, number by number.

    >>> (spread(0b0011) + 5 * spread(0b1010)).to_bytes(4, "little")
    b'\x01\x06\x00\x05'
    """
    return int.from_bytes(_digits(bits), "little")


def _digits(bits: int) -> bytes:
    """A set as a byte for each number from 0 to its greatest: 1 if it is a member."""
    return bin(bits)[:1:-1].encode().translate(_TRUTH)


def union(sets: Iterable[int]) -> int:
    """All members of some sets together.

    >>> bin(union([0b0011, 0b1010]))
    '0b1011'
    """
    return reduce(or_, sets, 0)


def pick(items: Sequence[T], bits: int) -> list[T]:
    """The items whose numbers are members of a set, in their order.

    >>> pick("abcd", 0b1011)
    ['a', 'b', 'd']
    """
    if not bits:
        return []
    # Only the stretch from the first member to the last is looked at.
    first = (bits & -bits).bit_length() - 1
    digits = _digits(bits >> first)
    return list(compress(items[first : first + len(digits)], digits))
