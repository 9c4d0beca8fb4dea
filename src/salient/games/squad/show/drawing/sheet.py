"""Maps of flat-topped hexes of 40 metres as pictures.

What a hex shows is told by the game (:mod:`.hexes`). From the lowest to the highest: levels with
their crest lines, what covers the ground (:mod:`.art`), water, roads and tracks (:mod:`.ways`),
houses and hexsides (:mod:`.works`), names, the paper around the map with the legend
(:mod:`.legend`), the grid.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from salient.boards import svg
from salient.boards.counters import SIZE
from salient.boards.looks import Looks
from salient.boards.marks import draw_marks
from salient.boards.sheets import Anchor, SvgSheet
from salient.engine.views import PieceView, View
from salient.games.squad.show.drawing import legend, marks, ways, works
from salient.games.squad.show.drawing.art import (
    COVERS,
    STACK,
    VARIANTS,
    art_id,
    drawing,
    drawings,
    stack_id,
)
from salient.games.squad.show.drawing.counters import SquadCounters
from salient.games.squad.show.drawing.grid import (
    ACROSS,
    DOWN,
    Grid,
    Spot,
    beyond,
    choose,
    in_columns,
    line,
    loops,
)
from salient.games.squad.show.drawing.hexes import HexPicture
from salient.games.squad.show.drawing.legend import Legend, LegendSheet
from salient.games.squad.show.drawing.marks import HEAPS, draw_pictograms
from salient.games.squad.show.drawing.ways import DEPRESSIONS, RAIL_BEDS, SHAPED_ROADS, Ways
from salient.games.squad.show.drawing.works import Works, crosses_top

MARGIN = 56
FAN = 5.0
"""How far the counters of a stack are shifted against each other."""

LEVELS = (
    "#e6ead2", "#eeebcf", "#eddfb7", "#e6cfa0", "#dcbf8c", "#d1ae7b", "#c59e6c", "#b98e5f",
    "#ac7f53", "#9f7149",
)  # fmt: skip
"""Ground by level, from 0 up."""

LOW = "#d3dfc9"
"""Ground below level 0."""

STYLE = """
.paper{fill:#f7f4ea}
.cell{stroke:#4f4633;stroke-width:.6;stroke-opacity:.42}
.shade{fill:#4a3413;fill-opacity:.28}
.crest-gap{fill:none;stroke:#f3e6c4;stroke-width:3.4;stroke-opacity:.4}
.crest{fill:none;stroke:#7d4c18;stroke-width:1.1;stroke-opacity:.85}
.neatline{stroke:#2b241a;stroke-width:1.6}
.dots{fill:none;stroke:#655b47;stroke-width:2.6;stroke-linecap:round;stroke-dasharray:0 84}
.halo{paint-order:stroke;stroke:#fbf8ee;stroke-opacity:.75;stroke-linejoin:round;text-anchor:middle}
.name{font-size:8.5px;fill:#33291a;stroke-width:2.2px}
.level{font-size:12px;font-style:italic;font-weight:700;fill:#7c4a12;stroke-width:2px}
.label{font-size:13px;font-style:italic;font-weight:600;fill:#241d12;stroke-width:3px}
.label.wet{fill:#1d4d74;stroke-width:2px}
.bed-crowns{stroke-width:13;stroke-linecap:round;stroke-dasharray:0 10.5}
.bed-dots{fill-opacity:.75}
.heading{font-size:26px;font-weight:700;fill:#241d12}
"""

WIDE = {*DEPRESSIONS, *SHAPED_ROADS, *RAIL_BEDS}
"""What leaves little room beside it."""

LEVEL_GAP = 4
"""Hexes between two numbers of the same level."""

UPPER_SPOTS = ((14, -12), (-14, -12), (14, 14), (-14, 14))
"""Where the first and further places above or under the ground stand in their hex."""


class SquadSheet(SvgSheet):
    """The map of a game on flat-topped hexes."""

    style = "".join(
        (STYLE, ways.STYLE, works.STYLE, legend.STYLE, marks.STYLE)
    )  # fmt: skip
    heading_spot = (24, 36)
    key_tables = ("legend", "thing")

    def __init__(
        self, hexes: Sequence[HexPicture], upper: Mapping[int, int], words: Legend, looks: Looks
    ) -> None:
        """Lay out the sheet.

        Args:
            hexes: The hexes by their number.
            upper: Further places (upper levels, bridges …) and the hex each lies in.
            words: What the legend says.
            looks: The paint of the title.
        """
        self.hexes, self.upper = hexes, upper
        self.homes = upper
        self.at = {here.spot: here for here in hexes}
        columns = [spot[0] for spot in self.at]
        heights = [spot[1] for spot in self.at]
        left, top = min(columns), min(heights)
        self.grid = Grid(MARGIN + 2 * ACROSS - 3 * ACROSS * left, MARGIN + DOWN - DOWN * top)
        width = (3 * (max(columns) - left) + 4) * ACROSS + 2 * MARGIN
        self.foot = (max(heights) - top + 2) * DOWN + MARGIN
        self.legend = LegendSheet(words, hexes, self._tints(), width - 2 * MARGIN)
        height = round(self.foot + 24 + self.legend.height)
        super().__init__({"width": width, "height": height}, SquadCounters(looks))

    @cached_property
    def anchors(self) -> tuple[Anchor | None, ...]:
        """The middle of each hex; upper places stand around it."""
        found = [self.grid.centre(here.spot) for here in self.hexes]
        taken: defaultdict[int, int] = defaultdict(int)
        for place in sorted(self.upper):
            ground = self.upper[place]
            dx, dy = UPPER_SPOTS[taken[ground] % len(UPPER_SPOTS)]
            taken[ground] += 1
            found.append((found[ground][0] + dx, found[ground][1] + dy))
        return tuple(found)

    def arrange(self, pieces: Sequence[PieceView], x: float, y: float) -> Iterator[Anchor]:
        """The pieces of a stack fanned out a little so that each can be told."""
        for level in range(len(pieces)):
            shift = FAN * (level - (len(pieces) - 1) / 2)
            yield x - SIZE / 2 + shift, y - SIZE / 2 - shift

    def samples(self) -> Iterator[tuple[str, str]]:
        """What the legend under the map shows."""
        return iter(legend.entries(self.hexes))

    def definitions(self) -> str:
        """The drawings that the legend uses."""
        return svg.tag("defs", *self._drawings(), *works.definitions()) + "".join(self._goals())

    def marks(self, view: View) -> str:
        """What lies on the map."""
        pictograms = draw_pictograms(view, self.anchors, lambda place: self.upper.get(place, place))
        return draw_marks(self.looks, view, self._corner_spot, *pictograms)

    def _corner_spot(self, place: int) -> Anchor | None:
        anchor = self.anchors[place]
        return (anchor[0] - 18, anchor[1] + 22) if anchor else None

    # -- the bare map -------------------------------------------------------------------------

    def layers(self) -> list[str]:
        """The map, the paper around it with the legend, and the grid on top."""
        roads, built = Ways(self.grid, self.at), Works(self.grid, self.at)
        defined = [
            *self._drawings(), *works.definitions(), *self._areas(),
        ]  # fmt: skip
        print_ = [
            *self._ground(), *self._dots(), *built.slopes(), *roads.draw(), *built.houses(),
            *built.hexsides(),
            *self._goals(), svg.tag("g", *self._level_numbers(), class_="halo level"),
            svg.tag("g", *self._names(), class_="halo name"), *self._labels(), *self._frame(),
            self.legend.draw(MARGIN, self.foot + 14),
        ]  # fmt: skip
        cells = [
            svg.tag("path", d=self.grid.outline(here.spot), id=f"place-{index}")
            for index, here in enumerate(self.hexes)
        ]
        cells += [self._ring(place) for place in sorted(self.upper)]
        return [
            svg.tag("rect", width=self.width, height=self.height, class_="paper"),
            svg.tag("defs", *defined),
            svg.tag("g", *print_, pointer_events="none"),
            svg.tag("g", *cells, fill="none", class_="cell", pointer_events="all"),
        ]

    def _drawings(self) -> Iterator[str]:
        """The marks of all terrain that is here, and of what fire may make of it."""
        kinds = {here.terrain for here in self.hexes}
        for kind in COVERS:
            if kind in kinds:
                yield from drawings(kind)
            elif kind in HEAPS:
                yield drawing(kind, 0)

    def _ring(self, place: int) -> str:
        """A small ring for a place above the ground, or under it."""
        anchor = self.anchors[place]
        assert anchor is not None
        return svg.tag("circle", cx=anchor[0], cy=anchor[1], r=9, id=f"place-{place}")

    # -- the ground ---------------------------------------------------------------------------

    @cached_property
    def _around(self) -> dict[Spot, HexPicture]:
        """The hexes, and copies of those at the edge beyond it, so that areas run off the map."""
        found = dict(self.at)
        for spot, here in self.at.items():
            for side in range(6):
                found.setdefault(beyond(spot, side), here)
        return found

    def _tints(self) -> dict[int, str]:
        found = sorted({here.level for here in self.hexes})
        return {n: LEVELS[min(n, len(LEVELS) - 1)] if n >= 0 else LOW for n in found}

    def _areas(self) -> Iterator[str]:
        """The outlines of levels and covers, once each."""
        for level in list(self._tints())[1:]:
            spots = [spot for spot, here in self._around.items() if here.level >= level]
            yield svg.tag("path", id=f"level-{level}", d=self.grid.area(spots))
        for kind in COVERS:
            spots = [spot for spot, here in self._around.items() if here.terrain == kind]
            if spots:
                crowned = COVERS[kind].edge == "crowns"
                inset, jitter = (7.0, 2.0) if crowned else (5.0, 3.0)
                yield svg.tag("path", id=f"cover-{kind}", d=self.grid.area(spots, inset, jitter))

    def _ground(self) -> Iterator[str]:
        """Levels like steps lit from the upper left, what covers them, and their crest lines."""
        for number, (level, tint) in enumerate(self._tints().items()):
            if number:
                yield svg.tag("use", href=f"#level-{level}", class_="shade", x=1.6, y=2.2)
                yield svg.tag("use", href=f"#level-{level}", fill=tint)
            else:
                yield svg.tag("rect", width=self.width, height=self.foot + 9, fill=tint)
        kinds = {here.terrain for here in self.hexes}
        for kind, cover in COVERS.items():
            if kind in kinds:
                yield svg.tag(
                    "use", href=f"#cover-{kind}", fill=cover.tint, stroke=cover.tint,
                    class_=f"bed-{cover.edge or 'plain'}",
                )  # fmt: skip
        yield from in_columns(self._cover_marks())
        for level in list(self._tints())[1:]:
            for name in ("crest-gap", "crest"):
                yield svg.tag("use", href=f"#level-{level}", class_=name)

    def _cover_marks(self) -> Iterator[tuple[float, str]]:
        """The drawings in the hexes with how far right each stands."""
        done: set[Spot] = set()
        for spot, here in self.at.items():
            if here.terrain in COVERS and spot not in done:
                stack = [(spot[0], spot[1] + 2 * place) for place in range(len(STACK))]
                same = all(s in self.at and self.at[s].terrain == here.terrain for s in stack)
                whole = same and not done.intersection(stack)
                done.update(stack if whole else ())
                art = art_id(here.terrain, choose(VARIANTS, spot))
                x, y = self.grid.centre(spot)
                name = stack_id(here.terrain) if whole else art
                yield x, svg.tag("use", href=f"#{name}", y=y)

    def _dots(self) -> Iterator[str]:
        """The middles of the hexes, column by column."""
        columns: defaultdict[int, list[int]] = defaultdict(list)
        for column, height in self.at:
            columns[column].append(height)
        drawn = []
        for column, heights in sorted(columns.items()):
            ends = [(column, min(heights)), (column, max(heights))]
            (x, y), (_, bottom) = map(self.grid.centre, ends)
            drawn.append(line([(x, y), (x, bottom + 1)]))
        yield svg.tag("path", d="".join(drawn), class_="dots")

    def _frame(self) -> Iterator[str]:
        """The paper around the map, which cuts off what runs beyond its edge."""
        edge = "".join(
            line([self.grid.at(at) for at in loop], closed=True) for loop in loops(self.at)
        )
        sheet = f"M-9-9H{self.width + 9}V{self.height + 9}H-9z"
        yield svg.tag("path", d=sheet + edge, class_="paper neatline", fill_rule="evenodd")

    # -- words and numbers --------------------------------------------------------------------

    def _names(self) -> list[str]:
        names = []
        for here in self.hexes:
            x, y = self.grid.centre(here.spot)
            dx, dy = name_shift(here)
            names.append((x, svg.text(here.name, dx or None, y + dy)))
        return in_columns(names)

    def _level_numbers(self) -> list[str]:
        """A level here and there, so that no hex is far from one."""
        if len(self._tints()) == 1:
            return []
        placed: defaultdict[int, list[Spot]] = defaultdict(list)
        numbers = []
        quiet = [here for here in self.hexes if not self._is_busy(here)]
        for hexes, gap in ((quiet, LEVEL_GAP), (self.hexes, LEVEL_GAP + 2)):
            for here in hexes:
                others = placed[here.level]
                if all(_apart(here.spot, other) >= gap for other in others):
                    others.append(here.spot)
                    x, y = self.grid.centre(here.spot)
                    numbers.append((x + 22, svg.text(str(here.level), None, y + 31)))
        return in_columns(numbers)

    def _is_busy(self, here: HexPicture) -> bool:
        """Whether there is something where the number of the level would stand."""
        for side in (2, 3):
            near = self._around[beyond(here.spot, side)]
            if here.sides[side] or near.slopes >> (side + 3) % 6 & 1:
                return True
        filled = here.under or here.label or here.terrain == "water"
        return bool(filled or (here.road | here.rails | here.joins) & 0b1100)

    def _goals(self) -> Iterator[str]:
        paint = {"stroke": "#3a0d0d", "stroke_linecap": "round", "stroke_linejoin": "round"}
        pole = svg.tag("path", d="M0 0v20", stroke_width=1.6, **paint)
        flag = svg.tag("path", d="M0 0l14 4.5L0 9z", fill="#c22727", **paint)
        yield svg.tag("defs", svg.tag("g", pole, flag, id="goal"))
        for here in self.hexes:
            if here.goal:
                x, y = self.grid.centre(here.spot)
                yield svg.tag("use", href="#goal", x=x - 34, y=y + 4)

    def _labels(self) -> Iterator[str]:
        """What people call places, once each, near the middle of what bears the name."""
        named: defaultdict[str, list[HexPicture]] = defaultdict(list)
        for here in self.hexes:
            if here.label:
                named[here.label].append(here)
        for label, places in named.items():
            x = sum(self.grid.centre(p.spot)[0] for p in places) / len(places)
            y = sum(self.grid.centre(p.spot)[1] for p in places) / len(places)
            nearest = min(places, key=lambda p: math.dist(self.grid.centre(p.spot), (x, y)))
            x, y = self.grid.centre(nearest.spot)
            river = nearest.terrain == "water" and not nearest.bridge
            wet = river or (nearest.under == "stream" and not nearest.bridge)
            drop = 4 if river else -16 if wet else 38
            yield svg.text(label, x, y + drop, class_="halo label wet" if wet else "halo label")


def name_shift(here: HexPicture) -> Anchor:
    """Where the name stands as seen from the middle of its hex: under the top side, clear of it."""
    if crosses_top(here) and here.under in WIDE:
        return -28, -10
    down = -26 if here.streets[0] or here.sides[0] in ("bocage", "pond") else -30
    return (-18, -27) if crosses_top(here) else (0, down)


def _apart(a: Spot, b: Spot) -> int:
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return across + max(0, (down - across) // 2)
