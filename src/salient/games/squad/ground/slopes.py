"""Slope hexsides (rule P2): what they give besides sight, and what crossing them costs.

That an up-slope end counts as 3/4 level higher (P2.3b) is part of every sight line
(:func:`salient.boards.sight.make_view`); here is the cover that rests on the same line.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.sight import Sighting
from salient.boards.sight_lines import STEPS, Contact
from salient.boards.sight_map import LEVEL, Eye, SightMap, Spot
from salient.games.squad.core.questions import Attack, Chapters, Cover, Entry, Look, Part
from salient.games.squad.core.state import SquadState

SLOPE_TEM = 1
"""Rule P2.41a."""

FIRE_LANE_DRM = 1
"""Rule P2.42a."""

DIRECT = ("fire", "lane", "ordnance")
"""Attacks on a hex that a slope protects from: direct fire, but no flamethrower (P2.41a)."""

MARCHERS = ("infantry", "cavalry", "wagon", "ski")
"""Who pays MF for a slope (P2.51a); the others pay MP (P2.52)."""


def down_slope_sides(board: SightMap, spot: Spot) -> int:
    """The sides of a hex across which it is down-slope: the neighbour's falling sides. P2.2a."""
    sides = 0
    for side, (dc, dh) in enumerate(STEPS):
        beyond = board.cells.get((spot[0] + dc, spot[1] + dh))
        if beyond is not None and beyond.slopes >> (side + 3) % 6 & 1:
            sides |= 1 << side
    return sides


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


def is_sheltered(sides: int) -> bool:
    """Whether a hex has enough down-slope sides for cover. Rule P2.41a.

    Three of them are enough, and so are two that do not touch (reading: share no corner).

    >>> is_sheltered(0b000011), is_sheltered(0b000101), is_sheltered(0b000111)
    (False, True, True)
    """
    if sides.bit_count() >= 3:
        return True
    touching = sides & (sides << 1 | sides >> 5) & 63
    return sides.bit_count() == 2 and not touching


def slope_tem(board: SightMap, sighting: Sighting) -> int:
    """The slope cover of infantry at ground level against direct fire. Rules P2.41a, P2.41b.

    The sighting is the firer's. That other cover is not added (P2.41c), and that a flamethrower
    ignores it, is for the fire rules to say.
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
        and (higher <= 0 or higher < sighting.range)
    )
    return SLOPE_TEM if eligible else 0


def fire_lane_drm(board: SightMap, sighting: Sighting) -> int:
    """What infantry gains against a fire lane from up-slope. Rule P2.42a.

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


# -- cover in play --------------------------------------------------------------------------------


def slope_cover(g: SquadState, attack: Attack, unit: int, look: Look) -> Iterator[Cover]:
    """What slopes do for infantry under direct fire along a line. Rules P2.4-P2.42.

    Reading: who goes along a hexside in bypass has no slope cover, and a fire lane meets him as a
    snap shot at that hexside (P2.42b).
    """
    if attack.means not in DIRECT or not g.seems_infantry(unit) or look.sighting is None:
        return
    board = g.setting.board.sight
    if unit not in g.bypass:
        yield Cover("P2.41a", slope_tem(board, look.sighting), "tem")
    if attack.means == "lane":
        yield lane_cover(g, attack, unit, look.sighting)


def lane_cover(g: SquadState, attack: Attack, unit: int, sighting: Sighting) -> Cover:
    """What infantry gains against a fire lane, in a hex or on a hexside. Rules P2.42a, P2.42b."""
    if unit not in g.bypass:
        return Cover("P2.42a", fire_lane_drm(g.setting.board.sight, sighting))
    return hexside_lane_cover(g, attack.origins[0], g.hex(unit), g.bypass[unit][0])


def hexside_lane_cover(g: SquadState, origin: int, hexagon: int, side: int) -> Cover:
    """What infantry on a hexside gains against a fire lane from a location. Rule P2.42b."""
    from salient.games.squad.sight.los import look_across

    board = g.setting.board
    pair = hexagon, board.hexes[hexagon].near[side]
    looks = [look_across(g, origin, place) for place in pair if place >= 0]
    stories = [look.sighting for look in looks if look.sighting is not None]
    if len(stories) < len(pair):
        return Cover("P2.42b", 0)
    return Cover("P2.42b", snap_shot_drm(board.sight, *stories))


def crossing_lane_cover(g: SquadState, attack: Attack, origin: int, eye: Eye) -> Iterator[Cover]:  # noqa: ARG001
    """The same of who crosses a hexside along which a lane runs. Rules A9.221, P2.42b."""
    if attack.means == "lane" and g.march is not None:
        yield hexside_lane_cover(g, origin, *divmod(g.march.crossed, len(STEPS)))


def crosses_slope(board: SightMap, sighting: Sighting) -> bool:
    """Whether a line crosses any slope hexside. Rule P2.31."""
    for contact in sighting.line.sides:
        column = sighting.viewer.column + contact.column
        height = sighting.viewer.height + contact.height
        dc, dh = STEPS[contact.side]
        here = board.cells.get((column, height))
        beyond = board.cells.get((column + dc, height + dh))
        falls = here is not None and here.slopes >> contact.side & 1
        rises = beyond is not None and beyond.slopes >> (contact.side + 3) % 6 & 1
        if contact.contact is not Contact.ALONG and (falls or rises):
            return True
    return False


def lane_stays_level(g: SquadState, origin: int, place: int, look: Look) -> bool:
    """Whether a fire lane is at one level from the weapon to a location. Rules A9.22, P2.31.

    Across slopes the base levels of the two hexes must be the same too.
    """
    board = g.setting.board
    story = look.sighting
    level = board.level(place) == board.level(origin)
    if story is None or not crosses_slope(board.sight, story):
        return level
    return level and lane_reaches(board.sight, story)


# -- crossing slopes ------------------------------------------------------------------------------


def climbs(g: SquadState, entry: Entry) -> bool:
    """Whether a down-slope hexside is crossed into an up-slope hex. Rule P2.5."""
    return entry.crossing and bool(g.setting.board.hex(entry.to).slopes >> (entry.side + 3) % 6 & 1)


def descends(g: SquadState, entry: Entry) -> bool:
    """Whether an up-slope hexside is crossed into a down-slope hex. Rule P2.5."""
    return entry.crossing and bool(g.setting.board.hex(entry.origin).slopes >> entry.side & 1)


def slope_cost(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Half an MF or one MP to climb a slope; skiers gain half an MF down one.

    Rules P2.51a, P2.51b, P2.52.
    """
    if climbs(g, entry):
        yield Part("P2.51a", 1, "slope") if entry.way in MARCHERS else Part("P2.52", 2, "slope")
    elif entry.way == "ski" and descends(g, entry):
        yield Part("P2.51b", -1, "slope")


def slope_bar(g: SquadState, entry: Entry) -> str:
    """Vehicles and charging cavalry do not cross a slope that is a crest line too. Rule P2.53."""
    if entry.on_foot and entry.manner != "charge":
        return ""
    board = g.setting.board
    if not climbs(g, entry) and not descends(g, entry):
        return ""
    return "P2.53" if board.hex(entry.to).level != board.hex(entry.origin).level else ""


CHAPTER: Chapters[SquadState] = Chapters(
    extra_costs=(slope_cost,),
    bars=(slope_bar,),
    covers=(slope_cover,),
    crossing_covers=(crossing_lane_cover,),
)
