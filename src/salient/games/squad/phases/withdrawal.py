"""Withdrawal from melee, and infiltration. Rules A11.2, A11.22.

Readings: before the dice of a close combat fall, each side, who moves first, says which of its
units in melee go; they are attacked at -2, do not attack, and whoever lives is gone afterwards.
After two ones one unit of those who attacked may go at once, after two sixes one of the enemy's.
All of it is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.mines import meet_mines
from salient.games.squad.core.actions import END, PASS, PIECE, PLACE
from salient.games.squad.core.events.men import Disengaged
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.stacking import seen_enemies
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import CloseRoll
from salient.games.squad.infantry.entering import occupy
from salient.games.squad.phases.advance import advances

WORD = "withdrawal"
LUCKY, UNLUCKY = 2, 12
"""Rolls that let somebody slip through (A11.22)."""

TURNED_BACKS = Modifier("A11.2", -2)
"""Attacks on those who withdraw."""


def free_units(g: SquadState, place: Place, side: int) -> int:
    """A side's units in a melee that can still go. Rule A11.2."""
    tied = g.broken | g.pinned | g.berserk | g.guards()
    return g.people(place, side) & g.melee & ~tied & ~sum(1 << unit for unit in g.withdrawing)


def ways_out(g: SquadState, unit: Piece) -> list[Place]:
    """Where a unit in melee can get to: where it could advance and knows no enemy. Rule A11.2."""
    side = g.side(unit)
    return [place for place in advances(g, unit) if not seen_enemies(g, place, side)]


class Withdrawing(SquadStep, frozen=True, tag="withdrawing"):
    """A side says who withdraws from a melee. Rule A11.2."""

    side: int
    place: Place

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Who goes, and where to."""
        units = each_piece(free_units(g, self.place, self.side))
        actions = [Action("withdraw", (unit, to)) for unit in units for to in ways_out(g, unit)]
        if not actions:
            return None
        values: dict[str, Ref | int | str] = {"place": Ref("place", self.place)}
        return Decision(self.side, "withdraw", [*actions, END], ("A11.2",), values, units)

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """One more, or enough."""
        if action == END:
            g.steps.pop()
        else:
            g.withdrawing[action.piece(0)] = action.place(1)


def withdrawing_steps(g: SquadState, place: Place, side: int) -> list[SquadStep]:
    """The steps before a close combat, the first one last. Rule A11.2."""
    if not g.stacks[place] & g.melee:
        return []
    return [Withdrawing(enemy(side), place), Withdrawing(side, place)]


def turned_backs(g: SquadState, foes: int) -> Iterable[Modifier]:
    """Who turns his back is easy prey. Rule A11.2."""
    if g.withdrawing and foes and all(unit in g.withdrawing for unit in each_piece(foes)):
        yield TURNED_BACKS


def depart(g: SquadState, place: Place, log: Log) -> None:
    """Those who live are gone. Rule A11.2."""
    for unit, to in sorted(g.withdrawing.items()):
        if g.where[unit] == place and not g.broken >> unit & 1:
            slip_away(g, unit, to, log)
    g.withdrawing.clear()


def slip_away(g: SquadState, unit: Piece, to: Place, log: Log) -> None:
    """A unit leaves a melee for another location. Rules A11.2, B28.41."""
    origin, bit = g.where[unit], 1 << unit
    for name in ("melee", "entrenched"):
        setattr(g, name, getattr(g, name) & ~bit)
    g.bypass.pop(unit, None)
    g.crest.pop(unit, None)
    g.put(unit, to)
    log.append(Disengaged(g.side(unit), unit, origin, to))
    if g.side(unit) == g.mover:
        occupy(g, to)
    meet_mines(g, (unit,), to, log)


class Infiltrating(SquadStep, frozen=True, tag="infiltrating"):
    """A side may slip one unit through. Rule A11.22."""

    side: int
    place: Place

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Who, and where to."""
        units = each_piece(g.people(self.place, self.side) & ~(g.broken | g.pinned | g.guards()))
        units = tuple(unit for unit in units if unit not in g.withdrawing)
        if not g.people(self.place, enemy(self.side)):
            return None
        actions = [Action("infiltrate", (unit, to)) for unit in units for to in ways_out(g, unit)]
        if not actions:
            return None
        values: dict[str, Ref | int | str] = {"place": Ref("place", self.place)}
        return Decision(self.side, "infiltrate", [*actions, PASS], ("A11.22",), values, units)

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """It goes, or stays."""
        g.steps.pop()
        if action != PASS:
            slip_away(g, action.piece(0), action.place(1), log)


def infiltrate(g: SquadState, roll: CloseRoll, log: Log) -> None:  # noqa: ARG001
    """Extreme rolls open a gap. Rule A11.22."""
    total = sum(roll.dice)
    if total in (LUCKY, UNLUCKY):
        side = roll.side if total == LUCKY else enemy(roll.side)
        g.steps.append(Infiltrating(side, roll.place))


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    combat_steps=(withdrawing_steps,),
    combat_prey=(turned_backs,),
    combat_ends=(depart,),
    close_rolls=(infiltrate,),
    verbs={"withdraw": (PIECE, PLACE), "infiltrate": (PIECE, PLACE)},
)
