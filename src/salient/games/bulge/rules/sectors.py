"""Chapter 9.6: army sectors in combat, turns 5 to 9."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.boards.hexes import Direction
from salient.engine import remembered
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places
from salient.engine.state import Decision, Log
from salient.games.bulge.events import LinesDrawn
from salient.games.bulge.rules.limits import line_sides
from salient.games.bulge.setting import ALLIED, ARMIES, GERMAN, BulgeSetting
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
    path: Places = ()

    def ask(self, g: BulgeState) -> Decision | None:
        """The next hex, the line of the last phase again, or straight west."""
        ways = self._ways(g, self._end(g))
        if g.turn not in SECTOR_TURNS or not ways:
            return None
        actions = [Action("extend", (to,)) for to in ways]
        if not self.path and self._may_keep(g):
            actions.append(KEEP)
        return Decision(GERMAN, f"line_{NAMES[self.line]}", [*actions, WEST], ("9.6b", "9.6-1"))

    def _end(self, g: BulgeState) -> Place:
        """The hex from which the line grows."""
        return self.path[-1] if self.path else g.setting.lines[self.line][-1]

    def _ways(self, g: BulgeState, here: Place) -> list[Place]:
        """Hexes a line may grow into from a hex; none at the western edge."""
        around, closed = g.setting.board.neighbours[here], self._closed(g)
        ways = (around[way] for way in WESTWARD)
        return [to for to in ways if to >= 0 and not closed >> to & 1]

    def _closed(self, g: BulgeState) -> int:
        """Hexes closed to the line: the lines may touch but not cross."""
        if self.line == 0:
            return 0
        return line_sides(g.setting, g.setting.lines[0] + g.lines[0])[0]

    def _may_keep(self, g: BulgeState) -> bool:
        """Whether there is a line of the last phase, and the other line does not cross it now."""
        old = g.lines[self.line]
        return bool(old) and not self._closed(g) & set_of(old)

    def _straight(self, g: BulgeState) -> Places:
        """The rest of the line due west, as far as the other line lets it."""
        rest: list[Place] = []
        here = self._end(g)
        while ways := self._ways(g, here):
            west = g.setting.board.neighbours[here][Direction.W]
            here = west if west in ways else ways[-1]
            rest.append(here)
        return tuple(rest)

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Grow the line, or finish it."""
        if action == KEEP:
            self._settle(g, g.lines[self.line], log)
        elif action == WEST:
            self._settle(g, self.path + self._straight(g), log)
        else:
            g.steps[-1] = msgspec.structs.replace(self, path=(*self.path, action.place(0)))

    def run(self, g: BulgeState, log: Log) -> None:
        """The line has reached the edge, or there is none this turn."""
        if self.path:
            self._settle(g, self.path, log)
        else:
            g.steps.pop()

    def _settle(self, g: BulgeState, path: Places, log: Log) -> None:
        g.steps.pop()
        lines = list(g.lines)
        lines[self.line] = path
        g.lines = (lines[0], lines[1])
        log.append(LinesDrawn(NAMES[self.line]))


@remembered(most=256)
def sector_hexes(setting: BulgeSetting, lines: tuple[Places, Places], army: str) -> int:
    """The hexes of an army's sector between the extended lines, shared hexes too. Rule 9.6-2."""
    rank = ARMIES.index(army)
    hexes = setting.board.all
    for number in (0, 1):
        north, south = line_sides(setting, setting.lines[number] + lines[number])
        hexes &= ~(south if rank <= number else north)
    return hexes


def may_attack_here(g: BulgeState, unit: Piece) -> bool:
    """Whether the sector rule lets a unit attack from where it stands. Rules 9.6b, 9.6-3, 9.6-4."""
    army = g.setting.units[unit].army
    if not army or g.turn not in SECTOR_TURNS:
        return True
    return bool(sector_hexes(g.setting, g.lines, army) >> g.where[unit] & 1)


def needs_lines(g: BulgeState) -> bool:
    """Whether any unit bound to a sector stands next to an enemy: else the lines do not matter."""
    setting = g.setting
    near = setting.board.around(g.occupied[ALLIED])
    return any(
        near >> g.where[unit] & 1
        for units in setting.army_of.values()
        for unit in each_piece(g.on_map(units))
    )
