"""A room is rebuilt by playing its journal again, under whatever rules the program has now.

Each entry is compared with the stamp that was kept of it, also where the version of the rules is
the same: a change that nobody has owned up to is noticed, too. What is still legal and comes out
the same goes on under the present rules. A game that does not is halted before the first entry
that differs: it can be read, and nobody can act in it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Row

from salient.engine import SalientError
from salient.engine.stamps import agrees
from salient.games import find_game
from salient.table.errors import TableError
from salient.table.journal import DEEDS, Written
from salient.table.room import Room
from salient.table.snapshots import Useless, resume
from salient.table.wire import Status

TURNS = (*DEEDS, "undo", "allow")
"""Entries that change the position."""

log = logging.getLogger(__name__)


def rebuild(
    row: Row[Any],
    seats: Sequence[Row[Any]],
    entries: Sequence[Written],
    snapshots: Sequence[Row[Any]] = (),
) -> Room:
    """The room of a game.

    Args:
        row: The game.
        seats: Who sits there.
        entries: Its journal.
        snapshots: What was kept of it; if that is of no use, the whole journal is played.

    Raises:
        TableError: ``unplayable`` if the game cannot be set up.
    """
    try:
        room, start = _take_up(row, seats, entries, snapshots)
    except SalientError as error:
        raise TableError("unplayable", reason=error) from None
    good = _repeat(room, entries, start)
    if good == len(entries):
        return room
    # What the first entry that differs has done cannot be undone: begin again, stop before it.
    room, start = _take_up(row, seats, entries, snapshots)
    _repeat(room, entries[:good], start)
    for written in entries[good:]:
        room.pass_over(written)
    if row.rules == room.game.rules_version:
        log.warning(
            "game %s: entry %d does not come out as it did, though the rules of %s have version %s "
            "as before", row.id, good + 1, row.title, row.rules,
        )  # fmt: skip
    return room


def _take_up(
    row: Row[Any],
    seats: Sequence[Row[Any]],
    entries: Sequence[Written],
    snapshots: Sequence[Row[Any]],
) -> tuple[Room, int]:
    """The room as far as snapshots lead, and how many entries they spare us."""
    room = Room(row, seats)
    try:
        return room, resume(room, snapshots, entries)
    except Useless as error:
        log.warning("game %s: its snapshots are of no use: %s", row.id, error)
        return Room(row, seats), 0


def _repeat(room: Room, entries: Sequence[Written], start: int) -> int:
    """Let a journal take effect; how many of its entries come out as they did.

    Args:
        room: The room.
        entries: The whole journal.
        start: So many of them have taken effect already.
    """
    other_rules = room.row.rules != room.game.rules_version
    for number, written in islice(enumerate(entries), start, None):
        try:
            enter_again(room, entries, number)
        except SalientError:
            return number
        if not agrees(room.game, room.match.state, written.stamp):
            return number
    if other_rules and entries and not _stands_the_same(room):
        return len(entries) - 1
    return len(entries)


def enter_again(room: Room, entries: Sequence[Written], number: int) -> None:
    """Let an entry of a journal take effect; what was asked for after it is asked for again.

    Raises:
        RuleViolation: The entry is not legal; nothing has changed.
    """
    ask, veil = _was_asked(room, entries, number), _veil_after(room, entries, number)
    room.enter(entries[number], ask=ask, veil=veil)


def _was_asked(room: Room, entries: Sequence[Written], number: int) -> bool:
    """Whether something momentous was asked for after an entry, if it was all that was left.

    The entry has no stamp then. In journals from before there were stamps, it followed by itself
    if something else was played next.
    """
    written = entries[number]
    if written.stamp or written.side in room.bots:
        return False
    later = _next_deed(entries, number)
    return later is None or later.kind != "action"


def _veil_after(room: Room, entries: Sequence[Written], number: int) -> Collection[int]:
    """The sides that were not to learn after an entry that their enemy had nothing to decide."""
    if entries[number].stamp:
        return ()
    later = _next_deed(entries, number)
    if later is None:
        return room.veiled
    return (1 - later.side,) if later.kind == "confirm" else ()


def _next_deed(entries: Sequence[Written], number: int) -> Written | None:
    """What was played or taken back after an entry."""
    later = range(number + 1, len(entries))  # not islice, which goes through all before it
    return next((entries[index] for index in later if entries[index].kind in TURNS), None)


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
            "status": room.status.value, "to_move": -1, "deadline": None,
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
    return {
        "status": status, "to_move": -1, "deadline": None, "halted_by": version, "halted_at": 0,
    }  # fmt: skip
