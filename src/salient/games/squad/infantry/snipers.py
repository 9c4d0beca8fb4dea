"""Snipers. Rule A14.

A side whose enemy rolls its sniper activation number has its sniper called. Readings: rolls of the
fire table, To Hit rolls, morale and pin checks count; the sniper shoots when the phase ends, once
for each call. A die of 1 hits, of 2 pins; whom, is left to chance among the enemies who are not
hidden, neither in a culvert (P4.24c) nor in melee. A hit breaks a squad, or wounds a leader.

Where a scenario gives a side two snipers they have counters on the map (A14.2), placed by lot as
the first turn begins, far from each other. A die says which of them shoots, at somebody of those
who are nearest to him, and he goes there. There are no sniper checks, so neither is pinned or
removed. All of that is reconstructed.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Lot
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.squad.combat.morale import crush, pin, wound
from salient.games.squad.core.events.fire import Sniped, SniperPlaced
from salient.games.squad.core.locations import is_subterranean
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.terrain.board import Hexagon

HIT, PINS = 1, 2
APART = 15
"""Hexes between two snipers of a side (A14.2)."""

FIRST = 3
"""The highest die for which the first of them shoots."""


def shoot_at_random(g: SquadState, log: Log) -> None:
    """The snipers who were called in this phase shoot. Rule A14.1."""
    calls, g.calls = g.calls, (0, 0)
    for side in (0, 1):
        for _ in range(calls[side]):
            snipe(g, side, log)


def eligible(g: SquadState, side: int) -> list[Piece]:
    """Whom a side's sniper may hit. Rules A14.22, P4.24c."""
    foes = g.snipers_prey() & g.setting.army[enemy(side)]
    return [unit for unit in each_piece(foes) if not is_subterranean(g, g.where[unit])]


def snipe(g: SquadState, side: int, log: Log) -> None:
    """One shot. Rule A14.3."""
    die, targets = g.die(), eligible(g, side)
    choice = counter_die(g, side)
    counter = int(choice[0] > FIRST) if choice else -1
    dice = (die, *choice)
    if counter >= 0:
        targets = nearest(g, g.sniper_hexes[side][counter], targets)
    if die > PINS or not targets:
        log.append(Sniped(side, dice, (), (), "missed"))
        return
    lot = g.lot(len(targets))
    unit = targets[lot.number - 1]
    if counter >= 0:
        go_to(g, side, counter, g.hex(unit), log)
    reveal(g, 1 << unit, log)
    if g.setting.dummies >> unit & 1:  # A12.11
        log.append(Sniped(side, dice, (lot,), (), "missed"))
        return
    log.append(Sniped(side, dice, (lot,), (unit,), "hit" if die == HIT else "pins"))
    if die == PINS:
        pin(g, unit, log)
        return
    if g.setting.leaders >> unit & 1:
        wound(g, unit, log)
    else:
        crush(g, unit, log)


# -- counters -------------------------------------------------------------------------------------


def place_snipers(g: SquadState, log: Log) -> None:
    """As the first turn begins, the snipers of a side that has two take their places. A14.2."""
    for side, count in enumerate(g.sniper_counters):
        if count > 1 and side not in g.sniper_hexes:
            g.sniper_hexes[side] = ()
            for _ in range(count):
                place, lot = draw_place(g, g.sniper_hexes[side])
                g.sniper_hexes[side] += (place,)
                log.append(SniperPlaced(side, place, (lot,)))


def draw_place(g: SquadState, taken: tuple[Hexagon, ...]) -> tuple[Hexagon, Lot]:
    """A hex by lot, far from those taken, or as far as there is room. Rule A14.2."""
    board = g.setting.board
    hexes = [here.index for here in board.hexes]
    if taken:
        away = {at: min(board.range(other, at) for other in taken) for at in hexes}
        far = min(APART, max(away.values()))
        hexes = [at for at in hexes if away[at] >= far]
    lot = g.lot(len(hexes))
    return hexes[lot.number - 1], lot


def counter_die(g: SquadState, side: int) -> tuple[int, ...]:
    """The die that says which of a side's snipers shoots; none without counters. Rule A14.2."""
    return (g.die(),) if side in g.sniper_hexes else ()


def nearest(g: SquadState, hexagon: Hexagon, targets: list[Piece]) -> list[Piece]:
    """Those of some units that are nearest to a sniper. Rule A14.2."""
    away = {unit: g.setting.board.range(g.where[unit], hexagon) for unit in targets}
    near = min(away.values(), default=0)
    return [unit for unit in targets if away[unit] == near]


def go_to(g: SquadState, side: int, counter: int, hexagon: Hexagon, log: Log) -> None:
    """A sniper goes where he has shot. Rule A14.2."""
    hexes = list(g.sniper_hexes[side])
    hexes[counter] = hexagon
    g.sniper_hexes[side] = tuple(hexes)
    log.append(SniperPlaced(side, hexagon))


CHAPTER: Chapters[SquadState] = Chapters(game_turns=(place_snipers,))
