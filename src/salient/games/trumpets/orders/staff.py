"""What the staff of a corps proposes before anybody moves: who rests, digs, builds (rc-staff-1).

Proposals are orders that could be given one by one; whoever does not like them gives his own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.ids import Piece, enemy
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.roster import ALLIED
from salient.games.trumpets.standing.freshness import is_resting
from salient.games.trumpets.state import TrumpetsState

DIG_NEAR = 3
"""Hexes from the enemy within which it is worth digging."""

CHARGE_NEAR = 8
"""Hexes from the enemy within which a bridge is made ready to blow."""

QUIET = 5
"""Hexes from the enemy beyond which a division may rest at night, with all its troops."""

QUIET_CORPS = 8
"""Hexes from the enemy beyond which a whole corps may rest at night."""


URGENCY = {
    order: rank
    for rank, order in enumerate(("bridge", "prime", "dig", "fortify", "block", "strengthen"))
}
"""The orders that a staff proposes, the most urgent first."""


def proposed_corps(g: TrumpetsState, corps: Sequence[int]) -> list[int]:
    """The corps that should rest: at night, all their units far from the enemy."""
    if not is_night(g.turn):
        return []
    return [one for one in corps if is_quiet(g, g.corps_units(one), QUIET_CORPS)]


def proposed_divisions(g: TrumpetsState, hqs: Sequence[Piece]) -> list[Piece]:
    """The HQs that should rest: at night, without a Rested marker, far from the enemy."""
    if not is_night(g.turn):
        return []
    return [hq for hq in hqs if not g.rested.get(hq) and is_quiet(g, 1 << hq, QUIET)]


def is_quiet(g: TrumpetsState, units: int, steps: int) -> bool:
    """Whether no enemy combat unit stands within so many hexes of some units."""
    on_map = members(g.on_map(units))
    if not on_map:
        return True
    near = g.setting.board.within(g.held[enemy(g.setting.side_of[on_map[0]])], steps)
    return not g.units_in(near, units)


def proposed_orders(g: TrumpetsState, side: int, offers: Sequence[Action]) -> list[Action]:
    """Bridges are built; who stays digs in; bridges that the enemy may reach are made ready.

    Args:
        g: The position.
        side: Whose staff it is.
        offers: The orders that could be given.
    """
    found: dict[int, Action] = {}
    for offer in sorted(_wanted(g, side, offers), key=lambda offer: URGENCY[offer.verb]):
        found.setdefault(offer.piece(0), offer)
    return _once_a_hex(g, list(found.values()))


def is_anything_proposed(g: TrumpetsState, side: int, offers: Sequence[Action]) -> bool:
    """Whether the staff proposes any of the orders that could be given."""
    return next(_wanted(g, side, offers), None) is not None


def _wanted(g: TrumpetsState, side: int, offers: Sequence[Action]) -> Iterator[Action]:
    """The orders that make sense, each on its own."""
    board, foes = g.setting.board, g.held[enemy(side)]
    near, wide = board.within(foes, DIG_NEAR), board.within(foes, CHARGE_NEAR)
    for offer in offers:
        if offer.verb not in URGENCY:
            continue
        unit, here = offer.piece(0), g.where[offer.piece(0)]
        if offer.verb == "bridge":
            yield offer
        elif offer.verb == "prime":
            if side == ALLIED and wide >> here & 1:
                yield offer
        elif near >> here & 1 and _stays(g, unit):
            yield offer


def _stays(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit is likely to stay where it is: it rests, or its side defends."""
    return g.setting.side_of[unit] == ALLIED or is_resting(g, unit)


def _once_a_hex(g: TrumpetsState, orders: list[Action]) -> list[Action]:
    """The same work is begun once in a hex (rc-pos-1), the same bridge once."""
    seen: set[tuple[str, int, tuple[int | str, ...]]] = set()
    found = []
    for order in orders:
        key = (order.verb, g.where[order.piece(0)], order.args[1:])
        if key not in seen:
            seen.add(key)
            found.append(order)
    return found
