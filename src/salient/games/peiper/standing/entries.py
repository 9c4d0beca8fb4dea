"""Entry areas: who may use which, and when. Rules CG6, CG6c-1, CG6c-2, CG6c-3, CG20."""

from __future__ import annotations

from salient.boards.bits import union
from salient.engine.ids import Piece
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.state import ENTERING, EXITED, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN


def is_eligible(g: PeiperState, number: int, side: int) -> bool:
    """Whether a side may use an entry area on the date. Rules CG6c-1, CG6c-2, CG6c-3."""
    area = g.setting.entries[number]
    if side == AMERICAN and g.early >> number & 1:
        return True
    since = area.since(side)
    if since is None or since > g.date:
        return False
    return side == AMERICAN or bool(g.control[GERMAN] >> area.centre & 1)


def eligible(g: PeiperState, side: int) -> list[int]:
    """The entry areas that a side may use on the date."""
    return [number for number in range(len(g.setting.entries)) if is_eligible(g, number, side)]


def eligible_hexes(g: PeiperState, side: int) -> int:
    """The hexes of the entry areas that a side may use."""
    return union(g.setting.entries[number].hexes for number in eligible(g, side))


def may_use(g: PeiperState, unit: Piece, number: int) -> bool:
    """Whether a counter may use an entry area: no vehicles on the railway bridge. Rule CG20."""
    return g.setting.entries[number].vehicles or not g.setting.vehicles >> unit & 1


def matching(g: PeiperState, group: Group, side: int, date: int) -> list[int]:
    """The entry areas through which a group may first enter on a date. Rules CG6a, P8.6197.

    Germans have no colours: any area of theirs that they may use (CG6b).
    """
    if side == GERMAN:
        return eligible(g, side)
    return [
        number for number, area in enumerate(g.setting.entries)
        if any(group.matches(colour) for colour in area.open_colours(side, date))
    ]  # fmt: skip


def put_in_box(g: PeiperState, unit: Piece, number: int, *, exited: bool = False) -> None:
    """A counter is in the holding box of an entry area. Rule P8.15."""
    g.box[unit] = 2 * number + (EXITED if exited else ENTERING)
