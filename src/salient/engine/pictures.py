"""Pictures of boards: the bare map, what lies on it, and the whole position.

A game that can be drawn puts a module ``map`` into its package with the functions of
:class:`Picture`; every front end gets it through :func:`picture_of`. A page that moves pieces
itself takes the bare map once and the marks as they change; documents take the whole picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

import msgspec

from salient.engine.errors import SetupError
from salient.engine.game import AnyGame
from salient.engine.setting import Setting
from salient.engine.views import View


class BoardPicture(msgspec.Struct, frozen=True):
    """The bare map and where things stand on it.

    Attributes:
        svg: A whole SVG document without pieces and marks. The outline of each place on the map
            has the id ``place-<index>`` and the attribute ``data-place``; its paint is inherited,
            so that ``<use href="#place-12" fill="…"/>`` lays any colour over it.
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


class Picture(Protocol):
    """The functions of a game's ``map`` module."""

    def draw(self, game: Any, g: Any, language: str) -> str:
        """The whole picture with everything on it; the bare map if there is no state."""
        ...

    def board(self, game: Any, setting: Setting, language: str) -> BoardPicture:
        """The bare map of a scenario."""
        ...

    def marks(self, setting: Setting, view: View) -> str:
        """An SVG group with everything that lies on the board and is no piece."""
        ...


def picture_of(game: AnyGame) -> Picture:
    """The game's own pictures.

    Raises:
        SetupError: ``no-map``, if the game cannot draw its board.
    """
    module = game.companion("show.sheet")
    if module is None:
        raise SetupError("no-map", game=game.id)
    return cast(Picture, module)
