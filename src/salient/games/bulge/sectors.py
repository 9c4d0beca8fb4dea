"""Chapter 9.6: army sectors in combat, turns 5 to 9."""

from __future__ import annotations

import msgspec

from salient.boards.bits import members
from salient.boards.hexes import Direction
from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.bulge.events import LinesDrawn
from salient.games.bulge.limits import line_sides
from salient.games.bulge.setting import ARMIES, GERMAN
from salient.games.bulge.state import BulgeState, BulgeStep

SECTOR_TURNS = range(5, 10)
"""Rules 9.6b, 9.6-4."""

WESTWARD = (Direction.NW, Direction.W, Direction.SW)
"""Rule 9.6-1: a line grows in these directions only."""

NAMES = ("north", "south")
KEEP, WEST = Action("keep"), Action("west")


class LineDrawing(BulgeStep, frozen=True, tag="line_drawing"):
    """The German player extends a boundary line to the western edge. Rule 9.6-1.

    Attributes:
        line: 0 the northern line, 1 the southern one.
        path: Its hexes so far, west of the printed part.
    """

    line: int
    path: tuple[int, ...] = ()

    def ask(self, g: BulgeState) -> Decision | None:
        """The next hex, the line of the last phase again, or straight west."""
        if g.turn not in SECTOR_TURNS or self._done(g):
            return None
        actions = [Action("extend", (to,)) for to in self._next(g)]
        if not self.path and g.lines[self.line]:
            actions.append(KEEP)
        if self._straight(g) is not None:
            actions.append(WEST)
        return Decision(GERMAN, f"line_{NAMES[self.line]}", actions, ("9.6b", "9.6-1"))

    def _done(self, g: BulgeState) -> bool:
        return bool(self.path) and not self._next(g)

    def _next(self, g: BulgeState) -> list[int]:
        here = self.path[-1] if self.path else g.setting.lines[self.line][-1]
        return self._ways(g, here)

    def _ways(self, g: BulgeState, here: int) -> list[int]:
        """Hexes a line may grow into; the lines do not cross."""
        around = g.setting.board.neighbours[here]
        found = [around[way] for way in WESTWARD if around[way] >= 0]
        if self.line == 1:
            north, _ = line_sides(g.setting, g.setting.lines[0] + g.lines[0])
            found = [to for to in found if not north >> to & 1]
        return found

    def _straight(self, g: BulgeState) -> tuple[int, ...] | None:
        """The rest of the line due west, as far as the lines do not meet."""
        here = self.path[-1] if self.path else g.setting.lines[self.line][-1]
        rest: list[int] = []
        while True:
            ways = self._ways(g, here)
            if not ways:
                return tuple(rest) or None
            here = next(
                (to for to in ways if to == g.setting.board.neighbours[here][Direction.W]), ways[-1]
            )
            rest.append(here)

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Grow the line, or finish it."""
        if action == KEEP:
            self._settle(g, g.lines[self.line], log)
        elif action == WEST:
            self._settle(g, self.path + (self._straight(g) or ()), log)
        else:
            g.steps[-1] = msgspec.structs.replace(self, path=(*self.path, int(action.args[0])))

    def run(self, g: BulgeState, log: Log) -> None:
        """The line has reached the edge, or there is none this turn."""
        if self.path:
            self._settle(g, self.path, log)
        else:
            g.steps.pop()

    def _settle(self, g: BulgeState, path: tuple[int, ...], log: Log) -> None:
        g.steps.pop()
        lines = list(g.lines)
        lines[self.line] = path
        g.lines = (lines[0], lines[1])
        log.append(LinesDrawn(NAMES[self.line]))


def sector_hexes(g: BulgeState, army: str) -> int:
    """The hexes of an army's sector in this combat phase, shared line hexes included. (9.6-2)"""
    setting = g.setting
    rank = ARMIES.index(army)
    hexes = setting.board.all
    for number in (0, 1):
        north, south = line_sides(setting, setting.lines[number] + g.lines[number])
        hexes &= ~(south if rank <= number else north)
    return hexes


def may_attack_here(g: BulgeState, unit: int) -> bool:
    """Whether the sector rule lets a unit attack from where it stands. Rules 9.6b, 9.6-3, 9.6-4."""
    army = g.setting.units[unit].army
    if not army or g.turn not in SECTOR_TURNS:
        return True
    return bool(sector_hexes(g, army) >> g.where[unit] & 1)


def needs_lines(g: BulgeState) -> bool:
    """Whether any unit bound to a sector stands next to an enemy: else the lines do not matter."""
    setting = g.setting
    near = setting.board.around(g.occupied[1 - GERMAN])
    return any(
        near >> g.where[unit] & 1
        for units in setting.army_of.values()
        for unit in members(g.on_map(units))
    )
