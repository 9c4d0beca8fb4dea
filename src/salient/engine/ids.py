"""Numbers that name things. At play they are plain ints; the type checker keeps them apart.

Sets of them are ints as well, bit by bit (:mod:`salient.boards.bits`): ``each_piece`` and
``each_place`` go through such a set.
"""

from __future__ import annotations

from typing import NewType

Piece = NewType("Piece", int)
"""A unit, weapon or marker: its place in the order of battle."""

Place = NewType("Place", int)
"""An area, hex or location: its number on the board."""

Pieces = tuple[Piece, ...]
Places = tuple[Place, ...]


def enemy(side: int) -> int:
    """The other side of two.

    >>> enemy(0), enemy(1)
    (1, 0)
    """
    return 1 - side
