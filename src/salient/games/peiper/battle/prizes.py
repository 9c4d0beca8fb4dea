"""Vehicles taken from the enemy. Rules P8.6072, SSR-II.5, A21.11, A21.12.

A captured vehicle is a counter of its own in the army of those who have it. It is fired worse by
two, breaks down two pips sooner and has a rate of fire lower by one; all of that one less for the
half-track of Cheneux as long as its own crew mans it.
"""

from __future__ import annotations

from collections.abc import Iterable

from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.peiper.setting import HALF_TRACK
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.questions import Chapters
from salient.games.squad.infantry.captured_arms import BREAKS, SLOWER, STRANGE

STALLS = 6
"""The die on which an engine with red movement points does not start. Rule SSR-II.5 (D2.51)."""


def is_half_track(g: PeiperState, vehicle: Piece) -> bool:
    """Whether a vehicle is the captured half-track of Cheneux. Rule SSR-II.5."""
    return g.setting.units[vehicle].row.id == HALF_TRACK


def has_own_crew(g: PeiperState, vehicle: Piece) -> bool:
    """Whether the crew that came with it mans it. Rule SSR-II.5."""
    return not g.abandoned >> vehicle & 1 and vehicle not in g.crewing.values()


def strange_aim(g: PeiperState, unit: Piece, place: Place, turns: int) -> Iterable[Modifier]:  # noqa: ARG001
    """It is fired worse. Rules A21.12, SSR-II.5."""
    if is_half_track(g, unit):
        used = STRANGE.value - has_own_crew(g, unit)
        return (Modifier("SSR-II.5", used),)
    return (STRANGE,) if g.setting.prizes >> unit & 1 else ()


def slower(g: PeiperState, unit: Piece) -> int:
    """Its rate of fire; that of the half-track is 1 with its own crew. Rules A21.12, SSR-II.5."""
    if is_half_track(g, unit):
        return 0 if has_own_crew(g, unit) else SLOWER
    return SLOWER if g.setting.prizes >> unit & 1 else 0


def sooner(g: PeiperState, unit: Piece) -> int:
    """Its breakdown number. Rules A21.11, SSR-II.5."""
    if is_half_track(g, unit):
        return BREAKS + has_own_crew(g, unit)
    return BREAKS if g.setting.prizes >> unit & 1 else 0


def stalls(g: PeiperState, vehicle: Piece, log: Log) -> bool:
    """Whether the half-track does not start. Rule SSR-II.5."""
    if not is_half_track(g, vehicle):
        return False
    die = g.die()
    log.append(Tried(vehicle, "start", (die,), (), "failed" if die >= STALLS else "passed"))
    return die >= STALLS


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"vehicle"}),
    hit_cases=(strange_aim,),
    rates=(slower,),
    breakdowns=(sooner,),
    stalls=(stalls,),
)
