"""Where things lie on a map of flat-topped hexes: corners, sides, outlines and smooth lines.

Hexes are counted as in :mod:`salient.boards.sight_lines`. On the picture a step of that geometry is
a whole number of map units, so that lines along hexsides can be written in a few characters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from zlib import crc32

from salient.boards import svg
from salient.boards.sight_lines import CORNERS, STEPS

Spot = tuple[int, int]
Point = tuple[float, float]
Corner = tuple[int, int]
"""A corner of a hex in the whole numbers of the geometry of sight."""

ACROSS, DOWN = 24, 42
"""Map units of a step sideways and downwards: a hex is 96 wide and 84 high. Even,
so that the middles of hexsides are whole numbers, too."""

SIDE_MIDDLES = tuple(
    ((CORNERS[s][0] + CORNERS[(s + 1) % 6][0]) / 2 * ACROSS,
     (CORNERS[s][1] + CORNERS[(s + 1) % 6][1]) / 2 * DOWN)
    for s in range(6)
)  # fmt: skip
"""The middles of the sides as seen from the middle of the hex."""


def chance(*key: object) -> float:
    """A number from 0 to 1 that looks like chance but is always the same for a key.

    >>> chance("woods", 3, 4) == chance("woods", 3, 4)
    True
    """
    return crc32(repr(key).encode()) / 0xFFFFFFFF


def choose(count: int, *key: object) -> int:
    """One of some numbers from 0 up, always the same for a key."""
    return min(int(chance(*key) * count), count - 1)


def beyond(spot: Spot, side: int) -> Spot:
    """The hex across a side, on the map or not."""
    return spot[0] + STEPS[side][0], spot[1] + STEPS[side][1]


def corner(spot: Spot, number: int) -> Corner:
    """A corner of a hex."""
    dx, dy = CORNERS[number % 6]
    return 3 * spot[0] + dx, spot[1] + dy


class Grid:
    """Turns hexes into points of the picture."""

    def __init__(self, left: float, top: float) -> None:
        """Put the hex (0, 0) at a point."""
        self.left, self.top = left, top

    def at(self, place: Corner) -> Point:
        """A corner as a point."""
        return self.left + place[0] * ACROSS, self.top + place[1] * DOWN

    def centre(self, spot: Spot) -> Point:
        """The middle of a hex."""
        return self.at((3 * spot[0], spot[1]))

    def middle(self, spot: Spot, side: int) -> Point:
        """The middle of a side."""
        (x, y), (dx, dy) = self.centre(spot), SIDE_MIDDLES[side]
        return x + dx, y + dy

    def outline(self, spot: Spot) -> str:
        """A hex as path data."""
        x, y = self.at(corner(spot, 5))
        return f"M{_pair(x, y)}l24-42h48l24 42-24 42h-48z"

    def area(self, spots: Collection[Spot], inset: float = 0.0, jitter: float = 0.0) -> str:
        """Hexes as one area with rounded edges.

        Args:
            spots: The hexes.
            inset: How far its corners are drawn in from the corners of the hexes.
            jitter: How far they wander, so that no two edges look alike.
        """
        around: defaultdict[Corner, list[Point]] = defaultdict(list)
        if inset:
            for spot in spots:
                for n in range(6):
                    around[corner(spot, n)].append(self.centre(spot))
        drawn = []
        for loop in loops(spots):
            points = [self._drawn_in(at, around.get(at, ()), inset, jitter) for at in loop]
            drawn.append(rounded(points))
        return "".join(drawn)

    def _drawn_in(self, at: Corner, inside: Sequence[Point], inset: float, jitter: float) -> Point:
        x, y = self.at(at)
        if inside:
            dx = sum(point[0] for point in inside) / len(inside) - x
            dy = sum(point[1] for point in inside) / len(inside) - y
            far = max((dx * dx + dy * dy) ** 0.5, 1.0)
            x, y = x + dx / far * inset, y + dy / far * inset
        return x + jitter * (2 * chance(at, "x") - 1), y + jitter * (2 * chance(at, "y") - 1)


def loops(spots: Collection[Spot]) -> list[list[Corner]]:
    """The outlines of an area, clockwise; holes run the other way round.

    >>> [len(loop) for loop in loops([(0, 0), (0, 2)])]
    [10]
    """
    inside = set(spots)
    onwards = {
        corner(spot, side): corner(spot, side + 1)
        for spot in sorted(inside)
        for side in range(6)
        if beyond(spot, side) not in inside
    }
    found = []
    while onwards:
        first, at = onwards.popitem()
        loop = [first]
        while at != first:
            loop.append(at)
            at = onwards.pop(at)
        found.append(loop)
    return found


def chains(sides: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Sides put end to end as long lines.

    >>> chains([((0, 0), (1, 1)), ((1, 1), (2, 0))])
    [[(0, 0), (1, 1), (2, 0)]]
    """
    ends: defaultdict[Corner, list[Corner]] = defaultdict(list)
    for a, b in sides:
        ends[a].append(b)
        ends[b].append(a)
    # Lines begin where one ends or three meet; what is left over are rings.
    starts = [at for at in sorted(ends) if len(ends[at]) != 2] + sorted(ends)
    found = []
    for start in starts:
        while ends[start]:
            chain = [start]
            while ends[chain[-1]] and (len(chain) == 1 or len(ends[chain[-1]]) == 1):
                to = ends[chain[-1]].pop(0)
                ends[to].remove(chain[-1])
                chain.append(to)
            found.append(chain)
    return found


def line(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a line through points, as short as it can be said.

    >>> line([(10, 10), (33, 50), (10, 90)], closed=True)
    'M10 10l23 40-23 40z'
    """
    steps = [_step(a, b) for a, b in pairwise(points)]
    return f"M{_pair(*points[0])}{'l' if steps else ''}{_joined(steps)}{'z' if closed else ''}"


def rounded(loop: Sequence[Point]) -> str:
    """Path data of a closed line that bends at its points and touches the middles between them.

    Each bend mirrors the one before at the point where they meet, so that only these points need
    to be said. They are whole numbers, for a rounding error would grow from bend to bend.

    >>> rounded([(0, 0), (40, 0), (40, 40)])
    'M20 0q20 0 20 20t-20 0 0-20z'
    """
    points = [(2 * round(x / 2), 2 * round(y / 2)) for x, y in loop]
    ends = zip(points, [*points[1:], points[0]], strict=True)
    middles = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in ends]
    middles.append(middles[0])
    steps = [_step(a, b) for a, b in pairwise(middles)]
    first = _joined([_step(middles[0], points[1 % len(points)]), steps[0]])
    return f"M{_pair(*middles[0])}q{first}t{_joined(steps[1:])}z"


def repeated(name: str, d: str, group: str, strokes: Iterable[str]) -> list[str]:
    """A path drawn several times over with different strokes.

    Args:
        name: Its id.
        d: Path data; nothing is drawn without any.
        group: The class of all strokes.
        strokes: The class of each, the lowest first.
    """
    if not d:
        return []
    uses = [svg.tag("use", href=f"#{name}", class_=f"{group} {stroke}") for stroke in strokes]
    return [svg.tag("defs", svg.tag("path", id=name, d=d)), *uses]


def curve(a: Point, pull_a: Point, pull_b: Point, b: Point) -> str:
    """Path data of a bend between two points."""
    return f"M{_pair(*a)}c{_joined([_step(a, pull_a), _step(a, pull_b), _step(a, b)])}"


def strands(sides: int, *, switches: bool = False) -> list[tuple[int, ...]]:
    """How a road or track that crosses some sides of a hex runs through it.

    Args:
        sides: The set of sides.
        switches: Whether a third way bends into the others, as tracks do, instead of ending
            at the middle of the hex, as roads do.

    Returns:
        Pairs of sides joined by a bend, and single sides from which a way leads to the middle.

    >>> strands(0b001001), strands(0b001101), strands(0b001101, switches=True)
    ([(0, 3)], [(0, 3), (2,)], [(0, 2), (0, 3)])
    """
    crossed = [side for side in range(6) if sides >> side & 1]
    pairs = [(a, b) for a in crossed for b in crossed if a < b]
    straight = sorted(pairs, key=lambda pair: abs(pair[1] - pair[0] - 3))
    if switches and len(crossed) > 2:
        straight = sorted(pair for pair in pairs if 2 <= pair[1] - pair[0] <= 4)
    else:
        straight = straight[:1]
    joined = {side for pair in straight for side in pair}
    return [*straight, *((side,) for side in crossed if side not in joined)]


def in_columns(items: Iterable[tuple[float, str]]) -> list[str]:
    """Elements grouped by how far right they stand, which is then said once for each group."""
    columns: defaultdict[float, list[str]] = defaultdict(list)
    for x, drawn in items:
        columns[x].append(drawn)
    return [
        svg.tag("g", *drawn, transform=f"translate({svg.number(x)})")
        for x, drawn in sorted(columns.items())
    ]


def _step(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _joined(steps: Iterable[Point]) -> str:
    words = [_short(value) for step in steps for value in step]
    return "".join(
        word if not number or word.startswith("-") else f" {word}"
        for number, word in enumerate(words)
    )


def _pair(x: float, y: float) -> str:
    return _joined([(x, y)])


def _short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if abs(value) < 1 else text
