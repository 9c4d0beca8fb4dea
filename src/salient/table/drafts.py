"""What a room notes of itself, to be kept in a snapshot."""

from __future__ import annotations

from typing import Any

import msgspec


class Page(msgspec.Struct, frozen=True, array_like=True):
    """What came of a journal entry, to be kept.

    Attributes:
        events: What happened; as it is read again, not made into events yet.
        deed: The stamp of what it played and whether that was forced; None if it played nothing.
    """

    move: int
    events: list[Any]
    clock: str
    tracks: dict[str, int]
    undone: bool
    deed: tuple[str, bool] | None


class Draft(msgspec.Struct, frozen=True):
    """A stretch of a game that stands: what came of its entries, and the state after them."""

    since: int
    seq: int
    rules: str
    stamp: str
    state: bytes
    pages: list[Page]
