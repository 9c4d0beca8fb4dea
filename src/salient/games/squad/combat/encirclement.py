"""Encirclement: fire from all around. Rule A7.7.

Readings: fire counts that is worth at least two factors and comes from enemies who are known; it
comes through the hexside that looks most towards the firer. Who is encircled has a morale lower by
one and cannot rout. Upstairs one is encircled as well while enemies in Good Order hold the ground
floor alone. All of it is reconstructed.
"""

from __future__ import annotations

import math

from salient.boards.bits import each_piece
from salient.boards.sight_lines import STEPS
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.men import Became
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.sight.los import sees_unit

WORD = "encirclement"
LEAST = 2
"""Factors that fire must have to count."""

NEAR = 6
"""Hexes within which enemies keep a ring closed."""

RINGS = (0b001001, 0b010010, 0b100100, 0b010101, 0b101010)
"""Sets of hexsides that close a ring: two opposite ones, or three of which no two are next to each
other."""

MEANS = ("fire", "ordnance", "impact", "shell", "flame")


def side_towards(g: SquadState, place: Place, origin: Place) -> int:
    """The hexside of a location that looks most towards another, -1 in the same hex."""
    board = g.setting.board
    (column, half), (x, y) = board.hex(place).spot, board.hex(origin).spot
    if board.hex_of[place] == board.hex_of[origin]:
        return -1

    def angle(dc: int, dh: int) -> float:
        return math.atan2(dh * math.sqrt(3) / 2, dc * 1.5)

    towards = angle(x - column, y - half)
    turns = [abs(math.remainder(angle(*step) - towards, math.tau)) for step in STEPS]
    return min(range(len(STEPS)), key=lambda side: (round(turns[side], 6), side))


def is_closed(sides: int) -> bool:
    """Whether hexsides make a ring. Rule A7.7.

    >>> [is_closed(sides) for sides in (0b001001, 0b010101, 0b000111)]
    [True, True, False]
    """
    return any(sides & ring == ring for ring in RINGS)


def note_fire(g: SquadState, attack: Attack, log: Log) -> None:
    """Remember from where fire has come in this player turn; it may close a ring. Rule A7.7."""
    if attack.means not in MEANS or not attack.firers:
        return
    event = next((one for one in reversed(log) if isinstance(one, Fired)), None)
    if event is None or event.column < LEAST:
        return
    known = [unit for unit in attack.firers if not (g.hidden | g.concealed) >> unit & 1]
    sides = g.fire_from.get(attack.target, 0)
    for unit in known:
        side = side_towards(g, attack.target, g.where[unit]) if g.where[unit] >= 0 else -1
        sides |= 1 << side if side >= 0 else 0
    g.fire_from[attack.target] = sides
    if is_closed(sides):
        surround(g, g.people(attack.target, enemy(attack.side)), attack.target, sides, log)


def surround(g: SquadState, units: int, place: Place, sides: int, log: Log) -> None:
    """Units are encircled where they stand."""
    for unit in each_piece(units):
        if not g.encircled >> unit & 1:
            log.append(Became(unit, "encircled"))
        g.encircled |= 1 << unit
        g.rings[unit] = (place, sides)


def is_held(g: SquadState, unit: Piece, sides: int) -> bool:
    """Whether enemies in Good Order near by, whom a unit sees, keep its ring closed. Rule A7.7."""
    board, here = g.setting.board, g.where[unit]
    foes = g.on_map(g.setting.army[enemy(g.side(unit))] & g.good_order())
    held = 0
    for foe in each_piece(foes):
        if board.range(here, g.where[foe]) <= NEAR and sees_unit(g, unit, foe):
            side = side_towards(g, here, g.where[foe])
            held |= 1 << side if side >= 0 else 0
    return is_closed(sides & held)


def cut_off_upstairs(g: SquadState, log: Log) -> None:
    """Enemies in Good Order who hold the ground floor alone cut off those above. Rule A7.7."""
    board = g.setting.board
    for place in sorted(g.stacks):
        if board.locations[place].floor != "upper":
            continue
        below = board.hex_of[place]
        for side in (0, 1):
            foes = g.people(below, enemy(side)) & g.good_order()
            if foes and not g.people(below, side):
                surround(g, g.people(place, side), place, 0, log)


def end_turn(g: SquadState, log: Log) -> None:
    """Rings that have opened let go; fire of this player turn is forgotten. Rule A7.7."""
    g.fire_from.clear()
    for unit, (place, sides) in sorted(g.rings.items()):
        here = g.where[unit]
        if here != place or not sides or not is_held(g, unit, sides):
            del g.rings[unit]
            g.encircled &= ~(1 << unit)
            if here >= 0:
                log.append(Became(unit, "relieved"))
    cut_off_upstairs(g, log)


def cannot_rout(g: SquadState, unit: Piece) -> bool:
    """Nobody routs out of a ring. Rule A7.7."""
    return unit in g.rings and g.rings[unit][0] == g.where[unit]


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    aftermaths=(note_fire,),
    player_turn_ends=(end_turn,),
    rout_bars=(cannot_rout,),
)
