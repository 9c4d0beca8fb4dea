"""Slope hexsides (rule P2): what they give besides sight, and what crossing them costs.

That an up-slope end counts as 3/4 level higher (P2.3b) is part of every sight line
(:func:`salient.boards.sight.make_view`); here is the cover that rests on the same line.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.sight_lines import STEPS
from salient.boards.sight_map import Eye
from salient.engine.ids import Piece, Place
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Entry, Look, Part
from salient.games.squad.sight.los import look_across
from salient.games.squad.sight.slopes import fire_lane_drm, slope_tem, snap_shot_drm
from salient.games.squad.sight.stories import story_of
from salient.games.squad.terrain.board import OFF_MAP, Hexagon, apart

DIRECT = ("fire", "lane", "ordnance")
"""Attacks on a hex that a slope protects from: direct fire, but no flamethrower (P2.41a)."""


# -- cover in play --------------------------------------------------------------------------------


def slope_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:
    """What slopes do for infantry under direct fire along a line. Rules P2.4, P2.41.

    Reading: who goes along a hexside in bypass has no slope cover.
    """
    if attack.means not in DIRECT or not g.seems_infantry(unit) or unit in g.bypass:
        return
    sighting = story_of(g, look).sighting
    if sighting is not None:
        # P2.41c
        yield Cover("P2.41a", slope_tem(g.setting.board.sight, sighting), "tem")


def lane_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:
    """What infantry gains against a fire lane, in a hex or on a hexside. Rules P2.42a, P2.42b.

    Reading: a fire lane meets who goes along a hexside in bypass as a snap shot at that hexside.
    """
    sighting = story_of(g, look).sighting if g.seems_infantry(unit) else None
    if sighting is None:
        return
    if unit in g.bypass:
        yield hexside_lane_cover(g, attack.origins[0], g.hex(unit), g.bypass[unit][0])
    else:
        yield Cover("P2.42a", fire_lane_drm(g.setting.board.sight, sighting))


def hexside_lane_cover(g: SquadState, origin: Place, hexagon: Hexagon, side: int) -> Cover:
    """What infantry on a hexside gains against a fire lane from a location. Rule P2.42b."""
    board = g.setting.board
    pair = hexagon, board.hexes[hexagon].near[side]
    looks = [look_across(g, origin, place) for place in pair if place != OFF_MAP]
    stories = [story_of(g, look).sighting for look in looks]
    found = [sighting for sighting in stories if sighting is not None]
    if len(found) < len(pair):
        return Cover("P2.42b", 0)
    return Cover("P2.42b", snap_shot_drm(board.sight, *found))


def crossing_lane_cover(g: SquadState, attack: Attack, origin: Place, eye: Eye) -> Iterator[Cover]:  # noqa: ARG001
    """The same of who crosses a hexside along which a lane runs. Rules A9.221, P2.42b."""
    if attack.means == "lane" and g.march is not None:
        yield hexside_lane_cover(g, origin, *apart(g.march.crossed, len(STEPS)))


# -- crossing slopes ------------------------------------------------------------------------------


def climbs(g: SquadState, entry: Entry) -> bool:
    """Whether a down-slope hexside is crossed into an up-slope hex. Rule P2.5."""
    return entry.crossing and bool(g.setting.board.hex(entry.to).slopes >> entry.far_side & 1)


def descends(g: SquadState, entry: Entry) -> bool:
    """Whether an up-slope hexside is crossed into a down-slope hex. Rule P2.5."""
    return entry.crossing and bool(g.setting.board.hex(entry.origin).slopes >> entry.side & 1)


def slope_cost(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Half an MF or one MP to climb a slope. Rules P2.51a, ex-P2.51.

    Along a road too, whose bonus stays (P2.51c).
    """
    if not climbs(g, entry):
        return
    if entry.on_foot:
        yield Part("P2.51a", 1, "slope")
    else:
        yield Part("P2.52", 2, "slope")


def slope_bar(g: SquadState, entry: Entry) -> str:
    """Vehicles do not cross a slope that is a crest line too. Rule P2.53."""
    if entry.on_foot:
        return ""
    board = g.setting.board
    if not climbs(g, entry) and not descends(g, entry):
        return ""
    return "P2.53" if board.hex(entry.to).level != board.hex(entry.origin).level else ""


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"slope"}),
    extra_costs=(slope_cost,),
    bars=(slope_bar,),
    covers=(("sheltered", slope_cover), ("in_lane", lane_cover)),
    crossing_covers=(crossing_lane_cover,),
)
