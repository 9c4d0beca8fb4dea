"""Step losses (52.0, 53.0): who takes them, and what becomes of those who do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces
from salient.engine.state import Decision, Log
from salient.games.trumpets.events import Eliminated, LostStep
from salient.games.trumpets.roster import ALLIED, GERMAN, Roster
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

MARKERS = (
    "ooc", "oos", "dropped", "deployed", "disrupted1", "disrupted2", "shock", "engaged", "ca",
    "fired", "reserve", "building", "alert", "dismounted",
    "fatigued", "exhausted", "resting", "night_movement", "low_fuel",
)  # fmt: skip
"""Markers that come off the map with a unit."""

NOTES = ("engaged_since", "ca_targets", "works", "ferrying", "bridging", "ready", "rested")
"""What is kept about a unit besides."""

AFV_LISTS = ("attacker_afv_loss", "defender_afv_loss")

KINDS: dict[str, Callable[[Roster], int]] = {
    "front_line_afv": lambda roster: roster.front & roster.afv,
    "support_afv": lambda roster: roster.support & roster.afv,
    "afv": lambda roster: roster.afv,
    # Front-line units without armour; reconnaissance goes with the infantry.
    "infantry": lambda roster: roster.front & ~roster.afv,
    "non_afv_support": lambda roster: roster.support & ~roster.afv,
    "front_line": lambda roster: roster.front,
    "support": lambda roster: roster.support,
    "artillery": lambda roster: roster.guns,
    "hq": lambda roster: roster.hqs,
}
"""The kinds of units on the lists of priorities (tab-loss)."""

BEST = "_highest_er"
"""How the lists say that the best unit of a kind is struck."""


# -- one unit -----------------------------------------------------------------------------------


def lose_step(g: TrumpetsState, unit: Piece, log: Log, reason: str = "combat") -> None:
    """Take a step off a unit, or the unit itself; none comes back. Rules rc-unit-2, rc-loss-0.

    A substitute loses a battalion of its owner's choice, who is asked next (note-loss-2).
    """
    if g.steps_left[unit] <= 1:
        eliminate(g, unit, reason, log)
        return
    g.steps_left[unit] -= 1
    log.append(LostStep(unit))
    if g.setting.units[unit].members:
        g.steps.append(LostBattalion(g.setting.side_of[unit], unit))


def lose_steps(g: TrumpetsState, unit: Piece, count: int, log: Log, reason: str = "combat") -> None:
    """Take several steps off a unit, as many as it has."""
    for _ in range(min(count, g.steps_left[unit])):
        lose_step(g, unit, log, reason)


def eliminate(g: TrumpetsState, unit: Piece, reason: str, log: Log) -> None:
    """Take a unit off the map for good; a substitute with its battalions."""
    take_off(g, unit)
    g.steps_left[unit] = 0
    for member in g.setting.units[unit].members:
        g.steps_left[member] = 0
    log.append(Eliminated(unit, reason))


def take_off(g: TrumpetsState, unit: Piece) -> None:
    """Take a unit off the map with its markers."""
    keep = ~(1 << unit)
    if g.where[unit] != NOWHERE:
        g.put(unit, NOWHERE)
    for name in MARKERS:
        setattr(g, name, getattr(g, name) & keep)
    for name in NOTES:
        getattr(g, name).pop(unit, None)


def leave_work(g: TrumpetsState, unit: Piece) -> None:
    """A unit that is driven off leaves its works, ferry, bridge or charges behind.

    In a combat the charges may still go off until it is over (rc-adv-1).
    """
    g.building &= ~(1 << unit)
    for at_work in (g.works, g.ferrying, g.bridging):
        at_work.pop(unit, None)
    if g.attack is None:
        g.ready.pop(unit, None)


class LostBattalion(TrumpetsStep, frozen=True, tag="lost_battalion"):
    """A substitute has been hit: its owner names the battalion. Rules note-loss-2, rc-sub-1."""

    side: int
    unit: Piece

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which of its battalions; none if another hit has taken the last of them."""
        alive = g.alive(g.setting.units[self.unit].members)
        if not alive:
            return None
        actions = [Action("lose", (member,)) for member in alive]
        return Decision(self.side, "battalion", actions, ("note-loss-2", "rc-sub-1"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """It is gone."""
        g.steps.pop()
        g.steps_left[action.piece(0)] = 0
        log.append(Eliminated(action.piece(0), "combat"))

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Nobody is left to name."""
        g.steps.pop()


# -- many units ---------------------------------------------------------------------------------


class Losses(TrumpetsStep, frozen=True, tag="losses"):
    """Units of a combat lose steps, down a list of priorities. Rules gc-19, tab-loss.

    The lists: loss-aafv, loss-dafv, loss-aloss, loss-dloss.

    Attributes:
        side: Who loses them.
        units: Those who can be struck.
        kind: The list.
        count: Hits left.
        foes: The enemy units of the combat (53.0).
        struck: Units that have been struck.
    """

    side: int
    units: Pieces
    kind: str
    count: int
    foes: Pieces = ()
    struck: Pieces = ()

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which unit takes the next hit, where the list leaves a choice."""
        units = candidates(g, self.units, self.kind, self.struck) if self.count else ()
        if not units:
            return None
        return Decision(
            self.side,
            "losses",
            [g.setting.offer["lose"][unit] for unit in units],
            ("gc-19", "tab-loss"),
            {"count": self.count},
            units,
        )

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """It is hit."""
        unit = action.piece(0)
        g.steps[-1] = msgspec.structs.replace(
            self, count=self.count - 1, struck=(*self.struck, unit)
        )
        lose_steps(g, unit, hit_size(g, unit, self.kind, self.foes), log)


def candidates(g: TrumpetsState, units: Pieces, kind: str, struck: Pieces) -> Pieces:
    """The units that may take the next hit: down the list, each once; then anybody.

    Rules tab-loss, note-loss-1.
    """
    roster, charts = g.setting.roster, g.setting.combat
    alive = set_of(g.alive(units))
    fresh = alive & ~set_of(struck)
    if not fresh:
        return each_piece(alive)
    for name in charts.losses[kind]:
        found = fresh & KINDS[name.removesuffix(BEST)](roster)
        if found:
            return _best(g, found) if name.endswith(BEST) else each_piece(found)
    return each_piece(fresh)


def _best(g: TrumpetsState, units: int) -> Pieces:
    rows = g.setting.units
    best = max(rows[unit].er for unit in each_piece(units))
    return tuple(unit for unit in each_piece(units) if rows[unit].er == best)


def hit_size(g: TrumpetsState, unit: Piece, kind: str, foes: Pieces) -> int:
    """Steps that a hit takes: AFV losses with the enhanced rules (advanced).

    Rules afv-1, afv-2, rc-afv-1, rc-afv-2.
    """
    roster = g.setting.roster
    if not g.setting.advanced or kind not in AFV_LISTS or not roster.afv >> unit & 1:
        return 1
    guns = set_of(foes) & roster.improved_at
    if g.setting.side_of[unit] == ALLIED:
        return 2 if guns & g.setting.army[GERMAN] else 1
    return 1 if guns or not roster.heavy_armour >> unit & 1 else 0
