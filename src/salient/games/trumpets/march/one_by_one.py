"""Units that the staff moves one by one (rc-group-1, rc-staff-1), each an ordinary move."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.state import TrumpetsState


def next_mover(g: TrumpetsState, movable: Callable[[TrumpetsState, int], int]) -> Moving | None:
    """The next of the units of the present step, if it may still move.

    The step is over when all of them have had their turn.

    Args:
        g: The state.
        movable: Which units of a corps may still move.
    """
    step = g.steps[-1]
    if not step.units:
        g.steps.pop()
        return None
    unit, *others = step.units
    g.steps[-1] = msgspec.structs.replace(step, units=tuple(others))
    able = movable(g, step.corps) >> unit & 1
    return Moving(step.side, step.corps, (unit,)) if able else None
