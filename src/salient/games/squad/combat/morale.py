"""Morale: checks, pins, breaking, wounds, casualties and the replacement of shaken troops.

Rules A7.301, A7.302, A7.8, A10, A17, A19.13. All of it happens at once, without decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from salient.boards.bits import members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.events import Modifier
from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.squad.combat.riding import fall_off, is_rider
from salient.games.squad.core.events import Became, Checked, Eliminated, Replaced
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.sight.concealment import reveal

BOXCARS = 12
DEADLY = 5
"""Rule A17.11: a wound kills from this die on."""

STATES = (
    "half", "broken", "desperate", "pinned", "cx", "ti", "wounded", "concealed", "hidden", "melee",
    "entrenched",
)  # fmt: skip


# -- results of an attack -------------------------------------------------------------------------


def apply_results(g: SquadState, results: Mapping[int, str], log: Log) -> None:
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
        chosen = random_selection(g, killed, number)
        for unit in killed:
            reveal(g, 1 << unit, log)
            if unit in chosen:
                eliminate(g, unit, "fire", log)
            else:
                crush(g, unit, log)
            del alive[unit]
    hurt = [unit for unit, result in alive.items() if result.startswith("K/")]
    if hurt:
        for unit in random_selection(g, hurt, 1):
            reveal(g, 1 << unit, log)
            reduce(g, unit, "fire", log)
    check_all(g, {u: r.removeprefix("K/") for u, r in alive.items() if not g.lost >> u & 1}, log)


def check_all(g: SquadState, results: Mapping[int, str], log: Log) -> None:
    """Everybody checks, leaders first and the best of them before the others. Rule A10.2."""

    def rank(unit: int) -> tuple[bool, int, int]:
        leads = bool(g.setting.leaders >> unit & 1)
        return not leads, g.leadership(unit) if leads else 0, unit

    for unit in sorted(results, key=rank):
        if g.lost >> unit & 1:
            continue
        result = results[unit]
        if result == "PTC":
            check_pin(g, unit, log)
        else:
            reveal(g, 1 << unit, log)  # A12.14
            check_morale(g, unit, 0 if result == "NMC" else int(result.removesuffix("MC")), log)


def random_selection(g: SquadState, units: Sequence[int], number: int) -> set[int]:
    """The units with the highest dice, ties together. Rule A.9."""
    if number >= len(units):
        return set(units)
    dice = {unit: g.die() for unit in units}
    line = sorted(dice.values(), reverse=True)[number - 1]
    return {unit for unit, die in dice.items() if die >= line}


# -- checks ---------------------------------------------------------------------------------------


def company(g: SquadState, unit: int) -> int:
    """Those with whom a unit stands on foot, or rides on the same vehicle."""
    if unit in g.aboard:
        return g.load(g.aboard[unit]) & g.setting.personnel
    return g.people(g.where[unit], g.side(unit))


def leader_help(g: SquadState, unit: int, unknown: int = 0) -> tuple[Modifier, ...]:
    """What the best leader in the same location gives to a unit's check. Rule A10.7.

    Those who are ``unknown`` to whoever asks are left out.
    """
    there = company(g, unit) & g.setting.leaders & ~(1 << unit | unknown)
    values = [g.leadership(leader) for leader in members(there & g.good_order())]
    best = min(values, default=0)
    return (Modifier("A10.7", best),) if best else ()


def check_morale(
    g: SquadState,
    unit: int,
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
    if dice is None:  # A8.31
        dice = g.dice()
    total = sum(dice)
    g.call_sniper(g.side(unit), total)
    final = total + sum(modifier.value for modifier in modifiers)
    need = g.morale(unit)
    passed = final <= need and total != BOXCARS
    tell_check(g, unit, check, dice, need, modifiers, log, passed=passed)
    if passed:
        if final == need and not g.broken >> unit & 1:
            pin(g, unit, log)
        return True
    fail(g, unit, final - need, log)
    if total == BOXCARS and not g.lost >> unit & 1:
        reduce(g, unit, "fire", log)
    return False


def tell_check(
    g: SquadState,
    unit: int,
    check: str,
    dice: tuple[int, int],
    need: int,
    modifiers: tuple[Modifier, ...],
    log: Log,
    *,
    passed: bool,
) -> None:
    """The event of a check; that of a concealed unit only its own side sees."""
    result = "passed" if passed else "failed"
    log.append(unseen(g, Checked(g.side(unit), unit, check, dice, need, modifiers, result)))


def fail(g: SquadState, unit: int, by: int, log: Log) -> None:
    """A failed check: break, or suffer if broken already. Rule A10.3."""
    if g.setting.leaders >> unit & 1 and g.setting.leader_row(unit).kind == "hero":  # A15.2
        wound(g, unit, log)
        return
    if g.broken >> unit & 1:
        reduce(g, unit, "fire", log)
        return
    if by > g.setting.elr[g.side(unit)]:  # A19.13
        replace_unit(g, unit, log)
    break_unit(g, unit, log)


def check_pin(g: SquadState, unit: int, log: Log) -> None:
    """A pin task check of a unit that is not broken or pinned already. Rule A7.8."""
    if not (g.broken | g.pinned) >> unit & 1:
        check_task(g, unit, 0, log, "ptc")


def check_task(g: SquadState, unit: int, plus: int, log: Log, check: str) -> bool:
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


def pin(g: SquadState, unit: int, log: Log) -> None:
    """A unit is pinned until the player turn ends. Rule A7.8."""
    if not (g.pinned | g.broken) >> unit & 1:
        g.pinned |= 1 << unit
        log.append(Became(unit, "pinned"))
        if unit in g.aboard and is_rider(g, unit):  # D6.24
            fall_off(g, unit, log)


def break_unit(g: SquadState, unit: int, log: Log) -> None:
    """A unit breaks and is desperate; its leader's loss is felt. Rule A10.4."""
    bit = 1 << unit
    g.desperate |= bit  # A10.62
    if g.broken & bit:
        return
    g.broken |= bit
    g.pinned &= ~bit
    g.ti &= ~bit
    log.append(Became(unit, "broken"))
    if unit in g.aboard:  # D6.24, D6.61
        fall_off(g, unit, log)
    if g.setting.leaders & bit:  # A10.2
        feel_loss(g, unit, g.where[unit], log, dead=False)


def crush(g: SquadState, unit: int, log: Log) -> None:
    """A unit that a KIA spared breaks, or suffers casualties if broken. Rule A7.301."""
    if g.broken >> unit & 1:
        reduce(g, unit, "fire", log)
    else:
        break_unit(g, unit, log)


def reduce(g: SquadState, unit: int, reason: str, log: Log) -> None:
    """Casualty reduction: a squad becomes its half-squad, others are lost. Rule A7.302."""
    if g.setting.leaders >> unit & 1:
        wound(g, unit, log)
    elif g.is_squad(unit):
        g.half |= 1 << unit
        log.append(Became(unit, "reduced"))
        credit(g, unit, 1)
    else:
        eliminate(g, unit, reason, log)


def wound(g: SquadState, unit: int, log: Log) -> None:
    """A leader is hit: the die says whether he lives. Rule A17."""
    if g.wounded >> unit & 1 or g.die() >= DEADLY:
        eliminate(g, unit, "wound", log)
        return
    g.wounded |= 1 << unit
    log.append(Became(unit, "wounded"))


def replace_unit(g: SquadState, unit: int, log: Log) -> None:
    """Troops that fail badly turn out to be of lower quality. Rule A19.13."""
    if not g.setting.squads >> unit & 1:
        return
    row = g.row(unit)
    if row.steady == "no" and row.lower:
        g.kind[unit] = row.lower
        log.append(Replaced(unit, row.lower))


def worth(g: SquadState, unit: int) -> int:
    """Casualty points of a unit as it stands. Rule A26.21."""
    setting = g.setting
    if setting.squads >> unit & 1:
        return g.size(unit)
    if setting.leaders >> unit & 1:
        return 1 + max(0, -setting.modifier[unit])
    if setting.vehicles >> unit & 1:
        return 6 if setting.armour >> unit & 1 else 2
    return 2 if setting.guns >> unit & 1 else 0


def credit(g: SquadState, unit: int, points: int) -> None:
    """The enemy of a unit gets casualty points."""
    g.losses[enemy(g.side(unit))] += points


def eliminate(g: SquadState, unit: int, reason: str, log: Log) -> None:
    """A unit is lost; its weapons stay where they are. Rule A7.302."""
    place = g.where[unit]
    reveal(g, 1 << unit, log)
    log.append(Eliminated(unit, reason))
    credit(g, unit, worth(g, unit))
    good = not g.broken >> unit & 1
    drop_all(g, unit)
    remove(g, unit)
    g.lost |= 1 << unit
    if g.setting.leaders >> unit & 1 and good and place != NOWHERE:  # A10.2
        feel_loss(g, unit, place, log, dead=True)


def drop_all(g: SquadState, unit: int) -> None:
    """A unit's weapons and gun are left where they are. Rule A4.431."""
    for item in members(g.carried(unit)):
        g.owner[item] = NOBODY


def remove(g: SquadState, unit: int) -> None:
    """Take a unit off the map and clear its states."""
    g.aboard.pop(unit, None)
    g.put(unit, NOWHERE)
    keep = ~(1 << unit)
    for name in STATES:
        setattr(g, name, getattr(g, name) & keep)
    g.bypass.pop(unit, None)
    g.crest.pop(unit, None)


def feel_loss(g: SquadState, leader: int, place: int, log: Log, *, dead: bool) -> None:
    """The loss of a leader: those of lower morale check, or may be pinned. Rule A10.2."""
    setting = g.setting
    morale = setting.leader_row(leader).morale
    better = max(0, -setting.modifier[leader])
    there = g.people(place, g.side(leader)) & ~(1 << leader)
    for unit in members(there):
        if g.lost >> unit & 1 or g.morale(unit) >= morale:
            continue
        if dead:
            more = (Modifier("A10.2", better),) if better else ()
            check_morale(g, unit, 0, log, "llmc", more)
        elif not g.broken >> unit & 1:
            check_pin(g, unit, log)


def alive(g: SquadState, units: Iterable[int]) -> int:
    """Those of some units that are still in the game."""
    return set_of(units) & ~g.lost
