"""What a game can tell about a position beyond its view: for menus, place reports and sketches.

A game that has more to say than a view holds puts a module ``report`` into its package with the
functions of :class:`Report`, as many as it needs; every front end gets it through
:func:`report_of`. What a game leaves out is reported plainly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

import msgspec

from salient.engine.actions import Action
from salient.engine.events import Event, condense
from salient.engine.game import AnyGame
from salient.engine.state import Decision
from salient.engine.texts import Texts


class Shade(msgspec.Struct, frozen=True):
    """Places of a kind, to be shaded on the map: one layer of an overlay.

    Attributes:
        key: Message id of what is shown (in the game's texts).
        side: Index of the side it belongs to, or -1.
        places: The places.
        notes: A few words on some of them.
    """

    key: str
    side: int
    places: tuple[int, ...]
    notes: dict[int, str] = {}


class SightLine(msgspec.Struct, frozen=True):
    """Whether two places see each other, and why.

    Attributes:
        clear: Whether they do.
        lines: The story: the judgement first, then what the line meets on its way.
        places: The places it meets, the ends among them.
    """

    clear: bool
    lines: list[str]
    places: tuple[int, ...]


class Arrival(NamedTuple):
    """A piece still to come: when, where and what it is called."""

    clock: int
    place: int
    name: str


def tell_arrivals(
    arrivals: Iterable[Arrival], texts: Texts, name: Callable[[int], str]
) -> dict[int, str]:
    """For each place who comes there next, and how many come later.

    Args:
        arrivals: The pieces still to come.
        texts: The words.
        name: What the players call a moment.
    """
    coming: dict[int, dict[int, list[str]]] = {}
    for arrival in sorted(arrivals):
        coming.setdefault(arrival.place, {}).setdefault(arrival.clock, []).append(arrival.name)
    notes = {}
    for place, dates in coming.items():
        (clock, first), *later = dates.items()
        count = sum(len(names) for _, names in later)
        notes[place] = texts.say(
            "shade.arrival_more" if later else "shade.arrival",
            clock=name(clock), units=texts.say("list.comma").join(first), count=count,
        )  # fmt: skip
    return notes


class Report(Protocol):
    """The functions of a game's ``report`` module."""

    def describe_actions(self, g: Any, decision: Decision, language: str) -> list[str]:
        """A short note on each offered action, e.g. what a move costs; empty where none helps."""
        ...

    def figure_actions(self, g: Any, decision: Decision) -> list[str]:
        """A figure for each offered action to be written on the map, e.g. what a move costs."""
        ...

    def describe_decision(self, g: Any, decision: Decision, language: str) -> list[str]:
        """What one must have in mind to decide: who is moving, who is fighting."""
        ...

    def look_along(
        self, g: Any, origin: int, target: int, side: int, language: str
    ) -> SightLine | None:
        """The line of sight between two places as far as a side knows what lies on it.

        None if the game has no such lines.
        """
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

    def trace_action(self, g: Any, decision: Decision, action: Action) -> list[int]:
        """The places an offered action leads a piece through, from where it stands to the last.

        It is the way the rules would take; the enemy or the dice may cut it short. Empty if the
        action moves nothing.
        """
        ...

    def overlays(self, g: Any) -> tuple[str, ...]:
        """What can be laid over the map: ids with the texts ``overlay.<id>``."""
        ...

    def overlay(self, g: Any, name: str, side: int, language: str) -> list[Shade]:
        """One of these overlays as a side wants to see it (-1: a spectator).

        Raises:
            KeyError: There is no such overlay.
        """
        ...

    def condense(self, events: Sequence[Event]) -> list[Event]:
        """The same events with what belongs together put together, for a shorter log."""
        ...


class PlainReport:
    """What can be said of any game."""

    def describe_actions(self, g: Any, decision: Decision, language: str) -> list[str]:  # noqa: ARG002
        """No notes."""
        return [""] * len(decision.actions)

    def figure_actions(self, g: Any, decision: Decision) -> list[str]:  # noqa: ARG002
        """No figures."""
        return [""] * len(decision.actions)

    def describe_decision(self, g: Any, decision: Decision, language: str) -> list[str]:  # noqa: ARG002
        """Nothing more than the question says."""
        return []

    def look_along(self, *_: Any) -> SightLine | None:
        """There is no looking."""
        return None

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

    def trace_action(self, g: Any, decision: Decision, action: Action) -> list[int]:  # noqa: ARG002
        """No way is known."""
        return []

    def overlays(self, g: Any) -> tuple[str, ...]:  # noqa: ARG002
        """None."""
        return ()

    def overlay(self, g: Any, name: str, side: int, language: str) -> list[Shade]:  # noqa: ARG002
        """There is none."""
        raise KeyError(name)

    def condense(self, events: Sequence[Event]) -> list[Event]:
        """What belongs together by its own account (:meth:`~salient.engine.events.Event.join`)."""
        return condense(events)


@cache
def report_of(game: AnyGame) -> Report:
    """The game's own report; what its module leaves out is reported plainly."""
    report, module = PlainReport(), game.companion("show.report")
    for name in vars(PlainReport):
        if not name.startswith("_") and hasattr(module, name):
            setattr(report, name, getattr(module, name))
    return report
