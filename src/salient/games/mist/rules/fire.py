"""Chapter 9.7: combat modifiers, for units and artillery alike."""

from __future__ import annotations

from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.games.mist.setting import ALLIED
from salient.games.mist.state import Battle, MistState

ENTRENCHED = Modifier("9.71a", 1)
OUT_OF_SUPPLY = Modifier("9.71b", 1)
NO_COMBINED_ARMS = Modifier("9.71c", -1)
RIVER = Modifier("9.71d", -1)
SPECIAL_UNIT = Modifier("14.24", 1)


def modifiers(
    g: MistState, battle: Battle, side: int, firer: Piece | None, target: Piece
) -> tuple[Modifier, ...]:
    """What is added to each die of a shot; low rolls hit. Rules 8.56, 9.49, 9.71, 9.74, 14.24.

    Args:
        g: The state.
        battle: The battle.
        side: The firing side.
        firer: The firing unit, or None for artillery.
        target: The unit fired at.
    """
    found = []
    if side == battle.attacker:
        if g.dug_in >> target & 1:
            found.append(ENTRENCHED)
    else:
        if not battle.combined_arms:
            found.append(NO_COMBINED_ARMS)
        if battle.river:
            found.append(RIVER)
    if firer is not None and battle.oos >> firer & 1:
        found.append(OUT_OF_SUPPLY)
    if battle.supported and side == ALLIED:
        found.append(SPECIAL_UNIT)
    return tuple(found)


def total_modifier(found: tuple[Modifier, ...]) -> int:
    """All modifiers together. Rule 9.74."""
    return sum(modifier.value for modifier in found)
