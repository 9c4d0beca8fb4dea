"""An attack on the fire table: whom it strikes and what the table says. Rules A7.3, A8.1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log, resting
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.morale import apply_results
from salient.games.squad.combat.riding import people_aboard
from salient.games.squad.combat.vehicle_damage import fire_at_vehicles, soft_result
from salient.games.squad.core.events.fire import Fired, Struck
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.core.tables import COLUMNS


def moving_place(g: SquadState) -> Place:
    """Where the moving units are; ``NOWHERE`` if none is left."""
    march = g.march
    if march is None:
        return NOWHERE
    return next((g.where[u] for u in march.units if g.where[u] != NOWHERE), NOWHERE)


def struck(g: SquadState, place: Place, side: int, *, moving: bool) -> int:
    """The units of a side that an attack on a location strikes. Rules A7.4, A8.1."""
    there = g.stack(place, side) & (g.setting.personnel | g.setting.vehicles) & ~g.wrecks
    if moving and g.march is not None:
        return there & (set_of(g.march.units) | g.load(g.march.units[0]))
    return there & ~g.melee


def told_by(g: SquadState, targets: int) -> Piece:
    """By whom an attack on a location is told: infantry that is known, a "?", or else a lorry.

    So what is told depends neither on those whom nobody sees nor on what is concealed. A12.1.
    """
    known = targets & g.setting.personnel & ~(g.hidden | g.concealed)
    soft = targets & g.setting.vehicles & ~(g.setting.armour | g.hidden | g.wrecks)
    found = known or targets & g.concealed & ~g.riding() or soft
    return each_piece(found)[0] if found else NOBODY


def strike(
    g: SquadState,
    attack: Attack,
    column: int,
    dice: tuple[int, ...],
    own: tuple[Modifier, ...],
    targets: int,
    log: Log,
    *,
    told: Piece = NOBODY,
    same_dice: bool = False,
) -> None:
    """Read the table for every target, each with its own cover, and carry the results out.

    Args:
        g: The state.
        attack: The attack.
        column: Index of the column; below 0 nothing happens.
        dice: As they fell.
        own: The firers' modifiers.
        targets: The units it strikes.
        log: What happened.
        told: The unit by whose cover it is told, if not one of the targets.
        same_dice: Whether the dice fell for something else, which tells them.
    """
    first = told_by(g, targets) if told == NOBODY else told
    people, soft = targets & g.setting.personnel, targets & g.setting.vehicles & ~g.wrecks
    with resting(g):
        covers = {unit: cover(g, attack, unit) for unit in each_piece(people | soft)}
        if first in covers:
            shown = covers[first]
        else:
            shown = cover(g, attack, first) if first != NOBODY else ()
    results = table_results(
        g, column, sum(dice), own, {unit: covers[unit] for unit in each_piece(people)}
    )
    worst = told_result(g, column, sum(dice), (*own, *shown), first)
    if attack.means not in ("mines", "backblast"):
        g.call_sniper(attack.side, sum(dice))
    event = Fired if attack.firers else Struck
    log.append(event(
        attack.side, attack.firers, attack.target, attack.means,
        COLUMNS[column] if column >= 0 else 0, dice, (*own, *shown),
        worst or "none", same_dice,
    ))  # fmt: skip
    if column < 0:
        return
    hurt = {unit: result for unit, result in results.items() if result}
    if hurt:
        apply_results(g, hurt, log)
    fire_at_vehicles(
        g, column, {unit: final_roll(dice, (*own, *covers[unit])) for unit in each_piece(soft)}, log
    )
    for answer in g.setting.chapters.aftermaths:
        answer(g, attack, log)


def final_roll(dice: tuple[int, ...], modifiers: Iterable[Modifier]) -> int:
    """The dice with all that counts."""
    return sum(dice) + sum(modifier.value for modifier in modifiers)


def told_result(
    g: SquadState, column: int, roll: int, modifiers: tuple[Modifier, ...], first: Piece
) -> str:
    """The result by which an attack is told. Rules A7.3, A7.308."""
    final = roll + sum(modifier.value for modifier in modifiers)
    if first == NOBODY or column < 0:
        return ""
    if g.setting.vehicles >> first & 1 and not g.concealed >> first & 1:
        return soft_result(g, column, final)
    return g.setting.tables.result(column, final)


def table_results(
    g: SquadState,
    column: int,
    roll: int,
    own: tuple[Modifier, ...],
    covers: Mapping[Piece, tuple[Modifier, ...]],
) -> dict[Piece, str]:
    """The table's result for each target."""
    base = roll + sum(modifier.value for modifier in own)
    if column < 0:
        return dict.fromkeys(covers, "")
    return {
        unit: g.setting.tables.result(column, base + sum(m.value for m in found))
        for unit, found in covers.items()
    }


def strike_those_aboard(g: SquadState, gun: Piece, vehicle: Piece, column: int, log: Log) -> None:
    """A shell that leaves a vehicle whole attacks those aboard. Rule D.8 (reading)."""
    people = set_of(people_aboard(g, vehicle))
    if people and not g.wrecks >> vehicle & 1:
        shell = Attack("shell", g.side(gun), (), g.where[vehicle], False, (gun,))
        strike(g, shell, column, g.dice(), (), people, log)
