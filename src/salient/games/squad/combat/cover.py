"""What protects a target: terrain, walls, hindrances, and what betrays it: open ground, haste.

Rules A4.6, A6.7, B9.3, B10.31 and the chapters. Each target in a location may have cover of its
own; of several lines of fire the one worst for the firers counts (A.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece
from salient.boards.sight_lines import opposite
from salient.boards.sight_map import Eye, side_between
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.games.squad.core.locations import (
    chart_row,
    has_roadblock,
    has_trait,
    is_building,
    is_open,
)
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Look, Target
from salient.games.squad.sight.crossings import (
    Crossing,
    corner_eye,
    crossing_of,
    is_crossed_by_fire,
    look_at_corners,
)
from salient.games.squad.sight.hillside_walls import has_benefit, stands_at_wall
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import look_across, see, sight_of
from salient.games.squad.sight.stories import entering, story_of

WALL, HEDGE = Cover("B9.3", 2, "tem"), Cover("B9.3", 1, "tem")
BOCAGE = Cover("B9.52", 2, "tem")
WALLS = {"wall": WALL, "hedge": HEDGE, "bocage": BOCAGE}
ROADBLOCK = Cover("B29", 2, "tem")
FOXHOLE, DEEP = Cover("B27.3", 2, "tem"), Cover("B27.3", 4, "tem")
"""A foxhole protects better from shells than from bullets."""

BEHIND_VEHICLE = Cover("D9.3", 1, "tem")
HIGHER = Cover("B10.31", 1, "tem")
FFMO = Cover("A4.6", -1)
FFNAM = Cover("A4.61", -1)
HAZARDOUS = Cover("A4.62", -2)
GUNFLASH = Cover("E1.8", 2)
HERE = Look(True, 0)
UNCOVERED = ("mines", "impact", "backblast")
"""Attacks against which nothing covers; against a direct shot it has counted (C6.8)."""


def cover(g: SquadState, attack: Attack, unit: Piece) -> tuple[Modifier, ...]:
    """The modifiers of a target against an attack, each with its rule."""
    if attack.means in UNCOVERED:
        return ()
    if attack.crossing:
        sets = [weigh(tuple(crossing_covers(g, attack, unit, at))) for at in attack.origins]
    else:
        looks = [line(g, origin, attack, unit) for origin in attack.origins] or [HERE]
        sets = [weigh(tuple(covers(g, attack, unit, look))) for look in looks]
    return max(sets, key=lambda found: sum(modifier.value for modifier in found))


def line(g: SquadState, origin: Place, attack: Attack, unit: Piece) -> Look:
    """The line from a firing location to the target as it stands in its hex."""
    look = see(g, firing_eye(g, origin, attack), origin, eye_of(g, unit), g.where[unit])
    # Who is out of sight, in a location that is seen, has the cover of all that is in the way.
    return look if look.clear else look._replace(hindrance=story_of(g, look).hindrance)


def firing_eye(g: SquadState, origin: Place, attack: Attack) -> Eye:
    """From where exactly those in a location fire."""
    firer = next((u for u in attack.firers if g.where[u] == origin), None)
    return g.setting.board.eyes[origin] if firer is None else eye_of(g, firer)


def weigh(found: tuple[Cover, ...]) -> tuple[Modifier, ...]:
    """Of terrain only the best counts; all else is added up. Rule A7.6."""
    terrain = [item for item in found if item.kind == "tem"]
    rest = [Modifier(item.rule, item.value) for item in found if item.kind == "drm" and item.value]
    best = max(terrain, key=lambda item: item.value, default=None)
    if best is not None and best.value:
        rest.insert(0, Modifier(best.rule, best.value))
    return tuple(rest)


def covers(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:
    """All that protects or betrays a unit against fire along a line."""
    terrain = [*terrain_cover(g, attack, unit), *hexside_cover(g, attack, unit, look)]
    terrain += height_advantage(g, attack, unit)
    more = [
        item
        for about, answer in g.setting.chapters.covers
        if is_about(g, about, attack, unit)
        for item in answer(g, attack, unit, look)
    ]
    yield from terrain
    yield from more
    seen = look if attack.origins else Look(True, g.smoke.get(attack.target, 0))
    if attack.means != "shell":  # Against shells it has counted in the To Hit roll.
        yield from hindrances(seen)
        yield from flashes(g, attack)
    if attack.moving and g.march is not None:
        bare = is_open(g, attack.target) or (
            unit in g.bypass and has_trait(g, attack.target, "expose")
        )
        covered = is_covered((*terrain, *more))
        yield from haste(g, unit, exposed=bare and not covered and not seen.hides)


def hindrances(look: Look) -> Iterator[Cover]:
    """What hinders a look; mist and snow are told apart. Rules A6.7, E3.1."""
    if look.hides:
        yield Cover("A6.7", look.hindrance - look.haze)
    if look.haze:
        yield Cover("E3.1", look.haze)


def flashes(g: SquadState, attack: Attack) -> Iterator[Cover]:
    """Fire at a flash in the dark. Rule E1.8."""
    sight = sight_of(g)
    if g.flashes and any(sight.by_flash(origin, attack.target) for origin in attack.origins):
        yield GUNFLASH


def is_about(g: SquadState, about: Target, attack: Attack, unit: Piece) -> bool:
    """Whether a unit is one of the targets that a kind of cover is about."""
    match about:
        case "marching":
            return g.march is not None and unit in g.march.units
        case "bypassing":
            return unit in g.bypass
        case "crested":
            return unit in g.crest
        case "aboard":
            return unit in g.aboard
        case "in_smoke":
            return bool(g.smoke)
        case "sheltered":
            return bool(g.setting.board.sheltered >> g.hex(unit) & 1)
        case "in_lane":
            return attack.means == "lane"
        case "shelled":
            return attack.means == "shell"
    return True


def is_covered(found: Iterable[Cover]) -> bool:
    """Whether anything makes open ground something else; height alone does not. Rule B10.31."""
    return any(item.value > 0 and item.kind == "tem" and item != HIGHER for item in found)


def crossing_covers(g: SquadState, attack: Attack, unit: Piece, origin: Place) -> Iterator[Cover]:
    """All that protects or betrays a unit on the hexside it has just crossed. Rule A8.15.

    The terrain of neither hex helps there, only what stands on the hexside and before it.
    """
    crossing = crossing_of(g)
    assert crossing is not None
    eye = firing_eye(g, origin, attack)
    found = [*crossed_wall(g, eye, origin, crossing)]
    level = min(g.setting.board.level(place) for place in (crossing.left, crossing.to))
    if all(g.setting.board.level(place) < level for place in attack.origins):
        found.append(HIGHER)
    for answer in g.setting.chapters.crossing_covers:
        found += answer(g, attack, origin, eye)
    yield from found
    looks = look_at_corners(g, eye, origin, crossing)
    worst = max(looks, key=lambda look: look.hindrance)
    yield from hindrances(worst)
    yield from haste(g, unit, exposed=not is_covered(found) and not worst.hides)


def crossed_wall(g: SquadState, eye: Eye, origin: Place, crossing: Crossing) -> Iterator[Cover]:
    """A wall or hedge on the hexside, if fire at one of its hexes would cross it. Rule B9.3."""
    board = g.setting.board
    what = board.hex(crossing.left).sides[crossing.side]
    if what not in WALLS or not is_crossed_by_fire(g, eye, origin, crossing):
        return
    wall = side_between(board.hex(crossing.left).spot, board.hex(crossing.to).spot)
    target, _ = corner_eye(g, crossing, crossing.side, origin)
    if wall is not None and has_benefit(board.sight, target, wall):
        yield WALLS[what]


def terrain_cover(g: SquadState, attack: Attack, unit: Piece) -> Iterator[Cover]:
    """The terrain of the location; none in bypass. Rule A7.6."""
    if g.aboard.get(unit, unit) in g.bypass:  # A4.34
        return
    place = g.where[unit]
    row = chart_row(g, place)
    shelled = attack.means == "shell"
    value = row.bursts if shelled and row.bursts < 0 else row.tem  # B13.3
    if shelled and is_building(g, place):  # B23.32
        value += storeys_above(g, place)
    yield Cover(row.rule, value, "tem" if value >= 0 else "drm")
    if g.entrenched >> unit & 1:  # B27.3
        yield DEEP if shelled else FOXHOLE
    yield from behind_vehicle(g, unit, place, shelled=shelled)


def behind_vehicle(g: SquadState, unit: Piece, place: Place, *, shelled: bool) -> Iterator[Cover]:
    """An AFV that does not move covers those beside it. Rule D9.3."""
    beside = g.stacks.get(place, 0) & g.setting.armour & ~g.motion & ~(1 << unit)
    beside &= ~(g.hidden | g.concealed)  # It would show what a question mark is (reading).
    if beside and not shelled and unit not in g.aboard:
        yield BEHIND_VEHICLE


def storeys_above(g: SquadState, place: Place) -> int:
    """Storeys of a building above a location: each protects from shells from above. B23.32."""
    board = g.setting.board
    here = board.locations[place]
    storey = here.storey
    while (here.hex, storey + 1) in board.above:
        storey += 1
    return storey - here.storey


def hexside_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:
    """A wall, hedge or roadblock that the line crosses at the target's hex. Rule B9.3."""
    board, place = g.setting.board, g.where[unit]
    here = board.hex(place)
    if not (any(here.sides) or g.roadblocks) or not attack.origins:
        return
    if g.aboard.get(unit, unit) in g.bypass:  # A4.34
        return
    if board.locations[place].floor not in ("ground", "bridge"):
        return
    for side in entering(g, look):
        if has_roadblock(g, here.index, side):  # Rule B29
            yield ROADBLOCK
        what = here.sides[side]
        if what not in WALLS or not stands_at_wall(g, unit, side):  # P6.3
            continue
        # B9.32
        if has_wall_advantage(g, place, side, g.side(unit)):
            yield WALLS[what]


def has_wall_advantage(g: SquadState, place: Place, side: int, of: int) -> bool:
    """Whether units of a side profit from a wall on a side of their hex. Rule B9.32.

    Reading: where both sides stand at a wall, those whose player turn it is not were there first.
    Who cannot profit from the wall at all (P6.3b) takes it from nobody.
    """
    board = g.setting.board
    here = board.hex(place)
    near = here.near[side]
    back = opposite(side)
    rivals = each_piece(g.people(near, enemy(of)) & ~g.broken & ~g.hidden)
    return of != g.mover or not any(stands_at_wall(g, rival, back) for rival in rivals)


def height_advantage(g: SquadState, attack: Attack, unit: Piece) -> Iterator[Cover]:
    """A target above all its firers; up-slope alone is not above (P2.3f). Rule B10.31."""
    if attack.means in ("fire", "ordnance") and attack.origins:
        board = g.setting.board
        own = eye_of(g, unit).level
        if all(board.level(origin) < own for origin in attack.origins) and (
            g.seems_infantry(unit) or g.setting.guns >> unit & 1
        ):
            yield HIGHER


def haste(g: SquadState, unit: Piece, *, exposed: bool) -> Iterator[Cover]:
    """Moving in the open, not in assault movement, dangerously. Rules A4.6, A4.61, A4.62."""
    if unit not in g.moving.units or not g.setting.personnel >> unit & 1:
        return
    if exposed:  # A4.6
        yield FFMO
    if not g.moving.assault:  # A4.61
        yield FFNAM
    if g.moving.hazardous:  # A4.62
        yield HAZARDOUS


def look_hindrance(g: SquadState, origin: Place, place: Place) -> int:
    """The hindrance between two locations."""
    return look_across(g, origin, place).hindrance
