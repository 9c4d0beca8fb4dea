"""Pushing a gun by hand. Rule C10.3.

Its crew, with squads that help, pushes a gun into the next location if two dice and what makes it
hard do not exceed the manhandling number; else they are busy for the rest of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.labor import is_done
from salient.games.squad.core.march import March
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.vehicles.passengers import board_orders
from salient.games.squad.vehicles.towing import gun_bar, hook_orders

TWICE = 2
"""Reading of C10.3: with a gun everything costs twice as much."""

HELPER = -1
"""Reading of C10.3: what each squad that helps takes off the dice."""

LEAST = 2
"""A gun with a lower number cannot be pushed at all."""


def gun_of(g: SquadState, march: March) -> Piece | None:
    """The gun that the moving units would have to push."""
    guns = g.carried(march.units[0]) & g.setting.guns
    return next((gun for gun in each_piece(guns) if gun not in g.towed), None)


def pushes(g: SquadState, march: March, left: int) -> dict[Place, tuple[Entry, int]]:
    """Where a gun can be pushed: the entry and the halves of MF it takes. Rule C10.3."""
    gun, crew = gun_of(g, march), march.units[0]
    place, side = g.where[crew], g.side(crew)
    if gun is None or place == NOWHERE or g.setting.gun_row(gun).manhandling < LEAST:
        return {}
    found: dict[Place, tuple[Entry, int]] = {}
    for link in g.setting.board.links[place]:
        entry = Entry(crew, "infantry", place, link.to, link.side)
        cost = entry_cost(g, entry, left)
        total = cost.total * TWICE
        if cost.bar or gun_bar(g, gun, link.to) or not may_pass(g, link.to, side):
            continue
        if total > left and march.spent:
            continue  # Only the first push may take all there is (A4.134).
        if has_room(g, link.to, set_of(march.units), side):
            found[link.to] = (entry, min(total, left))
    return found


def carrying_orders(g: SquadState, march: March, left: int) -> Iterator[Action]:
    """Getting on a vehicle; with a gun only hooking it up or pushing it. Rules D6.4, C10."""
    yield from hook_orders(g, march)
    if gun_of(g, march) is None:
        yield from board_orders(g, march, left)
        return
    yield from (Action("push", (place,)) for place in sorted(pushes(g, march, left)))


def hardships(g: SquadState, march: March, cost: int) -> tuple[Modifier, ...]:
    """What makes pushing harder, the ground, and easier, more hands. Rule C10.3 (reading)."""
    ground = max(0, cost // (2 * TWICE) - 1)
    hands = HELPER * sum(map(g.is_squad, march.units))
    return tuple(Modifier("C10.3", value) for value in (ground, hands) if value)


def try_to_push(g: SquadState, march: March, cost: int, log: Log) -> bool:
    """The dice; who fails is busy. Rule C10.3."""
    gun = gun_of(g, march)
    assert gun is not None
    most = g.setting.gun_row(gun).manhandling
    done = is_done(g, log, march.units[0], "push", most, *hardships(g, march, cost))
    if done:
        g.moved |= 1 << gun
    else:
        g.ti |= set_of(march.units)
    return done


def endanger(g: SquadState) -> None:
    """Pushing a gun is hazardous movement. Rules C10.3, A4.62."""
    g.change_march(hazardous=True)
