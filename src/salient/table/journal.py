"""A journal: the entries of a game as they are stored, and the record that they make."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row

from salient.engine import Record, commitment
from salient.engine.setting import Identity
from salient.games import find_game
from salient.table.clocks import TIMEOUT

DEEDS = ("action", "confirm")
"""Entries that play an action: a free one, or one that was asked for because it is momentous."""

ENDINGS = ("resign", "accept", "abandon", TIMEOUT)
"""Entries that end a game, whatever its position."""


class Written(msgspec.Struct, frozen=True):
    """A journal entry as it is stored."""

    kind: str
    side: int
    text: str
    key: str
    at: datetime
    user_id: int | None = None
    stamp: str = ""


def written_record(
    row: Row[Any], entries: Iterable[Written], result: str, *, reveal: bool
) -> Record:
    """A game's record as its journal has it: for that, nothing need be played again.

    Args:
        row: The game; the record is that of the rules it was played under.
        entries: Its journal.
        result: How it ended by the rules, or empty.
        reveal: Whether the dice are told.
    """
    sides = find_game(row.title).sides
    played: list[Written] = []
    for written in entries:
        if written.kind in DEEDS:
            played.append(written)
        elif written.kind == "undo":
            played.pop()
        elif written.kind == "allow":
            del played[int(written.text) :]
    stands: list[Written] = []
    for written in played:
        if written.kind == "action":
            stands.append(written)
        else:  # what was forced is not in the record: it belongs to the action before it
            stands[-1] = msgspec.structs.replace(stands[-1], stamp=written.stamp)
    return Record(
        identity=Identity(
            game=row.title, rules=row.rules, scenario=row.scenario, options=row.options
        ),
        commitment=commitment(row.seed),
        actions=[(sides[written.side], written.text) for written in stands],
        seed=row.seed if reveal else None,
        result=result,
        stamps=[written.stamp for written in stands],
    )
