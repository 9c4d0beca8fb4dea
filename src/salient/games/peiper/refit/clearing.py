"""Step 8.615: works and wrecks are cleared behind the front line. Rule P8.615."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.state import Decision, Log
from salient.games.peiper.events import Told
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState, PeiperStep
from salient.games.squad.core.actions import END
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.terrain.board import Hexagon, each_hex


def clear_away(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.615."""
    g.steps.append(Clearing(AMERICAN, 2 if g.idle else 1))
    g.steps.append(Clearing(GERMAN, 2 if g.idle else 1))


class Clearing(PeiperStep, frozen=True, tag="clearing"):
    """A side clears works and wrecks behind its front line, so many in each area. Rule P8.615.

    Attributes:
        done: Hexes where something was cleared.
    """

    side: int
    each: int
    done: tuple[Hexagon, ...] = ()

    def question(self, g: PeiperState) -> Decision | None:
        """Whatever lies behind the front line."""
        areas = areas_of(g)
        behind = areas.setup[self.side] & ~areas.front[self.side]
        actions = []
        for number, part in enumerate(areas.parts[self.side]):
            spent = sum(areas.area_of(self.side, here) == number for here in self.done)
            if spent < self.each:
                actions += [Action("clear_away", (place,)) for place in clearable(g, part & behind)]
        if not actions:
            return None
        return Decision(self.side, "clear", [*actions, END], ("P8.615",))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It is gone."""
        if action == END:
            g.steps.pop()
            return
        place = action.place(0)
        clear(g, place)
        log.append(Told(self.side, "cleared", 1, "P8.615"))
        g.steps[-1] = Clearing(self.side, self.each, (*self.done, g.setting.board.hex_of[place]))


def clearable(g: PeiperState, hexes: int) -> list[Hexagon]:
    """The hexes with a wreck or wire. Rule P8.615."""
    wrecks = {g.hex(unit) for unit in each_piece(g.on_map(g.wrecks))}
    return sorted(
        here for here in each_hex(hexes) if here in wrecks or g.wire >> here & 1
    )  # fmt: skip


def clear(g: PeiperState, place: Place) -> None:
    """A wreck is eliminated, or else wire taken up. Rules P8.615, P8.2-eliminated."""
    found = g.stacks.get(place, 0) & g.wrecks
    if not found:
        g.wire &= ~(1 << place)
        return
    unit = each_piece(found)[0]
    g.put(unit, NOWHERE)
    keep = ~(1 << unit)
    g.wrecks &= keep
    g.burning &= keep
    g.burnt &= keep
    g.lost |= 1 << unit
