"""What the terminal and the page are told about a position, beyond its view.

The functions of :class:`salient.engine.reports.Report`, gathered from the modules that know.
"""

from __future__ import annotations

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
