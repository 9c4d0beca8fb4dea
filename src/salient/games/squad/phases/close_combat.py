"""The close combat phase: ambush, hand-to-hand fighting, melee, infantry against vehicles.

Rule A11. Each side fights as one: all its infantry in a location attacks all the enemy's, or one
unit of his that it chooses (reading; the rules allow any pairing). Against vehicles every squad or
crew attacks one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.morale import eliminate, random_selection, reduce
from salient.games.squad.combat.vehicle_damage import immobilise, wreck
from salient.games.squad.core.events.men import AmbushRolled, Became, CloseCombat
from salient.games.squad.core.locations import conceals, is_house
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import CloseRoll
from salient.games.squad.guns.panzerfausts import at_hand
from salient.games.squad.sight.concealment import reveal

CLUMSY = 2
"""What vehicles add to an ambush die (A11.4)."""

LUCKY = 2
FATES = ("none", "immobilised", "wrecked", "burning")
"""What close combat does to a vehicle, from nothing to the worst."""

MAGNETIC_MINE = Modifier("C13.7", -3)


class CloseCombats(SquadStep, frozen=True, tag="close_combats"):
    """All close combats, location by location. Rule A11.1.

    Attributes:
        done: Where it is over.
    """

    side: int
    done: tuple[int, ...] = ()

    def run(self, g: SquadState, log: Log) -> None:
        """The next one, or the end."""
        for place in sorted(g.stacks):
            if place not in self.done and is_contested(g, place):
                g.steps[-1] = CloseCombats(self.side, (*self.done, place))
                begin(g, place, self.side, log)
                return
        g.steps.pop()
        settle_melee(g, log)


class Combat(SquadStep, frozen=True, tag="combat"):
    """Close combat in a location: each side names whom it attacks. Rules A11.11, A11.12, A11.4.

    Who ambushes attacks before the other side names anybody; else both attack at once.

    Attributes:
        side: Who names its targets.
        place: Where.
        first: Who named them, or attacked, first.
        ambusher: Who ambushes, or -1.
        named: The targets of who named them before.
        taking: The sides that want to take prisoners, a bit each (A20.22).
    """

    side: int
    place: Place
    first: int
    ambusher: int
    named: int = 0
    taking: int = 0

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """All of the enemy's infantry, or one unit, if there are several; or to take prisoners."""
        foes = g.people(self.place, enemy(self.side))
        if not strength(g, self.place, self.side) or not foes:
            return None
        captors = g.people(self.place, self.side) & g.setting.squads & ~(g.broken | g.unarmed)
        takes = bool(g.setting.chapters.captures) and bool(captors)
        if foes.bit_count() < 2 and not takes:
            return None
        actions = [Action("fight", (self.place,))]
        if takes:
            actions.append(Action("capture", (self.place,)))
        if foes.bit_count() > 1:
            actions += [Action("engage", (unit,)) for unit in each_piece(foes)]
        values: dict[str, Ref | int | str] = {"place": Ref("place", self.place)}
        acting = members(g.people(self.place, self.side))
        return Decision(self.side, "combat", actions, ("A11",), values, acting)

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """They are named."""
        if action.verb == "engage":
            self.go_on(g, 1 << action.piece(0), log)
        elif action.verb == "capture":
            taking = self.taking | 1 << self.side
            step = msgspec.structs.replace(self, taking=taking)
            step.run(g, log)
        else:
            self.run(g, log)

    def run(self, g: SquadState, log: Log) -> None:
        """All are attacked."""
        self.go_on(g, g.people(self.place, enemy(self.side)), log)

    def go_on(self, g: SquadState, targets: int, log: Log) -> None:
        """The other side's turn, or the attacks."""
        other = enemy(self.side)
        power = strength(g, self.place, self.side)
        if self.side == self.first:  # What the dice bring up comes before the other side.
            g.steps[-1] = Combat(other, self.place, self.first, self.ambusher, targets, self.taking)
            if self.ambusher >= 0:
                self.attack(g, self.side, power, targets, log)
            return
        g.steps.pop()
        if self.ambusher >= 0:
            self.attack(g, self.side, power, targets, log)
        else:
            powers = [strength(g, self.place, one) for one in (0, 1)]
            self.attack(g, other, powers[other], self.named, log)
            if self.place in g.stacks:
                self.attack(g, self.side, powers[self.side], targets, log)
        fight_vehicles(g, self.place, (self.first, self.side), log, self.ambusher)
        for answer in g.setting.chapters.combat_ends:
            answer(g, self.place, log)

    def attack(self, g: SquadState, side: int, power: int, targets: int, log: Log) -> None:
        """A side's infantry attacks those it named, perhaps to take prisoners. A11.11, A20.22."""
        foes = g.people(self.place, enemy(side)) & targets
        taking = bool(self.taking >> side & 1)
        found = list(modifiers_of(g, self.place, side, foes, self.ambusher))
        if taking:
            for answer in g.setting.chapters.capture_modifiers:
                found += answer(g, side)
        own = g.people(self.place, side) & ~g.broken
        roll_attack(g, self.place, side, power, foes, found, log, own=own, taking=taking)


def is_contested(g: SquadState, place: Place) -> bool:
    """Whether both sides have somebody in a location who can fight."""
    return (
        bool(fighters(g, place, 0) | g.vehicles(place, 0))
        and bool(fighters(g, place, 1) | g.vehicles(place, 1))
        and bool(fighters(g, place, 0) | fighters(g, place, 1))
    )


def fighters(g: SquadState, place: Place, side: int) -> int:
    """A side's personnel in a location."""
    return g.people(place, side)


def begin(g: SquadState, place: Place, side: int, log: Log) -> None:
    """A location: everybody comes to light, and perhaps somebody is ambushed. A11.19, A11.4."""
    reveal(g, g.stacks[place] & (g.hidden | g.setting.dummies), log)  # A12.11
    if not is_contested(g, place):
        return
    ambusher = ambush(g, place, side, log)
    reveal(g, g.stacks[place], log)
    first = side if ambusher < 0 else ambusher
    g.steps.append(Combat(first, place, first, ambusher))
    for answer in g.setting.chapters.combat_steps:
        g.steps += answer(g, place, first)


def fight_vehicles(
    g: SquadState, place: Place, order: Iterable[int], log: Log, ambusher: int
) -> None:
    """Vehicles fight and are fought in turn, who ambushes or moves first. Rule A11.31."""
    for one in order:
        if place in g.stacks:
            attack_vehicles(g, place, one, log, ambusher)
            attack_by_vehicles(g, place, one, log, ambusher)


# -- ambush ---------------------------------------------------------------------------------------


def ambush(g: SquadState, place: Place, side: int, log: Log) -> int:
    """Who ambushes whom: in woods or buildings, or if anybody is concealed. Rule A11.4."""
    new = g.people(place, side) & g.advanced
    secret = g.stacks[place] & g.concealed & g.setting.personnel
    hard = is_house(g, place) or conceals(g, place)
    if not new or not (hard or secret) or g.stacks[place] & g.melee:
        return -1
    dice = (g.die(), g.die())
    rolls = tuple(dice[one] + ambush_drm(g, place, one) for one in (0, 1))
    need = g.setting.numbers.close_combat.ambush
    winner = 0 if rolls[1] - rolls[0] >= need else 1 if rolls[0] - rolls[1] >= need else -1
    result = ("german", "american")[winner] if winner >= 0 else "none"
    log.append(AmbushRolled(place, rolls, result, dice))
    return winner


def ambush_drm(g: SquadState, place: Place, side: int) -> int:
    """What counts for a side's ambush die: leaders, states, vehicles, concealment. Rule A11.4."""
    people = g.people(place, side)
    leaders = [g.leadership(u) for u in each_piece(people & g.setting.leaders & ~g.broken)]
    drm = min(leaders, default=0) if people & g.setting.squads else 0
    drm += sum(bool(people & state) for state in (g.cx, g.broken, g.pinned))
    if people and not people & ~g.concealed:
        drm -= 2
    vehicles = g.vehicles(place, side)
    if vehicles:
        drm += CLUMSY + sum(bool(vehicles & state) for state in (g.buttoned, g.shocked))
    return drm


# -- attacks --------------------------------------------------------------------------------------


def strength(g: SquadState, place: Place, side: int) -> int:
    """Firepower of a side's infantry in close combat, in halves. Rule A11."""
    total = 0
    for unit in each_piece(g.people(place, side) & ~g.broken):
        if unit in g.withdrawing:  # A11.2
            continue
        own = 2 * max(g.firepower(unit), 1 if g.setting.leaders >> unit & 1 else 0)
        total += own // 2 if g.pinned >> unit & 1 else own  # A7.8
    return total


def vehicle_strength(g: SquadState, vehicle: Piece) -> int:
    """Firepower of a vehicle in close combat, in halves: coaxial gun and that on top. A11.62."""
    if (g.shocked | g.abandoned) >> vehicle & 1:
        return 0
    row = g.setting.vehicle_row(vehicle)
    return 2 * (row.cmg + (0 if (g.buttoned | g.dismounted) >> vehicle & 1 else row.aamg))


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


def modifiers_of(
    g: SquadState, place: Place, side: int, foes: int, ambusher: int
) -> Iterator[Modifier]:
    """Leadership, exhaustion, and what the targets are. Rules A11.141, A4.51."""
    own = g.people(place, side)
    leaders = [g.leadership(u) for u in each_piece(own & g.setting.leaders & ~g.broken & ~g.pinned)]
    if leaders and own & g.setting.squads:
        yield Modifier("A11.141", min(leaders))
    if own & g.cx:
        yield Modifier("A4.51", 1)
    yield from prey(g, side, foes, ambusher)


def prey(g: SquadState, side: int, foes: int, ambusher: int) -> Iterator[Modifier]:
    """Ambush, and exhausted or broken targets. Rules A11.4, A4.51, A11.16."""
    yield surprise(side, ambusher)
    if foes & g.cx:
        yield Modifier("A4.51", -1)
    if foes and not foes & ~g.broken:
        yield Modifier("A11.16", -2)
    for answer in g.setting.chapters.combat_prey:
        yield from answer(g, foes)


def surprise(side: int, ambusher: int) -> Modifier:
    """Who ambushes fights better, who is ambushed worse. Rule A11.4."""
    return Modifier("A11.4", 0 if ambusher < 0 else -1 if ambusher == side else 1)


def odds_of(g: SquadState, power: int, foes: int) -> tuple[int, str]:
    """Kill number and odds of an attack with a strength on some units. Rule A11.11."""
    return kill_number(g, power, sum(2 * max(g.firepower(unit), 1) for unit in each_piece(foes)))


def roll_attack(
    g: SquadState,
    place: Place,
    side: int,
    power: int,
    foes: int,
    modifiers: Iterable[Modifier],
    log: Log,
    *,
    own: int = 0,
    taking: bool = False,
) -> None:
    """An attack on infantry. Rules A11, A11.11, A11.12.

    Under the kill number all are eliminated; the number itself costs one of them a casualty. Those
    who want to take prisoners do so instead, but a whole squad loses only a half.
    """
    if not power or not foes:
        return
    kill, odds = odds_of(g, power, foes)
    found = tuple(modifier for modifier in modifiers if modifier.value)
    dice = g.dice()
    final = sum(dice) + sum(modifier.value for modifier in found)
    result = "eliminated" if final < kill else "reduced" if final == kill else "none"
    log.append(CloseCombat(side, place, odds, kill, dice, found, result))
    if result == "eliminated":
        for unit in each_piece(foes):
            # A20.22
            if not g.lost >> unit & 1 and not (taking and is_taken(g, unit, place, log)):
                eliminate(g, unit, "close_combat", log)
    elif result == "reduced":
        for unit in random_selection(g, each_piece(foes), 1, log):
            # A20.22
            if g.is_squad(unit) or not (taking and is_taken(g, unit, place, log)):
                reduce(g, unit, "close_combat", log)
    roll = CloseRoll(place, side, own, dice, kill)  # A18.2
    for answer in g.setting.chapters.close_rolls:  # A11.22, A18.2
        answer(g, roll, log)


def is_taken(g: SquadState, unit: Piece, place: Place, log: Log) -> bool:
    """Whether a beaten unit is taken prisoner. Rule A20.22."""
    return any(answer(g, unit, place, log) for answer in g.setting.chapters.captures)


# -- vehicles -------------------------------------------------------------------------------------


def attack_by_vehicles(g: SquadState, place: Place, side: int, log: Log, ambusher: int) -> None:
    """Each vehicle attacks the enemy's infantry with its machine-guns. Rules A11.62, P5.132b."""
    for vehicle in each_piece(g.vehicles(place, side)):
        if place not in g.stacks:
            return
        more = [found for ask in g.setting.chapters.close_combat for found in ask(g, vehicle)]
        foes = g.people(place, enemy(side))
        modifiers = (*prey(g, side, foes, ambusher), *more)
        roll_attack(g, place, side, vehicle_strength(g, vehicle), foes, modifiers, log)


def attack_vehicles(g: SquadState, place: Place, side: int, log: Log, ambusher: int) -> None:
    """Each squad or crew attacks an enemy vehicle. Rules A11.5, A11.51, C13.7."""
    for unit in each_piece(g.people(place, side) & g.setting.squads & ~g.broken):
        targets = g.vehicles(place, enemy(side))
        if not targets:
            return
        target = each_piece(targets)[0]
        value = vehicle_value(g, unit)
        modifiers = [*vehicle_modifiers(g, unit, target), surprise(side, ambusher)]
        if has_magnetic_mine(g, unit, target, log):
            modifiers.append(MAGNETIC_MINE)
        found = tuple(modifier for modifier in modifiers if modifier.value)
        dice = g.dice()
        final = sum(dice) + sum(modifier.value for modifier in found)
        luck = (g.die(),) if sum(dice) == LUCKY else ()
        result = vehicle_result(luck, final, value)
        log.append(CloseCombat(side, place, "ccv", value, (*dice, *luck), found, result))
        if result == "immobilised":
            immobilise(g, target, log)
        elif result != "none":
            wreck(g, target, log, burns=result == "burning")


def vehicle_value(g: SquadState, unit: Piece) -> int:
    """The close-combat value of a squad or crew against vehicles. Rules A11.5, A7.8."""
    values = g.setting.numbers.close_combat
    if g.is_squad(unit):
        value = values.squad
    else:
        value = values.crew if g.setting.crews >> unit & 1 else values.half_squad
    return value - (g.pinned >> unit & 1)


def vehicle_result(luck: tuple[int, ...], final: int, value: int) -> str:
    """What close combat does to a vehicle; after two ones a die has its own say. Rule A11.5.

    On a die of 1 it burns, on 2 it is destroyed, on 3 it is immobilised, if nothing worse happens.
    """
    usual = 1 + (final < value) + (2 * final <= value) if final <= value else 0
    lucky = max((len(FATES) - die for die in luck), default=0)
    return FATES[max(usual, lucky)]


def has_magnetic_mine(g: SquadState, unit: Piece, target: Piece, log: Log) -> bool:
    """Whether an SS squad that attacks an AFV has a magnetic mine at hand: a die. Rule C13.7.

    Reading: as with panzerfausts.
    """
    ss = g.setting.squads >> unit & 1 and g.row(unit).mines == "yes"
    return bool(ss and g.setting.armour >> target & 1) and at_hand(g, unit, log, "magnetic_mine")


def vehicle_modifiers(g: SquadState, unit: Piece, target: Piece) -> Iterator[Modifier]:
    """What counts in an attack on a vehicle: who attacks, what it is, who guards it."""
    yield from attackers(g, unit)
    yield from easy_to_get_at(g, target)
    # A11.61
    yield Modifier("A11.61", sum(g.size(guard) for guard in each_piece(escort_of(g, target))))
    for answer in g.setting.chapters.assaults:
        yield from answer(g, unit, target)


def attackers(g: SquadState, unit: Piece) -> Iterator[Modifier]:
    """The best leader beside those who attack counts, and whether they are out of breath."""
    leaders = g.people(g.where[unit], g.side(unit)) & g.setting.leaders & ~g.broken  # A11.141
    yield Modifier("A11.141", min((g.leadership(u) for u in each_piece(leaders)), default=0))
    if g.cx >> unit & 1:  # A4.51
        yield Modifier("A4.51", 1)


def easy_to_get_at(g: SquadState, target: Piece) -> Iterator[Modifier]:
    """Motion, armour, open tops and hatches, machine-guns, tracks. Rule A11.51."""
    row = g.setting.vehicle_row(target)
    if g.motion >> target & 1:
        yield Modifier("A11.51", 2)
    if not row.armoured:
        yield Modifier("A11.51", -3)
    elif row.open == "yes":
        yield Modifier("A11.51", -2)
    elif not g.buttoned >> target & 1 or g.abandoned >> target & 1:
        yield Modifier("A11.51", -1)
    if not (row.bmg or row.cmg or row.aamg):
        yield Modifier("A11.51", -1)
    if g.immobile >> target & 1:
        yield Modifier("A11.51", -1)


def escort_of(g: SquadState, target: Piece) -> int:
    """The squads and crews beside a vehicle that can still fight. Rule A11.61."""
    return g.people(g.where[target], g.side(target)) & g.setting.squads & ~g.broken


# -- melee ----------------------------------------------------------------------------------------


def settle_melee(g: SquadState, log: Log) -> None:
    """Infantry of both sides left in a location is locked in melee. Rule A11.15."""
    locked = 0
    for place in sorted(g.stacks):
        sides = [g.people(place, side) for side in (0, 1)]
        if all(sides):
            locked |= sides[0] | sides[1]
    for unit in each_piece(locked & ~g.melee):
        log.append(Became(unit, "melee"))
    g.melee = locked
