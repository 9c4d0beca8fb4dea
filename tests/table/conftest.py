"""Fixtures shared by the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from salient.table import passwords
from tests.table.people import Hall
from tests.table.postgres import each_database, postgres, postgres_server

__all__ = ["each_database", "postgres", "postgres_server"]

OpenHall = Callable[..., Hall]


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    """Hashing passwords is slow on purpose; tests make too many for that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=64))
        yield


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server that all tests of a module share."""
    with Hall(tmp_path_factory.mktemp("hall") / "table.db") as hall:
        yield hall


@pytest.fixture
def open_hall(tmp_path: Path) -> Iterator[OpenHall]:
    """Opens servers with settings of their own, on one database; they close with the test."""
    with ExitStack() as stack:

        def open_(**settings: Any) -> Hall:
            return stack.enter_context(Hall(tmp_path / "table.db", **settings))

        yield open_
