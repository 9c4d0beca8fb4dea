"""The supply line of one unit: where it runs and ends, or where it is cut. Chapter 13."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from salient.boards.lifelines import Stretch, find_line
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Message, Value, Word, message
from salient.engine.reports import Lifeline
from salient.engine.state import Ref
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.state import MistState

Node = tuple[Place, int]
"""A place, and how many blown bridges the line has used on its way there."""

ENEMY, ZONE, BRIDGE = "enemy", "zone", "bridge"


def supply_line(g: MistState, unit: Piece) -> Lifeline:
    """The line a unit traces, or the one that comes nearest to it. Rules 13.11, 13.12, 13.14."""
    setting, place = g.setting, g.where[unit]
    sound = in_supply(g, unit)
    if not setting.section >> place & 1:  # s2-rules-3
        word = "appeared" if sound else "outside"
        return Lifeline("supply", sound, (place,), (), [message(f"lifeline.{word}")])
    found = _trace(g, unit)
    way = tuple(stretch.place for stretch in found)
    cuts = tuple(at for at, stretch in enumerate(found) if stretch.bar)
    return Lifeline("supply", sound, way, cuts, list(_tell(g, found, sound=sound)))


def _trace(g: MistState, unit: Piece) -> list[Stretch]:
    """Roads to a source zone; infantry may use one blown bridge, armor none. Rules 13.11, 13.14."""
    setting = g.setting
    side = setting.side_of[unit]
    spare = 0 if setting.armor >> unit & 1 else 1

    def ways(node: Node) -> Iterator[tuple[Node, str]]:
        here, used = node
        for to, link, _, _ in setting.board.exits[here]:
            if setting.section >> to & 1:
                blown = g.blown >> link & 1
                bar = _bar(g, side, to) or (BRIDGE if blown and used >= spare else "")
                yield (to, min(used + blown, spare)), bar

    start = (g.where[unit], 0)
    goals = setting.sources[side]
    return find_line([start], ways, lambda node: bool(goals >> node[0] & 1), lambda node: node[0])


def _bar(g: MistState, side: int, place: Place) -> str:
    """What keeps a line from a place: enemies, or a zone that is no source. Rules 13.11, 13.12."""
    if g.present[enemy(side)] >> place & 1:
        return ENEMY
    return ZONE if g.setting.no_supply[side] >> place & 1 else ""


def _tell(g: MistState, found: list[Stretch], *, sound: bool) -> Iterator[Value]:
    """The judgement, and each thing in the way."""
    if not found:
        yield message("lifeline.none")
        return
    end = Ref("place", found[-1].place)
    yield message("lifeline.sound" if sound else "lifeline.cut", end=end, areas=len(found) - 1)
    for last, (place, bar) in pairwise(found):
        if bar == BRIDGE:
            yield _tell_bridge(g, Place(last.place), Place(place))
        elif bar:
            yield message(f"lifeline.{bar}", place=Ref("place", place))


def _tell_bridge(g: MistState, here: Place, there: Place) -> Message:
    link = g.setting.board.link_between(here, there)
    assert link is not None, "a line runs along roads"
    name = g.setting.link_rows[link].river
    # A river whose name the data do not give is a single letter there.
    river = message("report.over", river=Word(name, ("river",))) if len(name) > 1 else ""
    return message(
        "lifeline.bridge", here=Ref("place", here), there=Ref("place", there), river=river
    )
