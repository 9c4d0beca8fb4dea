"""Foxholes: who is in one, getting in and out. Rules B27.1, B27.3, B27.4.

Who sets up where there are foxholes is in them as far as there is room; one counts for a squad and
for leaders. On the move getting in costs 1 MF, and getting out one more than what is entered.
Readings: who advances or routs is out of it at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.state import Log
from salient.games.squad.core.events.men import Became
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import SquadState, SquadStep

ENTRENCH = Action("entrench")
SQUAD = 2
"""Half-squads that a foxhole holds."""


def room_left(g: SquadState, place: Place) -> int:
    """Half-squads for which there is room in the foxholes of a location. Rule B27.1."""
    inside = g.stacks.get(place, 0) & g.entrenched & g.setting.squads
    return SQUAD * g.foxholes.get(place, 0) - sum(g.size(unit) for unit in each_piece(inside))


class TakingCover(SquadStep, frozen=True, tag="taking_cover"):
    """After the set-up everybody takes to the foxholes where he stands. Rule B27.1."""

    def run(self, g: SquadState, log: Log) -> None:
        """Squads first, then leaders."""
        g.steps.pop()
        for place in sorted(g.foxholes):
            there = g.stacks.get(place, 0) & g.setting.personnel & ~g.riding()
            for unit in each_piece(there):
                if g.size(unit) <= room_left(g, place):
                    g.entrenched |= 1 << unit
        for place in each_place(g.trenches):  # B27.5
            there = g.stacks.get(place, 0) & g.setting.personnel & ~g.riding()
            g.entrenched |= there & ~set_of(g.bypass)


def foxhole_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Moving units may get into the foxholes where they are, if there is room. Rule B27.4."""
    units, place = set_of(march.units), g.where[march.units[0]]
    if place == NOWHERE or place not in g.foxholes or units & g.entrenched:
        return
    if march.units[0] in g.bypass or mf_left(g, march) < ONE:
        return
    if sum(g.size(unit) for unit in march.units) <= room_left(g, place):
        yield ENTRENCH


def get_in(g: SquadState, action: Action, log: Log) -> int:  # noqa: ARG001
    """They take cover; the MF it takes. Rule B27.4."""
    for unit in g.moving.units:
        log.append(unseen(g, Became(unit, "entrenched")))
    g.entrenched |= set_of(g.moving.units)
    return ONE


CHAPTER: Chapters[SquadState] = Chapters(
    orders=(foxhole_orders,),
    verbs={"entrench": ()},
    carry_out={"entrench": get_in},
)
