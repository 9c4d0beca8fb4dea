"""Who would win now: what the side that must win has of what it needs. Rule A26."""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.ids import Place, enemy
from salient.engine.messages import Value, message
from salient.engine.state import Ref
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.phases.victory import holder, progress


def standing(g: SquadState) -> Iterator[Value]:
    """The count, the places it is made of, losses, and who would win."""
    victory = g.victory
    side = PLAYERS.index(victory.side)
    done = progress(g)
    yield message(f"standing.{victory.kind}", side=Ref("side", side), count=done, need=victory.need)
    for place in g.goals:
        yield message("standing.goal", place=Ref("place", place), holder=_holder(g, place))
    for each, name in enumerate(PLAYERS):
        yield message(f"standing.losses_{name}", count=g.losses[enemy(each)])
    winner = side if done >= victory.need else enemy(side)
    left = g.turns - g.turn
    yield message("standing.winner", side=Ref("side", winner), left=left)


def _holder(g: SquadState, place: Place) -> Value:
    side = holder(g, place)
    return message("standing.nobody") if side == NOBODY else Ref("side", side)
