"""A map as a picture: the bare sheet, the marks on it and the counters, put together.

What a sheet looks like depends on the kind of board (:mod:`~salient.boards.area_svg`,
:mod:`~salient.boards.hex_svg`); how a picture is made of it does not.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

from salient.boards import marks, svg
from salient.boards.counters import SIZE, Counters, draw_badge
from salient.engine.game import AnyGame
from salient.engine.messages import Word
from salient.engine.pictures import BoardPicture, MapKey, Sheet
from salient.engine.speech import Speech, say_clock
from salient.engine.views import PieceView, View

Anchor = tuple[float, float]


@cache
def load_shapes(path: Path) -> dict[str, Any]:
    """The outlines and lines of a map, as a map maker wrote them."""
    shapes: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return shapes


class SvgSheet(Sheet):
    """A sheet drawn as SVG: layers of the map, marks, counters."""

    style: ClassVar[str]
    heading_spot: ClassVar[tuple[float, float]] = (24, 38)
    key_tables: ClassVar[tuple[str, ...]] = ("map_key", "terrain", "town", "road", "river")
    """Where the words of the key are looked up, first in its own table."""
    homes: Mapping[int, int] = {}
    """Places above or below others, and which those are."""

    def __init__(self, shapes: Mapping[str, Any], counters: Counters) -> None:
        """Take the outlines and lines in map units, and the pieces' pictures."""
        self.shapes, self.counters, self.looks = shapes, counters, counters.looks
        self.width, self.height = shapes["width"], shapes["height"]

    @cached_property
    @abstractmethod
    def anchors(self) -> tuple[Anchor | None, ...]:
        """Middle of each place's stack, in board order; None if it is not on the map."""

    @abstractmethod
    def layers(self) -> list[str]:
        """The bare map, the lowest layer first."""

    @abstractmethod
    def arrange(self, pieces: Sequence[PieceView], x: float, y: float) -> Iterator[Anchor]:
        """The upper left corner of each piece of a stack."""

    def counter(self, piece: PieceView, tooltip: str) -> str:
        """A piece."""
        return self.counters.look(piece, tooltip)

    def samples(self) -> Iterator[tuple[str, str]]:
        """What the key of the map shows: the name of a text and a sample each."""
        return iter(())

    def definitions(self) -> str:
        """Drawings that are used on the map and in its key."""
        return ""

    def key(self) -> MapKey:
        """What the signs of the map mean."""
        samples = tuple((Word(name, self.key_tables), look) for name, look in self.samples())
        badges = tuple(
            (Word(flag, ("flag",)), draw_badge(badge, "scale(2.6)"))
            for flag, badge in self.looks.badges.items()
        )
        return MapKey(svg.head(self.style, self.definitions()), samples, badges)

    def board(self, label: str) -> BoardPicture:
        """The bare map and where things stand on it."""
        return BoardPicture(
            self._document(label), self.width, self.height, self.anchors, SIZE, self.homes
        )

    def draw(self, heading: str, view: View | None, tooltips: Mapping[int, str]) -> str:
        """The whole picture under a heading; without a view just the map."""
        x, y = self.heading_spot
        title = svg.text(heading, x, y, class_="heading")
        if view is None:
            return self._document(heading, title)
        return self._document(heading, self.marks(view), self._counters(view, tooltips), title)

    def _document(self, label: str, *more: str) -> str:
        style = self.style + marks.STYLE
        return svg.document(self.width, self.height, label, style, self._bare, *more)

    @cached_property
    def _bare(self) -> str:
        # The inner viewport cuts off what woods and rivers have beyond the edge of the paper.
        paper = {"width": self.width, "height": self.height, "class_": "board"}
        return svg.tag("svg", *self.layers(), **paper)

    def _counters(self, view: View, tooltips: Mapping[int, str]) -> str:
        stacks: defaultdict[int, list[PieceView]] = defaultdict(list)
        for piece in view.pieces:
            if piece.place >= 0:
                stacks[piece.place].append(piece)
        parts = []
        for place, pieces in sorted(stacks.items()):
            anchor = self.anchors[place]
            if anchor is not None:
                for piece, (x, y) in zip(pieces, self.arrange(pieces, *anchor), strict=True):
                    look = self.counter(piece, tooltips.get(piece.id, piece.name))
                    parts.append(_put(look, piece.id, x, y))
        return svg.tag("g", *parts)


def _put(look: str, piece: int, x: float, y: float) -> str:
    """A counter with its upper left corner at a point."""
    spot = f"translate({x:.1f} {y:.1f})"
    return svg.tag("g", look, class_="piece", transform=spot, data_piece=piece)


def draw_map(game: AnyGame, g: Any, language: str, side: int = -1) -> str:
    """The map for documents: a position as a side or anybody sees it, or the game's empty map."""
    setting = g.setting if g is not None else game.setting(game.whole_map or game.scenarios[0])
    speech, sheet = Speech(game, setting, language), game.sheet(setting, language)
    if g is None:
        return sheet.draw(speech.caption(), None, {})
    view = game.view(g, side)
    tooltips = {
        piece.id: f"{piece.name}: {speech.name('piece', piece.id, long=True)}"
        for piece in view.pieces
    }
    heading = f"{speech.caption()} — {say_clock(speech.texts, view.clock)}"
    return sheet.draw(heading, view, tooltips)
