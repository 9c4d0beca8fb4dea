"""Who comes onto the map and leaves it: entry areas, reinforcement dice, exits, panzerfausts.

Rules CG5e, CG7-2, CG13b, CG20, CG21, SSR-I.2, SSR-III.5.
"""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.state import Decision, Log
from salient.games.peiper.events import Diced, UnitFared
from salient.games.peiper.state import ENTERING, EXITED, HELD, PeiperState, PeiperStep
from salient.games.squad.core.actions import END, PIECE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.core.subjects import Entry

FAUSTS = 3
"""Halves of a panzerfaust shot that a squad brings. Rule CG13b."""

ALL = Action("beside_all")

EARLIER = {"stoumont": 2, "la_gleize": 1}
"""By how much a reinforcement die must be below the turn. Rules SSR-I.2, SSR-III.5."""


def phase_begins(g: PeiperState, log: Log) -> None:
    """In a side's rally phase its waiting groups throw a die, then who comes is placed. CG7-2."""
    if g.phase == "rally":
        roll_for_groups(g, log)
        g.steps.append(Placing(g.mover))


def roll_for_groups(g: PeiperState, log: Log) -> None:
    """The dice of waiting groups. Rules CG5e, SSR-I.2, SSR-III.5."""
    if g.terms.initial:
        for number, force in enumerate(g.forces):
            if force.side == g.mover and force.since == HELD and is_waiting(g, force.units):
                roll_for(g, (number,), EARLIER[g.setting.cg], log)
        return
    held = [n for n, force in enumerate(g.forces) if force.side == g.mover and force.since == HELD]
    if any(is_waiting(g, g.forces[n].units) for n in held):
        roll_for(g, tuple(held), 1, log)


def is_waiting(g: PeiperState, units: int) -> bool:
    """Whether any of some units are in a holding box."""
    return any(unit in g.box for unit in each_piece(units))


def roll_for(g: PeiperState, numbers: tuple[int, ...], below: int, log: Log) -> None:
    """A reinforcement die below the turn lets groups in. Rules CG5e, SSR-I.2, SSR-III.5."""
    die = g.die()
    need = g.turn - below
    result = "released" if die <= need else "held"
    rule = "CG5e" if not g.terms.initial else "SSR-I.2" if below > 1 else "SSR-III.5"
    log.append(Diced(g.mover, "reinforcements", (die,), need, (), result, rule))
    if die <= need:
        for number in numbers:
            g.change_force(number, since=g.turn)


def entered(g: PeiperState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """Who has entered is out of the box, and a squad brings panzerfausts. Rule CG13b."""
    if entry.origin != NOWHERE:
        return
    units = g.march.units if g.march is not None else (entry.unit,)
    for unit in units:
        if unit in g.box:
            g.take_out(1 << unit | g.carried(unit) | g.load(unit))
            if g.side(unit) == GERMAN and g.is_squad(unit):
                g.fausts += FAUSTS


# -- beside the map -------------------------------------------------------------------------------


def due(g: PeiperState, side: int) -> int:
    """A side's units in holding boxes that may enter in this player turn. Rules CG6, CG7-2."""
    units = g.in_boxes(side, ENTERING) & (g.setting.personnel | g.setting.vehicles)
    units &= ~(g.aside() | g.riding())
    return set_of(unit for unit in each_piece(units) if 0 < g.entry_turn(unit) <= g.turn)


class Placing(PeiperStep, frozen=True, tag="placing"):
    """A side places beside the map who is to enter in its player turn. Rule CG7-2."""

    side: int

    def question(self, g: PeiperState) -> Decision | None:
        """Everybody who may, or all of them."""
        units = due(g, self.side) & ~g.beside
        if not units:
            return None
        actions = [Action("beside", (unit,)) for unit in each_piece(units)]
        return Decision(self.side, "beside", [*actions, ALL, END], ("CG7-2",))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """They lie beside the map."""
        if action == END:
            g.steps.pop()
            return
        units = due(g, self.side) if action == ALL else 1 << action.piece(0)
        for unit in each_piece(units):
            g.beside |= 1 << unit | g.load(unit)


def kept_off(g: PeiperState, side: int) -> int:
    """Who is in a holding box and was not placed beside the map. Rule CG7-2."""
    return g.in_boxes(side) & ~g.beside if g.box else 0


def too_late(g: PeiperState, log: Log) -> None:
    """Who was placed beside the map and has not entered waits for the next scenario. CG7-2."""
    for unit in each_piece(g.beside):
        if unit in g.box:
            for one in each_piece(1 << unit | g.carried(unit) | g.load(unit)):
                g.box[one] |= EXITED
            log.append(Secret(g.side(unit), UnitFared(g.side(unit), unit, "too_late", "CG7-2")))
    g.beside = 0


CHAPTER: Chapters[PeiperState] = Chapters(
    phases=(phase_begins,),
    arrivals=(entered,),
    restraints=(kept_off,),
    player_turn_ends=(too_late,),
    verbs={"beside": (PIECE,), "beside_all": ()},
)
