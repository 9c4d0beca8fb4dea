"""What a game can tell about a position beyond its view: for menus, place reports and sketches.

A game that has more to say than a view holds puts a module ``report`` into its package with the
functions of :class:`Report`; every front end gets it through :func:`report_of`. A game without
one is reported plainly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from salient.engine.events import Event
from salient.engine.game import Game
from salient.engine.state import Decision


class Report(Protocol):
    """The functions of a game's ``report`` module."""

    def describe_actions(self, g: Any, decision: Decision, language: str) -> list[str]:
        """A short note on each offered action, e.g. what a move costs; empty where none helps."""
        ...

    def describe_decision(self, g: Any, decision: Decision, language: str) -> list[str]:
        """What one must have in mind to decide: who is moving, who is fighting."""
        ...

    def note_place(self, g: Any, place: int, language: str) -> str:
        """A few words on a place for a table: number, owner, worth."""
        ...

    def describe_place(self, g: Any, place: int, language: str) -> list[str]:
        """All that is to be known of a place except the pieces in it, line by line."""
        ...

    def order_places(self, g: Any) -> list[int]:
        """All places, those that matter most at the moment first."""
        ...

    def locate_places(self, g: Any) -> dict[int, tuple[float, float]]:
        """Where the places in play lie: east and south of the corner, from 0 to 1."""
        ...

    def condense(self, events: Sequence[Event]) -> list[Event]:
        """The same events with what belongs together put together, for a shorter log."""
        ...


class PlainReport:
    """What can be said of any game."""

    def describe_actions(self, g: Any, decision: Decision, language: str) -> list[str]:  # noqa: ARG002
        """No notes."""
        return [""] * len(decision.actions)

    def describe_decision(self, g: Any, decision: Decision, language: str) -> list[str]:  # noqa: ARG002
        """Nothing more than the question says."""
        return []

    def note_place(self, g: Any, place: int, language: str) -> str:  # noqa: ARG002
        """No note."""
        return ""

    def describe_place(self, g: Any, place: int, language: str) -> list[str]:
        """The name alone."""
        return [g.setting.name("place", place, language, long=True)]

    def order_places(self, g: Any) -> list[int]:
        """The order of the places' numbers."""
        return list(range(len(g.setting.lexicon.places)))

    def locate_places(self, g: Any) -> dict[int, tuple[float, float]]:  # noqa: ARG002
        """Nowhere."""
        return {}

    def condense(self, events: Sequence[Event]) -> list[Event]:
        """The events as they are."""
        return list(events)


def report_of(game: Game[Any]) -> Report:
    """The game's own report, or the plain one."""
    module = game.companion("report")
    return PlainReport() if module is None else cast(Report, module)
