"""What a deed changes and what it leaves alone: the whole difference between two states.

A rule that changes something says by its silence that it changes nothing else. A test that looks
at one column does not notice the others, nor the unit beside; :func:`difference` tells all::

    assert difference(table, lambda: pin(...)) == {"pinned": "+ss658.1"}
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from salient.boards.bits import members
from salient.games.squad.core.columns import Unit, Units
from salient.games.squad.core.state import SquadState
from tests.games.squad.table import Table

OUTSIDE = ("setting", "steps", "offered", "stacks", "seed", "drawn")
"""What is no column of the game, and the stacks, which follow from the places."""


def difference(table: Table, deed: Callable[[], object]) -> dict[str, str]:
    """The columns that a deed changes, with who comes into each (+), leaves it (-) or changes (~).

    Columns that are neither sets of units nor by unit are told as they are afterwards.
    """
    g = table.g
    before = {name: copy.deepcopy(getattr(g, name)) for name in _columns()}
    deed()
    found = {name: _told(table, name, before[name], getattr(g, name)) for name in before}
    return {name: text for name, text in found.items() if text}


def _columns() -> dict[str, Any]:
    fields = msgspec.structs.fields(SquadState)
    return {field.name: field.type for field in fields if field.name not in OUTSIDE}


def _told(table: Table, name: str, before: Any, after: Any) -> str:
    if before == after:
        return ""
    if _columns()[name] == Units:
        return _signed(table, "+", members(after & ~before), "-", members(before & ~after))
    if isinstance(after, list) and len(after) == len(table.g.where):
        changed = [unit for unit, value in enumerate(after) if value != before[unit]]
        return _signed(table, "~", changed)
    if isinstance(after, dict) and _columns()[name].__args__[0] == Unit:
        kept = [unit for unit in after if unit in before and after[unit] != before[unit]]
        new, gone = after.keys() - before.keys(), before.keys() - after.keys()
        return _signed(table, "+", new, "-", gone, "~", kept)
    return str(after)


def _signed(table: Table, *parts: str | Iterable[int]) -> str:
    """``+ss658.1 -us666.1``, in the order of the units."""
    words: list[str] = []
    for sign, units in zip(parts[::2], parts[1::2], strict=True):
        names = (table.g.setting.units[unit].token for unit in sorted(map(int, units)))
        words += (f"{sign}{name}" for name in names)
    return " ".join(words)
