"""A room is rebuilt by playing its journal again, under whatever rules the program has now.

If the rules are not those the game was played under so far, each entry is compared with the stamp
that was kept of it. What is still legal and comes out the same goes on under the new rules. A game
that does not is halted before the first entry that differs: it can be read, and nobody can act
in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from salient.engine import SalientError
from salient.engine.stamps import agrees
from salient.games import find_game
from salient.table.errors import TableError
from salient.table.room import Room, Written
from salient.table.wire import Status


def rebuild(row: Row[Any], seats: Sequence[Row[Any]], entries: Sequence[Written]) -> Room:
    """The room of a game.

    Raises:
        TableError: ``unplayable`` if the game cannot be set up.
    """
    try:
        room = Room(row, seats)
    except SalientError as error:
        raise TableError("unplayable", reason=error) from None
    good = _repeat(room, entries)
    if good == len(entries):
        return room
    # What the first entry that differs has done cannot be undone: begin again, stop before it.
    room = Room(row, seats)
    for written in entries[:good]:
        room.enter(written)
    for written in entries[good:]:
        room.pass_over(written)
    return room


def _repeat(room: Room, entries: Sequence[Written]) -> int:
    """Let a journal take effect; how many of its entries come out as they did."""
    other_rules = room.row.rules != room.game.rules_version
    for number, written in enumerate(entries):
        try:
            room.enter(written)
        except SalientError:
            return number
        if other_rules and not agrees(room.game, room.match.state, written.stamp):
            return number
    if other_rules and entries and not _stands_the_same(room):
        return len(entries) - 1
    return len(entries)


def _stands_the_same(room: Room) -> bool:
    """Whether the last position is that of the game's row, for journals without stamps."""
    row = room.row
    if row.status == Status.HALTED:  # its row says no more who was to move
        return True
    if row.status == Status.OVER or room.status is Status.OVER:
        return bool(row.status == room.status and row.result == room.ending()[0])
    return bool(row.to_move == _asked(room))


def _asked(room: Room) -> int:
    """The side that decides, also while the game waits for players."""
    decision = None if room.status is Status.OVER else room.match.decision
    return -1 if decision is None else decision.side


def verdict(room: Room) -> dict[str, Any]:
    """What the row of a rebuilt game has to say of it."""
    version = room.game.rules_version
    if room.halted_at is not None:
        return {
            "status": room.status.value, "to_move": -1,
            "halted_by": version, "halted_at": room.halted_at,
        }  # fmt: skip
    return {
        "rules": version, "status": room.status.value, "to_move": _asked(room),
        "halted_by": "", "halted_at": None,
    }  # fmt: skip


def unplayable(row: Row[Any]) -> dict[str, Any]:
    """What the row of a game has to say that cannot even be set up."""
    status = row.status if row.status == Status.OVER else Status.HALTED.value
    version = find_game(row.title).rules_version
    return {"status": status, "to_move": -1, "halted_by": version, "halted_at": 0}
