"""Movement factors (24.0, 29.2): who may move, and how far."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.ids import Piece, enemy
from salient.games.trumpets.calendar import code
from salient.games.trumpets.roster import ALLIED, is_foot
from salient.games.trumpets.standing.freshness import is_exhausted, is_resting
from salient.games.trumpets.standing.fuel import is_low_on_fuel
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.state import TrumpetsState

THIRSTY = frozenset({"afv_light_medium", "afv_heavy", "truck", "cross_country"})
"""Classes that need fuel: half MF out of supply, one hex on low fuel.

Rules half-3, half-4, half-5, low-1, low-2, low-3.
"""

DISMOUNTED_MF = 12
"""Movement factors of those who leave their vehicles, in halves (rc-move-2)."""

MOMENTUM = 2
"""Half MF more for a division with momentum (rc-ev-2)."""

ALARM_TURNS, ALARM_DISTANCE = ("16MO", "16AF"), 3
"""Rule rc-alarm-1."""


def may_dismount(g: TrumpetsState, unit: Piece) -> bool:
    """Motorized and mechanized infantry may leave its vehicles for a turn. Rule rc-move-2."""
    return g.setting.units[unit].type in ("motorized", "mechanized") and not is_foot(
        movement_class(g, unit)
    )


def allowance(g: TrumpetsState, unit: Piece, *, on_foot: bool = False) -> int:
    """Movement factors of a unit in this turn, in halves: halved once at most, fractions up.

    Rules half-1, half-2, half-3, half-4, half-5, half-6, sop-24f, sop-24g.
    """
    kind = movement_class(g, unit, on_foot=on_foot)
    full = g.setting.units[unit].mf
    if on_foot or g.dismounted >> unit & 1:
        full = min(full, DISMOUNTED_MF)
    if any(g.momentum >> formation & 1 for formation in g.chain(g.under[unit])):
        full += MOMENTUM
    return halved(full) if halving(g, unit, kind) else full


def halving(g: TrumpetsState, unit: Piece, kind: str) -> str:
    """Which of the causes of 29.2 holds, the first of them; empty if none does. Row tab-half."""
    if is_resting(g, unit):  # half-1
        return "resting"
    if is_exhausted(g, unit):  # half-1
        return "exhausted"
    if g.disrupted >> unit & 1:  # half-2
        return "disrupted"
    unsupplied = g.oos >> unit & 1 and kind in THIRSTY  # half-3, half-4, half-5
    return "unsupplied" if unsupplied else ""


def halved(mf: int) -> int:
    """Half of movement factors, counted in halves; fractions are rounded up. Rule half-6.

    >>> halved(18), halved(16)
    (10, 8)
    """
    return (mf // 2 + 1) // 2 * 2


def is_bound_to_one_hex(g: TrumpetsState, unit: Piece, *, on_foot: bool = False) -> bool:
    """Whether a unit moves one hex at most for lack of fuel. Row tab-low.

    Rules low-1, low-2, low-3, low-4, low-5, low-6, sop-24h.
    """
    return movement_class(g, unit, on_foot=on_foot) in THIRSTY and is_low_on_fuel(g, unit)


def kept_by_work(g: TrumpetsState) -> int:
    """The units that work keeps where they are; a ferry may cross. Rules sop-19d, sop-24m."""
    return g.building | set_of(g.bridging) | set_of(g.ready)


def not_alarmed(g: TrumpetsState) -> int:
    """The Allied units on the map that have not been alarmed yet. Rule rc-alarm-1."""
    if code(g.turn) not in ALARM_TURNS:
        return 0
    army = g.setting.army[ALLIED]
    alarmed = g.setting.board.within(g.held[enemy(ALLIED)], ALARM_DISTANCE)
    return g.on_map(army) & ~g.units_in(alarmed & g.occupied[ALLIED], army)
