"""The lines of one unit: of command (6.0, 7.0, 8.0) and of supply (9.0), link by link."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from salient.boards.bits import each_place
from salient.boards.hexes import Ways
from salient.boards.lifelines import Stretch, find_line
from salient.engine.ids import Piece, Place
from salient.engine.messages import FullRef, Value, message
from salient.engine.reports import Lifeline
from salient.engine.state import Ref
from salient.games.trumpets.standing.command import (
    command_goals,
    hq_range,
    out_of_command,
    serving_hqs,
)
from salient.games.trumpets.standing.paths import (
    command_hexes,
    dry_sides,
    enterable,
    road_sides,
    supply_hexes,
)
from salient.games.trumpets.standing.supply import OFF_ROAD, out_of_supply
from salient.games.trumpets.state import TrumpetsState

Node = tuple[Place, int]
"""A hex, and the steps taken on a path to it, or ``ROAD``."""

ROAD = -1
FAR = 1 << 20


def lifelines(g: TrumpetsState, unit: Piece) -> list[Lifeline]:
    """The command and the supply of a unit on the map."""
    return [_command(g, unit), _supply(g, unit)]


def _command(g: TrumpetsState, unit: Piece) -> Lifeline:
    """To an HQ in range, from there to the one above it. Rules rc-cmd-1, rc-cmd-2, rc-hq-1."""
    side = g.setting.units[unit].side
    tracer = Tracer(g, side, command_hexes(g, side))
    sound = not out_of_command(g, side) >> unit & 1
    judged = _judged("command", out=bool(g.ooc >> unit & 1), sound=sound)
    hq, line = unit, [Stretch(g.where[unit], "")]
    lines: list[Value] = [message("lifeline.commanded" if sound else "lifeline.uncommanded")]
    if not g.setting.roster.hqs >> unit & 1:
        hqs = _hqs(g, unit)
        if not hqs:
            return _told("command", line, [*lines, message("lifeline.no_hq"), *judged], sound=sound)
        hq, line = min(((hq, tracer.to_hq(unit, hq)) for hq in hqs), key=lambda it: _rank(it[1]))
        lines.append(_tell_hq(g, hq, line))
    goals = command_goals(g, hq, side)
    above = tracer.path(g.where[hq], goals, FAR)
    if not above:
        lines.append(message("lifeline.no_superior"))
    else:
        source = g.setting.sources[side] >> above[-1].place & 1
        what = "lifeline.source" if source else "lifeline.superior"
        lines.append(message(what, end=Ref("place", above[-1].place)))
    line = [*line, *above[1:]]
    return _told("command", line, [*lines, *tracer.tell(line), *judged], sound=sound)


def _supply(g: TrumpetsState, unit: Piece) -> Lifeline:
    """To an HQ in range, from there to a road, by road to a source. Rules sop-9b, sop-9c."""
    side = g.setting.units[unit].side
    tracer = Tracer(g, side, supply_hexes(g, side), dry_sides(g))
    sound = not out_of_supply(g, side) >> unit & 1
    judged = _judged("supply", out=bool(g.oos >> unit & 1), sound=sound)
    hq, line = unit, [Stretch(g.where[unit], "")]
    lines: list[Value] = [message("lifeline.supplied" if sound else "lifeline.unsupplied")]
    if not g.setting.roster.hqs >> unit & 1:
        hqs = _hqs(g, unit)
        if not hqs:
            return _told("supply", line, [*lines, message("lifeline.no_hq"), *judged], sound=sound)
        roads = {hq: tracer.by_road(g.where[hq]) for hq in hqs}
        hq, line = min(
            ((hq, tracer.to_hq(unit, hq)) for hq in hqs),
            key=lambda it: _rank([*it[1], *roads[it[0]]]),
        )
        lines.append(_tell_hq(g, hq, line))
    road = tracer.by_road(g.where[hq])
    if road:
        lines.append(message("lifeline.road", end=Ref("place", road[-1].place)))
    else:
        lines.append(message("lifeline.no_road", steps=OFF_ROAD))
    line = [*line, *road[1:]]
    return _told("supply", line, [*lines, *tracer.tell(line), *judged], sound=sound)


def _judged(what: str, *, out: bool, sound: bool) -> list[Value]:
    """What holds for the unit until it is judged again, if that is something else by now."""
    if out != sound:
        return []
    return [message(f"lifeline.{what}_out" if out else f"lifeline.{what}_in")]


def _hqs(g: TrumpetsState, unit: Piece) -> list[Piece]:
    """The HQs on the map that may serve a unit. Rule rc-cmd-2."""
    return [Piece(hq) for hq in serving_hqs(g, unit) if g.where[hq] >= 0]


def _rank(line: Sequence[Stretch]) -> tuple[int, int]:
    """How far a line is from holding, then how long it is."""
    return sum(bool(stretch.bar) for stretch in line), len(line)


def _told(what: str, line: Sequence[Stretch], lines: list[Value], *, sound: bool) -> Lifeline:
    way = tuple(stretch.place for stretch in line)
    cuts = tuple(at for at, stretch in enumerate(line) if stretch.bar)
    return Lifeline(what, sound, way, cuts, lines)


def _tell_hq(g: TrumpetsState, hq: Piece, line: Sequence[Stretch]) -> Value:
    hexes, most = len(line) - 1, hq_range(g, hq)
    return message("lifeline.hq", hq=FullRef("piece", hq), hexes=hexes, range=most)


class Tracer:
    """Looks for the lines of a side over what the enemy leaves open."""

    def __init__(
        self, g: TrumpetsState, side: int, through: int, sides: Ways | None = None
    ) -> None:
        """Look at the land.

        Args:
            g: The position.
            side: Whose lines.
            through: Hexes a path may run through.
            sides: The hexes that may be left each way; all if missing.
        """
        self.g, self.side, self.through, self.sides = g, side, through, sides
        self.ends = enterable(g, side)

    def path(self, start: Place, goals: int, most: int) -> list[Stretch]:
        """A path of so many steps to one of some hexes, which may be in a zone themselves."""

        def ways(node: Node) -> Iterator[tuple[Node, str]]:
            here, steps = node
            if steps == most:
                return
            for to, water in self._steps(here):
                # Where the length does not matter, nodes are hexes.
                taken = steps + 1 if most < FAR else 0
                open_ = self.ends if goals >> to & 1 else self.through
                yield (to, taken), water or self._bar(to, open_)

        return _find(start, ways, lambda node: bool(goals >> node[0] & 1))

    def to_hq(self, unit: Piece, hq: Piece) -> list[Stretch]:
        """A path within an HQ's range; if there is none, the one that is too long. Rule sop-9f."""
        g, most = self.g, hq_range(self.g, hq)
        start, goal = g.where[unit], 1 << g.where[hq]
        if near := self.path(start, goal, most):
            return near
        line = self.path(start, goal, FAR)
        return [
            Stretch(place, bar or "range") if at == most + 1 else Stretch(place, bar)
            for at, (place, bar) in enumerate(line)
        ]

    def by_road(self, start: Place) -> list[Stretch]:
        """Off the road to a road, by road to a source. Rules sop-9b, rc-sup-2, rc-sup-3."""
        board, country = self.g.setting.board, self.g.setting.country
        sources = self.g.setting.sources[self.side]
        whole, drawn = road_sides(self.g), board.by_shift(country.any_road)

        def head(place: Place) -> int:
            """Where a road may be taken: in a zone, too, unless it is the source itself."""
            return self.through if sources >> place & 1 else self.ends

        def ways(node: Node) -> Iterator[tuple[Node, str]]:
            here, steps = node
            if steps == ROAD:
                sound = board.stride(1 << here, whole)
                for to in each_place(board.stride(1 << here, drawn)):
                    gap = "" if sound >> to & 1 else "bridge"
                    yield (to, ROAD), gap or self._bar(to, self.through)
                return
            if steps == 0:
                yield (here, ROAD), self._bar(here, head(here))
            if steps == OFF_ROAD:
                return
            for to, water in self._steps(here):
                yield (to, steps + 1), water or self._bar(to, self.through)
                if country.road_hexes >> to & 1:
                    yield (to, ROAD), water or self._bar(to, head(to))

        return _find(start, ways, lambda node: node[1] == ROAD and bool(sources >> node[0] & 1))

    def tell(self, line: Sequence[Stretch]) -> Iterator[Value]:
        """Each thing in the way of a line."""
        for place, bar in line:
            if bar:
                yield message(f"lifeline.{bar}", place=Ref("place", place))

    def _steps(self, here: Place) -> Iterator[tuple[Place, str]]:
        """The hexes around one, and whether water keeps a path from them. Rule sop-9h."""
        board = self.g.setting.board
        around = board.around(1 << here)
        dry = around if self.sides is None else board.stride(1 << here, self.sides)
        for to in each_place(around):
            yield to, "" if dry >> to & 1 else "water"

    def _bar(self, place: Place, open_: int) -> str:
        if open_ >> place & 1:
            return ""
        return "zone" if self.ends >> place & 1 else "enemy"


def _find(
    start: Place,
    ways: Callable[[Node], Iterator[tuple[Node, str]]],
    is_end: Callable[[Node], bool],
) -> list[Stretch]:
    return find_line([(start, 0)], ways, is_end, lambda node: node[0])
