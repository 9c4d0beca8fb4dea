"""Pleas: a side asks to have taken back what it cannot take back alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from salient.table.wire import Status

if TYPE_CHECKING:
    from salient.table.room import Room

PLEADING = ("plead", "allow", "refuse")
"""Words about it: asked for, allowed, refused."""


class Plea(NamedTuple):
    """A side asks that only so many actions stand."""

    side: int
    moves: int


def plea_of(room: Room, side: int) -> Plea | None:
    """What a side could ask for: that its last free action and all since are taken back.

    Only another person can allow that, not in a rated game, and not what was refused just now.
    """
    other = room.users.get(1 - side)
    alone = other is None or other == room.users.get(side)
    if room.status is not Status.RUNNING or alone or room.row.rated or room.plea is not None:
        return None
    if side == room.decider and room.match.can_undo:
        return None  # it can do so by itself
    deeds = enumerate(room.match.deeds)
    mine = [at for at, deed in deeds if deed.side == side and not deed.forced]
    if not mine or room.refused_at == room.moves:
        return None
    return Plea(side, mine[-1])
