"""What units do without coming to light is kept from their enemies. Rules A12.1, A12.3.

Events are written by many chapters, most of which need not think of concealment: whatever names a
unit that was unseen before an action and is so after it goes to its own side only.
"""

from __future__ import annotations

from collections.abc import Sequence

from salient.boards.bits import set_of
from salient.engine.events import Event, Shrouded, references
from salient.games.squad.core.events import Revealed, Veiled
from salient.games.squad.core.state import SquadState


def shroud(g: SquadState, unseen: int, events: Sequence[Event]) -> list[Event]:
    """The events of an action as they may be told.

    Args:
        g: The state after it.
        unseen: The units that were hidden or concealed before it.
        events: What happened.
    """
    still = unseen & (g.hidden | g.concealed) & ~(g.lost | g.exited)
    for event in events:
        if isinstance(event, Revealed):
            still &= ~set_of(event.units)
    return [_told(g, still, event) for event in events] if still else list(events)


def _told(g: SquadState, still: int, event: Event) -> Event:
    if isinstance(event, Veiled):
        return event
    for kind, unit in references(event):
        if kind == "piece" and still >> unit & 1:
            return Shrouded(g.side(unit), event)
    return event
