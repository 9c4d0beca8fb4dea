"""Events as bytes, and the same events again: what has been told need not be played anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from salient.engine.events import Event, Secret
from salient.engine.game import AnyGame
from salient.engine.typed import convert

ENGINE = "salient.engine"
DEPTH = 3
"""A title is a package so deep in the tree."""


class Retelling:
    """Reads events of a game that were written as JSON."""

    def __init__(self, game: AnyGame) -> None:
        self._kinds = event_kinds(game)

    def read(self, written: Sequence[Mapping[str, Any]]) -> list[Event]:
        """The events.

        Raises:
            ValueError: The game has no such event, or it has other fields.
        """
        return [self._event(each) for each in written]

    def _event(self, written: Mapping[str, Any]) -> Event:
        kind = self._kinds.get(written.get("event", ""))
        if kind is None:
            raise ValueError(f"expected an event of the game, found {written.get('event')!r}")
        if kind is Secret:
            known = written.get("known")
            return Secret(
                written["side"], self._event(written["deed"]), self._event(known) if known else None
            )
        event: Event = convert(written, kind)
        return event


def event_kinds(game: AnyGame) -> dict[str, type[Event]]:
    """The events of a game by their tags: the engine's, and those of the titles it stands on."""
    titles = {_title(kind) for kind in game.state_type.__mro__}
    known = [kind for kind in _descendants(Event) if _title(kind) in titles | {ENGINE}]
    known.sort(key=lambda kind: _title(kind) != ENGINE)  # a title may have its own of the same name
    return {str(kind.__struct_config__.tag): kind for kind in known}


def _title(kind: type) -> str:
    """The package that a class belongs to."""
    words = kind.__module__.split(".")
    return ".".join(words[: DEPTH if words[1:2] == ["games"] else DEPTH - 1])


def _descendants(kind: type[Event]) -> Iterator[type[Event]]:
    for child in kind.__subclasses__():
        yield child
        yield from _descendants(child)
