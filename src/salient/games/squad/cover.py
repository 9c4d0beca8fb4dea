"""What protects a target: terrain, walls, hindrances, and what betrays it: open ground, haste.

Rules A4.6, A6.7, B9.3, B10.31 and the chapters. Each target in a location may have cover of its
own; of several lines of fire the one worst for the firers counts (A.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import members
from salient.engine.events import Modifier
from salient.games.squad import chapters
from salient.games.squad.ground import chart_row, has_trait, is_open
from salient.games.squad.hillside_walls import stands_at_wall
from salient.games.squad.los import eye_of, look_across, see
from salient.games.squad.questions import Attack, Cover, Look
from salient.games.squad.state import SquadState, enemy

WALLS = {"wall": Cover("B9.3", 2, "tem"), "hedge": Cover("B9.3", 1, "tem"),
         "bocage": Cover("B9.52", 2, "tem")}  # fmt: skip
FOXHOLE = Cover("B27.3", 2, "tem")
BEHIND_VEHICLE = Cover("D9.3", 1, "tem")
HIGHER = Cover("B10.31", 1, "tem")
FFMO, FFNAM, HAZARDOUS = Cover("A4.6", -1), Cover("A4.61", -1), Cover("A4.62", -2)
HERE = Look(True, 0, 0)


def cover(g: SquadState, attack: Attack, unit: int) -> tuple[Modifier, ...]:
    """The modifiers of a target against an attack, each with its rule."""
    if attack.means == "mines":
        return ()
    looks = [line(g, origin, attack, unit) for origin in attack.origins] or [HERE]
    sets = [weigh(tuple(covers(g, attack, unit, look))) for look in looks]
    return max(sets, key=lambda found: sum(modifier.value for modifier in found))


def line(g: SquadState, origin: int, attack: Attack, unit: int) -> Look:
    """The line from a firing location to the target as it stands in its hex."""
    board = g.setting.board
    firer = next((u for u in attack.firers if g.where[u] == origin), None)
    eye = board.eyes[origin] if firer is None else eye_of(g, firer)
    return see(g, eye, origin, eye_of(g, unit), g.where[unit])


def weigh(found: tuple[Cover, ...]) -> tuple[Modifier, ...]:
    """Of terrain only the best counts; all else is added up. Rule A6.7, B.5."""
    terrain = [item for item in found if item.kind == "tem"]
    rest = [Modifier(item.rule, item.value) for item in found if item.kind == "drm" and item.value]
    best = max(terrain, key=lambda item: item.value, default=None)
    if best is not None and best.value:
        rest.insert(0, Modifier(best.rule, best.value))
    return tuple(rest)


def covers(g: SquadState, attack: Attack, unit: int, look: Look) -> Iterator[Cover]:
    """All that protects or betrays a unit against fire along a line."""
    terrain = [*terrain_cover(g, attack, unit), *hexside_cover(g, attack, unit, look)]
    terrain += height_advantage(g, attack, unit)
    more = [item for answer in chapters.COVERS for item in answer(g, attack, unit, look)]
    yield from terrain
    yield from more
    hindrance = look.hindrance if attack.origins else g.smoke.get(attack.target, 0)
    if hindrance:
        yield Cover("A6.7", hindrance)
    if attack.moving and g.march is not None:
        # Height alone does not make open ground anything else (B10.31).
        covered = any(item.value > 0 and item.kind == "tem" and item != HIGHER
                      for item in (*terrain, *more))  # fmt: skip
        yield from haste(g, attack, unit, exposed=not covered and not hindrance)


def terrain_cover(g: SquadState, attack: Attack, unit: int) -> Iterator[Cover]:
    """The terrain of the location; none in bypass. Rules A4.34, B, B27.3, D9.3."""
    if unit in g.bypass:
        return
    place = g.where[unit]
    row = chart_row(g, place)
    value = row.bursts if attack.means == "shell" and row.bursts < 0 else row.tem
    yield Cover(row.rule, value, "tem" if value >= 0 else "drm")
    if g.entrenched >> unit & 1:
        yield FOXHOLE
    if g.stacks.get(place, 0) & g.setting.armour & ~g.motion & ~(1 << unit):
        yield BEHIND_VEHICLE


def hexside_cover(g: SquadState, attack: Attack, unit: int, look: Look) -> Iterator[Cover]:
    """A wall or hedge that the line crosses at the target's hex. Rules B9.3, B9.32, P6.3."""
    if not look.entering or not attack.origins or unit in g.bypass:
        return
    board = g.setting.board
    place = g.where[unit]
    here = board.hex(place)
    if board.locations[place].floor not in ("ground", "bridge"):
        return
    for side in look.entering:
        what = here.sides[side]
        if what not in WALLS or not stands_at_wall(g, unit, side):
            continue
        if has_wall_advantage(g, place, side, g.side(unit)):
            yield WALLS[what]


def has_wall_advantage(g: SquadState, place: int, side: int, of: int) -> bool:
    """Whether units of a side profit from a wall on a side of their hex. Rule B9.32.

    Reading: where both sides stand at a wall, those whose player turn it is not were there first.
    Who cannot profit from the wall at all (P6.3b) takes it from nobody.
    """
    board = g.setting.board
    here = board.hex(place)
    near = here.near[side]
    if near < 0:
        return True
    back = (side + 3) % 6
    rivals = members(g.people(near, enemy(of)) & ~g.broken & ~g.hidden)
    return of != g.mover or not any(stands_at_wall(g, rival, back) for rival in rivals)


def height_advantage(g: SquadState, attack: Attack, unit: int) -> Iterator[Cover]:
    """A target above all its firers. Rule B10.31."""
    if attack.means in ("fire", "ordnance", "snap") and attack.origins:
        board = g.setting.board
        own = eye_of(g, unit).level
        if (
            all(board.level(origin) < own for origin in attack.origins)
            and (g.setting.personnel | g.setting.guns) >> unit & 1
        ):
            yield HIGHER


def haste(g: SquadState, attack: Attack, unit: int, *, exposed: bool) -> Iterator[Cover]:
    """Moving in the open, not in assault movement, dangerously. Rules A4.6-A4.62."""
    assert g.march is not None
    if unit not in g.march.units or not g.setting.personnel >> unit & 1:
        return
    bare = is_open(g, attack.target) or (unit in g.bypass and has_trait(g, attack.target, "expose"))
    if exposed and bare:
        yield FFMO
    if not g.march.assault:
        yield FFNAM
    if g.march.hazardous:
        yield HAZARDOUS


def look_hindrance(g: SquadState, origin: int, place: int) -> int:
    """The hindrance between two locations."""
    return look_across(g, origin, place).hindrance
