"""Guns and HQs behind the front (rc-staff-1): where they serve, how they get there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.boards.hexes import Hex
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import Log
from salient.games.trumpets.march.allowance import allowance, halved
from salient.games.trumpets.march.movement import DEPLOY, PACK, Moving, movable_on_map
from salient.games.trumpets.march.one_by_one import next_mover
from salient.games.trumpets.standing.command import hq_range
from salient.games.trumpets.standing.stacking import crowds
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

NEAR = 2
"""Hexes from the enemy within which guns and HQs do not stand alone."""

FACING = 3
"""Hexes from troops within which the guns that serve them look for enemies."""

GROUNDS: Memo[tuple[int, int], int] = Memo("hexes nearer to one's own troops", 256)
BELTS: Memo[tuple[int, int], int] = Memo("hexes so near to others", 1024)


def post(g: TrumpetsState, unit: Piece) -> int:
    """The hexes where guns or an HQ serve; near the enemy only among troops of their own.

    An HQ is in the middle of those it leads; guns reach the enemies those have before them, and
    are not taken out of action where they do so with troops beside them. They are on their own side
    of the front if that can be, and where they stand if nothing else can.
    """
    side = g.setting.side_of[unit]
    foes, troops = g.held[enemy(side)], _served(g, unit)
    if g.setting.roster.hqs >> unit & 1:
        found = _belt(g, 1 << middle(g, troops), hq_range(g, unit) // 2)
    else:
        reach = g.setting.units[unit].range
        faced = each_place(foes & _belt(g, set_of(troops), FACING))
        found = _belt(g, 1 << middle(g, faced), reach - 1) if faced else _belt(g, foes, reach)
    quiet = found & ~_exposed(g, side)
    if g.deployed & g.setting.roster.guns & 1 << unit:
        quiet |= found & 1 << g.where[unit] & _covered(g, side)
    return quiet & _own_ground(g, side) or quiet or 1 << g.where[unit]


def _exposed(g: TrumpetsState, side: int) -> int:
    """Hexes near the enemy without troops of one's own."""
    return _belt(g, g.held[enemy(side)], NEAR) & ~g.held[side]


def _covered(g: TrumpetsState, side: int) -> int:
    """Hexes next to one's own troops and not next to the enemy: guns that fire there may stay."""
    return _belt(g, g.held[side], 1) & ~_belt(g, g.held[enemy(side)], 1)


def _own_ground(g: TrumpetsState, side: int) -> int:
    """The hexes that one's own troops are as near to as the enemy's; all without troops."""
    ours, foes = g.held[side], g.held[enemy(side)]
    known = g.setting.memory.of(GROUNDS)
    found = known.get((ours, foes))
    if found is None:
        found = known.keep((ours, foes), _nearer(g, ours, foes))
    return found


def _nearer(g: TrumpetsState, ours: int, foes: int) -> int:
    board = g.setting.board
    if not ours:
        return board.all
    mine, his = ours, foes & ~ours
    while fresh := (board.around(mine) & ~mine & ~his):
        mine |= fresh
        his |= board.around(his) & ~mine
    return mine


def _served(g: TrumpetsState, unit: Piece) -> Sequence[Place]:
    """Where the combat units of a formation stand, those of its corps if it has none.

    If there are none, where the unit itself stands.
    """
    combat, formation = g.setting.roster.combat, g.under[unit]
    fellows = g.corps_on_map(g.corps_of(formation)) & combat
    units = fellows & g.troops_of(formation) or fellows or 1 << unit
    return [g.where[one] for one in each_piece(units)]


def middle(g: TrumpetsState, places: Sequence[Place]) -> Place:
    """The hex in the middle of some."""
    board, count = g.setting.board, len(places)
    rows, columns = zip(*(divmod(place, board.width) for place in places), strict=True)
    return board.index(Hex(sum(rows) // count, sum(columns) // count))


def _belt(g: TrumpetsState, hexes: int, steps: int) -> int:
    known = g.setting.memory.of(BELTS)
    found = known.get((hexes, steps))
    if found is None:
        found = known.keep((hexes, steps), g.setting.board.within(hexes, steps))
    return found


def to_bring_up(g: TrumpetsState, able: int) -> int:
    """Guns and HQs that the staff would move up, pull back or deploy. Rule rc-staff-1."""
    return set_of(_amiss(g, able))


def is_rear_amiss(g: TrumpetsState, able: int) -> bool:
    """Whether the staff would move any guns or HQs. Rule rc-staff-1."""
    return next(_amiss(g, able), -1) >= 0


def _amiss(g: TrumpetsState, able: int) -> Iterator[Piece]:
    rear = each_piece(g.on_map(able & g.setting.roster.emplaced))
    if rear and g.held[enemy(g.setting.side_of[rear[0]])]:
        yield from (unit for unit in rear if _is_amiss(g, unit))


def _is_amiss(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit stands where it does not serve, or is not deployed where it would."""
    return not (g.deployed >> unit & 1 and post(g, unit) >> g.where[unit] & 1)


class BringingUp(TrumpetsStep, frozen=True, tag="bringing_up"):
    """The staff deploys guns and HQs that serve where they are and brings up the others.

    Rule rc-staff-1: each makes an ordinary move (rc-mode-1).
    """

    side: int
    corps: int
    units: Pieces

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The next of them."""
        if moving := next_mover(g, movable_on_map):
            bring_up(g, moving, log)


def bring_up(g: TrumpetsState, moving: Moving, log: Log) -> None:
    """Deploy a unit where it serves, or let it go where it will."""
    unit = moving.units[0]
    posts = post(g, unit)
    if posts >> g.where[unit] & 1:
        if moving.left(g) >= halved(allowance(g, unit)):
            g.steps.append(moving)
            moving.take(g, DEPLOY, log)
        return
    g.steps.append(moving)
    if g.deployed >> unit & 1:
        moving.take(g, PACK, log)
    _go(g, posts, log)


def _go(g: TrumpetsState, posts: int, log: Log) -> None:
    """On to a hex where it serves, or as near to one as it can come, and no further.

    Not into one where guns or HQs would be too many (dis-2, dis-3).
    """
    moving = g.steps[-1]
    assert isinstance(moving, Moving)
    reaches = moving.reaches(g)
    for verb, reach in reaches.items():
        foes = g.held[enemy(moving.side)]
        quiet = reach.hexes & ~_exposed(g, moving.side)
        safe = quiet & _own_ground(g, moving.side) or quiet
        stops = set_of(p for p in moving.stops(g, safe) if not crowds(g, moving.units[0], p))
        place = _best(g, stops, posts, foes)
        if place >= 0:
            g.setting.memory.hold(g, moving, reaches)
            moving.take(g, Action(verb, (place,)), log)
            break
    g.steps[-1] = msgspec.structs.replace(g.steps[-1], over=True)


def _best(g: TrumpetsState, stops: int, posts: int, foes: int) -> int:
    """A hex where it serves, the furthest from the enemy; else the nearest to one; -1 for none."""
    if not stops or not posts:
        return -1
    board = g.setting.board
    if serving := stops & posts:
        ring = foes
        while serving & ~ring and ring != (wider := board.within(ring, 1)):
            serving, ring = serving & ~ring, wider
        return members(serving)[0]
    ring = posts
    while not stops & ring:
        wider = board.within(ring, 1)
        if wider == ring:
            return -1
        ring = wider
    return members(stops & ring)[0]
