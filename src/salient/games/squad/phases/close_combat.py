"""The close combat phase: ambush, hand-to-hand fighting, melee, infantry against vehicles.

Rule A11. Each side fights as one: all its units in a location attack all the enemy's (reading;
the rules allow any pairing). Against vehicles every squad or crew attacks one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import members
from salient.engine.events import Modifier
from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.squad.combat.morale import eliminate, random_selection, reduce
from salient.games.squad.combat.vehicle_damage import immobilise, wreck
from salient.games.squad.core.events import AmbushRolled, Became, CloseCombat
from salient.games.squad.core.locations import conceals, is_house
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.sight.concealment import reveal


class CloseCombats(SquadStep, frozen=True, tag="close_combats"):
    """All close combats, location by location. Rule A11.1."""

    side: int

    def run(self, g: SquadState, log: Log) -> None:
        """Fight them."""
        g.steps.pop()
        for place in sorted(g.stacks):
            if place in g.stacks and is_contested(g, place):
                fight(g, place, self.side, log)
        settle_melee(g, log)


def is_contested(g: SquadState, place: int) -> bool:
    """Whether both sides have somebody in a location who can fight."""
    return (
        bool(fighters(g, place, 0) | g.vehicles(place, 0))
        and bool(fighters(g, place, 1) | g.vehicles(place, 1))
        and bool(fighters(g, place, 0) | fighters(g, place, 1))
    )


def fighters(g: SquadState, place: int, side: int) -> int:
    """A side's personnel in a location."""
    return g.people(place, side)


def fight(g: SquadState, place: int, side: int, log: Log) -> None:
    """One location: ambush, then the attacks, at once or in turn. Rules A11.12, A11.4."""
    reveal(g, g.stacks[place] & g.hidden, log)
    ambusher = ambush(g, place, side, log)
    reveal(g, g.stacks[place], log)
    if ambusher in (0, 1):
        attack(g, place, ambusher, strength(g, place, ambusher), log, ambusher)
        if place in g.stacks:
            attack(g, place, enemy(ambusher), strength(g, place, enemy(ambusher)), log, ambusher)
    else:
        strengths = [strength(g, place, one) for one in (0, 1)]
        for one in (side, enemy(side)):
            if place in g.stacks:
                attack(g, place, one, strengths[one], log, -1)
    if place in g.stacks:
        attack_vehicles(g, place, side, log)
        attack_vehicles(g, place, enemy(side), log)


# -- ambush ---------------------------------------------------------------------------------------


def ambush(g: SquadState, place: int, side: int, log: Log) -> int:
    """Who ambushes whom: in woods or buildings, or if anybody is concealed. Rule A11.4."""
    new = g.people(place, side) & g.advanced
    secret = g.stacks[place] & g.concealed & g.setting.personnel
    hard = is_house(g, place) or conceals(g, place)
    if not new or not (hard or secret) or g.stacks[place] & g.melee:
        return -1
    if not g.people(place, 0) or not g.people(place, 1):
        return -1
    rolls = [g.roll(6) + ambush_drm(g, place, one) for one in (0, 1)]
    need = g.setting.numbers.close_combat.ambush
    winner = 0 if rolls[1] - rolls[0] >= need else 1 if rolls[0] - rolls[1] >= need else -1
    result = ("german", "american")[winner] if winner >= 0 else "none"
    log.append(AmbushRolled(place, tuple(rolls), result))
    return winner


def ambush_drm(g: SquadState, place: int, side: int) -> int:
    """What counts for a side's ambush die. Rule A11.4."""
    people = g.people(place, side)
    leaders = [g.leadership(u) for u in members(people & g.setting.leaders & ~g.broken)]
    drm = min(leaders, default=0) if people & g.setting.squads else 0
    drm += sum(bool(people & state) for state in (g.cx, g.broken, g.pinned))
    if people and not people & ~g.concealed:
        drm -= 2
    return drm


# -- attacks --------------------------------------------------------------------------------------


def strength(g: SquadState, place: int, side: int) -> int:
    """Firepower of a side in close combat, in halves; the pinned count half. Rules A11.13, A7.8."""
    total = 0
    for unit in members(g.people(place, side) & ~g.broken):
        own = 2 * max(g.firepower(unit), 1 if g.setting.leaders >> unit & 1 else 0)
        total += own // 2 if g.pinned >> unit & 1 else own
    for vehicle in members(g.vehicles(place, side) & ~g.shocked):
        row = g.setting.vehicle_row(vehicle)
        total += 2 * (row.cmg + (0 if g.buttoned >> vehicle & 1 else row.aamg))
    return total


def kill_number(g: SquadState, attack_power: int, defence: int) -> tuple[int, str]:
    """Kill number and name of the odds. Rule A11.11."""
    found, name = 0, "<1-8"
    for row in g.setting.tables.odds:
        if attack_power * row.defence >= defence * row.attack and row.attack:
            found, name = row.kill, f"{row.attack}-{row.defence}"
    best = g.setting.tables.odds[-1]
    if attack_power * best.defence > defence * best.attack:
        found, name = g.setting.numbers.close_combat.overwhelming, f">{name}"
    return found, name


def modifiers_of(g: SquadState, place: int, side: int, ambusher: int) -> Iterator[Modifier]:
    """Leadership, ambush, exhaustion, the broken. Rules A11.141, A11.4, A4.51, A11.16."""
    own, foes = g.people(place, side), g.people(place, enemy(side))
    leaders = [g.leadership(u) for u in members(own & g.setting.leaders & ~g.broken & ~g.pinned)]
    if leaders and own & g.setting.squads:
        yield Modifier("A11.141", min(leaders))
    if ambusher == side:
        yield Modifier("A11.4", -1)
    elif ambusher == enemy(side):
        yield Modifier("A11.4", 1)
    if own & g.cx:
        yield Modifier("A4.51", 1)
    if foes & g.cx:
        yield Modifier("A4.51", -1)
    if foes and not foes & ~g.broken:
        yield Modifier("A11.16", -2)
    for answer in g.setting.chapters.close_combat:
        yield from answer(g, place, side)


def attack(g: SquadState, place: int, side: int, power: int, log: Log, ambusher: int) -> None:
    """A side attacks the enemy's infantry. Rules A11.11, A11.12.

    Under the kill number all are eliminated; the number itself costs one of them a casualty.
    """
    foes = g.people(place, enemy(side))
    if not power or not foes:
        return
    defence = sum(2 * max(g.firepower(u), 1) for u in members(foes))
    kill, odds = kill_number(g, power, defence)
    modifiers = tuple(m for m in modifiers_of(g, place, side, ambusher) if m.value)
    dice = g.dice()
    final = sum(dice) + sum(modifier.value for modifier in modifiers)
    result = "eliminated" if final < kill else "reduced" if final == kill else "none"
    log.append(CloseCombat(side, place, odds, kill, dice, modifiers, result))
    if result == "eliminated":
        for unit in members(foes):
            if not g.lost >> unit & 1:
                eliminate(g, unit, "close_combat", log)
    elif result == "reduced":
        for unit in random_selection(g, members(foes), 1):
            reduce(g, unit, "close_combat", log)


# -- against vehicles -----------------------------------------------------------------------------


def attack_vehicles(g: SquadState, place: int, side: int, log: Log) -> None:
    """Each squad or crew attacks an enemy vehicle. Rules A11.5, A11.6."""
    values = g.setting.numbers.close_combat
    for unit in members(g.people(place, side) & g.setting.squads & ~g.broken):
        targets = members(g.vehicles(place, enemy(side)))
        if not targets:
            return
        target = targets[0]
        value = (
            values.squad if g.is_squad(unit)
            else values.crew if g.setting.crews >> unit & 1 else values.half_squad
        )  # fmt: skip
        if g.pinned >> unit & 1:
            value -= 1
        modifiers = tuple(m for m in vehicle_modifiers(g, unit, target) if m.value)
        dice = g.dice()
        final = sum(dice) + sum(modifier.value for modifier in modifiers)
        result = "eliminated" if final < value else "immobilised" if final == value else "none"
        log.append(CloseCombat(side, place, "ccv", value, dice, modifiers, result))
        if result == "eliminated":
            wreck(g, target, log, burns=final * 2 <= value)
        elif result == "immobilised":
            immobilise(g, target, log)


def vehicle_modifiers(g: SquadState, unit: int, target: int) -> Iterator[Modifier]:
    """What counts against a vehicle: motion, open tops, missing machine-guns. Rule A11.51."""
    row = g.setting.vehicle_row(target)
    leaders = g.people(g.where[unit], g.side(unit)) & g.setting.leaders & ~g.broken
    yield Modifier("A11.141", min((g.leadership(u) for u in members(leaders)), default=0))
    if g.motion >> target & 1:
        yield Modifier("A11.51", 2)
    if not row.armoured:
        yield Modifier("A11.51", -3)
    elif row.open == "yes":
        yield Modifier("A11.51", -2)
    elif not g.buttoned >> target & 1:
        yield Modifier("A11.51", -1)
    if not (row.bmg or row.cmg or row.aamg):
        yield Modifier("A11.51", -1)
    if g.immobile >> target & 1:
        yield Modifier("A11.51", -1)
    if g.cx >> unit & 1:
        yield Modifier("A4.51", 1)
    for answer in g.setting.chapters.assaults:
        yield from answer(g, unit, target)


# -- melee ----------------------------------------------------------------------------------------


def settle_melee(g: SquadState, log: Log) -> None:
    """Infantry of both sides left in a location is locked in melee. Rule A11.15."""
    locked = 0
    for place in sorted(g.stacks):
        sides = [g.people(place, side) for side in (0, 1)]
        if all(sides):
            locked |= sides[0] | sides[1]
    for unit in members(locked & ~g.melee):
        log.append(Became(unit, "melee"))
    g.melee = locked
