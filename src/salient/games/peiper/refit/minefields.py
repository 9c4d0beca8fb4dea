"""Step 8.607: regular mines that the enemy has found become known ones, laid anew. Rule P8.6073."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Place, enemy
from salient.engine.state import Decision, Log
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState, PeiperStep
from salient.games.squad.core.actions import END
from salient.games.squad.core.events.play import DummiesDrawn
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.scenario import MineAllotment
from salient.games.squad.ground.mine_laying import (
    counters_left,
    dummies_for,
    lay,
    may_lay,
    read_counter,
)


class TakingUp(PeiperStep, frozen=True, tag="taking_up"):
    """Which minefields a side takes up to lay them anew as known ones. Rule P8.6073.

    Attributes:
        factors: Firepower taken up so far.
    """

    side: int
    factors: int = 0

    def question(self, g: PeiperState) -> Decision | None:
        """Every A-P minefield of the side whose strength the enemy knows."""
        actions = [Action("take_up", (place,)) for place in found(g, self.side)]
        if not actions and not self.factors:
            return None
        return Decision(self.side, "take_up", [*actions, END], ("P8.6073", "P7.3"))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It is taken up; then all are laid."""
        if action != END:
            g.steps[-1] = TakingUp(self.side, self.factors + take_up(g, action.place(0), self.side))
            return
        g.steps.pop()
        if self.factors:
            allotment = MineAllotment(known=self.factors)
            dummies = dummies_for(allotment)
            if dummies:  # P7.2d
                die = g.die()
                dummies += die // 2
                log.append(Secret(self.side, DummiesDrawn(self.side, (die,), dummies)))
            left = msgspec.structs.replace(allotment, dummies=dummies)
            g.steps.append(LayingAnew(self.side, left))


def found(g: PeiperState, side: int) -> list[Place]:
    """Where the enemy has found A-P mines of a side, outside his own areas. Rule P8.6073."""
    theirs = areas_of(g).setup[enemy(side)]
    hex_of = g.setting.board.hex_of
    return [
        place for place in sorted(g.mines)
        if not theirs >> hex_of[place] & 1 and found_in(g, place, side)
    ]  # fmt: skip


def found_in(g: PeiperState, place: Place, side: int) -> list[Minefield]:
    """The A-P minefields of a side in a location whose strength the enemy knows."""
    return [f for f in g.mines[place] if f.side == side and f.kind == "ap" and f.shown]


def take_up(g: PeiperState, place: Place, side: int) -> int:
    """The A-P mines of a side in a location are taken up; their factors."""
    mine = found_in(g, place, side)
    left = tuple(field for field in g.mines[place] if field not in mine)
    if left:
        g.mines[place] = left
    else:
        del g.mines[place]
    return sum(field.strength for field in mine)


class LayingAnew(PeiperStep, frozen=True, tag="laying_anew"):
    """The mines are laid as known ones, split anew, with dummies among them. P8.6073, P7.1b."""

    side: int
    left: MineAllotment

    def as_enemy_knows(self) -> LayingAnew:
        """Nobody knows what is laid."""
        return LayingAnew(self.side, MineAllotment())

    def question(self, g: PeiperState) -> Decision | None:
        """What is laid next, and where."""
        areas = areas_of(g)
        actions = [
            Action("place", (here, word))
            for here in each_place(areas.setup[self.side]) for word in counters_left(self.left)
            if may_lay(g, here, word, self.side)
        ]  # fmt: skip
        if not actions:
            return None
        return Decision(self.side, "lay_anew", [*actions, END], ("P8.6073", "P7.1b", "P7.2d"))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """Lay a counter, or leave the rest."""
        if action == END:
            g.steps.pop()
            return
        pool, kind, strength = read_counter(action.choice(1))
        lay(g, action.place(0), Minefield(kind, strength, self.side, known=True), log)
        had: int = getattr(self.left, pool)
        left = msgspec.structs.replace(self.left, **{pool: had - max(strength, 1)})
        g.steps[-1] = LayingAnew(self.side, left)
