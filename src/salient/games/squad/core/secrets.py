"""What units do without coming to light is kept from their enemies. Rules A12.1, A12.3.

Events are written by many chapters, most of which need not think of concealment: what names a unit
that was unseen before an action and is so after it goes to its own side only (:func:`shroud`). Who
writes what units do while they may still come to light keeps it secret at once (:func:`unseen`).
"""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.engine.events import Event, Secret, pieces_named
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.core.events.play import Revealed
from salient.games.squad.core.state import SquadState


def lurks(g: SquadState, side: int) -> bool:
    """Whether a side may have somebody whom its enemies do not see for what he is, as they know.

    Of those off the map they see only who is to enter later.
    """
    if g.musters_in_secret:
        return True
    setting = g.setting
    army = g.arsenal(side) & (setting.personnel | setting.vehicles)
    army &= ~(g.lost | g.exited | g.aside())
    unseen = army & ~(g.on_map(army) & ~(g.hidden | g.concealed))
    return any(
        (g.absent | g.concealed | g.hidden) >> unit & 1 or g.entry_turn(unit) <= 0
        for unit in each_piece(unseen)
    )


def unseen(g: SquadState, event: Event) -> Event:
    """An event as it may be told, if nobody of those whom it names is seen at the moment."""
    secret = g.concealed | g.hidden
    units = pieces_named(event) if secret else 0
    if not secret or units & ~secret:
        return event
    return Secret(_side(g, units), event, event.rumour())


def shroud(g: SquadState, before: int, log: Log) -> None:
    """Keep what units did secret that are unseen before and after an action.

    Args:
        g: The state after it.
        before: The units that were unseen before it.
        log: What happened.
    """
    still = before & g.unseen() & ~(g.lost | g.exited)
    if not still or not log:
        return
    for event in log:
        if isinstance(event, Revealed):
            still &= ~set_of(event.units)
    if still:
        log[:] = [_shrouded(g, still, event) for event in log]


def _shrouded(g: SquadState, still: int, event: Event) -> Event:
    units = 0 if isinstance(event, Secret) else pieces_named(event) & still
    return Secret(_side(g, units), event, event.rumour()) if units else event


def _side(g: SquadState, units: int) -> int:
    return g.side(Piece(units.bit_length() - 1))
