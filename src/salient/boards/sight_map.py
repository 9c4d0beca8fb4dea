"""What can stand between two eyes: the ground and the features of a board, with their heights.

Heights are whole numbers of quarter levels (``LEVEL`` of them are one level), because a hedge is
half a level high and an up-slope unit stands three quarters higher. Nothing here knows a rule:
each feature, and each reason of :class:`Reasons`, carries the number of the rule that a game's
data gives it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec

from salient.boards.sight_lines import CENTRE, STEPS, WHOLE, own_side

LEVEL = 4
"""Quarter levels in a level."""

Spot = tuple[int, int]
"""A hex in doubled coordinates: column and height."""

Side = tuple[int, int, int]
"""A hexside by its one name: column, height and side (N, NE or SE)."""

Effect = Literal["obstacle", "hindrance", "screen"]
"""An obstacle blocks what it rises above, a hindrance hinders it; a screen hinders between equal
levels and blocks between different ones."""

ALL_SIDES = 63


class Feature(msgspec.Struct, frozen=True):
    """A kind of terrain that stands up.

    Attributes:
        name: Its name in the game's terrain data.
        rule: The rule that describes it.
        effect: What it does to a line that it rises above.
        height: Quarter levels above the ground it stands on.
        drm: What a line through it costs, if it hinders.
        inherent: Whether it fills its hex up to the corners; other terrain is only what is drawn.
        open_along_walls: Whether a line along a walled hexside misses it.
        solid: On a hexside: whether it stands in the way of those right beside it, too.
        roofed: Whether those inside it have floors and a roof above them.
    """

    name: str
    rule: str
    effect: Effect
    height: int
    drm: int = 0
    inherent: bool = False
    open_along_walls: bool = False
    solid: bool = False
    roofed: bool = False


class Stand(NamedTuple):
    """A feature in its place.

    Attributes:
        feature: What it is.
        base: The level of the ground it stands on, in quarters.
        parts: The parts of the hex it covers.
        edges: The hexsides it reaches, so that a line along one of them meets it.
    """

    feature: Feature
    base: int
    parts: int = WHOLE
    edges: int = ALL_SIDES

    @property
    def top(self) -> int:
        """The level of its top."""
        return self.base + self.feature.height


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A hex.

    Attributes:
        name: What people call it.
        level: Base level in quarters.
        rise: How much an embankment lifts its whole ground.
        depth: How deep a depression is cut into it.
        rule: The rule of what is under the foot, if there is more to say than its level.
        stands: The features in it.
        depression: The sides that its depression crosses.
        rails: The sides that its railroad crosses.
        slopes: The sides beyond which the ground falls off: across them this hex is up-slope.
        culvert: Whether its depression runs underground.
        lower: The parts of it that lie a level lower than the rest, beyond a crest line.
    """

    name: str
    level: int = 0
    rise: int = 0
    depth: int = 0
    rule: str = ""
    stands: tuple[Stand, ...] = ()
    depression: int = 0
    rails: int = 0
    slopes: int = 0
    culvert: bool = False
    lower: int = 0

    @property
    def ground(self) -> int:
        """How high the earth itself stands: the rim of a depression, the top of an embankment."""
        return self.level + self.rise

    @property
    def floor(self) -> int:
        """The level of a unit that simply stands in the hex: the bottom of a depression."""
        return self.ground if self.culvert else self.ground - self.depth


class Barrier(NamedTuple):
    """Something that stands across a hexside, from the centre of one hex to that of the next."""

    first: Spot
    second: Spot
    feature: Feature
    base: int

    @property
    def top(self) -> int:
        """The level of its top."""
        return self.base + self.feature.height


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """Rule numbers of what features alone do not explain, and the numbers those rules state.

    Attributes:
        higher: What rises above both ends, or above one and as high as the other, blocks.
        blind: Blind hexes behind an obstacle that is seen over.
        crest: Blind hexes behind a crest line.
        hindrance: Hindrances add up.
        limit: So much hindrance blocks.
        depression: How to see out of a depression and into it.
        culvert: From a culvert only the next stretch of the stream is seen.
        slope: An up-slope end counts as higher.
        slope_crest: It sees past the crest of its own hill.
        slope_over: It sees over what its raised level is above.
        hillside: When a wall on a hillside is ignored.
        entrenched: The limit for a unit in an entrenchment behind a wall.
        own_side: A wall on a hexside of an end's own hex does not block.
        rail: Along a railroad all is one level.
        floors: Inside a building one sees only the same level of the next hex.
        most: The total hindrance that blocks.
        slope_rise: Quarter levels that an up-slope hexside adds.
        blind_step: Hexes of range that make a blind zone one hex deeper.
    """

    higher: str
    blind: str
    crest: str
    hindrance: str
    limit: str
    depression: str
    culvert: str
    slope: str
    slope_crest: str
    slope_over: str
    hillside: str
    entrenched: str
    own_side: str
    rail: str
    floors: str
    most: int
    slope_rise: int
    blind_step: int


class Eye(NamedTuple):
    """An end of a sight line.

    Attributes:
        column, height: Its hex, in doubled coordinates.
        level: Its level in quarters.
        corner: The corner of the hex where a bypassing unit stands, or ``CENTRE``.
        entrenched: Whether it is in an entrenchment.
    """

    column: int
    height: int
    level: int
    corner: int = CENTRE
    entrenched: bool = False

    @property
    def spot(self) -> Spot:
        """Its hex."""
        return self.column, self.height


class SightMap:
    """A board as far as sight is concerned. It never changes; see :meth:`with_stands`."""

    def __init__(
        self,
        cells: Mapping[Spot, Cell],
        sides: Mapping[Side, Feature],
        reasons: Reasons,
        barriers: Iterable[Barrier] = (),
    ) -> None:
        """Lay out the board.

        Args:
            cells: The hexes.
            sides: What stands on hexsides.
            reasons: The rules behind what features alone do not explain.
            barriers: What stands across hexsides.
        """
        self.cells = dict(cells)
        self.reasons = reasons
        self.barriers = tuple(barriers)
        self.features = dict(sides)
        self.sides = {side: self._on_side(side, feature) for side, feature in sides.items()}

    def _on_side(self, side: Side, feature: Feature) -> Stand:
        """What stands on a hexside stands on the higher of its two hexes."""
        return Stand(feature, max(cell.ground for cell in self.beside(side)))

    def beside(self, side: Side) -> list[Cell]:
        """The hexes on both sides of a hexside, as far as they are on the board."""
        return [self.cells[spot] for spot in flanks(side) if spot in self.cells]

    def is_hillside(self, side: Side) -> bool:
        """Whether the ground beside a hexside is higher on one side than on the other."""
        return len({cell.ground for cell in self.beside(side)}) > 1

    def eye(
        self,
        spot: Spot,
        above: int | None = None,
        *,
        corner: int = CENTRE,
        entrenched: bool = False,
    ) -> Eye:
        """An end in a hex.

        Args:
            spot: The hex.
            above: Quarter levels above its base level; left out, wherever a unit stands that
                simply is in the hex.
            corner: The corner where a bypassing unit stands.
            entrenched: Whether it is in an entrenchment.
        """
        cell = self.cells[spot]
        level = cell.floor if above is None else cell.level + above
        return Eye(*spot, level, corner, entrenched)

    def with_stands(self, extra: Mapping[Spot, Iterable[Feature]]) -> SightMap:
        """The same board with more in some hexes: wrecks, vehicles, smoke."""
        cells = dict(self.cells)
        for spot, features in extra.items():
            cell = cells[spot]
            added = tuple(Stand(feature, cell.floor) for feature in features)
            cells[spot] = msgspec.structs.replace(cell, stands=cell.stands + added)
        return self.with_cells(cells)

    def with_cells(self, changed: Mapping[Spot, Cell]) -> SightMap:
        """The same board with other things standing in some hexes, their ground as it was."""
        twin = copy.copy(self)
        twin.cells = {**self.cells, **changed}
        return twin

    def without_side(self, side: Side) -> SightMap:
        """The same board with nothing on a hexside: a breach in its wall."""
        twin = copy.copy(self)
        twin.features = {name: what for name, what in self.features.items() if name != side}
        twin.sides = {name: stand for name, stand in self.sides.items() if name != side}
        return twin

    def with_barriers(self, *barriers: Barrier) -> SightMap:
        """The same board with more standing across hexsides."""
        twin = copy.copy(self)
        twin.barriers = (*self.barriers, *barriers)
        return twin


def flanks(side: Side) -> tuple[Spot, Spot]:
    """The two hexes that share a hexside.

    >>> flanks((0, 2, 0))
    ((0, 2), (0, 0))
    """
    column, height, number = side
    dc, dh = STEPS[number]
    return (column, height), (column + dc, height + dh)


def side_between(a: Spot, b: Spot) -> Side | None:
    """The hexside between two hexes; None if they do not touch."""
    step = (b[0] - a[0], b[1] - a[1])
    return own_side(*a, STEPS.index(step)) if step in STEPS else None


_NAME = re.compile(r"([A-Z])(\1*)(\d+)")


def parse_hex(name: str) -> Spot:
    """The hex with a name: column letters (``AA`` follows ``Z``) and a row.

    Row 1 of the first column is at height 0; every second column stands half a hex lower.

    >>> parse_hex("A1"), parse_hex("B0"), parse_hex("AA5")
    ((0, 0), (1, -1), (26, 8))
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"expected a hex such as E5 or AA12, not {name!r}")
    letter, more, row = match.groups()
    column = ord(letter) - ord("A") + 26 * len(more)
    return column, 2 * (int(row) - 1) + column % 2


def hex_name(spot: Spot) -> str:
    """What people call a hex.

    >>> hex_name((26, 8)), hex_name((1, -1))
    ('AA5', 'B0')
    """
    column, height = spot
    turns, letter = divmod(column, 26)
    return chr(ord("A") + letter) * (turns + 1) + str((height - column % 2) // 2 + 1)
