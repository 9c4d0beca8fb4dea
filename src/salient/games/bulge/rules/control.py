"""Chapter 5: zones of control."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place, enemy
from salient.games.bulge.state import BulgeState


def zoc(g: BulgeState, side: int) -> int:
    """The hexes a side's units control: all around each of them, whatever the terrain.

    Commandos occupy nothing and have none, nor have units shaken by an optional retreat.
    """
    sources = g.occupied[side]
    if g.shaken:  # 8.5-3b
        for place in {g.where[unit] for unit in each_piece(g.on_map(g.shaken))}:
            if not g.stack(place, side) & ~g.shaken:
                sources &= ~(1 << place)
    # 5.1
    return g.setting.board.around(sources)


def ezoc(g: BulgeState, side: int) -> int:
    """The hexes controlled by the enemies of a side."""
    return zoc(g, enemy(side))


def is_encircled(g: BulgeState, place: Place, units: int) -> bool:
    """Whether defenders could not retreat even one hex. Rules 5.7a, 7.6b (option encirclement).

    A stack is encircled if none of its units has a way out (ex-fig-5-III); with the option ``unit``
    it is enough that one has none.
    """
    blocked = [not retreat_steps(g, place, unit) for unit in each_piece(units)]
    return all(blocked) if g.setting.whole_stack_encircled else any(blocked)


def retreat_steps(g: BulgeState, place: Place, unit: Piece) -> int:
    """The hexes next to a place into which a unit may retreat, stacking apart.

    Not into enemies or their ZOC, not off the map; mechanized units enter and leave deep forest
    only by road. Rules 5.6, 7.6b, 8.5-2a.
    """
    setting = g.setting
    side = setting.side_of[unit]
    free = ~(g.occupied[enemy(side)] | ezoc(g, side))
    steps = setting.steps_mech if setting.mech >> unit & 1 else setting.steps_foot
    return steps[place] & free
