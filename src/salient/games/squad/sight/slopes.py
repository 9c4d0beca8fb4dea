"""Slope hexsides along a sight line (rule P2): which end is up-slope, what shelters, what is level.

What they do to the line itself is part of every sight line (:mod:`salient.boards.sight_weigh`):
they neither block nor hinder it (P2.3a), leave the levels of hexes (P2.3g) and blind hexes (P2.3e)
as they are, but lift an up-slope end by 3/4 level (P2.3b), which so sees past its own crest (P2.3c)
and over what is lower (P2.3d). The rulebook's figure is a map of the tests (ex-P2.3a, ex-P2.3b,
ex-P2.3c, ex-P2.3d, ex-P2.3e, ex-P2.3f, ex-P2.42d). What slopes cost and how they cover in play is
in :mod:`~salient.games.squad.ground.slopes`.
"""

from __future__ import annotations

from salient.boards.sight import Sighting
from salient.boards.sight_lines import STEPS, Contact, opposite
from salient.boards.sight_map import LEVEL, Eye, SightMap
from salient.engine.ids import Place
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Look
from salient.games.squad.sight.stories import story_of
from salient.games.squad.terrain.slopes import down_slope_sides, is_sheltered

SLOPE_TEM = 1
"""Rule P2.41a."""


FIRE_LANE_DRM = 1
"""Rule P2.42a."""


def is_up_slope(board: SightMap, sighting: Sighting, eye: Eye) -> bool:
    """Whether an end is up-slope for this line. Rules P2.2a, P2.2b."""
    return bool(board.cells[eye.spot].slopes & sides_crossed(sighting, eye))


def sides_crossed(sighting: Sighting, eye: Eye) -> int:
    """The sides of an end's own hex that the line crosses; at a corner both. Rule P2.1."""
    dc = eye.column - sighting.viewer.column
    dh = eye.height - sighting.viewer.height
    sides = 0
    for contact in sighting.line.sides:
        if contact.contact is Contact.ALONG:
            continue
        step = STEPS[contact.side]
        if (contact.column, contact.height) == (dc, dh):
            sides |= 1 << contact.side
        elif (contact.column + step[0], contact.height + step[1]) == (dc, dh):
            sides |= 1 << contact.side + 3
    return sides


def slope_tem(board: SightMap, sighting: Sighting) -> int:
    """The slope cover of infantry at ground level against direct fire.

    Rules P2.41a, P2.41b, P2.41d.

    The sighting is the firer's. That other cover is not added, and that a flamethrower ignores
    it, is for the fire rules to say.
    """
    target, firer = sighting.target, sighting.viewer
    down = down_slope_sides(board, target.spot)
    higher = (firer.level - target.level) // LEVEL
    eligible = (
        sighting.clear
        and sighting.range > 1
        and is_sheltered(down)
        and bool(down & sides_crossed(sighting, target))
        and target.level == board.cells[target.spot].floor
        and higher < sighting.range
    )
    return SLOPE_TEM if eligible else 0


def fire_lane_drm(board: SightMap, sighting: Sighting) -> int:
    """What infantry gains against a fire lane from up-slope. Rules P2.42a, ex-P2.42b, ex-P2.42d.

    The firer must be just 3/4 level higher for this line: up-slope at the same base level.
    """
    firer, target = sighting.viewer, sighting.target
    same = board.cells[firer.spot].level == board.cells[target.spot].level
    eligible = (
        same
        and sighting.range > 1
        and is_up_slope(board, sighting, firer)
        and not is_up_slope(board, sighting, target)
    )
    return FIRE_LANE_DRM if eligible else 0


def snap_shot_drm(board: SightMap, first: Sighting, second: Sighting) -> int:
    """The same against a fire-lane snap shot at a hexside: both of its hexes must gain it.

    Rule P2.42b. The sightings are the firer's, to the two hexes that share the hexside.
    """
    return min(fire_lane_drm(board, first), fire_lane_drm(board, second))


def lane_reaches(board: SightMap, sighting: Sighting) -> bool:
    """Whether a fire lane affects a hex: at the same base level only. Rules P2.31, P2.42c."""
    firer, target = board.cells[sighting.viewer.spot], board.cells[sighting.target.spot]
    return sighting.clear and firer.level == target.level


def crosses_slope(board: SightMap, sighting: Sighting) -> bool:
    """Whether a line crosses any slope hexside. Rule P2.31."""
    for contact in sighting.line.sides:
        column = sighting.viewer.column + contact.column
        height = sighting.viewer.height + contact.height
        dc, dh = STEPS[contact.side]
        here = board.cells.get((column, height))
        beyond = board.cells.get((column + dc, height + dh))
        falls = here is not None and here.slopes >> contact.side & 1
        rises = beyond is not None and beyond.slopes >> opposite(contact.side) & 1
        if contact.contact is not Contact.ALONG and (falls or rises):
            return True
    return False


def lane_stays_level(g: SquadState, origin: Place, place: Place, look: Look) -> bool:
    """Whether a fire lane is at one level from the weapon to a location. Rules A9.22, P2.31.

    Across slopes the base levels of the two hexes must be the same too.
    """
    board = g.setting.board
    story = story_of(g, look).sighting
    level = board.level(place) == board.level(origin)
    if story is None or not crosses_slope(board.sight, story):
        return level
    return level and lane_reaches(board.sight, story)
