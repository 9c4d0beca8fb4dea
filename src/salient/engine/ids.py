"""Numbers that name things. At play they are plain ints; the type checker keeps them apart."""

from __future__ import annotations

from typing import NewType

Piece = NewType("Piece", int)
"""A unit, weapon or marker: its place in the order of battle."""

Place = NewType("Place", int)
"""An area, hex or location: its number on the board."""


def enemy(side: int) -> int:
    """The other side of two.

    >>> enemy(0), enemy(1)
    (1, 0)
    """
    return 1 - side
