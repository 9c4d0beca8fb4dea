"""Work that dice decide: digging, clearing, breaking through walls, pushing guns."""

from __future__ import annotations

from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.state import SquadState


def is_done(g: SquadState, log: Log, unit: Piece, work: str, most: int, *found: Modifier) -> bool:
    """Roll for a work: done with no more than a number, modifiers included.

    Args:
        g: The state.
        log: Where it is told.
        unit: Who works.
        work: What it is (text ``attempt.<work>``).
        most: The highest roll that does it.
        found: What modifies the roll; those of 0 are not told.
    """
    modifiers = tuple(modifier for modifier in found if modifier.value)
    dice = g.dice()
    done = sum(dice) + sum(modifier.value for modifier in modifiers) <= most
    log.append(Tried(unit, work, dice, modifiers, "passed" if done else "failed"))
    return done
