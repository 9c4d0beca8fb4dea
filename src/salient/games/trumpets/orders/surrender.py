"""Surrender (18.1): the isolated and the weak may give up."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.harm.losses import eliminate
from salient.games.trumpets.standing.supply import is_isolated
from salient.games.trumpets.state import TrumpetsState

DIE, NEED = 6, 2
FIRST = turn_of("18PD")
WEAK_ER = 3
"""Printed ER at or under which a unit rolls (sop-18a)."""

LONELY = 3
"""Hexes without a friend (rc-surr-1)."""


def roll_surrenders(g: TrumpetsState, corps: int, log: Log) -> None:
    """From 18PD each isolated weak unit of a corps rolls. Rules sop-18a, rc-surr-1."""
    if g.turn < FIRST:
        return
    for unit in each_piece(g.on_map(g.corps_units(corps) & ~g.setting.roster.hqs)):
        if g.setting.units[unit].er > WEAK_ER or not is_isolated(g, unit):
            continue
        face, modifiers = g.roll(DIE), surrender_modifiers(g, unit)
        gives_up = face + sum(m.value for m in modifiers) <= NEED
        side = g.setting.side_of[unit]
        log.append(Rolled(side, "surrender", (face,), NEED, modifiers, int(gives_up), ("sop-18a",)))
        if gives_up:
            eliminate(g, unit, "sop-18a", log)


def surrender_modifiers(g: TrumpetsState, unit: Piece) -> tuple[Modifier, ...]:
    """Works and towns hold them together; nobody near does the opposite. Rule rc-surr-1."""
    place, setting = g.where[unit], g.setting
    built = setting.country.terrain["town"] | setting.country.terrain["city"]
    shelter = g.positions.get(place, "") not in ("", "roadblock") or built >> place & 1
    near = setting.board.within(1 << place, LONELY)
    friends = g.units_in(near, setting.army[setting.side_of[unit]]) & ~(1 << unit)
    found = [Modifier("rc-surr-1", 1)] if shelter else []
    return (*found, *(() if friends else (Modifier("rc-surr-1", -1),)))
