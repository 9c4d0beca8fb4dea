"""Step 8.601: climbers come to one end, and every melee is fought out."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Place, enemy
from salient.engine.state import Log
from salient.games.peiper.events import UnitFared
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import PeiperState, PeiperStep
from salient.games.squad.core.stacking import has_room, seen_enemies
from salient.games.squad.phases.close_combat import Combat, is_contested, strength
from salient.games.squad.sight.concealment import reveal

ROUNDS = 50
"""Rounds after which a melee that nobody wins is broken off (reading of P8.601b)."""


class Melees(PeiperStep, frozen=True, tag="refit_melees"):
    """All melees in the order of the hexes' names. Rules P8.601b, P8.6011.

    Attributes:
        place: Where it is being fought, or -1.
        rounds: Rounds fought there.
    """

    place: Place = NOWHERE
    rounds: int = 0

    def act(self, g: PeiperState, log: Log) -> None:
        """The next round, the next melee, or the end."""
        place, rounds = self.place, self.rounds
        if place < 0 or not is_contested(g, place):
            found = melees(g)
            if not found:
                g.steps.pop()
                return
            place, rounds = found[0], 0
        if rounds:
            sort_out(g, place, log)
        if rounds >= ROUNDS or not any(strength(g, place, side) for side in (0, 1)):
            part(g, place, log)
            g.steps[-1] = Melees()
            return
        first = g.terms.first
        reveal(g, g.stacks[place] & g.hidden, log)
        g.steps[-1] = Melees(place, rounds + 1)
        g.steps.append(Combat(first, place, first, -1))


def melees(g: PeiperState) -> list[Place]:
    """The locations with units of both sides that can fight, in the order of P8.6011."""
    found = [place for place in g.stacks if is_contested(g, place)]
    return sorted(found, key=lambda place: by_name(g, place))


def by_name(g: PeiperState, place: Place) -> tuple[int, int, int]:
    """A1, B16, B35, C19 … Z9, AA1: columns first. Rule P8.6011."""
    column, height = g.setting.board.hex(place).spot
    return column, height, place


def sort_out(g: PeiperState, place: Place, log: Log) -> None:
    """After the first round nobody there is concealed, pinned, exhausted or moving. P8.601c."""
    there = g.stacks[place]
    reveal(g, there, log)
    for name in ("pinned", "cx", "motion"):
        setattr(g, name, getattr(g, name) & ~there)


def part(g: PeiperState, place: Place, log: Log) -> None:
    """Where nobody can win, the phasing side goes to the next free hex, or is lost. rc-melee.

    Vehicles stay where they are: of a side that has nothing else there nobody can go, and the
    infantry of the other goes.
    """
    side = g.terms.first if g.people(place, g.terms.first) else enemy(g.terms.first)
    for unit in each_piece(g.people(place, side)):
        to = next(
            (
                link.to for link in g.setting.board.links[place]
                if not seen_enemies(g, link.to, side) and has_room(g, link.to, 1 << unit, side)
            ),
            None,
        )  # fmt: skip
        if to is None:
            log.append(UnitFared(side, unit, "lost_in_melee", "P8.601b"))
            lose(g, unit)
            continue
        g.melee &= ~(1 << unit)
        g.put(unit, to)
        log.append(UnitFared(side, unit, "broke_off", "P8.601b"))


def finish_melees(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.601. Rules P8.601a, P8.601b."""
    for unit in list(g.stairs):
        del g.stairs[unit]
    g.steps.append(Melees())
