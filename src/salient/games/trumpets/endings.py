"""The ends of segments (58.0, 60.0, 61.0): what comes off, what is finished, what fades."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.calendar import code, part
from salient.games.trumpets.events import Withdrew
from salient.games.trumpets.fight.combat import SUPPORT
from salient.games.trumpets.fight.engaged import forgive, release_engaged, release_unthreatened
from salient.games.trumpets.harm.losses import take_off
from salient.games.trumpets.march.commandos import ready_teams
from salient.games.trumpets.orders.engineers import advance_bridges
from salient.games.trumpets.orders.works import finish_works, remove_empty_works
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.stacking import division_of
from salient.games.trumpets.state import TrumpetsState

ALERT_TURNS = ("16EV", "17PD")
"""Rule rc-kgp-4: in these turns Alert comes off after Peiper's exploitation."""


def end_of_combat(g: TrumpetsState, side: int) -> None:
    """The list of 58.0, after the last corps of a player.

    Rules sop-29, eoc-1, eoc-2, eoc-3, eoc-4, eoc-5, eoc-6, eoc-7, eoc-8.

    Fired, CA, Engaged, Shock and spent leaders stay (eoc-4, eoc-5, eoc-6, eoc-7, eoc-8); Engaged
    where it applies.
    """
    g.marked = 0  # eoc-1
    if side != GERMAN or code(g.turn) not in ALERT_TURNS:
        g.alert = 0  # eoc-2
    g.aircraft = tuple(plane for plane in g.aircraft if plane.mission != SUPPORT)  # eoc-3
    release_unthreatened(g)  # eoc-6


def end_player_turn(g: TrumpetsState, side: int, log: Log) -> None:
    """The list 60.0, in its order. Rules sop-31, pet-1, pet-2, pet-3, pet-4, pet-5, pet-6."""
    finish_works(g, side, log)  # pet-1
    remove_empty_works(g)  # pet-2
    advance_bridges(g, side, log)  # pet-3
    if side == ALLIED:
        withdraw_guns(g, log)  # pet-4
    g.disrupted2 |= g.shock  # pet-5, dis-8
    g.disrupted1 &= ~g.shock
    g.shock = 0
    g.fired &= ~g.setting.army[ALLIED]  # pet-6, gc-6h
    g.marched &= ~g.setting.army[side]
    leave_reserve(g, side)
    release_engaged(g, side)
    forgive(g, g.setting.army[side])  # rc-ca-1


def leave_reserve(g: TrumpetsState, side: int) -> None:
    """An enemy combat unit next to a reserve ends it, when a segment is over. Rule rc-res-1."""
    near = g.setting.board.around(g.held[enemy(side)])
    g.reserve &= ~g.units_in(near, g.reserve & g.setting.army[side])


def withdraw_guns(g: TrumpetsState, log: Log) -> None:
    """Guns of destroyed US divisions leave. Rules sop-31c, pet-4."""
    roster = g.setting.roster
    guns = roster.guns & roster.army[ALLIED]
    alive = {
        division_of(g, unit)
        for unit in each_piece(roster.front & roster.army[ALLIED])
        if g.steps_left[unit]
    }
    for gun in each_piece(g.on_map(guns)):
        division = division_of(g, gun)
        if division >= 0 and division not in alive and _had_front_line(g, division):
            take_off(g, gun)
            g.steps_left[gun] = 0
            log.append(Withdrew(gun))


def _had_front_line(g: TrumpetsState, division: int) -> bool:
    """Whether the division has front-line units in the scenario at all."""
    front = g.setting.roster.front & g.setting.army[ALLIED]
    return any(division_of(g, unit) == division for unit in each_piece(front))


def end_turn(g: TrumpetsState) -> None:
    """The list 61.0; ground and weather are found anew each turn.

    Rules sop-32, met-1, met-2, met-3, met-4, met-5, met-6, met-7, met-8, met-9, met-10, met-11,
    met-12, met-13, met-14, met-15, met-16, met-17, met-18.
    """
    g.just_rested = 0
    for hq in each_piece(g.resting & ~g.idle_without_rest):  # met-1, sop-32a
        g.rested[hq] = g.rested.get(hq, 0) + 1
        g.just_rested |= 1 << hq
    g.resting = g.idle_without_rest = 0
    g.leaders_spent = 0  # met-2
    g.disrupted1, g.disrupted2 = g.disrupted2, 0  # met-3, met-4
    g.rubble = _cleared(g)  # met-5, met-6, met-7
    g.ferrying = {}  # met-8
    g.fired = 0  # met-9, met-10
    g.low_fuel = g.low_fuel if _keeps_low_fuel(g) else 0  # met-11
    g.weather, g.squalls = {}, frozenset()  # met-13
    g.aircraft = ()  # met-14
    if part(g.turn) == "EV":
        g.night_movement = 0  # met-16
        g.reserve = 0  # met-17
    g.fought, g.attacked = 0, {}
    g.momentum = g.congested = g.slipping = 0
    g.spotters = False
    g.kgp_route = 0
    g.named = {}
    ready_teams(g)


def _keeps_low_fuel(g: TrumpetsState) -> bool:
    """With one roll a day the marker stays for the day (option fuel_rolls, rc-fuel-1)."""
    return not g.setting.fuel_every_turn and part(g.turn) != "EV"


def _cleared(g: TrumpetsState) -> dict[Place, int]:
    """Rubble with engineers and rubble 1 go, rubble 2 becomes rubble 1 (met-5, met-6, met-7)."""
    engineers = g.setting.roster.engineers
    return {
        place: level - 1
        for place, level in g.rubble.items()
        if level > 1 and not g.stacks.get(place, 0) & engineers
    }
