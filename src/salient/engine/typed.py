"""Plain values into typed structs, from any thread.

msgspec works out what a struct consists of when it is first asked for one, and a second thread that
asks meanwhile brings the process down. So each type is made ready by one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_ready: set[Any] = set()
_making_ready = Lock()


def make_ready(into: Any) -> None:
    """Let msgspec work a type out, with all that is in it, before it is used."""
    if into not in _ready:
        with _making_ready:
            msgspec.msgpack.Decoder(into)
            _ready.add(into)


def convert(value: object, into: type[T], *, strict: bool = True) -> T:
    """A plain value as a typed one; ``msgspec.ValidationError`` if it is none."""
    make_ready(into)
    return msgspec.convert(value, into, strict=strict)


def decode(data: bytes, into: type[T], hook: Callable[[type, Any], Any] | None = None) -> T:
    """JSON as a typed value; ``msgspec.MsgspecError`` if it is none."""
    make_ready(into)
    return msgspec.json.decode(data, type=into, dec_hook=hook)
