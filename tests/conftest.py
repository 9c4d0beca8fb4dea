"""Fixtures and strategies shared by all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

import salient.engine.state
from tests.dice import SCRIPT, Script

# How long an example takes says more about the machine than about the code.
settings.register_profile("salient", deadline=None)
settings.load_profile("salient")

Dice = Callable[..., None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is quick comes first, so that most mistakes show in the first minute."""
    items.sort(key=lambda item: item.get_closest_marker("play") is not None)


@pytest.fixture(autouse=True)
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    """The dice that a test says; when it is over none may be left."""
    monkeypatch.setattr(salient.engine.state, "draw", SCRIPT.draw)
    yield SCRIPT
    SCRIPT.close()


@pytest.fixture
def dice(script: Script) -> Dice:
    """Say how dice fall: ``dice(3, 7)`` lets the next two fall 3 and 7."""
    return script.say
