"""What the terminal and the page are told about a position, beyond its view.

The functions of :class:`salient.engine.reports.Report`, gathered from the modules that know.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from salient.engine.events import Event
from salient.games.bulge.events import CommandoFound, Deployed, Destroyed, Moved
from salient.games.bulge.show.briefing import describe_decision
from salient.games.bulge.show.gazetteer import (
    describe_place,
    locate_places,
    note_place,
    order_places,
)
from salient.games.bulge.show.notes import describe_actions
from salient.games.bulge.show.overlays import overlay, overlays
from salient.games.bulge.show.traces import trace_action

__all__ = [
    "condense",
    "describe_actions",
    "describe_decision",
    "describe_place",
    "locate_places",
    "note_place",
    "order_places",
    "overlay",
    "overlays",
    "trace_action",
]

CROWD = 4
"""From so many units on, setting up is told as one event."""


class SetUp(Event, frozen=True, tag="set_up"):
    """Many units have been set up; only the condensed log has it. Rules 9.1, 9.2."""

    count: int


def condense(events: Sequence[Event]) -> list[Event]:
    """The steps of one march as one march, a whole set-up as one line, no loss told twice."""
    found: list[Event] = []
    for event in _without_crowds(events):
        last = found[-1] if found else None
        if isinstance(event, Moved) and isinstance(last, Moved) and last.units == event.units:
            found[-1] = msgspec.structs.replace(last, to=event.to, cost=last.cost + event.cost)
        elif isinstance(event, Destroyed) and last == CommandoFound(event.unit):
            continue
        else:
            found.append(event)
    return found


def _without_crowds(events: Sequence[Event]) -> list[Event]:
    """Long runs of set-up events counted."""
    found: list[Event] = []
    run: list[Event] = []
    for event in events:
        if isinstance(event, Deployed):
            run.append(event)
        else:
            found += [*_count(run), event]
            run = []
    return found + _count(run)


def _count(run: list[Event]) -> list[Event]:
    return [SetUp(len(run))] if len(run) >= CROWD else run
