"""The frame of a map: which degrees it shows, and how they are laid out in map units.

East-west and north-south are stretched independently of each other, so that the crowded front gets
more room than the empty west, as on the printed map, which is distorted too (rule 3.1).
"""

from __future__ import annotations

from typing import NamedTuple

from salient.theatre.geography import Line, Point


class Stretch(NamedTuple):
    """How one axis is laid out: degrees at the knots, and map units per degree between them.

    >>> Stretch((0.0, 1.0, 3.0), (10.0, 2.0)).to_map(2.0)
    12.0
    """

    knots: tuple[float, ...]
    densities: tuple[float, ...]

    def to_map(self, degrees: float) -> float:
        """Map units from the first knot."""
        gone = 0.0
        last = len(self.densities) - 1
        for i, density in enumerate(self.densities):
            end = self.knots[i + 1]
            if degrees <= end or i == last:
                return gone + (degrees - self.knots[i]) * density
            gone += (end - self.knots[i]) * density
        return gone

    @property
    def size(self) -> float:
        """Map units from the first to the last knot."""
        return self.to_map(self.knots[-1])

    def scaled(self, size: float) -> Stretch:
        """The same layout made to fill a given size."""
        factor = size / self.size
        return Stretch(self.knots, tuple(density * factor for density in self.densities))


class MapFrame(NamedTuple):
    """A rectangle of the theatre and its layout in map units, origin at the top left."""

    width: int
    height: int
    east: Stretch
    north: Stretch

    def to_map(self, point: Point) -> Point:
        """Map units of a (longitude, latitude)."""
        return self.east.to_map(point[0]), self.height - self.north.to_map(point[1])

    def line_to_map(self, line: Line) -> Line:
        """Map units of a line."""
        return tuple(self.to_map(point) for point in line)

    def holds(self, point: Point) -> bool:
        """Whether a map point lies on the map."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height


def mist_frame() -> MapFrame:
    """The frame of *Tigers in the Mist*: 2200 x 1700 units, the front stretched."""
    east = Stretch((4.56, 5.3, 5.9, 6.2, 6.46, 6.78), (0.6, 0.86, 1.35, 1.75, 0.75))
    north = Stretch((49.38, 49.66, 50.24, 50.47, 50.74), (0.72, 1.05, 1.45, 0.8))
    return MapFrame(2200, 1700, east.scaled(2200), north.scaled(1700))
