"""Who would win now: the German points by their sources, and this turn's goals. Chapter 13."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place
from salient.engine.messages import Value, message, series
from salient.engine.state import Ref
from salient.games.bulge.rules.supply import occupied_hexes
from salient.games.bulge.rules.victory import (
    ALLIED_GOAL,
    GERMAN_GOAL,
    INTRUDER,
    city_points,
    german_total,
)
from salient.games.bulge.setting import GERMAN
from salient.games.bulge.state import BulgeState


def standing(g: BulgeState) -> Iterator[Value]:
    """The points as they would be recorded now, line by line."""
    yield message("standing.total", points=german_total(g))
    if city_points(g):
        yield message("standing.cities", points=city_points(g), names=_cities(g))
    if g.destroyed_vp:
        yield message("standing.destroyed", points=g.destroyed_vp)
    if g.exit_vp:
        yield message("standing.exits", points=g.exit_vp)
    if g.intruders:
        lost = INTRUDER * g.intruders.bit_count()
        yield message("standing.intruders", points=lost, count=g.intruders.bit_count())
    yield _goals(g)


def verdict(g: BulgeState) -> Value:
    """Who would win at the end of this turn, or of the first that counts. Rule 13.1."""
    turn, total = max(g.turn, min(ALLIED_GOAL)), german_total(g)
    if total >= GERMAN_GOAL:
        outcome = message("result.german_victory")
    elif total <= ALLIED_GOAL[turn]:
        outcome = message("result.allied_victory")
    else:
        outcome = message("standing.undecided")
    return message("standing.verdict", points=total, outcome=outcome, turn=turn)


def _cities(g: BulgeState) -> Value:
    setting = g.setting
    held = g.captured if setting.city_vp_kept else occupied_hexes(g, GERMAN) & setting.prizes
    return series(Ref("place", place) for place in each_place(held))


def _goals(g: BulgeState) -> Value:
    """What must be reached at the end of this turn, or of the first one that counts. Rule 13.1."""
    turn = max(g.turn, min(ALLIED_GOAL))
    return message("standing.goals", turn=turn, german=GERMAN_GOAL, allied=ALLIED_GOAL[turn])
