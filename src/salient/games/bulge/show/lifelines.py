"""The supply line of one unit: over land to a road, by road to an open entry. Chapter 11."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.lifelines import Stretch, find_line
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Value, message
from salient.engine.reports import Lifeline
from salient.engine.state import Ref
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.supply import REACH, sources
from salient.games.bulge.state import BulgeState

ROAD = -1
"""The line has come to the road: from there on it counts no movement points."""

Node = tuple[Place, int]
"""A hex, and the movement points spent on the way to the road, or ``ROAD``."""


def supply_line(g: BulgeState, unit: Piece) -> Lifeline:
    """The line a unit can trace, or the one that would come nearest to it. Rules 11.2, 11.2a."""
    found = _trace(g, unit)
    cuts = tuple(at for at, stretch in enumerate(found) if stretch.bar)
    sound = bool(found) and not cuts
    way = tuple(stretch.place for stretch in found)
    return Lifeline("supply", sound, way, cuts, list(_tell(g, unit, found, sound=sound)))


def _trace(g: BulgeState, unit: Piece) -> list[Stretch]:
    """Six movement points to a road, by road to the edge of the map. Rules 11.2a, 11.2b."""
    setting, side = g.setting, g.setting.side_of[unit]
    theirs, hostile, goals = g.occupied[enemy(side)], ezoc(g, side), sources(g, side)
    prices = setting.prices_back["foot"]

    def bar(place: Place) -> str:
        """Rules 11.2-1, 11.2-4: no line enters the enemy's hexes or zones."""
        return "enemy" if theirs >> place & 1 else "zone" if hostile >> place & 1 else ""

    def ways(node: Node) -> Iterator[tuple[Node, str]]:
        here, spent = node
        if spent == ROAD:
            for leave, to in zip(setting.any_road, setting.board.neighbours[here], strict=True):
                if to >= 0 and leave >> here & 1:
                    yield (to, ROAD), bar(to)
            return
        if setting.road_hexes >> here & 1:
            # The road itself must be free where it is taken; a path may begin in a zone.
            yield (here, ROAD), bar(here) if spent == 0 else ""
        for cost, to in prices.into(here):
            if spent + cost <= REACH:
                yield (to, spent + cost), bar(to)

    start: Node = (g.where[unit], 0)
    return find_line([start], ways, lambda node: bool(goals >> node[0] & 1), lambda node: node[0])


def _tell(g: BulgeState, unit: Piece, found: list[Stretch], *, sound: bool) -> Iterator[Value]:
    """The judgement, each thing in the way, and what the last check found."""
    if not found:
        yield message("lifeline.none", reach=REACH)
    else:
        end = Ref("place", found[-1].place)
        yield message("lifeline.sound" if sound else "lifeline.broken", end=end)
    for place, bar in found:
        if bar:
            yield message(f"lifeline.{bar}", place=Ref("place", place))
    if g.isolated >> unit & 1:
        yield message("lifeline.isolated")
    elif g.oos >> unit & 1:
        yield message("lifeline.oos")
