"""Armoured assault: infantry that goes along with an AFV, in its cover. Rules D9.31, P3.2b."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Pieces, Place
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.march import March
from salient.games.squad.core.points import allotment
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.stacking import has_room
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Entry, Look

BESIDE = Cover("D9.31", 1, "tem")
"""Cover of those who go along with an AFV."""


def escorts(g: SquadState, march: March) -> Pieces:
    """The infantry that goes along with a moving vehicle."""
    return tuple(unit for unit in march.units if g.setting.personnel >> unit & 1)


def followers(g: SquadState, march: March) -> list[Piece]:
    """The infantry that may go along with an AFV that begins its move. Rule D9.31."""
    vehicle = march.units[0]
    place = g.where[vehicle]
    if march.spent or place == NOWHERE or vehicle in g.bypass or g.motion >> vehicle & 1:
        return []
    if not g.setting.armour >> vehicle & 1:
        return []
    out = g.moved | g.prep_fired | g.ti | g.broken | g.pinned | g.melee | g.cx
    out |= set_of(march.units) | set_of(g.bypass)
    able = each_piece(g.people(place, g.side(vehicle)) & ~out)
    return [unit for unit in able if not g.carried(unit) & (g.setting.guns | g.prep_fired)]


def foot_cost(g: SquadState, march: March, to: Place, walked: int) -> int | None:
    """Halves of MF that an escort pays to go along into a hex; None if it cannot.

    Args:
        g: The state.
        march: The vehicle and its escort.
        to: The hex it enters.
        walked: Halves of MF spent so far.
    """
    units, here = escorts(g, march), g.where[march.units[0]]
    side = next((link.side for link in g.setting.board.links[here] if link.to == to), None)
    if side is None or not has_room(g, to, set_of(march.units), g.side(units[0])):
        return None
    allotted = allotment(g, units)
    entry = Entry(units[0], "infantry", here, to, side, "armoured")
    cost = entry_cost(g, entry, allotted)
    return None if cost.bar or walked + cost.total > allotted else cost.total


def escort_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Who goes along with an AFV has its cover against all but mines. Rule D9.31."""
    march = g.march
    if march is None or unit not in march.units[1:]:
        return
    if (g.setting.armour & ~g.wrecks) >> march.units[0] & 1:
        yield BESIDE


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"vehicle"}),
    covers=(("marching", escort_cover),),
)
