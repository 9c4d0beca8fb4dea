"""Steeples in play (rule P5.2). How high they stand is in :mod:`.buildings`."""

from __future__ import annotations

from salient.engine.ids import Piece, Place
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry

ROOM = 1
"""Half-squads that a steeple holds (P5.21)."""


def is_steeple(g: SquadState, place: Place) -> bool:
    """Whether a location is a steeple. Rule P5.2a."""
    return g.setting.board.locations[place].floor == "steeple"


def steeple_limit(g: SquadState, place: Place) -> tuple[int, int] | None:
    """One half-squad and the usual leaders. Rule P5.21."""
    return (ROOM, g.setting.numbers.stacking.leaders) if is_steeple(g, place) else None


def steeple_set_up(g: SquadState, unit: Piece, place: Place) -> str:
    """No gun is set up in a steeple. Rule P5.21."""
    return "P5.21" if is_steeple(g, place) and g.setting.guns >> unit & 1 else ""


def steeple_bar(g: SquadState, entry: Entry) -> str:
    """Nobody takes a gun up there. Rule P5.21."""
    barred = is_steeple(g, entry.to) and g.carried(entry.unit) & g.setting.guns
    return "P5.21" if barred else ""


def steeple_fortification(g: SquadState, item: Fortification, place: Place) -> str:
    """A steeple is never fortified. Rule P5.2b."""
    return "P5.2b" if is_steeple(g, place) and item.kind not in ("flame", "blaze") else ""


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"steeple"}),
    limits=(steeple_limit,),
    bars=(steeple_bar,),
    set_up_bars=(steeple_set_up,),
    fortification_bars=(steeple_fortification,),
)
