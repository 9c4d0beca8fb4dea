"""A sketch of the board in letters: every place where it lies, with the strength in it."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from rich.text import Text

from salient.engine.ids import Place
from salient.engine.views import PieceView, View
from salient.terminal.atlas import Atlas
from salient.terminal.screen import NOTE_STYLE, shorten, side_style

LENGTHS = (20, 12, 9, 6)
"""How much of a name is written where there is room."""

CELLS = 30
"""Characters of the canvas per place, so that most names find room."""

WIDEST = 120
"""A wider canvas would tear neighbours apart."""

NEAR = 0.2
"""How far the surroundings of a place reach, as a share of the board."""

Points = dict[int, tuple[float, float]]
Label = list[tuple[str, str]]
"""Pieces of text with their styles."""


def sketch(
    atlas: Atlas,
    g: Any,
    view: View,
    side: int,
    *,
    width: int,
    height: int,
    centre: int | None = None,
) -> list[Text]:
    """Draw the places of the scenario on a canvas of characters.

    Each place is written at its position, moved to the nearest free spot if something is there
    already; places with pieces come first and keep their full names longest.

    Args:
        atlas: The words.
        g: The state.
        view: What is seen of it.
        side: Who looks at it (-1: a spectator).
        width: Columns of the canvas.
        height: Rows of the screen; a crowded board takes more of them.
        centre: The place whose surroundings are drawn, or None for the whole board.
    """
    points = atlas.report.locate_places(g)
    if centre in points:
        points = _surroundings(points, points[centre])
    forces, marks = _forces(atlas, g, view, side), _marks(atlas, view)
    width = min(width, WIDEST)
    canvas = _Canvas(width, max(height, len(points) * CELLS // width))
    order = sorted(points, key=lambda place: (place not in forces, points[place][1]))
    for place in order:
        ground = atlas.speech.say(atlas.report.mark_place(g, Place(place)))
        name = atlas.speech.name("place", place) + ground
        for length in LENGTHS:
            short = shorten(name, length) + ("" if place in forces else marks.get(place, ""))
            label = _label(atlas, short, forces.get(place, {}))
            if canvas.put(points[place], label):
                break
    return canvas.lines()


def _surroundings(points: Points, centre: tuple[float, float]) -> Points:
    """The places near a point, spread over the whole canvas."""
    x, y = centre
    near = {
        place: ((px - x) / NEAR / 2 + 0.5, (py - y) / NEAR / 2 + 0.5)
        for place, (px, py) in points.items()
    }
    return {place: point for place, point in near.items() if all(0 <= c <= 1 for c in point)}


def _forces(atlas: Atlas, g: Any, view: View, viewer: int) -> dict[int, dict[int, int]]:
    """What the pieces of each side in a place come to, as the game counts them."""
    garrisons: dict[int, dict[int, list[PieceView]]] = {}
    for piece in view.pieces:
        if piece.place >= 0:
            garrisons.setdefault(piece.place, {}).setdefault(piece.side, []).append(piece)
    return {
        place: {side: atlas.report.sum_pieces(g, found, viewer) for side, found in sides.items()}
        for place, sides in garrisons.items()
    }


def _marks(atlas: Atlas, view: View) -> dict[int, str]:
    """What the markers on single places say of them."""
    marks: dict[int, str] = {}
    for marker in view.markers:
        message = f"marker_short.{marker.kind}"
        if len(marker.places) == 1 and message in atlas.speech.texts:
            place = marker.places[0]
            marks[place] = f"{marks.get(place, '')} {atlas.say(message)}"
    return marks


def _label(atlas: Atlas, name: str, sides: dict[int, int]) -> Label:
    if not sides:
        return [(name, NOTE_STYLE)]
    only = next(iter(sides)) if len(sides) == 1 else -1
    label: Label = [(name, f"bold {side_style(only)}".strip())]
    for side, strength in sorted(sides.items()):
        mark = atlas.speech.word("side_short", atlas.game.sides[side])
        label.append((f" {mark}{strength}", f"bold {side_style(side)}"))
    return label


class _Canvas:
    """A grid of characters that remembers what is taken."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows: list[dict[int, tuple[str, str]]] = [{} for _ in range(height)]

    def put(self, point: tuple[float, float], label: Label) -> bool:
        """Write a label as near to a point as there is room."""
        length = sum(cell_len(text) for text, _ in label)
        x = round(point[0] * (self.width - 1) - length / 2)
        y = round(point[1] * (self.height - 1))
        x = min(max(x, 0), max(self.width - length, 0))
        for row, column in self._around(x, y, length):
            if self._is_free(row, column, length):
                self._write(row, column, label)
                return True
        return False

    def _around(self, x: int, y: int, length: int) -> list[tuple[int, int]]:
        spots = [
            (row, column)
            for row in range(max(y - 3, 0), min(y + 4, self.height))
            for column in range(max(x - 14, 0), min(x + 15, self.width - length + 1))
        ]
        return sorted(spots, key=lambda spot: abs(spot[0] - y) * 4 + abs(spot[1] - x))

    def _is_free(self, row: int, column: int, length: int) -> bool:
        taken = self.rows[row]
        return all(cell not in taken for cell in range(column - 1, column + length + 1))

    def _write(self, row: int, column: int, label: Label) -> None:
        for text, style in label:
            for letter in text:
                size = cell_len(letter)
                self.rows[row][column] = (letter, style)
                for extra in range(1, size):
                    self.rows[row][column + extra] = ("", style)
                column += size

    def lines(self) -> list[Text]:
        """The picture line by line."""
        found = []
        for row in self.rows:
            line = Text(no_wrap=True)
            for column in range(max(row, default=-1) + 1):
                letter, style = row.get(column, (" ", ""))
                line.append(letter, style)
            found.append(line)
        return found
