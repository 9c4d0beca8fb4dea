"""Step 8.618: German ammunition and fuel. Rules P8.618, P8.6057."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.events import Modifier, Secret
from salient.engine.state import Log
from salient.games.peiper.events import Diced, Told
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN

REFUELLED = 3
"""By how much a fuel roll must beat the number. Rule P8.618."""


def lost_depot(g: PeiperState) -> bool:
    """Whether the Americans hold the hex through which German supplies come. Rule P8.618."""
    name = g.setting.campaign.depot
    return bool(name) and bool(g.control[AMERICAN] >> g.setting.board.place(name) & 1)


def german_isolated(g: PeiperState) -> int:
    """German counters that have stayed in isolated areas. Rule P8.6057."""
    cut_off = areas_of(g).isolated[GERMAN]
    kept = (unit for unit, home in g.home.items() if cut_off >> home & 1)
    return set_of(kept) & g.setting.army[GERMAN]


def number_later(g: PeiperState) -> int:
    """The number of ammunition of the next date, for those who are cut off. Rule P8.6057."""
    date = min(g.date + 1, g.setting.dates[-1])
    return g.setting.charts.fortunes.shortage(g.setting.cg, date).ammo


def check_supply(g: PeiperState, log: Log) -> None:
    """Step 8.618: German ammunition and fuel. Rule P8.618."""
    need = g.setting.charts.fortunes.shortage(g.setting.cg, g.date)
    depot = tuple(Modifier("P8.618", -1) for _ in range(lost_depot(g)))
    worse = sum(drm.value for drm in depot)
    cut_off = german_isolated(g)
    later = number_later(g) if cut_off else 0
    if need.ammo or later:
        dice = g.dice()
        final = sum(dice) + worse
        g.ammo_short = final <= need.ammo
        result = "short" if g.ammo_short else "enough"
        log.append(Diced(GERMAN, "ammo", dice, need.ammo, depot, result, "P8.618"))
        if later and final <= later:  # P8.6057
            g.short |= cut_off
    else:
        g.ammo_short = False
    for force in g.forces:
        if force.side != GERMAN:
            continue
        tanks = force.units & g.setting.armour & g.mustered(GERMAN)
        if not tanks or not need.fuel:
            continue
        check_fuel(g, force.units, tanks, need.fuel, depot, log)


def check_fuel(
    g: PeiperState, units: int, tanks: int, number: int, depot: tuple[Modifier, ...], log: Log
) -> None:
    """Whether the tanks of a German group have fuel; who has run dry needs more. Rule P8.618."""
    was_dry, dice = bool(tanks & g.dry), g.dice()
    need = number + REFUELLED - 1 if was_dry else number
    dry = sum(dice) + sum(drm.value for drm in depot) <= need
    result = "short" if dry else "enough"
    log.append(Secret(GERMAN, Diced(GERMAN, "fuel", dice, need, depot, result, "P8.618")))
    if not dry:
        g.dry &= ~tanks
    elif not was_dry:
        g.dry |= tanks
        g.burnt |= g.on_map(units & g.wrecks)  # CG19e
        log.append(Secret(GERMAN, Told(GERMAN, "out_of_fuel", tanks.bit_count(), "P8.618")))
