"""Who would win now: the German points by their sources, and what they mean. Rule rc-vic-1."""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.messages import Value, Word, message, series
from salient.engine.state import Ref
from salient.games.trumpets.calendar import code
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.standing.supply import supply_roads
from salient.games.trumpets.state import TrumpetsState
from salient.games.trumpets.victory import german_points, level, points


def standing(g: TrumpetsState) -> Iterator[Value]:
    """The points as they would be counted now, line by line."""
    scenario = g.setting.scenario
    yield verdict(g)
    yield from _places(g)
    if g.points:
        yield message("standing.events", points=g.points)
    for condition in g.setting.conditions:
        worth = points(condition, g)
        if worth:
            kind = str(type(condition).__struct_config__.tag)
            yield message("standing.condition", what=message(f"standing.{kind}"), points=worth)
    last = Word(code(scenario.last_turn), ("turn",))
    yield message("standing.goals", last=last, win=scenario.win, draw=scenario.draw)


def verdict(g: TrumpetsState) -> Value:
    """The points, and what they would mean."""
    total = german_points(g)
    return message("standing.total", points=total, outcome=message(f"result.{level(g, total)}"))


def _places(g: TrumpetsState) -> Iterator[Value]:
    """The places that count for the Germans, and those still to be taken."""
    linked, rows = g.control & supply_roads(g, GERMAN), g.setting.scenario.prizes
    for topic, wanted in (("held", True), ("open", False)):
        found = [row for row in rows if bool(linked >> g.setting.at(row.hex) & 1) == wanted]
        if found:
            names = series(Ref("place", g.setting.at(row.hex)) for row in found)
            worth = sum(row.points for row in found)
            yield message(f"standing.{topic}", points=worth, names=names)
