"""Sketches: how a game stands, as a small picture for the lobby.

What a spectator sees and no more: the places of the map around the pieces, and these as marks in
the colours and shapes of their sides. It is worked out when somebody asks for it, one at a time,
and kept until the game moves on.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from functools import lru_cache
from typing import NamedTuple

from salient.engine import AnyGame
from salient.engine.pictures import BoardPicture
from salient.engine.setting import Setting
from salient.table.room import Room
from salient.table.rooms import Rooms
from salient.table.telling import SETTINGS

Spot = tuple[float, float]
SPECTATOR = -1
MOST = 500
"""So many sketches are kept."""

OUTLINE = re.compile(r'<path d="([^"]+)" id="place-(\d+)"')
"""How the outline of a place stands in a map (BoardPicture)."""

COLOURS = ("#e0ab22", "#1d4f8c")
PAPER, LINE = "#efe8d8", "#c9bda2"
RATIO = 2.0
"""Width to height."""

AROUND = 3.0
"""So many counters of the map are shown around the outermost pieces."""

MOST_OUTLINES = 700
"""Of a larger piece of a map only the middles of places are shown."""

SHARE = 36
"""So many marks side by side fill the picture at most: a mark is seen, whatever the map."""


class Frame(NamedTuple):
    """The piece of a map that is shown."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, spot: Spot) -> bool:
        """Whether something lies in it."""
        x, y = spot
        return 0 <= x - self.x <= self.width and 0 <= y - self.y <= self.height


class Sketches:
    """Draws games as they stand."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    async def draw(self, room: Room) -> bytes:
        """The sketch of a game; it may be asked for by many and is drawn for one at a time."""
        async with self._turn, self.rooms.hold(room.id) as room:
            kept = self._kept.get(room.id)
            if kept is None or kept[0] != room.seq:
                kept = room.seq, await asyncio.to_thread(sketch, room)
            self._kept[room.id] = kept
            self._kept.move_to_end(room.id)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
            return kept[1]


def sketch(room: Room) -> bytes:
    """A game as a spectator sees it, small: where the pieces are."""
    board, outlines = _board(room.game, room.match.state.setting)
    stands = [_stands(room, board, side) for side in range(len(room.game.sides))]
    frame = _frame(board, [spot for spots in stands for spot in spots])
    size = max(board.counter, frame.width / SHARE)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame.x:.0f} {frame.y:.0f} '
        f'{frame.width:.0f} {frame.height:.0f}"><rect x="{frame.x:.0f}" y="{frame.y:.0f}" '
        f'width="100%" height="100%" fill="{PAPER}"/>',
        f'<path d="{_ground(board, outlines, frame)}" fill="none" stroke="{LINE}" '
        f'stroke-width="{size / 8:.1f}" stroke-linecap="round"/>',
    ]
    for shape, colour, spots in zip((_square, _disc), COLOURS, stands, strict=True):
        marks = "".join(shape(x, y, size) for x, y in spots)
        parts.append(f'<path d="{marks}" fill="{colour}"/>' if marks else "")
    return ("".join(parts) + "</svg>").encode()


@lru_cache(SETTINGS)
def _board(game: AnyGame, setting: Setting) -> tuple[BoardPicture, dict[int, str]]:
    """A map and the outlines of its places, which many games share."""
    board = game.sheet(setting, "en").board("")
    return board, {int(place): path for path, place in OUTLINE.findall(board.svg)}


def _stands(room: Room, board: BoardPicture, side: int) -> list[Spot]:
    """Where a side has anybody whom a spectator sees."""
    pieces = room.match.view(SPECTATOR).pieces
    places = {piece.place for piece in pieces if piece.side == side and piece.place >= 0}
    return [spot for place in sorted(places) if (spot := board.anchors[place])]


def _frame(board: BoardPicture, spots: list[Spot]) -> Frame:
    """The piece of the map around the pieces; all of it if there are none."""
    if not spots:
        spots = [(0.0, 0.0), (board.width, board.height)]
    room = AROUND * board.counter
    left, right = (edge(x for x, _ in spots) for edge in (min, max))
    top, bottom = (edge(y for _, y in spots) for edge in (min, max))
    width = max(right - left + 2 * room, (bottom - top + 2 * room) * RATIO)
    height = width / RATIO
    return Frame((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def _ground(board: BoardPicture, outlines: dict[int, str], frame: Frame) -> str:
    """The outlines of the places in sight, or their middles where there are too many."""
    seen = {place: spot for place, spot in enumerate(board.anchors) if spot and frame.holds(spot)}
    if len(seen) > MOST_OUTLINES:
        return "".join(f"M{x:.0f} {y:.0f}h0" for x, y in seen.values())
    return "".join(outlines.get(place, "") for place in seen)


def _square(x: float, y: float, size: float) -> str:
    return f"M{x - size / 2:.0f} {y - size / 2:.0f}h{size:.0f}v{size:.0f}h-{size:.0f}z"


def _disc(x: float, y: float, size: float) -> str:
    half = size / 2
    arc = f"a{half:.0f} {half:.0f} 0 1 0"
    return f"M{x - half:.0f} {y:.0f}{arc} {size:.0f} 0{arc} -{size:.0f} 0z"
