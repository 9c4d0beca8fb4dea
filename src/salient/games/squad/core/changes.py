"""What has changed from one question to the next: what is not concerned need not be asked again.

In a phase one question follows another, and most units are as they were. Who asks keeps a copy of
the state with what he found, and says which columns concern only the units that they are about.
"""

from __future__ import annotations

from typing import Any

from salient.boards.bits import set_of
from salient.games.squad.core.state import SquadState

PASSING = ("seed", "drawn", "steps", "offered", "calls", "losses", "residual", "fire_from")
"""Columns that change with every roll and matter neither to who can fire nor to who can move."""


def changed_units(
    before: SquadState, g: SquadState, own: tuple[str, ...], free: tuple[str, ...] = ()
) -> int | None:
    """The units of which something has changed that concerns only themselves.

    Args:
        before: A copy of the state at the question before; it is used up.
        g: The state now.
        own: Columns by unit, or sets of units, that concern only the units that they are about.
        free: Columns that do not matter, besides those of ``PASSING``.

    Returns:
        None if anything else has changed.
    """
    found = 0
    for name in own:
        old, new = getattr(before, name), getattr(g, name)
        if old != new:
            found |= _differing(old, new)
    for name in (*PASSING, *own, *free):
        setattr(before, name, getattr(g, name))
    return found if before == g else None


def _differing(old: Any, new: Any) -> int:
    if isinstance(old, int):
        return old ^ int(new)
    if isinstance(old, list):
        return set_of(unit for unit, held in enumerate(old) if held != new[unit])
    return set_of(unit for unit in old.keys() | new.keys() if old.get(unit) != new.get(unit))


def changed_places(before: SquadState, g: SquadState) -> int:
    """The locations where others stand than did."""
    old, new = before.stacks, g.stacks
    if old == new:
        return 0
    return set_of(place for place in old.keys() | new.keys() if old.get(place) != new.get(place))
