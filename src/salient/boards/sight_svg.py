"""A sight line as a picture: the ground around it, the line, and what was in its way."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from salient.boards import svg
from salient.boards.sight import Note, Sighting
from salient.boards.sight_lines import CENTRE, CORNERS, STEPS, Contact
from salient.boards.sight_map import LEVEL, Cell, Eye, SightMap, Spot, flanks

SIZE = 34.0
"""Length of a hexside in the picture."""

STYLE = """
.hex{stroke:#a89f86;stroke-width:.8}
.met{fill:none;stroke:#1f4e79;stroke-width:2}
.name{fill:#6f674f;font-size:9px;text-anchor:middle}
.level{fill:#4b3f22;font-size:11px;font-weight:600;text-anchor:middle}
.stand{fill:#2f4a24;font-size:8px;text-anchor:middle}
.house{fill:#7a6f66;stroke:#3a332d;stroke-width:.8}
.wall{stroke:#3a3a3a;stroke-width:5;stroke-linecap:round}
.slope{stroke:#8a5a2b;stroke-width:1.4}
.stream{stroke:#4f8bc4;stroke-width:4;stroke-linecap:round}
.rail{stroke:#222222;stroke-width:2;stroke-dasharray:5 3}
.sight{stroke:#b3001b;stroke-width:2.4}
.sight.free{stroke:#1c7c3a}
.lost{stroke:#b3001b;stroke-width:1.4;stroke-dasharray:4 4}
.end{fill:#ffffff;stroke:#111111;stroke-width:1.6}
.mark{stroke:#ffffff;stroke-width:1}
.mark.stops{fill:#b3001b}
.mark.hinders{fill:#d98a00}
.mark.over{fill:#7f8c8d}
.reason{fill:#111111;font-size:10px;paint-order:stroke;stroke:#ffffff;stroke-width:3px}
"""

GROUND_COLOURS = ("#f4efdc", "#e6d8ad", "#d5bd84", "#bd9c60", "#a17f48", "#86683a")


def draw_sighting(
    board: SightMap,
    sighting: Sighting,
    heading: str,
    reasons: Mapping[Note, str],
    colours: Mapping[str, str],
    labels: Mapping[str, str],
) -> str:
    """The line with its surroundings as an SVG document.

    Args:
        board: The map.
        sighting: The story of the line.
        heading: What the picture is called.
        reasons: What to say of each note.
        colours: Fill colours by name of a feature that fills its hex.
        labels: Names of features in the language of the picture.
    """
    frame = _Frame(sighting)
    shown = [spot for spot in board.cells if frame.shows(spot)]
    layers = [
        svg.title(heading),
        *(_hex(frame, board.cells[spot], spot, colours, labels) for spot in shown),
        *(_ways(frame, board.cells[spot], spot) for spot in shown),
        *(_slopes(frame, board.cells[spot], spot) for spot in shown),
        *_walls(frame, board),
        *_met(frame, board, sighting),
        *_line(frame, sighting),
        *_marks(frame, sighting, reasons),
    ]
    return svg.document(frame.width, frame.height, heading, STYLE, *layers)


class _Frame:
    """Where things lie on the picture: the hexes of the line and those around them."""

    def __init__(self, sighting: Sighting) -> None:
        viewer = sighting.viewer
        columns = [viewer.column + met.column for met in sighting.line.hexes]
        heights = [viewer.height + met.height for met in sighting.line.hexes]
        self.left, self.right = min(columns) - 1, max(columns) + 1
        self.top, self.bottom = min(heights) - 3, max(heights) + 3
        self.width = (self.right - self.left) * SIZE * 1.5 + SIZE * 2
        self.height = (self.bottom - self.top + 2) * SIZE * sqrt(3) / 2

    def shows(self, spot: Spot) -> bool:
        return self.left <= spot[0] <= self.right and self.top <= spot[1] <= self.bottom

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map, in its own squeezed coordinates, on the picture."""
        across = (x / 3 - self.left) * SIZE * 1.5 + SIZE
        return round(across, 1), round((y - self.top + 1) * SIZE * sqrt(3) / 2, 1)

    def eye(self, eye: Eye) -> tuple[float, float]:
        x, y = CORNERS[eye.corner] if eye.corner != CENTRE else (0, 0)
        return self.point(3 * eye.column + x, eye.height + y)

    def corner(self, spot: Spot, corner: int, share: float = 1) -> tuple[float, float]:
        x, y = CORNERS[corner % 6]
        return self.point(3 * spot[0] + share * x, spot[1] + share * y)

    def outline(self, spot: Spot, share: float = 1) -> str:
        return svg.path([self.corner(spot, i, share) for i in range(6)], closed=True)


def _hex(
    frame: _Frame, cell: Cell, spot: Spot, colours: Mapping[str, str], labels: Mapping[str, str]
) -> str:
    level = min(max(cell.ground // LEVEL, 0), len(GROUND_COLOURS) - 1)
    fill = GROUND_COLOURS[level]
    filling = [stand for stand in cell.stands if stand.feature.name in colours]
    parts = [svg.tag("path", d=frame.outline(spot), class_="hex", fill=fill)]
    if filling:
        colour = colours[filling[0].feature.name]
        parts.append(svg.tag("path", d=frame.outline(spot, 0.86), fill=colour, opacity=0.75))
    if any(stand.feature.name not in colours for stand in cell.stands):
        parts.append(svg.tag("path", d=frame.outline(spot, 0.45), class_="house"))
    x, y = frame.point(3 * spot[0], spot[1])
    parts.append(svg.text(cell.name, x, y - SIZE * 0.6, class_="name"))
    if cell.ground:
        parts.append(svg.text(f"{cell.ground / LEVEL:g}", x, y + 4, class_="level"))
    said = " + ".join(labels.get(stand.feature.name, "") for stand in cell.stands)
    if said:
        parts.append(svg.text(said, x, y + SIZE * 0.7, class_="stand"))
    return svg.tag("g", *parts)


def _ways(frame: _Frame, cell: Cell, spot: Spot) -> str:
    """Streams and railroads, from the centre to the sides they cross."""
    words = []
    x, y = frame.point(3 * spot[0], spot[1])
    for mask, name in ((cell.depression, "stream"), (cell.rails, "rail")):
        for side in range(6):
            if mask >> side & 1:
                ax, ay = CORNERS[side]
                bx, by = CORNERS[(side + 1) % 6]
                ex, ey = frame.point(3 * spot[0] + (ax + bx) / 2, spot[1] + (ay + by) / 2)
                words.append(svg.tag("line", x1=x, y1=y, x2=ex, y2=ey, class_=name))
    return "".join(words)


def _slopes(frame: _Frame, cell: Cell, spot: Spot) -> str:
    """Hachures beyond the sides where the ground falls off, in the lower hex."""
    words = []
    for side in range(6):
        if not cell.slopes >> side & 1:
            continue
        beyond = (spot[0] + STEPS[side][0], spot[1] + STEPS[side][1])
        (ax, ay), (bx, by) = frame.corner(spot, side), frame.corner(spot, side + 1)
        cx, cy = frame.point(3 * beyond[0], beyond[1])
        for tenth in range(1, 10, 2):
            share = tenth / 10
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            ex, ey = x + (cx - x) * 0.2, y + (cy - y) * 0.2
            words.append(svg.tag("line", x1=x, y1=y, x2=ex, y2=ey, class_="slope"))
    return "".join(words)


def _walls(frame: _Frame, board: SightMap) -> list[str]:
    words = []
    for side in board.sides:
        spot = side[:2]
        if frame.shows(spot):
            (ax, ay), (bx, by) = frame.corner(spot, side[2]), frame.corner(spot, side[2] + 1)
            words.append(svg.tag("line", x1=ax, y1=ay, x2=bx, y2=by, class_="wall"))
    return words


def _met(frame: _Frame, board: SightMap, sighting: Sighting) -> list[str]:
    viewer = sighting.viewer
    spots = [
        (viewer.column + met.column, viewer.height + met.height)
        for met in sighting.line.hexes
        if met.contact is not Contact.AT
    ]
    return [
        svg.tag("path", d=frame.outline(spot, 0.96), class_="met")
        for spot in spots
        if spot in board.cells
    ]


def _line(frame: _Frame, sighting: Sighting) -> list[str]:
    a, b = frame.eye(sighting.viewer), frame.eye(sighting.target)
    stop = sighting.blocked
    ends = [svg.tag("circle", cx=x, cy=y, r=5, class_="end") for x, y in (a, b)]
    if stop is None:
        return [svg.tag("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], class_="sight free"), *ends]
    x, y = _along(a, b, stop, sighting)
    return [
        svg.tag("line", x1=a[0], y1=a[1], x2=x, y2=y, class_="sight"),
        svg.tag("line", x1=x, y1=y, x2=b[0], y2=b[1], class_="lost"),
        *ends,
    ]


def _along(
    a: tuple[float, float], b: tuple[float, float], note: Note, sighting: Sighting
) -> tuple[float, float]:
    share = note.place / (sighting.line.scale or 1)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _marks(frame: _Frame, sighting: Sighting, reasons: Mapping[Note, str]) -> list[str]:
    """A spot for each thing that the line met, with its reason to point at or to read."""
    a, b = frame.eye(sighting.viewer), frame.eye(sighting.target)
    words = []
    for note in sighting.notes:
        kind = "stops" if note.stops else note.verdict
        if kind not in ("stops", "hinders", "over"):
            continue
        x, y = (
            _middle(frame, note)
            if note.side or note.what == "ground"
            else _along(a, b, note, sighting)
        )
        said = reasons.get(note, "")
        dot = svg.tag("circle", svg.title(said), cx=x, cy=y, r=4, class_=f"mark {kind}")
        words.append(dot)
        if kind != "over":
            words.append(svg.text(" ".join(note.rules), x + 7, y + 3, class_="reason"))
    return words


def _middle(frame: _Frame, note: Note) -> tuple[float, float]:
    if note.side is None:
        return frame.point(3 * note.spot[0], note.spot[1])
    (a, b), (c, d) = flanks(note.side)
    return frame.point((3 * a + 3 * c) / 2, (b + d) / 2)
