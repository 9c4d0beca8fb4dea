"""Concealment and hiding: who is not seen, and what gives them away.

Rules A12.1, A12.12, A12.14, A12.3.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.boards.sight_map import Eye
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.squad.core.events.movement import Vanished
from salient.games.squad.core.events.play import Concealed, Revealed
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.air import lit_places
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of

SIGHT = 16
"""Rule A12.14: nobody is recognised farther off."""

NEAR = 2
"""Rule E1.43: so near an enemy sees what is under a cloak."""


def reveal(g: SquadState, units: int, log: Log) -> None:
    """Units lose concealment, or come out of hiding with their weapons. Rules A12.14, A12.33."""
    found = units & (g.concealed | g.hidden)
    if not found:
        return
    for unit in each_piece(found):
        with_it = g.carried(unit) | g.load(unit)
        if unit in g.aboard:
            with_it |= 1 << g.aboard[unit] | g.load(g.aboard[unit])
        found |= with_it & (g.concealed | g.hidden)
    g.concealed &= ~found
    g.cloaked &= ~found
    g.hidden &= ~found
    phantoms = found & g.setting.dummies
    for unit in each_piece(phantoms):
        vanish(g, unit, log)
    found &= ~phantoms
    places = {g.where[unit] for unit in each_piece(found)}
    for place in sorted(places - {NOWHERE}):
        there = tuple(unit for unit in each_piece(found) if g.where[unit] == place)
        log.append(Revealed(there, place))
    for answer in g.setting.chapters.revealings:
        answer(g, found, log)


def vanish(g: SquadState, unit: Piece, log: Log) -> None:
    """There was nobody under a question mark. Rule A12.11."""
    log.append(Vanished(g.side(unit), g.where[unit]))
    g.put(unit, NOWHERE)
    bit = 1 << unit
    g.lost |= bit
    g.entrenched &= ~bit
    g.pinned &= ~bit
    g.moved &= ~bit
    g.cx &= ~bit
    g.bypass.pop(unit, None)
    g.crest.pop(unit, None)


def is_watched(g: SquadState, unit: Piece, reach: int = SIGHT) -> bool:
    """Whether an enemy who is not hidden either sees a unit near enough to know it."""
    board, sight = g.setting.board, sight_of(g)
    place, target = g.where[unit], eye_of(g, unit)
    near = board.within(place, reach)
    foes = g.setting.army[enemy(g.side(unit))] & g.armed() & ~g.hidden
    for origin, stack in g.stacks.items():
        if stack & foes and near >> origin & 1 and not sight.by_flash(origin, place):
            for eye in {eye_of(g, foe) for foe in each_piece(stack & foes)}:
                if sight.hindrance(eye, origin, target, place) >= 0:
                    return True
    return False


def expose(g: SquadState, units: int, log: Log) -> None:
    """Units that do something in sight of the enemy lose concealment. Rule A12.14."""
    cloaked = g.cloaked
    for unit in each_piece(units & (g.concealed | g.hidden)):
        if cloaked >> unit & 1:  # E1.43
            shed_cloak(g, unit, log)
        elif is_watched(g, unit):
            reveal(g, 1 << unit, log)


def shed_cloak(g: SquadState, unit: Piece, log: Log) -> None:
    """A stack loses its cloak if an enemy sees it near, or in the light. Rule E1.43."""
    if not g.cloaked >> unit & 1:
        return
    if is_watched(g, unit, NEAR) or (lit_places(g) >> g.where[unit] & 1 and is_watched(g, unit)):
        there = g.stacks[g.where[unit]] & g.cloaked
        g.cloaked &= ~there
        log.append(Concealed(g.side(unit), g.where[unit], there.bit_count()))


def gain(g: SquadState, side: int, log: Log) -> None:
    """At the end of a close-combat phase units out of sight become concealed. Rule A12.12.

    Reading: in concealment terrain at once, elsewhere not.
    """
    setting = g.setting
    ready = (
        g.on_map(setting.army[side])
        & (g.good_order() | setting.vehicles)
        & ~(g.wrecks | g.abandoned | g.guards())
    )
    for place in sorted({g.where[unit] for unit in each_piece(ready & ~g.concealed & ~g.hidden)}):
        if not conceals(g, place) or g.stack(place, enemy(side)) & ~g.wrecks & setting.personnel:
            continue
        found = 0
        alone = g.stack(place, side) & ready & ~g.riding()
        watched: dict[Eye, bool] = {}  # Who stands together is seen alike.
        for unit in each_piece(alone & ~g.concealed & ~g.hidden):
            if unit in g.bypass:
                continue
            eye = eye_of(g, unit)
            if eye not in watched:
                watched[eye] = is_watched(g, unit)
            if not watched[eye]:
                found |= 1 << unit | g.carried(unit) | g.load(unit)
        if found:
            g.concealed |= found
            log.append(Concealed(side, place, (found & ready).bit_count()))
