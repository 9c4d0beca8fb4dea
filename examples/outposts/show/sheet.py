"""The map as a picture: discs joined by roads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from outposts.setting import FOLDER, OutpostSetting
from salient.boards import svg
from salient.boards.bits import members
from salient.boards.counters import SIZE, Counters
from salient.boards.looks import load_looks
from salient.boards.marks import draw_marks
from salient.boards.sheets import Anchor, SvgSheet
from salient.engine import PieceView, View

WIDTH, HEIGHT, RADIUS = 640, 420, 44
STYLE = """
.paper{fill:#eef0e6}
.place{fill:#f6efdd;stroke:#8a7a5c;stroke-width:1.5}
.goal{fill:#f3dca5;stroke:#8a7a5c;stroke-width:1.5}
.road{stroke:#8b8b8b;stroke-width:4}
.name{font-size:13px;font-weight:600;fill:#2b2418;text-anchor:middle}
.name{paint-order:stroke;stroke:#eef0e6;stroke-width:3px}
.heading{font-size:24px;font-weight:700;fill:#2b2418}
"""


class OutpostSheet(SvgSheet):
    """The map in one language."""

    style = STYLE

    def __init__(self, setting: OutpostSetting, language: str) -> None:
        looks = load_looks(FOLDER / "show" / "looks.toml")
        super().__init__({"width": WIDTH, "height": HEIGHT}, Counters(looks))
        self.setting, self.language = setting, language

    @cached_property
    def anchors(self) -> tuple[Anchor | None, ...]:
        """The middle of each disc."""
        return tuple((row.x, row.y) for row in self.setting.places)

    def arrange(self, pieces: Sequence[PieceView], x: float, y: float) -> Iterator[Anchor]:
        """A counter stands in the middle."""
        return ((x - SIZE / 2, y - SIZE / 2) for _ in pieces)

    def marks(self, view: View) -> str:
        """What the Germans hold."""
        return draw_marks(self.looks, view, lambda place: self.anchors[place])

    def layers(self) -> list[str]:
        """Paper, roads, places, names."""
        rows, near = self.setting.places, self.setting.near
        layers = [svg.tag("rect", width=WIDTH, height=HEIGHT, class_="paper")]
        for a, row in enumerate(rows):
            for b in members(near[a] & ~((1 << a) - 1)):
                ends = {"x1": row.x, "y1": row.y, "x2": rows[b].x, "y2": rows[b].y}
                layers.append(svg.tag("line", **ends, class_="road"))
        for place, row in enumerate(rows):
            disc = svg.tag("circle", cx=row.x, cy=row.y, r=RADIUS, id=f"place-{place}")
            layers.append(svg.tag("g", disc, class_="goal" if row.vp else "place"))
            label = self.setting.name("place", place, self.language) + (
                f" {row.vp}" if row.vp else ""
            )
            layers.append(svg.text(label, row.x, row.y + RADIUS + 15, class_="name"))
        return layers


@lru_cache(maxsize=8)
def lay_out(setting: OutpostSetting, language: str) -> OutpostSheet:
    """The sheet of the game, drawn once."""
    return OutpostSheet(setting, language)
