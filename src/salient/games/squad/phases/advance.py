"""The advance phase. Rules A3.7, A4.7."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, at_rest
from salient.games.squad.combat.mines import leave_mines, meet_mines
from salient.games.squad.combat.morale import check_task
from salient.games.squad.core.actions import END
from salient.games.squad.core.bypass import exits
from salient.games.squad.core.changes import changed_places, changed_units
from salient.games.squad.core.cost_memory import counts_allotment, tolls_of
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.men import Advanced, Became
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.points import allotment
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.stacking import with_room
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.fire_zones import as_known
from salient.games.squad.infantry.entering import arrive, occupy
from salient.games.squad.infantry.heat_of_battle import must_advance
from salient.games.squad.sight.concealment import expose, reveal


class Advance(SquadStep, frozen=True, tag="advance"):
    """Infantry of the ATTACKER may advance one location, also onto the enemy. Rule A4.7."""

    side: int

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Who advances next, and where to."""
        g = as_known(g, self.side)
        actions = self.advances(g)
        musts = [action for action in actions if g.berserk >> action.piece(0) & 1]
        if musts:  # A15.42
            return Decision(self.side, "advance", musts, ("A15.42",))
        if not actions:
            return None
        return Decision(self.side, "advance", [*actions, END], ("A4.7", "A4.72"))

    def advances(self, g: SquadState) -> list[Action]:
        """All advances: as at the question before, of those near whom nothing has changed."""
        memory, board = g.setting.memory, g.setting.board
        known = _known(g, memory.last(("advances", self.side)))
        found = []
        for unit in each_piece(self.able(g)):
            if unit not in known:
                here = g.where[unit]
                near = set_of(link.to for link in board.links[here]) | 1 << here
                places = must_advance(g, unit, advances(g, unit))
                known[unit] = [Action("advance", (unit, place)) for place in places], near
            found += known[unit][0]
        memory.keep_last(("advances", self.side), (g.copy(), known))
        return found

    def able(self, g: SquadState) -> int:
        """Those who may advance: neither pinned, tired out nor tied down."""
        units = g.on_map(g.setting.army[self.side] & g.good_order())
        units &= ~(g.pinned | g.ti | g.advanced | g.riding())
        for unit in each_piece(units):
            if g.carried(unit) & g.setting.guns:
                units &= ~(1 << unit)
        for answer in g.setting.chapters.restraints:  # E1.21
            units &= ~answer(g, self.side)
        return units

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Advance, or close the phase."""
        if action == END:
            g.steps.pop()
        else:
            advance(g, action.piece(0), action.place(1), log)


OWN = (
    "where", "advanced", "cx", "pinned", "broken", "bypass", "crest", "entrenched", "facing",
    "turret",
)  # fmt: skip
"""Columns by which only the advances of the unit itself change; who stands where apart."""

FREE = (
    "stacks", "control", "taken_unseen", "acquired", "emplaced", "hidden", "concealed", "cloaked",
)  # fmt: skip
"""Columns that do not matter to advances."""

Known = dict[int, tuple[list[Action], int]]
"""The advances of units, and the locations that they depend on."""


def _known(g: SquadState, last: tuple[SquadState, Known] | None) -> Known:
    """What holds of what was found for the last question."""
    if last is None:
        return {}
    before, known = last
    places = changed_places(before, g)
    units = changed_units(before, g, OWN, FREE)
    if units is None:
        return {}
    return {
        unit: (found, near) for unit, (found, near) in known.items()
        if not (units >> unit & 1 or near & places)
    }  # fmt: skip


def advances(g: SquadState, unit: Piece) -> list[Place]:
    """Where a unit may advance: next to it, what costs all MF tires. Rule A4.7."""
    side, here = g.side(unit), g.where[unit]
    sides = exits(g, unit) if unit in g.bypass else None
    tired = g.cx >> unit & 1  # A4.72
    counts = tired or counts_allotment(g, "infantry")
    allotted = allotment(g, (unit,)) if counts else 0
    tolls = tolls_of(g, unit, "infantry", "advance", allotted)
    places = {
        way.to for way in tolls.ways(here)
        if (sides is None or way.side in sides) and not (tired and way.halves >= allotted)
    }  # fmt: skip
    return list(with_room(g, sorted(places), 1 << unit, side))


def advance(g: SquadState, unit: Piece, to: Place, log: Log) -> None:
    """Advance into a location; hidden enemies there are found. Rule A4.7.

    Mines where it starts may hold it back.
    """
    origin, bit = g.where[unit], 1 << unit
    g.advanced |= bit
    if not dares(g, unit, to, log):
        return
    side = next(link.side for link in g.setting.board.links[origin] if link.to == to)
    entry = Entry(unit, "infantry", origin, to, side, "advance")
    allotted = allotment(g, (unit,))
    if entry_cost(g, entry, allotted).total >= allotted:  # A4.72
        g.cx |= bit
        log.append(Became(unit, "cx"))
    leave_mines(g, (unit,), entry, log)  # B28.41
    if (g.lost | g.broken | g.pinned) & bit:  # B28.41
        return
    g.bypass.pop(unit, None)
    g.crest.pop(unit, None)
    g.entrenched &= ~bit
    stir = (bit | g.carried(unit)) & g.hidden  # A12.14
    g.hidden &= ~stir  # A12.14
    g.concealed |= stir  # A12.14
    g.put(unit, to)
    log.append(unseen(g, Advanced(g.side(unit), unit, origin, to)))
    if not conceals(g, to):  # A12.14
        expose(g, bit, log)
    reveal(g, g.stack(to, enemy(g.side(unit))) & g.hidden, log)  # A12.42
    occupy(g, to)
    meet_mines(g, (unit,), to, log)  # B28.41
    if not g.lost & bit:
        arrive(g, entry, log)


def dares(g: SquadState, unit: Piece, to: Place, log: Log) -> bool:
    """Whether a unit dares to advance on a known enemy AFV: a task check, or it is pinned. A11.6.

    Reading: a roll of its morale or less with a leader's help; green troops add one.
    """
    tanks = g.vehicles(to, enemy(g.side(unit))) & g.setting.armour & ~(g.hidden | g.concealed)
    if not tanks:
        return True
    raw = g.setting.squads >> unit & 1 and g.row(unit).quality in ("green", "conscript")
    return check_task(g, unit, int(raw), log, "paatc")
