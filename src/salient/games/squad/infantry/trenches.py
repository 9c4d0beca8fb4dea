"""Trenches: whoever enters one on foot is in it. Rules B27.5, P3.2b.

Readings: a trench holds as many as its location does; getting in and out costs nothing. Only fully
tracked vehicles cross one, and may bog.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place, set_of
from salient.engine.state import Log
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck, Entry, Lying, Manner


def trench_bar(g: SquadState, entry: Entry) -> str:
    """Wheels and half-tracks do not cross a trench. Rule B27.5."""
    crosses = g.trenches >> entry.to & 1 and not entry.on_foot
    return "B27.5" if crosses and entry.way != "tracked" else ""


def trench_bog(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """A tank that crosses a trench may bog. Rule B27.5."""
    if g.trenches >> entry.to & 1 and entry.way == "tracked":
        yield BogCheck("B27.5", 0)


def get_in(g: SquadState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """Infantry that enters a trench, otherwise than along its side, is in it. Rule B27.5."""
    if not g.trenches >> entry.to & 1 or entry.manner in ("bypass", "crest"):
        return
    units = 1 << entry.unit
    if g.march is not None and entry.unit in g.march.units:
        units = set_of(g.march.units)
    there = g.stacks.get(entry.to, 0) & g.setting.personnel & ~(g.riding() | g.lost)
    g.entrenched |= units & there


def lying_trenches(g: SquadState, manner: Manner) -> Lying:  # noqa: ARG001
    """Trenches, for costs to be remembered by."""
    around = g.setting.board.around
    for place in each_place(g.trenches):
        yield around[place], ("trench", place)


CHAPTER: Chapters[SquadState] = Chapters(
    bars=(trench_bar,),
    bog_checks=(trench_bog,),
    arrivals=(get_in,),
    lying=(lying_trenches,),
)
