"""Pictures of boards: the bare map, what lies on it, and the whole position.

A game that can be drawn lays its board out as a :class:`Sheet` (:meth:`Game.sheet
<salient.engine.game.Game.sheet>`). A page that moves pieces itself takes the bare map once and
the marks as they change; documents take the whole picture.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import msgspec

from salient.engine.messages import Value
from salient.engine.views import PieceView, View


class BoardPicture(msgspec.Struct, frozen=True):
    """The bare map and where things stand on it.

    Attributes:
        svg: A whole SVG document without pieces and marks. The outline of each place on the map
            has the id ``place-<index>``; its paint is inherited, so that
            ``<use href="#place-12" fill="…"/>`` lays any colour over it.
        width: Width in map units.
        height: Height in map units.
        anchors: Middle of each place's stack, in board order; None if it is not on the map.
        counter: Side of a counter in map units.
        homes: Places that lie above or below another one, and which: floors of a house, bridges.
    """

    svg: str
    width: float
    height: float
    anchors: tuple[tuple[float, float] | None, ...]
    counter: float
    homes: Mapping[int, int] = {}


class MapKey(msgspec.Struct, frozen=True):
    """What the signs of a map and of its pieces mean.

    Attributes:
        head: SVG that the samples need: style and drawings to be used.
        samples: A word and its sample each: an SVG group around (0, 0), 48 units wide and 32 high.
        badges: The same for the states that pieces show.
    """

    head: str
    samples: tuple[tuple[Value, str], ...]
    badges: tuple[tuple[Value, str], ...] = ()


class Sheet(ABC):
    """The map of one scenario in one language, and how things look on it."""

    @abstractmethod
    def board(self, label: str) -> BoardPicture:
        """The bare map; the label says to those who cannot see it what it is."""

    @abstractmethod
    def marks(self, view: View) -> str:
        """An SVG group with everything that lies on the board and is no piece."""

    @abstractmethod
    def counter(self, piece: PieceView, tooltip: str) -> str:
        """A piece: an SVG group with its upper left corner at (0, 0)."""

    def key(self) -> MapKey:
        """What the signs of the map mean."""
        return MapKey("", ())

    @abstractmethod
    def draw(self, heading: str, view: View | None, tooltips: Mapping[int, str]) -> str:
        """The whole picture under a heading; without a view just the map."""
