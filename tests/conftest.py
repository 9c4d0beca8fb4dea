"""Fixtures and strategies shared by all tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

import salient.engine.state

# How long an example takes says more about the machine than about the code.
settings.register_profile("salient", deadline=None)
settings.load_profile("salient")

Dice = Callable[..., None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is quick comes first, so that most mistakes show in the first minute."""
    items.sort(key=lambda item: item.get_closest_marker("play") is not None)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dice]:
    """Script the dice: ``dice(3, 7)`` lets the next two fall 3 and 7.

    Once a test has scripted dice, a die beyond the script is an error, and so is a die left over.
    """
    script: deque[int] = deque()

    def draw(_seed: bytes, count: int, sides: int) -> tuple[int, int]:
        assert script, "a die was thrown that the test did not expect"
        face = script.popleft()
        assert 1 <= face <= sides
        return face, count + 1

    def load(*faces: int) -> None:
        monkeypatch.setattr(salient.engine.state, "draw", draw)
        script.extend(faces)

    yield load
    assert not script, f"dice left over: {list(script)}"
