"""Things that are costly to make and shared by all who ask for the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

V = TypeVar("V")


class Shelf(Generic[V]):
    """Things by key: whatever is in use is found again, and the last few of the rest.

    There are never two things of one key, and what nobody uses any more is kept only while it is
    among the last ``most`` asked for.

    >>> shelf = Shelf[set[str]](most=8)
    >>> shelf.take("roads", set) is shelf.take("roads", set)
    True
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._used: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
        self._recent: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._used)

    def take(self, key: Hashable, make: Callable[[], V]) -> V:
        """The thing of a key, made if there is none."""
        with self._lock:
            thing: V | None = self._used.get(key)
            if thing is None:
                thing = self._used[key] = make()
            self._recent[key] = thing
            self._recent.move_to_end(key)
            if len(self._recent) > self._most:
                self._recent.popitem(last=False)
            return thing
