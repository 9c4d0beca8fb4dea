"""Morale: checks, pins, breaking, wounds and casualties.

Rules A7.301, A7.302, A7.8, A10, A17. All of it happens at once, without decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.events import Modifier, Secret
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.quality import lose_quality
from salient.games.squad.combat.riding import fall_off, is_rider
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.men import Became, Checked, Eliminated, Selected
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.sight.concealment import reveal

SNAKE_EYES, BOXCARS = 2, 12
DEADLY = 5
"""Rule A17.11: a wound kills from this die on."""

CREW = 2
"""Casualty points of a crew (A26.2)."""

STATES = (
    "half", "broken", "desperate", "pinned", "cx", "ti", "wounded", "concealed", "hidden", "melee",
    "entrenched", "disrupted", "cloaked", "restrained", "unarmed", "berserk", "fanatic",
    "encircled",
)  # fmt: skip


# -- results of an attack -------------------------------------------------------------------------


def apply_results(g: SquadState, results: Mapping[Piece, str], log: Log) -> None:
    """Carry out the results of the fire table on personnel. Rules A7.301, A7.302.

    Args:
        g: The state.
        results: What the table says for each unit that it says anything for: ``2KIA``, ``K/1``,
            ``NMC``, ``PTC`` …
        log: What happened.
    """
    alive = dict(results)
    killed = [unit for unit, result in alive.items() if result.endswith("KIA")]
    if killed:
        number = max(int(alive[unit].removesuffix("KIA")) for unit in killed)
        chosen = random_selection(g, killed, number, log)
        for unit in killed:
            reveal(g, 1 << unit, log)
            if g.lost >> unit & 1:  # A12.11
                pass
            elif unit in chosen:
                eliminate(g, unit, "fire", log)
            else:
                crush(g, unit, log)
            del alive[unit]
    hurt = [unit for unit, result in alive.items() if result.startswith("K/")]
    if hurt:
        for unit in random_selection(g, hurt, 1, log):
            reveal(g, 1 << unit, log)
            if not g.lost >> unit & 1:  # A12.11
                reduce(g, unit, "fire", log)
    check_all(g, {u: r.removeprefix("K/") for u, r in alive.items() if not g.lost >> u & 1}, log)


def check_all(g: SquadState, results: Mapping[Piece, str], log: Log) -> None:
    """Everybody checks, leaders first and the best of them before the others. Rule A10.2."""

    def rank(unit: Piece) -> tuple[bool, int, int]:
        leads = bool(g.setting.leaders >> unit & 1)
        return not leads, g.leadership(unit) if leads else 0, unit

    for unit in sorted(results, key=rank):
        if g.lost >> unit & 1:
            continue
        result = results[unit]
        if g.setting.dummies >> unit & 1:  # A12.11
            reveal(g, 1 << unit if result != "PTC" else 0, log)
        elif result == "PTC":
            check_pin(g, unit, log)
        else:
            reveal(g, 1 << unit, log)  # A12.14
            check_morale(g, unit, 0 if result == "NMC" else int(result.removesuffix("MC")), log)


def random_selection(g: SquadState, units: Sequence[Piece], number: int, log: Log) -> set[Piece]:
    """The units with the highest dice, ties together. Rule A.9."""
    if number >= len(units):
        return set(units)
    dice = {unit: g.die() for unit in units}
    tell_selection(g, dice, log)
    line = sorted(dice.values(), reverse=True)[number - 1]
    return {unit for unit, die in dice.items() if die >= line}


def tell_selection(g: SquadState, dice: Mapping[Piece, int], log: Log) -> None:
    """Whose dice fell how; who does not see all the units is told the dice alone. Rule A.9."""
    for side in (0, 1):
        own = {unit: die for unit, die in dice.items() if g.side(unit) == side}
        if not own:
            continue
        told = Selected(side, g.where[next(iter(own))], tuple(own), tuple(own.values()))
        veiled = set_of(own) & (g.concealed | g.hidden)
        log.append(Secret(side, told, told.rumour()) if veiled else told)


# -- checks ---------------------------------------------------------------------------------------


def company(g: SquadState, unit: Piece) -> int:
    """Those with whom a unit stands on foot, or rides on the same vehicle."""
    if unit in g.aboard:
        return g.load(g.aboard[unit]) & g.setting.personnel
    return g.people(g.where[unit], g.side(unit))


def leader_help(g: SquadState, unit: Piece, unknown: int = 0) -> tuple[Modifier, ...]:
    """What the best leader in the same location gives to a unit's check. Rule A10.7.

    Those who are ``unknown`` to whoever asks are left out.
    """
    there = company(g, unit) & g.setting.leaders & ~(1 << unit | unknown)
    values = [g.leadership(leader) for leader in each_piece(there & g.good_order())]
    best = min(values, default=0)
    return (Modifier("A10.7", best),) if best else ()


def check_morale(
    g: SquadState,
    unit: Piece,
    plus: int,
    log: Log,
    check: str = "mc",
    more: tuple[Modifier, ...] = (),
    dice: tuple[int, int] | None = None,
) -> bool:
    """A morale check; whether it is passed. Rule A10.3.

    An original 12 costs a casualty besides. Who passes with the highest roll that passes is
    pinned. Who is broken already and fails suffers casualties. Dice that have fallen already may
    be given.
    """
    modifiers = (*more, *leader_help(g, unit))
    if plus:
        modifiers = (Modifier("A10.2", plus), *modifiers)
    fell_before = dice is not None  # A8.31
    if dice is None:
        dice = g.dice()
    total = sum(dice)
    g.call_sniper(g.side(unit), total)
    final = total + sum(modifier.value for modifier in modifiers)
    need = g.morale(unit)
    passed = final <= need and total != BOXCARS
    tell_check(g, unit, check, dice, need, modifiers, log, passed=passed, same_dice=fell_before)
    if passed:
        if final == need and not g.broken >> unit & 1:
            pin(g, unit, log)
        if total == SNAKE_EYES:  # A15.1
            inspire(g, unit, log)
        return True
    fail(g, unit, final - need, log)
    if total == BOXCARS and not g.lost >> unit & 1:
        reduce(g, unit, "fire", log)
    return False


def inspire(g: SquadState, unit: Piece, log: Log) -> None:
    """Two ones, of a check or a rally under a leader, are told to the chapters. Rule A15.1."""
    for answer in g.setting.chapters.inspirations:
        answer(g, unit, log)


def tell_check(
    g: SquadState,
    unit: Piece,
    check: str,
    dice: tuple[int, int],
    need: int,
    modifiers: tuple[Modifier, ...],
    log: Log,
    *,
    passed: bool,
    same_dice: bool = False,
) -> None:
    """The event of a check; that of a concealed unit only its own side sees."""
    result = "passed" if passed else "failed"
    told = Checked(g.side(unit), unit, check, dice, need, modifiers, result, same_dice)
    log.append(unseen(g, told))


def fail(g: SquadState, unit: Piece, by: int, log: Log) -> None:
    """A failed check: break, or suffer if broken already. Rule A10.3."""
    if g.setting.leaders >> unit & 1 and g.leader(unit).kind == "hero":  # A15.2
        wound(g, unit, log)
        return
    if (g.broken | g.berserk) >> unit & 1:  # A15.43
        reduce(g, unit, "fire", log)
        return
    if by > g.elr(unit):  # A19.13
        lose_quality(g, unit, log)
    break_unit(g, unit, log)


def check_pin(g: SquadState, unit: Piece, log: Log) -> None:
    """A pin task check of a unit that is not broken or pinned already. Rule A7.8."""
    if not (g.broken | g.pinned) >> unit & 1:
        check_task(g, unit, 0, log, "ptc")


def check_task(g: SquadState, unit: Piece, plus: int, log: Log, check: str) -> bool:
    """A task check; whether it is passed. Who fails is pinned. Rules A7.8, A11.6."""
    modifiers = leader_help(g, unit)
    if plus:
        modifiers = (Modifier("A10.2", plus), *modifiers)
    dice = g.dice()
    g.call_sniper(g.side(unit), sum(dice))
    need = g.morale(unit)
    passed = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
    tell_check(g, unit, check, dice, need, modifiers, log, passed=passed)
    if not passed:
        reveal(g, 1 << unit, log)  # A12.14
        pin(g, unit, log)
    return passed


# -- states ---------------------------------------------------------------------------------------


def pin(g: SquadState, unit: Piece, log: Log) -> None:
    """A unit is pinned until the player turn ends. Rule A7.8."""
    if not (g.pinned | g.broken | g.berserk) >> unit & 1:  # A15.43
        g.pinned |= 1 << unit
        log.append(Became(unit, "pinned"))
        if unit in g.aboard and is_rider(g, unit):  # D6.24
            fall_off(g, unit, log)


def break_unit(g: SquadState, unit: Piece, log: Log) -> None:
    """A unit breaks and is desperate; its leader's loss is felt. Rule A10.4."""
    bit = 1 << unit
    g.desperate |= bit  # A10.62
    if g.broken & bit:
        return
    g.broken |= bit
    g.pinned &= ~bit
    g.ti &= ~bit
    log.append(Became(unit, "broken"))
    for answer in g.setting.chapters.losses:
        answer(g, unit, log)
    if unit in g.aboard:  # D6.24, D6.61
        fall_off(g, unit, log)
    if g.setting.leaders & bit:  # A10.2
        feel_loss(g, unit, g.where[unit], log, dead=False)


def crush(g: SquadState, unit: Piece, log: Log) -> None:
    """A unit that a KIA spared breaks, or suffers casualties if broken. Rule A7.301."""
    if (g.broken | g.berserk) >> unit & 1:
        reduce(g, unit, "fire", log)
    else:
        break_unit(g, unit, log)


def reduce(g: SquadState, unit: Piece, reason: str, log: Log) -> None:
    """Casualty reduction: a squad becomes its half-squad, others are lost. Rule A7.302."""
    if g.setting.leaders >> unit & 1:
        wound(g, unit, log)
    elif g.is_squad(unit):
        g.half |= 1 << unit
        log.append(Became(unit, "reduced"))
        credit(g, unit, 1)
    else:
        eliminate(g, unit, reason, log)


def wound(g: SquadState, unit: Piece, log: Log) -> None:
    """A leader is hit: the die says whether he lives. Rule A17."""
    if g.wounded >> unit & 1:
        eliminate(g, unit, "wound", log)
        return
    die = g.die()
    log.append(Tried(unit, "wound", (die,), (), "failed" if die >= DEADLY else "passed"))
    if die >= DEADLY:
        eliminate(g, unit, "wound", log)
        return
    g.wounded |= 1 << unit
    log.append(Became(unit, "wounded"))


def worth(g: SquadState, unit: Piece) -> int:
    """Casualty points of a unit as it stands; of a vehicle with its crew. Rules A26.2, A26.21."""
    setting = g.setting
    if setting.crews >> unit & 1:
        return CREW
    if setting.squads >> unit & 1:
        return g.size(unit)
    if setting.leaders >> unit & 1:
        return 1 + max(0, -g.leader(unit).modifier)
    if setting.vehicles >> unit & 1:
        full = setting.vehicle_row(unit).cvp
        alone = g.abandoned >> unit & 1 or unit in g.crewing.values()
        return max(1, full - CREW) if alone else full
    return 2 if setting.guns >> unit & 1 else 0


def credit(g: SquadState, unit: Piece, points: int) -> None:
    """The enemy of a unit gets casualty points."""
    g.losses[enemy(g.side(unit))] += points


def eliminate(g: SquadState, unit: Piece, reason: str, log: Log) -> None:
    """A unit is lost; its weapons stay where they are. Rule A7.302."""
    place = g.where[unit]
    reveal(g, 1 << unit, log)
    if g.setting.dummies >> unit & 1:  # A12.11
        return
    log.append(Eliminated(unit, reason))
    credit(g, unit, worth(g, unit))
    for answer in g.setting.chapters.losses if place != NOWHERE else ():
        answer(g, unit, log)
    good = not g.broken >> unit & 1  # A10.2
    drop_all(g, unit)
    remove(g, unit)
    g.lost |= 1 << unit
    if g.setting.leaders >> unit & 1 and good and place != NOWHERE:  # A10.2
        feel_loss(g, unit, place, log, dead=True)


def drop_all(g: SquadState, unit: Piece) -> None:
    """A unit's weapons and gun are left where they are. Rule A4.431."""
    for item in each_piece(g.carried(unit)):
        g.owner[item] = NOBODY


def remove(g: SquadState, unit: Piece) -> None:
    """Take a unit off the map and clear its states.

    Those who move with it go on without it (A4.2).
    """
    g.aboard.pop(unit, None)
    if g.march is not None and len(g.march.units) > 1:
        g.change_march(units=tuple(other for other in g.march.units if other != unit))
    g.put(unit, NOWHERE)
    keep = ~(1 << unit)
    for name in STATES:
        setattr(g, name, getattr(g, name) & keep)
    for table in (g.bypass, g.crest, g.withdrawing, g.rings):
        table.pop(unit, None)


def feel_loss(g: SquadState, leader: Piece, place: Place, log: Log, *, dead: bool) -> None:
    """The loss of a leader: those of lower morale check, or may be pinned. Rule A10.2."""
    morale = g.leader(leader).morale
    better = max(0, -g.leader(leader).modifier)
    there = g.people(place, g.side(leader)) & ~(1 << leader | g.setting.dummies)
    for unit in each_piece(there):
        if g.lost >> unit & 1 or g.morale(unit) >= morale:
            continue
        if dead:
            more = (Modifier("A10.2", better),) if better else ()
            check_morale(g, unit, 0, log, "llmc", more)
        elif not g.broken >> unit & 1:
            check_pin(g, unit, log)


def alive(g: SquadState, units: Iterable[Piece]) -> int:
    """Those of some units that are still in the game."""
    return set_of(units) & ~g.lost
