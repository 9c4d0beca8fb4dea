"""Who can fire in a fire phase, shot after shot. Rules A7.1, C3.1.

A shot changes who may still fire, but seldom what the others can fire at.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece
from salient.games.squad.combat.firepower import firers
from salient.games.squad.core.changes import changed_units
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.infantry.aims import blind, has_target, onlookers

OWN = (
    "prep_fired", "first_fired", "final_fired", "kept_rate", "pinned", "broken", "desperate",
    "facing", "turret", "acquired", "arms_fired", "arms_spent",
)  # fmt: skip
"""Columns by which only what the unit itself can fire at changes, or what it serves."""


FEW = 6
"""So many are asked at once for their targets, without a look at who sees anybody at all."""


def able_to_shoot(g: SquadState, side: int, occasion: Occasion) -> list[Piece]:
    """A side's units and weapons that may fire and have anything to fire at.

    As for the question before, of those of whom nothing has changed; who sees for a mortar or a
    charge may have.
    """
    memory, question = g.setting.memory, ("targets", side, occasion)
    known, units = _known(g, memory.last(question)), each_piece(firers(g, side, occasion))
    fresh = [unit for unit in units if unit not in known]
    near = -1 if len(fresh) <= FEW else onlookers(g, side, occasion)
    for unit in fresh:
        known[unit] = bool(near >> unit & 1) and has_target(g, unit, side, occasion)
    memory.keep_last(question, (g.copy(), known))
    return [unit for unit in units if known[unit]]


def _known(g: SquadState, last: tuple[SquadState, dict[int, bool]] | None) -> dict[int, bool]:
    """What holds of what was found for the last question."""
    changed = None if last is None else changed_units(last[0], g, OWN)
    if last is None or changed is None:
        return {}
    anew, owner = changed | blind(g), g.owner
    return {
        unit: found for unit, found in last[1].items()
        if not (anew >> unit & 1 or (owner[unit] >= 0 and changed >> owner[unit] & 1))
    }  # fmt: skip
