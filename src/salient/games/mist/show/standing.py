"""Who would win now: points by their sources, or the state of the towns. Chapter 12."""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.ids import Place
from salient.engine.messages import Value, Word, message
from salient.engine.state import Ref
from salient.games.mist.rules.victory import (
    GAP,
    area_points,
    controls,
    gaps,
    is_contested,
    level,
    town_points,
    two_towns_outcome,
    zone_points,
)
from salient.games.mist.state import MistState


def standing(g: MistState) -> Iterator[Value]:
    """What the Germans have, what they would gain now, and the level of victory it makes."""
    scoring = g.setting.scenario.scoring
    if scoring == "two_towns":
        yield from _towns(g)
        yield _outcome(two_towns_outcome(g))
        return
    twin = g.copy()
    yield message("standing.points", points=g.vp)
    if scoring == "areas":
        yield message("standing.areas", points=area_points(g))
    twin.vp += zone_points(twin)
    yield message("standing.zones", points=twin.vp - g.vp)
    if scoring == "three_days":
        yield from _towns(g)
        yield message("standing.town_points", points=town_points(g))
        yield message("standing.gaps", points=GAP * gaps(g), count=gaps(g))
        twin.vp += town_points(g) + GAP * gaps(g)
    yield _outcome(level(twin).outcome)


def _towns(g: MistState) -> Iterator[Value]:
    for town in g.setting.towns:
        yield message("standing.town", town=Ref("place", town), state=_state(g, town))


def _state(g: MistState, town: Place) -> Value:
    """Who holds a town. Rule 12.22."""
    side = message("side.german" if controls(g, town) else "side.allied")
    return message("standing.contested" if is_contested(g, town) else "standing.held", side=side)


def _outcome(outcome: str) -> Value:
    return message("standing.outcome", outcome=Word(outcome, ("result",)))
