"""Dice that fall as a test says.

A test that says nothing gets the dice of its seed. Once it has said how dice fall, a die beyond
them is an error, and so is one left over. Where the number of dice is not what a test is about, an
ellipsis leaves it open: those of the seed follow::

    dice(3, 7)          # two dice fall, 3 and 7
    dice(3, 7, ...)     # the first dice fall 3 and 7

Where dice are not what a test is about at all, they can all fall alike (``SCRIPT.always``).
"""

from __future__ import annotations

from collections import deque
from types import EllipsisType

from salient.engine.dice import draw


class Script:
    """The dice a test has said, until they have fallen."""

    def __init__(self) -> None:
        self._faces: deque[int] = deque()
        self._closed = False
        self._fallen: dict[int, int] = {}
        self._always = 0

    def always(self, face: int) -> None:
        """From now on every die that is not said falls so, until the test is over."""
        self._always = face

    def say(self, *faces: int | EllipsisType) -> None:
        """Say how the next dice fall; what was left open before is over."""
        if not self._closed:
            self._faces.clear()
        self._closed = faces[-1:] != (...,)
        self._faces.extend(face for face in faces if face is not ...)

    @property
    def left(self) -> list[int]:
        """Dice that have been said and have not fallen."""
        return list(self._faces)

    def close(self) -> None:
        """The test is over: forget the dice, of which none may be left."""
        left, closed = self.left, self._closed
        self._faces.clear()
        self._fallen.clear()
        self._closed = False
        self._always = 0
        assert not (left and closed), f"dice left over: {left}"

    def fallen(self, first: int, end: int) -> list[int]:
        """The dice of these numbers as they fell last."""
        return [self._fallen[number] for number in range(first, end) if number in self._fallen]

    def draw(self, seed: bytes, count: int, sides: int) -> tuple[int, int]:
        """Draw one die, in place of :func:`salient.engine.dice.draw`."""
        face, after = self._draw(seed, count, sides)
        self._fallen[count] = face
        return face, after

    def _draw(self, seed: bytes, count: int, sides: int) -> tuple[int, int]:
        if not self._faces:
            assert not self._closed, "a die was thrown that the test did not expect"
            return (self._always, count + 1) if self._always else draw(seed, count, sides)
        face = self._faces.popleft()
        assert 1 <= face <= sides, f"a die of {sides} sides does not show {face}"
        return face, count + 1


SCRIPT = Script()
