"""What a shot is worth to those who do not think ahead: small arms, shells, panzerfausts."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, set_of
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.games.squad.bot.survey import Outlook, out_of_action
from salient.games.squad.bot.weights import (
    BROKEN,
    CARRIER,
    CHARGING,
    ENOUGH,
    LANE,
    LANE_NEAR,
    ON_THE_MOVE,
    SCREEN,
    SUSPICION,
    TANK,
    UNKNOWN_MORALE,
    UNKNOWN_POWER,
)
from salient.games.squad.combat.attack import struck
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import EIGHTHS, can_hit, column_of, firers
from salient.games.squad.combat.lanes import lane_end, lane_hexes
from salient.games.squad.combat.vehicle_damage import armour_of, soft_number
from salient.games.squad.core.arcs import aspect, turns_to
from salient.games.squad.core.locations import chart_row, is_open
from salient.games.squad.core.stacking import seen_enemies
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.core.unit_rows import WeaponRow
from salient.games.squad.guns.armament import heat_shot, may_bear, shot_of
from salient.games.squad.guns.machine_guns import CALIBRE, mg_hit_number, mg_kill_number
from salient.games.squad.guns.mortars import is_mortar, reaches, sight_of
from salient.games.squad.guns.ordnance import range_bonus, shell_column, to_kill
from salient.games.squad.guns.smoke_shells import Ammunition, depletion_number
from salient.games.squad.guns.to_hit import basic_number, hit_cases, own_number
from salient.games.squad.infantry.aims import aims
from salient.games.squad.infantry.detonation import THROWN, TOO_NEAR
from salient.games.squad.infantry.fire import Aiming, plan, who_pays
from salient.games.squad.show.odds import (
    CHANCES,
    hit_chance,
    mortar_forecast,
    price_of_protection,
    reckoned,
    soft_vehicles,
)
from salient.games.squad.sight.los import look_at


def chance_of(need: int) -> float:
    """The chance to roll no more than a number with two dice."""
    return sum(chance for roll, chance in CHANCES.items() if roll <= need)


def aim_worth(o: Outlook, unit: Piece, aim: Action, occasion: Occasion) -> float:
    """What firing at something is worth, in squads put out of action."""
    g = o.g
    match aim.verb:
        case "at":
            return shot_worth(g, whole_stack(o, unit, aim.place(0), occasion))
        case "burst":
            return 0.0  # All together do more.
        case "shell" if is_mortar(g, unit):
            place = aim.place(0)
            return mortar_forecast(g, unit, place, occasion).figures["out_of_action"]
        case "shell":
            return shell_worth(g, unit, aim.place(0), occasion) * steadiness(occasion)
        case "aim":
            return vehicle_worth(g, unit, aim.piece(0), occasion) * steadiness(occasion)
        case "suspect":
            return SUSPICION
        case "faust":
            return faust_worth(g, unit, aim.piece(0), occasion)
        case "throw":
            here, place = g.where[unit], aim.place(0)
            own = blast_on(g, g.people(here, o.side), here, TOO_NEAR.value)
            return blast_worth(g, o.side, place, THROWN.value) - own
        case "load" if occasion == "prep":
            kind: Ammunition = "smoke" if aim.choice(0) == "smoke" else "wp"
            has = chance_of(depletion_number(g, unit, kind))
            return has * max(screens(o, unit), default=0.0)
    return 0.0


def steadiness(occasion: Occasion) -> float:
    """What is left of a gun's shot: on the move it had better wait for a halt."""
    return ON_THE_MOVE if occasion == "bounding" else 1.0


def best_aim(o: Outlook, unit: Piece, occasion: Occasion) -> float:
    """What the best shot of a unit is worth, for each squad that takes part."""
    return max(
        (aim_worth(o, unit, aim, occasion) for aim in aims(o.g, unit, o.side, occasion)),
        default=0.0,
    )


# -- small arms -----------------------------------------------------------------------------------


def whole_stack(o: Outlook, unit: Piece, place: Place, occasion: Occasion) -> Aiming:
    """The attack of all in a unit's location who can fire at another, with who directs them."""
    g = o.g
    order = Aiming(o.side, occasion, (unit,), (), place)
    if g.setting.vehicles >> unit & 1:
        return order
    here = g.where[unit]
    able = firers(g, o.side, occasion) & g.stack(here, o.side) & ~(1 << unit)
    able &= g.setting.personnel | g.setting.mgs
    more = tuple(mate for mate in each_piece(able) if can_hit(g, mate, place, occasion))
    leaders = tuple(order.directors(g, {here})[:1])
    return Aiming(o.side, occasion, (unit, *more), leaders, place)


def shot_worth(g: SquadState, order: Aiming) -> float:
    """Squads that a fire attack puts out of action on average; what it costs is taken off."""
    planned = plan(g, order)
    there, lorries = reckoned(g, planned.targets), soft_vehicles(g, planned.targets)
    if not (there or lorries) or planned.column < 0:
        return 0.0
    own = sum(modifier.value for modifier in planned.own)
    total = 0.0
    for lorry in lorries:
        drm = own + sum(modifier.value for modifier in cover(g, planned.attack, lorry))
        kill = g.setting.tables.vehicle_line[COLUMNS[planned.column]]
        total += chance_of(kill - drm) * price_of(g, lorry)
    for unit in there:
        drm = own + sum(modifier.value for modifier in cover(g, planned.attack, unit))
        morale = UNKNOWN_MORALE if g.concealed >> unit & 1 else g.morale(unit)
        weight = BROKEN if g.broken >> unit & 1 else 1.0
        total += weight * out_of_action(g.setting.tables, planned.column, drm, morale)
    if order.occasion == "protective":
        for unit in who_pays(g, order.group, order.leaders):
            price = price_of_protection(g, unit)
            total -= price.get("broken", 0.0) + price.get("reduced", 0.0)
    return total


# -- ordnance -------------------------------------------------------------------------------------


def shell_worth(g: SquadState, unit: Piece, place: Place, occasion: Occasion) -> float:
    """What a shell at infantry does: To Hit, then the table without the cover. C3.31."""
    shot = shot_of(g, unit) or heat_shot(g, unit)
    targets = struck(g, place, enemy(g.side(unit)), moving=occasion == "first")
    seen = reckoned(g, targets & ~g.riding())
    if shot is None or not seen:
        return 0.0
    away = g.setting.board.range(g.where[unit], place)
    turns = 0 if shot.heat else turns_to(g, unit, place, turret=True)[0]
    cases = hit_cases(g, unit, place, turns, occasion, NOBODY)
    need = own_number(g, unit, away) if shot.heat else basic_number(g, shot, away, "infantry")
    if all(g.concealed >> target & 1 for target in seen):
        need -= 2
    total = _total(g, unit, place, occasion, cases, seen[0])
    hit = hit_chance(need - total, doubled=bool(g.motion >> unit & 1))
    column = shell_column(g, shot, critical=False)
    lost = 0.0
    for target in seen:
        morale = UNKNOWN_MORALE if g.concealed >> target & 1 else g.morale(target)
        weight = BROKEN if g.broken >> target & 1 else 1.0
        lost += weight * out_of_action(g.setting.tables, column, 0, morale)
    return hit * lost


def vehicle_worth(g: SquadState, unit: Piece, target: Piece, occasion: Occasion) -> float:
    """What a shot at a vehicle does: To Hit, then To Kill. Rules C3.32, C7."""
    place, row, shot = g.where[target], g.setting.units[unit].row, shot_of(g, unit)
    away = g.setting.board.range(g.where[unit], place)
    if g.setting.mgs >> unit & 1:
        turns, need = 0, mg_hit_number(g, unit, target)
        kill, calibre = mg_kill_number(g, unit, target), CALIBRE
    elif isinstance(row, WeaponRow):
        turns, need = 0, own_number(g, unit, away)
        kill, calibre = row.tk or 0, 0
    elif shot is not None:
        turns = turns_to(g, unit, place, turret=True)[0]
        need = basic_number(g, shot, away, "vehicle")
        kill, calibre = to_kill(g, shot) + range_bonus(g, shot.calibre, away), shot.calibre
    else:
        return 0.0
    cases = hit_cases(g, unit, place, turns, occasion, target)
    total = _total(g, unit, place, occasion, cases, target)
    hit = hit_chance(need - total, doubled=bool(g.motion >> unit & 1))
    return hit * kill_chance(g, unit, target, kill, calibre) * price_of(g, target)


def faust_worth(g: SquadState, unit: Piece, target: Piece, occasion: Occasion) -> float:
    """What a panzerfaust does, if one is at hand at all. Rule C13.3."""
    numbers, place = g.setting.numbers.panzerfaust, g.where[target]
    cases = hit_cases(g, unit, place, 0, occasion, target)
    away = g.setting.board.range(g.where[unit], place)
    hit = hit_chance(numbers.to_hit[away] - _total(g, unit, place, occasion, cases, target))
    found = numbers.at_hand / 6
    return found * hit * kill_chance(g, unit, target, numbers.to_kill, 0) * price_of(g, target)


def _total(
    g: SquadState,
    unit: Piece,
    place: Place,
    occasion: Occasion,
    cases: list[Modifier],
    target: Piece,
) -> int:
    attack = Attack("ordnance", g.side(unit), (g.where[unit],), place, occasion == "first", (unit,))
    return sum(modifier.value for modifier in (*cases, *cover(g, attack, target)))


def kill_chance(g: SquadState, unit: Piece, target: Piece, kill: int, calibre: int) -> float:
    """The chance that a hit destroys a vehicle: hull and turret are hit alike. Rule C7.7."""
    if not g.setting.armour >> target & 1:
        return chance_of(soft_number(g, calibre))
    total = 0.0
    for hull in (True, False):
        face = aspect(g, target, g.where[unit], turret=not hull)
        total += chance_of(kill - armour_of(g, target, face, hull=hull)) / 2
    return total


def price_of(g: SquadState, vehicle: Piece) -> float:
    """What a vehicle is worth, with those aboard."""
    aboard = (g.load(vehicle) & g.setting.squads).bit_count()
    return (TANK if g.setting.vehicle_row(vehicle).calibre else CARRIER) + aboard


# -- fire lanes -----------------------------------------------------------------------------------


def lane_worth(o: Outlook, weapon: Piece, target: Place) -> float:
    """What a fire lane through a location is worth: the squads that still have to cross it. A9.22.

    The machine-gun gives up its further fire for it.
    """
    g, board = o.g, o.g.setting.board
    here = board.hex_of[g.where[weapon]]
    swept = lane_hexes(g, here, lane_end(g, weapon, target))
    foes = g.on_map(g.setting.army[enemy(o.side)] & g.setting.personnel & ~g.hidden)
    foes &= ~(g.moved | g.broken | g.pinned | g.prep_fired) & ~set_of(g.moving.units)
    near = sum(
        any(board.range(g.where[foe], place) <= LANE_NEAR for place in swept)
        for foe in each_piece(foes & (g.setting.squads | g.concealed))
    )
    bare = sum(is_open(g, place) for place in swept)
    return LANE * min(near, bare) - LANE


# -- charges --------------------------------------------------------------------------------------


def blast_worth(g: SquadState, side: int, place: Place, drm: int = 0) -> float:
    """What a demolition charge does to the enemies in a location, as a side knows them. A23.4."""
    return blast_on(g, seen_enemies(g, place, side) & ~g.setting.armour, place, drm)


def blast_on(g: SquadState, units: int, place: Place, drm: int) -> float:
    """Squads that a demolition charge puts out of action."""
    row = g.setting.tables
    power = max(
        (g.setting.weapon_row(one).fp for one in each_piece(g.setting.demolitions)), default=0
    )
    column = column_of(power * EIGHTHS)
    cover_ = max(0, chart_row(g, place).tem)
    return sum(
        out_of_action(
            row, column, drm + cover_, UNKNOWN_MORALE if g.concealed >> u & 1 else g.morale(u)
        )
        for u in each_piece(units & (g.setting.personnel | g.concealed))
    )


# -- smoke and artillery --------------------------------------------------------------------------


def screens(o: Outlook, unit: Piece) -> Iterator[float]:
    """What smoke is worth on the hexes of enemies that a gun or mortar can see."""
    g = o.g
    if not o.must_act:
        return
    for battery in o.batteries:
        place = g.setting.board.hex_of[battery.place]
        if is_mortar(g, unit):
            sees = reaches(g, unit, place) and sight_of(g, unit, place) is not None
        else:
            sees = may_bear(g, unit, place) and look_at(g, unit, place).clear
        if sees:
            yield screen_worth(o, place)


def screen_worth(o: Outlook, place: Place) -> float:
    """What smoke on a location is worth: the firepower that it blinds before a charge."""
    g, board = o.g, o.g.setting.board
    here = board.hex_of[place]
    blinded = sum(
        power for battery in o.batteries if board.hex_of[battery.place] == here
        for power, _ in battery.guns
    )  # fmt: skip
    own = g.on_map(g.setting.army[o.side] & g.setting.squads & g.good_order() & ~g.prep_fired)
    close = [unit for unit in each_piece(own) if board.range(g.where[unit], here) <= CHARGING]
    if len(close) < ENOUGH or here in g.smoke:
        return 0.0
    return SCREEN * blinded / (UNKNOWN_POWER * EIGHTHS)
