"""Culverts: streams that run underground (rule P4.2). Their sight is part of every line (P4.2b)."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.morale import break_unit, wound
from salient.games.squad.combat.quality import disrupt, lose_quality
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry

ROOM = 2
"""Half-squads that a culvert holds: one squad (P4.2c)."""


def is_culvert(g: SquadState, place: Place) -> bool:
    """Whether a location is a culvert. Rule P4.2a."""
    return g.setting.board.locations[place].floor == "culvert"


def culvert_limit(g: SquadState, place: Place) -> tuple[int, int] | None:
    """One squad and the usual leaders. Rule P4.2c."""
    return (ROOM, g.setting.numbers.stacking.leaders) if is_culvert(g, place) else None


def culvert_set_up(g: SquadState, unit: Piece, place: Place) -> str:  # noqa: ARG001
    """Nobody sets up in a culvert. Rule P4.21a."""
    return "P4.21a" if is_culvert(g, place) else ""


def culvert_fortification(g: SquadState, item: Fortification, place: Place) -> str:  # noqa: ARG001
    """Nothing is built in a culvert. Rule P4.21a."""
    return "P4.21a" if is_culvert(g, place) else ""


def culvert_bar(g: SquadState, entry: Entry) -> str:
    """Not in a flood, and neither vehicles nor guns. Rules P4.21b, P4.21c.

    That it is entered only from the stream beside it is how the board is laid out
    (:meth:`~salient.games.squad.terrain.board.Board._across`).
    """
    if not is_culvert(g, entry.to):
        return ""
    if not entry.on_foot or g.carried(entry.unit) & g.setting.guns:
        return "P4.21c"
    return "P4.21b" if g.setting.scenario.stream == "flooded" else ""


def freeze(g: SquadState, log: Log) -> None:
    """Infantry in a culvert suffers from frigid water when a player turn ends. Rules P4.23, B20.7.

    Only in a scenario with frigid water: the unit is replaced by one of lower quality; if there is
    none, as of leaders, it is disrupted (A19.12; a hero is wounded).
    """
    if "frigid" not in g.special:
        return
    for unit in each_piece(g.on_map(g.setting.personnel)):
        if not is_culvert(g, g.where[unit]):
            continue
        kind = g.kind[unit]
        if g.setting.squads >> unit & 1:
            lose_quality(g, unit, log)
        if g.kind[unit] != kind:
            continue
        if g.setting.leaders >> unit & 1 and g.leader(unit).kind == "hero":
            wound(g, unit, log)
        else:
            break_unit(g, unit, log)
            disrupt(g, unit, log)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"culvert"}),
    limits=(culvert_limit,),
    bars=(culvert_bar,),
    set_up_bars=(culvert_set_up,),
    fortification_bars=(culvert_fortification,),
    player_turn_ends=(freeze,),
)
