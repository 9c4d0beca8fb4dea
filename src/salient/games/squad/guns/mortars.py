"""Mortars: light ones that squads carry, and guns of kind MTR. Rules C3.33, C9, B23.423.

A mortar fires at an area: the To Hit number depends on the range alone, and a hit is an attack
with half the firepower of its shell on everybody in the location. Readings: a mortar that does not
see its target may have a spotter in its own or in a neighbouring hex, a squad or leader in Good
Order who does, for +2; light mortars have no arc.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import ALL, each_piece, each_place, set_of
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log, once
from salient.games.squad.combat.attack import struck
from salient.games.squad.combat.cover import hindrances
from salient.games.squad.combat.firepower import crew_of
from salient.games.squad.core.arcs import turns_to
from salient.games.squad.core.events.fire import HitRolled
from salient.games.squad.core.locations import is_subterranean, terrain_at
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Attack, Look, Occasion
from salient.games.squad.guns.armament import BAND, can_shoot, shot_of
from salient.games.squad.guns.indirect import burst, column_for, he_power
from salient.games.squad.guns.ordnance import finish_shot, turn_gun
from salient.games.squad.guns.to_hit import CRITICAL, hit_cases
from salient.games.squad.sight.los import look_at

SPOTTED = Modifier("C9.3", 2)
NOT_FOR_AREAS = frozenset({"C6.4"})
"""To Hit cases of a single target, which do not count against an area (C3.33)."""


def is_mortar(g: SquadState, unit: Piece) -> bool:
    """Whether a weapon or gun is a mortar. Rule C9."""
    return bool(g.setting.mortars >> unit & 1)


def can_lob(g: SquadState, unit: Piece, occasion: Occasion) -> bool:
    """Whether a mortar may fire where it stands: not under a roof. Rules B23.423, fn-B16A.

    Rail cars are no building, a tower has none; nothing flies out of a culvert.
    """
    if not is_mortar(g, unit) or not can_shoot(g, unit, occasion):
        return False
    place = g.where[unit]
    return "building" not in terrain_at(g, place) and not is_subterranean(g, place)


def mortar_targets(
    g: SquadState, unit: Piece, occasion: Occasion, among: int = ALL
) -> Iterator[Place]:
    """Locations of infantry that a mortar can fire at. Rules C3.33, C9.3, P4.24b.

    Of the set of locations ``among`` which it asks, or of all.
    """
    if not can_lob(g, unit, occasion):
        return
    setting, side = g.setting, g.side(unit)
    own = setting.army[side] & setting.personnel
    foes = setting.army[enemy(side)] & (setting.personnel | setting.vehicles & g.concealed)
    foes &= ~(g.hidden | g.melee)
    held = set_of(at for at, stack in g.stacks.items() if stack & foes and not stack & own)
    for place in each_place(held & among):
        if is_subterranean(g, place):
            continue
        if reaches(g, unit, place) and sight_of(g, unit, place) is not None:
            yield place


def reaches(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a location lies between the least and the greatest range. Rule C2.25."""
    shot = shot_of(g, unit)
    away = g.setting.board.range(g.where[unit], place)
    return shot is not None and shot.least <= away <= shot.most


def sight_of(g: SquadState, unit: Piece, place: Place) -> tuple[Look, bool] | None:
    """The line along which a mortar is aimed, and whether it is a spotter's. Rule C9.3."""
    own = look_at(g, unit, place)
    if own.clear:
        return own, False
    looks = [look_at(g, spotter, place) for spotter in spotters(g, unit)]
    seen = [look for look in looks if look.clear]
    return (min(seen, key=lambda look: look.hindrance), True) if seen else None


def spotters(g: SquadState, unit: Piece) -> list[Piece]:
    """Who may watch the fall of shot for a mortar: leaders and squads next to it. Rule C9.3."""
    return once(g, ("spotters", unit), lambda: _spotters(g, unit))


def _spotters(g: SquadState, unit: Piece) -> list[Piece]:
    board, here = g.setting.board, g.where[unit]
    ready = g.setting.army[g.side(unit)] & g.good_order() & ~(g.pinned | g.ti)
    ready &= ~(1 << crew_of(g, unit))
    return [
        one for one in each_piece(g.on_map(ready))
        if one not in g.aboard and board.range(g.where[one], here) <= 1
    ]  # fmt: skip


def area_number(g: SquadState, unit: Piece, place: Place) -> int:
    """The To Hit number against an area, before modifiers. Rule C3.33."""
    away = g.setting.board.range(g.where[unit], place)
    return int(g.setting.tables.hit["area"][min(max(away - 1, 0) // BAND, 9)])


def area_cases(
    g: SquadState, unit: Piece, place: Place, turns: int, occasion: Occasion, look: Look
) -> list[Modifier]:
    """The modifiers of a To Hit roll against an area: the firer's own, and hindrances. C3.33."""
    found = [
        case for case in hit_cases(g, unit, place, turns, occasion, NOBODY)
        if case.rule not in NOT_FOR_AREAS
    ]  # fmt: skip
    return [*found, *(Modifier(cover.rule, cover.value) for cover in hindrances(look))]


def mortar_roll(
    g: SquadState, unit: Piece, place: Place, turns: int, occasion: Occasion
) -> tuple[int, tuple[Modifier, ...]]:
    """What a mortar needs to hit a location, with the modifiers in it. Rules C3.33, C9.3."""
    sight = sight_of(g, unit, place)
    assert sight is not None
    look, spotted = sight
    modifiers = area_cases(g, unit, place, turns, occasion, look)
    if spotted:
        modifiers.append(SPOTTED)
    need = area_number(g, unit, place) - sum(modifier.value for modifier in modifiers)
    return need, tuple(modifiers)


def mortar_turns(g: SquadState, unit: Piece, place: Place) -> int:
    """Corners that a mortar must be turned; a light one has no arc. Rule C5.11."""
    return turns_to(g, unit, place, turret=True)[0] if g.setting.guns >> unit & 1 else 0


def mortar_column(g: SquadState, unit: Piece, *, critical: bool) -> int:
    """Half the firepower of the shell; all of it for a critical hit. Rules C3.33, C3.7."""
    shot = shot_of(g, unit)
    assert shot is not None
    power = he_power(g, shot.calibre)
    return column_for(power if critical else power // 2)


def mortar_victims(g: SquadState, unit: Piece, place: Place, occasion: Occasion) -> int:
    """Everybody in the location, whether he is seen or not."""
    return struck(g, place, enemy(g.side(unit)), moving=occasion == "first")


def lob(g: SquadState, unit: Piece, place: Place, occasion: Occasion, log: Log) -> None:
    """Fire a mortar at a location. Rules C3.33, C9."""
    shot = shot_of(g, unit)
    assert shot is not None
    turns = turn_gun(g, unit, place, log) if g.setting.guns >> unit & 1 else 0  # C5.11
    need, modifiers = mortar_roll(g, unit, place, turns, occasion)
    columns = [mortar_column(g, unit, critical=critical) for critical in (False, True)]
    dice = g.dice()
    critical = sum(dice) == CRITICAL
    hit = critical or sum(dice) <= need
    finish_shot(g, unit, dice, occasion, place, log)
    result = "critical" if critical else "hit" if hit else "missed"
    log.append(HitRolled(unit, place, dice, need, modifiers, result))
    if hit:
        attack = Attack("shell", g.side(unit), (), place, occasion == "first", (unit,))
        victims = mortar_victims(g, unit, place, occasion)
        burst(g, attack, shot.calibre, columns[critical], victims, log)
