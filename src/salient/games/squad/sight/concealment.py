"""Concealment and hiding: who is not seen, and what gives them away.

Rules A12.1, A12.12, A12.14, A12.3.
"""

from __future__ import annotations

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.squad.core.events import Concealed, Revealed
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.los import eye_of, sight_of

SIGHT = 16
"""Rule A12.14: nobody is recognised farther off."""


def reveal(g: SquadState, units: int, log: Log) -> None:
    """Units lose concealment, or come out of hiding with their weapons. Rules A12.14, A12.33."""
    found = units & (g.concealed | g.hidden)
    if not found:
        return
    for unit in members(found):
        with_it = g.carried(unit) | g.load(unit)
        if unit in g.aboard:
            with_it |= 1 << g.aboard[unit] | g.load(g.aboard[unit])
        found |= with_it & (g.concealed | g.hidden)
    g.concealed &= ~found
    g.hidden &= ~found
    places = {g.where[unit] for unit in members(found)}
    for place in sorted(places - {NOWHERE}):
        there = tuple(unit for unit in members(found) if g.where[unit] == place)
        log.append(Revealed(there, place))


def is_watched(g: SquadState, unit: int) -> bool:
    """Whether an enemy who is not hidden either sees a unit near enough to know it."""
    board, hindrance = g.setting.board, sight_of(g).hindrance
    place, target = g.where[unit], eye_of(g, unit)
    near = board.within(place, SIGHT)
    foes = g.setting.army[enemy(g.side(unit))] & g.armed() & ~g.hidden
    for origin, stack in g.stacks.items():
        if stack & foes and near >> origin & 1:
            for eye in {eye_of(g, foe) for foe in members(stack & foes)}:
                if hindrance(eye, origin, target, place) >= 0:
                    return True
    return False


def expose(g: SquadState, units: int, log: Log) -> None:
    """Units that do something in sight of the enemy lose concealment. Rule A12.14."""
    for unit in members(units & (g.concealed | g.hidden)):
        if is_watched(g, unit):
            reveal(g, 1 << unit, log)


def gain(g: SquadState, side: int, log: Log) -> None:
    """At the end of a close-combat phase units out of sight become concealed. Rule A12.12.

    Reading: in concealment terrain at once, elsewhere not.
    """
    setting = g.setting
    ready = g.on_map(setting.army[side]) & (g.good_order() | setting.vehicles) & ~g.wrecks
    for place in sorted({g.where[unit] for unit in members(ready & ~g.concealed & ~g.hidden)}):
        if not conceals(g, place) or g.stack(place, enemy(side)) & ~g.wrecks & setting.personnel:
            continue
        found = 0
        alone = g.stack(place, side) & ready & ~g.riding()
        for unit in members(alone & ~g.concealed & ~g.hidden):
            if unit not in g.bypass and not is_watched(g, unit):
                found |= 1 << unit | g.carried(unit) | g.load(unit)
        if found:
            g.concealed |= found
            log.append(Concealed(side, place, (found & ready).bit_count()))
