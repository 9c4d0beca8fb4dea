"""Hillside walls and hedges (rule P6): where they stand and whom they serve.

That a line between ends a full level apart ignores them (P6.2a), and that they add nothing to a
crest, which they may mark (P6.2b, P6.2c), is part of every sight line
(:func:`salient.boards.sight_weigh.weigh_side`). The rulebook's figure is a map of the tests
(ex-P6.2b, ex-P6.2c, ex-P6.2d, ex-P6.2e, ex-P6.2f, ex-P6.2g, ex-P6.2h, ex-P6.2i). A wall between
hexes of different levels is a hillside wall; whoever draws a map with a strip of low ground behind
the wall gives the wall to a hexside of equal levels (P6.1).
"""

from __future__ import annotations

from salient.boards.sight_lines import STEPS
from salient.boards.sight_map import Eye, Side, SightMap, flanks, side_between
from salient.engine.ids import Piece
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.terrain.board import SIDES


def wall_level(board: SightMap, side: Side) -> int:
    """Where a wall stands: on the higher of its two hexes. Rule P6.3a."""
    return board.sides[side].base


def has_benefit(board: SightMap, eye: Eye, side: Side) -> bool:
    """Whether a unit behind a wall or hedge of its own hex gets any cover from it.

    Below the level of a hillside wall it gets none (P6.3b), at that level or above it the wall
    is like any other (P6.3a).
    """
    return side in board.sides and eye.spot in flanks(side) and eye.level >= wall_level(board, side)


def can_claim_wall_advantage(
    board: SightMap, eye: Eye, side: Side, *, crest: frozenset[int] | None = None
) -> bool:
    """Whether a unit may claim wall advantage over a wall or hedge. Rules P6.3b, P6.3c.

    Args:
        board: The map.
        eye: Where the unit is.
        side: The hexside.
        crest: For a unit in crest status, the sides of its hex it is crested on.
    """
    if not has_benefit(board, eye, side):
        return False
    if crest is None or not board.is_hillside(side):
        return True
    # At the rim of its hex it has no benefit unless the wall is as high as that (P6.3b).
    number = side[2] if eye.spot == flanks(side)[0] else side[2] + 3
    return number in crest


def stands_at_wall(g: SquadState, unit: Piece, side: int) -> bool:
    """Whether a unit is where a wall on a side of its hex can serve it.

    Rules P6.3a, P6.3b, P6.3d. At a crest one is crested towards the hexside taken and its two
    neighbours.
    """
    eye = eye_of(g, unit)
    dc, dh = STEPS[side]
    wall = side_between(eye.spot, (eye.column + dc, eye.height + dh))
    if wall is None:
        return False
    taken = g.crest.get(unit)
    # P6.3c
    crest = None if taken is None else frozenset((taken + turn) % SIDES for turn in (-1, 0, 1))
    return can_claim_wall_advantage(g.setting.board.sight, eye, wall, crest=crest)
